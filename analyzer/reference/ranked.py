"""What some cards are worth in an order of hands, with any number of wild cards.

A wild card is read as every card that it may be: any of the 52, or for a bug an ace, or what completes a straight, a
flush or a straight flush. What a reading is called depends on the ranks alone and on whether all cards are of one
suit, so a stand-in is a rank; the suit is asked afterwards. A flush has no card twice; but where `joker_in_flush` is
"ace", a wild card in a flush is an ace and nothing else, whatever aces the flush has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from analyzer.game.language import Pack, Value
from analyzer.reference.cards import ACE, Cards, is_joker, rank_of, suit_of
from analyzer.reference.hands import (
    NATURAL_FIRST,
    TWO_CARD_TYPES,
    Ranks,
    all_straights,
    three_card_types,
    types_in_order,
)

FOUR_CARDS = (
    "high-card",
    "pair",
    "two-pair",
    "straight",
    "flush",
    "three-of-a-kind",
    "straight-flush",
    "four-of-a-kind",
)
# The sizes of the sets of equal rank that make each of these types.
SETS = {
    (): "high-card",
    (2,): "pair",
    (2, 2): "two-pair",
    (3,): "three-of-a-kind",
    (3, 2): "full-house",
    (4,): "four-of-a-kind",
    (5,): "five-of-a-kind",
}
RUNS = frozenset({"straight", "straight-flush", "royal-flush"})
FLUSHES = frozenset({"flush", "straight-flush", "royal-flush"})

Strength = tuple[int, Ranks]


class Reading(NamedTuple):
    """A hand that some cards may be called; the higher strength wins.

    `ranks`: each rank once, those held most often first, then the higher ones; a straight from its top down, where the
    ace of A-2-3-4-5 is the lowest. `suit`: of all its cards, if they have one in common. `natural`: no card is wild.
    """

    strength: Strength
    natural: bool
    type: str
    ranks: Ranks
    suit: int | None


class Ranking(NamedTuple):
    """How hands of `size` cards are ranked in one game."""

    size: int
    is_bug: bool
    wheel: str
    top_hand: str
    five_wilds: bool
    joker_in_flush: str
    natural_beats_wild: str
    three_card_order: str
    five_ranks: int

    @property
    def types(self) -> tuple[str, ...]:
        """From the lowest to the highest."""
        orders = {
            1: ("high-card",),
            2: TWO_CARD_TYPES,
            3: three_card_types(self.three_card_order),
            4: FOUR_CARDS,
        }
        return orders.get(self.size) or types_in_order(self.top_hand)


def is_wild(card: int, pack: Pack) -> bool:
    return pack.wild.jokers if is_joker(card) else bool(pack.wild.ranks >> rank_of(card) & 1)


@cache
def name_cards(ranks: Ranks, one_suit: bool, ranking: Ranking) -> tuple[Strength, str, Ranks]:
    """The strength, the type and the ranks of cards none of which is wild (any more)."""
    held = Counter(ranks)
    in_order = tuple(sorted(held, key=lambda rank: (held[rank], rank), reverse=True))
    tie_break = in_order
    if one_suit and len(held) < len(ranks):  # aces that wild cards stand for
        kind, tie_break = "flush", tuple(sorted(ranks, reverse=True))
        return (ranking.types.index(kind), tie_break), kind, in_order
    kind = SETS[tuple(sorted((times for times in held.values() if times > 1), reverse=True))]
    if ranking.size > 2:
        straights = all_straights(ranking.size, ranking.wheel)
        if len(held) == ranking.size and frozenset(ranks) in straights:
            kind = "straight-flush" if one_suit else "straight"
            tie_break = (straights.index(frozenset(ranks)),)
            if {0, ACE} <= set(ranks):
                in_order = (*in_order[1:], ACE)
            if kind == "straight-flush" and ranking.size == 5 and min(ranks) == ACE - 4:
                kind, tie_break = "royal-flush", ()
        elif one_suit:
            kind = "flush"
    return (ranking.types.index(kind), tie_break), kind, in_order


def suits_in_common(plain: Ranks, suits: frozenset[int], stand_ins: Ranks, ranking: Ranking) -> frozenset[int]:
    """The suits of which all cards can be. Two cards of one suit and rank would be one card twice, but for aces that
    wild cards stand for in a flush, where the game wants that."""
    ranks = plain + stand_ins
    if ranking.size > 2 and ranking.joker_in_flush == "ace" and all(rank == ACE for rank in stand_ins):
        ranks = plain
    if len(suits) > 1 or len(set(ranks)) < len(ranks):
        return frozenset()
    return suits or frozenset(range(4))


@cache
def readings(plain: Ranks, suits: frozenset[int], wilds: int, ranking: Ranking) -> frozenset[Reading]:
    """Every hand that natural cards of these ranks and suits may be called together with that many wild cards."""
    possible = set()
    natural = wilds == 0
    for stand_ins in combinations_with_replacement(range(13), wilds):
        ranks = tuple(sorted(plain + stand_ins))
        only_aces = all(rank == ACE for rank in stand_ins)
        one_suit = suits_in_common(plain, suits, stand_ins, ranking)
        # Cards that could be of one suit need not be, if one of at least two is wild.
        several = [None] if not one_suit or (wilds and ranking.size > 1) else []
        for suit in [*one_suit, *several]:
            strength, kind, in_order = name_cards(ranks, suit is not None, ranking)
            if ranking.is_bug and kind not in RUNS | FLUSHES and not only_aces:
                continue
            if kind == "five-of-a-kind" and not ranking.five_ranks >> ranks[0] & 1:
                continue
            if ranking.joker_in_flush == "ace" and kind == "flush" and not only_aces:
                continue
            if kind in NATURAL_FIRST[ranking.natural_beats_wild]:
                strength = strength[0], (*strength[1], int(natural))
            possible.add(Reading(strength, natural, kind, in_order, suit))
    if ranking.five_wilds and wilds == 5:
        top = max(reading.strength for reading in possible)
        above = [one._replace(strength=(len(ranking.types), ())) for one in possible if one.strength == top]
        possible.update(above)
    return frozenset(possible)


class Ranked:
    """The best `size` of some cards of one pack. What was worked out once is kept."""

    def __init__(self, pack: Pack, size: int) -> None:
        self.pack = pack
        wild = pack.wild
        self.ranking = Ranking(
            size,
            wild.is_bug,
            pack.wheel,
            pack.top_hand,
            pack.five_wilds,
            pack.joker_in_flush,
            pack.natural_beats_wild,
            pack.three_card_order,
            pack.five_ranks,
        )
        self.every: Callable[[Cards], frozenset[Reading]] = cache(self._every)
        self.best: Callable[[Cards], frozenset[Reading]] = cache(self._best)
        self._called: dict[Cards, frozenset[Reading]] = {}
        self._top: dict[Cards, tuple[Strength, bool]] = {}

    def called(self, cards: Cards) -> frozenset[Reading]:
        """What just these cards may be called."""
        if cards not in self._called:
            plain = [card for card in cards if not is_wild(card, self.pack)]
            ranks = tuple(sorted(rank_of(card) for card in plain))
            suits = frozenset(suit_of(card) for card in plain)
            self._called[cards] = readings(ranks, suits, len(cards) - len(plain), self.ranking)
        return self._called[cards]

    def _every(self, cards: Cards) -> frozenset[Reading]:
        """All that some of the cards may be called."""
        return frozenset().union(*(self.called(some) for some in combinations(cards, self.ranking.size)))

    def _best(self, cards: Cards) -> frozenset[Reading]:
        """The readings that rank highest; the natural ones among them, if there are any."""
        picks = list(combinations(cards, self.ranking.size))
        top = max(self.top(pick) for pick in picks)
        return frozenset(
            reading
            for pick in picks
            if self.top(pick) == top
            for reading in self.called(pick)
            if (reading.strength, reading.natural) == top
        )

    def top(self, cards: Cards) -> tuple[Strength, bool]:
        """Of just these cards: the highest strength, and whether they are natural."""
        if cards not in self._top:
            self._top[cards] = max((reading.strength, reading.natural) for reading in self.called(cards))
        return self._top[cards]

    def strength(self, cards: Cards) -> Strength:
        """What the best of the cards is compared by."""
        return max(self.top(pick) for pick in combinations(cards, self.ranking.size))[0]

    def least(self, value: Value) -> Strength:
        """The lowest strength that a value such as "pair 5" or "straight 9" stands for."""
        ranks = value.ranks
        if ranks and value.hand in RUNS:
            size = self.ranking.size
            ends = [size - 2 if {0, ACE} <= run else max(run) for run in all_straights(size, self.ranking.wheel)]
            ranks = (ends.index(ranks[0]),)
        return self.ranking.types.index(value.hand), ranks
