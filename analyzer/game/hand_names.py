"""The names of hands: types in each order, values such as "pair 5", and the standard names of paytable lines."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise

from analyzer.cards.deck import RANKS
from analyzer.cards.ranking import FIVE_CARD_TYPES, FOUR_CARD_TYPES, THREE_CARD_TYPES, TopHand, Wheel
from analyzer.game.card_tests import ALL_RANKS
from analyzer.game.language import ACE, ORDER_OF_BEST, Order, Value
from analyzer.game.sections import nearest

_TYPES: Mapping[Order, tuple[str, ...]] = {
    "four-card": FOUR_CARD_TYPES,
    "three-card": THREE_CARD_TYPES,
    "two-card": ("high-card", "pair"),
    "one-card": ("high-card",),
}
BEST_OF_ORDER: Mapping[Order, int] = {order: best for best, order in ORDER_OF_BEST.items()}

# The sets of equal ranks that make each type; the cards beside them are single.
_SETS: Mapping[str, tuple[int, ...]] = {
    "high-card": (),
    "flush": (),
    "pair": (2,),
    "two-pair": (2, 2),
    "three-of-a-kind": (3,),
    "full-house": (3, 2),
    "four-of-a-kind": (4,),
    "five-of-a-kind": (5,),
}
# One rank says all of a straight, and the royal flush is one hand.
_RUNS: Mapping[str, int] = {"straight": 1, "straight-flush": 1, "royal-flush": 0}

_RANK_WORDS = (
    "deuces",
    "threes",
    "fours",
    "fives",
    "sixes",
    "sevens",
    "eights",
    "nines",
    "tens",
    "jacks",
    "queens",
    "kings",
    "aces",
)
_RANK_OF_WORD: Mapping[str, int] = {word: rank for rank, word in enumerate(_RANK_WORDS)} | {"twos": 0}
# Longer names first: "three-of-a-kind" has an "-of-" of its own.
_HANDS = "|".join(sorted(FIVE_CARD_TYPES, key=len, reverse=True))
_STANDARD = re.compile(rf"(natural-|wild-)?({_HANDS})(?:-of-({'|'.join(_RANK_OF_WORD)})(-or-better)?)?")


def types_of(order: Order, top_hand: TopHand = "royal") -> tuple[str, ...]:
    """The hand types of an order from worst to best.

    >>> types_of("two-card"), types_of("poker")[-2:], types_of("poker", "five_of_a_kind")[-1]
    (('high-card', 'pair'), ('five-of-a-kind', 'royal-flush'), 'five-of-a-kind')
    """
    if order != "poker":
        return _TYPES[order]
    top = ("royal-flush", "five-of-a-kind")
    return FIVE_CARD_TYPES[:9] + (top if top_hand == "five_of_a_kind" else top[::-1])


def rank_groups(hand: str, best: int) -> tuple[int, ...]:
    """How many cards of each rank a hand of that type has, as its ranks are said; a straight says its top alone.

    >>> rank_groups("pair", 5), rank_groups("full-house", 5), rank_groups("straight", 4), rank_groups("royal-flush", 5)
    ((2, 1, 1, 1), (3, 2), (1,), ())
    """
    if hand in _RUNS:
        return (1,) * _RUNS[hand]
    sets = _SETS[hand]
    return sets + (1,) * (best - sum(sets))


def parse_value(text: str, order: Order, wheel: Wheel = "lowest") -> Value | str:
    """A value of that order, or in words what is wrong with it.

    >>> parse_value("pair 5", "poker"), parse_value("high-card A K", "poker")
    (Value(hand='pair', ranks=(3,)), Value(hand='high-card', ranks=(12, 11)))
    >>> parse_value("high-card K A", "poker")
    'ranks of equal weight go from high to low, each once: K A'
    """
    hand, *letters = text.replace("10", "T").split() or [""]
    types = types_of(order)
    if hand not in types:
        return f"is not a hand of the {order} order{nearest(hand, types)}; one of {', '.join(types)}"
    if not all(len(letter) == 1 and letter.upper() in RANKS for letter in letters):
        return f'ranks are letters of {RANKS} with spaces between, such as "{hand} A"'
    ranks = tuple(RANKS.index(letter.upper()) for letter in letters)
    return _rank_fault(hand, ranks, BEST_OF_ORDER[order], wheel) or Value(hand, ranks)


def _rank_fault(hand: str, ranks: tuple[int, ...], best: int, wheel: Wheel) -> str:
    groups = rank_groups(hand, best)
    if len(ranks) > len(groups):
        return f"has {len(ranks)} ranks, {hand} has at most {len(groups)}"
    pairs = zip(pairwise(ranks), pairwise(groups), strict=False)
    if len(set(ranks)) < len(ranks) or any(size == other and high < low for (high, low), (size, other) in pairs):
        return f"ranks of equal weight go from high to low, each once: {' '.join(RANKS[rank] for rank in ranks)}"
    lowest = best - 1 if wheel == "none" else best - 2
    if ranks and hand in _RUNS and ranks[0] < lowest:
        return f"no {hand} of {best} cards ends at {RANKS[ranks[0]]}; the lowest ends at {RANKS[lowest]}"
    return ""


def parse_standard(name: str) -> tuple[str, int, bool | None] | None:
    """The type, the ranks and `natural` that a standard name stands for; None for any other name.

    >>> parse_standard("three-of-a-kind"), parse_standard("wild-royal-flush")
    (('three-of-a-kind', 8191, None), ('royal-flush', 8191, False))
    >>> hand, ranks, _ = parse_standard("pair-of-jacks-or-better"); hand, format(ranks, "b")
    ('pair', '1111000000000')
    """
    match = _STANDARD.fullmatch(name)
    if match is None:
        return None
    prefix, hand, word, better = match.groups()
    natural = None if prefix is None else prefix == "natural-"
    if word is None:
        return hand, ALL_RANKS, natural
    rank = _RANK_OF_WORD[word]
    last = ACE if better else rank
    return hand, sum(1 << one for one in range(rank, last + 1)), natural
