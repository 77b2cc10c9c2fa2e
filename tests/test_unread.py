"""What nothing looks at, in any reading, is a fault."""

from __future__ import annotations

import tomllib

import pytest

from analyzer.game.rules_file import check
from analyzer.game.sections import Faults
from analyzer.game.unread import unread_parts
from tests.language import IDS, changed, faults_of, rules_of

OPTION = '[options.who]\nvalues = ["dealer", "house"]\nmeaning = "m"\n[deal]'


def test_everything_in_the_examples_is_looked_at() -> None:
    assert {game: unread_parts(rules_of(game)) for game in IDS} == {game: {} for game in IDS}


def test_groups_hands_and_exchanges() -> None:
    burn = changed("caribbean-stud", ("own = 5", "own = 5\nburn = 1"))
    assert [fault.split(":")[1] for fault in faults_of(burn)] == [" deal.burn"]
    spare = changed("caribbean-stud", ("[hands]", '[hands]\nspare = "own"'))
    assert [fault.split(":")[1] for fault in faults_of(spare)] == [" hands.spare"]
    idle = changed("jacks-or-better", ('of = "final"', 'of = "own"'))
    assert [fault.split(":")[1] for fault in faults_of(idle)] == [" round[1].exchange.makes"]


def test_a_card_that_is_only_seen_counts() -> None:
    burn = changed("caribbean-stud", ("own = 5", "own = 5\nburn = 1"), ('["own", "up"]', '["own", "up", "burn"]'))
    assert faults_of(burn) == ()


def test_what_one_reading_looks_at_is_looked_at() -> None:
    text = changed(
        "caribbean-stud",
        ("[deal]", OPTION),
        ("[hands]", '[hands]\nhouse = { of = ["up", "down"], best = 5 }'),
        ('compare = ["own", "dealer"]', 'compare = ["own", "$who"]'),
    )
    assert faults_of(text) == ()


THREE_CARDS = """
schema = "exactodds/game/2"
id = "three"
name = "Three"
rules_version = "1"

[options.joker]
values = ["none", "wild"]
meaning = "m"
changes.wild = { "deck.jokers" = 1, "deck.wild" = "Jk" }

[deck]
ranks = "8-A"

[deal]
own = 3
spare = 2

[hands]
five = ["own", "spare"]

[[round]]
sees = "own"
choose.fold = { then = "fold", loses = { ante = "1/2" } }
choose.call = { call = 1 }

[[round]]
sees = "spare"
choose.fold = { then = "fold", loses = { call = "1/2" } }
choose.stay = {}

[wagers.main]
name = "Main"
bets = { ante = 1, call = 0 }
of = "five"
[wagers.main.pays]
flush = 3

[wagers.side]
name = "Side"
of = "own"
[wagers.side.pays]
straight = 6
"""
WITHOUT_JOKER = (THREE_CARDS[THREE_CARDS.index("[options") : THREE_CARDS.index("[deck]")], "")


def _places(*changes: tuple[str, str]) -> list[str]:
    text = THREE_CARDS
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    faults = Faults()
    check(tomllib.loads(text), faults)
    return faults.places


@pytest.mark.parametrize(
    ("place", "key"),
    [
        ("[deck]", 'natural_beats_wild = "royal_flush"'),
        ("[deck]", 'joker_in_flush = "ace"'),
        ("[deck]", 'top_hand = "five_of_a_kind"\nwheel = "none"'),
        ('name = "Side"', 'uses = "pays_most"'),
    ],
)
def test_the_order_of_hands_may_be_said_in_full(place: str, key: str) -> None:
    """A copy of a game on a deck without a joker stays a game."""
    assert _places((place, f"{place}\n{key}")) == []
    assert _places((place, f"{place}\n{key}"), WITHOUT_JOKER) == []


def test_a_fold_loses_no_share_of_a_bet_that_is_not_made_yet() -> None:
    first = 'loses = { ante = "1/2" }'
    assert _places() == []
    assert _places((first, 'loses = { call = "1/2" }')) == ["round[1].choose.fold.loses.call"]
