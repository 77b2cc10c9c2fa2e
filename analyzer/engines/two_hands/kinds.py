"""Kinds of seven-card hands: as few as tell all hands apart that can be set differently.

How a hand can be set depends on its ranks alone, unless five of its cards are suited (the jokers included). So there
are two sorts of kinds:

- plain: all hands with the same rank counts that have no flush;
- suited: all hands with the same ranks in the suit of their flush, the same ranks beside it (two cards at most, in
  other suits) and the same number of jokers.

Of the 53-card deck's 154,143,080 hands (6,972,147 up to suits) that makes 67,600 plain and 224,653 suited kinds.

Whether two hands share a card depends on suits again, but only one suit at a time: against a suited hand it matters
what the other hand holds in that suit, and its rank counts. A kind therefore also lists its holdings: what a suit can
hold of such a hand, and for how many pairs of a hand and a suit it does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from analyzer.cards.deck import FIRST_JOKER, Deck
from analyzer.errors import CardError, CountError

if TYPE_CHECKING:
    from numpy.typing import NDArray

HAND = 7
FLUSH = 5
RANK_COUNT = 13
JOKERS = 13  # the column of the jokers in rank counts
NO_CARD = 255
SUITED_HOLDINGS = 5


@dataclass(frozen=True)
class RankCounts:
    """All rank counts of at most seven cards of a deck, numbered in lexicographic order; see cext/kinds.pyx.

    `caps` (uint8, 14) are the cards of each rank in the deck, the jokers last; `offsets` (int32, 14 x 8 x 8) number the
    rank counts; `full` (uint8, n x 14) are those of seven cards; `row_of` (int32) maps a number to its row in `full`.
    """

    caps: NDArray[np.uint8]
    offsets: NDArray[np.int32]
    full: NDArray[np.uint8]
    row_of: NDArray[np.int32]

    @property
    def size(self) -> int:
        """How many rank counts of at most seven cards there are."""
        return len(self.row_of)

    def rows(self, counts: NDArray[np.uint8]) -> NDArray[np.int32]:
        """The row in `full` of each rank count of seven cards."""
        number = np.zeros(len(counts), dtype=np.int64)
        left = np.full(len(counts), HAND, dtype=np.int64)
        for rank in range(len(self.caps)):
            number += self.offsets[rank, left, counts[:, rank]]
            left -= counts[:, rank]
        return self.row_of[number]


def rank_counts(deck: Deck) -> RankCounts:
    """The rank counts of a deck."""
    caps = np.zeros(RANK_COUNT + 1, dtype=np.uint8)
    caps[list(deck.ranks)] = len(deck.suits)
    caps[JOKERS] = deck.jokers
    counts = np.zeros((1, 0), dtype=np.uint8)
    for cap in caps:
        longer = np.repeat(counts, int(cap) + 1, axis=0)
        last = np.tile(np.arange(int(cap) + 1, dtype=np.uint8), len(counts))
        counts = np.column_stack((longer, last))
        counts = counts[counts.sum(axis=1) <= HAND]
    full = counts.sum(axis=1) == HAND
    row_of = np.where(full, np.cumsum(full) - 1, -1).astype(np.int32)
    return RankCounts(caps, _offsets(caps), np.ascontiguousarray(counts[full]), row_of)


def _offsets(caps: NDArray[np.uint8]) -> NDArray[np.int32]:
    """offsets[r, left, n]: rank counts that agree before rank r and have fewer than n cards of it."""
    ways = np.ones(HAND + 1, dtype=np.int64)  # ways[left]: rank counts of at most `left` cards of the ranks after r
    offsets = np.zeros((len(caps), HAND + 1, HAND + 1), dtype=np.int32)
    for rank in reversed(range(len(caps))):
        before = ways.copy()
        for left in range(HAND + 1):
            below = np.cumsum([before[left - n] for n in range(min(int(caps[rank]), left) + 1)])
            offsets[rank, left, 1 : len(below)] = below[:-1]
            ways[left] = below[-1]
    return offsets


@dataclass(frozen=True)
class SuitedHands:
    """The suited kinds, one row each.

    `flush` (uint16): the ranks in the suit of the flush; `high`, `low` (uint8): the ranks beside it, NO_CARD for none;
    `jokers` (uint8); `hands` (int64): how many hands of the deck; `row` (int32): their rank count.
    `number` (int32, flat) maps start[jokers, flush] + place of the cards beside to the row here, -1 for none.
    """

    flush: NDArray[np.uint16]
    high: NDArray[np.uint8]
    low: NDArray[np.uint8]
    jokers: NDArray[np.uint8]
    hands: NDArray[np.int64]
    row: NDArray[np.int32]
    start: NDArray[np.int32]
    number: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.flush)


# How many cards lie beside a flush: the ranks of all cases, the higher first, in the order of their place.
_BESIDE = (
    [(NO_CARD, NO_CARD)],
    [(rank, NO_CARD) for rank in range(RANK_COUNT)],
    [(high, low) for high in range(RANK_COUNT) for low in range(high + 1)],
)


def _suited_hands(deck: Deck, counts: RankCounts) -> SuitedHands:
    flushes, highs, lows, jokers = [], [], [], []
    start = np.full((3, 1 << RANK_COUNT), -1, dtype=np.int32)
    places = 0
    masks = np.array([mask for mask in range(1 << RANK_COUNT) if not mask & ~deck.rank_set], dtype=np.uint16)
    for joker in range(deck.jokers + 1):
        for beside, cases in enumerate(_BESIDE):
            sized = masks[np.bitwise_count(masks) == HAND - joker - beside]
            start[joker, sized] = places + len(cases) * np.arange(len(sized))
            places += len(cases) * len(sized)
            flushes.append(np.repeat(sized, len(cases)))
            highs.append(np.tile(np.array([high for high, _ in cases], dtype=np.uint8), len(sized)))
            lows.append(np.tile(np.array([low for _, low in cases], dtype=np.uint8), len(sized)))
            jokers.append(np.full(len(cases) * len(sized), joker, dtype=np.uint8))
    flush, high, low = np.concatenate(flushes), np.concatenate(highs), np.concatenate(lows)
    held = np.concatenate(jokers)
    hands = _suited_ways(deck, high, low) * len(deck.suits) * _joker_ways(deck, held)
    exists = hands > 0
    number = np.where(exists, np.cumsum(exists) - 1, -1).astype(np.int32)
    flush, high, low, held, hands = flush[exists], high[exists], low[exists], held[exists], hands[exists]
    own = np.zeros((len(flush), RANK_COUNT + 1), dtype=np.uint8)
    for rank in range(RANK_COUNT):
        own[:, rank] = (flush >> rank & 1) + (high == rank) + (low == rank)
    own[:, JOKERS] = held
    return SuitedHands(flush, high, low, held, hands, counts.rows(own), start, number)


def _joker_ways(deck: Deck, jokers: NDArray[np.uint8]) -> NDArray[np.int64]:
    return np.array([comb(deck.jokers, held) for held in range(3)], dtype=np.int64)[jokers]


def _suited_ways(deck: Deck, high: NDArray[np.uint8], low: NDArray[np.uint8]) -> NDArray[np.int64]:
    """In how many ways the cards beside a flush can lie in the other suits; 0 for a rank that is not in the deck."""
    others = len(deck.suits) - 1
    in_deck = np.zeros(256, dtype=np.int64)
    in_deck[[*deck.ranks, NO_CARD]] = 1
    ways = np.where(high == low, comb(others, 2), others**2)
    ways = np.where(low == NO_CARD, others, ways)
    return np.where(high == NO_CARD, 1, ways) * in_deck[high] * in_deck[low]


@dataclass(frozen=True)
class Holdings:
    """What one suit holds: kind i has the entries first[i] : first[i + 1].

    `ranks` (uint16) are held by one suit for `pairs` (int64) pairs of a hand of the kind and a suit. A plain kind has
    2**m entries, by which of its m ranks are held; a suited kind five: its flush, nothing, the high card beside
    it, the low one, both.
    """

    first: NDArray[np.int64]
    ranks: NDArray[np.uint16]
    pairs: NDArray[np.int64]


def _suited_holdings(deck: Deck, suited: SuitedHands) -> tuple[NDArray[np.uint16], NDArray[np.int64]]:
    """(ranks, pairs) of the suited kinds, five columns each."""
    others = len(deck.suits) - 1
    none, single = suited.high == NO_CARD, (suited.high != NO_CARD) & (suited.low == NO_CARD)
    equal = (suited.high == suited.low) & ~none
    high = _rank_bits(suited.high)
    low = np.where(equal, np.uint16(0), _rank_bits(suited.low))
    zero = np.zeros_like(high)
    ranks = np.stack((suited.flush, zero, high, low, high | low), axis=1)
    apart = others * (others - 1)
    # Pairs of an arrangement of the cards beside and one of the other suits, by what that suit holds.
    cases = (
        (none, (1, others, 0, 0, 0)),
        (single, (others, apart, others, 0, 0)),
        (equal, (comb(others, 2), comb(others, 2) * (others - 2), 2 * comb(others, 2), 0, 0)),
        (~(none | single | equal), (others**2, apart * (others - 1), apart, apart, others)),
    )
    pairs = np.zeros(ranks.shape, dtype=np.int64)
    for case, ways in cases:
        pairs[case] = ways
    return ranks, pairs * (len(deck.suits) * _joker_ways(deck, suited.jokers))[:, None]


@dataclass(frozen=True)
class SetKinds:
    """All kinds of a deck: first the plain ones (a row of counts.full each), then the suited ones.

    `sets` (uint16, n x 4) and `jokers` (uint8) are a hand of each kind, as ranks held in each suit; `row` (int32) is
    its rank count; `hands` (int64) is how many hands the kind has: none, for rank counts that always make a flush.
    """

    deck: Deck
    counts: RankCounts
    suited: SuitedHands
    holdings: Holdings
    sets: NDArray[np.uint16]
    jokers: NDArray[np.uint8]
    row: NDArray[np.int32]
    hands: NDArray[np.int64]

    @property
    def plain(self) -> int:
        """How many plain kinds there are."""
        return len(self.counts.full)

    def cards(self, kind: int) -> tuple[int, ...]:
        """A hand of the kind, in four suits, whichever the deck has: highest rank first, the jokers last."""
        return cards_of([int(ranks) for ranks in self.sets[kind]], range(4), int(self.jokers[kind]))


def cards_of(sets: Sequence[int], suits: Iterable[int], jokers: int) -> tuple[int, ...]:
    """The cards with these ranks (bits) in these suits, highest rank first, the jokers last."""
    held = list(zip(sets, suits, strict=True))
    naturals = [rank * 4 + suit for rank in reversed(range(RANK_COUNT)) for ranks, suit in held if ranks >> rank & 1]
    return (*naturals, *range(FIRST_JOKER, FIRST_JOKER + jokers))


@lru_cache(maxsize=2)
def all_kinds(deck: Deck) -> SetKinds:
    """The kinds of a deck, checked to stand for all its hands of seven cards."""
    if deck.size < HAND:
        raise CardError(f"the deck has {deck.size} cards; a hand needs {HAND}")
    check_bounds(deck)
    counts = rank_counts(deck)
    suited = _suited_hands(deck, counts)
    of_counts = np.prod(_binomials(counts.caps, counts.full), axis=1)
    np.subtract.at(of_counts, suited.row, suited.hands)
    hands = np.concatenate((of_counts, suited.hands))
    if int(hands.sum()) != comb(deck.size, HAND) or int(hands.min()) < 0:
        raise CountError(f"the kinds have {hands.sum()} hands where C({deck.size},{HAND}) = {comb(deck.size, HAND)}")
    sets = np.concatenate((_spread(counts.full), _suited_sets(suited)))
    jokers = np.concatenate((counts.full[:, JOKERS], suited.jokers))
    row = np.concatenate((np.arange(len(counts.full), dtype=np.int32), suited.row))
    return SetKinds(deck, counts, suited, _all_holdings(deck, counts, suited), sets, jokers, row, hands)


def check_bounds(deck: Deck) -> None:
    """Every product of the engines and kernels for hands of seven cards fits its integers, or an error.

    The numbers are those of the deck at hand; for 54 cards all of them hold with room to spare.
    """
    hands, suits = comb(deck.size, HAND), len(deck.suits)
    one_kind = suits**HAND * comb(deck.jokers, deck.jokers // 2)
    bounds = {
        "ranks of a suit": (len(deck.ranks), RANK_COUNT),
        "suits": (suits, 4),
        "jokers": (deck.jokers, 2),
        "hands in a counter of 32 bits": (hands, 2**31 - 1),
        "pairs of a hand of one kind and a suit in 32 bits": (suits * one_kind, 2**31 - 1),
        # Inclusion and exclusion: at most 128 terms of at most 35 counters each.
        "one sum over the cards of a hand": (128 * 35 * hands, 2**63 - 1),
        # Pairs of a hand and a suit, each with two numbers of hands.
        "all pairs of hands, suit by suit": (2 * suits * hands * hands, 2**63 - 1),
    }
    for what, (number, most) in bounds.items():
        if number > most:
            raise CountError(f"{what}: {number} for a deck of {deck.size} cards, where at most {most} can be counted")


def _binomials(caps: NDArray[np.uint8], counts: NDArray[np.uint8]) -> NDArray[np.int64]:
    table = np.array([[comb(n, k) for k in range(HAND + 1)] for n in range(HAND + 1)], dtype=np.int64)
    return table[caps[None, :], counts]


def _spread(counts: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """A hand without a flush for each rank count: its cards, in order of rank, go round the four suits in turn."""
    sets = np.zeros((len(counts), 4), dtype=np.uint16)
    dealt = np.zeros(len(counts), dtype=np.int64)
    every = np.arange(len(counts))
    for rank in range(RANK_COUNT):
        for copy in range(4):
            has = counts[:, rank] > copy
            sets[every[has], dealt[has] % 4] |= 1 << rank
            dealt[has] += 1
    return sets


def _suited_sets(suited: SuitedHands) -> NDArray[np.uint16]:
    sets = np.zeros((len(suited), 4), dtype=np.uint16)
    sets[:, 0] = suited.flush
    sets[:, 1] = _rank_bits(suited.high)
    sets[:, 2] = _rank_bits(suited.low)
    return sets


def _rank_bits(ranks: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Each rank as a set of one; NO_CARD is the empty set."""
    bits = np.zeros(256, dtype=np.uint16)
    bits[:RANK_COUNT] = 1 << np.arange(RANK_COUNT)
    return bits[ranks]


