"""analyzer/reference/asked.py: questions about cards, against the literal predicates of tests/literal_lines.py."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from analyzer.cards.deck import Deck
from analyzer.documents import JsonDict
from analyzer.game.language import Pack, Value, WildCards
from analyzer.game.language import Test as Question  # not a test of pytest
from analyzer.reference.asked import Asked
from analyzer.reference.cards import Cards, hand_from
from analyzer.reference.hands import HandRules, five_card_readings
from analyzer.reference.ranked import Ranked
from tests.literal_lines import satisfies
from tests.test_ranked import some_hands

JOKERS = Deck(jokers=2)
SPEC = {"hand_size": 5, "wheel": "lowest", "top_hand": "royal"}


def bits(ranks: tuple[int, ...]) -> int:
    return sum(1 << rank for rank in ranks)


def pack_of(joker: str) -> Pack:
    return Pack(JOKERS, WildCards(jokers=True, is_bug=joker == "bug"))


def question_of(line: JsonDict) -> Question:
    """A line of the literal predicates in the words of the language."""
    words: dict[str, Callable[[Any], JsonDict]] = {
        "hand": lambda value: {"hands": frozenset(value)},
        "at_least": lambda value: {"at_least": Value(value)},
        "ranks": lambda value: {"ranks": bits(value)},
        "high": lambda value: {"high": bits(value)},
        "beside": lambda value: {"beside": bits(value)},
        "without": lambda value: {
            "without": frozenset(kind for kind in value if not kind.startswith("natural-")),
            "without_natural": frozenset(kind[8:] for kind in value if kind.startswith("natural-")),
        },
        "ace": lambda value: {"ace_low": value == "low"},
        "beside_suits": lambda value: {"beside_any": value == "any"},
    }
    keys: JsonDict = {}
    for key, value in line.items():
        keys |= words[key](value) if key in words else {key: value}
    return Question(**keys)


ABOUT_ALL: list[JsonDict] = [
    {"groups": (2, 2, 2)},
    {"groups": (3, 2), "ranks": (3, 4, 5, 12)},
    {"groups": (4, 2), "natural": True},
    {"groups": (3,), "natural": False},
    {"groups": (2, 2), "natural": False, "ranks": (12,)},
    {"whole": "flush"},
    {"whole": "straight"},
    {"whole": "straight-flush", "natural": False},
    {"high": (6, 7, 8, 9)},
    {"high": (7, 8, 10), "ace": "low"},
    {"colour": "one"},
    {"colour": "red"},
    {"colour": "black", "jokers": 1},
    {"jokers": 1},
    *({"without": [kind]} for kind in ("pair", "two-pair", "three-of-a-kind", "full-house", "four-of-a-kind")),
    *({"without": [kind]} for kind in ("natural-pair", "natural-straight", "natural-flush", "natural-two-pair")),
    *({"without": [kind]} for kind in ("straight", "flush", "straight-flush", "royal-flush", "five-of-a-kind")),
]
ABOUT_THE_BEST: list[JsonDict] = [
    {"hand": ["pair"], "ranks": (10, 11, 12)},
    {"hand": ["straight", "straight-flush"], "ranks": (3, 12)},
    {"hand": ["three-of-a-kind", "straight"], "natural": True},
    {"hand": ["royal-flush", "five-of-a-kind", "four-of-a-kind"], "natural": False},
    {"at_least": "flush", "natural": False},
]


@pytest.mark.parametrize("joker", ["wild", "bug"])
@pytest.mark.parametrize("size", [5, 6, 7])
def test_all_the_cards(joker: str, size: int) -> None:
    ranked, spec = Ranked(pack_of(joker), 5), SPEC | {"joker": joker}
    seen = set()
    for cards in [*some_hands(size, 40, seed=size), *runs_and_flushes(size)]:
        for number, line in enumerate(ABOUT_ALL):
            answer = Asked(cards, ranked, pays_most=True).passes(question_of(line))
            assert answer == satisfies(cards, line, spec, best=False), (cards, line)
            seen.add((number, answer))
    assert len(seen) > 1.4 * len(ABOUT_ALL)


def runs_and_flushes(size: int) -> list[Cards]:
    """Whole straights and flushes are rare: some that are, with and without jokers."""
    chance = random.Random(size)
    hands = []
    for low in range(13 - size + 1):
        run = [4 * rank + 2 for rank in range(low, low + size)]
        mixed = [card - card % 4 + chance.randrange(4) for card in run]
        hands += [run, mixed, [*run[1:], 52], [*mixed[2:], 52, 53], [*run[1:], run[0] + 1]]
    return [tuple(sorted(hand)) for hand in hands]


@pytest.mark.parametrize("joker", ["wild", "bug"])
def test_the_best_hand(joker: str) -> None:
    ranked, spec = Ranked(pack_of(joker), 5), SPEC | {"joker": joker}
    for cards in some_hands(6, 80, seed=9):
        for line in ABOUT_THE_BEST:
            answer = Asked(cards, ranked, pays_most=False).passes(question_of(line))
            assert answer == satisfies(cards, line, spec, best=True), (cards, line)


@pytest.mark.parametrize("joker", ["wild", "bug"])
def test_some_five_in_some_reading(joker: str) -> None:
    ranked, rules = Ranked(pack_of(joker), 5), HandRules(joker)
    for cards in some_hands(6, 60, seed=10):
        read = {hand for five in combinations(cards, 5) for hand in five_card_readings(five, rules)}
        for kind in ("pair", "two-pair", "straight", "flush", "full-house", "four-of-a-kind"):
            for natural in (None, True, False):
                held = any(hand.type == kind and natural in (None, hand.natural) for hand in read)
                asked = Asked(cards, ranked, pays_most=True).passes(Question(hands=frozenset({kind}), natural=natural))
                assert asked == held, (cards, kind, natural)


def passes(text: str, test: Question, pack: Pack, size: int = 5, *, pays_most: bool = False) -> bool:
    return Asked(hand_from(text), Ranked(pack, size), pays_most=pays_most).passes(test)


def test_beside_a_royal_flush() -> None:
    test = Question(hands=frozenset({"royal-flush"}), beside=bits((10, 11)))
    assert passes("Ts Js Qs Ks As Kd Qd", test, pack_of("bug"), pays_most=True)
    assert not passes("Ts Js Qs Ks As Kd Qc", test, pack_of("bug"), pays_most=True)
    assert passes("Ts Jk Qs Ks As Kd Qd", test, pack_of("bug"), pays_most=True)
    free = replace(test, beside_any=True)
    assert passes("Ts Js Qs Ks As Kd Qc", free, pack_of("bug"), pays_most=True)
    assert not passes("Ts Js Qs Ks As Kd Kc", free, pack_of("bug"), pays_most=True)
    assert passes("Ts Jk Qs Js Ks As Qd", free, pack_of("bug"), pays_most=True), "Jk is the king, Ks lies beside"


def test_a_wild_joker_beside_a_royal_flush() -> None:
    """It may be the king or the queen; a bug may not."""
    test = Question(hands=frozenset({"royal-flush"}), beside=bits((10, 11)))
    for text, wild in (("Ts Js Qs Ks As Kd Jk", True), ("Ts Js Qs Ks As Jk Qd", True), ("Ts Js Qs Ks As 9d Jk", False)):
        assert passes(text, test, pack_of("wild"), pays_most=True) == wild
        assert not passes(text, test, pack_of("bug"), pays_most=True)
    natural = replace(test, natural=True)
    assert passes("Ts Js Qs Ks As Kd Jk", natural, pack_of("wild"), pays_most=True), "the royal needs no joker"
    assert not passes("Ts Js Qs Jk As Kd Qd", natural, pack_of("wild"), pays_most=True)


def test_a_low_ace_is_the_highest_card_only_among_aces() -> None:
    nine = Question(high=bits((7,)), ace_low=True)
    assert passes("As 2d 3h 4c 6d 7h 9s", nine, Pack())
    assert not passes("As 2d 3h 4c 6d 7h Ts", nine, Pack())
    aces = Question(high=bits((12,)), ace_low=True)
    assert passes("As Ad Ah Ac Jk", aces, pack_of("bug"))
    assert not passes("As Ad Ah Ac 2d", aces, Pack())


def test_suits() -> None:
    two = Question(at_least=Value("high-card", (12, 11)), suited=True)
    assert passes("As Ks", two, Pack(), 2)
    assert not passes("As Kd", two, Pack(), 2)
    assert not passes("As Qs", two, Pack(), 2)
    spades = Question(hands=frozenset({"royal-flush"}), suit="s")
    assert passes("Ts Js Qs Ks As", spades, Pack())
    assert not passes("Td Jd Qd Kd Ad", spades, Pack())
    assert passes("2c 2d Qs Ks As", spades, Pack(wild=WildCards(ranks=1)))
    assert not passes("2c 2d Qh Kh Ah", spades, Pack(wild=WildCards(ranks=1)))


def test_kicker_and_count() -> None:
    low = Question(hands=frozenset({"four-of-a-kind"}), ranks=bits((12,)), kicker=bits((0, 1, 2)))
    assert passes("As Ac Ad Ah 4d", low, Pack())
    assert not passes("As Ac Ad Ah 5d", low, Pack())
    deuces = Pack(wild=WildCards(ranks=1))
    assert passes("2s 2c 2d 2h 4d", Question(count=((0, 4),)), deuces)
    assert not passes("2s 2c 2d 4h 4d", Question(count=((0, 4),)), deuces)
    # A deuce is no natural card, even where it is a deuce.
    assert not passes("2s 3s 4s 5s 6s", Question(hands=frozenset({"straight-flush"}), natural=True), deuces)


def test_values_in_order() -> None:
    king = Question(at_least=Value("high-card", (12, 11)))
    assert passes("As Kd 7h 5c 3d", king, Pack())
    assert not passes("As Qd 7h 5c 3d", king, Pack())
    assert passes("2s 2d 7h 5c 3d", king, Pack())
    fives = Question(at_least=Value("full-house", (3, 11)))
    assert passes("5s 5d 5h Kc Kd", fives, Pack())
    assert not passes("5s 5d 5h Qc Qd", fives, Pack())
    assert passes("6s 6d 6h 2c 2d", fives, Pack())
