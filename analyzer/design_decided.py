"""Designs of wagers with decisions: every candidate is played best again.

A state is contested if some pays in the ranges make another choice the best; only these are solved for each candidate,
all at once. The others are summed once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import prod

import numpy as np
from numpy.typing import NDArray

from analyzer.decisions import MOST_VALUE, scaled
from analyzer.design_grid import Grid, Range
from analyzer.linear import LinearDecisions, exact_dot
from analyzer.run import Run


class DecidedTable:
    """States whose best choice depends on the varied pays; the others are summed once and for all."""

    def __init__(self, decisions: LinearDecisions, grid: Grid) -> None:
        self.decisions, self.grid = decisions, grid
        every = [Fraction(pay) for span in grid.spans for pay in span.pays]
        scaled([*every, *(pay.amount for pay in grid.base.pays), Fraction(1)], decisions.deals)  # refuses an overflow
        unit = grid.denominator
        value = decisions.fixed * unit
        for line in range(len(decisions.slopes)):
            if line not in grid.axis:
                value = value + grid.scaled(line)[0] * decisions.slopes[line]
        self.varied = list(grid.axis)
        slopes = [decisions.slopes[line] for line in self.varied]
        self._split(value, slopes, [grid.scaled(line) for line in self.varied])

    def _split(self, value: NDArray[np.int64], slopes: list[NDArray[np.int64]], pays: list[list[int]]) -> None:
        """A choice is contested if it is better than the first best one anywhere in the ranges."""
        start = value + sum(slope * own[0] for slope, own in zip(slopes, pays, strict=True))
        first = np.argmax(start, axis=1)[:, None]
        lead = value - np.take_along_axis(value, first, axis=1)
        for slope, own in zip(slopes, pays, strict=True):
            change = slope - np.take_along_axis(slope, first, axis=1)
            lead = lead + np.maximum(change * own[0], change * own[-1])
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
        grid, sizes = self.grid, self.grid.sizes
        with run.steps("paytables", prod(sizes[:-1])) as step:
            for outer in product(*(range(size) for size in sizes[:-1])):
                block = (*(slice(i, i + 1) for i in outer), slice(None))
                order = grid.in_order(block)
                every = np.ones(sizes[-1], dtype=bool)
                kept = every if order is None else every & order.reshape(-1)
                for last, ev in self._line(outer, kept):
                    if edge.has(-ev):
                        yield (*outer, last), ev
                step()

    def _line(self, outer: tuple[int, ...], kept: NDArray[np.bool_]) -> Iterator[tuple[int, Fraction]]:
        """All kept candidates along the last span."""
        pays = [self.grid.scaled(line)[i] for line, i in zip(self.varied, outer, strict=False)]
        value = self.value
        for pay, slope in zip(pays, self.slopes, strict=False):
            value = value + pay * slope
        most = int(np.abs(self.weights).sum()) * self.decisions.deals * self.grid.denominator
        largest = max(max(self.grid.scaled(line)) for line in range(len(self.grid.lines)))
        safe = most * (largest + 1) < MOST_VALUE
        for last, pay in enumerate(self.grid.scaled(self.varied[-1])):
            if kept[last]:
                best = (value + pay * self.slopes[-1]).max(axis=0)
                total = int(best @ self.weights) if safe else exact_dot(self.weights, best)
                yield last, self._expectation(total, [*pays, pay])

    def _expectation(self, contested: int, varied: Sequence[int]) -> Fraction:
        decisions, unit = self.decisions, self.grid.denominator
        total = contested + self.settled_value
        total += sum(pay * slope for pay, slope in zip(varied, self.settled_slopes, strict=True))
        of_line = dict(zip(self.varied, varied, strict=True))
        for line, slope in enumerate(decisions.settled_slopes):
            total += slope * of_line.get(line, self.grid.scaled(line)[0])
        return (Fraction(total, unit) + decisions.settled_fixed) / (decisions.hands * decisions.deals)
