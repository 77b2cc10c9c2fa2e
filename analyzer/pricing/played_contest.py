"""Rounds against a dealer, to be priced and played under any paytable."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.contest.rounds import Contest, Ender
from analyzer.engines.contest.solved import Solved
from analyzer.game.model import Game, Paytable
from analyzer.game.wagers.contest import ContestWager
from analyzer.pricing.played import Dealt, Played, Way
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
        """The best play. Solutions are small, so all are kept."""
        if paytable not in self._solved:
            self._solved[paytable] = self.contest.solved(paytable, self.run)
        return self._solved[paytable]

    def expectation(self, paytable: Paytable) -> Fraction:
        if paytable in self._solved:
            return self._solved[paytable].expectation
        return self.contest.worth(paytable, self.run)

    def held(self, played: Paytable, paid: Paytable) -> Fraction:
        solved, bets = self.solved(played), self.contest.bets(paid)
        total = Fraction(0)
        for path, ends in solved.outcomes.items():
            nets = bets.nets(path, len(solved.events))
            total += sum((count * net for count, net in zip(ends, nets, strict=True) if count), Fraction(0))
        return total / solved.deals

    def player(self, paytable: Paytable) -> ContestPlayer:
        groups = ContestGroups(self.game, self.wager)
        bets = self.contest.bets(paytable)
        ways = [
            tuple(
                (groups.stages[stage], bets.stages[stage][choice].name)
                for stage, choice in enumerate(path[: len(groups.stages)])
            )
            for path in bets.ended_paths()
        ]
        ender = self.contest.player(paytable, self.run) if self.wager.has_decisions else None
        return ContestPlayer(groups, ways, self.game.deck.cards, ender)


@dataclass(frozen=True)
class ContestGroups:
    """The groups of the game file that a player looks at, and the stages at which he decides."""

    game: Game
    wager: ContestWager

    @cached_property
    def stages(self) -> list[int]:
        """Numbers of the stages with choices; a wager beside the main one has none."""
        rules = self.game.rules
        if rules is None or rules.main.id != self.wager.id:
            return []
        return [number for number, stage in enumerate(rules.stages) if stage.choices]

    @property
    def own(self) -> list[str]:
        player, dealer = self.wager.hands
        return [group for group in player.groups if group not in dealer.groups]

    @cached_property
    def later(self) -> list[str]:
        """The dealer's up cards, or the community cards: in the order in which they are turned; a known one last."""
        assert self.game.rules is not None
        player, dealer = self.wager.hands
        seen = [group for stage in self.game.rules.stages for group in stage.sees]
        if self.wager.community is None:
            back = [] if self.wager.back is None else [self.wager.back.name]
            return [*(group for group in seen if group in dealer.groups), *back]
        shared = [group for group in player.groups if group in dealer.groups]
        known = [] if self.wager.known is None else [self.wager.known.seat.name]
        return [*sorted(shared, key=lambda group: seen.index(group) if group in seen else len(seen)), *known]


@dataclass(frozen=True, eq=False)
class ContestPlayer:
    """`Player` of a contest; one without decisions has one way, and no ender."""

    groups: ContestGroups
    ways: Sequence[Way]
    cards: Sequence[int]
    ender: Ender | None

    @cached_property
    def _positions(self) -> NDArray[np.uint8]:
        """The position in the deck of each card."""
        positions = np.zeros(256, dtype=np.uint8)
        positions[list(self.cards)] = np.arange(len(self.cards))
        return positions

    def play(self, dealt: Dealt) -> Played:
        own = self._held(dealt, self.groups.own)
        if self.ender is None:
            return Played(self.ways, np.zeros(len(own), dtype=np.intp))
        return Played(self.ways, self.ender.ends(own, self._held(dealt, self.groups.later)))

    def _held(self, dealt: Dealt, groups: Sequence[str]) -> NDArray[np.uint8]:
        """[round, card] positions of the cards of these groups."""
        if not groups:
            return np.zeros((len(next(iter(dealt.values()))), 0), dtype=np.uint8)
        held: NDArray[np.uint8] = self._positions[np.concatenate([dealt[group] for group in groups], axis=1)]
        return held
