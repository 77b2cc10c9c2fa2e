"""One hand of each suit class as positions: they stand for all hands, each once."""

from __future__ import annotations

from itertools import combinations
from math import comb

import pytest

from analyzer.cards.class_hands import class_hands, every_hand, members, partners
from analyzer.cards.deck import Deck
from analyzer.cards.suits import canonical_hand, class_size

DECKS = [
    Deck(ranks=(0, 5, 12), suits=(0, 1, 3)),
    Deck(ranks=(2, 3), suits=(1, 2), jokers=2),
    Deck(ranks=(1, 4, 6, 7), suits=(2,), jokers=1),
]


@pytest.mark.parametrize("deck", DECKS, ids=str)
@pytest.mark.parametrize("cards", [1, 2, 3, 4])
def test_classes_are_those_of_all_hands(deck: Deck, cards: int) -> None:
    listed = class_hands(deck, cards)
    canonical = {}
    for hand, weight in zip(listed.hands.tolist(), listed.weights.tolist(), strict=True):
        assert hand == sorted(set(hand))
        canonical[canonical_hand(deck, [deck.cards[place] for place in hand])] = weight
    assert len(canonical) == len(listed)
    every = [canonical_hand(deck, hand) for hand in combinations(deck.cards, cards)]
    assert canonical == {hand: every.count(hand) for hand in set(every)}
    assert len(every_hand(deck, cards)) == comb(deck.size, cards) == len(every)


def test_numbers_of_classes() -> None:
    assert [len(class_hands(Deck(jokers=jokers), 5)) for jokers in (0, 1, 2)] == [134_459, 150_891, 152_646]


@pytest.mark.parametrize("deck", DECKS, ids=str)
def test_members_of_a_class(deck: Deck) -> None:
    for hand in combinations(range(deck.size), 3):
        cards = [deck.cards[place] for place in hand]
        rows = members(deck, hand).tolist()
        jokers = sum(card >= 52 for card in cards)
        assert len(rows) * comb(deck.jokers, jokers) == class_size(deck, cards)
        assert list(hand) in rows
        assert {canonical_hand(deck, [deck.cards[place] for place in row]) for row in rows} == {
            canonical_hand(deck, cards)
        }


@pytest.mark.parametrize("deck", DECKS, ids=str)
def test_partners_exchange_two_suits_or_the_jokers(deck: Deck) -> None:
    exchanges = partners(deck)
    assert len(exchanges) == len(deck.suits) - 1 + (deck.jokers == 2)
    for partner in exchanges:
        moved = [(place, int(other)) for place, other in enumerate(partner) if place != other]
        assert all(int(partner[other]) == place for place, other in moved)
        assert all(abs(place - other) == 1 for place, other in moved)
        names = [(deck.cards[place], deck.cards[other]) for place, other in moved]
        assert all(one >> 2 == other >> 2 or min(one, other) >= 52 for one, other in names)
