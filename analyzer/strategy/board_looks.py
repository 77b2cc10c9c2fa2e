"""What own cards and community cards look like to a rule, before all cards are turned and after.

Before all cards are turned, a look is the hand so far, how many of the player's own cards are in its pairs, a draw to a
flush or a straight, the ranks of his own cards, and how many of them are higher than all cards turned. With all cards
turned, it is whether the hand is of a better type than the board alone, and how many unseen cards would beat it.
"""

from __future__ import annotations

from functools import cached_property
from math import prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import RANKS
from analyzer.cards.ranking import type_code
from analyzer.engines.contest.board_places import BoardPlaces
from analyzer.engines.contest.board_states import BoardStates, SeenSet
from analyzer.engines.contest.rounds import BEST, Contest
from analyzer.kernels import evaluate

RANK_COUNT = len(RANKS)
# Cards of one suit that one more makes a flush of.
FLUSH_DRAW_CARDS = 4
# How many there are of each part of a look, in their order but for the first, of which there are MADE_CODES.
SIZES = {"own": 4, "flush": RANK_COUNT + 1, "straight": 3, "high": RANK_COUNT, "over": 3, "low": RANK_COUNT}
MADE_CODES = 64
UNSEEN = 64
Places = NDArray[np.intp]


class Turned(NamedTuple):
    """A look before all cards are turned; what a rule does not name is None.

    `own`: how many own cards are in the pairs of the hand, or 3 for a pair in the player's own hand. `flush`: 0, or one
    more than the highest own rank among four cards of one suit. `straight`: how many ranks would make a straight, 2 for
    two or more. `high`, `low`: the ranks of the own cards. `over`: how many of them are higher than all cards turned.
    """

    made: int
    own: int | None = None
    flush: int | None = None
    straight: int | None = None
    high: int | None = None
    over: int | None = None
    low: int | None = None


class AllTurned(NamedTuple):
    """A look with all cards turned."""

    better: bool
    beaten: int


Look = Turned | AllTurned


class BoardLooks:
    """The looks of all states, as numbers of cells."""

    def __init__(self, contest: Contest, states: BoardStates) -> None:
        self.contest, self.states = contest, states
        self.deck = np.array(contest.game.deck.cards, dtype=np.uint8)

    def cell_count(self, level: int) -> int:
        if level == 0:
            return self.states.game.levels.pairs
        if level == self.states.game.levels.top:
            return 2 * UNSEEN
        return MADE_CODES * prod(SIZES.values())

    def cells(self, seen: SeenSet) -> Places:
        """[pair] the number of its look; before a card is turned every pair of own cards is a cell."""
        if seen.level == 0:
            return seen.pairs
        if seen.level == self.states.game.levels.top:
            return self._whole(seen)
        pairs = self.deck[self.states.pairs[seen.pairs]]
        return self._turned(pairs, np.tile(self.deck[list(seen.cards)], (len(pairs), 1)))

    def _values(self, hands: NDArray[np.uint8]) -> NDArray[np.uint32]:
        size = min(BEST, hands.shape[1])
        cards = np.ascontiguousarray(np.sort(hands, axis=1))
        return evaluate.values_of_cards(cards, size, self.states.game.board.ranking.kernel_arguments)

    def _turned(self, pairs: NDArray[np.uint8], table: NDArray[np.uint8]) -> Places:
        hands = np.concatenate([pairs, table], axis=1)
        ranks, suits = (hands >> 2).astype(np.intp), hands & 3
        times = (ranks[:, :2, None] == ranks[:, None, :]).sum(axis=2)  # of the rank of each own card
        own = np.where(ranks[:, 0] == ranks[:, 1], 3, (times > 1).sum(axis=1))
        flush = np.zeros(len(pairs), dtype=np.intp)
        for suit in range(4):
            highest = np.where(suits[:, :2] == suit, ranks[:, :2] + 1, 0).max(axis=1)
            flush = np.where((suits == suit).sum(axis=1) == FLUSH_DRAW_CARDS, highest, flush)
        held = np.bitwise_or.reduce(1 << ranks, axis=1)
        over = (ranks[:, :2] > ranks[:, 2:].max(axis=1)[:, None]).sum(axis=1)
        straight = np.minimum(self._straights[held], SIZES["straight"] - 1)
        parts = (own, flush, straight, ranks[:, :2].max(axis=1), over, ranks[:, :2].min(axis=1))
        cells: Places = type_code(self._values(hands)).astype(np.intp)
        for part, size in zip(parts, SIZES.values(), strict=True):
            cells = cells * size + part
        return cells

    @cached_property
    def _straights(self) -> Places:
        """[set of ranks] how many further ranks make a straight with it; none if it has one."""
        runs = [0b11111 << low for low in range(RANK_COUNT - 4)] + [0b1111 | 1 << RANK_COUNT - 1]
        sets = np.arange(1 << RANK_COUNT)
        has = np.logical_or.reduce([sets & run == run for run in runs])
        further = [has[sets | 1 << rank] & (sets >> rank & 1 == 0) for rank in self.contest.game.deck.ranks]
        return np.where(has, 0, np.sum(further, axis=0)).astype(np.intp)

    @cached_property
    def _places(self) -> BoardPlaces:
        return BoardPlaces(self.contest.game.deck.size, self.contest.table(BEST, BEST).strengths)

    @cached_property
    def _types(self) -> NDArray[np.uint32]:
        """[place] the hand type at each place in the order."""
        return type_code(self._places.strengths << np.uint32(1))

    def _whole(self, seen: SeenSet) -> Places:
        """[pair] whether its hand is of a better type than the board's, and how many unseen cards would beat it."""
        table, with_one, with_two = self._compared(seen)
        mine = with_two[:, None]
        unseen = np.setdiff1d(np.arange(len(self.deck)), seen.cards)
        beaten = (with_one[unseen] > mine).sum(axis=1) - (with_one[self.states.pairs[seen.pairs]] > mine).sum(axis=1)
        cells: Places = (self._types[with_two] > self._types[table]) * UNSEEN + beaten
        return cells

    def _compared(self, seen: SeenSet) -> tuple[int, NDArray[np.int16], NDArray[np.int16]]:
        """The places of the board, of it with each card of the deck, and of it with each of the pairs."""
        table, with_one, with_two = self._places.of_board(seen.cards)
        return table, with_one, with_two[seen.pairs]

    def look(self, level: int, cell: int) -> Look:
        if level == self.states.game.levels.top:
            return AllTurned(bool(cell // UNSEEN), cell % UNSEEN)
        parts = []
        for size in reversed(SIZES.values()):
            cell, part = divmod(cell, size)
            parts.append(part)
        return Turned(cell, *reversed(parts))
