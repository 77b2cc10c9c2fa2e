"""Games whose player has seen cards that he should not: exchanges and reveals without an opponent, and one discard."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from analyzer.game.model import Game, Paytable
from analyzer.game.wagers.draw import SeenDrawWager
from analyzer.game.wagers.play import SeenPlayWager
from analyzer.game.wagers.solo import SeenExchangeWager, SeenRevealWager
from analyzer.pricing.seen_draws import SeenDrawSolver
from analyzer.pricing.seen_exchange import PlayedSeenExchange
from analyzer.pricing.seen_plays import SeenPlaySolver, play_terms
from analyzer.pricing.seen_reveal import PlayedSeenReveal
from analyzer.pricing.solo import reveal_bets
from analyzer.pricing.terms.model import LineSet, Play, PlayDifference, terms_of
from analyzer.pricing.terms.solo import exchange_play, reveal_play
from analyzer.run.jobs import Run


@dataclass(frozen=True)
class SeenExchangePlays:
    """`Plays` of such an exchange."""

    game: Game
    wager: SeenExchangeWager
    run: Run
    decided: bool = True

    @cached_property
    def counted(self) -> PlayedSeenExchange:
        return PlayedSeenExchange(self.game, self.wager, self.run)

    def best(self, paytable: Paytable) -> Play:
        best = self.counted.best(paytable)
        return exchange_play(self.counted.events, best.deals, best.events, best.choices)

    any_best = best

    def difference(self, _one: Paytable, _other: Paytable) -> PlayDifference | None:
        return None


@dataclass(frozen=True)
class SeenRevealPlays:
    """`Plays` of such a reveal."""

    game: Game
    wager: SeenRevealWager
    run: Run
    decided: bool = True

    @cached_property
    def counted(self) -> PlayedSeenReveal:
        return PlayedSeenReveal(self.game, self.wager, self.run)

    def best(self, paytable: Paytable) -> Play:
        best, events = self.counted.best(paytable), self.counted.events
        bets = reveal_bets(self.wager, events.nets(paytable))
        return reveal_play(events, bets, best.deals, best.outcomes, best.choices)

    any_best = best

    def difference(self, _one: Paytable, _other: Paytable) -> PlayDifference | None:
        return None


@dataclass(frozen=True)
class SeenDrawPlays:
    """`Plays` of one discard and a showdown: a win is paid by its line, an automatic one perhaps by a fixed amount."""

    game: Game
    wager: SeenDrawWager
    run: Run
    decided: bool = True

    @cached_property
    def counted(self) -> SeenDrawSolver:
        return SeenDrawSolver(self.game, self.wager, self.run)

    def best(self, paytable: Paytable) -> Play:
        solved, draw = self.counted.solved(paytable), self.wager.draw
        constant = Fraction(-sum(solved.totals["lose"]))
        factors: list[tuple[LineSet, int]] = []
        for name, fixed in (("win", draw.win_pays), ("automatic-win", draw.automatic_win_pays)):
            if fixed is None:
                factors += zip(self.counted.sets, solved.totals[name], strict=True)
            else:
                constant += fixed * sum(solved.totals[name])
        return Play(terms_of(solved.deals, constant, factors, self.wager.overlap), solved.choices)

    any_best = best

    def difference(self, _one: Paytable, _other: Paytable) -> PlayDifference | None:
        return None


@dataclass(frozen=True)
class SeenPlayPlays:
    """`Plays` of two decisions over community cards: a line pays a bonus on the Ante."""

    game: Game
    wager: SeenPlayWager
    run: Run
    decided: bool = True

    @cached_property
    def counted(self) -> SeenPlaySolver:
        return SeenPlaySolver(self.game, self.wager, self.run)

    def best(self, paytable: Paytable) -> Play:
        solved = self.counted.solved(paytable)
        constant, factors = play_terms(self.wager, solved)
        return Play(terms_of(solved.deals, constant, factors, self.wager.overlap), solved.choices)

    any_best = best

    def difference(self, _one: Paytable, _other: Paytable) -> PlayDifference | None:
        return None
