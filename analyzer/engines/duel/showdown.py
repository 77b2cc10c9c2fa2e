"""A showdown: hands of a player against hands of a dealer, each side with its best cards.

Nothing here knows a game: a count is given the deck, the ranking, how many cards each side gets, the board, and the
hands with which the dealer is weak.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import Deck
from analyzer.cards.ranking import Ranking
from analyzer.engines.duel.boards import Board
from analyzer.engines.duel.weak import NOBODY_WEAK, WeakHands
from analyzer.errors import SelectionError
from analyzer.kernels import showdown_deal, showdown_sweep

# Outcomes of a player, in this order wherever they are counted.
OUTCOMES = ("win", "tie", "loss", "win-weak", "tie-weak", "loss-weak")


@cache
def order_of(ranking: Ranking, size: int) -> showdown_sweep.Order:
    """The kernel's evaluator for the best `size` cards."""
    return showdown_sweep.Order(size, ranking.kernel_arguments)


@dataclass(frozen=True)
class Showdown:
    """Who meets whom: hands of a deck against dealer hands of `dealt` cards; both play their best `size`."""

    deck: Deck
    ranking: Ranking
    cards: int
    dealt: int
    size: int = 5
    weak: WeakHands = NOBODY_WEAK

    def __post_init__(self) -> None:
        if self.size not in (3, 5) or not 1 <= self.dealt <= 6:
            raise SelectionError(f"no showdown of the best {self.size} of {self.dealt} cards; use 3 or 5 of up to 6")
        if self.weak.own_cards and self.dealt < self.size:
            raise SelectionError(f"{self.dealt} cards of the dealer are no hand of {self.size} that could qualify")

    @property
    def weak_below(self) -> int:
        """The strength below which a dealer is weak; 0 where the weak hands are swept by themselves."""
        return self.weak.threshold or 0

    @property
    def sweeps_weak(self) -> bool:
        return self.weak.threshold is None

    @property
    def order(self) -> showdown_sweep.Order:
        return order_of(self.ranking, self.size)

    def check_board(self, board: Board) -> None:
        """A hand that can hold two flushes at once would be corrected twice."""
        most = max(self.cards, self.dealt) + board.cards
        if most + self.deck.jokers >= 2 * self.size:
            jokers = self.deck.jokers
            raise SelectionError(f"{most} cards and {jokers} jokers are too many for a showdown of {self.size}")

    def rank_view(self, board: Board) -> showdown_sweep.View:
        suits = len(self.deck.suits)
        left = [suits * (rank in self.deck.ranks) - board.counts[rank] for rank in range(13)]
        return showdown_sweep.View(True, 0, board.counts, board.jokers, 0, left, self.deck.jokers - board.jokers)

    def suit_view(self, board: Board, suit: int) -> showdown_sweep.View:
        held = board.sets[suit]
        rest = [board.counts[rank] - (held >> rank & 1) for rank in range(13)]
        others = len(self.deck.suits) - 1
        left = [others * (rank in self.deck.ranks) - rest[rank] for rank in range(13)]
        jokers = self.deck.jokers - board.jokers
        return showdown_sweep.View(False, held, rest, board.jokers, self.deck.rank_set & ~held, left, jokers)


def deals_against(showdown: Showdown, known: int) -> int:
    """How many hands the dealer can have when `known` cards are not his."""
    return comb(showdown.deck.size - known, showdown.dealt)


def deal_outcomes(
    showdown: Showdown, hand: Sequence[int], board: Sequence[int] = (), known: Sequence[int] = ()
) -> NDArray[np.int64]:
    """OUTCOMES of one hand, by dealing every dealer hand: about 5 million a second.

    `known` are further cards that the dealer cannot have, such as a discard.
    """
    gone = {*hand, *board, *known}
    left = np.array([card for card in showdown.deck.cards if card not in gone], dtype=np.uint8)
    mine, shared = (np.array(cards, dtype=np.uint8) for cards in (hand, board))
    return showdown_deal.deal_all(
        mine, shared, left, showdown.dealt, showdown.weak.kernel_spans, showdown.weak.own_cards, showdown.size,
        showdown.ranking.kernel_arguments,
    )  # fmt: skip
