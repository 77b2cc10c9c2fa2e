"""States of a round as they are written beside one hand: the names say which cards are whose."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from pathlib import Path

import pytest

import exactodds
from analyzer.cli.main import main
from analyzer.errors import CardError, SelectionError
from analyzer.game.file import GameFile
from analyzer.report.document import Request, read_game
from analyzer.report.document import _subject as subject_of
from analyzer.report.rounds import find_rounds
from analyzer.run.jobs import Run
from analyzer.strategy.how_to_play import best_play_document
from analyzer.strategy.one_hand import hand_choices
from tests.helpers import from_text

RUN = Run(jobs=1)
SHOWN = """
schema = "exactodds/game/2"
id = "shown"
name = "Shown"
rules_version = "1"

[deck]
ranks = "9-A"
suits = "cdh"

[deal]
own = 2
draw = 1
show = 1
hole = 1

[hands]
dealer = ["show", "hole"]

[[round]]
sees = ["own", "show"]
exchange = { from = "own", discard = 1, stand_pat = true, draw = "draw", makes = "final" }

[[round]]
sees = "final"
choose.fold = { then = "fold" }
choose.call = { call = 2 }

[wagers.main]
name = "Main"
bets = { bet = 1, call = 0 }
compare = ["final", "dealer"]
"""
TWO_UP = """
schema = "exactodds/game/2"
id = "two-up"
name = "Two up"
rules_version = "1"

[deck]
ranks = "9-A"

[deal]
own = 3
up = 1
down = 1
late = 1

[hands]
house = ["up", "down", "late"]

[[round]]
sees = ["own", "up"]
choose.fold = { then = "fold" }
choose.call = { call = 1 }

[[round]]
sees = "down"
choose.check = {}
choose.bet = { more = 2 }

[wagers.base]
name = "Base"
bets = { ante = 1, call = 0, more = 0 }
compare = ["own", "house"]
settle.more = [{ on = "win", of = "up", at_least = "high-card K", pays = 3 }]
"""


def _values(file: GameFile, hand: str, sees: str) -> dict[str, Fraction]:
    return {choice.action: choice.ev for choice in hand_choices(file, hand, sees=sees, run=RUN).choices}


@pytest.mark.parametrize(
    ("text", "hand", "named", "others"),
    [
        (SHOWN, "Kc Td", {"show": "Kh", "discards": "Tc"}, {"show": "Tc", "discards": "Kh"}),
        (TWO_UP, "As Ad 9c", {"up": "Kh", "down": "Tc"}, {"up": "Tc", "down": "Kh"}),
    ],
)
def test_names_of_groups_decide_and_not_their_order(
    text: str, hand: str, named: dict[str, str], others: dict[str, str]
) -> None:
    file = from_text(text)
    first, second = (
        [_values(file, hand, " ".join(words)) for words in permutations(f"{key}={card}" for key, card in cards.items())]
        for cards in (named, others)
    )
    assert first[0] == first[1]
    assert second[0] == second[1]
    assert first[0] != second[0]


def test_the_card_that_is_shown_is_the_dealers() -> None:
    """The bet pays 3 for a king that the dealer shows, and 1 for any other card."""
    file = from_text(TWO_UP)
    assert _values(file, "As Ad 9c", "down=Tc up=Kh")["bet"] == 8
    assert _values(file, "As Ad 9c", "down=Kh up=Tc")["bet"] == 4


def test_the_state_after_standing_pat_can_be_asked_for() -> None:
    file = from_text(SHOWN)
    assert set(_values(file, "Ah Kd", "show=Kh")) == {"discard Ah", "discard Kd", "stand pat"}
    for sees in ("show=Kh discards=", "discards= show=Kh"):
        values = _values(file, "Ah Kd", sees)
        assert set(values) == {"fold", "call"}
        assert values != _values(file, "Ah Kd", "show=Kh discards=Tc")


def test_each_group_in_an_option_of_its_own_and_a_dictionary_in_python(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "shown.toml"
    path.write_text(SHOWN, encoding="utf-8")
    outputs = []
    for sees in (["show=Kh discards=Tc"], ["discards=Tc", "show=Kh"]):
        options = [word for one in sees for word in ("--sees", one)]
        assert main(["hand", str(path), "Ah", "Kd", "--json", *options]) == 0
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1]
    in_words = exactodds.hand(path, "Ah Kd", sees="show=Kh discards=Tc").document()
    for given in ({"discards": "Tc", "show": "Kh"}, {"discards": ["Tc"], "show": ["Kh"]}):
        assert exactodds.hand(path, "Ah Kd", sees=given).document() == in_words
    pat = exactodds.hand(path, "Ah Kd", sees={"show": "Kh", "discards": []})
    assert {choice.action for choice in pat} == {"fold", "call"}


def test_how_two_groups_are_given_is_told() -> None:
    told = 'with 2 own cards and 1 of show and the discards with --sees "show=... discards=..."'
    with pytest.raises(SelectionError) as caught:
        hand_choices(from_text(SHOWN), "Ah Kd", sees="hole=Kh", run=RUN)
    assert told in str(caught.value)


# --- a dealer's card in games without a comparison -------------------------------------------------------------------

BESIDE = """
schema = "exactodds/game/2"
id = "beside"
name = "Beside"
rules_version = "1"

