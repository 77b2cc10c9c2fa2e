"""Wagers beside the main one that depend on what the player does: priced, and played as the main one demands.

Their pays decide nothing: the player plays for the main wager, under the first of its paytables. Where it has several,
the results under the others are given too.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.duel.by_hand import colex, discard_table, one_street_table, two_streets_table
from analyzer.engines.duel.discard import DrawSolver
from analyzer.engines.duel.one_street import OneStreet
from analyzer.engines.duel.side import count_side
from analyzer.engines.duel.two_streets import TwoStreets
from analyzer.engines.tally import LineCounts
from analyzer.game.model import Game, Paytable
from analyzer.game.wagers.draw import DrawWager
from analyzer.game.wagers.play import PlayWager
from analyzer.game.wagers.side import SideWager
from analyzer.pricing.details import SideDetails
from analyzer.pricing.kinds.registry import kind_of
from analyzer.pricing.lines import line_outcomes, never_paid
from analyzer.pricing.moments import mean_of
from analyzer.pricing.played import Dealt, Played, Player, Way
from analyzer.pricing.played_exchange import exchange_of
from analyzer.pricing.results import WagerResult, priced
from analyzer.pricing.solvers import Solvers
from analyzer.run.jobs import Run

JOKER_COLUMN = 52
PLAYS = 63


def analyze_side(solvers: Solvers, wager: SideWager, paytables: Sequence[Paytable]) -> list[WagerResult]:
    counted = CountedSide(solvers.game, wager, solvers.run)
    return [counted.result(paytable) for paytable in paytables]


def side_counts(game: Game, wager: SideWager, run: Run) -> LineCounts:
    """What is counted where the player plays for the first paytable of the main wager."""
    return CountedSide(game, wager, run).counts()


class CountedSide:
    """`PlayedWager` of such a wager: counted for each paytable of the main one that is asked for."""

    def __init__(self, game: Game, wager: SideWager, run: Run) -> None:
        self.game, self.wager, self.run = game, wager, run
        self._counts: dict[str, LineCounts] = {}

    def counts(self, main: Paytable | None = None) -> LineCounts:
        """Under a paytable of the main wager; its first one if none is given."""
        main = main or self.wager.main.paytables[0]
        if main.id not in self._counts:
            self._counts[main.id] = count_side(self.game, self.wager, main, self.run)
        return self._counts[main.id]

    def result(self, paytable: Paytable) -> WagerResult:
        counts, mains = self.counts(), self.wager.main.paytables
        outcomes = line_outcomes(self.wager.lined, paytable, counts)
        evs = {main.id: self.expectation(paytable, main) for main in mains}
        details = SideDetails(self.wager.main.id, mains[0].id, evs)
        warnings = never_paid(self.wager.lined, paytable, counts) + details.notes()
        return priced(self.wager, paytable, counts.deals, outcomes, warnings=warnings, details=details)

    def expectation(self, paytable: Paytable, main: Paytable | None = None) -> Fraction:
        counts = self.counts(main)
        return mean_of(line_outcomes(self.wager.lined, paytable, counts), counts.deals).amount

    def held(self, _played: Paytable, paid: Paytable) -> Fraction:
        return self.expectation(paid)

    def player(self, _paytable: Paytable) -> Player:
        main = self.wager.main
        return kind_of(main).player(self.game, main, main.paytables[0], self.run)


# --- a player who plays for the main wager ---------------------------------------------------------------------------


def discard_player(game: Game, main: DrawWager, paytable: Paytable, run: Run) -> Player:
    solver = DrawSolver(game, main, run)
    best = solver.choices(paytable).best
    # Who wins at once keeps his cards.
    kept = np.where(solver.wins_at_once(best), main.player.cards, best)
    return DiscardPlayer(game, main, discard_table(solver, paytable, kept))


def betting_player(game: Game, main: PlayWager, paytable: Paytable, run: Run) -> Player:
    if main.community is None:
        return BettingPlayer(game, main, one_street_table(OneStreet(game, main, run), paytable))
    return BettingPlayer(game, main, two_streets_table(TwoStreets(game, main, run), paytable))


class BettingPlayer:
    """`Player` who folds or bets; `table` has his decisions by colex index of his cards (engines/duel/by_hand.py)."""

    def __init__(self, game: Game, main: PlayWager, table: NDArray[np.uint64]) -> None:
        assert game.rules is not None
        self.table, self.stages = table, game.rules.stages
        names = [[choice.name for choice in stage.choices] for stage in self.stages]
        later: list[Way] = [((1, name),) for name in names[1]] if main.community is not None else [()]
        fold: Way = ((0, names[0][0]),)
        self.ways: list[Way] = [fold, *(((0, names[0][1]), *way) for way in later)]

    def play(self, dealt: Dealt) -> Played:
        own = np.concatenate([dealt[group] for group in self.stages[0].sees], axis=1)
        decided = self.table[colex(np.sort(own, axis=1))]
        taken = (decided >> np.uint64(PLAYS)).astype(np.intp)
        if len(self.stages) > 1:
            (seen,) = self.stages[1].sees
            cards = np.minimum(dealt[seen][:, 0], JOKER_COLUMN).astype(np.uint64)
            taken += taken * (decided >> cards & np.uint64(1)).astype(np.intp)
        return Played(self.ways, taken)


class DiscardPlayer:
    """`Player` who exchanges one card or none; `table` has the place of the discard by colex index of his cards."""

    def __init__(self, game: Game, main: DrawWager, table: NDArray[np.uint8]) -> None:
        self.number, self.exchange = exchange_of(game)
        self.cards, self.table = main.player.cards, table
        self.ways: list[Way] = [((self.number, "stand-pat"),), ((self.number, "discard"),)]

    def play(self, dealt: Dealt) -> Played:
        own = np.sort(dealt[self.exchange.taken_from], axis=1)
        place = self.table[colex(own)].astype(np.intp)
        discards = place < self.cards
        made, rows = own.copy(), np.flatnonzero(discards)
        made[rows, place[rows]] = dealt[self.exchange.draw][rows, 0]
        return Played(self.ways, discards.astype(np.intp), {self.exchange.makes: made})
