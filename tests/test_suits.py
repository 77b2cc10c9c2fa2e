"""Suit classes: published numbers of them, and that they stand for every hand exactly once."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.cards.deck import FIRST_JOKER, RED_SUITS, Deck
from analyzer.cards.suits import all_suit_classes, canonical_hand, class_size, colour_ways, suit_classes
from analyzer.pricing.analysis import analyze
from analyzer.run.jobs import Run
from analyzer.trust.simulate import simulate
from tests.reduced import reduced_game_file

PUBLISHED = {
    (5, 0): 134_459,
    (5, 1): 150_891,
    (5, 2): 152_646,
    (6, 0): 962_988,
    (6, 1): 1_097_447,
    (6, 2): 1_113_879,
    (7, 0): 6_009_159,
    (7, 1): 6_972_147,
    (7, 2): 7_106_606,
}


@pytest.mark.parametrize(("cards", "jokers"), PUBLISHED)
def test_published_numbers_of_classes(cards: int, jokers: int) -> None:
    classes = list(all_suit_classes(Deck(jokers=jokers), cards))
    assert sum(len(piece.weights) for piece in classes) == PUBLISHED[cards, jokers]
    assert sum(piece.hands for piece in classes) == comb(52 + jokers, cards)


decks = st.builds(
    lambda ranks, suits, jokers: Deck(tuple(sorted(ranks)), tuple(sorted(suits)), jokers),
    st.sets(st.integers(0, 12), min_size=1),
    st.sets(st.integers(0, 3), min_size=1),
    st.integers(0, 2),
)


@given(decks, st.integers(1, 5))
def test_weights_add_up_to_binomials_on_any_deck(deck: Deck, cards: int) -> None:
    assert sum(piece.hands for piece in all_suit_classes(deck, cards)) == comb(deck.size, cards)


@given(decks, st.integers(1, 5), st.integers(1, 7))
def test_parts_together_are_the_whole(deck: Deck, cards: int, parts: int) -> None:
    whole = suit_classes(deck, cards, 0)
    pieces = [suit_classes(deck, cards, 0, part, parts) for part in range(parts)]
    rows = Counter(tuple(row) for piece in pieces for row in piece.sets.tolist())
    assert rows == Counter(tuple(row) for row in whole.sets.tolist())
    assert all(count == 1 for count in rows.values())
    assert sum(piece.hands for piece in pieces) == whole.hands


def renamed(hand: tuple[int, ...], names: tuple[int, ...], suits: tuple[int, ...]) -> tuple[int, ...]:
    new = dict(zip(suits, names, strict=True))
    return tuple(card if card >= FIRST_JOKER else card // 4 * 4 + new[card % 4] for card in hand)


@given(decks, st.data())
def test_the_canonical_hand_does_not_change_with_the_suits(deck: Deck, data: st.DataObject) -> None:
    size = min(deck.size, 7)
    hand = tuple(data.draw(st.lists(st.sampled_from(deck.cards), min_size=1, max_size=size, unique=True)))
    canonical = canonical_hand(deck, hand)
    assert canonical_hand(deck, canonical) == canonical
    assert set(canonical) <= set(deck.cards)
    assert len(canonical) == len(hand)
    for names in permutations(deck.suits):
        assert canonical_hand(deck, renamed(hand, names, deck.suits)) == canonical


@pytest.mark.parametrize(
    "deck",
    [
        Deck((0, 1, 2), (0, 1, 2, 3), 2),
        Deck((3, 8, 12), (0, 2), 1),
        Deck((0, 1, 2, 3), (1, 2, 3), 0),
        Deck((0, 4, 5, 6, 7), (3,), 2),
    ],
)
@pytest.mark.parametrize("cards", [1, 2, 3, 4, 5])
def test_classes_are_the_orbits(deck: Deck, cards: int) -> None:
    """Every hand of the deck put into its class by hand: as many classes, as large, as the kernel says."""
    orbits = Counter(canonical_hand(deck, hand) for hand in combinations(deck.cards, cards))
    assert all(class_size(deck, hand) == size for hand, size in orbits.items())
    kernel: Counter[tuple[int, ...]] = Counter()
    for piece in all_suit_classes(deck, cards):
        for sets, weight in zip(piece.sets.tolist(), piece.weights.tolist(), strict=True):
            hand = [
                rank * 4 + suit
                for suit, ranks in zip(deck.suits, sets, strict=True)
                for rank in range(13)
                if ranks >> rank & 1
            ]
            jokers = range(FIRST_JOKER, FIRST_JOKER + piece.jokers)
            kernel[(*sorted(hand), *jokers)] += weight * piece.joker_ways
    assert kernel == orbits


@pytest.mark.parametrize("suits", [s for n in range(1, 5) for s in combinations(range(4), n)])
def test_colours_by_hand(suits: tuple[int, ...]) -> None:
    ways, every = colour_ways(Deck(suits=suits))
    for used in range(len(suits) + 1):
        counted = Counter(
            1 * all(suit in RED_SUITS for suit in choice) + 2 * all(suit not in RED_SUITS for suit in choice)
            for choice in combinations(suits, used)
        )
        assert ways[:, used].tolist() == [counted[colours] for colours in range(4)]
        assert every[used] == counted.total()


def test_weights_fit_their_type() -> None:
    piece = suit_classes(Deck(), 7, 0)
    assert piece.weights.dtype == np.uint8
    assert set(piece.weights.tolist()) <= {1, 4, 6, 12, 24}


@pytest.mark.parametrize("game", ["wild-six-card-draw-poker", "three-card-poker-6-card-bonus", "wild-52"])
def test_the_names_of_the_suits_change_nothing(game: str) -> None:
    """A deck of hearts and spades gives what one of clubs and diamonds does, in the analysis and when it is dealt."""
    results = []
    for suits in ("cd", "hs"):
        file = reduced_game_file(game, "5-J", suits, {"wild-52": 1, "wild-six-card-draw-poker": 2}.get(game, 0))
        result = analyze(file, run=Run(jobs=1))
        results.append([(r.wager, r.paytable, r.deals, [(o.name, o.count) for o in r.outcomes]) for r in result.wagers])
        assert simulate(file, rounds=20_000, run=Run(jobs=1)).agrees
    assert results[0] == results[1]
