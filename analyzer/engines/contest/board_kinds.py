"""The kinds of all final hands that a game with community cards can have, as tables for the kernel."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.suits import all_suit_classes
from analyzer.engines.contest.inputs import Board, KindsOf
from analyzer.errors import SelectionError, TooLargeError
from analyzer.kernels import board as kernel
from analyzer.kernels import evaluate

_HAND = 5
# Classes of pairs with labels are numbered with 16 bits.
MAX_LABELS = 128


@dataclass(frozen=True, eq=False)
class Labels:
    """Pairs of own cards by what a game asks about them when all cards are turned: their kind, and choices offered.

    `rows[label]` is the kind, then for each mask whether its choice is offered.
    """

    rows: NDArray[np.uint8]
    of_pair: NDArray[np.uint16]

    @property
    def own_kinds(self) -> NDArray[np.uint8]:
        return np.ascontiguousarray(self.rows[:, 0])

    @property
    def masks(self) -> NDArray[np.uint8]:
        """[mask, label]."""
        return np.ascontiguousarray(self.rows[:, 1:].T)


def label_pairs(own_kinds: NDArray[np.uint8], masks: NDArray[np.uint8]) -> Labels:
    """Labels for masks [mask, pair].

    >>> labels = label_pairs(np.array([0, 0, 1], dtype=np.uint8), np.array([[1, 0, 1]], dtype=np.uint8))
    >>> labels.rows.tolist(), labels.of_pair.tolist()
    ([[0, 0], [0, 1], [1, 1]], [1, 0, 2])
    """
    rows, of_pair = np.unique(np.stack([own_kinds, *masks], axis=1), axis=0, return_inverse=True)
    if len(rows) > MAX_LABELS:
        raise TooLargeError(f"own cards are told apart in {len(rows)} ways when all cards are turned, not {MAX_LABELS}")
    return Labels(rows, of_pair.reshape(-1).astype(np.uint16))


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

    def kernel(self, labels: Labels) -> kernel.Boards:
        board, base = self.board, int(self.strengths[0])
        return kernel.Boards(
            np.array(board.deck.cards, dtype=np.uint8),
            board.community,
            board.ranking.kernel_arguments,
            base,
            self.table(self.player),
            self.table(self.dealer),
            board.events.dealer_kinds,
            board.hand_kinds,
            labels.own_kinds,
            labels.of_pair,
            -1 if board.known is None else board.known.position,
            board.known is not None and board.known.of_dealer,
        )
