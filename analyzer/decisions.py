"""Choosing: the best of several choices in many states at once, exactly, and how close the others come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import TooLargeError

CLOSEST = 10
# Sums of counts times pays stay below this, so that 64-bit integers hold them.
MOST_VALUE = 1 << 62
NO_WORSE = np.iinfo(np.int64).max


def scaled(amounts: Sequence[Fraction], most_count: int) -> tuple[NDArray[np.int64], int]:
    """The amounts as integers over a common denominator; refuses if counts times them could overflow."""
    denominator = lcm(*(amount.denominator for amount in amounts)) if amounts else 1
    integers = [int(amount * denominator) for amount in amounts]
    largest = max((abs(value) for value in integers), default=0)
    if largest * most_count >= MOST_VALUE:
        raise TooLargeError(f"pays up to {max(amounts)} over {denominator} are too large to compare choices exactly")
    return np.array(integers, dtype=np.int64), denominator


@dataclass(frozen=True)
class Choice:
    """The best choice in each state (the first of the best), its value, and how many are as good.

    `margin` is how much less the best of the worse choices is worth; NO_WORSE where all choices are equal.
    """

    best: NDArray[np.intp]
    value: NDArray[np.int64]
    equals: NDArray[np.intp]
    margin: NDArray[np.int64]

    @property
    def tied(self) -> NDArray[np.bool_]:
        return self.equals > 1


def choose(values: NDArray[np.int64]) -> Choice:
    """values[state, choice]: choices are listed so that of equals the first is taken."""
    best = np.argmax(values, axis=1)
    value = np.take_along_axis(values, best[:, None], axis=1)[:, 0]
    worse = values < value[:, None]
    # Where no choice is worse the least value stands in; it is not looked at.
    next_best = np.where(worse, values, values.min(axis=1, keepdims=True)).max(axis=1)
    margin = np.where(worse.any(axis=1), value - next_best, NO_WORSE)
    return Choice(best, value, (~worse).sum(axis=1), margin)


def closest_decisions(
    states: Sequence[Mapping[str, str]],
    names: Sequence[Sequence[str]],
    values: NDArray[np.int64],
    unit: int,
) -> list[dict[str, Any]]:
    """Some states with what each choice is worth, and how much less the second best is.

    `values[state, choice]` over `unit` are expected results; `names[state]` are those of the choices.
    """
    margins = choose(values).margin
    return [
        dict(state)
        | {
            "choices": {name: str(Fraction(int(value), unit)) for name, value in zip(own, worth, strict=True)},
            "difference": str(Fraction(int(margin), unit)),
        }
        for state, own, worth, margin in zip(states, names, values, margins, strict=True)
    ]


def nearest_states(margins: NDArray[np.int64]) -> NDArray[np.intp]:
    """The states in which a worse choice comes nearest to the best, nearest first."""
    order = np.argsort(margins, axis=None, kind="stable")[:CLOSEST]
    return order[margins.ravel()[order] < NO_WORSE]


def frequencies(counts: Mapping[str, int], total: int) -> dict[str, str]:
    """How often each choice is made, as fractions."""
    return {name: str(Fraction(count, total)) for name, count in counts.items()}
