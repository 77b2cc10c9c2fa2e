"""Designs of wagers that are played anew under every paytable: one candidate after the other, on one count."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import product

from analyzer.change.design.grid import EVERYTHING, CandidateGrid, Range
from analyzer.change.design.misses import Placed
from analyzer.game.model import Paytable
from analyzer.game.pay import Pay
from analyzer.pricing.played import PlayedWager
from analyzer.run.jobs import Run

# About 0.15 seconds each on one core for video poker: a quarter of an hour on two cores.
MAX_PLAYED = 10_000


class PlayedTable:
    """Every candidate of a grid, each with its own best play."""

    def __init__(self, counted: PlayedWager, grid: CandidateGrid) -> None:
        self.counted, self.grid = counted, grid
        self._priced: dict[tuple[int, ...], Fraction] = {}

    def search(self, edge: Range, run: Run) -> Iterator[tuple[tuple[int, ...], Fraction]]:
        """(place, expected result) of the candidates whose house edge is in the range."""
        places = [place for place in product(*map(range, self.grid.sizes)) if self._keeps_order(place)]
        if not places:
            return
        self._expectation(places[0])  # what is counted once is ready before threads share it
        with run.steps("paytables", len(places)) as step, ThreadPoolExecutor(run.jobs) as pool:
            for place, ev in zip(places, pool.map(self._expectation, places), strict=True):
                if edge.has(-ev):
                    yield place, ev
                step()

    def every(self, _edge: Range, run: Run) -> Iterator[Placed]:
        """All candidates, whatever their house edge; those that were priced before are kept."""
        return self.search(EVERYTHING, run)

    def _expectation(self, place: tuple[int, ...]) -> Fraction:
        if place not in self._priced:
            pays = tuple(Pay(pay) for pay in self.grid.pays(place))
            self._priced[place] = self.counted.expectation(Paytable("candidate", pays))
        return self._priced[place]

    def _keeps_order(self, place: tuple[int, ...]) -> bool:
        pays = self.grid.pays(place)
        return all(
            pays[one] > pays[other] if strict else pays[one] >= pays[other]
            for one, other, strict in self.grid.order
            if one in self.grid.axis or other in self.grid.axis
        )
