"""Cards and decks.

A card is a number. The 52 standard cards are 0 to 51: four times the rank plus the suit, where the
ranks 2, 3, ..., K, A are 0 to 12 and the suits clubs, diamonds, hearts, spades are 0 to 3. The first
joker is 52, the second is 53.
"""

from __future__ import annotations

from typing import NamedTuple

Cards = tuple[int, ...]

RANK_NAMES = "23456789TJQKA"
SUIT_NAMES = "cdhs"
STANDARD_CARDS = tuple(range(52))
JOKERS = (52, 53)

THREE, FIVE, SIX, NINE, TEN, QUEEN, KING, ACE = 1, 3, 4, 7, 8, 10, 11, 12
RED_SUITS = (1, 2)
BLACK_SUITS = (0, 3)


class Deck(NamedTuple):
    """Every rank in every suit, and 0, 1 or 2 jokers. Without arguments: the standard 52 cards."""

    ranks: str = RANK_NAMES
    suits: str = SUIT_NAMES
    jokers: int = 0


def cards_of(deck: Deck) -> Cards:
    """All cards of a deck, in ascending order."""
    if not 0 <= deck.jokers <= 2:
        raise ValueError(f"a deck has 0, 1 or 2 jokers, not {deck.jokers}")
    plain = {card_number(rank + suit) for rank in deck.ranks for suit in deck.suits}
    if len(plain) != len(deck.ranks) * len(deck.suits):
        raise ValueError(f"a rank or a suit is named twice: {deck.ranks!r}, {deck.suits!r}")
    return tuple(sorted(plain)) + JOKERS[: deck.jokers]


def card_number(name: str) -> int:
    """The number of a card such as "Td" (the ten of diamonds). "Jk" is the first joker, "Jk2" the second."""
    if name == "Jk":
        return JOKERS[0]
    if name == "Jk2":
        return JOKERS[1]
    if len(name) != 2 or name[0] not in RANK_NAMES or name[1] not in SUIT_NAMES:
        raise ValueError(f"{name!r} is not a card; cards are written like 2c, Td, Ah or Jk")
    return 4 * RANK_NAMES.index(name[0]) + SUIT_NAMES.index(name[1])


def card_name(card: int) -> str:
    """The name of a card; both jokers are called "Jk"."""
    if is_joker(card):
        return "Jk"
    return RANK_NAMES[rank_of(card)] + SUIT_NAMES[suit_of(card)]


def hand_from(text: str) -> Cards:
    """The cards of a text such as "As Kd Jk 9h 2c", in ascending order. A second "Jk" is the second joker."""
    cards: list[int] = []
    for name in text.split():
        card = card_number(name)
        cards.append(JOKERS[1] if card == JOKERS[0] and card in cards else card)
    if len(set(cards)) != len(cards):
        raise ValueError(f"a card is named twice in {text!r}")
    return tuple(sorted(cards))


def is_joker(card: int) -> bool:
    """Is this card one of the two jokers?"""
    return card in JOKERS


def rank_of(card: int) -> int:
    """The rank of a standard card, 0 (a two) to 12 (an ace)."""
    return card // 4


def suit_of(card: int) -> int:
    """The suit of a standard card: 0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card % 4


def count_jokers(cards: Cards) -> int:
    """How many of the cards are jokers."""
    return sum(1 for card in cards if is_joker(card))


def without(cards: Cards, taken: Cards) -> Cards:
    """The cards that are left when some have been taken, in the same order."""
    return tuple(card for card in cards if card not in taken)
