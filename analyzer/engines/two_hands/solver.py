"""Two hands of seven cards that are each set in two: the counts that wagers are priced from, kept in the store.

pairs.py counts every pair of disjoint hands, by how their backs and fronts compare; best_settings.py the same where the
player sets each hand best.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.two_hands.best_settings import BestSettings, Departures, best_settings
from analyzer.engines.two_hands.fronts import FIRST_PAIR
from analyzer.engines.two_hands.pairs import PairCounts, count_pairs
from analyzer.engines.two_hands.set_hands import SetHands, set_hands
from analyzer.game.house_way import HouseWay
from analyzer.game.model import Game, PushWager, SetWager
from analyzer.run.jobs import Run
from analyzer.run.store import Chunks

HAND = 7
NO_CARD = 255


def set_solver(game: Game, wager: SetWager | PushWager, run: Run) -> SetSolver:
    """The counts that a wager is priced from. Each wager on pushes has a limit of its own."""
    limit = push_limit(wager) if isinstance(wager, PushWager) else shared_limit(game, wager.house_way)
    return SetSolver(game, wager.house_way, run, limit)


def push_limit(wager: PushWager) -> int:
    """The least front with which a push pays more."""
    return FIRST_PAIR + wager.high_pair


def shared_limit(game: Game, way: HouseWay) -> int:
    """A limit for numbers that no limit changes: one that a wager on pushes needs anyway, so that a count serves both.

    Never for a wager on pushes itself.
    """
    return next(
        (push_limit(wager) for wager in game.wagers if isinstance(wager, PushWager) and wager.house_way == way),
        FIRST_PAIR,
    )


@dataclass(frozen=True)
class SetSolver:
    """Counts under one house way, kept in the store; `limit` is the least front that counts as high."""

    game: Game
    way: HouseWay
    run: Run
    limit: int

    @cached_property
    def hands(self) -> SetHands:
        """All hands, set; every one of them by some row, and none foul."""
        return set_hands(self.game.deck, self.game.ranking, self.way).checked()

    def _rules(self) -> dict[str, Any]:
        deck = self.game.deck
        return {
            "deck": [deck.ranks, deck.suits, deck.jokers],
            "ranking": self.game.ranking.kernel_arguments,
            "rows": self.way.compiled().tobytes().hex(),
            "limit": self.limit,
        }

    def _pieces(self, what: str) -> Chunks:
        return self.run.store.chunks(what, self._rules())

    @cached_property
    def _counted(self) -> dict[str, NDArray[Any]]:
        return self.run.store.arrays("two-hands", self._rules(), self._count)

    def _count(self) -> dict[str, NDArray[Any]]:
        cells = count_pairs(self.hands, self.limit, self.run, self._pieces("two-hands")).cells
        return {
            "cells": np.array(cells, dtype=np.int64),
            "by_row": np.array(self.hands.hands_by_row, dtype=np.int64),
        }

    @property
    def pairs(self) -> PairCounts:
        """Both sides by the house way."""
        return _pair_counts(self._counted["cells"])

    @property
    def hands_by_row(self) -> tuple[int, ...]:
        return tuple(int(hands) for hands in self._counted["by_row"])

    @cached_property
    def best(self) -> BestSettings:
        """The player sets each hand best, the other side by the house way."""
        kept = self.run.store.arrays("two-hands-best", self._rules(), self._count_best)
        rows = tuple(
            Departures(int(hands), int(departs), int(gain), _example(cards))
            for (hands, departs, gain), cards in zip(kept["rows"], kept["examples"], strict=True)
        )
        return BestSettings(_pair_counts(kept["cells"]), rows, int(kept["ties"][0]))

    def _count_best(self) -> dict[str, NDArray[Any]]:
        best = best_settings(self.hands, self.limit, self.run, self._pieces("two-hands-best"))
        return {
            "cells": np.array(best.pairs.cells, dtype=np.int64),
            "rows": np.array([(row.hands, row.departs, row.gain) for row in best.rows], dtype=np.int64),
            "examples": np.array([row.example or (NO_CARD,) * HAND for row in best.rows], dtype=np.uint8),
            "ties": np.array([best.ties], dtype=np.int64),
        }


def _pair_counts(cells: NDArray[Any]) -> PairCounts:
    return PairCounts(tuple(tuple((int(low), int(high)) for low, high in row) for row in cells))


def _example(cards: NDArray[Any]) -> tuple[int, ...] | None:
    return None if cards[0] == NO_CARD else tuple(int(card) for card in cards)
