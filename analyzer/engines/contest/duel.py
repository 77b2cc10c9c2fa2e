"""The duel: a player with cards of his own against a dealer with cards of his own, none or some of them face up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from analyzer.engines.bets import Bets
from analyzer.engines.contest.duel_choices import duel_choices
from analyzer.engines.contest.duel_counts import DuelCounts, fitting
from analyzer.engines.contest.duel_later import SeenLater
from analyzer.engines.contest.duel_states import DuelStates, UpStates
from analyzer.engines.contest.inputs import Duel
from analyzer.engines.contest.kept import kept_solution
from analyzer.engines.contest.last_card import Gathered, is_gathered
from analyzer.engines.contest.play import Close, Forwards, LevelStates, Nets, Tally
from analyzer.engines.contest.solved import CloseState, Solved
from analyzer.engines.decide import CLOSEST, check_expectation
from analyzer.errors import CountError
from analyzer.integers import dot
from analyzer.run.jobs import Run

__all__ = ["duel_choices", "solve_duel"]


def solve_duel(duel: Duel, bets: Bets, run: Run) -> Solved:
    """The best play of a duel with these bets, and what becomes of all deals."""
    states = DuelStates(duel, bets)
    nets = Nets(bets, duel.events)

    def solve() -> Solved:
        if is_gathered(states):
            return Gathered(states, nets, fitting(run, states)).solved()
        states.check_pairs()
        return _Solver(states, nets, fitting(run, states)).solved()

    solved = kept_solution(run.store, states.parameters, nets, solve)
    return check_solved(solved, states.deals)


def check_solved(solved: Solved, deals: int) -> Solved:
    """The outcomes are all deals, each is after one path, and they are worth what the decisions are worth."""
    if solved.deals != deals or sum(map(sum, solved.outcomes.values())) != deals:
        raise CountError(f"the outcomes of a duel do not add up to {deals:,} deals")
    after = {**solved.outcomes, **solved.reached}
    for path, taken in solved.reached.items():
        if list(taken) != [sum(after[(*path, choice)]) for choice in range(len(taken))]:
            raise CountError(f"deals are lost after the choices {path} of a duel")
    check_expectation("duel", solved.mean_of_outcomes(), solved.expectation)
    return solved


@dataclass(frozen=True, eq=False)
class _Solver:
    """Up cards are taken one set after the other (several in threads), and what comes of each is added up."""

    states: DuelStates
    nets: Nets
    run: Run

    @cached_property
    def counts(self) -> DuelCounts:
        return DuelCounts(self.states, self.run)

    def solved(self) -> Solved:
        self.counts.prepare()
        if self.states.first_up:
            return self._result(*SeenLater(self.states, self.run, self.level).play())
        return self._result(*self._seen_at_once())

    def level(self, number: int) -> tuple[UpStates, LevelStates]:
        """The states with the up cards of that number, once they are seen."""
        states = self.states
        seen, counts = self.counts.counted(number)
        stop = len(states.bets.stages)
        flat = counts.reshape(len(seen), -1)
        return seen, LevelStates(self.nets, states.first_up, stop, flat, seen.kinds, seen.own, states.deals_down)

    def _seen_at_once(self) -> tuple[Tally, int]:
        """All stages see the same: what becomes of a state is known as soon as it is counted."""
        tally, total = Tally(), 0
        for piece, value in self.run.pieces("duel", self._piece, self.states.numbers):
            tally.add(piece)
            total += value
        return tally, total

    def _piece(self, number: int) -> tuple[Tally, int]:
        seen, level = self.level(number)
        decided = level.decide({})
        tally, _ = Forwards(level, decided, {}, number).play({(): seen.weights})
        if self.states.duel.exposed:
            tally.worth.see(self.states.deck, seen.up, seen.hands, seen.weights, decided[()].value)
        return tally, dot(seen.weights, decided[()].value)

    def _result(self, tally: Tally, total: int) -> Solved:
        states, splits = self.states, self.states.splits
        bets = states.bets
        return Solved(
            bets,
            states.duel.events,
            states.deals,
            Fraction(total * splits, states.deals * self.nets.denominator),
            {path: [int(n) * splits for n in tally.outcomes[path]] for path in bets.ended_paths()},
            {path: [int(n) * splits for n in tally.reached[path]] for path in bets.paths()},
            {stage: tally.ties[stage] for stage in range(len(bets.stages))},
            self._closest(tally.close),
            tally.worth,
            states.deals_down * self.nets.denominator,
        )

    def _closest(self, close: Iterable[Close]) -> list[CloseState]:
        """The closest states of each stage, closest first."""
        ordered = sorted(close, key=lambda state: (state.margin, state.place))
        stages = [
            [state for state in ordered if state.stage == n][:CLOSEST] for n in range(len(self.states.bets.stages))
        ]
        kept = [state for stage in stages for state in stage]
        seen = {number: self.states.states(number) for number in {state.place[0] for state in kept}}
        return [CloseState(state.stage, self._cards(state, seen[state.place[0]]), state.values) for state in kept]

    def _cards(self, state: Close, seen: UpStates) -> Mapping[str, tuple[int, ...]]:
        """What a state has seen, as cards."""
        cards, row = np.array(self.states.deck.cards), state.place[1]
        if state.stage < self.states.first_up:
            return {"own": tuple(cards[self.states.owns.hands[row]].tolist())}
        own = tuple(cards[seen.hands[row]].tolist())
        return {"own": own, "up": tuple(cards[list(seen.up)].tolist())} if seen.up else {"own": own}
