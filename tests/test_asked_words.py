"""Tests of game files in words: nothing that is asked is left out."""

from __future__ import annotations

import pytest

from analyzer.game.language import Rules
from analyzer.report.looks import condition_text
from tests.rounds import rules_of

GAME = """
[deck]
jokers = 2
wild = "Jk"
[deal]
own = 5
up = 1
[[round]]
sees = "up"
choose.fold = {{ then = "fold" }}
choose.call = {{ call = 1 }}
[wagers.main]
name = "Main"
bets = {{ ante = 1, call = 0 }}
of = "own"
settle.ante = [{{ {test}, pays = 5 }}, {{ jokers = 2, pays = 0 }}, {{ pays = -1 }}]
settle.call = [{{ pays = 0 }}]
[wagers.other]
name = "Other"
of = "up"
[wagers.other.pays]
high-card = 1
"""
OWN, UP = "own (5 cards)", "up (1 card)"


def _rules(test: str) -> Rules:
    return rules_of(GAME.format(test=test))


@pytest.mark.parametrize(
    ("test", "told"),
    [
        ('at_least = "pair T"', f"if {OWN} make a pair of T or better"),
        ('hand = ["flush", "straight"]', f"if {OWN} make a flush or a straight"),
        ('hand = "pair", ranks = "K-A"', f"if {OWN} make a pair of K-A"),
        ('hand = "four-of-a-kind", ranks = "A", kicker = "2-4"', "make four of a kind of A, the lowest rank in it 2-4"),
        ('hand = "flush", natural = true, ranks = "A"', "a flush with A for the top card, with no wild card in it"),
        ('whole = "flush"', f"if {OWN} are together a flush"),
        ('groups = "3+2"', f"if {OWN} hold sets of equal rank of 3 cards and 2 cards"),
        ('of = "up", high = "A"', f"if {UP} has A for the highest natural card"),
        ('high = "9-T", ace = "low"', f"if {OWN} have 9-T for the highest natural card, an ace counted as low"),
        ('without = ["flush", "straight"]', f"if {OWN} hold no flush or straight"),
        ('colour = "red"', f"if {OWN} have natural cards of red suits only"),
        ("jokers = 1", f"if {OWN} hold one joker"),
        ("count = { 2 = 4 }", f"if {OWN} hold exactly 4 cards of rank 2"),
        ('hand = "royal-flush", suit = "s"', "a royal flush, all of spades"),
        ('hand = "pair", suited = false', "a pair, not of one suit"),
        (
            'any = [{ jokers = 2 }, { of = "up", high = "A" }]',
            f"if one of these holds ({OWN} hold 2 jokers or {UP} has A",
        ),
        ('chose = "call", any = [{ jokers = 0 }]', f"if call was chosen and {OWN} hold no joker"),
    ],
)
def test_what_a_row_asks_is_said(test: str, told: str) -> None:
    rules = _rules(test)
    row, *_ = dict(rules.main.settle)["ante"]
    assert row.test is not None
    assert told in condition_text(rules, row.test)
