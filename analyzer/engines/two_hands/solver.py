"""Two hands of seven cards that are each set in two: the counts that wagers are priced from, kept in the store.

pairs.py counts every pair of disjoint hands, by how their backs and fronts compare; best_settings.py the same where the
player sets each hand best. What a copy does is not part of a count of pairs, so all readings of it share one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.long_counts import showdowns_are_long
from analyzer.engines.two_hands.best_settings import BestSettings, Departures, best_settings
from analyzer.engines.two_hands.fronts import FIRST_PAIR
from analyzer.engines.two_hands.pairs import PairCounts, count_pairs, count_pairs_among
from analyzer.engines.two_hands.results import Payoff
from analyzer.engines.two_hands.set_hands import SetHands, set_hands
from analyzer.game.house_way import HouseWay
from analyzer.game.language import Copies
from analyzer.game.model import Game
from analyzer.game.plain import plain
from analyzer.game.wagers.set_in_two import PushWager, SetInTwoWager, SetQuestion
from analyzer.run.entries import Arrays
from analyzer.run.jobs import Run

HAND = 7
NO_CARD = 255
ONE = Fraction(1)


def set_solver(game: Game, wager: SetInTwoWager, run: Run) -> SetSolver:
    """The counts that a wager is priced from. Each wager on pushes has a limit of its own, or asks for more."""
    ways = wager.house_way, wager.dealers_way
    limit = push_limit(wager)
    high = wager.high if limit is None else ()
    return SetSolver(game, *ways, run, shared_limit(game, ways) if limit is None else limit, wager.copies, high)


def push_limit(wager: SetInTwoWager) -> int | None:
    """The least front with which a push pays more; None if more than the two fronts decides."""
    return None if wager.high_pair is None else FIRST_PAIR + wager.high_pair


def shared_limit(game: Game, ways: tuple[HouseWay, HouseWay]) -> int:
    """A limit for numbers that no limit changes: one that a wager on pushes needs, under this reading or another.

    So one count serves all of them. Never for a wager on pushes that has a limit itself.
    """
    pushes = [one for one in game.wagers if isinstance(one, PushWager) and (one.house_way, one.dealers_way) == ways]
    limits = [push_limit(wager) for wager in pushes]
    named = [question.least_pair for wager in pushes for question in wager.high if question.part == "front"]
    limits += [FIRST_PAIR + pair for pair in named if pair is not None]
    return next((limit for limit in limits if limit is not None), FIRST_PAIR)


@dataclass(frozen=True)
class SetSolver:
    """Counts under the house ways of both sides, kept in the store; `limit` is the least front that counts as high.

    With `high` a hand counts as high if it passes one of these questions, whatever the limit.
    """

    game: Game
    way: HouseWay
    dealers_way: HouseWay
    run: Run
    limit: int
    copies: Copies = "hand_not_won"
    high: tuple[SetQuestion, ...] = ()
    _best: dict[Fraction, BestSettings] = field(default_factory=dict, init=False, compare=False, repr=False)

    @cached_property
    def hands(self) -> SetHands:
        """All hands, set as the player's are; every one of them by some row, and none foul."""
        return set_hands(self.game.deck, self.game.ranking, self.way).checked()

    @cached_property
    def dealers_hands(self) -> SetHands:
        """All hands, set as the dealer's are."""
        if self.dealers_way == self.way:
            return self.hands
        return set_hands(self.game.deck, self.game.ranking, self.dealers_way, self.hands.kinds).checked()

    def _rules(self) -> dict[str, Any]:
        deck = self.game.deck
        ways = [way.compiled().tobytes().hex() for way in (self.way, self.dealers_way)]
        return {
            "deck": [deck.ranks, deck.suits, deck.jokers],
            "ranking": self.game.ranking.kernel_arguments,
            "rows": ways[0] if ways[0] == ways[1] else ways,
            "limit": self.limit,
        }

    @cached_property
    def _counted(self) -> Arrays:
        return self._kept("two-hands", self._rules(), self._count)

    def _kept(self, what: str, rules: dict[str, Any], count: Callable[[], Arrays]) -> Arrays:
        return self.run.store.arrays(what, rules, count, long=showdowns_are_long(self.game.deck, HAND))

    def _count(self) -> dict[str, NDArray[Any]]:
        other = None if self.dealers_way == self.way else self.dealers_hands
        kept = self.run.store.chunks("two-hands", self._rules())
        cells = count_pairs(self.hands, self.limit, self.run, kept, other).cells
        return {
            "cells": np.array(cells, dtype=np.int64),
            "by_row": np.array(self.hands.hands_by_row, dtype=np.int64),
        }

    @property
    def pairs(self) -> PairCounts:
        """Both sides by their house ways."""
        counted = _pair_counts(self._counted["cells"], self.copies)
        return self._with_high(counted) if self.high else counted

    def _with_high(self, counted: PairCounts) -> PairCounts:
        """The same pairs, split by whether one of the hands passes a question: all of them less those with neither."""
        rules = self._rules() | {"high": [plain(question) for question in self.high]}
        kept = self._kept("two-hands-among", rules, partial(self._count_neither, rules))
        cells = tuple(
            tuple((int(low), sum(both) - int(low)) for low, both in zip(*rows, strict=True))
            for rows in zip(kept["cells"], counted.cells, strict=True)
        )
        return PairCounts(cells, self.copies).checked(self.game.deck)

    def _count_neither(self, rules: dict[str, Any]) -> dict[str, NDArray[Any]]:
        sides = self.hands, self.dealers_hands
        asked = [[one for one in self.high if one.side == side] for side in ("player", "dealer")]
        own, other = (~hands.passing(questions) for hands, questions in zip(sides, asked, strict=True))
        kept = self.run.store.chunks("two-hands-among", rules)
        return {"cells": np.array(count_pairs_among(sides, (own, other), self.run, kept), dtype=np.int64)}

    @property
    def hands_by_row(self) -> tuple[int, ...]:
        return tuple(int(hands) for hands in self._counted["by_row"])

    def best(self, win: Fraction = ONE) -> BestSettings:
        """The player sets each hand best where a win pays that much, the other side by the house way."""
        if win not in self._best:
            payoff = Payoff(win, self.copies)
            rules = self._rules() | {"payoff": [str(win), self.copies]}
            kept = self._kept("two-hands-best", rules, partial(self._count_best, payoff, rules))
            rows = tuple(
                Departures(hands, departs, (first, second), _example(cards))
                for (hands, departs, first, second), cards in zip(kept["rows"].tolist(), kept["examples"], strict=True)
            )
            pairs = _pair_counts(kept["cells"], self.copies)
            self._best[win] = BestSettings(pairs, rows, int(kept["ties"][0]), payoff)
        return self._best[win]

    def _count_best(self, payoff: Payoff, rules: dict[str, Any]) -> dict[str, NDArray[Any]]:
        kept = self.run.store.chunks("two-hands-best", rules)
        best = best_settings(self.dealers_hands, self.limit, self.run, kept, payoff, self.hands)
        return {
            "cells": np.array(best.pairs.cells, dtype=np.int64),
            "rows": np.array([(row.hands, row.departs, *row.gains) for row in best.rows], dtype=np.int64),
            "examples": np.array([row.example or (NO_CARD,) * HAND for row in best.rows], dtype=np.uint8),
            "ties": np.array([best.ties], dtype=np.int64),
        }


def _pair_counts(cells: NDArray[Any], copies: Copies) -> PairCounts:
    return PairCounts(tuple(tuple((int(low), int(high)) for low, high in row) for row in cells), copies)


def _example(cards: NDArray[Any]) -> tuple[int, ...] | None:
    return None if cards[0] == NO_CARD else tuple(int(card) for card in cards)
