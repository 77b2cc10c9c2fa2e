"""Any round of the language, to be priced and played under any paytable."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from analyzer.engines.rounds.player import RoundPlayer
from analyzer.engines.rounds.round import AnyRound, SolvedRound
from analyzer.game.model import Game, Paytable
from analyzer.game.wagers.rounds import RoundWager
from analyzer.pricing.played import AUTOMATIC_WIN, Dealt, Played, Way
from analyzer.run.jobs import Run


class PlayedRound:
    """`PlayedWager` of any round: the best play is found anew for every paytable, and kept in the store."""

    def __init__(self, game: Game, wager: RoundWager, run: Run) -> None:
        self.round, self.run = AnyRound(game, wager), run
        self._solved: dict[Paytable, SolvedRound] = {}

    def solved(self, paytable: Paytable) -> SolvedRound:
        if paytable not in self._solved:
            self._solved[paytable] = self.round.solved(paytable, self.run)
        return self._solved[paytable]

    def expectation(self, paytable: Paytable) -> Fraction:
        return self.solved(paytable).mean

    def held(self, played: Paytable, paid: Paytable) -> Fraction:
        return self.round.held(played, paid, self.run)

    def player(self, paytable: Paytable) -> DealtPlayer:
        setting = self.round.setting(paytable)
        ways = [(*end.way, *([(end.stage, AUTOMATIC_WIN)] if end.automatic else [])) for end in setting.ways.ends]
        decides = bool(self.round.wager.stages)
        return DealtPlayer(ways, RoundPlayer(setting, self.run) if decides else None, setting.made_group)


@dataclass(frozen=True, eq=False)
class DealtPlayer:
    """`Player` of any round; where nothing that is done matters there is one way."""

    ways: list[Way]
    player: RoundPlayer | None
    made: str

    def play(self, dealt: Dealt) -> Played:
        rounds = len(next(iter(dealt.values())))
        if self.player is None:
            return Played(self.ways, np.zeros(rounds, dtype=np.intp))
        played = self.player.play(dealt)
        return Played(self.ways, played.ends, {} if played.made is None else {self.made: played.made})
