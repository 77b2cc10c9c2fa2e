"""What is attainable where no paytable meets a target: the range of house edges, and the nearest paytables."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from analyzer.change.design.grid import Range
from analyzer.integers import Integers

MAX_MISSES = 5
# A place in the grid of candidates, and the expected result there.
Placed = tuple[tuple[int, ...], Fraction]


@dataclass(frozen=True)
class Reach:
    """The least and the greatest house edge of all candidates, and those that come nearest to a target."""

    lowest: Fraction
    highest: Fraction
    nearest: tuple[Placed, ...]


def distance(edge: Fraction, target: Range) -> Fraction:
    """How far outside a range a house edge is.

    >>> distance(Fraction(1, 10), Range(Fraction(0), Fraction(1, 20)))
    Fraction(1, 20)
    """
    return max(target.low - edge, edge - target.high, Fraction(0))


def reach_of(candidates: Iterable[Placed], target: Range) -> Reach | None:
    """Of all candidates, one after the other; None where there is none."""
    lowest: Fraction | None = None
    highest: Fraction | None = None
    nearest: list[Placed] = []
    for place, ev in candidates:
        lowest = -ev if lowest is None else min(lowest, -ev)
        highest = -ev if highest is None else max(highest, -ev)
        nearest.append((place, ev))
        if len(nearest) > 64 * MAX_MISSES:
            nearest = _nearest(nearest, target)
    if lowest is None or highest is None:
        return None
    return Reach(lowest, highest, tuple(_nearest(nearest, target)))


def _nearest(placed: Iterable[Placed], target: Range) -> list[Placed]:
    return heapq.nsmallest(MAX_MISSES, placed, key=lambda one: (distance(-one[1], target), one[0]))


def extremes(
    totals: Integers, kept: NDArray[np.bool_] | None, start: Sequence[int], low: int, high: int
) -> list[tuple[tuple[int, ...], int]]:
    """Of a block of sums: the least, the greatest, and those nearest to the range from low to high."""
    places = np.argwhere(np.ones(totals.shape, bool) if kept is None else np.broadcast_to(kept, totals.shape))
    if not len(places):
        return []
    own = totals[tuple(places.T)]
    beyond = np.maximum(np.maximum(low - own, own - high), 0)
    few = np.argsort(beyond, kind="stable")[:MAX_MISSES]
    chosen = dict.fromkeys([int(np.argmin(own)), int(np.argmax(own)), *map(int, few)])
    return [
        (tuple(int(i) + first for i, first in zip(places[row], start, strict=True)), int(own[row])) for row in chosen
    ]
