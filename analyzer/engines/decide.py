"""Choosing: the best of several choices in many states at once, exactly, and how close the others come."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import inf

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import CountError
from analyzer.integers import Integers, holding, magnitude

CLOSEST = 10
# The margin of a choice beside which none is worse: above all others.
NO_MARGIN = np.iinfo(np.int64).max


@dataclass(frozen=True)
class BestChoice:
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
    return inf if margins.dtype == object else NO_MARGIN


def choose(values: Integers) -> BestChoice:
    """values[state, choice]: choices are listed so that of equals the first is taken."""
    bound = magnitude(values)
    values = holding(bound, values)  # a margin is at most twice as large
    best = np.argmax(values, axis=1)
    value = np.take_along_axis(values, best[:, None], axis=1)[:, 0]
    worse = values < value[:, None]
    next_best = np.where(worse, values, -bound).max(axis=1)
    margin = np.where(worse.any(axis=1), value - next_best, no_worse(values))
    return BestChoice(best, value, (~worse).sum(axis=1), margin)


def choose_offered(columns: list[Integers], offered: list[NDArray[np.bool_]]) -> BestChoice:
    """The best of the choices that are offered, of equals the first: one column for each choice.

    Column by column, because there are few of them and many states.

    >>> always, once = np.array([True, True]), np.array([True, False])
    >>> chosen = choose_offered([np.array([5, 5]), np.array([3, 3])], [once, always])
    >>> chosen.best.tolist(), chosen.margin.tolist()
    ([0, 1], [2, 9223372036854775807])
    """
    bound = max(magnitude(column) for column in columns) + 1
    pairs = zip(columns, offered, strict=True)
    values = [np.where(is_offered, holding(bound, column), -bound) for column, is_offered in pairs]
    value: Integers = reduce(np.maximum, values)
    best = np.full(len(value), -1, dtype=np.intp)
    equals = np.zeros(len(value), dtype=np.intp)
    next_best = np.full_like(value, -bound)
    for number, column in enumerate(values):
        is_best = column == value
        best[is_best & (best < 0)] = number
        equals += is_best
        next_best = np.where(is_best, next_best, np.maximum(next_best, column))
    margin = np.where(next_best > -bound, value - next_best, no_worse(value))
    return BestChoice(best, value, equals, margin)


def check_expectation(wager: str, from_outcomes: Fraction | None, from_decisions: Fraction) -> None:
    """An error where what became of all deals is worth something else than the choices that were made."""
    if from_outcomes != from_decisions:
        raise CountError(f"{wager}: outcomes are worth {from_outcomes} a round, the choices made {from_decisions}")


def nearest_states(margins: Integers) -> NDArray[np.intp]:
    """The states in which a worse choice comes nearest to the best, nearest first."""
    flat = margins.ravel()
    # Few are near: only those up to the last one that is wanted are put in order.
    some = flat <= np.partition(flat, CLOSEST - 1)[CLOSEST - 1] if flat.size > CLOSEST else np.ones(flat.shape, bool)
    states = np.flatnonzero(some & (flat < no_worse(margins)))
    return states[np.argsort(flat[states], kind="stable")[:CLOSEST]]
