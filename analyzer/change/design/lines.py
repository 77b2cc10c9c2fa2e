"""Designs of wagers without decisions: sums over all deals as arrays over the grid of candidates.

A deal is paid by the line that pays most of those it satisfies (or by all of them, if the wager says so), so the
expected result is a sum of terms in which only the varied lines move: most in one of them, some in the larger of two.
The terms are tables, a block of candidates is their sum, and the target is two integers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from math import ceil, floor, lcm
from typing import Any

import numpy as np

from analyzer.change.design.grid import Candidate, CandidateGrid, Range, cut_out
from analyzer.change.design.misses import Placed, extremes
from analyzer.integers import MAX_VALUE, Integers
from analyzer.pricing.paid_deals import PaidDeals
from analyzer.run.jobs import Run


def staked(rows: Sequence[PaidDeals], stake: Fraction) -> list[PaidDeals]:
    """The same where the stake is in what a line pays."""
    return [replace(row, plus=row.plus - stake) if row.lines else row for row in rows]


class LineTable:
    """Sums over all deals as functions of the varied pays, in integers."""

    def __init__(self, rows: Sequence[PaidDeals], grid: CandidateGrid, *, all_paid: bool = False) -> None:
        self.grid, self.all_paid = grid, all_paid
        self.unit = lcm(grid.denominator, *(row.plus.denominator for row in rows))
        self.deals = sum(row.count for row in rows)
        self.groups: dict[tuple[tuple[int, ...], int, int], int] = {}
        for row in rows:
            varied = tuple(line for line in row.lines if line in grid.axis)
            rest = [self._pay(line, 0) for line in row.lines if line not in grid.axis]
            key = (varied, sum(rest) if all_paid else max(rest, default=0), int(row.plus * self.unit))
            self.groups[key] = self.groups.get(key, 0) + row.count
        # No sum of counts times net results, complete or not, is larger than this.
        most = max((max(grid.scaled(line)) for line in range(len(grid.lines))), default=0)
        plus = max((abs(key[2]) for key in self.groups), default=0)
        most *= len(grid.lines) if all_paid else 1
        bound = (most * (self.unit // grid.denominator) + plus) * self.deals
        self.dtype: Any = np.int64 if bound < MAX_VALUE else object

    def _pay(self, line: int, index: int) -> int:
        return self.grid.scaled(line)[index] * (self.unit // self.grid.denominator)

    def _values(self, line: int) -> Integers:
        return self.grid.line_values(line).astype(self.dtype) * (self.unit // self.grid.denominator)

    def totals(self, block: tuple[slice, ...]) -> Integers:
        """Net results summed over all deals, of each candidate of a block, times `unit`."""
        total: Any = np.full([1] * len(block), self._fixed, dtype=self.dtype)
        for term in self._terms:
            total = total + cut_out(term, block)
        shape = [len(range(*part.indices(size))) for part, size in zip(block, self.grid.sizes, strict=True)]
        return np.broadcast_to(total, shape)

    @cached_property
    def _fixed(self) -> int:
        return sum(count * (most + plus) for (varied, most, plus), count in self.groups.items() if not varied)

    @cached_property
    def _terms(self) -> list[Integers]:
        """One array a set of varied lines, each only as large as these lines' spans."""
        terms: dict[tuple[int, ...], Any] = {}
        for (varied, most, plus), count in self.groups.items():
            if varied:
                join: Any = np.add if self.all_paid else np.maximum
                paid: Any = self._values(varied[0])
                for line in varied[1:]:
                    paid = join(paid, self._values(line))
                term = (join(paid, most) + plus) * count
                terms[varied] = terms[varied] + term if varied in terms else term
        return list(terms.values())

    def search(self, edge: Range, run: Run) -> Iterator[tuple[int, ...]]:
        """Places of the candidates whose house edge is in the range."""
        scale = self.deals * self.unit
        low, high = ceil(-edge.high * scale), floor(-edge.low * scale)
        blocks = list(self.grid.blocks())
        with run.steps("paytables", len(blocks)) as step:
            for block in blocks:
                totals = self.totals(block)
                good = (totals >= low) & (totals <= high)
                kept = self.grid.in_order(block)
                good = good if kept is None else good & kept
                start = [part.start or 0 for part in block]
                for place in np.argwhere(good.astype(bool)):
                    yield tuple(int(i) + first for i, first in zip(place, start, strict=True))
                step()

    def every(self, edge: Range, run: Run) -> Iterator[Placed]:
        """Of each block of candidates those that can be the nearest to the range, the least or the greatest of all."""
        scale = self.deals * self.unit
        low, high = ceil(-edge.high * scale), floor(-edge.low * scale)
        blocks = list(self.grid.blocks())
        with run.steps("nearest paytables", len(blocks)) as step:
            for block in blocks:
                start = [part.start or 0 for part in block]
                for place, total in extremes(self.totals(block), self.grid.in_order(block), start, low, high):
                    yield place, Fraction(total, scale)
                step()

    def candidate(self, place: Sequence[int]) -> Candidate:
        """Exact moments of one candidate."""
        first = second = hits = 0
        for (varied, most, plus), count in self.groups.items():
            pays = [most, *(self._pay(line, place[self.grid.axis[line]]) for line in varied)]
            net = (sum(pays) if self.all_paid else max(pays)) + plus
            first += count * net
            second += count * net * net
            hits += count if net > 0 else 0
        mean = Fraction(first, self.deals * self.unit)
        variance = Fraction(second, self.deals * self.unit**2) - mean**2
        return Candidate(self.grid.pays(place), -mean, Fraction(hits, self.deals), variance)
