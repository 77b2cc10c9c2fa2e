"""What the player has seen at each stage of a reveal, as a tree, and how the rest may end.

The first group is dealt in one hand of each suit class (in all hands where suits matter), and every further group in
all ways from what is left. So a state is known by its place: the states that follow state i of a stage are those from
i x n to (i + 1) x n of the next, and sums over them are sums along an axis of a reshaped array.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import comb, prod
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.class_hands import ClassHands
from analyzer.cards.colex import hands
from analyzer.engines.final_events import FinalEvents
from analyzer.errors import SelectionError, TooLargeError
from analyzer.integers import Integers
from analyzer.kernels import colex

if TYPE_CHECKING:
    from analyzer.engines.bets import Bets
    from analyzer.engines.reveal.best import BestReveal

# States of one stage, and event counts of all states of one.
MAX_STATES = 1 << 23
MAX_COUNTS = 1 << 28


@dataclass(frozen=True)
class StageStates:
    """The states of one stage: the positions of the cards seen, in the order of the groups, ascending within each."""

    groups: tuple[int, ...]
    cards: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.cards)

    @property
    def union(self) -> NDArray[np.uint8]:
        """The cards of all groups together, ascending."""
        return np.sort(self.cards, axis=1)

    def group(self, number: int) -> NDArray[np.uint8]:
        """The cards of one of the groups seen."""
        first = sum(self.groups[:number])
        return self.cards[:, first : first + self.groups[number]]


@dataclass(frozen=True, eq=False)
class RevealCounts:
    """The states of a reveal and, for each, how many of the unseen cards end in each event.

    `groups` are all groups in the order in which they are turned; after the first `seen` of them, one after the other,
    the player decides. The others are turned at the end.
    """

    final: FinalEvents
    groups: tuple[int, ...]
    seen: int

    def __post_init__(self) -> None:
        if sum(self.groups) != self.final.cards or min(self.groups, default=0) < 1:
            raise SelectionError(f"groups {self.groups} must be of 1 or more cards, {self.final.cards} together")
        if self.final.cards > self.final.deck.size:
            raise SelectionError(f"{self.final.deck.size} cards are not enough for groups {self.groups}")
        if not 1 <= self.seen <= len(self.groups):
            raise SelectionError(f"decisions follow 1 to {len(self.groups)} groups, not {self.seen}")
        states = len(self.roots) * prod(self.ways(stage) for stage in range(1, self.seen))
        if states > MAX_STATES or states * self.final.kinds > MAX_COUNTS:
            raise TooLargeError(
                f"{states:,} states of {self.final.kinds} events are more than a reveal counts ({MAX_STATES:,} states, "
                f"{MAX_COUNTS:,} numbers); turn fewer cards before the last decision, or turn them together"
            )

    @cached_property
    def roots(self) -> ClassHands:
        """The first group: one hand for all that a renaming of suits exchanges, or all hands."""
        return self.final.hands(self.groups[0])

    @property
    def weights(self) -> NDArray[np.int64]:
        """How many first groups each state of the first stage stands for."""
        return self.roots.weights

    def ways(self, stage: int) -> int:
        """In how many ways the group of a stage can be turned from what is left."""
        return comb(self.final.deck.size - sum(self.groups[:stage]), self.groups[stage])

    def deals_after(self, stage: int) -> int:
        """In how many ways all groups after a stage's can be turned, one after the other."""
        return prod(self.ways(later) for later in range(stage + 1, len(self.groups)))

    @property
    def deals(self) -> int:
        return self.ways(0) * self.deals_after(0)

    @cached_property
    def states(self) -> tuple[StageStates, ...]:
        """The states of each stage at which the player decides."""
        stages = [StageStates(self.groups[:1], self.roots.hands)]
        for number in range(1, self.seen):
            stages.append(self._next(stages[-1], self.groups[number]))
        return tuple(stages)

    def _next(self, stage: StageStates, cards: int) -> StageStates:
        """Every state with every group of the cards that are left."""
        size, seen = self.final.deck.size, stage.cards.shape[1]
        is_left = np.ones((len(stage), size), dtype=np.bool_)
        np.put_along_axis(is_left, stage.cards.astype(np.intp), False, axis=1)
        left = np.nonzero(is_left)[1].astype(np.uint8).reshape(len(stage), size - seen)
        turned = left[:, hands(0, comb(size - seen, cards), cards)]
        before = np.repeat(stage.cards, turned.shape[1], axis=0)
        return StageStates((*stage.groups, cards), np.concatenate([before, turned.reshape(-1, cards)], axis=1))

    @cached_property
    def counts(self) -> tuple[NDArray[np.int64], ...]:
        """For each stage [state, event]: the deals of all groups still to come, turned one after the other.

        Bound: all groups together, at most 54 x 53 x 52 x 51 x 50 < 2**29 deals.
        """
        return tuple(self._counts(number, stage) for number, stage in enumerate(self.states))

    def _counts(self, number: int, stage: StageStates) -> NDArray[np.int64]:
        seen = stage.cards.shape[1]
        index = colex.rank(np.ascontiguousarray(stage.union))
        if seen == self.final.cards:
            counts: NDArray[np.int64] = np.eye(self.final.kinds, dtype=np.int64)[self.final.events[index]]
            return counts
        together = comb(self.final.deck.size - seen, self.final.cards - seen)
        return self.final.containing(seen)[index].astype(np.int64) * (self.deals_after(number) // together)

    def by_next(self, stage: int, values: Integers) -> Integers:
        """Values of the states of the next stage as [state of this stage, those that follow it]."""
        return values.reshape(len(self.states[stage]), self.ways(stage + 1))

    def best(self, bets: Bets) -> BestReveal:
        """The best decisions with these bets, and what then becomes of all deals."""
        from analyzer.engines.reveal.best import best_reveal

        return best_reveal(self, bets)
