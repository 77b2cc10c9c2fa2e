"""Lines with wild ranks: nothing to decide, and dealt rounds are settled by the rules of the file."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from analyzer.errors import CountError
from analyzer.game.model import Game, Paytable
from analyzer.game.wagers.lines import LinesWager
from analyzer.pricing.lines import analyze_lines
from analyzer.pricing.played import Dealt, Played
from analyzer.pricing.solvers import Solvers
from analyzer.run.jobs import Run


class NoDecisions:
    """`Player` of a wager that leaves nothing to decide."""

    def play(self, dealt: Dealt) -> Played:
        return Played([()], np.zeros(len(next(iter(dealt.values()))), dtype=np.intp))


class PlayedLines:
    """`PlayedWager` of lines: every paytable is priced on the same counts."""

    def __init__(self, game: Game, wager: LinesWager, run: Run) -> None:
        self.solvers, self.wager = Solvers(game, run), wager

    def expectation(self, paytable: Paytable) -> Fraction:
        (result,) = analyze_lines(self.solvers, self.wager, [paytable])
        if result.ev is None:
            raise CountError(f"{self.wager.id} has no expectation without a meter")
        return result.ev

    def held(self, _played: Paytable, paid: Paytable) -> Fraction:
        return self.expectation(paid)

    def player(self, _paytable: Paytable) -> NoDecisions:
        return NoDecisions()
