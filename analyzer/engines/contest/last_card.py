"""Duels in which one or two cards of the dealer are hidden at every decision, and there are very many states.

Own hands that meet the same are one state. Where nothing tells their cards apart beside the cards that are up, they are
gathered by strength and sorts of cards (alike.py); elsewhere, if one card is hidden, by the results that they meet
(cext/last_card.pyx). That makes some thousand states beside a set of seen cards, in place of a million and more. What
each seen card is worth, and which decisions are closest, is not told of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.bets import Path
from analyzer.engines.contest.alike import MAX_HIDDEN, Alike, labels_of
from analyzer.engines.contest.duel_counts import DuelCounts, check_sums, counts_against, without
from analyzer.engines.contest.duel_states import DuelStates
from analyzer.engines.contest.play import Forwards, LevelStates, Nets, Tally, solved_of
from analyzer.engines.contest.solved import LOSS, RESULTS, TIE, WIN, Solved
from analyzer.engines.decide import BestChoice
from analyzer.engines.too_long import refuse_long
from analyzer.errors import CountError
from analyzer.integers import dot
from analyzer.kernels import colex, last_card
from analyzer.kernels import duel as kernel
from analyzer.run.jobs import Run

# Up to so many states are counted one by one, and more is told of them.
FEW_STATES = 1 << 23
# The same where two or three cards are hidden: one by one, so many states take four minutes.
MANY_STATES = 1 << 30
# Of one own hand beside one set of seen cards, on one core.
NANOSECONDS = 15
# Of a word of the kernel, for each result and kind.
FIELD_BITS, WORD_BITS, MAX_LABELS = 6, 64, 256


def is_last_card(states: DuelStates) -> bool:
    """Whether one card is hidden, words have room for all events, and there are too many states for the others."""
    fields = len(RESULTS) * states.duel.events.dealer_kinds
    return (
        states.down == 1
        and states.is_seen
        and not states.first_up
        and states.pairs // states.blocks.order > FEW_STATES
        and states.left < 1 << FIELD_BITS
        and fields * FIELD_BITS <= WORD_BITS
        and len(labels_of(states)[1]) <= MAX_LABELS
    )


def is_gathered(states: DuelStates) -> bool:
    """Whether own hands that meet the same are one state."""
    if is_last_card(states):
        return True
    few_hidden = states.down <= MAX_HIDDEN and states.is_seen and not states.first_up
    return few_hidden and states.pairs // states.blocks.order > MANY_STATES


class _Gathered(LevelStates):
    """States that stand for many hands: none of them is told as a close decision."""

    @property
    def is_even(self) -> bool:
        return False


@dataclass(frozen=True, eq=False)
class Gathered:
    states: DuelStates
    nets: Nets
    run: Run

    @cached_property
    def alike(self) -> Alike:
        return Alike(self.states)

    @cached_property
    def counts(self) -> DuelCounts:
        return DuelCounts(self.states, self.run)

    @cached_property
    def labels(self) -> NDArray[np.uint8]:
        return self.alike.labels.astype(np.uint8)

    def solved(self) -> Solved:
        states = self.states
        if is_last_card(states):
            refuse_long("a duel with one card hidden", states.pairs // states.blocks.order, NANOSECONDS)
        else:
            states.check_pairs()
        _ = self.alike, self.counts, self.labels  # before threads ask for them
        tally, total = Tally(), 0
        for piece, value in self.run.pieces("duel", self._piece, states.numbers):
            tally.add(piece)
            total += value
        return solved_of(states.bets, states.duel.events, tally, total, states.deals, self.nets)

    def _piece(self, number: int) -> tuple[Tally, int]:
        level, weights = self.level(number)
        decided: dict[Path, BestChoice] = level.decide({})
        tally, _ = Forwards(level, decided, {}, number).play({(): weights})
        return tally, dot(weights, decided[()].value)

    def level(self, number: int) -> tuple[LevelStates, NDArray[np.int64]]:
        """The states beside the up cards of a number, and how many deals of own and up cards each stands for."""
        states = self.states
        gathered = self.alike.beside(number)
        if gathered is None and is_last_card(states):
            return self._last_card(number)
        seen = states.states(number) if gathered is None else gathered
        counts = self.counts.counted_of(seen)
        if gathered is not None:
            self.alike.check(gathered, counts)
        return self._level(counts.reshape(len(seen), -1), seen.own), seen.weights

    def _level(self, counts: NDArray[np.uint32], own: NDArray[np.int64]) -> LevelStates:
        states = self.states
        return _Gathered(
            self.nets, 0, len(states.bets.stages), counts, states.duel.own_kinds[own], own, states.deals_down
        )

    def _last_card(self, number: int) -> tuple[LevelStates, NDArray[np.int64]]:
        """By the results that own hands meet with each card that may be hidden."""
        states, duel = self.states, self.states.duel
        up = tuple(int(card) for card in states.ups.hands[number])
        rest = without(states.deck.size, up)
        listed = last_card.states(duel.own, rest, *self._spans(rest, up), states.own_levels, self.labels)
        fields = np.arange(len(RESULTS) * duel.events.dealer_kinds, dtype=np.uint64) * np.uint64(FIELD_BITS)
        counts = (listed[:, :1] >> fields & np.uint64((1 << FIELD_BITS) - 1)).astype(np.uint32)
        own = listed[:, 2].astype(np.int64)
        check_sums(counts, states.deals_down)
        self._check_one(up, int(own[number % len(own)]), counts[number % len(own)])
        return self._level(counts, own), listed[:, 3].astype(np.int64) * int(states.ups.weights[number])

    def _spans(
        self, rest: NDArray[np.uint8], up: tuple[int, ...]
    ) -> tuple[NDArray[np.uint8], NDArray[np.uint64], NDArray[np.uint64]]:
        """[level] its span, [span] the word of all hidden cards, [span, place in rest] that of each."""
        states, kinds = self.states, self.states.duel.events.dealer_kinds
        dealers = kernel.joined(rest, np.array(up, dtype=np.uint8), 1)
        steps, place = np.unique(states.dealer_levels[dealers], return_inverse=True)
        every = np.arange(states.top_level)
        span = np.searchsorted(steps, every, side="left") + np.searchsorted(steps, every, side="right")
        spans = np.arange(2 * len(steps) + 1)[:, None]
        below, equal = place < spans // 2, (place == spans // 2) & (spans % 2 == 1)
        result = np.where(below, WIN, np.where(equal, TIE, LOSS)).astype(np.uint64)
        field = result * np.uint64(kinds) + states.duel.dealer_kinds[dealers].astype(np.uint64)
        unit = np.uint64(1) << field * np.uint64(FIELD_BITS)
        return span.astype(np.uint8), unit.sum(axis=1, dtype=np.uint64), np.ascontiguousarray(unit)

    def _check_one(self, up: tuple[int, ...], hand: int, counted: NDArray[np.uint32]) -> None:
        """One hand against every hidden card by itself."""
        own = colex.hands_in_range(hand, hand + 1, self.states.duel.own)[0].tolist()
        if not np.array_equal(counts_against(self.states, own, up).reshape(-1), counted):
            raise CountError(f"the own cards {own} beside {up} fare differently when every hand is dealt")
