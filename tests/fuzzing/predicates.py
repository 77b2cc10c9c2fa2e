"""What cards are worth and which lines they satisfy, asked of real cards in the most literal way.

Nothing here comes from the engines, the kernels or the vocabulary that they read: hands are named by the reference, and
every test of a line is written down again from docs/language.md and docs/adding-a-game.md. Lines look at the hand that
ranks highest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement, permutations
from typing import NamedTuple

from analyzer.documents import Json
from analyzer.reference.cards import ACE, BLACK_SUITS, RANK_NAMES, RED_SUITS, Cards, is_joker, rank_of, suit_of
from analyzer.reference.hands import (
    Hand,
    HandRules,
    Strength,
    all_straights,
    may_stand_for,
    name_five_cards,
    name_three_cards,
    ranks_compared,
    three_card_types,
    types_in_order,
)

Line = Json


class Order(NamedTuple):
    """Which hand beats which: the rules of the game, and of how many cards a hand is."""

    rules: HandRules
    size: int

    @property
    def types(self) -> tuple[str, ...]:
        rules = self.rules
        return three_card_types(rules.three_card_order) if self.size == 3 else types_in_order(rules.top_hand)


# --- hands -----------------------------------------------------------------------------------------------------------


class Look(NamedTuple):
    """All that a hand's type and ranks depend on."""

    ranks: tuple[int, ...]
    one_suit: bool
    jokers: int


@lru_cache(maxsize=1 << 14)
def look_of(cards: Cards) -> Look:
    naturals = [card for card in cards if not is_joker(card)]
    ranks = tuple(sorted(rank_of(card) for card in naturals))
    return Look(ranks, len({suit_of(card) for card in naturals}) == 1, len(cards) - len(naturals))


@cache
def readings(look: Look, order: Order) -> frozenset[Hand]:
    """Every hand that the cards may be called: jokers of every rank, in the suit of the others or in another one."""
    name_cards = name_three_cards if order.size == 3 else name_five_cards
    hands = set()
    for stand_ins in combinations_with_replacement(range(13), look.jokers):
        ranks = tuple(sorted((*look.ranks, *stand_ins), reverse=True))
        aces = order.rules.joker_in_flush == "ace" and all(rank == ACE for rank in stand_ins)
        flush = look.one_suit and (aces or len(set(ranks)) == len(ranks))
        for one_suit in {flush, flush and not look.jokers}:
            kind, tie_break = name_cards(ranks, one_suit, order.rules.wheel)
            if may_stand_for(tuple(4 * rank for rank in stand_ins), kind, order.rules):
                hands.add(Hand(kind, tie_break, natural=not look.jokers))
    return frozenset(hands)


@cache
def hand_of_look(look: Look, order: Order) -> Hand:
    return max(readings(look, order), key=lambda hand: strength_of(hand, order))


def exact_hand(cards: Cards, order: Order) -> Hand:
    """The hand that exactly as many cards make as a hand has: the reading that ranks highest."""
    return hand_of_look(look_of(cards), order)


def strength_of(hand: Hand, order: Order) -> Strength:
    return order.types.index(hand.type), ranks_compared(hand, order.rules)


class Values:
    """What the hands of a deck are worth; tuples that compare."""

    def __init__(self, deck: Cards, order: Order) -> None:
        self.order = order
        self._exact = {cards: strength_of(exact_hand(cards, order), order) for cards in combinations(deck, order.size)}
        self._best: dict[Cards, Strength] = {}

    def best(self, cards: Cards) -> Strength:
        """Of the best hand in these cards, which are in ascending order."""
        if len(cards) == self.order.size:
            return self._exact[cards]
        if cards not in self._best:
            self._best[cards] = max(self._exact[part] for part in combinations(cards, self.order.size))
        return self._best[cards]


@lru_cache(maxsize=16)
def values_of(deck: Cards, order: Order) -> Values:
    return Values(deck, order)


@lru_cache(maxsize=1 << 14)
def best_hand(cards: Cards, order: Order) -> Hand:
    """The hand that ranks highest; of equals a natural one."""
    hands = [exact_hand(part, order) for part in combinations(cards, order.size)]
    return max(hands, key=lambda hand: (strength_of(hand, order), hand.natural))


def main_rank(hand: Hand, order: Order) -> int:
    """The rank of the largest set, or of the top card; the top of a wheel is its five (of three cards, its three)."""
    if hand.type == "royal-flush":
        return ACE
    if hand.type in ("straight", "straight-flush"):
        ranks = all_straights(order.size, order.rules.wheel)[hand.ranks[0]]
        return max(ranks - {ACE}) if 0 in ranks else max(ranks)
    return hand.ranks[0]


# What five cards hold beside what they are.
ALSO_HELD = {
    "five-of-a-kind": ("four-of-a-kind", "three-of-a-kind", "pair"),
    "four-of-a-kind": ("three-of-a-kind", "pair"),
    "full-house": ("three-of-a-kind", "two-pair", "pair"),
    "three-of-a-kind": ("pair",),
    "two-pair": ("pair",),
    "royal-flush": ("straight-flush", "flush", "straight"),
    "straight-flush": ("flush", "straight"),
}


@cache
def held_by_look(look: Look, order: Order) -> frozenset[str]:
    types = {hand.type for hand in readings(look, order)}
    return frozenset(types.union({"high-card"}, *(ALSO_HELD.get(kind, ()) for kind in types)))


def held_types(cards: Cards, order: Order) -> frozenset[str]:
    """Every type that some of the cards hold under some reading of their jokers."""
    parts = combinations(cards, order.size)
    return frozenset().union(*(held_by_look(look_of(part), order) for part in parts))


