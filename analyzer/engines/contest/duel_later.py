"""Up cards that are seen after a decision: what they bring on average to each own hand, and what comes of it.

States with up cards belong to the player's own hand in them. Summed over all up cards, with the number of pairs that
each state stands for, and divided by the number of hands that an own hand stands for, their values and counts are those
of the player's own hand before the up cards are seen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.bets import Path
from analyzer.engines.contest.duel_counts import check_sums
from analyzer.engines.contest.duel_states import DuelStates, UpStates
from analyzer.engines.contest.play import Forwards, LevelStates, Tally
from analyzer.engines.decide import BestChoice
from analyzer.errors import CountError
from analyzer.integers import Integers, dot, plus, sums_by_group
from analyzer.kernels import event_sums
from analyzer.run.jobs import Run

# Bytes of states that are kept from the first pass to the second; others are counted again.
KEPT_BYTES = 1 << 29


@dataclass(eq=False)
class LaterSums:
    """By own hand: values of the paths that lead to the up cards, and counts, summed up over states."""

    values: dict[Path, Integers]
    counts: NDArray[np.int64]

    def add(self, other: LaterSums) -> None:
        self.values = {path: plus(values, other.values[path]) for path, values in self.values.items()}
        self.counts += other.counts


@dataclass(frozen=True, eq=False)
class SeenLater:
    """`level_of` counts the states with some up cards."""

    states: DuelStates
    run: Run
    level_of: Callable[[int], tuple[UpStates, LevelStates]]
    kept: dict[int, tuple[UpStates, LevelStates]] = field(default_factory=dict)

    def play(self) -> tuple[Tally, int]:
        """What becomes of all deals, and the sum of the values of all own hands."""
        before, later = self._before(self._all_sums())
        decided = before.decide(later)
        weights = self.states.owns.weights
        tally, leaving = Forwards(before, decided, later).play({(): weights})
        for piece_tally in self.run.pieces("duel", partial(self._after, leaving), self.states.numbers):
            tally.add(piece_tally)
        return tally, dot(weights, decided[()].value)

    def decided_before(self) -> dict[Path, BestChoice]:
        """The best choices of own hands before the up cards are seen."""
        before, later = self._before(self._all_sums())
        return before.decide(later)

    def _all_sums(self) -> LaterSums:
        _ = self.states.own_indices  # before threads ask for it
        pieces = iter(self.run.pieces("duel: values", self._sums, self.states.numbers))
        sums = next(pieces)
        for piece in pieces:
            sums.add(piece)
        return sums

    def _seen(self, number: int) -> tuple[UpStates, LevelStates]:
        if number in self.kept:
            return self.kept[number]
        seen, level = self.level_of(number)
        size = level.counts.nbytes + seen.nbytes
        if (1 + len(self.kept)) * size < KEPT_BYTES:  # sets of up cards have about as many states each
            self.kept[number] = seen, level
        return seen, level

    def _sums(self, number: int) -> LaterSums:
        """What the states with the up cards of that number add to their own hands."""
        seen, level = self._seen(number)
        decided = level.decide({})
        own, size = self.states.own_state(seen.hands), len(self.states.owns)
        entries = [path for path in level.paths if len(path) == level.first]
        return LaterSums(
            {path: sums_by_group(own, seen.weights, decided[path].value, size) for path in entries},
            event_sums.add_to_groups(level.counts, seen.weights, own, size),
        )

    def _before(self, sums: LaterSums) -> tuple[LevelStates, dict[Path, Integers]]:
        """The own hands before the up cards are seen, and what the paths are worth that lead to them."""
        states, own = self.states, self.states.own_indices
        counts = self._shared(sums.counts)
        check_sums(counts, states.deals_dealer)
        kinds = states.duel.own_kinds[own]
        nets = self._seen(0)[1].nets
        level = LevelStates(nets, 0, states.first_up, counts, kinds, own, states.deals_dealer)
        return level, {path: self._shared(values) for path, values in sums.values.items()}

    def _shared(self, sums: Integers) -> Integers:
        """Sums over all hands of a class, for one of them."""
        weights = self.states.owns.weights.reshape(-1, *(1,) * (sums.ndim - 1))
        if np.any(sums % weights != 0):
            raise CountError("own hands of one suit class do not fare alike")
        return sums // weights

    def _after(self, leaving: Mapping[Path, NDArray[np.int64]], number: int) -> Tally:
        """What becomes of the states with the up cards of that number: each is reached by one path."""
        seen, level = self._seen(number)
        own = self.states.own_state(seen.hands)
        entering = {path: np.where(deals[own] > 0, seen.weights, 0) for path, deals in leaving.items()}
        return Forwards(level, level.decide({}), {}, number).play(entering)[0]
