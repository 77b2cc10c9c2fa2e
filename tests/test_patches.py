"""Readings that are patches of the file."""

from __future__ import annotations

import copy
import tomllib
from typing import Any

import pytest

from analyzer.game.language import WildCards
from analyzer.game.model import Option
from analyzer.game.patches import PathError, follow, patched
from tests.language import changed, faults_of, game_text, rules_of

OPTION = {"o": Option("o", ("a", "b"), "a", "")}
JOKER = 'changes.wild = { "deck.wild" = "Jk" }\nremoves.wild = ["deck.bug"]\n'


def patch(data: dict[str, Any], **told: Any) -> dict[str, Any]:
    whole = data | {"options": {"o": told}}
    before = copy.deepcopy(whole)
    result = patched(whole, OPTION, {"o": "b"})
    assert whole == before
    return {key: value for key, value in result.items() if key != "options"}


def test_changes_and_removals() -> None:
    data = {"t": {"l": [{"k": 1}, {"k": 2}], "x": 0}}
    assert patch(data, changes={"b": {"t.l.2.k": 7}}) == {"t": {"l": [{"k": 1}, {"k": 7}], "x": 0}}
    assert patch(data, changes={"b": {"t.new": 7}}, removes={"b": ["t.l", "t.x"]}) == {"t": {"new": 7}}
    assert patch(data, changes={"b": {"t.l.1": 5}}) == {"t": {"l": [5, {"k": 2}], "x": 0}}
    assert patch(data, changes={"c": {"t.x": 5}}) == data


def test_the_default_is_the_file_itself() -> None:
    data = tomllib.loads(game_text("pai-gow-wrangler-outlaw"))
    option = Option("joker", ("bug", "wild"), "bug", "")
    assert patched(data, {"joker": option}, {"joker": "bug"}) == data


@pytest.mark.parametrize("path", ["t.y.z", "t.l.0", "t.l.3.k", "t.l.x", "t.x.y", "id", "options.o", "", "t." * 20])
def test_paths_that_lead_nowhere(path: str) -> None:
    with pytest.raises(PathError):
        follow({"t": {"l": [1, 2], "x": 0}, "id": "x"}, path)


def test_a_reading_of_a_whole_file() -> None:
    assert rules_of("pai-gow-wrangler-outlaw").pack.wild == WildCards(jokers=True, is_bug=True)
    assert rules_of("pai-gow-wrangler-outlaw", joker="wild").pack.wild == WildCards(jokers=True)


@pytest.mark.parametrize(
    ("told", "fault"),
    [
        (
            'changes.wild = { "dek.wild" = "Jk" }',
            "line 28: options.joker.changes.wild.dek.wild: leads nowhere: there is no 'dek' in the file "
            "(did you mean 'deck'?)",
        ),
        (
            'removes.wild = ["deck.bgu"]',
            "line 28: options.joker.removes.wild: 'deck.bgu' leads nowhere: there is no 'bgu' in deck "
            "(did you mean 'bug'?)",
        ),
        ('removes.wild = ["house_ways.footnote-first.rows.1"]', "only keys can be taken away"),
        ("changes.wild = {}", "line 28: options.joker.changes.wild: changes nothing"),
        ("removes.wild = []", "line 28: options.joker.removes.wild: takes nothing away"),
        ('changes.bug = { "deck.wild" = "Jk" }', "options.joker.changes.bug: is not a value"),
        ('changes.wild = { "id" = "x" }', "not begin with schema, id, options"),
        ("", "line 25: options.joker: is not used"),
        ("changes = 5", "options.joker.changes: must be a table, not 5"),
    ],
)
def test_faults(told: str, fault: str) -> None:
    faults = faults_of(changed("pai-gow-wrangler-outlaw", (JOKER, told + "\n")))
    assert any(fault in one for one in faults), faults


def test_each_value_must_do_something() -> None:
    text = changed("pai-gow-wrangler-outlaw", ('["bug", "wild"]', '["bug", "wild", "none"]'))
    assert faults_of(text) == ("line 26: options.joker.values: 'none' changes nothing: give it changes or removes",)


def test_a_fault_under_one_reading_is_told() -> None:
    text = changed("pai-gow-wrangler-outlaw", ('removes.wild = ["deck.bug"]\n', ""))
    assert faults_of(text) == (
        "line 32: deck.bug: cannot stand beside wild: cards of one deck are wild, or its jokers are bugs "
        "(with joker = wild)",
    )


PATCHED = """schema = "exactodds/game/2"
id = "patched"
name = "Patched"
rules_version = "1"
[options.tie]
values = ["push", "half", "nothing"]
meaning = "m"
changes.half = { "wagers.main.settle.bet.1" = { on = "tie", pays = "x" } }
[options.tie.changes.nothing]
"wagers.main.settle.bet.1.pays" = 0
"wagers.main.settle.bet.1.on" = "never"
[deal]
own = 5
other = 5
[wagers.main]
name = "Main"
bets = { bet = 1 }
compare = ["own", "other"]
settle.bet = [{ on = "tie", pays = 1 }]
"""


def test_a_fault_of_what_an_option_changes_is_told_at_the_option() -> None:
    assert [fault.split(": ")[:2] for fault in faults_of(PATCHED)] == [
        ["line 8", "options.tie.changes.half.wagers.main.settle.bet.1.pays"],
        ["line 11", "options.tie.changes.nothing.wagers.main.settle.bet.1.on"],
    ]


def test_a_fault_of_the_file_itself_is_told_where_it_is() -> None:
    wrong = PATCHED.replace("pays = 1 }", 'pays = "y" }').replace('pays = "x"', "pays = 2").replace('"never"', '"win"')
    assert [fault.split(": ")[:2] for fault in faults_of(wrong)] == [["line 19", "wagers.main.settle.bet[1].pays"]]
