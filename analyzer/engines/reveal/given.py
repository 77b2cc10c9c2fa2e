"""A reveal beside cards that belong to no hand: some are known from the start, some are turned like the others.

Final hands that contain the cards U of the hand seen so far and none of the cards X that are not in it are counted by
inclusion and exclusion over X, from the same table as without them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.class_hands import ClassHands
from analyzer.cards.colex import hands
from analyzer.cards.suit_blocks import SuitBlocks
from analyzer.engines.final_events import FinalEvents
from analyzer.engines.reveal.states import MAX_STATES, RevealCounts, StageStates
from analyzer.errors import SelectionError, TooLargeError
from analyzer.kernels import colex


@dataclass(frozen=True)
class Turning:
    """Groups in the order in which they are turned, `used[group]` if the final hand has them, and when is decided.

    `turned[stage]` is how many groups are turned when the player decides; two stages may have seen the same. The first
    group is used.
    """

    groups: tuple[int, ...]
    used: tuple[bool, ...]
    turned: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.used) != len(self.groups) or min(self.groups, default=0) < 1 or not self.used[0]:
            raise SelectionError(f"groups {self.groups} must be of 1 or more cards, the first of them of the hand")
        if not self.turned or list(self.turned) != sorted(self.turned) or not self.turned[0] >= 1:
            raise SelectionError(f"decisions after {self.turned} groups must follow one another")
        if self.turned[-1] > len(self.groups):
            raise SelectionError(f"there are no {self.turned[-1]} groups to be turned")

    @property
    def cards(self) -> int:
        """Cards of the final hand."""
        return sum(cards for cards, used in zip(self.groups, self.used, strict=True) if used)


@dataclass(frozen=True, eq=False)
class GivenReveal(RevealCounts):
    """The states of such a reveal where the cards `gone` (positions) are known from the start and in no hand."""

    turning: Turning
    gone: tuple[int, ...]
    blocks: SuitBlocks  # the exchanges of suits that leave them as they are

    @classmethod
    def of(cls, final: FinalEvents, turning: Turning, gone: tuple[int, ...], blocks: SuitBlocks) -> GivenReveal:
        return cls(final, turning.groups, len(turning.turned), turning, gone, blocks)

    def __post_init__(self) -> None:
        if self.turning.cards != self.final.cards:
            raise SelectionError(f"final hands have {self.final.cards} cards, not {self.turning.cards}")
        if sum(self.groups) > self.left:
            raise SelectionError(f"{self.left} cards are not enough for groups {self.groups}")
        states = len(self.roots) * prod(self.group_ways(group) for group in range(1, self.turning.turned[-1]))
        if states > MAX_STATES:
            raise TooLargeError(f"{states:,} states beside the same cards are more than a reveal counts")

    @property
    def left(self) -> int:
        """Cards of the deck without those that are gone."""
        return self.final.deck.size - len(self.gone)

    @cached_property
    def roots(self) -> ClassHands:
        return self.blocks.hands(self.groups[0], self.gone)

    @property
    def weights(self) -> NDArray[np.int64]:
        return np.repeat(self.roots.weights, prod(self.group_ways(group) for group in range(1, self.turning.turned[0])))

    def group_ways(self, group: int) -> int:
        return comb(self.left - sum(self.groups[:group]), self.groups[group])

    def ways(self, stage: int) -> int:
        first = self.turning.turned[stage - 1] if stage else 0
        return prod(self.group_ways(group) for group in range(first, self.turning.turned[stage]))

    def deals_after(self, stage: int) -> int:
        return prod(self.group_ways(group) for group in range(self.turning.turned[stage], len(self.groups)))

    @cached_property
    def states(self) -> tuple[StageStates, ...]:
        listed = [StageStates(self.groups[:1], self.roots.hands)]
        for group in range(1, self.turning.turned[-1]):
            listed.append(self._next(listed[-1], self.groups[group]))
        return tuple(listed[turned - 1] for turned in self.turning.turned)

    def _next(self, stage: StageStates, cards: int) -> StageStates:
        size, left = self.final.deck.size, self.left - stage.cards.shape[1]
        is_left = np.ones((len(stage), size), dtype=np.bool_)
        is_left[:, list(self.gone)] = False
        np.put_along_axis(is_left, stage.cards.astype(np.intp), False, axis=1)
        others = np.nonzero(is_left)[1].astype(np.uint8).reshape(len(stage), left)
        turned = others[:, hands(0, comb(left, cards), cards)]
        before = np.repeat(stage.cards, turned.shape[1], axis=0)
        return StageStates((*stage.groups, cards), np.concatenate([before, turned.reshape(-1, cards)], axis=1))

    def own(self, stage: int) -> NDArray[np.uint8]:
        """[state, card] the cards of the hand that are seen at a stage."""
        return self._columns(stage, used=True)

    def _columns(self, stage: int, *, used: bool) -> NDArray[np.uint8]:
        listed = self.states[stage]
        groups = [group for group in range(len(listed.groups)) if self.turning.used[group] == used]
        parts = [listed.group(group) for group in groups]
        return np.concatenate(parts, axis=1) if parts else np.zeros((len(listed), 0), dtype=np.uint8)

    def _counts(self, number: int, stage: StageStates) -> NDArray[np.int64]:
        """Bound: as without other cards, each of which leaves fewer final hands."""
        own, others = self.own(number), self._columns(number, used=False)
        gone = np.tile(np.array(self.gone, dtype=np.uint8), (len(stage), 1))
        known = np.concatenate([others, gone], axis=1)
        missing = self.final.cards - own.shape[1]
        counts = np.zeros((len(stage), self.final.kinds), dtype=np.int64)
        for size in range(min(missing, known.shape[1]) + 1):
            for some in combinations(range(known.shape[1]), size):
                containing = self._containing(np.concatenate([own, known[:, some]], axis=1))
                counts += -containing if size % 2 else containing
        together = comb(self.left - stage.cards.shape[1], missing)
        counts *= self.deals_after(number) // together
        return counts

    def _containing(self, cards: NDArray[np.uint8]) -> NDArray[np.int64]:
        """[state, event] the final hands with these cards."""
        size = cards.shape[1]
        index = colex.rank(np.ascontiguousarray(np.sort(cards, axis=1)))
        if size == self.final.cards:
            ends: NDArray[np.int64] = np.eye(self.final.kinds, dtype=np.int64)[self.final.events[index]]
            return ends
        return self.final.containing(size)[index].astype(np.int64)
