"""Designs of wagers with decisions: every candidate is played best again.

A state is contested if some pays in the ranges make another choice the best; only these are solved for each candidate,
all at once. The others are summed once.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import ceil, floor, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.decisions import MOST_VALUE
from analyzer.design_grid import Grid, Range
from analyzer.linear import LinearDecisions, exact_dot
from analyzer.run import Run

# Numbers in one batch of states and candidates: small enough for a processor's cache.
BATCH = 1 << 16


class DecidedTable:
    """States whose best choice depends on the varied pays; the others are summed once and for all."""

    def __init__(self, decisions: LinearDecisions, grid: Grid) -> None:
        self.decisions, self.grid = decisions, grid
        self.weights: NDArray[np.int64]
        self.settled_slopes: list[int]
        unit = grid.denominator
        largest = [max(grid.scaled(line), key=abs) for line in range(len(grid.lines))]
        self.bound = decisions.bound(largest, unit)
        # Differences of two values are at most twice the bound, which 64 bits hold.
        self.kind: Any = np.int64 if self.bound < MOST_VALUE else object
        value = decisions.fixed.astype(self.kind) * unit
        for line in range(len(decisions.slopes)):
            if line not in grid.axis:
                value = value + grid.scaled(line)[0] * decisions.slopes[line].astype(self.kind)
        self.varied = list(grid.axis)
        self.pays = [grid.scaled(line) for line in self.varied]
        slopes = [decisions.slopes[line].astype(self.kind) for line in self.varied]
        self._split(value, slopes)
        fixed = (line for line in range(len(decisions.settled_slopes)) if line not in grid.axis)
        self.settled_value += sum(grid.scaled(line)[0] * decisions.settled_slopes[line] for line in fixed)
        automatic = [decisions.settled_slopes[line] for line in self.varied]
        self.settled_slopes = [own + more for own, more in zip(self.settled_slopes, automatic, strict=True)]
        self.fits = int(self.weights.sum()) * self.bound < MOST_VALUE

    def _split(self, value: NDArray[Any], slopes: list[NDArray[Any]]) -> None:
        """A choice is contested if it is better than the first best one anywhere in the ranges."""
        pays = self.pays
        start = value + sum(slope * own[0] for slope, own in zip(slopes, pays, strict=True))
        first = np.argmax(start, axis=1)[:, None]
        lead = value - np.take_along_axis(value, first, axis=1)
        for slope, own in zip(slopes, pays, strict=True):
            change = slope - np.take_along_axis(slope, first, axis=1)
            lead = lead + np.maximum(change * min(own), change * max(own))
        contested = (lead > 0).any(axis=1)
        weights = self.decisions.weights
        settled = ~contested
        rows = np.flatnonzero(settled)
        at = first[rows, 0]
        self.settled_value = exact_dot(weights[rows], value[rows, at])
        self.settled_slopes = [exact_dot(weights[rows], slope[rows, at]) for slope in slopes]
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

    def _totals(self, outer: tuple[int, ...], kept: NDArray[np.intp]) -> Iterator[int]:
        """Sums over all deals, times the denominator, of the kept candidates along the last span."""
        value, settled = self.value, self.settled_value
        for pays, slope, own, i in zip(self.pays, self.slopes, self.settled_slopes, outer, strict=False):
            value = value + pays[i] * slope
            settled += pays[i] * own
        last = np.array(self.pays[-1], dtype=self.kind)[kept]
        size = max(1, BATCH // max(1, self.contested))
        for start in range(0, len(last), size):
            pays_here = last[start : start + size, None]
            best = value[0] + pays_here * self.slopes[-1][0]
            for choice in range(1, len(value)):
                np.maximum(best, value[choice] + pays_here * self.slopes[-1][choice], out=best)
            totals = (best @ self.weights).tolist() if self.fits else [exact_dot(self.weights, row) for row in best]
            for pay, total in zip(pays_here[:, 0].tolist(), totals, strict=True):
                yield total + settled + pay * self.settled_slopes[-1]