def natural_types(cards: Cards, order: Order) -> frozenset[str]:
    """What cards without jokers hold, however few they are."""
    times = sorted(Counter(rank_of(card) for card in cards).values(), reverse=True)
    sets = {"pair": [2], "two-pair": [2, 2], "three-of-a-kind": [3], "full-house": [3, 2], "four-of-a-kind": [4]}
    grouped = {
        kind
        for kind, sizes in sets.items()
        if len(times) >= len(sizes) and all(n >= size for n, size in zip(times, sizes, strict=False))
    }
    return held_types(cards, order) | grouped | {"high-card"}


# --- tests of a line -------------------------------------------------------------------------------------------------


@cache
def ranks_in(text: str) -> frozenset[int]:
    """ "Q-A" or "2,5-7" as ranks."""
    ranks: set[int] = set()
    for piece in text.split(","):
        low, _, high = piece.partition("-")
        ranks |= set(range(RANK_NAMES.index(low), RANK_NAMES.index(high or low) + 1))
    return frozenset(ranks)


def texts(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value


def flag(value: bool | str) -> bool:
    """An option's value is text."""
    return value in (True, "true")


def natural_cards(cards: Cards) -> Cards:
    return tuple(card for card in cards if not is_joker(card))


def is_hand(cards: Cards, line: Line, order: Order) -> bool:
    """`hand` or `at_least`, with `ranks` and `natural`."""
    hand = best_hand(cards, order)
    types = order.types[order.types.index(line["at_least"]) :] if "at_least" in line else texts(line["hand"])
    return (
        hand.type in types
        and ("ranks" not in line or main_rank(hand, order) in ranks_in(line["ranks"]))
        and ("natural" not in line or hand.natural == flag(line["natural"]))
    )


def has_groups(cards: Cards, line: Line, order: Order) -> bool:
    """Sets of equal rank, the first of a rank in `ranks`; `natural`: without a joker, or with one in some set."""
    sizes = [int(size) for size in line["groups"].split("+")]
    first = ranks_in(line.get("ranks", "2-A"))
    natural = flag(line["natural"]) if "natural" in line else None
    naturals = [rank_of(card) for card in natural_cards(cards)]
    jokers = 0 if natural is True else len(cards) - len(naturals)
    choices = (ACE,) if order.rules.joker == "bug" else range(13)
    for stand_ins in combinations_with_replacement(choices, jokers):
        ranks = [*naturals, *stand_ins]
        for sets in permutations(set(ranks), len(sizes)):
            if (
                sets[0] in first
                and all(ranks.count(rank) >= size for rank, size in zip(sets, sizes, strict=True))
                and (natural is not False or any(rank in stand_ins for rank in sets))
            ):
                return True
    return False


def is_whole(cards: Cards, line: Line, order: Order) -> bool:
    """All the cards together are one straight, flush or straight flush; the jokers fill in.

    A straight must end in `ranks`: A-2-3-4-5-6 does at the six.
    """
    naturals = natural_cards(cards)
    ranks = {rank_of(card) for card in naturals}
    low_ace = "none" if order.rules.wheel == "none" else "lowest"
    ends = ranks_in(line.get("ranks", "2-A"))
    runs = [run for run in all_straights(len(cards), low_ace) if max(run - {ACE} if 0 in run else run) in ends]
    straight = len(ranks) == len(naturals) and any(ranks <= run for run in runs)
    flush = len({suit_of(card) for card in naturals}) == 1
    natural = "natural" not in line or flag(line["natural"]) == (len(naturals) == len(cards))
    return natural and {"straight": straight, "flush": flush, "straight-flush": straight and flush}[line["whole"]]


def has_high(cards: Cards, line: Line, order: Order) -> bool:
    ranks = {rank_of(card) for card in natural_cards(cards)}
    others = ranks - {ACE} if "ace" in line else ranks
    return max(others or ranks) in ranks_in(line["high"])


def is_without(cards: Cards, line: Line, order: Order) -> bool:
    names = set(texts(line["without"]))
    held = held_types(cards, order)
    held |= {f"natural-{kind}" for kind in natural_types(natural_cards(cards), order)}
    return not held & names


def is_coloured(cards: Cards, line: Line, order: Order) -> bool:
    suits = {suit_of(card) for card in natural_cards(cards)}
    red, black = suits <= set(RED_SUITS), suits <= set(BLACK_SUITS)
    return {"one": red or black, "red": red, "black": black}[line["colour"]]


def has_jokers(cards: Cards, line: Line, order: Order) -> bool:
    return bool(len(cards) - len(natural_cards(cards)) == line["jokers"])


Test = Callable[[Cards, Line, Order], bool]
TESTS: dict[str, Test] = {
    "hand": is_hand,
    "at_least": is_hand,
    "groups": has_groups,
    "whole": is_whole,
    "high": has_high,
    "without": is_without,
    "colour": is_coloured,
    "jokers": has_jokers,
}
# Read by the tests that they belong to, or by people.
READ_ELSEWHERE = {"id", "name", "source", "ranks", "natural", "ace"}


def tests_of(line: Line) -> list[Test]:
    """What the line asks of cards. A key that is not known is a mistake of ours."""
    unknown = set(line) - set(TESTS) - READ_ELSEWHERE
    if unknown:
        raise KeyError(f"the literal reading does not know {unknown}")
    return [TESTS[key] for key in line if key in TESTS]


def satisfies(cards: Cards, line: Line, order: Order) -> bool:
    """Do the cards pass every test of the line?"""
    return all(test(cards, line, order) for test in tests_of(line))
