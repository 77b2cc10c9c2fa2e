"""Wagers on two hands of seven cards that are each set in two: the base wager, and a wager on pushes.

The counts are those of engines/two_hands/pairs.py: every pair of disjoint hands, by how their backs and fronts compare.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import card_name, hand_name
from analyzer.engines.choices import HandChoice, Question
from analyzer.engines.two_hands.best_settings import BestSettings, Departures, best_settings
from analyzer.engines.two_hands.fronts import FIRST_PAIR
from analyzer.engines.two_hands.pairs import PairCounts, count_pairs
from analyzer.engines.two_hands.set_hands import NO_ROW, SetHands, compare_ways, set_hands
from analyzer.engines.two_hands.settings import hand_settings
from analyzer.errors import SelectionError
from analyzer.game.house_way import HouseWay
from analyzer.game.model import Fees, Game, Pay, Paytable, PushWager, SetWager
from analyzer.pricing.moments import Outcome
from analyzer.pricing.results import WagerResult, priced
from analyzer.run.jobs import Run
from analyzer.run.store import Chunks

HAND = 7
NO_CARD = 255


def analyze_set(game: Game, wager: SetWager, paytables: Sequence[Paytable], run: Run) -> list[WagerResult]:
    solver = set_solver(game, wager, run)
    return [_base_result(solver, wager, paytable) for paytable in paytables]


def analyze_push(game: Game, wager: PushWager, paytables: Sequence[Paytable], run: Run) -> list[WagerResult]:
    solver = set_solver(game, wager, run)
    return [_push_result(solver, wager, paytable) for paytable in paytables]


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

    def best_at(self, pays: Fraction) -> BestSettings:
        """The same, if it is what the player should do: settings are chosen by wins less losses."""
        if pays != 1:
            raise SelectionError(
                f"the best settings are known where a win pays 1, not {pays}: "
                f"with another pay {self.game.id} can be analysed with player_sets = house_way only"
            )
        return self.best

    def _count_best(self) -> dict[str, NDArray[Any]]:
        found = best_settings(self.hands, self.limit, self.run, self._pieces("two-hands-best"))
        return {
            "cells": np.array(found.pairs.cells, dtype=np.int64),
            "rows": np.array([(row.hands, row.departs, row.gain) for row in found.rows], dtype=np.int64),
            "examples": np.array([row.example or (NO_CARD,) * HAND for row in found.rows], dtype=np.uint8),
            "ties": np.array([found.ties], dtype=np.int64),
        }


def _pair_counts(cells: NDArray[Any]) -> PairCounts:
    return PairCounts(tuple(tuple((int(low), int(high)) for low, high in row) for row in cells))


def _example(cards: NDArray[Any]) -> tuple[int, ...] | None:
    return None if cards[0] == NO_CARD else tuple(int(card) for card in cards)


# --- results ---------------------------------------------------------------------------------------------------------


def _base_result(solver: SetSolver, wager: SetWager, paytable: Paytable) -> WagerResult:
    optimal = wager.player_sets == "optimal"
    pays = paytable.pays[0].amount
    pairs = solver.best_at(pays).pairs if optimal else solver.pairs
    outcomes = [
        Outcome("win", pairs.win, Pay(pays), {"title": "Win"}),
        Outcome("push", pairs.push, Pay(Fraction(0)), {"title": "Push"}),
        Outcome("lose", pairs.lose, Pay(Fraction(-1)), {"title": "Lose"}),
    ]
    ev = (pays * pairs.win - pairs.lose) / pairs.deals
    extras: dict[str, Any] = {
        "copies": {
            "five_card": str(pairs.back_copies),
            "two_card": str(pairs.front_copies),
            "both": str(pairs.double_copies),
        },
        "house_way": house_way_document(solver),
    }
    if wager.fees is not None:
        extras["fees"] = fee_table(wager.fees, ev)
    if optimal:
        extras["departures"] = departures_document(solver)
    return priced(wager, paytable, pairs.deals, outcomes, extras=extras)


def _push_result(solver: SetSolver, wager: PushWager, paytable: Paytable) -> WagerResult:
    pairs = solver.pairs
    high, plain = paytable.pays
    pushes = (pairs.pushes(True), pairs.pushes(False))
    outcomes = [
        Outcome(wager.high_id, pushes[0], Pay(high.amount), {"title": wager.high_id.replace("-", " ").capitalize()}),
        Outcome("push", pushes[1], Pay(plain.amount), {"title": "Push"}),
        Outcome("lose", pairs.deals - sum(pushes), Pay(Fraction(-1)), {"title": "Lose"}),
    ]
    return priced(wager, paytable, pairs.deals, outcomes, extras={"house_way": house_way_document(solver)})


def house_way_document(solver: SetSolver) -> dict[str, Any]:
    """The rows with how many hands each decides; those that never decide are named."""
    by_row = solver.hands_by_row
    rows = [
        {"row": row.number, "name": row.name, "hands": str(hands)}
        for row, hands in zip(solver.way.rows, by_row, strict=True)
    ]
    idle = [row.name for row, hands in zip(solver.way.rows, by_row, strict=True) if hands == 0]
    return {"name": solver.way.name, "source": solver.way.source, "rows": rows, "rows_that_never_decide": idle}


def departures_document(solver: SetSolver) -> dict[str, Any]:
    """Where the best setting is another than the house way's, and what that is worth."""
    best = solver.best
    deals = best.pairs.deals
    hands = comb(solver.game.deck.size, HAND)
    rows = [
        {
            "row": row.number,
            "name": row.name,
            "hands": str(found.hands),
            "departs": str(found.departs),
            "gain": str(Fraction(found.gain, deals)),
            "example": hand_name(found.example) if found.example else None,
        }
        for row, found in zip(solver.way.rows, best.rows, strict=True)
    ]
    return {
        "hands": str(best.departs),
        "frequency": str(Fraction(best.departs, hands)),
        "gain": str(Fraction(best.gain, deals)),
        "ties": str(best.ties),
        "rows": rows,
    }


