"""Well-known video poker games as events and pays, for tests of the engine: what a final hand is, and what that pays.

Events are numbered from the best paid down; the last is a loss. Pays are for one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.colex import hands as hands_in_order
from analyzer.cards.deck import RANKS, Deck
from analyzer.cards.hand_table import HandTable
from analyzer.cards.ranking import type_code
from analyzer.cards.wild import WildDeck

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH, FIVE_OF_A_KIND, ROYAL = range(11)
Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Hands:
    """Every five cards of a deck: tests on all of them at once."""

    table: HandTable

    def of(self, code: int) -> Mask:
        mask: Mask = type_code(self.table.values) == code
        return mask

    def ranks(self, place: int, ranks: str) -> Mask:
        """Whether the rank at a place of the value is one of these."""
        written = self.table.values >> np.uint32(17 - 4 * place) & 15
        mask: Mask = np.isin(written, [RANKS.index(rank) + 2 for rank in ranks])
        return mask

    @property
    def natural(self) -> Mask:
        return (self.table.values & 1).astype(bool)

    @property
    def wilds(self) -> NDArray[np.int64]:
        """How many wild cards each hand has."""
        wilds: NDArray[np.int64] = self.table.pack.wild[hands_in_order(0, len(self.table), 5)].sum(axis=1)
        return wilds

    def events(self, lines: Sequence[Mask]) -> NDArray[np.uint8]:
        """The first line that each hand satisfies; one more than the last for none."""
        events = np.full(len(self.table.values), len(lines), dtype=np.uint8)
        for number, line in reversed(list(enumerate(lines))):
            events[line] = number
        return events


def jacks_or_better(deck: Deck) -> NDArray[np.uint8]:
    hands = Hands(HandTable(WildDeck(deck)))
    types = [ROYAL, STRAIGHT_FLUSH, QUADS, FULL_HOUSE, FLUSH, STRAIGHT, TRIPS, TWO_PAIR]
    return hands.events([*map(hands.of, types), hands.of(PAIR) & hands.ranks(0, "JQKA")])


def double_double_bonus(deck: Deck) -> NDArray[np.uint8]:
    hands = Hands(HandTable(WildDeck(deck)))
    quads = [
        hands.of(QUADS) & hands.ranks(0, "A") & hands.ranks(1, "234"),
        hands.of(QUADS) & hands.ranks(0, "234") & hands.ranks(1, "A234"),
        hands.of(QUADS) & hands.ranks(0, "A"),
        hands.of(QUADS) & hands.ranks(0, "234"),
        hands.of(QUADS),
    ]
    types = [FULL_HOUSE, FLUSH, STRAIGHT, TRIPS, TWO_PAIR]
    first = [hands.of(ROYAL), hands.of(STRAIGHT_FLUSH)]
    return hands.events([*first, *quads, *map(hands.of, types), hands.of(PAIR) & hands.ranks(0, "JQKA")])


def joker_poker(deck: Deck) -> NDArray[np.uint8]:
    hands = Hands(HandTable(WildDeck(deck)))
    royals = [hands.of(ROYAL) & hands.natural, hands.of(FIVE_OF_A_KIND), hands.of(ROYAL)]
    types = [STRAIGHT_FLUSH, QUADS, FULL_HOUSE, FLUSH, STRAIGHT, TRIPS, TWO_PAIR]
    return hands.events([*royals, *map(hands.of, types), hands.of(PAIR) & hands.ranks(0, "KA")])


def deuces_wild(deck: Deck) -> NDArray[np.uint8]:
    hands = Hands(HandTable(WildDeck(deck, wild_ranks=(0,))))
    best = [hands.of(ROYAL) & hands.natural, hands.wilds == 4, hands.of(ROYAL)]
    types = [FIVE_OF_A_KIND, STRAIGHT_FLUSH, QUADS, FULL_HOUSE, FLUSH, STRAIGHT, TRIPS]
    return hands.events([*best, *map(hands.of, types)])


def for_one(*pays: int) -> list[Fraction]:
    """Net results of pays for one, a loss last."""
    return [Fraction(pay - 1) for pay in (*pays, 0)]
