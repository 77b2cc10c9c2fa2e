"""Suit classes: one hand for all hands that differ only by a renaming of suits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import comb, factorial

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import FIRST_JOKER, RED_SUITS, Deck, hand_name
from analyzer.errors import CardError
from analyzer.kernels import classes


@dataclass(frozen=True)
class SuitClasses:
    """Canonical hands with the same number of jokers.

    `sets[i]` are the ranks (bits) that class i holds in each suit, in descending order; `weights[i]` counts the ways
    to give those sets to suits; every class also stands for `joker_ways` choices of jokers.
    """

    jokers: int
    joker_ways: int
    sets: NDArray[np.uint16]
    weights: NDArray[np.uint8]

    @property
    def hands(self) -> int:
        """How many hands the classes stand for."""
        return int(self.weights.sum(dtype="uint64")) * self.joker_ways


def suit_classes(deck: Deck, cards: int, jokers: int, part: int = 0, parts: int = 1) -> SuitClasses:
    """Canonical hands of `cards` cards of which `jokers` are jokers; one part of `parts` of them."""
    sets, weights = classes.canonical_sets(deck.rank_set, len(deck.suits), cards - jokers, part, parts)
    return SuitClasses(jokers, comb(deck.jokers, jokers), sets, weights)


def all_suit_classes(deck: Deck, cards: int) -> Iterator[SuitClasses]:
    """All canonical hands, by the number of jokers."""
    for jokers in range(min(deck.jokers, cards) + 1):
        yield suit_classes(deck, cards, jokers)


def canonical_hand(deck: Deck, hand: Sequence[int]) -> tuple[int, ...]:
    """The hand that stands for this one: its largest rank set in the first suit, and so on; jokers 52, then 53.

    >>> from analyzer.cards.deck import hand_name
    >>> deck = Deck(jokers=1)
    >>> hand_name(canonical_hand(deck, deck.parse_hand("As Kd Qs 2h")))
    '2h Qc Kd Ac'
    """
    sets = sorted((_ranks_in(hand, suit) for suit in deck.suits), reverse=True)
    naturals = [rank * 4 + deck.suits[i] for i, ranks in enumerate(sets) for rank in range(13) if ranks >> rank & 1]
    jokers = sum(card >= FIRST_JOKER for card in hand)
    return (*sorted(naturals), *range(FIRST_JOKER, FIRST_JOKER + jokers))


def class_size(deck: Deck, hand: Sequence[int]) -> int:
    """How many hands of the deck differ from this one by a renaming of suits, or by which joker it has.

    >>> class_size(Deck(), [48, 49]), class_size(Deck(jokers=2), [48, 52])
    (6, 8)
    """
    sets = [_ranks_in(hand, suit) for suit in deck.suits]
    ways = factorial(len(sets))
    for ranks in set(sets):
        ways //= factorial(sets.count(ranks))
    return ways * comb(deck.jokers, sum(card >= FIRST_JOKER for card in hand))


def rename_suits(hand: Sequence[int], renaming: Mapping[int, int]) -> tuple[int, ...]:
    """The same cards in other suits; jokers stay.

    >>> rename_suits([51, 52], {3: 0})
    (48, 52)
    """
    return tuple(card if card >= FIRST_JOKER else card - (card & 3) + renaming[card & 3] for card in hand)


def renaming_to(deck: Deck, hand: Sequence[int], target: Sequence[int]) -> dict[int, int]:
    """A renaming of suits that takes the hand to the target, a hand of the same class."""
    wanted = sorted(min(card, FIRST_JOKER) for card in target)
    for to in permutations(deck.suits):
        renaming = dict(zip(deck.suits, to, strict=True))
        if sorted(min(card, FIRST_JOKER) for card in rename_suits(hand, renaming)) == wanted:
            return renaming
    raise CardError(f"{hand_name(hand)} and {hand_name(target)} are not of one suit class")


def _ranks_in(hand: Sequence[int], suit: int) -> int:
    return sum(1 << (card >> 2) for card in hand if card < FIRST_JOKER and card & 3 == suit)


def colour_ways(deck: Deck) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """For u suits in use: [c, u] how many choices of u suits have the colours c, and [u] how many choices there are.

    Colours are bits, 1 red and 2 black (cext/cards.pxd): no suit at all has both, suits of two colours have none.
    """
    red = sum(suit in RED_SUITS for suit in deck.suits)
    used = range(5)
    every = [max(comb(len(deck.suits), u), 1) for u in used]
    ways = np.zeros((4, 5), dtype=np.uint8)
    ways[3, 0] = 1
    for u in used[1:]:
        ways[1:3, u] = comb(red, u), comb(len(deck.suits) - red, u)
        ways[0, u] = every[u] - ways[1:3, u].sum()
    return ways, np.array(every, dtype=np.uint8)
