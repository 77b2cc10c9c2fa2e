"""Colex indices: rank, unrank, order, ranges."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.cards.colex import colex_hand, colex_index, hands, hands_of_deck
from analyzer.cards.deck import Deck
from analyzer.errors import CardError
from analyzer.kernels import colex

SIZES = range(1, 8)


def colex_order(n: int, k: int) -> list[tuple[int, ...]]:
    """The definition: compare the highest card first."""
    return sorted(combinations(range(n), k), key=lambda hand: hand[::-1])


@given(st.integers(1, 7).flatmap(lambda k: st.tuples(st.just(k), st.integers(0, comb(54, k) - 1))))
def test_unrank_then_rank_is_the_index(case: tuple[int, int]) -> None:
    k, index = case
    hand = colex_hand(index, k)
    assert len(set(hand)) == k
    assert list(hand) == sorted(hand)
    assert colex_index(hand) == index


@given(st.lists(st.integers(0, 53), min_size=1, max_size=7, unique=True))
def test_rank_then_unrank_is_the_hand(positions: list[int]) -> None:
    assert colex_hand(colex_index(positions), len(positions)) == tuple(sorted(positions))


@given(st.lists(st.integers(0, 53), min_size=1, max_size=7, unique=True))
def test_the_kernel_ranks_like_python(positions: list[int]) -> None:
    row = np.array([sorted(positions)], dtype=np.uint8)
    assert int(colex.rank(row)[0]) == colex_index(positions)


@pytest.mark.parametrize("k", SIZES)
def test_hands_come_in_colex_order(k: int) -> None:
    assert list(map(tuple, hands(0, comb(10, k), k).tolist())) == colex_order(10, k)


@pytest.mark.parametrize("k", SIZES)
def test_ranges_put_together_are_the_whole(k: int) -> None:
    total = comb(11, k)
    cuts = sorted({0, 1, total // 3, total // 2, total - 1, total})
    pieces = [hands(start, stop, k) for start, stop in pairwise(cuts)]
    assert np.array_equal(np.concatenate(pieces), hands(0, total, k))


@pytest.mark.parametrize("k", SIZES)
def test_smaller_decks_come_first(k: int) -> None:
    """The hands of 52 cards are the first C(52,k) of those of 53, and those the first of 54."""
    for cards in (52, 53):
        last, first_beyond = colex_hand(comb(cards, k) - 1, k), colex_hand(comb(cards, k), k)
        assert last == tuple(range(cards - k, cards))
        assert first_beyond[-1] == cards


@pytest.mark.parametrize("k", SIZES)
def test_the_last_hand_of_54_cards(k: int) -> None:
    last = comb(54, k) - 1
    assert hands(last, last + 1, k).tolist() == [list(range(54 - k, 54))]


def test_an_empty_range_has_no_hands() -> None:
    assert hands(5, 5, 3).shape == (0, 3)
    assert hands(comb(54, 3), comb(54, 3), 3).shape == (0, 3)


@pytest.mark.parametrize(
    ("start", "stop", "k"),
    [(-1, 1, 5), (2, 1, 5), (0, comb(54, 5) + 1, 5), (0, 1, 0), (0, 1, 8), (0, 10**30, 7)],
)
def test_bad_ranges_are_refused(start: int, stop: int, k: int) -> None:
    with pytest.raises(CardError):
        hands(start, stop, k)


@pytest.mark.parametrize("positions", [[], [1, 1], [54], [-1, 2], [0, 1, 2, 3, 4, 5, 6, 7]])
def test_bad_positions_are_refused(positions: list[int]) -> None:
    with pytest.raises(CardError):
        colex_index(positions)


@pytest.mark.parametrize("index", [-1, comb(54, 5), 10**30])
def test_bad_indices_are_refused(index: int) -> None:
    with pytest.raises(CardError):
        colex_hand(index, 5)


@pytest.mark.parametrize("chunk", [1, 7, 1 << 18])
def test_hands_of_a_reduced_deck(chunk: int) -> None:
    deck = Deck(ranks=(0, 5, 12), suits=(1, 2), jokers=2)
    hands = [tuple(hand) for piece in hands_of_deck(deck, 3, chunk) for hand in piece.tolist()]
    assert hands == [tuple(deck.cards[i] for i in hand) for hand in colex_order(deck.size, 3)]
