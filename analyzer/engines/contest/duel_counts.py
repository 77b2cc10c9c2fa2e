"""How every state of a duel fares: for one set of up cards after the other, a sweep over the dealer's down cards."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.colex import colex_index
from analyzer.engines.contest.duel_states import DuelStates, UpStates
from analyzer.engines.contest.solved import RESULTS
from analyzer.errors import CountError
from analyzer.kernels import duel as kernel
from analyzer.run.entries import Arrays
from analyzer.run.jobs import Run

# Counts of all states together that are kept in the store, so that other pays are priced at once.
KEPT_BYTES = 64 << 20

# Dealer hands that are looked at one by one, to check some states, and states of one set of up cards at most.
CHECKED_HANDS = 1 << 23
CHECKED_STATES = 16


def fitting(run: Run, states: DuelStates) -> Run:
    """As many jobs as fit: each holds the states of one set of up cards, with values of choices, and dealer hands."""
    own = states.pairs // states.blocks.order // len(states.ups) * 2
    dealers = comb(states.left, states.down)
    kinds = states.duel.events.dealer_kinds
    return run.fitting("a duel", 0, own * (12 * kinds + 120) + dealers * (13 + states.down))


@dataclass(frozen=True, eq=False)
class DuelCounts:
    """Counts of a duel's states: [state, result, dealer's kind] over the dealer's down cards."""

    states: DuelStates
    run: Run
    kept: Arrays = field(default_factory=dict)

    def prepare(self) -> None:
        """Count all states at once and keep them in the store, if they are few enough."""
        states = self.states
        numbers = states.pairs // states.blocks.order * len(RESULTS) * states.duel.events.dealer_kinds
        if numbers * np.dtype(np.uint32).itemsize >= KEPT_BYTES:
            return
        blocks = [states.blocks.blocks, states.blocks.jokers_alike]
        named = {**states.parameters, "blocks": blocks}
        self.kept.update(self.run.store.arrays("duel", named, self._all))

    def _all(self) -> Arrays:
        pieces = self.run.pieces("duel: hands", lambda number: (number, self.counted(number)[1]), self.states.numbers)
        return {str(number): counts for number, counts in pieces}

    def counted(self, number: int) -> tuple[UpStates, NDArray[np.uint32]]:
        """The states with the up cards of that number, checked. Bound: the down cards, fewer than 2^25 hands."""
        seen = self.states.states(number)
        counts: NDArray[Any] = self.kept[str(number)] if self.kept else self._swept(seen)
        self._check(seen, counts)
        return seen, counts

    def counted_of(self, seen: UpStates) -> NDArray[np.uint32]:
        """The same of states that are listed elsewhere."""
        counts = self._swept(seen)
        self._check(seen, counts)
        return counts

    def _check(self, seen: UpStates, counts: NDArray[Any]) -> None:
        check_sums(counts, self.states.deals_down)
        self._check_some(seen, counts)

    def _swept(self, seen: UpStates) -> NDArray[np.uint32]:
        """One kind of dealer hands after the other, each in ascending order of strength."""
        states, duel = self.states, self.states.duel
        rest = without(states.deck.size, seen.up)
        levels, kinds = states.dealer_levels, duel.dealer_kinds
        if seen.up:
            dealers = kernel.joined(rest, np.array(seen.up, dtype=np.uint8), states.down)
            levels, kinds = levels[dealers], kinds[dealers]
        place = np.zeros(states.deck.size, dtype=np.uint8)
        place[rest] = np.arange(len(rest), dtype=np.uint8)
        own = np.ascontiguousarray(place[seen.hands])
        counted = np.zeros((len(seen), len(RESULTS), duel.events.dealer_kinds), dtype=np.uint32)
        for kind in np.flatnonzero(np.bincount(kinds)).tolist():
            ordered = kernel.dealers_in_order(len(rest), states.down, levels, kinds, kind, states.top_level)
            kernel.sweep(len(rest), *ordered, own, seen.levels, counted, kind)
        return counted

    def _check_some(self, seen: UpStates, counted: NDArray[np.uint32]) -> None:
        """Some states, spread over all strengths, against every dealer hand that they can meet."""
        states = self.states
        room = CHECKED_HANDS // (states.deals_down * len(states.ups))
        some = min(len(seen), CHECKED_STATES, max(1, room))
        for row in {len(seen) * (2 * number + 1) // (2 * some) for number in range(some)}:
            own = [int(card) for card in seen.hands[row]]
            if not np.array_equal(counts_against(states, own, seen.up), counted[row]):
                raise CountError(f"the own cards {own} beside {seen.up} fare differently when every hand is dealt")


def without(size: int, cards: tuple[int, ...]) -> NDArray[np.uint8]:
    """The positions of a deck without some, ascending."""
    return np.setdiff1d(np.arange(size, dtype=np.uint8), np.array(cards, dtype=np.uint8))


def counts_against(states: DuelStates, own: list[int], up: tuple[int, ...]) -> NDArray[np.int64]:
    """[result, dealer's kind] of one state: every hand of down cards looked at by itself."""
    duel = states.duel
    rest = without(states.deck.size, (*own, *up))
    strength = int(duel.own_strengths[colex_index(own)])
    return kernel.meet(
        strength,
        rest,
        np.array(up, dtype=np.uint8),
        states.down,
        duel.dealer_strengths,
        duel.dealer_kinds,
        duel.events.dealer_kinds,
    )


def check_sums(counted: NDArray[np.uint32], deals: int) -> None:
    """Every state meets all hands that can be dealt."""
    sums = counted.reshape(len(counted), -1).sum(axis=1, dtype=np.int64)
    if np.any(sums != deals):
        raise CountError(f"a state of a duel does not meet {deals:,} dealer hands")
