"""Duels in which the player sees all cards of the dealer.

Whoever knows all cards knows the event, so what is best depends on the event alone, and on what is offered with the own
hand: all deals by event are counted as if nothing were seen, and each is decided by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.bets import Bets, Path
from analyzer.engines.contest.duel import check_solved
from analyzer.engines.contest.duel_counts import DuelCounts, fitting
from analyzer.engines.contest.duel_states import DuelStates
from analyzer.engines.contest.followed import followed
from analyzer.engines.contest.inputs import Duel
from analyzer.engines.contest.play import Forwards, LevelStates, Nets, solved_of
from analyzer.engines.contest.solved import LOSS, RESULTS, TIE, WIN, Solved
from analyzer.engines.decide import BestChoice
from analyzer.integers import dot
from analyzer.kernels import colex, event_sums
from analyzer.run.jobs import Run

Positions = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class KnownDuel:
    """A duel whose dealer's cards are all seen; `duel` has all of them down, which is how deals are counted."""

    duel: Duel
    bets: Bets

    @cached_property
    def states(self) -> DuelStates:
        return DuelStates(self.duel, self.bets)

    @cached_property
    def nets(self) -> Nets:
        return Nets(self.bets, self.duel.events)

    @cached_property
    def _groups(self) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
        """[own hand] hands of one kind with which the same is offered are a group; and one hand of each."""
        keys = self.duel.own_kinds.astype(np.int64)
        for mask in self.states.masks:
            keys = keys * 2 + mask
        _, first, groups = np.unique(keys, return_index=True, return_inverse=True)
        return groups.reshape(-1), first.astype(np.int64)

    @cached_property
    def level(self) -> LevelStates:
        """A state is a group and what the dealer's hand makes of it: a result and a kind."""
        _, first = self._groups
        events = len(RESULTS) * self.duel.events.dealer_kinds
        each = np.tile(np.eye(events, dtype=np.uint32), (len(first), 1))
        own = np.repeat(first, events)
        return LevelStates(self.nets, 0, len(self.bets.stages), each, self.duel.own_kinds[own], own, 1)

    @cached_property
    def decided(self) -> dict[Path, BestChoice]:
        return self.level.decide({})

    def solved(self, run: Run) -> Solved:
        states = self.states
        seen, counts = DuelCounts(states, fitting(run, states)).counted(0)
        groups, first = self._groups
        of_states = groups[seen.own].astype(np.int64)
        deals = event_sums.add_to_groups(counts.reshape(len(seen), -1), seen.weights, of_states, len(first)).reshape(-1)
        tally, _ = Forwards(self.level, self.decided, {}).play({(): deals})
        total = dot(deals, self.decided[()].value)
        return check_solved(solved_of(self.bets, self.duel.events, tally, total, states.deals, self.nets), states.deals)

    def state(self, own: Positions, dealer: Positions) -> NDArray[np.intp]:
        """[round] the state of own and dealer's cards (positions)."""
        groups, _ = self._groups
        mine, his = (
            colex.rank(np.ascontiguousarray(np.sort(cards, axis=1))).astype(np.intp) for cards in (own, dealer)
        )
        one, other = self.duel.own_strengths[mine].astype(np.int64), self.duel.dealer_strengths[his].astype(np.int64)
        result = np.where(one > other, WIN, np.where(one == other, TIE, LOSS))
        kinds = self.duel.events.dealer_kinds
        state: NDArray[np.intp] = (groups[mine] * len(RESULTS) + result) * kinds + self.duel.dealer_kinds[his]
        return state

    def ends(self, own: Positions, later: Positions) -> NDArray[np.intp]:
        """`Ender`: all cards of the dealer are turned later."""
        state = self.state(own, later)
        return followed(self.bets, len(own), lambda path, rows: self.decided[path].best[state[rows]].astype(np.uint8))

    def player(self, _run: Run) -> KnownDuel:
        return self

    def choices(self, own: Sequence[int], dealer: Sequence[int], path: Path) -> list[tuple[int, Fraction]]:
        """What each choice offered after a path is worth to a player who has these cards, against these."""
        cards = (np.array([cards], dtype=np.uint8) for cards in (own, dealer))
        return worths(self.level, self.decided, path, int(self.state(*cards)[0]))


def _rank(cards: Positions) -> NDArray[np.intp]:
    """The colex index of each row, in whatever order its cards are."""
    return colex.rank(np.ascontiguousarray(np.sort(cards, axis=1))).astype(np.intp)


def worths(level: LevelStates, decided: dict[Path, BestChoice], path: Path, state: int) -> list[tuple[int, Fraction]]:
    values = {later: choice.value for later, choice in decided.items()}
    choices = [choice for choice in range(len(level.bets.stages[len(path)])) if level.offered(path, choice)[state]]
    scale = int(np.broadcast_to(level.deals, len(level))[state]) * level.nets.denominator
    return [(choice, Fraction(int(level.value((*path, choice), values)[state]), scale)) for choice in choices]
