"""Designs of wagers with decisions: every candidate is played best again.

A state is contested if some pays in the ranges make another choice the best; only these are solved for each candidate,
all at once. The others are summed once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import ceil, floor, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.decisions import MOST_VALUE, scaled
from analyzer.design_grid import Grid, Range
from analyzer.game import Overlap
from analyzer.linear import LinearDecisions, exact_dot
from analyzer.run import Run

# Numbers in one batch of states and candidates: small enough for a processor's cache.
BATCH = 1 << 16


@dataclass(frozen=True)
class Term:
    """Line sets that are paid alike whatever the candidate: the most of some varied lines and a fixed pay.

    `low` and `high` are what they are paid where all of these lines have their least and their largest pay.
    """

    varied: tuple[int, ...]
    least: int
    low: int
    high: int

    def paid(self, pays: Mapping[int, Any]) -> Any:
        """What a candidate pays, or an array of candidates."""
        paid: Any = self.least
        for line in self.varied:
            paid = np.maximum(paid, pays[line])
        return paid


def term_of(lines: Sequence[int], overlap: Overlap, grid: Grid) -> Term:
    """The term of a line set. Pays are 0 or more, so without a fixed line the least is 0."""
    paid = (min(lines),) if overlap == "first" else tuple(lines)
    varied = tuple(line for line in paid if line in grid.axis)
    least = max((grid.scaled(line)[0] for line in paid if line not in grid.axis), default=0)
    ends = ([least, *(grid.scaled(line)[end] for line in varied)] for end in (0, -1))
    low, high = map(max, ends)
    return Term(varied, least, low, high)


class DecidedTable:
    """States whose best choice depends on the varied pays; the others are summed once and for all."""

    def __init__(self, decisions: LinearDecisions, grid: Grid) -> None:
        self.decisions, self.grid = decisions, grid
        self.weights: NDArray[np.int64]
        self.settled_slopes: list[int]
        every = [Fraction(pay) for span in grid.spans for pay in span.pays]
        # Refuses an overflow. Leads (_split) are at most four times all deals at the largest pay and a stake.
        scaled([*every, *(pay.amount for pay in grid.base.pays), Fraction(1)], 8 * decisions.deals)
        value, automatic_value = decisions.fixed * grid.denominator, 0
        slopes: dict[Term, NDArray[np.int64]] = {}
        automatic: Counter[Term] = Counter()
        for lines, slope, own in zip(decisions.sets, decisions.slopes, decisions.settled_slopes, strict=True):
            term = term_of(lines, decisions.overlap, grid)
            if not term.varied:
                value = value + term.least * slope
                automatic_value += term.least * own
                continue
            slopes[term] = slopes[term] + slope if term in slopes else slope
            automatic[term] += own
        self.terms = list(slopes)
        self._split(value, list(slopes.values()))
        self.settled_value += automatic_value
        self.settled_slopes = [own + automatic[term] for own, term in zip(self.settled_slopes, self.terms, strict=True)]
        most = int(self.weights.sum()) * decisions.deals
        largest = max(max(grid.scaled(line)) for line in range(len(grid.lines)))
        self.fits = most * (largest + grid.denominator) < MOST_VALUE

    def _split(self, value: NDArray[np.int64], slopes: list[NDArray[np.int64]]) -> None:
        """A choice is contested if it is better than the first best one anywhere in the ranges."""
        start = value + sum(slope * term.low for slope, term in zip(slopes, self.terms, strict=True))
        first = np.argmax(start, axis=1)[:, None]
        lead = value - np.take_along_axis(value, first, axis=1)
        for slope, term in zip(slopes, self.terms, strict=True):
            change = slope - np.take_along_axis(slope, first, axis=1)
            lead = lead + np.maximum(change * term.low, change * term.high)
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
        *others, last = self.grid.axis
        pays: dict[int, Any] = {line: self.grid.scaled(line)[i] for line, i in zip(others, outer, strict=True)}
        value, settled = self.value, self.settled_value
        moving = []
        for place, term in enumerate(self.terms):
            if last in term.varied:
                moving.append(place)
            else:
                paid = int(term.paid(pays))
                value = value + paid * self.slopes[place]
                settled += paid * self.settled_slopes[place]
        if not moving:  # every candidate's hands are paid by other lines
            yield from [int(exact_dot(self.weights, value.max(axis=0))) + settled] * len(kept)
            return
        along = np.array(self.grid.scaled(last), dtype=np.int64)[kept]
        size = max(1, BATCH // max(1, self.contested))
        for start in range(0, len(along), size):
            paid_here = [self.terms[i].paid({**pays, last: along[start : start + size]}) for i in moving]
            yield from self._batch(value, settled, moving, paid_here)

    def _batch(
        self, value: NDArray[np.int64], settled: int, moving: Sequence[int], paid: Sequence[NDArray[np.int64]]
    ) -> Iterator[int]:
        """The totals of some candidates, given what each pays for the terms that move."""

        def worth(choice: int) -> NDArray[np.int64]:
            sums: NDArray[np.int64] = value[choice] + sum(
                own[:, None] * self.slopes[i][choice] for i, own in zip(moving, paid, strict=True)
            )
            return sums

        best = worth(0)
        for choice in range(1, len(value)):
            np.maximum(best, worth(choice), out=best)
        totals = (best @ self.weights).tolist() if self.fits else [exact_dot(self.weights, row) for row in best]
        for candidate, total in enumerate(totals):
            own = sum(int(pays[candidate]) * self.settled_slopes[i] for i, pays in zip(moving, paid, strict=True))
            yield total + settled + own
