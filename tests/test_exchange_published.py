"""Video poker as others published it: returns and variances to the last digit printed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from analyzer.cards.deck import Deck
from analyzer.engines.exchange.count import ExchangeCounts, count
from analyzer.reference.hands import HandRules, five_card_hand
from tests.video_poker import deuces_wild, double_double_bonus, for_one, jacks_or_better, joker_poker

Events = Callable[[Deck], NDArray[np.uint8]]


@cache
def counted(events: Events, jokers: int = 0) -> ExchangeCounts:
    deck = Deck(jokers=jokers)
    return count(deck, events(deck), range(6))


def percent(number: Fraction, digits: int) -> str:
    return f"{float(round(100 * number, digits)):.{digits}f}"


JACKS = {
    "9-6": (9, 6, "99.5439"),
    "8-5": (8, 5, "97.30"),
    "7-5": (7, 5, "96.15"),
    "6-5": (6, 5, "95.00"),
}


@pytest.mark.parametrize("name", JACKS)
def test_jacks_or_better(name: str) -> None:
    full_house, flush, expected = JACKS[name]
    best = counted(jacks_or_better).best(for_one(800, 50, 25, full_house, flush, 4, 3, 2, 1))
    assert percent(1 + best.expectation, len(expected.partition(".")[2])) == expected
    assert best.deals == comb(52, 5) * 7_669_695


def test_jacks_or_better_in_detail() -> None:
    """Counts of all final hands and the variance, as published for the 9-6 table."""
    best = counted(jacks_or_better).best(for_one(800, 50, 25, 9, 6, 4, 3, 2, 1))
    assert f"{float(round(best.variance, 5)):.5f}" == "19.51468"
    assert best.events[0] == 493_512_264
    assert best.events[1] == 2_178_883_296
    assert sum(best.events) == best.deals == 19_933_230_517_200
    assert sum(best.choices.values()) == 1
    assert len(counted(jacks_or_better).states) == 134_459


def test_double_double_bonus() -> None:
    best = counted(double_double_bonus).best(for_one(800, 50, 400, 160, 160, 80, 50, 9, 6, 4, 3, 1, 1))
    assert percent(1 + best.expectation, 2) == "98.98"
    assert f"{float(round(best.variance, 5)):.5f}" == "41.98498"


def test_joker_poker() -> None:
    best = counted(joker_poker, 1).best(for_one(800, 200, 100, 50, 20, 7, 5, 3, 2, 1, 1))
    assert percent(1 + best.expectation, 4) == "100.6463"


@pytest.mark.parametrize(
    ("pays", "expected"),
    [((800, 200, 25, 15, 9, 5, 3, 2, 2, 1), "100.7620"), ((800, 200, 25, 16, 10, 4, 4, 3, 2, 1), "99.7283")],
    ids=["full-pay", "nsu"],
)
def test_deuces_wild(pays: tuple[int, ...], expected: str) -> None:
    best = counted(deuces_wild).best(for_one(*pays))
    assert percent(1 + best.expectation, 4) == expected


# Hands of the real decks against the literal evaluator ---------------------------------------------------------------


def literal_event(cards: tuple[int, ...], wild: tuple[int, ...], table: dict[str, int], low: tuple[int, ...]) -> int:
    """The line that pays most, by the reference: the type, a natural royal and four deuces apart, low pairs nothing."""
    naturals = tuple(card for card in cards if card not in wild)
    held = (*naturals, *[52] * (len(cards) - len(naturals)))
    hand = five_card_hand(held, HandRules())
    names = [hand.type]
    if hand.type == "royal-flush" and len(naturals) == 5:
        names.append("natural-royal")
    if len(naturals) == 1:
        names.append("four-deuces")
    if hand.type == "pair" and hand.ranks[0] in low:
        names = ["nothing"]
    return min(table.get(name, len(table)) for name in names)


JACKS_LINES = [
    "royal-flush",
    "straight-flush",
    "four-of-a-kind",
    "full-house",
    "flush",
    "straight",
    "three-of-a-kind",
    "two-pair",
    "pair",
]
JOKER_LINES = ["natural-royal", "five-of-a-kind", *JACKS_LINES]
DEUCES_LINES = ["natural-royal", "four-deuces", "royal-flush", "five-of-a-kind", *JACKS_LINES[1:7]]
GAMES: dict[str, tuple[Events, int, tuple[int, ...], list[str], tuple[int, ...]]] = {
    "jacks": (jacks_or_better, 0, (), JACKS_LINES, tuple(range(9))),
    "joker": (joker_poker, 1, (52,), JOKER_LINES, tuple(range(11))),
    "deuces": (deuces_wild, 0, (0, 1, 2, 3), DEUCES_LINES, ()),
}


@pytest.mark.parametrize("name", GAMES)
def test_hands_of_real_decks(name: str) -> None:
    """All holds of sampled hands with up to one discard, and one with two, drawn by itertools and named literally."""
    events, jokers, wild, lines, low = GAMES[name]
    table = {line: number for number, line in enumerate(lines)}
    counted_game = counted(events, jokers)
    deck = counted_game.final.deck
    generator = random.Random(name)
    nets = [Fraction(1)] * counted_game.final.kinds
    for _ in range(4):
        hand = tuple(sorted(generator.sample(deck.cards, 5)))
        two = tuple(sorted(generator.sample(hand, 2)))
        for hold in counted_game.holds(hand, nets):
            if len(hold.discarded) > 1 and hold.discarded != two:
                continue
            rest = [card for card in deck.cards if card not in hand]
            ends = Counter(
                literal_event(tuple(sorted((*hold.held, *drawn))), wild, table, low)
                for drawn in combinations(rest, len(hold.discarded))
            )
            assert hold.counts == tuple(ends[event] for event in range(counted_game.final.kinds))
