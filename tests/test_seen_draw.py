"""The sweep over hidden hands where the card to be drawn was seen: every discard against every hidden hand by itself.

Cards kept are asked about by sets of cards alone, five own cards with columns (cext/set_table.pxd, column_table.pxd).
"""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from analyzer.kernels import colex, seen_draw

LOSS = 2
Hands = NDArray[np.uint8]


def in_order(deck: int, cards: int, levels: int, seed: int) -> tuple[Hands, NDArray[np.uint32]]:
    """All hands of so many cards with random strengths, ascending: many are equal."""
    hands = colex.hands_in_range(0, comb(deck, cards), cards)
    strengths = np.random.default_rng(seed).integers(0, levels, len(hands)).astype(np.uint32)
    order = np.argsort(strengths, kind="stable")
    return np.ascontiguousarray(hands[order]), strengths[order]


def worth_of(
    own: set[int], level: int, pay: int, discard: int, hidden: list[frozenset[int]], levels: list[int]
) -> tuple[int, int, int]:
    """What is won and lost by own cards that discard one, how often they win, and how often they tie."""
    total = wins = ties = 0
    for hand, strength in zip(hidden, levels, strict=True):
        if discard in hand or own & hand:
            continue
        wins += strength < level
        ties += strength == level
        total += pay if strength < level else 0 if strength == level else -LOSS
    return total, wins, ties


@pytest.mark.parametrize("cards", [1, 2, 3, 4, 5, 6])
def test_a_seen_draw_is_worth_what_every_hidden_hand_says(cards: int) -> None:
    deck = 12
    hidden, hidden_levels = in_order(deck, cards, 9, cards)
    owns, own_levels = in_order(deck, 4, 10, 100 + cards)
    rng = np.random.default_rng(7)
    pays = rng.integers(1, 50, len(owns)).astype(np.int64)
    deals = comb(deck - 5, cards)
    totals = seen_draw.draw_values(deck, hidden, hidden_levels, owns, own_levels, pays, LOSS, deals, True)
    taken = np.zeros((len(owns), seen_draw.columns()), dtype=np.uint8)
    taken[:, :deck] = rng.integers(0, 2, (len(owns), deck))
    kinds = (np.arange(len(owns)) % 3).astype(np.uint16)
    counted = seen_draw.draw_counts(deck, hidden, hidden_levels, owns, own_levels, taken, kinds, 3, True)
    listed = [frozenset(hand) for hand in hidden.tolist()]
    strengths = hidden_levels.tolist()
    expected = np.zeros((3, 3), dtype=np.int64)
    for row, own in enumerate(owns.tolist()):
        place = int(colex.rank(owns[row : row + 1])[0])
        for discard in set(range(deck)) - set(own):
            total, wins, ties = worth_of(set(own), int(own_levels[row]), int(pays[row]), discard, listed, strengths)
            assert totals[place, discard] == total, (own, discard)
            if taken[place, discard]:
                expected[:, kinds[row]] += wins, ties, 1
    assert np.array_equal(counted, expected)


@pytest.mark.parametrize("cards", [5, 6])
def test_sets_alone_and_columns_say_the_same(cards: int) -> None:
    """A final hand is four cards kept and the drawn one: summed over all draws, asked about with five cards."""
    deck = 12
    hidden, hidden_levels = in_order(deck, cards, 9, cards)
    owns, _ = in_order(deck, 5, 1, 0)
    levels, pays = np.full(len(owns), 5, dtype=np.uint32), np.full(len(owns), 3, dtype=np.int64)
    deals = comb(deck - 6, cards)
    totals = seen_draw.draw_values(deck, hidden, hidden_levels, owns, levels, pays, LOSS, deals, False)
    kept = [0, 3, 4, 9]
    place = int(colex.rank(np.array([kept], dtype=np.uint8))[0])
    for discard in set(range(deck)) - set(kept):
        by_draw = 0
        for drawn in set(range(deck)) - {*kept, discard}:
            # Beside a drawn card that is seen, the deck is the rest: its cards move down by one.
            left = [card for card in range(deck) if card != drawn]
            number = {card: at for at, card in enumerate(left)}
            rows = [row for row, hand in enumerate(hidden.tolist()) if drawn not in hand]
            rest = np.array([[number[card] for card in hidden[row]] for row in rows], dtype=np.uint8)
            own = np.array([[number[card] for card in kept]], dtype=np.uint8)
            alone = seen_draw.draw_values(
                deck - 1, rest, hidden_levels[rows], own, levels[:1], pays[:1], LOSS, deals, True
            )
            by_draw += int(alone[colex.rank(own)[0], number[discard]])
        assert totals[place, discard] == by_draw


def test_every_set_of_a_hand_is_counted() -> None:
    """One hidden hand alone: it stands in the way of exactly those who hold one of its cards, or discard one."""
    deck, hand = 10, (1, 4, 6, 9)
    hidden, level = np.array([hand], dtype=np.uint8), np.zeros(1, dtype=np.uint32)
    owns, _ = in_order(deck, 4, 1, 0)
    ones = np.ones(len(owns), dtype=np.int64)
    totals = seen_draw.draw_values(
        deck, hidden, level, owns, np.ones(len(owns), dtype=np.uint32), ones, 0, 0, True
    )  # fmt: skip
    for own in combinations(range(deck), 4):
        place = int(colex.rank(np.array([own], dtype=np.uint8))[0])
        for discard in set(range(deck)) - set(own):
            assert totals[place, discard] == (not {*own, discard} & set(hand)), (own, discard)
