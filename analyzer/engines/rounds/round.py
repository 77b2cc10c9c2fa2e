"""One wager of a game as the general engine counts it, with what was counted before in the store."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.decide import check_expectation
from analyzer.engines.rounds.deals import number_of_deals
from analyzer.engines.rounds.forwards import CountedRounds, count_round
from analyzer.engines.rounds.setting import RoundSetting
from analyzer.engines.rounds.settlement import RESULTS, Paid, Result
from analyzer.engines.rounds.ways import End, Ways, fold_net, staked, unit_of
from analyzer.engines.worth import Standing, Worth
from analyzer.errors import CountError
from analyzer.game.model import Game, Paytable
from analyzer.game.plain import wager_digest
from analyzer.game.wagers.rounds import RoundWager
from analyzer.run.jobs import Run


@dataclass(frozen=True)
class Ended:
    """Rounds of one end that are settled alike: what is paid (None: a fold of the wager itself), net result, stake."""

    end: End
    paid: Paid | None
    net: Fraction
    stake: Fraction
    count: int


@dataclass(frozen=True, eq=False)
class SolvedRound:
    """The best play, and what became of `deals` deals."""

    ways: Ways
    deals: int
    ended: tuple[Ended, ...]
    choices: dict[tuple[int, str], Fraction]
    ties: dict[int, int]
    # Of the wager that is played for.
    expectation: Fraction
    # By standing of a card that should not be seen: its share, and the mean result.
    worth: Mapping[Standing, tuple[Fraction, Fraction]] = field(default_factory=dict)

    @property
    def mean(self) -> Fraction:
        return sum((one.net * one.count for one in self.ended), Fraction(0)) / self.deals

    @property
    def average_bet(self) -> Fraction:
        return sum((one.stake * one.count for one in self.ended), Fraction(0)) / self.deals


@dataclass(frozen=True, eq=False)
class AnyRound:
    """A wager of a game; `played` is the paytable of the main wager that is played for, if that is another one."""

    game: Game
    wager: RoundWager
    played: Paytable | None = None
    _settings: dict[Any, RoundSetting] = field(default_factory=dict)

    @property
    def main(self) -> RoundWager:
        return self.wager.main or self.wager

    def setting(self, paytable: Paytable) -> RoundSetting:
        played = paytable if self.wager.main is None else self.played or self.main.paytables[0]
        if paytable not in self._settings:
            self._settings[paytable] = RoundSetting(self.game.pack, self.wager, played, paytable)
        return self._settings[paytable]

    def counted(self, paytable: Paytable, run: Run) -> CountedRounds:
        """What becomes of all rounds; the pays of a wager that is not played for do not matter."""
        setting = self.setting(paytable)
        decisive = setting.amounts.settlement.paytable
        named = {"wager": wager_digest(self.game, self.wager), "pays": [str(pay) for pay in decisive.pays]}
        arrays = run.store.arrays("round", named, lambda: {"counted": encoded(count_round(setting, run))})
        return decoded(arrays["counted"])

    def undecided(self, run: Run) -> list[tuple[list[int], int, int]]:
        """Before anything is decided or paid: how many rounds pass which questions, with which result.

        After an exchange there is no such thing: then it is the number of deals alone.
        """
        if any(stage.exchange is not None for stage in self.main.stages):
            return [([], 0, number_of_deals(self.wager, self.game.deck.size))]
        paytable = self.wager.paytables[0]
        setting = RoundSetting(self.game.pack, replace(self.wager, stages=(), main=None), paytable, paytable)
        outcomes = count_round(setting, run).outcomes
        return sorted((sorted(passed), result, count) for (_, passed, result), count in outcomes.items())

    def held(self, played: Paytable, paid: Paytable, run: Run) -> Fraction:
        """What the best play under one paytable is worth under another."""
        counted, setting = self.counted(played, run), self.setting(paid)
        total = Fraction(0)
        for (number, passed, result), count in counted.outcomes.items():
            total += count * self._settled(setting, setting.ways.ends[number], passed, result)[1]
        return total / counted.total

    def solved(self, paytable: Paytable, run: Run) -> SolvedRound:
        """The best play with a paytable, and what becomes of all deals."""
        setting, counted = self.setting(paytable), self.counted(paytable, run)
        deals = number_of_deals(self.wager, self.game.deck.size)
        counts: dict[tuple[int, Paid | None, Fraction], int] = {}
        for (number, passed, result), count in counted.outcomes.items():
            paid, net = self._settled(setting, setting.ways.ends[number], passed, result)
            counts[number, paid, net] = counts.get((number, paid, net), 0) + count
        ended = []
        for (number, paid, net), count in counts.items():
            end = setting.ways.ends[number]
            whole, rest = divmod(count * deals, counted.total)
            if rest:
                raise CountError(f"deals of {self.wager.id} are counted in parts")
            ended.append(Ended(end, paid, net, self._stake(end), whole))
        solved = SolvedRound(
            setting.ways,
            deals,
            tuple(ended),
            dict(counted.choices),
            dict(counted.ties),
            counted.expectation,
            counted.worth.means(counted.worth_unit),
        )
        if self.wager.main is None:
            check_expectation(self.wager.id, solved.mean, solved.expectation)
        return solved

    def _settled(
        self, setting: RoundSetting, end: End, passed: frozenset[int], result: int
    ) -> tuple[Paid | None, Fraction]:
        """What the wager is paid: its own bets, as they stand at the end of the round if it is the main one."""
        if self.wager.main is None and end.lost is not None:
            return None, fold_net(self.wager, end)
        chosen = frozenset(name for _, name in end.way)
        outcome: Result = RESULTS[result] if self.wager.compare is not None else ""
        if end.automatic and self.wager.main is None:
            outcome = "automatic-win"
        paid = setting.settlement.paid(passed, outcome, chosen)
        total = sum((amount * pays for amount, pays in zip(self.amounts(end), paid.pays, strict=True)), Fraction(0))
        return paid, total / unit_of(self.wager)

    def amounts(self, end: End) -> list[Fraction]:
        """What each bet of the wager is settled for: a wager beside the main one keeps its bets."""
        if self.wager.main is None:
            return [end.amounts[bet.name] for bet in self.wager.bets]
        return [bet.amount for bet in self.wager.bets]

    def _stake(self, end: End) -> Fraction:
        amounts = end.amounts if self.wager.main is None else {bet.name: bet.amount for bet in self.wager.bets}
        return staked(self.wager, amounts)


# --- in the store ----------------------------------------------------------------------------------------------------


def encoded(counted: CountedRounds) -> NDArray[np.uint8]:
    document = {
        "total": counted.total,
        "expectation": str(counted.expectation),
        "outcomes": [[end, sorted(passed), result, count] for (end, passed, result), count in counted.outcomes.items()],
        "choices": [[stage, name, str(share)] for (stage, name), share in counted.choices.items()],
        "ties": list(counted.ties.items()),
        "worth": [counted.worth_unit, counted.worth.document()],
    }
    return np.frombuffer(json.dumps(document).encode(), dtype=np.uint8)


def decoded(text: NDArray[Any]) -> CountedRounds:
    document = json.loads(text.tobytes())
    return CountedRounds(
        document["total"],
        {(end, frozenset(passed), result): count for end, passed, result, count in document["outcomes"]},
        {(stage, name): Fraction(share) for stage, name, share in document["choices"]},
        dict(document["ties"]),
        Fraction(document["expectation"]),
        Worth.read(document["worth"][1]),
        document["worth"][0],
    )
