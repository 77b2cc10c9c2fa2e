"""One hand of each suit class as positions in a deck, for engines that look cards up by their place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.colex import hands
from analyzer.cards.deck import FIRST_JOKER, Deck
from analyzer.cards.suits import all_suit_classes, rename_suits
from analyzer.errors import CountError


@dataclass(frozen=True)
class ClassHands:
    """Hands that stand for all: their positions, ascending, one row each, and how many hands each stands for."""

    hands: NDArray[np.uint8]
    weights: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.hands)


def class_hands(deck: Deck, cards: int) -> ClassHands:
    """One hand of each suit class."""
    rows, weights = [], []
    naturals = deck.size - deck.jokers
    bits = np.array([1 << rank for rank in deck.ranks], dtype=np.uint16)
    for piece in all_suit_classes(deck, cards):
        count = len(piece.sets)
        held = (piece.sets[:, None, :] & bits[None, :, None]).astype(np.bool_)
        places = (np.flatnonzero(held) % naturals).astype(np.uint8).reshape(count, cards - piece.jokers)
        jokers = np.arange(naturals, naturals + piece.jokers, dtype=np.uint8)
        rows.append(np.concatenate([places, np.broadcast_to(jokers, (count, piece.jokers))], axis=1))
        weights.append(piece.weights.astype(np.int64) * piece.joker_ways)
    listed = ClassHands(np.ascontiguousarray(np.concatenate(rows)), np.concatenate(weights))
    if int(listed.weights.sum()) != comb(deck.size, cards):
        raise CountError(f"the suit classes of {cards} cards do not add up to C({deck.size},{cards})")
    return listed


def every_hand(deck: Deck, cards: int) -> ClassHands:
    """Every hand by itself: for what tells suits apart."""
    listed = hands(0, comb(deck.size, cards), cards)
    return ClassHands(listed, np.ones(len(listed), dtype=np.int64))


def members(deck: Deck, positions: Sequence[int]) -> NDArray[np.uint8]:
    """All hands of a hand's suit class, which joker it has left aside: positions, ascending, one row each."""
    place = {card: position for position, card in enumerate(deck.cards)}
    cards = [deck.cards[position] for position in positions]
    renamed = set()
    for to in permutations(deck.suits):
        hand = rename_suits(cards, dict(zip(deck.suits, to, strict=True)))
        renamed.add(tuple(sorted(place[card] for card in hand)))
    return np.array(sorted(renamed), dtype=np.uint8)


def partners(deck: Deck) -> list[NDArray[np.uint8]]:
    """Exchanges of two suits, or of the jokers, by which every renaming can be made: the partner of each position.

    Two suits are neighbours in the deck's order, so that a card and its partner stand side by side.
    """
    own = np.arange(deck.size, dtype=np.uint8)
    listed = []
    for low in range(len(deck.suits) - 1):
        suits = np.array([card & 3 if card < FIRST_JOKER else -1 for card in deck.cards])
        partner = own.copy()
        partner[suits == deck.suits[low]] += 1
        partner[suits == deck.suits[low + 1]] -= 1
        listed.append(partner)
    if deck.jokers == 2:
        listed.append(np.concatenate([own[:-2], own[:-3:-1]]))
    return listed
