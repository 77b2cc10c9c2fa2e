"""Figures that others published of cards that should not be seen, on whole decks.

Of Caribbean Stud with two to four of the dealer's cards known the published figures are below the exact ones: they are
no counts of the best play (docs/exposures.md). The exact ones are pinned here.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from analyzer.game.exposed_cards import read_exposure
from analyzer.game.library import load_game
from analyzer.numbers import decimal_text
from analyzer.pricing.exposures import analyze_exposed
from analyzer.run.jobs import Run


def percent(game: str, sees: str, paytable: str) -> Fraction:
    (wager,) = analyze_exposed(load_game(game), [read_exposure(sees)], paytable=paytable, run=Run(jobs=1)).wagers
    return 100 * wager.ev


def test_three_card_poker_with_one_card() -> None:
    assert decimal_text(percent("three-card-poker", "dealer=1", "541"), 2) == "3.48"


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "sees", "paytable", "published"),
    [
        ("three-card-poker", "dealer=2", "541", "17.2"),
        ("three-card-poker", "dealer=3", "541", "37.9"),
        ("caribbean-stud", "dealer=4", "standard", "64.28"),
        ("ultimate-texas-holdem", "dealer=1", "standard", "13.59"),
    ],
)
def test_published_figures(game: str, sees: str, paytable: str, published: str) -> None:
    assert decimal_text(percent(game, sees, paytable), len(published.partition(".")[2])) == published


@pytest.mark.long
def test_caribbean_stud_with_two_cards_is_worth_more_than_was_published() -> None:
    value = percent("caribbean-stud", "dealer=1", "standard")
    assert decimal_text(value, 6) == "-0.616036"
    assert value > Fraction("-1.74")


@pytest.mark.long
@pytest.mark.parametrize(
    ("sees", "counted", "published"), [("dealer=2", "11.966693", "11.57"), ("dealer=3", "35.255144", "35.21")]
)
def test_caribbean_stud_with_more_cards_is_worth_more_than_was_published(
    sees: str, counted: str, published: str
) -> None:
    value = percent("caribbean-stud", sees, "standard")
    assert decimal_text(value, 6) == counted
    assert value > Fraction(published)


def test_five_cards_of_a_neighbour_are_refused_with_the_time() -> None:
    from analyzer.errors import ExactOddsError

    with pytest.raises(ExactOddsError, match=r"would take about 21 days .*; up to 33 minutes is counted"):
        percent("caribbean-stud", "seat=5", "standard")
