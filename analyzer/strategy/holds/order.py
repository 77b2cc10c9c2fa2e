"""The order of a list of holds: found from exact values, its cost worked out over every hand.

`values[item][hand]` is what the hold of that item is worth in a hand, `has[item][hand]` whether the hand contains it.
The last item is one that every hand has. A hand is played by the first item of the list that it contains. Sums are of
64 bits: the caller keeps the number of all deals times the largest amount below 2**62.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Items:
    """What may stand in a list, and the hands: how many each stands for, and what the best hold of it is worth."""

    values: NDArray[np.int64]
    has: NDArray[np.bool_]
    weights: NDArray[np.int64]
    best: NDArray[np.int64]

    @property
    def last(self) -> int:
        return len(self.values) - 1


def decided(items: Items, order: list[int]) -> NDArray[np.intp]:
    """[hand] the first item of the list that the hand contains."""
    first = np.full(len(items.weights), order[-1], dtype=np.intp)
    for item in reversed(order[:-1]):
        first[items.has[item]] = item
    return first


def losses(items: Items, first: NDArray[np.intp]) -> NDArray[np.int64]:
    """[hand] how much less than the best the items are worth, over all hands that each stands for."""
    taken = items.values[first, np.arange(len(first))]
    lost: NDArray[np.int64] = (items.best - taken) * items.weights
    return lost


def cost(items: Items, order: list[int]) -> int:
    return int(losses(items, decided(items, order)).sum())


def by_average(items: Items, kept: list[int]) -> list[int]:
    """By the average value of each item over the hands that contain it; the one that all have is last."""
    averages = {}
    for item in kept:
        rows = items.has[item]
        averages[item] = float(items.values[item][rows] @ items.weights[rows]) / max(int(items.weights[rows].sum()), 1)
    return [*sorted((item for item in kept if item != items.last), key=lambda item: -averages[item]), items.last]


def improved(items: Items, order: list[int]) -> list[int]:
    """Each item in turn goes to the place where it gains most, as long as one gains something."""
    listed = list(order)
    gained = True
    while gained:
        gained = False
        for item in list(listed[:-1]):
            others = [other for other in listed if other != item]
            place, gain = _best_place(items, others, item, listed.index(item))
            if gain > 0:
                listed = [*others[:place], item, *others[place:]]
                gained = True
    return listed


def _best_place(items: Items, others: list[int], item: int, own: int) -> tuple[int, int]:
    """Where the item should stand among the others, and what that gains against its own place.

    At a place it takes the hands that contain it from all that stand there or later.
    """
    rows = np.flatnonzero(items.has[item])
    taken_at = np.full(len(rows), len(others) - 1, dtype=np.intp)
    for place in range(len(others) - 2, -1, -1):
        taken_at[items.has[others[place]][rows]] = place
    before = items.values[np.array(others)[taken_at], rows]
    gains = np.zeros(len(others), dtype=np.int64)
    np.add.at(gains, taken_at, (items.values[item][rows] - before) * items.weights[rows])
    totals = gains[::-1].cumsum()[::-1]
    place = int(totals.argmax())
    return place, int(totals[place] - totals[own])


def without_idle(items: Items, order: list[int]) -> list[int]:
    """The list without items that never decide."""
    deciding = set(np.unique(decided(items, order)).tolist())
    return [item for item in order if item in deciding or item == items.last]


def at_most(items: Items, order: list[int], number: int, fixed: frozenset[int] = frozenset()) -> list[int]:
    """The list with as many items; each time the one is left out whose hands lose least by what comes after it.

    Fixed items stay, and those that follow one another count as one.
    """
    listed = without_idle(items, order)
    while length(listed, fixed) > number:
        loose = [item for item in listed[:-1] if item not in fixed]
        if not loose:
            break
        cheapest = _cheapest(items, listed, loose)
        listed = without_idle(items, improved(items, [item for item in listed if item != cheapest]))
    return listed


def length(order: list[int], fixed: frozenset[int]) -> int:
    """How long a list is where fixed items that follow one another are one.

    >>> length([1, 2, 3, 4], frozenset({1, 2, 4}))
    3
    """
    joined = sum(one in fixed and other in fixed for one, other in pairwise(order))
    return len(order) - joined


def _cheapest(items: Items, order: list[int], loose: list[int]) -> int:
    """The item that costs least to leave out, of those that may be."""
    count = len(items.weights)
    first = np.full(count, order[-1], dtype=np.intp)
    second = np.full(count, order[-1], dtype=np.intp)
    for item in reversed(order[:-1]):
        rows = items.has[item]
        second[rows] = first[rows]
        first[rows] = item
    rows = np.arange(count)
    lost = (items.values[first, rows] - items.values[second, rows]) * items.weights
    totals = {item: int(lost[first == item].sum()) for item in loose}
    return min(totals, key=lambda item: totals[item])
