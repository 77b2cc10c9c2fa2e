"""Wagers of kind "lines" and "jokers" settled card by card, from nothing but the text of their rules.

A file is a plain dict; every test of a line is a literal predicate on real cards. Hands are read by the reference
evaluator; the vocabulary, the loader and the kernels of the program are not used here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Any

from analyzer.reference.hands import (
    THREE_CARD_TYPES,
    Hand,
    HandRules,
    all_straights,
    best_hand,
    three_card_hand,
    three_card_strength,
    types_in_order,
)

Cards = tuple[int, ...]
Spec = Mapping[str, Any]
JOKER = 52
ACE = 12
RED = (1, 2)
RANKS = "23456789TJQKA"
# How many cards each hand is made of.
SIZES = {"high-card": 1, "pair": 2, "three-of-a-kind": 3, "two-pair": 4, "four-of-a-kind": 4}
SHAPES = {
    (1,): "high-card",
    (2,): "pair",
    (3,): "three-of-a-kind",
    (2, 2): "two-pair",
    (4,): "four-of-a-kind",
    (3, 2): "full-house",
    (5,): "five-of-a-kind",
}


# --- cards -----------------------------------------------------------------------------------------------------------


def deck_of(spec: Spec) -> Cards:
    plain = sorted(4 * rank + suit for rank in spec["ranks"] for suit in spec["suits"])
    return (*plain, *range(JOKER, JOKER + spec["jokers"]))


def naturals_of(cards: Cards) -> Cards:
    return tuple(card for card in cards if card < JOKER)


def stand_ins(cards: Cards) -> Iterator[tuple[Cards, Cards]]:
    """The cards with every joker replaced by each of the 52 standard cards: (all cards, the replacements)."""
    plain = naturals_of(cards)
    for chosen in combinations_with_replacement(range(52), len(cards) - len(plain)):
        yield plain + chosen, chosen


def is_run(ranks: Sequence[int]) -> bool:
    """Distinct ranks in a row; the ace may be low."""
    return len(set(ranks)) == len(ranks) and set(ranks) in all_straights(len(ranks), "lowest")


def is_suited(cards: Sequence[int]) -> bool:
    return len(set(cards)) == len(cards) and len({card % 4 for card in cards}) == 1


# --- what cards hold -------------------------------------------------------------------------------------------------


@cache
def makes(cards: Cards, joker: str) -> frozenset[tuple[str, int]]:
    """What just these cards can be called: (hand, rank of its largest set)."""
    found = set()
    for full, chosen in stand_ins(cards):
        ranks = Counter(card // 4 for card in full)
        shape = tuple(sorted(ranks.values(), reverse=True))
        if shape in SHAPES and (joker == "wild" or all(card // 4 == ACE for card in chosen)):
            found.add((SHAPES[shape], max(ranks, key=lambda rank: (ranks[rank], rank))))
        if len(full) == 5:
            run, suited = is_run([card // 4 for card in full]), is_suited(full)
            found |= {("straight", -1)} if run else set()
            found |= {("flush", -1)} if suited else set()
            found |= {("straight-flush", -1)} if run and suited else set()
            found |= {("royal-flush", -1)} if suited and set(ranks) == {8, 9, 10, 11, 12} else set()
    return frozenset(found)


def is_natural(cards: Cards) -> bool:
    return all(card < JOKER for card in cards)


@cache
def holds(cards: Cards, kind: str, joker: str, natural: bool | None, ranks: tuple[int, ...] | None) -> bool:
    """Some of the cards are that hand, without a joker or with one as asked."""
    for some in combinations(cards, SIZES.get(kind, 5)):
        if natural in (None, is_natural(some)):
            for name, rank in makes(some, joker):
                if name == kind and (ranks is None or rank in ranks):
                    return True
    return False


def groups_held(cards: Cards, line: Spec, joker: str) -> bool:
    ranks = tuple(sorted(card // 4 for card in naturals_of(cards)))
    first = tuple(line["ranks"]) if "ranks" in line else tuple(range(13))
    return _groups(ranks, len(cards) - len(ranks), tuple(line["groups"]), line.get("natural"), first, joker)


@cache
def _groups(
    ranks: tuple[int, ...],
    jokers: int,
    sizes: tuple[int, ...],
    natural: bool | None,
    first: tuple[int, ...],
    joker: str,
) -> bool:
    """Sets of different ranks; each joker is given a rank (an ace for the bug), or is left aside."""
    places: list[int | None] = [None] if natural else [None, *([ACE] if joker == "bug" else range(13))]
    plain = Counter(ranks)
    for chosen in combinations_with_replacement(places, jokers):
        given = Counter(rank for rank in chosen if rank is not None)
        if _share_out(plain, given, sizes, first, set(), used=False, must_use=natural is False):
            return True
    return False


def _share_out(
    plain: Counter[int],
    given: Counter[int],
    sizes: tuple[int, ...],
    allowed: Sequence[int],
    taken: set[int],
    *,
    used: bool,
    must_use: bool,
) -> bool:
    if not sizes:
        return used or not must_use
    for rank in allowed:
        if rank not in taken and plain[rank] + given[rank] >= sizes[0]:
            more = used or given[rank] > 0
            rest = {"used": more, "must_use": must_use}
            if _share_out(plain, given, sizes[1:], range(13), taken | {rank}, **rest):
                return True
    return False


@cache
def is_whole(cards: Cards, kind: str) -> bool:
    plain = naturals_of(cards)
    ranks = [card // 4 for card in plain]
    if kind != "flush" and len(set(ranks)) < len(ranks):
        return False
    if kind != "straight" and len({card % 4 for card in plain}) > 1:
        return False
    return any(
        (kind == "flush" or is_run([card // 4 for card in full])) and (kind == "straight" or is_suited(full))
        for full, _ in stand_ins(cards)
    )


@cache
def royal_beside(cards: Cards, wanted: frozenset[int], natural: bool | None, joker: str) -> bool:
    """Five cards are a royal flush; natural cards among the others have these ranks in one suit."""
    for five in combinations(cards, 5):
        if natural in (None, is_natural(five)) and ("royal-flush", -1) in makes(five, joker):
            left = [card for card in cards if card not in five and card < JOKER]
            if any(wanted <= {card // 4 for card in left if card % 4 == suit} for suit in range(4)):
                return True
    return False


# --- the best hand ---------------------------------------------------------------------------------------------------


@cache
def best_of(cards: Cards, size: int, rules: HandRules) -> Hand:
    if size == 5:
        return best_hand(cards, rules)
    hands = [three_card_hand(three, rules) for three in combinations(cards, 3)]
    return max(hands, key=lambda hand: (three_card_strength(hand), hand.natural))


def top_rank(hand: Hand, size: int, wheel: str) -> int:
    """The rank of the set or of the top card; of the ace-low straight that is its five, or its three."""
    if hand.type == "royal-flush":
        return ACE
    if hand.type in ("straight", "straight-flush"):
        ranks = all_straights(size, wheel)[hand.ranks[0]]
        return size - 2 if {0, ACE} <= ranks else max(ranks)
    return hand.ranks[0]


def hand_names(line: Spec, spec: Spec) -> tuple[str, ...]:
    if "at_least" not in line:
        return tuple(line.get("hand", ()))
    types = THREE_CARD_TYPES if spec["hand_size"] == 3 else types_in_order(spec["top_hand"])
    return types[types.index(line["at_least"]) :]


def best_is(cards: Cards, line: Spec, spec: Spec) -> bool:
    size = spec["hand_size"]
    hand = best_of(cards, size, HandRules(spec["joker"], spec["wheel"], spec["top_hand"]))
    if hand.type not in hand_names(line, spec) or line.get("natural") not in (None, hand.natural):
        return False
    return "ranks" not in line or top_rank(hand, size, spec["wheel"]) in line["ranks"]


# --- a line ----------------------------------------------------------------------------------------------------------


def satisfies(cards: Cards, line: Spec, spec: Spec, *, best: bool) -> bool:
    """All tests of the line, each by itself."""
    return all(test(cards, line, spec, best) for key, test in TESTS.items() if key in line)


def _hand(cards: Cards, line: Spec, spec: Spec, best: bool) -> bool:
    if best:
        return best_is(cards, line, spec)
    ranks = tuple(line["ranks"]) if "ranks" in line else None
    return any(holds(cards, kind, spec["joker"], line.get("natural"), ranks) for kind in hand_names(line, spec))


def _whole(cards: Cards, line: Spec, spec: Spec, best: bool) -> bool:
    return line.get("natural") in (None, is_natural(cards)) and is_whole(cards, line["whole"])


def _high(cards: Cards, line: Spec, spec: Spec, best: bool) -> bool:
    return max(card // 4 for card in naturals_of(cards)) in line["high"]


def _without(cards: Cards, line: Spec, spec: Spec, best: bool) -> bool:
    return not any(holds(cards, kind, spec["joker"], None, None) for kind in line["without"])


def _colour(cards: Cards, line: Spec, spec: Spec, best: bool) -> bool:
    return len({card % 4 in RED for card in naturals_of(cards)}) == 1


def _beside(cards: Cards, line: Spec, spec: Spec, best: bool) -> bool:
    return royal_beside(cards, frozenset(line["beside"]), line.get("natural"), spec["joker"])


TESTS = {
    "jokers": lambda cards, line, spec, best: sum(card >= JOKER for card in cards) == line["jokers"],
    "colour": _colour,
    "high": _high,
    "hand": _hand,
    "at_least": _hand,
    "groups": lambda cards, line, spec, best: groups_held(cards, line, spec["joker"]),
    "whole": _whole,
    "without": _without,
    "beside": _beside,
}


# --- counting and settling -------------------------------------------------------------------------------------------

Sets = Counter[tuple[tuple[int, ...], tuple[int, ...]]]  # (lines satisfied, tax lines satisfied): deals


def line_sets(spec: Spec) -> Sets:
    """Every deal of the wager's cards; with a tax, every card in turn is the last one."""
    lines, tax, best = spec["lines"], spec.get("tax", ()), spec["uses"] == "best_ranked"
    found: Sets = Counter()
    deck = deck_of(spec)
    before = {
        cards: tuple(i for i, line in enumerate(tax) if satisfies(cards, line, spec, best=True))
        for cards in (combinations(deck, spec["cards"] - 1) if tax else ())
    }
    for cards in combinations(deck, spec["cards"]):
        held = tuple(i for i, line in enumerate(lines) if satisfies(cards, line, spec, best=best))
        if not tax:
            found[held, ()] += 1
        for last in cards if tax else ():
            found[held, before[tuple(card for card in cards if card != last)]] += 1
    return found


