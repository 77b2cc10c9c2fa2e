"""Duels in which all cards of the dealer but one are seen at every decision, where there are very many states.

Own hands that meet the same results are one state (cext/last_card.pyx): some thousand beside a set of seen cards, in
place of a million and more. What each seen card is worth, and which decisions are closest, is not told of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.bets import Path
from analyzer.engines.contest.duel_counts import check_sums, counts_against, without
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
        and len(_labels(states)[1]) <= MAX_LABELS
    )


def _labels(states: DuelStates) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """[own hand] hands of one kind with which the same is offered have one label; and a hand of each."""
    keys = states.duel.own_kinds.astype(np.int64)
    for mask in states.masks:
        keys = keys * 2 + mask
    _, first, labels = np.unique(keys, return_index=True, return_inverse=True)
    return labels.reshape(-1), first.astype(np.int64)


class _Gathered(LevelStates):
    """States that stand for many hands: none of them is told as a close decision."""

    @property
    def is_even(self) -> bool:
        return False


@dataclass(frozen=True, eq=False)
class LastCard:
    states: DuelStates
    nets: Nets
    run: Run

    @cached_property
    def labels(self) -> NDArray[np.uint8]:
        return _labels(self.states)[0].astype(np.uint8)

    def solved(self) -> Solved:
        states = self.states
        refuse_long("a duel with one card hidden", states.pairs // states.blocks.order, NANOSECONDS)
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
        states, duel = self.states, self.states.duel
        up = tuple(int(card) for card in states.ups.hands[number])
        rest = without(states.deck.size, up)
        listed = last_card.states(duel.own, rest, *self._spans(rest, up), states.own_levels, self.labels)
        fields = np.arange(len(RESULTS) * duel.events.dealer_kinds, dtype=np.uint64) * np.uint64(FIELD_BITS)
        counts = (listed[:, :1] >> fields & np.uint64((1 << FIELD_BITS) - 1)).astype(np.uint32)
        own = listed[:, 2].astype(np.int64)
        check_sums(counts, states.deals_down)
        self._check_one(up, int(own[number % len(own)]), counts[number % len(own)])
        weights = listed[:, 3].astype(np.int64) * int(states.ups.weights[number])
        stages = len(states.bets.stages)
        return _Gathered(self.nets, 0, stages, counts, duel.own_kinds[own], own, states.deals_down), weights

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
