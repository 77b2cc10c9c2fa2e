"""Choosing: the best of several choices in many states at once, exactly, and how close the others come."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import inf

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import CountError
from analyzer.integers import Integers, holding, magnitude

CLOSEST = 10
# Sums of counts times pays stay below this, so that 64-bit integers hold them.
NO_WORSE = np.iinfo(np.int64).max


@dataclass(frozen=True)
class Choice:
    """The best choice in each state (the first of the best), its value, and how many are as good.

    `margin` is how much less the best of the worse choices is worth; `no_worse` of its type where all are equal.
    """

    best: NDArray[np.intp]
    value: Integers
    equals: NDArray[np.intp]
    margin: Integers

    @property
    def tied(self) -> NDArray[np.bool_]:
        return self.equals > 1


def no_worse(margins: Integers) -> float:
    """What stands among margins where no choice is worse: more than any margin of that type."""
    return inf if margins.dtype == object else NO_WORSE


def choose(values: Integers) -> Choice:
    """values[state, choice]: choices are listed so that of equals the first is taken."""
    bound = magnitude(values)
    values = holding(bound, values)  # a margin is at most twice as large
    best = np.argmax(values, axis=1)
    value = np.take_along_axis(values, best[:, None], axis=1)[:, 0]
    worse = values < value[:, None]
    next_best = np.where(worse, values, -bound).max(axis=1)
    margin = np.where(worse.any(axis=1), value - next_best, no_worse(values))
    return Choice(best, value, (~worse).sum(axis=1), margin)


def check_expectation(wager: str, from_outcomes: Fraction | None, from_decisions: Fraction) -> None:
    """An error where what became of all deals is worth something else than the choices that were made."""
    if from_outcomes != from_decisions:
        raise CountError(f"{wager}: outcomes are worth {from_outcomes} a round, the choices made {from_decisions}")


def nearest_states(margins: Integers) -> NDArray[np.intp]:
    """The states in which a worse choice comes nearest to the best, nearest first."""
    order: NDArray[np.intp] = np.argsort(margins, axis=None, kind="stable")[:CLOSEST]
    near: NDArray[np.bool_] = margins.ravel()[order] < no_worse(margins)
    return order[near]