def joker_sets(spec: Spec) -> Sets:
    """Every way to deal the seats, one seat after the other."""
    found: Sets = Counter()

    def deal(left: Cards, seats: Sequence[tuple[str, int]], held: dict[str, int]) -> None:
        if not seats:
            lines = enumerate(spec["lines"])
            satisfied = (i for i, line in lines if all(held[seat] == n for seat, n in line["jokers"].items()))
            found[tuple(satisfied), ()] += 1
            return
        (name, size), *rest = seats
        for cards in combinations(left, size):
            jokers = sum(card >= JOKER for card in cards)
            deal(tuple(card for card in left if card not in cards), rest, held | {name: jokers})

    deal(deck_of(spec), spec["seats"], {})
    return found


def prize(pay: Any, level: Fraction) -> Fraction:
    """A pay is a fraction, or (share,) of the meter."""
    return Fraction(pay[0] * level if isinstance(pay, tuple) else pay)


def paid(held: Sequence[int], pays: Sequence[Any], overlap: str, level: Fraction) -> int:
    """The first line listed, or the one that pays most at this level of the meter, the first of equals."""
    if not held or overlap == "first":
        return held[0] if held else -1
    most = max(prize(pays[line], level) for line in held)
    return next(line for line in held if prize(pays[line], level) == most)


def net(held: Sequence[int], taxed: Sequence[int], spec: Spec, level: Fraction) -> Fraction:
    line = paid(held, spec["pays"], spec["overlap"], level)
    won = prize(spec["pays"][line], level) if line >= 0 else Fraction(0)
    if "tax" in spec:
        return won - (spec["tax"][taxed[0]]["tax"] if taxed else 0)
    if line < 0:
        return Fraction(-1)
    meter = spec.get("meter")
    if meter is None:
        return won
    return Fraction(won / meter["bet"] - (1 if meter["prizes"] == "for_one" else 0))


def settled(sets: Sets, spec: Spec, level: Fraction) -> Counter[Fraction]:
    """Net results and in how many deals they come."""
    found: Counter[Fraction] = Counter()
    for (held, taxed), count in sets.items():
        found[net(held, taxed, spec, level)] += count
    return found
