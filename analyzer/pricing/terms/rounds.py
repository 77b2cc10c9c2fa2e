"""Any round of the language: some bets are paid by a line, others by rows that name what they pay."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from analyzer.engines.rounds.round import AnyRound, Ended
from analyzer.engines.rounds.ways import unit_of
from analyzer.game.model import Game, Paytable
from analyzer.game.wagers.rounds import RoundWager
from analyzer.pricing.rounds import choice_name
from analyzer.pricing.terms.model import LineSet, Play, PlayDifference, terms_of
from analyzer.run.jobs import Run


@dataclass(frozen=True)
class RoundPlays:
    """`Plays` of a round; one that is made beside another wager is played for that one, whatever it pays itself."""

    game: Game
    wager: RoundWager
    run: Run

    @property
    def decided(self) -> bool:
        return self.wager.main is None and self.wager.has_decisions

    @cached_property
    def counted(self) -> AnyRound:
        return AnyRound(self.game, self.wager)

    def best(self, paytable: Paytable) -> Play:
        solved = self.counted.solved(paytable, self.run)
        constant = Fraction(0)
        factors: list[tuple[LineSet, Fraction]] = []
        for one in solved.ended:
            fixed, by_lines = self._split(one)
            constant += one.count * fixed
            if one.paid is not None and by_lines:
                factors.append((one.paid.lines, one.count * by_lines))
        choices = {choice_name(self.wager, stage, name): share for (stage, name), share in solved.choices.items()}
        return Play(terms_of(solved.deals, constant, factors, self.wager.overlap), choices)

    any_best = best

    def _split(self, one: Ended) -> tuple[Fraction, Fraction]:
        """The net result as far as no line pays it, and the units that the line pays."""
        paid = one.paid
        if paid is None:
            return one.net, Fraction(0)
        unit = unit_of(self.wager)
        bets = list(zip(self.counted.amounts(one.end), paid.pays, paid.by_line, strict=True))
        fixed = sum((amount * pays for amount, pays, by_line in bets if not by_line), Fraction(0))
        by_lines = sum((amount for amount, _, by_line in bets if by_line), Fraction(0))
        return fixed / unit, by_lines / unit

    def difference(self, _one: Paytable, _other: Paytable) -> PlayDifference | None:
        return None
