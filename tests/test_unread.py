"""What nothing looks at, in any reading, is a fault."""

from __future__ import annotations

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
