"""Colex indices of hands: checked ways into the kernels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import MAX_DECK_SIZE, Deck
from analyzer.errors import CardError
from analyzer.kernels import colex

MAX_CHOSEN = 7


def colex_index(positions: Sequence[int]) -> int:
    """Index of a set of positions, in any order.

    >>> colex_index([0, 1, 2]), colex_index([51, 50, 49, 48, 47]), colex_index([3, 0])
    (0, 2598959, 3)
    """
    ordered = sorted(positions)
    if len(set(ordered)) < len(ordered) or not 1 <= len(ordered) <= MAX_CHOSEN:
        raise CardError(f"{list(positions)} must be 1 to {MAX_CHOSEN} different positions")
    if ordered[0] < 0 or ordered[-1] >= MAX_DECK_SIZE:
        raise CardError(f"{list(positions)}: positions are 0 to {MAX_DECK_SIZE - 1}")
    return sum(comb(position, place) for place, position in enumerate(ordered, 1))


def colex_hand(index: int, k: int) -> tuple[int, ...]:
    """The k positions with that index, ascending.

    >>> colex_hand(2598959, 5)
    (47, 48, 49, 50, 51)
    """
    _check_range(index, index + 1, k)
    hand = colex.unrank(np.array([index], dtype=np.uint64), k)[0]
    return tuple(int(position) for position in hand)


def hands(start: int, stop: int, k: int) -> NDArray[np.uint8]:
    """All hands of k positions with start <= index < stop, one row each, in order."""
    _check_range(start, stop, k)
    return colex.hands_in_range(start, stop, k)


def hands_of_deck(deck: Deck, k: int, chunk: int = 1 << 18) -> Iterator[NDArray[np.uint8]]:
    """All hands of k cards of a deck, as cards, in chunks in order of their index."""
    cards = np.array(deck.cards, dtype=np.uint8)
    total = comb(deck.size, k)
    for start in range(0, total, chunk):
        yield cards[hands(start, min(start + chunk, total), k)]


def _check_range(start: int, stop: int, k: int) -> None:
    if not 1 <= k <= MAX_CHOSEN:
        raise CardError(f"hands of {k} cards have no index; 1 to {MAX_CHOSEN} have")
    if not 0 <= start <= stop <= comb(MAX_DECK_SIZE, k):
        raise CardError(f"indices {start} to {stop} are outside 0 to {comb(MAX_DECK_SIZE, k)}")