def _all_holdings(deck: Deck, counts: RankCounts, suited: SuitedHands) -> Holdings:
    """The plain kinds' holdings are those of all hands with their rank counts, less those of the suited ones."""
    from analyzer.kernels import kinds as kernel

    first, ranks, ways = kernel.suit_holdings(counts.full, len(deck.suits))
    sizes = np.diff(first)
    pairs = ways * np.repeat(len(deck.suits) * _joker_ways(deck, counts.full[:, JOKERS]), sizes)
    suited_ranks, suited_pairs = _suited_holdings(deck, suited)
    places = first[suited.row][:, None] + _places(counts.full[suited.row], suited_ranks)
    np.subtract.at(pairs, places, suited_pairs)
    first = np.concatenate((first, first[-1] + SUITED_HOLDINGS * np.arange(1, len(suited) + 1)))
    return Holdings(first, np.concatenate((ranks, suited_ranks.ravel())), np.concatenate((pairs, suited_pairs.ravel())))


def _places(counts: NDArray[np.uint8], ranks: NDArray[np.uint16]) -> NDArray[np.int64]:
    """The place of each holding among those of its rank count: bit i tells of the i-th rank that the hand has."""
    places = np.zeros(ranks.shape, dtype=np.int64)
    bit = np.zeros(len(counts), dtype=np.int64)
    for rank in range(RANK_COUNT):
        places |= (ranks >> rank & 1).astype(np.int64) << bit[:, None]
        bit += counts[:, rank] > 0
    return places
