"""Designs of wagers with decisions: the best play is computed again for every candidate.

A state is contested if some pays in the ranges make another choice the best; only these are solved for each candidate,
all at once. The others are summed once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import ceil, floor, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.change.design.grid import EVERYTHING, CandidateGrid, Range
from analyzer.change.design.misses import Placed
from analyzer.integers import MAX_VALUE, Integers, array_of, dot, holding, magnitude
from analyzer.pricing.linear import LinearDecisions
from analyzer.run.jobs import Run

# Numbers in one batch of states and candidates: small enough for a processor's cache.
BATCH = 1 << 16


class DecidedStates:
    """States whose best choice depends on the varied pays; the others are summed once and for all."""

    def __init__(self, decisions: LinearDecisions, grid: CandidateGrid) -> None:
        self.decisions, self.grid = decisions, grid
        self.value: Integers
        self.weights: Integers
        self.settled_value: int
        self.settled_slopes: list[int]
        lows, highs = ({line: grid.scaled(line)[end] for line in range(len(grid.lines))} for end in (0, -1))
        self.base = lows
        # Every value, and every part of one, is at most this large.
        self.bound = grid.denominator * magnitude(decisions.fixed) + sum(
            max(abs(self._paid(lines, lows)), abs(self._paid(lines, highs)), 1) * max(magnitude(slope), 1)
            for lines, slope in zip(decisions.sets, decisions.slopes, strict=True)
        )
        fixed = [place for place, lines in enumerate(decisions.sets) if not self._varies(lines)]
        self.varied = [place for place in range(len(decisions.sets)) if place not in fixed]
        value = holding(self.bound, decisions.fixed) * grid.denominator
        for place in fixed:
            value = value + holding(self.bound, decisions.slopes[place]) * self._paid(decisions.sets[place], lows)
        self._split(value, [holding(self.bound, decisions.slopes[place]) for place in self.varied], lows, highs)
        settled = decisions.settled_slopes
        self.settled_value += sum(settled[place] * self._paid(decisions.sets[place], lows) for place in fixed)
        self.settled_slopes = [
            own + settled[place] for own, place in zip(self.settled_slopes, self.varied, strict=True)
        ]
        self.fits = self.value.dtype != object and self.bound * int(self.weights.sum()) < MAX_VALUE

    def _varies(self, lines: Sequence[int]) -> bool:
        """Whether what a line set is paid depends on a varied line."""
        return any(line in self.grid.axis for line in (lines[:1] if self.decisions.overlap == "first" else lines))

    def _paid(self, lines: Sequence[int], pays: Mapping[int, Any]) -> Any:
        """What a line set is paid when the lines pay this: a number, or an array of candidates."""
        if self.decisions.overlap == "first":
            return pays[lines[0]]
        numbers = [pays[line] for line in lines if isinstance(pays[line], int)]
        arrays = [pays[line] for line in lines if not isinstance(pays[line], int)]
        most = max(numbers, default=0)  # a line pays 0 or more
        return np.maximum(arrays[0], most) if arrays else most

    def _split(
        self, value: Integers, slopes: list[Integers], lows: Mapping[int, int], highs: Mapping[int, int]
    ) -> None:
        """A choice is contested if it is better than the first best one anywhere in the ranges."""
        sets = [self.decisions.sets[place] for place in self.varied]
        ends = [(self._paid(lines, lows), self._paid(lines, highs)) for lines in sets]
        start = value
        for slope, (low, _) in zip(slopes, ends, strict=True):
            start = start + slope * low
        first = np.argmax(start, axis=1)[:, None]
        lead = value - np.take_along_axis(value, first, axis=1)
        for slope, (low, high) in zip(slopes, ends, strict=True):
            change = slope - np.take_along_axis(slope, first, axis=1)
            lead = lead + np.maximum(change * low, change * high)
        contested = (lead > 0).any(axis=1).astype(bool)
        weights = self.decisions.weights
        rows = np.flatnonzero(~contested)
        at = first[rows, 0]
        self.settled_value = dot(weights[rows], value[rows, at])
        self.settled_slopes = [dot(weights[rows], slope[rows, at]) for slope in slopes]
        self.value = np.ascontiguousarray(value[contested].T)
        self.slopes = [np.ascontiguousarray(slope[contested].T) for slope in slopes]
        self.weights = weights[contested]
        self.contested = int(contested.sum())

    def search(self, edge: Range, run: Run) -> Iterator[tuple[tuple[int, ...], Fraction]]:
        """(place, expected result) of the candidates whose house edge is in the range."""
        grid, sizes, unit = self.grid, self.grid.sizes, self.grid.denominator
        deals, settled = self.decisions.hands * self.decisions.deals, self.decisions.settled_fixed
        low, high = ceil((-edge.high * deals - settled) * unit), floor((-edge.low * deals - settled) * unit)
        with run.steps("paytables", prod(sizes[:-1])) as step:
            for outer in product(*(range(size) for size in sizes[:-1])):
                order = grid.in_order((*(slice(i, i + 1) for i in outer), slice(None)))
                every = np.ones(sizes[-1], dtype=bool)
                kept = np.flatnonzero(every if order is None else every & order.reshape(-1).astype(bool))
                for last, total in zip(kept.tolist(), self._totals(outer, kept), strict=True):
                    if low <= total <= high:
                        yield (*outer, last), (Fraction(total, unit) + settled) / deals
                step()

    def every(self, _edge: Range, run: Run) -> Iterator[Placed]:
        """All candidates, whatever their house edge."""
        return self.search(EVERYTHING, run)

    def _totals(self, outer: tuple[int, ...], kept: NDArray[np.intp]) -> Iterator[int]:
        """Sums over all deals, times the denominator, of the kept candidates along the last span."""
        *lines, last = self.grid.axis
        pays: dict[int, Any] = dict(self.base)
        pays |= {line: self.grid.scaled(line)[place] for line, place in zip(lines, outer, strict=True)}
        along = holding(self.bound, array_of(self.grid.scaled(last))[kept])
        size = max(1, BATCH // max(1, self.contested))
        for start in range(0, len(along), size):
            yield from self._batch(pays | {last: along[start : start + size]}, len(along[start : start + size]))

    def _batch(self, pays: Mapping[int, Any], number: int) -> Iterator[int]:
        """The sums of that many candidates; the last line pays an array, the others a number."""
        paid = [self._paid(self.decisions.sets[place], pays) for place in self.varied]
        value, settled = self.value, self.settled_value
        along: list[tuple[Any, Integers, int]] = []
        for own, slope, of_settled in zip(paid, self.slopes, self.settled_slopes, strict=True):
            if isinstance(own, int):
                value = value + own * slope
                settled += own * of_settled
            else:
                along.append((own, slope, of_settled))
        totals = self._best_totals(value, along, number)
        for candidate, total in enumerate(totals):
            yield total + settled + sum(int(own[candidate]) * of_settled for own, _, of_settled in along)

    def _best_totals(self, value: Integers, along: list[tuple[Any, Integers, int]], number: int) -> list[int]:
        """Sums over the contested states of the best choice in each, for every candidate."""
        best: Any = None
        for choice in range(len(value)):
            worth: Any = np.broadcast_to(value[choice], (number, self.contested))
            for own, slope, _ in along:
                worth = worth + own[:, None] * slope[choice]
            best = worth if best is None else np.maximum(best, worth)
        if self.fits:
            totals: list[int] = (best @ self.weights).tolist()
            return totals
        return [dot(self.weights, row) for row in best]