[deck]
ranks = "9-A"
suits = "cdh"

[deal]
own = 3
draw = 1
dealer = 1

[[round]]
sees = ["own", "dealer"]
exchange = { from = "own", discard = "0-1", draw = "draw", makes = "final" }

[wagers.main]
name = "Main"
of = "final"
bets = { bet = 1, beside = "free" }
settle.bet = [{ pays = "paytable" }, { of = "dealer", high = "A", pays = 0 }, { pays = -1 }]
settle.beside = [{ of = ["final", "dealer"], whole = "flush", pays = 2 }]

[wagers.main.pays]
straight-flush = 6
three-of-a-kind = 4
flush = 2
"""


def test_a_dealers_card_goes_by_its_name_where_nothing_is_compared() -> None:
    file = from_text(BESIDE)
    suited = _values(file, "Ah Kh 9h", "dealer=Th")
    assert suited["stand pat"] == 4  # 2 for the flush, 2 for the flush with the dealer's card
    assert _values(file, "Ah Kh 9h", "dealer=Td")["stand pat"] == 2
    assert _values(file, "9h Kd Qc", "dealer=Ah")["stand pat"] == 0
    assert _values(file, "9h Kd Qc", "Th")["stand pat"] == -1
    for hand, sees in (("Ah Kh 9h Th", ""), ("Ah Kh 9h", ""), ("Ah Kh 9h Th", "dealer=Td")):
        with pytest.raises((SelectionError, CardError), match=r"is decided with 3 own cards|4 cards are given where 3"):
            _values(file, hand, sees)


def test_own_cards_are_ranked_without_the_dealers() -> None:
    """Rows of tables are three-card hands: none is two pair, and a flush has three ranks."""
    document = best_play_document(from_text(BESIDE).game(), None, None, RUN)
    rows = [row["seen"] for table in document["tables"] for row in table["rows"]]
    assert "three of a kind 9 to straight flush A" in rows
    assert "flush Q-T-9 to flush A-K-J" in rows
    assert not any("two pair" in row for row in rows)


def test_a_worked_round_says_whose_the_cards_are() -> None:
    game = read_game(BESIDE.encode(), "test.toml")
    told = find_rounds(subject_of(game, Request((game,)), RUN))["main"]
    for worked in told:
        how = worked["how"]
        assert how.count("player has") == how.count("dealer has") == how.count("final and dealer have") == 1
        assert "dealer has high card" in how


@pytest.mark.parametrize(
    ("sees", "told"),
    [
        ("foo=Kh bar=9h", "there is no group 'foo', there is no group 'bar': leave them out"),
        ("dealer=Kh", "dealer is a hand, of show and hole: leave it out"),
        ("hole=Kh", "hole is hidden then: leave it out"),
    ],
)
def test_names_that_are_no_groups(sees: str, told: str) -> None:
    with pytest.raises(SelectionError) as caught:
        hand_choices(from_text(SHOWN), "Ah Kd", sees=sees, run=RUN)
    assert str(caught.value).endswith(told)


def test_a_hand_is_told_from_its_group_in_a_game_that_other_engines_count() -> None:
    text = TWO_UP.replace("down = 1\nlate = 1", "down = 2").replace(', "late"]', "]")
    text = text.replace('[[round]]\nsees = "down"\nchoose.check = {}\nchoose.bet = { more = 2 }\n', "")
    text = text.replace(", more = 0", "").partition("settle.more")[0]
    with pytest.raises(SelectionError) as caught:
        hand_choices(from_text(text), "As Ad 9c", sees="house=Kh", run=RUN)
    assert str(caught.value).endswith("; house is a hand, of up and down")
