"""Rounds against a dealer in general: some bets are paid by a line, others by rows that name what they pay."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from analyzer.engines.contest.rounds import Contest, ContestBets
from analyzer.engines.contest.solved import Solved
from analyzer.game.model import Game, Paytable
from analyzer.game.wagers.contest import ContestWager
from analyzer.pricing.paths import choice_name
from analyzer.pricing.terms.model import LineSet, Play, PlayDifference, terms_of
from analyzer.run.jobs import Run


@dataclass(frozen=True)
class ContestPlays:
    """`Plays` of a contest: the best play is found anew for every paytable, and kept in the store."""

    game: Game
    wager: ContestWager
    run: Run

    @property
    def decided(self) -> bool:
        return self.wager.has_decisions

    @cached_property
    def contest(self) -> Contest:
        return Contest(self.game, self.wager, self.run.store)

    def best(self, paytable: Paytable) -> Play:
        solved, bets = self.contest.solved(paytable, self.run), self.contest.bets(paytable)
        constant, factors = _sums(self.contest, bets, solved)
        choices = {choice_name(bets, stage, name): share for (stage, name), share in solved.choices.items()}
        return Play(terms_of(solved.deals, constant, factors, self.wager.overlap, self.wager.splits), choices)

    any_best = best

    def difference(self, _one: Paytable, _other: Paytable) -> PlayDifference | None:
        return None


def _sums(contest: Contest, bets: ContestBets, solved: Solved) -> tuple[Fraction, list[tuple[LineSet, Fraction]]]:
    settlement, constant, factors = contest.settlement, Fraction(0), []
    for path, ends in solved.outcomes.items():
        if bets.last(path).then == "fold":
            constant += sum(ends) * bets.nets(path, 1)[0]
            continue
        amounts, chosen = bets.after(path), bets.chosen(path)
        for event, count in enumerate(ends):
            if not count:
                continue
            finished = settlement.finished(event, chosen)
            _, pays = settlement.paid(finished, bets.paytable)
            paid = list(zip(amounts, pays, strict=True))
            constant += count * sum((amount * each for amount, (each, by_line) in paid if not by_line), Fraction(0))
            by_lines = sum((amount for amount, (_, by_line) in paid if by_line), Fraction(0))
            if by_lines:
                factors.append((settlement.lines(finished), count * by_lines))
    return constant, factors
