"""A list of boxes that is made better step by step: a box is inserted, replaced or dropped."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from analyzer.integers import Integers
from analyzer.strategy.cells import Box, Cells
from analyzer.strategy.intervals import best_interval, best_rectangle

BEAM = 4
MAX_CONDITIONS = 3


class ListSearch:
    """A list of boxes that is made better step by step. `fallback` is the action where no box decides."""

    def __init__(self, cells: Cells, fallback: int = 0, boxes: Sequence[Box] = ()) -> None:
        self.cells = cells
        self.fallback = fallback
        self.boxes = list(boxes)

    def value(self) -> int:
        """What the list is worth."""
        return int(self._current(self.boxes).sum())

    def _current(self, boxes: Sequence[Box]) -> Integers:
        """What the list's choice is worth in each cell."""
        worth = self.cells.worth[:, self.fallback].copy()
        for box in reversed(boxes):
            inside = self.cells.inside(box)
            worth[inside] = self.cells.worth[inside, box.action]
        return worth

    def best_insertion(self, boxes: Sequence[Box], least: int = 0) -> tuple[int, int, Box]:
        """(what is gained, the place, the box) of the best box to insert anywhere, if it gains more than `least`."""
        current = self._current(boxes)
        free = np.ones(len(self.cells), dtype=bool)
        best = (0, len(boxes), Box(self.fallback))
        for place in range(len(boxes) + 1):
            for action in range(len(self.cells.actions)):
                reachable = np.flatnonzero(free & self.cells.possible[:, action])
                gains = self.cells.worth[reachable, action] - current[reachable]
                changed = np.flatnonzero(gains)
                gained, box = self._best_box(action, reachable[changed], gains[changed], max(best[0], least))
                if gained > best[0]:
                    best = (gained, place, box)
            if place < len(boxes):
                free &= ~self.cells.inside(boxes[place])
        return best

    def _best_box(self, action: int, cells: NDArray[np.intp], gains: Integers, least: int) -> tuple[int, Box]:
        """The box that gains most with an action: the best pairs of conditions, with more of them as far as that helps.

        Pairs are tried on all cells and on those of each single hand, unless they cannot gain more than `least`.
        """
        best = (int(gains.sum()), Box(action))
        for seed in self._seeds(action, cells):
            inside = self._inside(seed, cells)
            if int(np.maximum(gains[inside], 0).sum()) <= max(best[0], least):
                continue
            for start in self._best_pairs(seed, cells[inside], gains[inside]):
                tuned = self._tuned(self._narrowest(start, cells, gains), cells, gains)
                if tuned[0] > best[0]:
                    best = tuned
        return best

    def _seeds(self, action: int, cells: NDArray[np.intp]) -> list[Box]:
        hand = next(number for number, axis in enumerate(self.cells.axes) if axis.name == "hand")
        held = np.unique(self.cells.axes[hand].values[cells]).tolist()
        return [Box(action), *(Box(action, ((hand, value, value),)) for value in held if len(held) > 1)]

    def _best_pairs(self, seed: Box, cells: NDArray[np.intp], gains: Integers) -> list[tuple[int, Box]]:
        """The seed with the best intervals of two more axes, for the pairs of axes that gain most."""
        used = {axis for axis, _, _ in seed.bounds}
        usable = [
            (number, axis)
            for number, axis in enumerate(self.cells.axes)
            if number not in used and axis.action in (-1, seed.action)
        ]
        gain_of: dict[Box, int] = {}
        for (one, first), (two, second) in combinations(usable, 2):
            values = first.values[cells], second.values[cells]
            gained, own, other = best_rectangle(values, gains, (first.size, second.size))
            bounds = [*seed.bounds, *self._bound(one, *own), *self._bound(two, *other)]
            gain_of.setdefault(replace(seed, bounds=tuple(sorted(bounds))), gained)
        ranked = sorted(gain_of.items(), key=lambda pair: (-pair[1], len(pair[0].bounds)))
        return [(gained, box) for box, gained in ranked[:BEAM] if gained > 0]

    def _bound(self, axis: int, low: int, high: int) -> list[tuple[int, int, int]]:
        """A condition, or none if every value is allowed."""
        return [] if (low, high) == (0, self.cells.axes[axis].size - 1) else [(axis, low, high)]

    def _narrowest(self, start: tuple[int, Box], cells: NDArray[np.intp], gains: Integers) -> tuple[int, Box]:
        """Add one condition after another, as long as each gains something."""
        best = start
        while len(best[1].bounds) < MAX_CONDITIONS:
            narrower = max(self._narrowed(best[1], cells, gains), key=lambda pair: pair[0], default=best)
            if narrower[0] <= best[0]:
                break
            best = narrower
        return best

    def _narrowed(self, box: Box, cells: NDArray[np.intp], gains: Integers) -> Iterator[tuple[int, Box]]:
        """The box with one more condition: for each axis without one, the best interval."""
        inside = self._inside(box, cells)
        cells, gains = cells[inside], gains[inside]
        used = {axis for axis, _, _ in box.bounds}
        for number, axis in enumerate(self.cells.axes):
            if number not in used and axis.action in (-1, box.action) and len(cells):
                gained, low, high = best_interval(axis.values[cells], gains, axis.size)
                bounds = (*box.bounds, *self._bound(number, low, high))
                yield gained, replace(box, bounds=tuple(sorted(bounds)))

    def _inside(self, box: Box, cells: NDArray[np.intp]) -> NDArray[np.bool_]:
        inside = np.ones(len(cells), dtype=bool)
        for axis, low, high in box.bounds:
            values = self.cells.axes[axis].values[cells]
            inside &= (values >= low) & (values <= high)
        return inside

    def _tuned(self, start: tuple[int, Box], cells: NDArray[np.intp], gains: Integers) -> tuple[int, Box]:
        """Replace one condition at a time by a better one, until nothing is gained."""
        best = start
        improved = True
        while improved:
            improved = False
            for bound in best[1].bounds:
                without = replace(best[1], bounds=tuple(other for other in best[1].bounds if other != bound))
                for gained, box in self._narrowed(without, cells, gains):
                    if gained > best[0]:
                        best, improved = (gained, box), True
        return best

    def grow(self) -> bool:
        """Insert the best box; False if no box gains anything."""
        gained, place, box = self.best_insertion(self.boxes)
        if gained > 0:
            self.boxes.insert(place, box)
        return gained > 0

    def polish(self, step: Callable[[], None] = lambda: None) -> None:
        """Replace boxes one at a time while that gains something."""
        since, number = 0, 0
        while since < len(self.boxes):
            number %= len(self.boxes)
            value, others = self.value(), self.boxes[:number] + self.boxes[number + 1 :]
            needed = value - int(self._current(others).sum())
            gained, place, box = self.best_insertion(others, needed)
            since += 1
            tried = ListSearch(self.cells, self.fallback, [*others[:place], box, *others[place:]])
            if gained > needed and tried.value() > value:
                self.boxes, since = tried.boxes, 0
            number += 1
            step()

    def drop_idle(self) -> None:
        """Leave out boxes without which the list is worth as much."""
        for box in list(self.boxes):
            others = [other for other in self.boxes if other is not box]
            if int(self._current(others).sum()) >= self.value():
                self.boxes = others
