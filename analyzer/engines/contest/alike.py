"""Own hands of a duel that are one state because nothing tells their cards apart beside the cards that are up.

With three cards up that are not of one suit, two more make no flush: the dealer's hand is worth what its ranks say, and
so an own hand meets what its strength and its ranks say. Cards are put into sorts: those of a rank together, or those
of a rank and one suit and those of the rank and the other suits. Beside certain up cards a sorting holds if hidden
hands of the same sorts are always worth the same; that is asked of every hidden hand. Own hands of one strength, one
label and the same sorts are then a group: a state. Groups are made once for a sorting; how many hands of each are left
beside up cards follows by inclusion and exclusion over these.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from math import comb
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.contest.duel_counts import counts_against, without
from analyzer.engines.contest.duel_states import DuelStates, UpStates
from analyzer.errors import CountError
from analyzer.kernels import colex
from analyzer.kernels import duel as kernel

# Of a card's sort in the number of a hand.
SORT_BITS = 5
# Hidden cards of the dealer: a table of all sorts that they may have is small.
MAX_HIDDEN = 3
# Groups beside each set of up cards of which another hand is dealt by itself.
CHECKED_GROUPS = 4
# Numbers that scatter the hands of a group: odd, so that no two hands get the same.
SCATTER, SCATTERED = 0x9E3779B1, 1 << 32
# Groups that hold each pair of cards are remembered if that takes no more bytes.
REMEMBERED_BYTES = 128 << 20


def labels_of(states: DuelStates) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """[own hand] hands of one kind with which the same is offered have one label; and a hand of each."""
    keys = states.duel.own_kinds.astype(np.int64)
    for mask in states.masks:
        keys = keys * 2 + mask
    _, first, labels = np.unique(keys, return_index=True, return_inverse=True)
    return labels.reshape(-1), first.astype(np.int64)


class Groups:
    """The own hands of a deck by strength, label and sorts of cards; groups are in ascending order of strength."""

    def __init__(self, states: DuelStates, sorts: NDArray[np.uint8], labels: NDArray[np.intp]) -> None:
        own, size = states.duel.own, states.deck.size
        self.own, self.size = own, size
        hands = colex.hands_in_range(0, comb(size, own), own)
        keys = states.own_levels.astype(np.uint64) << np.uint64(int(labels.max()).bit_length())
        keys |= labels.astype(np.uint64)
        for column in np.sort(sorts[hands], axis=1).T:
            keys = keys << np.uint64(SORT_BITS) | column.astype(np.uint64)
        _, groups = np.unique(keys, return_inverse=True)
        self.groups = groups.reshape(-1).astype(np.int32)
        self.all = np.bincount(self.groups)
        # Hands of a group lie scattered: one of the first avoids the up cards, if there are many.
        scattered = np.argsort(np.arange(len(hands), dtype=np.uint64) * np.uint64(SCATTER) % np.uint64(SCATTERED))
        order = scattered[np.argsort(self.groups[scattered], kind="stable")]
        self.order = order.astype(np.uint32)
        self.start = np.concatenate([[0], np.cumsum(self.all)])
        self.masks = np.bitwise_or.reduce(np.uint64(1) << hands.astype(np.uint64), axis=1)
        self._with: dict[tuple[int, ...], NDArray[np.int64]] = {}
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self.all)

    def holding(self, cards: tuple[int, ...]) -> NDArray[np.int64]:
        """[group] the hands that hold all these cards, ascending."""
        if not cards:
            return self.all
        if (counts := self._with.get(cards)) is not None:
            return counts
        rest, more = without(self.size, cards), self.own - len(cards)
        held = np.array(cards, dtype=np.uint8)
        index = kernel.joined(rest, held, more) if more else colex.rank(held[None, :])
        counts = np.bincount(self.groups[index], minlength=len(self))
        if len(cards) == 1 or (len(cards) == 2 and comb(self.size, 2) * counts.nbytes <= REMEMBERED_BYTES):
            with self._lock:
                self._with[cards] = counts
        return counts

    def left(self, up: tuple[int, ...]) -> NDArray[np.int64]:
        """[group] the hands that hold none of the up cards."""
        left = self.all.copy()
        for number in range(1, min(len(up), self.own) + 1):
            for cards in combinations(sorted(up), number):
                left += (-1) ** number * self.holding(cards)
        if int(left.min()) < 0 or int(left.sum()) != comb(self.size - len(up), self.own):
            raise CountError(f"the groups of own hands beside {up} do not stand for all hands")
        return left

    def one_of_each(self, chosen: NDArray[np.intp], up: tuple[int, ...], from_end: bool = False) -> NDArray[np.int64]:
        """The colex index of a hand of each of these groups that holds none of the up cards: the first, or the last."""
        held = np.uint64(sum(1 << card for card in up))
        firsts = np.full(len(chosen), -1, dtype=np.int64)
        place, step = (self.start[chosen + 1] - 1, -1) if from_end else (self.start[chosen], 1)
        looking = np.arange(len(chosen))
        while len(looking):
            hands = self.order[place[looking]]
            good = self.masks[hands] & held == 0
            firsts[looking[good]] = hands[good]
            looking = looking[~good]
            place[looking] += step
            groups = chosen[looking]
            if np.any((place[looking] < self.start[groups]) | (place[looking] >= self.start[groups + 1])):
                raise CountError(f"a group of own hands beside {up} has none that can be dealt")
        return firsts


@dataclass(frozen=True, eq=False)
class Alike:
    """The states of a duel with cards up, where own hands may be gathered; groups are made when they are asked for."""

    states: DuelStates
    made: dict[int, Groups] = field(default_factory=dict)
    lock: Lock = field(default_factory=Lock)

    @cached_property
    def labels(self) -> NDArray[np.intp]:
        return labels_of(self.states)[0]

    @cached_property
    def sortings(self) -> list[NDArray[np.uint8]]:
        """[position] its sort, in each sorting that is tried, the coarsest first."""
        deck = self.states.deck
        suits, naturals = len(deck.suits), deck.size - deck.jokers
        cards = np.arange(deck.size)
        ranks = np.where(cards < naturals, cards // suits, len(deck.ranks))
        apart = [ranks * 2 + ((cards < naturals) & (cards % suits == suit)) for suit in range(suits)]
        listed = [ranks, *(apart if suits > 1 else [])]
        return [np.unique(sorts, return_inverse=True)[1].reshape(-1).astype(np.uint8) for sorts in listed]

    def groups(self, number: int) -> Groups:
        """Those of a sorting."""
        with self.lock:
            if number not in self.made:
                self.made[number] = Groups(self.states, self.sortings[number], self.labels)
            return self.made[number]

    def sorting_beside(self, up: tuple[int, ...]) -> int | None:
        """The first sorting by which hidden hands of the same sorts make hands of one strength and one kind."""
        states = self.states
        rest = without(states.deck.size, up)
        dealers = kernel.joined(rest, np.array(up, dtype=np.uint8), states.down)
        worth = states.dealer_levels[dealers].astype(np.int64) * states.duel.events.dealer_kinds
        worth += states.duel.dealer_kinds[dealers]
        places = colex.hands_in_range(0, len(dealers), states.down)
        for number in self._fitting():
            sorts = np.sort(self.sortings[number][rest][places], axis=1)
            keys = np.zeros(len(dealers), dtype=np.int64)
            for column in sorts.T:
                keys = keys << SORT_BITS | column
            last = np.empty(1 << SORT_BITS * states.down, dtype=np.int64)
            last[keys] = worth
            if np.array_equal(last[keys], worth):
                return number
        return None

    def _fitting(self) -> Iterator[int]:
        """The sortings of which a hand's number has 64 bits."""
        states = self.states
        bits = (states.top_level - 1).bit_length() + int(self.labels.max()).bit_length() + SORT_BITS * states.duel.own
        for number, sorts in enumerate(self.sortings):
            if int(sorts.max()) < 1 << SORT_BITS and bits <= 64 and states.down <= MAX_HIDDEN:
                yield number

    def beside(self, number: int) -> UpStates | None:
        """The states with the up cards of that number, a hand for each group; None if no sorting holds."""
        states = self.states
        up = tuple(int(card) for card in states.ups.hands[number])
        if (sorting := self.sorting_beside(up)) is None:
            return None
        groups = self.groups(sorting)
        left = groups.left(up)
        chosen = np.flatnonzero(left)
        own = groups.one_of_each(chosen, up)
        weights = left[chosen] * int(states.ups.weights[number])
        hands = colex.unrank(own.astype(np.uint64), states.duel.own)
        return UpStates(up, hands, own, weights, states.duel.own_kinds[own], states.own_levels[own])

    def check(self, seen: UpStates, counts: NDArray[np.uint32]) -> None:
        """Other hands of some groups, against every hidden hand by itself: they meet what the group's hand meets."""
        states = self.states
        sorting = self.sorting_beside(seen.up)
        rows = (np.arange(CHECKED_GROUPS) * len(seen) // CHECKED_GROUPS + sum(seen.up)) % len(seen)
        if sorting is None:
            raise CountError(f"own hands beside {seen.up} are gathered, and no sorting holds")
        groups = self.groups(sorting)
        others = groups.one_of_each(groups.groups[seen.own[rows]].astype(np.intp), seen.up, from_end=True)
        for row, other in zip(rows.tolist(), others.tolist(), strict=True):
            own = [int(card) for card in colex.hands_in_range(other, other + 1, states.duel.own)[0]]
            if not np.array_equal(counts_against(states, own, seen.up), counts[row]):
                raise CountError(f"the own cards {own} beside {seen.up} fare differently from others of their group")
