"""A message about a number says what is allowed: the ends of the range, and what within it is refused."""

from __future__ import annotations

import json
import re

import pytest

from analyzer.cli.main import main
from analyzer.errors import GameFileError
from analyzer.game.library import load_game
from tests.helpers import from_text, shipped_text, tiny_text

Capture = pytest.CaptureFixture[str]
DRAW = "wild-six-card-draw-poker"


@pytest.mark.parametrize(
    ("option", "allowed"),
    [("bet", "1/100 to 1,000,000"), ("contribution", "0 to 1"), ("seed", "0 to 1,000,000,000")],
)
@pytest.mark.parametrize("value", ["-1", "99999999999", "much"])
def test_an_option_says_its_range(option: str, allowed: str, value: str, capsys: Capture) -> None:
    assert main(["analyze", DRAW, "--wager", "progressive", "--option", f"{option}={value}"]) == 2
    assert f"from {allowed}" in capsys.readouterr().err


@pytest.mark.parametrize("value", ["1/100", "1000000"])
def test_the_ends_of_a_range_are_allowed(value: str) -> None:
    assert load_game(DRAW).game({"bet": value}).chosen["bet"] == value


def test_the_list_of_games_says_ranges(capsys: Capture) -> None:
    assert main(["games"]) == 0
    assert "bet = 1 (1/100 to 1,000,000)" in " ".join(capsys.readouterr().out.replace("│", " ").split())
    assert main(["games", "--json"]) == 0
    (game,) = (one for one in json.loads(capsys.readouterr().out) if one["game"] == DRAW)
    (bet,) = (one for one in game["options"] if one["option"] == "bet")
    assert (bet["minimum"], bet["maximum"]) == ("1/100", "1000000")


METER = "[wagers.w.meter]\n"
FAULTS = [
    (tiny_text('a: hand = "pair"', hand_size=6), "best: must be a whole number from 1 to 5, not 6"),
    (tiny_text('a: hand = "flush"') + METER + "bet = -1\n", "more than 0 and at most 1,000,000,000, not -1"),
    (tiny_text('a: hand = "flush"') + METER + "bet = 0\n", "more than 0 and at most 1,000,000,000, not 0"),
    (tiny_text('a: hand = "flush"') + METER + "seed = -1\n", "from 0 to 1,000,000,000, not -1"),
    (
        shipped_text("pai-gow-wrangler-outlaw").replace("bets = [", "bets = [0, "),
        "must be a list of whole numbers from 1 to 1,000,000,000",
    ),
]


@pytest.mark.parametrize(("text", "fault"), FAULTS, ids=[fault for _, fault in FAULTS])
def test_a_game_file_says_its_ranges(text: str, fault: str) -> None:
    with pytest.raises(GameFileError, match=re.escape(fault)):
        from_text(text)
