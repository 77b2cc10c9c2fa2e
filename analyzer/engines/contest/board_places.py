"""How high hands over a board of five are: the place of the best five of seven among all strengths of five cards.

Whole boards are many, so no hand of seven is looked at: the best five have none, one or two of the player's own cards.
Two tables hold what three cards of the board are worth with two others, and four with one other.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import colex

HAND = 5
THREES, FOURS = (np.array(list(combinations(range(HAND), cards))) for cards in (3, 4))
Places = NDArray[np.int16]


class BoardPlaces:
    """Of a deck of that many cards; `strengths` are those of all fives, by colex."""

    def __init__(self, size: int, strengths: NDArray[np.uint32]) -> None:
        self.strengths, inverse = np.unique(strengths, return_inverse=True)
        places = inverse.reshape(-1).astype(np.int16)
        hands = colex.hands_in_range(0, comb(size, HAND), HAND)
        self.pairs: NDArray[np.intp] = colex.hands_in_range(0, comb(size, 2), 2).astype(np.intp)
        self._five = places
        self._three = np.full((comb(size, 3), comb(size, 2)), -1, dtype=np.int16)
        self._four = np.full((comb(size, 4), size), -1, dtype=np.int16)
        for two in combinations(range(HAND), 2):
            self._three[_rest(hands, two), colex.rank(np.ascontiguousarray(hands[:, two]))] = places
        for one in range(HAND):
            self._four[_rest(hands, (one,)), hands[:, one]] = places

    def of_board(self, board: Sequence[int]) -> tuple[int, Places, Places]:
        """Of the board itself, [card] with one more card, [pair] with two; said of cards of the board too, for nothing.

        `board` are five positions, ascending.
        """
        cards = np.array(board, dtype=np.uint8)
        own = self._five[colex.rank(cards[None])[0]]
        one = np.maximum(self._four[colex.rank(cards[FOURS])].max(axis=0), own)
        both = np.maximum(one[self.pairs[:, 0]], one[self.pairs[:, 1]])
        return int(own), one, np.maximum(self._three[colex.rank(cards[THREES])].max(axis=0), both)


def _rest(hands: NDArray[np.uint8], without: tuple[int, ...]) -> NDArray[np.intp]:
    """[hand] the colex index of its cards without those at some places."""
    rest = [place for place in range(HAND) if place not in without]
    index: NDArray[np.intp] = colex.rank(np.ascontiguousarray(hands[:, rest])).astype(np.intp)
    return index
