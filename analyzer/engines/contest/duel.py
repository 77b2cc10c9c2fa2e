"""The duel: a player with cards of his own against a dealer with cards of his own, none or some of them face up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.bets import Bets, Path
from analyzer.engines.contest.duel_counts import DuelCounts
from analyzer.engines.contest.duel_states import DuelStates, UpStates
from analyzer.engines.contest.inputs import Duel
from analyzer.engines.contest.play import Close, Forwards, Level, Nets, Tally
from analyzer.engines.contest.solved import CloseState, Solved
from analyzer.engines.decide import CLOSEST, Choice, check_expectation
from analyzer.errors import CountError
from analyzer.integers import Integers, dot, plus, sums_by_group
from analyzer.kernels import event_sums
from analyzer.run.jobs import Run

WHAT = "duel"


def solve_duel(duel: Duel, bets: Bets, run: Run) -> Solved:
    """The best play of a duel with these bets, and what becomes of all deals."""
    return _Solver(DuelStates(duel, bets), run).solved()


def check_solved(solved: Solved) -> Solved:
    """The outcomes are all deals, and worth what the decisions are worth."""
    if sum(map(sum, solved.outcomes.values())) != solved.deals:
        raise CountError(f"the outcomes of a duel do not add up to {solved.deals} deals")
    check_expectation("duel", solved.mean_of_outcomes(), solved.expectation)
    return solved


@dataclass(frozen=True, eq=False)
class _Solver:
    """Up cards are taken one set after the other (several in threads), and what comes of each is added up."""

    states: DuelStates
    run: Run

    @cached_property
    def nets(self) -> Nets:
        return Nets(self.states.bets, self.states.duel.events)

    @cached_property
    def counts(self) -> DuelCounts:
        return DuelCounts(self.states)

    @property
    def _numbers(self) -> list[tuple[int]]:
        return [(number,) for number in range(len(self.states.ups))]

    def solved(self) -> Solved:
        return self._seen_at_once() if self.states.first_up == 0 else self._seen_later()

    def level(self, seen: UpStates) -> Level:
        """The states with these up cards, once they are seen."""
        states = self.states
        counts = self.counts.counts(seen).reshape(len(seen), -1)
        stop = len(states.bets.stages)
        return Level(self.nets, states.first_up, stop, counts, seen.kinds, seen.own, states.deals_down)

    def _seen_at_once(self) -> Solved:
        """All stages see the same: what becomes of a state is known as soon as it is counted."""
        tally, total = Tally(), 0
        for piece, value in self.run.pieces(WHAT, self._piece, self._numbers):
            tally.add(piece)
            total += value
        return self._result(tally, total)

    def _piece(self, number: int) -> tuple[Tally, int]:
        seen = self.states.states(number)
        level = self.level(seen)
        decided = level.decide({})
        tally, _ = Forwards(level, decided, {}, number).play({(): seen.weights})
        return tally, dot(seen.weights, decided[()].value)

    def _seen_later(self) -> Solved:
        raise NotImplementedError

    def _result(self, tally: Tally, total: int) -> Solved:
        states, splits = self.states, self.states.splits
        bets = states.bets
        return check_solved(
            Solved(
                bets,
                states.duel.events,
                states.deals,
                Fraction(total * splits, states.deals * self.nets.denominator),
                {path: [int(n) * splits for n in tally.outcomes[path]] for path in bets.ended_paths()},
                {path: [int(n) * splits for n in tally.reached[path]] for path in bets.paths()},
                {stage: tally.ties.get(stage, 0) for stage in range(len(bets.stages))},
                self._closest(tally.close),
            )
        )

    def _closest(self, close: Iterable[Close]) -> list[CloseState]:
        """The closest states of each stage, closest first."""
        ordered = sorted(close, key=lambda state: (state.stage, state.margin, state.place))
        kept: list[CloseState] = []
        for stage in range(len(self.states.bets.stages)):
            of_stage = [state for state in ordered if state.stage == stage]
            kept += [CloseState(stage, self._cards(state), state.values) for state in of_stage[:CLOSEST]]
        return kept

    def _cards(self, state: Close) -> Mapping[str, tuple[int, ...]]:
        """What a state has seen, as cards."""
        number, row = state.place
        cards = np.array(self.states.deck.cards)
        if state.stage < self.states.first_up:
            return {"own": tuple(cards[self.states.owns.hands[row]].tolist())}
        seen = self.states.states(number)
        up = {"up": tuple(cards[list(seen.up)].tolist())} if seen.up else {}
        return {"own": tuple(cards[seen.hands[row]].tolist()), **up}
