"""Wagers of kind "lines" and "jokers" settled card by card, from nothing but the text of their rules.

A file is a plain dict; every test of a line is a literal predicate on real cards. A joker is
replaced by each of the 52 cards; the vocabulary, the loader, the evaluator and the kernels of the program are not used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Any, NamedTuple

from analyzer.documents import Json
from analyzer.reference.hands import all_straights, types_in_order

Cards = tuple[int, ...]
Spec = Json
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


def is_run(ranks: Sequence[int], wheel: str) -> bool:
    """Distinct ranks in a row; the ace may be low, if there is a wheel."""
    low = "none" if wheel == "none" else "lowest"
    return len(set(ranks)) == len(ranks) and set(ranks) in all_straights(len(ranks), low)


def end_of(ranks: Sequence[int]) -> int:
    """The rank that a run ends at; a low ace does not count."""
    return max(set(ranks) - {ACE}) if {0, ACE} <= set(ranks) else max(ranks)


def is_suited(cards: Sequence[int]) -> bool:
    return len(set(cards)) == len(cards) and len({card % 4 for card in cards}) == 1


# --- what cards hold -------------------------------------------------------------------------------------------------


@cache
def makes(cards: Cards, joker: str, wheel: str) -> frozenset[tuple[str, int]]:
    """What just these cards can be called: (hand, rank of its largest set)."""
    hands = set()
    for full, chosen in stand_ins(cards):
        ranks = Counter(card // 4 for card in full)
        shape = tuple(sorted(ranks.values(), reverse=True))
        if shape in SHAPES and (joker == "wild" or all(card // 4 == ACE for card in chosen)):
            hands.add((SHAPES[shape], max(ranks, key=lambda rank: (ranks[rank], rank))))
        if len(full) == 5:
            run, suited = is_run([card // 4 for card in full], wheel), is_suited(full)
            hands |= {("straight", -1)} if run else set()
            hands |= {("flush", -1)} if suited else set()
            hands |= {("straight-flush", -1)} if run and suited else set()
            hands |= {("royal-flush", -1)} if suited and set(ranks) == {8, 9, 10, 11, 12} else set()
    return frozenset(hands)


def is_natural(cards: Cards) -> bool:
    return all(card < JOKER for card in cards)


@cache
def holds(cards: Cards, kind: str, joker: str, wheel: str) -> bool:
    """Some of the cards are that hand."""
    sizes = combinations(cards, SIZES.get(kind, 5))
    return any(name == kind for some in sizes for name, _ in makes(some, joker, wheel))


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
def is_whole(cards: Cards, kind: str, wheel: str, ends: tuple[int, ...]) -> bool:
    """All the cards together; a straight must end at one of those ranks."""
    plain = naturals_of(cards)
    ranks = [card // 4 for card in plain]
    if kind != "flush" and len(set(ranks)) < len(ranks):
        return False
    if kind != "straight" and len({card % 4 for card in plain}) > 1:
        return False

    def runs(full: Cards) -> bool:
        ranks = [card // 4 for card in full]
        return is_run(ranks, wheel) and end_of(ranks) in ends

    return any(
        (kind == "flush" or runs(full)) and (kind == "straight" or is_suited(full)) for full, _ in stand_ins(cards)
    )


@cache
def royal_beside(cards: Cards, wanted: frozenset[int], natural: bool | None, joker: str, any_suits: bool) -> bool:
    """Five cards are a royal flush; the others have these ranks, in one suit unless any will do.

    A wild joker among the others is read as every card; a bug is none of them.
    """
    for five in combinations(cards, 5):
        if natural in (None, is_natural(five)) and ("royal-flush", -1) in makes(five, joker, "lowest"):
            left = tuple(card for card in cards if card not in five and (card < JOKER or joker == "wild"))
            for full, _ in stand_ins(left):
                if any(wanted <= {card // 4 for card in full if any_suits or card % 4 == suit} for suit in range(4)):
                    return True
    return False


# --- hands, one of all or the best -----------------------------------------------------------------------------------


class Made(NamedTuple):
    """Cards as they can be read: what they are called, what they compare by, and what lines ask of them."""

    type: str
    ties: tuple[int, ...]
    top: int  # the rank of the set or of the top card
    kicker: int
    natural: bool
    suit: int  # the one suit of all the cards, -1 if there are several


class Rules(NamedTuple):
    """What a joker may be, where the wheel stands, what a joker is in a flush, which natural hands beat wild ones."""

    joker: str
    wheel: str
    joker_in_flush: str
    natural_beats_wild: str


def rules_of(spec: Spec) -> Rules:
    flush, natural = spec.get("joker_in_flush", "missing_rank"), spec.get("natural_beats_wild", "never")
    return Rules(spec["joker"], spec["wheel"], flush, natural)


def plain_rules(joker: str, wheel: str) -> Rules:
    """The usual ones for the rest."""
    return Rules(joker, wheel, "missing_rank", "never")


THREE_CARDS = {
    "three_card": ("high-card", "pair", "flush", "straight", "three-of-a-kind", "straight-flush"),
    "five_card": ("high-card", "pair", "three-of-a-kind", "straight", "flush", "straight-flush"),
    "flush_over_straight": ("high-card", "pair", "straight", "flush", "three-of-a-kind", "straight-flush"),
}
ORDERS = {
    1: ("high-card",),
    2: ("high-card", "pair"),
    3: THREE_CARDS["three_card"],
    4: (
        *("high-card", "pair", "two-pair", "straight", "flush"),
        *("three-of-a-kind", "straight-flush", "four-of-a-kind"),
    ),
}
STRAIGHTS = ("straight", "straight-flush", "royal-flush")


def order_of(spec: Spec) -> tuple[str, ...]:
    """The types of hands of the file's size, from the lowest to the highest."""
    if spec["hand_size"] == 3:
        return THREE_CARDS[spec.get("three_card_order", "three_card")]
    return types_in_order(spec["top_hand"]) if spec["hand_size"] == 5 else ORDERS[spec["hand_size"]]


