"""One hand of a contest, asked about at a later decision: the earlier choices were those that lead there."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer.api import hand
from analyzer.errors import SelectionError

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
