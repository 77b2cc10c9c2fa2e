"""What a hand of cards is worth.

A joker is dealt with in the most literal way: it is replaced by each of the 52 standard cards in turn,
every result is looked at, and the best one that the rules allow is the hand. The best five of six or
seven cards are found by looking at every five of them.

These things differ between games and are written down in `HandRules`:

* what the joker may be. "wild": any card. "bug": an ace, or whatever card completes a straight, a flush
  or a straight flush. "none": the game has no joker;
* where the straight A-2-3-4-5 (the wheel) ranks. "lowest", or "second_highest": just below A-K-Q-J-T.
  "none": it is no straight;
* which hand is the top. "royal": Royal Flush, Five of a Kind, Straight Flush. "five_of_a_kind": Five of
  a Kind, Royal Flush, Straight Flush;
* what the joker is in a flush. "missing_rank": the highest rank that the flush does not hold. "ace": an
  ace, even beside the ace of that suit, so that A-A-K-4-3 beats A-K-Q-J-9; two jokers are two aces;
* whether a natural hand beats a wild one that is equal otherwise. "never"; "royal_flush": of two royal
  flushes; "straight_flush": of two royal or two straight flushes;
* of which ranks there is five of a kind, as bits; where there is none, four of a kind and a joker are four of
  a kind and an ace;
* the order of three-card hands. "three_card": the usual one. "five_card": Straight Flush, Flush, Straight,
  Three of a Kind, Pair. "flush_over_straight": the usual one with Flush above Straight.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from analyzer.reference.cards import ACE, STANDARD_CARDS, Cards, is_joker, rank_of, suit_of

TYPES_BELOW_THE_TOP = (
    "high-card",
    "pair",
    "two-pair",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "straight-flush",
)
TYPES_WITH_ROYAL_ON_TOP = (*TYPES_BELOW_THE_TOP, "five-of-a-kind", "royal-flush")
TYPES_WITH_FIVE_OF_A_KIND_ON_TOP = (*TYPES_BELOW_THE_TOP, "royal-flush", "five-of-a-kind")
THREE_CARD_TYPES = ("high-card", "pair", "flush", "straight", "three-of-a-kind", "straight-flush")
THREE_CARD_TYPES_AS_OF_FIVE = ("high-card", "pair", "three-of-a-kind", "straight", "flush", "straight-flush")
THREE_CARD_TYPES_FLUSH_OVER_STRAIGHT = ("high-card", "pair", "straight", "flush", "three-of-a-kind", "straight-flush")
TWO_CARD_TYPES = ("high-card", "pair")
# The hands of which a natural one beats an equal wild one.
NATURAL_FIRST = {
    "never": (),
    "royal_flush": ("royal-flush",),
    "straight_flush": ("straight-flush", "royal-flush"),
}

STRAIGHTS_AND_FLUSHES = ("straight", "flush", "straight-flush", "royal-flush")
STRAIGHT_OR_BETTER = (
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "straight-flush",
    "five-of-a-kind",
    "royal-flush",
)


Ranks = tuple[int, ...]


class HandRules(NamedTuple):
    """How a game ranks its hands; the values are explained at the top of this file."""

    joker: str = "wild"
    wheel: str = "lowest"
    top_hand: str = "royal"
    joker_in_flush: str = "missing_rank"
    natural_beats_wild: str = "never"
    three_card_order: str = "three_card"
    five_ranks: int = (1 << 13) - 1


class Hand(NamedTuple):
    """A hand: its type, the ranks that break ties within the type, and whether it is natural (no joker).

    The ranks of pairs, trips, quads and full houses: the larger group first, then the smaller ones, then
    the kickers from high to low. Of flushes and high cards: all ranks from high to low. Of straights and
    straight flushes: one number, the place of the straight among all straights, 0 the lowest.
    Of a royal flush: nothing, all royal flushes are equal.
    """

    type: str
    ranks: Ranks
    natural: bool


Strength = tuple[int, Ranks]
TypeAndRanks = tuple[str, Ranks]


# Ranks and straights


@cache
def all_straights(length: int, wheel: str) -> tuple[frozenset[int], ...]:
    """The ranks of every straight of that many cards, from the lowest straight to the highest.

    An ace is high, or low below a two; straights do not wrap around.
    """
    ace_low = frozenset([ACE, *range(length - 1)])
    others = [frozenset(range(low, low + length)) for low in range(13 - length + 1)]
    if wheel == "lowest":
        return (ace_low, *others)
    if wheel == "second_highest":
        return (*others[:-1], ace_low, others[-1])
    if wheel == "none":
        return tuple(others)
    raise ValueError(f"the wheel is 'lowest', 'second_highest' or 'none', not {wheel!r}")


def straight_place(ranks: Ranks, wheel: str) -> int | None:
    """The place of these ranks among the straights, 0 the lowest; None if they are not a straight."""
    straights = all_straights(len(ranks), wheel)
    return straights.index(frozenset(ranks)) if frozenset(ranks) in straights else None


def ranks_in_order_of_weight(ranks: Ranks) -> Ranks:
    """Each rank once: what is held most often comes first, and of the equally frequent the higher rank."""
    held = Counter(ranks)
    return tuple(sorted(held, key=lambda rank: (held[rank], rank), reverse=True))


def shape_of(ranks: Ranks) -> tuple[int, ...]:
    """How often each rank is held, largest first: (3, 2) is a full house, (2, 1, 1, 1) one pair."""
    return tuple(sorted(Counter(ranks).values(), reverse=True))


def are_of_one_suit(plain: Cards, stand_ins: Cards = (), joker_in_flush: str = "missing_rank") -> bool:
    """Are the cards, and those that the jokers stand for, of one suit?

    Usually a joker in a flush cannot be a card that is already held: there is no double-ace flush. Where
    it is always an ace it can: the ace of the suit is then there more than once.
    """
    cards = plain + stand_ins
    aces_allowed = joker_in_flush == "ace" and all(rank_of(card) == ACE for card in stand_ins)
    return len({suit_of(card) for card in cards}) == 1 and (aces_allowed or len(set(cards)) == len(cards))


# Five cards


FIVE_CARD_SHAPES = {
    (5,): "five-of-a-kind",
    (4, 1): "four-of-a-kind",
    (3, 2): "full-house",
    (3, 1, 1): "three-of-a-kind",
    (2, 2, 1): "two-pair",
    (2, 1, 1, 1): "pair",
    (1, 1, 1, 1, 1): "high-card",
}


@cache
def name_five_cards(ranks: Ranks, one_suit: bool, wheel: str) -> TypeAndRanks:
    """The type of five cards none of which is a joker (any more), and the ranks that break ties."""
    place = straight_place(ranks, wheel)
    if one_suit and place is not None:
        is_royal = frozenset(ranks) == all_straights(5, wheel)[-1]
        return ("royal-flush", ()) if is_royal else ("straight-flush", (place,))
    if one_suit:
        return "flush", ranks
    if place is not None:
        return "straight", (place,)
    return FIVE_CARD_SHAPES[shape_of(ranks)], ranks_in_order_of_weight(ranks)


def types_in_order(top_hand: str) -> tuple[str, ...]:
    """The types of five-card hands from the lowest to the highest."""
    if top_hand == "royal":
        return TYPES_WITH_ROYAL_ON_TOP
    if top_hand == "five_of_a_kind":
        return TYPES_WITH_FIVE_OF_A_KIND_ON_TOP
    raise ValueError(f"the top hand is 'royal' or 'five_of_a_kind', not {top_hand!r}")


def strength(hand: Hand, rules: HandRules) -> Strength:
    """What a five-card hand is compared by: first the type, then the ranks. The higher strength wins."""
    return types_in_order(rules.top_hand).index(hand.type), ranks_compared(hand, rules)


def ranks_compared(hand: Hand, rules: HandRules) -> Ranks:
    """The ranks that break ties; where a natural hand beats its wild equal, that comes last."""
    return (*hand.ranks, int(hand.natural)) if hand.type in NATURAL_FIRST[rules.natural_beats_wild] else hand.ranks


@lru_cache(maxsize=2**16)
def five_card_readings(cards: Cards, rules: HandRules) -> frozenset[Hand]:
    """Every hand that five cards may be called. Without a joker there is only one."""
    if len(cards) != 5:
        raise ValueError(f"five cards are needed, not {len(cards)}")
    return readings(cards, rules, name_five_cards)


class RatedHand(NamedTuple):
    """A hand with what it is compared by. Of two hands of equal strength the natural one comes first."""

    strength: Strength
    natural: bool
    hand: Hand


@lru_cache(maxsize=2**22)
def rate_five_cards(cards: Cards, rules: HandRules) -> RatedHand:
    """The hand that five cards make: the reading that ranks highest."""
    hands = five_card_readings(cards, rules)
    return max(RatedHand(strength(hand, rules), hand.natural, hand) for hand in hands)


@lru_cache(maxsize=2**19)
def rate_best_five(cards: Cards, rules: HandRules) -> RatedHand:
    """The best five of five or more cards.

    Of equal hands the natural one is taken: the hand is natural if some five cards without a joker
    already reach the best value.
    """
    return max(rate_five_cards(five, rules) for five in combinations(cards, 5))


def five_card_hand(cards: Cards, rules: HandRules) -> Hand:
    """The hand that five cards make."""
    return rate_five_cards(cards, rules).hand


def best_hand(cards: Cards, rules: HandRules) -> Hand:
    """The hand that the best five of five or more cards make."""
    return rate_best_five(cards, rules).hand


def best_strength(cards: Cards, rules: HandRules) -> Strength:
    """What the best five of five or more cards are compared by."""
    return rate_best_five(cards, rules).strength


# Jokers


def readings(
    cards: Cards,
    rules: HandRules,
    name_cards: Callable[[Ranks, bool, str], TypeAndRanks],
) -> frozenset[Hand]:
    """Every hand that the cards may be called, each joker replaced by every card that it may stand for."""
    plain = tuple(card for card in cards if not is_joker(card))
    number_of_jokers = len(cards) - len(plain)
    hands = set()
    for stand_ins in combinations_with_replacement(STANDARD_CARDS, number_of_jokers):
        complete = plain + stand_ins
        ranks = tuple(sorted((rank_of(card) for card in complete), reverse=True))
        one_suit = are_of_one_suit(plain, stand_ins, rules.joker_in_flush)
        kind, tie_break = name_cards(ranks, one_suit, rules.wheel)
        if kind == "five-of-a-kind" and not rules.five_ranks >> ranks[0] & 1:
            continue
        if may_stand_for(stand_ins, kind, rules):
            hands.add(Hand(kind, tie_break, natural=number_of_jokers == 0))
    return frozenset(hands)


def may_stand_for(stand_ins: Cards, kind: str, rules: HandRules) -> bool:
    """May the jokers be these cards, if that makes a hand of this kind?

    Wild: they may be anything. Bug: aces, or whatever completes a straight, a flush or a straight flush.
    In a flush that is no straight flush they may have to be aces.
    """
    if not stand_ins:
        return True
    are_aces = all(rank_of(card) == ACE for card in stand_ins)
    if kind == "flush" and rules.joker_in_flush == "ace" and not are_aces:
        return False
    if rules.joker == "wild":
        return True
    if rules.joker == "bug":
        return are_aces or kind in STRAIGHTS_AND_FLUSHES
    raise ValueError(f"there is a joker in the hand, and the rules for jokers are {rules.joker!r}")


# Three cards


THREE_CARD_SHAPES = {(3,): "three-of-a-kind", (2, 1): "pair", (1, 1, 1): "high-card"}


@cache
def name_three_cards(ranks: Ranks, one_suit: bool, wheel: str) -> TypeAndRanks:
    """The type of three cards none of which is a joker (any more), and the ranks that break ties."""
    place = straight_place(ranks, wheel)
    if one_suit and place is not None:
        return "straight-flush", (place,)
    if place is not None:
        return "straight", (place,)
    if one_suit:
        return "flush", ranks
    return THREE_CARD_SHAPES[shape_of(ranks)], ranks_in_order_of_weight(ranks)


def three_card_types(order: str) -> tuple[str, ...]:
    """The types of three-card hands from the lowest to the highest."""
    if order == "three_card":
        return THREE_CARD_TYPES
    if order == "five_card":
        return THREE_CARD_TYPES_AS_OF_FIVE
    if order == "flush_over_straight":
        return THREE_CARD_TYPES_FLUSH_OVER_STRAIGHT
    raise ValueError(f"the order is 'three_card', 'five_card' or 'flush_over_straight', not {order!r}")


def three_card_strength(hand: Hand, rules: HandRules | None = None) -> Strength:
    """What a three-card hand is compared by. Usually a straight beats a flush, three of a kind a straight."""
    rules = rules or HandRules()
    return three_card_types(rules.three_card_order).index(hand.type), ranks_compared(hand, rules)


@lru_cache(maxsize=2**19)
def three_card_hand(cards: Cards, rules: HandRules) -> Hand:
    """The hand that three cards make: the reading that ranks highest."""
    if len(cards) != 3:
        raise ValueError(f"three cards are needed, not {len(cards)}")
    return max(readings(cards, rules, name_three_cards), key=lambda hand: three_card_strength(hand, rules))


# Two cards (the front hand of Pai Gow)


def two_card_hand(cards: Cards) -> Hand:
    """The hand that two cards make: a pair, or the higher and the lower card. A joker is an ace."""
    if len(cards) != 2:
        raise ValueError(f"two cards are needed, not {len(cards)}")
    ranks = tuple(sorted((ACE if is_joker(card) else rank_of(card) for card in cards), reverse=True))
    natural = not any(is_joker(card) for card in cards)
    if ranks[0] == ranks[1]:
        return Hand("pair", ranks[:1], natural)
    return Hand("high-card", ranks, natural)


def two_card_strength(hand: Hand) -> Strength:
    """What a two-card hand is compared by: a pair is over no pair, then the ranks."""
    return TWO_CARD_TYPES.index(hand.type), hand.ranks