def named(cards: Cards, suited: bool, wheel: str) -> str:
    """What cards without jokers are called."""
    ranks = [card // 4 for card in cards]
    suited = suited and len(cards) >= 3
    if len(cards) >= 3 and is_run(ranks, wheel):
        if suited and set(ranks) == {8, 9, 10, 11, 12}:
            return "royal-flush"
        return "straight-flush" if suited else "straight"
    if suited:
        return "flush"
    shape = sorted(Counter(ranks).values(), reverse=True)
    return SHAPES[tuple(times for times in shape if times > 1) or (1,)]


def made(plain: Cards, chosen: Cards, rules: Rules) -> Made:
    """Cards without jokers, read as what they are; `chosen` are those that jokers stand for."""
    cards, wheel, natural = plain + chosen, rules.wheel, not chosen
    # Aces that jokers stand for are of the suit of the others, though that is one card twice.
    aces = rules.joker_in_flush == "ace" and bool(chosen) and all(card // 4 == ACE for card in chosen)
    suited = is_suited(cards) or (aces and len(cards) >= 3 and len({card % 4 for card in cards}) == 1)
    kind = named(cards, suited, wheel)
    held = Counter(card // 4 for card in cards)
    ranks = sorted(held, key=lambda rank: (held[rank], rank), reverse=True)
    ties, top, kicker = tuple(ranks), ranks[0], ranks[-1]
    if kind in STRAIGHTS:
        low_ace = {0, ACE} <= set(ranks)
        ties = (all_straights(len(cards), wheel).index(frozenset(ranks)),)
        top, kicker = (len(cards) - 2, ACE) if low_ace else (max(ranks), min(ranks))
    if kind == "flush":
        ties = tuple(sorted((card // 4 for card in cards), reverse=True))
    if kind in {"never": (), "royal_flush": STRAIGHTS[2:], "straight_flush": STRAIGHTS[1:]}[rules.natural_beats_wild]:
        ties += (int(natural),)
    return Made(kind, ties, top, kicker, natural, cards[0] % 4 if suited else -1)


@cache
def readings(plain: Cards, jokers: int, rules: Rules) -> frozenset[Made]:
    """All that these cards can be read as; a bug is an ace, or completes a straight, a flush or a straight flush."""
    hands = set()
    for chosen in combinations_with_replacement(range(52), jokers):
        hand = made(plain, chosen, rules)
        completes = hand.type in ("flush", *STRAIGHTS)
        aces = all(card // 4 == ACE for card in chosen)
        if hand.type == "flush" and rules.joker_in_flush == "ace" and not aces:
            continue
        if rules.joker != "bug" or completes or aces:
            hands.add(hand)
    return frozenset(hands)


@cache
def all_hands(cards: Cards, size: int, rules: Rules) -> frozenset[Made]:
    """Every hand of so many of the cards, in every reading."""
    return frozenset().union(
        *(
            readings(plain, size - len(plain), rules)
            for plain in {naturals_of(some) for some in combinations(cards, size)}
        )
    )


@cache
def best_hands(cards: Cards, size: int, rules: Rules, order: tuple[str, ...]) -> tuple[Made, ...]:
    """The hands that rank highest: natural ones, if there are any."""
    hands = all_hands(cards, size, rules)

    def place(hand: Made) -> tuple[int, tuple[int, ...], bool]:
        return order.index(hand.type), hand.ties, hand.natural

    highest = max(map(place, hands))
    return tuple(hand for hand in hands if place(hand) == highest)


def is_at_least(hand: Made, value: Any, spec: Spec) -> bool:
    """`value` is a type, or a type and some of its ranks; the rank of a straight is its top card."""
    order = order_of(spec)
    kind, ranks = (value, ()) if isinstance(value, str) else value
    if hand.type != kind or not ranks:
        return order.index(hand.type) >= order.index(kind)
    if kind not in STRAIGHTS:
        return hand.ties[: len(ranks)] >= tuple(ranks)
    size = spec["hand_size"]
    straights = all_straights(size, spec["wheel"])
    low_ace = ranks[0] == size - 2
    least = next(i for i, run in enumerate(straights) if (low_ace if {0, ACE} <= run else max(run) == ranks[0]))
    return hand.ties[0] >= least


HAND_KEYS: dict[str, Callable[[Made, Any, Spec], bool]] = {
    "hand": lambda hand, names, spec: hand.type in names,
    "at_least": is_at_least,
    "ranks": lambda hand, ranks, spec: hand.top in ranks,
    "kicker": lambda hand, ranks, spec: hand.kicker in ranks,
    "natural": lambda hand, natural, spec: hand.natural == natural,
    "suited": lambda hand, suited, spec: hand.suit >= 0,
    "suit": lambda hand, suit, spec: hand.suit == suit,
}


def asks_hand(line: Spec) -> bool:
    """ranks and natural alone are about groups or all the cards, where these are asked."""
    about_more = {"groups", "whole", "beside"} & set(line)
    return bool(set(line) & ({*HAND_KEYS} - ({"ranks", "natural"} if about_more else set())))


def _hand(cards: Cards, line: Spec, spec: Spec, best: bool) -> bool:
    """One hand passes all that is said about it: any of them, or one of those that rank highest."""
    if not asks_hand(line):
        return True
    asked = cards, spec["hand_size"], rules_of(spec)
    hands = best_hands(*asked, order_of(spec)) if best else all_hands(*asked)
    return any(all(HAND_KEYS[key](hand, line[key], spec) for key in HAND_KEYS if key in line) for hand in hands)


# --- a line ----------------------------------------------------------------------------------------------------------


def satisfies(cards: Cards, line: Spec, spec: Spec, *, best: bool) -> bool:
    """All tests of the line, each by itself; those of the hand together."""
    return all(test(cards, line, spec, best) for key, test in TESTS.items() if key in line) and _hand(
        cards, line, spec, best
    )


def _whole(cards: Cards, line: Spec, spec: Spec, best: bool) -> bool:
    ends = tuple(line.get("ranks", range(13)))
    return line.get("natural") in (None, is_natural(cards)) and is_whole(cards, line["whole"], spec["wheel"], ends)


def _high(cards: Cards, line: Spec, spec: Spec, best: bool) -> bool:
    ranks = [card // 4 for card in naturals_of(cards)]
    if line.get("ace") == "low" and set(ranks) - {ACE}:
        ranks = [rank for rank in ranks if rank != ACE]
    return max(ranks, default=-1) in line["high"]


def _without(cards: Cards, line: Spec, spec: Spec, best: bool) -> bool:
    plain = [kind for kind in line["without"] if not kind.startswith("natural-")]
    natural = [kind.removeprefix("natural-") for kind in line["without"] if kind.startswith("natural-")]
    return not any(holds(cards, kind, spec["joker"], spec["wheel"]) for kind in plain) and not any(
        holds(naturals_of(cards), kind, "none", spec["wheel"]) for kind in natural
    )


def _colour(cards: Cards, line: Spec, spec: Spec, best: bool) -> bool:
    reds = [card % 4 in RED for card in naturals_of(cards)]
    return {"one": len(set(reds)) <= 1, "red": all(reds), "black": not any(reds)}[line["colour"]]


def _beside(cards: Cards, line: Spec, spec: Spec, best: bool) -> bool:
    any_suits = line.get("beside_suits") == "any"
    return royal_beside(cards, frozenset(line["beside"]), line.get("natural"), spec["joker"], any_suits)


def _count(cards: Cards, line: Spec, spec: Spec, best: bool) -> bool:
    return all(sum(card // 4 == rank for card in naturals_of(cards)) == n for rank, n in line["count"].items())


TESTS = {
    "jokers": lambda cards, line, spec, best: sum(card >= JOKER for card in cards) == line["jokers"],
    "colour": _colour,
    "high": _high,
    "groups": lambda cards, line, spec, best: groups_held(cards, line, spec["joker"]),
    "whole": _whole,
    "without": _without,
    "beside": _beside,
    "count": _count,
}


# --- counting and settling -------------------------------------------------------------------------------------------

Sets = Counter[tuple[tuple[int, ...], tuple[int, ...]]]  # (lines satisfied, tax lines satisfied): deals


def line_sets(spec: Spec) -> Sets:
    """Every deal of the wager's cards; with a tax, every card in turn is the last one."""
    lines, tax, best = spec["lines"], spec.get("tax", ()), spec["uses"] == "best_ranked"
    counted: Sets = Counter()
    deck = deck_of(spec)
    before = {
        cards: tuple(i for i, line in enumerate(tax) if satisfies(cards, line, spec, best=True))
        for cards in (combinations(deck, spec["cards"] - 1) if tax else ())
    }
    for cards in combinations(deck, spec["cards"]):
        held = tuple(i for i, line in enumerate(lines) if satisfies(cards, line, spec, best=best))
        if not tax:
            counted[held, ()] += 1
        for last in cards if tax else ():
            counted[held, before[tuple(card for card in cards if card != last)]] += 1
    return counted


def joker_sets(spec: Spec) -> Sets:
    """Every way to deal the seats, one seat after the other."""
    counted: Sets = Counter()

    def deal(left: Cards, seats: Sequence[tuple[str, int]], held: dict[str, int]) -> None:
        if not seats:
            lines = enumerate(spec["lines"])
            satisfied = (i for i, line in lines if all(held[seat] == n for seat, n in line["jokers"].items()))
            counted[tuple(satisfied), ()] += 1
            return
        (name, size), *rest = seats
        for cards in combinations(left, size):
            jokers = sum(card >= JOKER for card in cards)
            deal(tuple(card for card in left if card not in cards), rest, held | {name: jokers})

    deal(deck_of(spec), spec["seats"], {})
    return counted


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
    counted: Counter[Fraction] = Counter()
    for (held, taxed), count in sets.items():
        counted[net(held, taxed, spec, level)] += count
    return counted