def fee_table(fees: Fees, ev: Fraction) -> list[dict[str, str]]:
    """The edge with the fee, for both seats, at each bet; for the dealer's seat the bet is the table's action."""
    rows = []
    for bet in fees.bets:
        player, dealer = (Fraction(_fee(steps, bet)) for steps in (fees.player, fees.dealer))
        rows.append(
            {
                "bet": str(bet),
                "player_fee": str(player),
                "player_ev": str(ev - player / bet),
                "player_dealer_fee": str(dealer),
                "player_dealer_ev": str(-ev - dealer / bet),
            }
        )
    return rows


def _fee(steps: Sequence[tuple[int, int]], bet: int) -> int:
    return [fee for start, fee in steps if start <= bet][-1]


# --- one hand, and two house ways ------------------------------------------------------------------------------------


def set_choices(question: Question, wager: SetWager) -> list[HandChoice]:
    """Every legal setting that no other dominates, against a house way hand of the other cards."""
    solver = set_solver(question.game, wager, question.run)
    pays = question.paytable.pays[0].amount
    choices = []
    for setting in hand_settings(solver.hands, question.cards):
        counts = {"win": setting.win, "push": setting.push, "loss": setting.lose}
        notes: dict[str, Any] = {}
        if setting.is_house_way:
            row = solver.way.rows[setting.row]
            notes = {"house_way": True, "row": row.number, "why": f"{row.name} ({row.why()})"}
        action = "front " + " ".join(card_name(card) for card in setting.front_cards)
        ev = (pays * setting.win - setting.lose) / sum(counts.values())
        choices.append(HandChoice(action, ev, counts, notes))
    return choices


def compare_house_ways(game: Game, one: HouseWay, other: HouseWay, run: Run) -> dict[str, Any]:
    """How many hands two house ways set differently, examples, and what that does to each wager."""
    differences = compare_ways(*(set_hands(game.deck, game.ranking, way).checked() for way in (one, other)))
    return {
        "house_ways": [one.name, other.name],
        "hands": str(sum(difference.hands for difference in differences)),
        "differences": [
            {
                "rows": [_row_name(way, row) for way, row in zip((one, other), difference.rows, strict=True)],
                "hands": str(difference.hands),
                "example": hand_name(difference.example),
            }
            for difference in differences
        ],
        "wagers": [
            _both_ways(game, wager, paytable, (one, other), run)
            for wager in game.wagers
            if isinstance(wager, SetWager | PushWager)
            for paytable in wager.paytables
        ],
    }


def _row_name(way: HouseWay, row: int) -> str:
    return "no row" if row == NO_ROW else f"{way.rows[row].number}: {way.rows[row].name}"


def _both_ways(
    game: Game, wager: SetWager | PushWager, paytable: Paytable, ways: Sequence[HouseWay], run: Run
) -> dict[str, Any]:
    evs = []
    for way in ways:
        solver = replace(set_solver(game, wager, run), way=way)
        if isinstance(wager, SetWager):
            evs.append(_base_result(solver, wager, paytable).ev)
        else:
            evs.append(_push_result(solver, wager, paytable).ev)
    first, second = evs
    assert first is not None
    assert second is not None
    return {
        "wager": wager.id,
        "paytable": paytable.id,
        "ev": [str(first), str(second)],
        "change": str(second - first),
    }
