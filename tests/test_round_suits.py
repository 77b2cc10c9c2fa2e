"""Renamings of suits that a round does not notice: none that a question about suits or colours would tell apart."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from analyzer.engines.rounds.suits import renamed_suits
from analyzer.pricing.analysis import analyze_wager
from analyzer.reference.referee import play
from analyzer.run.jobs import Run
from tests.helpers import from_text

# Two bets that look at different cards: only the general engine counts it.
TAXED = """
schema = "exactodds/game/2"
id = "taxed"
name = "Taxed"
rules_version = "1"
[deck]
ranks = "2-6"
suits = "{suits}"
[deal]
player = 3
draw = 1
[hands]
cards = ["player", "draw"]
[wagers.w]
name = "W"
of = "cards"
bets = {{ prize = "free", tax = "free" }}
unit = "dollars"
settle.prize = [{{ pays = "paytable" }}]
settle.tax = [{{ of = "player", high = "3,6", pays = -3 }}]
lines.coloured = {{ colour = "{colour}" }}
pays.coloured = 2
"""


@pytest.mark.parametrize(
    ("suits", "colours", "number"),
    [
        ("cdhs", set(), 24),
        ("cdhs", {"one"}, 8),
        ("cdhs", {"red"}, 4),
        ("cdhs", {"one", "black"}, 4),
        ("cd", {"one"}, 2),
        ("cd", {"red"}, 1),
        ("cdh", {"one"}, 2),
        ("cdh", {"black"}, 2),
    ],
)
def test_how_many_renamings_are_left(suits: str, colours: set[str], number: int) -> None:
    deck = from_text(TAXED.format(suits=suits, colour="one")).game().deck
    assert len(list(renamed_suits(deck, "", colours))) == number


@pytest.mark.parametrize("colour", ["one", "red", "black"])
@pytest.mark.parametrize("suits", ["cd", "cdh"])
def test_colours_are_counted_as_the_referee_does(suits: str, colour: str) -> None:
    file = from_text(TAXED.format(suits=suits, colour=colour))
    (wager,) = file.game().wagers
    (result,) = analyze_wager(file.game(), wager, wager.paytables, Run(jobs=1))
    counted: Counter[Fraction] = Counter()
    for outcome in result.outcomes:
        counted[outcome.net.amount] += outcome.count
    assert +counted == Counter(play(file.rules(), "w", "1").results)
