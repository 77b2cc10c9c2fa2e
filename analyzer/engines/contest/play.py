"""The best decisions in states that have seen the same, and what becomes of them.

A level is all stages at which the player has seen the same cards. Its states have counts of events over what is not yet
dealt, so every path that ends within the level is priced by them; what a path is worth that goes on to the next level
comes from there. Values are sums of net results over the deals still to come, in units of 1/denominator.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.bets import Bets, Path
from analyzer.engines.contest.solved import EventNumbers, Solved
from analyzer.engines.decide import BestChoice, choose_offered, nearest_states, no_worse
from analyzer.engines.worth import Worth
from analyzer.integers import MAX_VALUE, Integers, array_of, magnitude, matrix_product, over_common_denominator, times
from analyzer.kernels import event_sums


@dataclass(frozen=True, eq=False)
class Nets:
    """The net results of all events on every path that ends: [player's kind, result x dealer's kind], as integers."""

    bets: Bets
    events: EventNumbers

    @cached_property
    def _amounts(self) -> tuple[dict[Path, Integers], int]:
        size = len(self.events)
        nets = {path: self.bets.nets(path, size) for path in self.bets.ended_paths()}
        flat, denominator = over_common_denominator([net for row in nets.values() for net in row])
        shape = self.events.player_kinds, -1
        rows = {path: array_of(flat[at * size :][:size]).reshape(shape) for at, path in enumerate(nets)}
        return rows, denominator

    @property
    def denominator(self) -> int:
        return self._amounts[1]

    def __getitem__(self, path: Path) -> Integers:
        return self._amounts[0][path]


@dataclass(frozen=True, eq=False)
class LevelStates:
    """States of one level: `counts[state, result x dealer's kind]` add up to `deals` in each.

    `own[state]` is the index by which it is asked what is offered, `kinds[state]` the player's kind. The stages of the
    level are those from `first` to before `stop`.
    """

    nets: Nets
    first: int
    stop: int
    counts: NDArray[np.uint32] | NDArray[np.int64]
    kinds: NDArray[np.uint8]
    own: NDArray[np.int64]
    deals: int

    def __len__(self) -> int:
        return len(self.own)

    @property
    def bets(self) -> Bets:
        return self.nets.bets

    @cached_property
    def paths(self) -> list[Path]:
        """The paths on which a decision of this level follows, shorter ones first."""
        return [path for path in self.bets.paths() if self.first <= len(path) < self.stop]

    @property
    def is_even(self) -> bool:
        """Whether all states meet equally many hands, so that what choices are worth compares between states."""
        return True

    def rounds(self, weights: NDArray[np.int64]) -> int:
        """How many deals these are, of the cards seen as often as the weights say."""
        return int(weights.sum()) * self.deals

    def rows(self, rows: NDArray[np.intp]) -> LevelStates:
        """Some states alone."""
        return LevelStates(
            self.nets, self.first, self.stop, self.counts[rows], self.kinds[rows], self.own[rows], self.deals
        )

    def worth(self, path: Path) -> Integers:
        """[state] what a path is worth that ends the round."""
        nets = self.nets[path]
        if bool((nets == nets[0, 0]).all()):  # a fold, say: whatever the dealer has
            same: Integers = times(np.broadcast_to(np.asarray(self.deals), len(self)), int(nets[0, 0]))
            return same
        if magnitude(nets) * int(np.max(self.deals, initial=0)) < MAX_VALUE:
            return event_sums.worth(self.counts, self.kinds, nets)
        values: Integers = np.zeros(len(self), dtype=object)
        for kind in np.unique(self.kinds):
            states = self.kinds == kind
            values[states] = matrix_product(self.counts[states].astype(np.int64), nets[kind][:, None])[:, 0]
        return values

    def offered(self, path: Path, choice: int) -> NDArray[np.bool_]:
        mask = self.bets.offered_on(path, choice)
        return np.ones(len(self), dtype=np.bool_) if mask is None else mask[self.own]

    def decide(self, later: Mapping[Path, Integers]) -> dict[Path, BestChoice]:
        """The best choice after every path of the level; `later` has the values of paths that lead beyond it."""
        values = dict(later)
        decided: dict[Path, BestChoice] = {}
        for path in reversed(self.paths):
            order = self.bets.order(path)
            columns = [self.value((*path, choice), values) for choice in order]
            chosen = choose_offered(columns, [self.offered(path, choice) for choice in order])
            decided[path] = BestChoice(np.array(order)[chosen.best], chosen.value, chosen.equals, chosen.margin)
            values[path] = chosen.value
        return decided

    def value(self, path: Path, values: Mapping[Path, Integers]) -> Integers:
        """[state] what the last choice of a path is worth, if those that follow have these values."""
        return self.worth(path) if self.bets.ends(path) else values[path]


@dataclass(eq=False)
class Tally:
    """What became of deals: by path, and close states by stage, each with its margin and its place."""

    outcomes: dict[Path, NDArray[np.int64]] = field(default_factory=dict)
    reached: dict[Path, NDArray[np.int64]] = field(default_factory=dict)
    ties: dict[int, int] = field(default_factory=dict)
    close: list[Close] = field(default_factory=list)
    worth: Worth = field(default_factory=Worth)

    def add(self, other: Tally) -> None:
        self.worth.add(other.worth)
        for path, ends in other.outcomes.items():
            self.outcomes[path] = self.outcomes.get(path, 0) + ends
        for path, deals in other.reached.items():
            self.reached[path] = self.reached.get(path, 0) + deals
        for stage, tied in other.ties.items():
            self.ties[stage] = self.ties.get(stage, 0) + tied
        self.close += other.close


@dataclass(frozen=True)
class Close:
    """A close state: its margin and place, and what each choice is worth (None: not offered)."""

    stage: int
    margin: int
    place: tuple[int, int]
    values: Sequence[Fraction | None]


@dataclass(frozen=True, eq=False)
class Forwards:
    """What becomes of the deals that come to a level's states, with the decisions made there.

    `number` is the level's place among others of its kind. Bound: no sum is larger than the number of deals.
    """

    level: LevelStates
    decided: Mapping[Path, BestChoice]
    later: Mapping[Path, Integers]
    number: int = 0

    def play(self, entering: Mapping[Path, NDArray[np.int64]]) -> tuple[Tally, dict[Path, NDArray[np.int64]]]:
        """`entering[path][state]` deals of the cards seen come by a path; also those that go on to the next level."""
        tally = Tally(ties=dict.fromkeys(range(self.level.first, self.level.stop), 0))
        coming = dict(entering)
        for path in self.level.paths:
            self._play_path(path, coming, tally)
        leaving = {path: deals for path, deals in coming.items() if len(path) == self.level.stop}
        return tally, leaving

    def _play_path(self, path: Path, coming: dict[Path, NDArray[np.int64]], tally: Tally) -> None:
        level, chosen, deals = self.level, self.decided[path], coming[path]
        choices = range(len(level.bets.stages[len(path)]))
        kinds, best = level.nets.events.player_kinds, chosen.best.astype(np.uint8)
        ends = event_sums.tally(level.counts, level.kinds, deals, best, len(choices), kinds)
        for choice in choices:
            longer = (*path, choice)
            if level.bets.ends(longer):
                tally.outcomes[longer] = ends[choice].reshape(-1)
            else:
                coming[longer] = np.where(best == choice, deals, 0)
        taken = [level.rounds(np.where(best == choice, deals, 0)) for choice in choices]
        tally.reached[path] = np.array(taken, dtype=np.int64)
        tally.ties[len(path)] += int(deals[chosen.tied].sum())
        tally.close += self._close(path, deals)

    def _close(self, path: Path, deals: NDArray[np.int64]) -> list[Close]:
        """The states that come by this path and in which a worse choice is nearest to the best."""
        if not self.level.is_even:
            return []
        margins = self.decided[path].margin
        near = nearest_states(np.where(deals > 0, margins, no_worse(margins)))
        some, bets = self.level.rows(near), self.level.bets
        known = {longer: values[near] for longer, values in self.later.items()}
        known |= {longer: choice.value[near] for longer, choice in self.decided.items()}
        choices = range(len(bets.stages[len(path)]))
        values = [some.value((*path, choice), known) for choice in choices]
        offered = [some.offered(path, choice) for choice in choices]
        scale = self.level.deals * self.level.nets.denominator
        return [
            Close(
                len(path),
                int(margins[state]),
                (self.number, int(state)),
                [Fraction(int(v[row]), scale) if o[row] else None for v, o in zip(values, offered, strict=True)],
            )
            for row, state in enumerate(near)
        ]


def solved_of(bets: Bets, events: EventNumbers, tally: Tally, total: int, deals: int, nets: Nets) -> Solved:
    """What a tally of all deals comes to; `total` is the sum of what the decisions are worth."""
    return Solved(
        bets,
        events,
        deals,
        Fraction(total, deals * nets.denominator),
        {path: [int(count) for count in tally.outcomes[path]] for path in bets.ended_paths()},
        {path: [int(count) for count in tally.reached[path]] for path in bets.paths()},
        {stage: tally.ties[stage] for stage in range(len(bets.stages))},
    )
