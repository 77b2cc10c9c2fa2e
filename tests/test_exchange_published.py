"""Video poker as others published it: returns and variances to the last digit printed."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from analyzer.cards.deck import Deck
from analyzer.engines.exchange.count import ExchangeCounts, count
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
