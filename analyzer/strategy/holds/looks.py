"""What held cards are called: pairs, draws, high cards. For many hands at once, and for any paytable and wild cards.

A look says what a person sees in the cards that are kept: how many, how many of them wild, and what the natural ones
are a part of. Cards that are nothing in particular have no look, and no list names them.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import FIRST_JOKER, Deck

HAND = 5
RANK_COUNT = 13
ROYAL_RANKS = 0b11111 << 8
NO_LOOK = -1
Flags = NDArray[np.bool_]


class HeldKind(IntEnum):
    """What kept cards are."""

    NOTHING = 0
    PAT = 1
    ALIKE = 2
    TWO_PAIR = 3
    ROYAL = 4
    STRAIGHT_FLUSH = 5
    FLUSH = 6
    STRAIGHT = 7
    HIGH_CARDS = 8
    REST = 9


class Look(NamedTuple):
    """A kind, how many cards are kept, how many of them are wild, in how many straights the natural ones fit, how many
    of them are high (a pair of them pays), and for all five cards the line that pays them."""

    kind: HeldKind
    cards: int
    wilds: int = 0
    straights: int = 0
    high: int = 0
    line: int = 0


_BITS = (4, 3, 3, 4, 3, 6)


def look_of(code: int) -> Look:
    fields = []
    for bits in reversed(_BITS):
        fields.append(code & ((1 << bits) - 1))
        code >>= bits
    kind, *others = reversed(fields)
    return Look(HeldKind(kind), *others)


def code_of(look: Sequence[int | NDArray[np.int64]]) -> NDArray[np.int64] | int:
    """The fields of a look as one number."""
    code: NDArray[np.int64] | int = 0
    for bits, field in zip(_BITS, look, strict=True):
        code = code << bits | field
    return code


class Holds:
    """Hands of five as cards, and the look of every hold; `high` are ranks as bits, `lines` pay all five cards."""

    def __init__(
        self, deck: Deck, wild_ranks: Sequence[int], hands: NDArray[np.uint8], high: int, lines: NDArray[np.int64]
    ) -> None:
        cards = np.array(deck.cards, dtype=np.uint8)[hands]
        self.ranks, self.suits = cards >> 2, cards & 3
        self.wild: Flags = (cards >= FIRST_JOKER) | np.isin(self.ranks, list(wild_ranks))
        self.high, self.lines = high, lines
        every = np.arange(1 << RANK_COUNT)
        self._size = np.bitwise_count(every).astype(np.int64)
        self._straights = straights_with(every, deck, wild_ranks)

    def codes(self, held: int, *, is_rest: bool = False) -> NDArray[np.int64]:
        """[hand] the look of the cards at the places in `held`, as a code; NO_LOOK for nothing in particular."""
        places = [place for place in range(HAND) if held >> place & 1]
        count = len(self.ranks)
        if is_rest:
            return np.full(count, code_of(Look(HeldKind.REST, len(places))), dtype=np.int64)
        if not places:
            return np.full(count, code_of(Look(HeldKind.NOTHING, 0)), dtype=np.int64)
        if len(places) == HAND:
            pat = np.asarray(code_of((HeldKind.PAT, HAND, 0, 0, 0, self.lines)))
            return np.where(self.lines >= 0, pat, NO_LOOK)
        return self._codes(places)

    def _codes(self, places: list[int]) -> NDArray[np.int64]:
        natural = ~self.wild[:, places]
        ranks, suits = self.ranks[:, places].astype(np.int64), self.suits[:, places]
        naturals = natural.sum(axis=1)
        wilds = len(places) - naturals
        held = np.bitwise_or.reduce(np.where(natural, 1 << np.minimum(ranks, RANK_COUNT - 1), 0), axis=1)
        distinct, high = self._size[held], self._size[held & self.high]
        single = distinct == naturals
        suited = (np.where(natural, suits, 0).max(axis=1) == np.where(natural, suits, 3).min(axis=1)) & single
        straights = np.where(single, self._straights[held], 0)
        pairs = np.where(natural[:, :, None] & natural[:, None, :], ranks[:, :, None] == ranks[:, None, :], False)
        # Of four natural cards in two ranks, two pair have 8 equal pairs counted in both orders, three and one have 10.
        two_pair = (naturals == 4) & (distinct == 2) & (pairs.sum(axis=(1, 2)) == 8)
        cards = np.full(len(held), len(places), dtype=np.int64)
        alike = (distinct <= 1) & ((cards >= 2) | (wilds > 0))
        royal = suited & (naturals >= 2) & (held & ~np.int64(ROYAL_RANKS) == 0)
        draws: list[tuple[Flags, HeldKind, int | NDArray[np.int64], int | NDArray[np.int64]]] = [
            (two_pair, HeldKind.TWO_PAIR, 0, 0),
            (alike, HeldKind.ALIKE, 0, np.where(cards == 2, high, 0)),
            (royal, HeldKind.ROYAL, straights, high),
            (suited & (naturals >= 2) & (straights > 0), HeldKind.STRAIGHT_FLUSH, straights, high),
            (suited & (naturals >= 2) & (cards >= 3), HeldKind.FLUSH, 0, high),
            (single & (high == naturals) & (wilds == 0) & (cards <= 3), HeldKind.HIGH_CARDS, straights, high),
            (single & (cards >= 3) & (straights > 0), HeldKind.STRAIGHT, straights, high),
        ]
        conditions = [condition for condition, *_ in draws]
        codes = [
            np.asarray(code_of((kind, cards, wilds, fits, of_high, 0))) + np.zeros(len(held), dtype=np.int64)
            for _, kind, fits, of_high in draws
        ]
        return np.select(conditions, codes, NO_LOOK)


def straights_with(sets: NDArray[np.int64], deck: Deck, wild_ranks: Sequence[int]) -> NDArray[np.int64]:
    """In how many straights of the deck's ranks each set of ranks fits; an ace is high or low.

    A rank that is wild completes any straight, so those that it stands in as itself are none of these.
    """
    runs = [0b11111 << low for low in range(RANK_COUNT - HAND + 1)] + [0b1111 | 1 << RANK_COUNT - 1]
    own = sum(1 << rank for rank in deck.ranks if rank not in wild_ranks)
    fits = [(sets & ~run == 0).astype(np.int64) for run in runs if run & ~own == 0]
    return np.sum(fits, axis=0, dtype=np.int64) if fits else np.zeros(len(sets), dtype=np.int64)


def shortened(look: Look) -> Look:
    """The same with less detail, for short lists."""
    if look.kind is HeldKind.ALIKE and look.wilds < look.cards and look.cards > 2:
        return look._replace(wilds=0)
    if look.kind is HeldKind.ROYAL and look.cards == 2:
        return look._replace(straights=0, high=0 if look.high < 2 else 2)
    if look.kind in (HeldKind.ROYAL, HeldKind.STRAIGHT_FLUSH, HeldKind.FLUSH, HeldKind.HIGH_CARDS):
        return look._replace(straights=0, high=0)
    if look.kind is HeldKind.STRAIGHT:
        is_open = look.straights > 1
        return look._replace(straights=2 if is_open else 1, high=0 if is_open or look.high < 3 else 3)
    return look
