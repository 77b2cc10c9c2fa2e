"""One hand of a contest, asked about at a later decision: the earlier choices were those that lead there."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer.api import analyze, hand
from analyzer.cli.screens.layout import rendered
from analyzer.cli.screens.results import hand_report
from analyzer.errors import SelectionError
from analyzer.game.library import load_game
from analyzer.run.jobs import Run
from analyzer.strategy.one_hand import hand_choices
from analyzer.trust.refereed import compare_with_referee

HEAD = """
schema = "exactodds/game/2"
id = "pairs-go-on"
name = "Pairs Go On"
rules_version = "1"
"""

WAGER = """
[wagers.base]
name = "Base"
bets = { ante = 1, play = 0, more = 0 }
"""

DUEL = """
deck = { ranks = "T-K", suits = "cd" }
deal = { own = 3, up = 1, down = 2 }

[[round]]
sees = "own"
choose.stay = { then = "showdown" }
choose.one = { play = 1, when = { of = "own", at_least = "pair" } }
MORE
[[round]]
sees = "up"
choose.check = {}
choose.raise = { more = 2 }
"""

BOARD = """
deck = { ranks = "2-4", suits = "cdh" }
deal = { hole = 2, flop = 3, last = 2, house = 2 }
hands = { player = ["hole", "flop", "last"], dealer = ["house", "flop", "last"] }

[[round]]
sees = "hole"
choose.stay = { then = "showdown" }
choose.one = { play = 1, when = { of = "hole", at_least = "pair" } }
MORE
[[round]]
sees = "flop"
choose.check = {}
choose.raise = { more = 2 }
"""

TWO = 'choose.two = { play = 2, when = { of = "OWN", at_least = "pair" } }'


@pytest.mark.parametrize("more", ["", TWO])
def test_a_hand_of_a_duel_that_never_comes_to_a_decision_is_refused(tmp_path: Path, more: str) -> None:
    path = tmp_path / "duel.toml"
    stages = DUEL.replace("MORE", more.replace("OWN", "own"))
    path.write_text(HEAD + stages + WAGER + 'compare = ["own", ["up", "down"]]\n')
    assert {choice.action for choice in hand(path, "Tc Td Kd", sees="up=Qd").choices} == {"check", "raise"}
    assert "Tc Td Kd, seeing Qd" in rendered(
        hand_report(hand_choices(load_game(str(path)), "Tc Td Kd", sees="up=Qd")), 80
    )
    # Its group need not be named: there is only one.
    assert hand(path, "Tc Td Kd", sees="Qd").choices == hand(path, "Tc Td Kd", sees="up=Qd").choices
    with pytest.raises(SelectionError, match="no choice of stage 1 leads to another decision"):
        hand(path, "Tc Jc Kd", sees="up=Qd")


@pytest.mark.parametrize("more", ["", TWO])
def test_a_hand_with_community_cards_that_never_comes_to_a_decision_is_refused(tmp_path: Path, more: str) -> None:
    path = tmp_path / "board.toml"
    stages = BOARD.replace("MORE", more.replace("OWN", "hole"))
    path.write_text(HEAD + stages + WAGER + 'compare = ["player", "dealer"]\n')
    assert {choice.action for choice in hand(path, "2c 2d", board="3c 3d 4h").choices} == {"check", "raise"}
    with pytest.raises(SelectionError, match="no choice of stage 1 leads to another decision"):
        hand(path, "2c 3d", board="3c 2d 4h")


@pytest.mark.parametrize(
    ("stages", "own", "hands"),
    [(DUEL, "own", '["own", ["up", "down"]]'), (BOARD, "hole", '["player", "dealer"]')],
    ids=["duel", "board"],
)
def test_a_later_stage_may_offer_nothing_to_hands_that_cannot_get_there(
    tmp_path: Path, stages: str, own: str, hands: str
) -> None:
    when = f'when = {{ of = "{own}", at_least = "pair" }}'
    for old, new in [
        ("MORE", ""),
        ("choose.check = {}", f"choose.check = {{ {when} }}"),
        ("choose.raise = { more = 2 }", f"choose.raise = {{ more = 2, {when} }}"),
    ]:
        stages = stages.replace(old, new)
    path = tmp_path / "later.toml"
    path.write_text(f"{HEAD}{stages}{WAGER}compare = {hands}\n")
    rules = load_game(str(path)).rules({})
    deals, differences = compare_with_referee(rules, "base", rules.main.paytables[0].id, Run(jobs=1))
    assert (deals > 1000, differences) == (True, [])


def test_a_hand_that_comes_to_a_stage_must_be_offered_something(tmp_path: Path) -> None:
    stages = BOARD.replace("MORE", "").replace("choose.check = {}\n", "")
    stages = stages.replace("{ more = 2 }", '{ more = 2, when = { of = "hole", at_least = "pair 3" } }')
    path = tmp_path / "board.toml"
    path.write_text(HEAD + stages + WAGER + 'compare = ["player", "dealer"]\n')
    with pytest.raises(SelectionError, match="there is a hand with which no choice is offered"):
        analyze(path)
