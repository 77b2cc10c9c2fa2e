"""Rounds against a dealer, to be priced and played under any paytable."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property

from analyzer.engines.contest.rounds import Contest
from analyzer.engines.contest.solved import Solved
from analyzer.game.model import ContestWager, Game, Paytable
from analyzer.run.jobs import Run


class PlayedContest:
    """`PlayedWager` of a contest: the best play is found anew for every paytable, and kept in the store."""

    def __init__(self, game: Game, wager: ContestWager, run: Run) -> None:
        self.game, self.wager, self.run = game, wager, run
        self._solved: dict[Paytable, Solved] = {}

    @cached_property
    def contest(self) -> Contest:
        return Contest(self.game, self.wager)

    def solved(self, paytable: Paytable) -> Solved:
        """The best play; that of the last paytable asked for is kept."""
        if paytable not in self._solved:
            self._solved = {paytable: self.contest.solved(paytable, self.run)}
        return self._solved[paytable]

    def expectation(self, paytable: Paytable) -> Fraction:
        return self.solved(paytable).expectation

    def held(self, played: Paytable, paid: Paytable) -> Fraction:
        solved, bets = self.solved(played), self.contest.bets(paid)
        total = Fraction(0)
        for path, ends in solved.outcomes.items():
            nets = bets.nets(path, len(solved.events))
            total += sum((count * net for count, net in zip(ends, nets, strict=True) if count), Fraction(0))
        return total / solved.deals
