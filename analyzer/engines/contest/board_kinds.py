"""The kinds of all final hands that a game with community cards can have, as tables for the kernel."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.suits import all_suit_classes
from analyzer.engines.contest.inputs import Board, KindsOf
from analyzer.errors import SelectionError
from analyzer.kernels import board as kernel
from analyzer.kernels import evaluate

_HAND = 5


@dataclass(frozen=True, eq=False)
class BoardKinds:
    """Strengths of all hands of a deck, of five cards or as many as there are, and their kinds."""

    board: Board

    @cached_property
    def strengths(self) -> NDArray[np.uint32]:
        """Ascending. The best five of seven cards are five cards of the deck, so there are no others."""
        board = self.board
        cards = min(_HAND, board.community + 2)
        arguments = board.ranking.kernel_arguments
        values = [
            evaluate.values_of_sets(piece.sets, piece.jokers, cards, arguments)
            for piece in all_suit_classes(board.deck, cards)
        ]
        return np.unique(np.concatenate(values) >> 1)

    @cached_property
    def player(self) -> NDArray[np.uint8]:
        return self._kinds("player", self.board.player_kinds, self.board.hand_kinds)

    @cached_property
    def dealer(self) -> NDArray[np.uint8]:
        return self._kinds("dealer", self.board.dealer_kinds, self.board.events.dealer_kinds)

    def _kinds(self, whose: str, kinds_of: KindsOf, limit: int) -> NDArray[np.uint8]:
        kinds = np.asarray(kinds_of(self.strengths), dtype=np.uint8)
        if kinds.shape != self.strengths.shape or int(kinds.max()) >= limit:
            raise SelectionError(f"each of the {whose}'s hands must be of one of {limit} kinds")
        return kinds

    def table(self, kinds: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """By strength, from the lowest. Strengths are sparse, and only the pages that are used take memory."""
        table = np.zeros(int(self.strengths[-1] - self.strengths[0]) + 1, dtype=np.uint8)
        table[self.strengths - self.strengths[0]] = kinds
        return table

    def kernel(self) -> kernel.Boards:
        board, base = self.board, int(self.strengths[0])
        return kernel.Boards(
            np.array(board.deck.cards, dtype=np.uint8),
            board.community,
            board.ranking.kernel_arguments,
            base,
            self.table(self.player),
            self.table(self.dealer),
            board.events.dealer_kinds,
            np.ascontiguousarray(board.own_kinds),
            int(board.own_kinds.max()) + 1,
            board.hand_kinds,
        )
