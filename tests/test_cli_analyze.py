"""The commands about single hands and house ways, on reduced decks so that nothing takes long."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from analyzer.cli.main import main
from analyzer.game.library import tables_folder
from tests.helpers import shipped_text
from tests.users import eights_wild, third_street

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def reduced_path(tmp_path: Path) -> str:
    """A Pai Gow game with fifteen cards."""
    return _reduced(tmp_path, "pai-gow-wrangler-outlaw", "8-A", 1)


def _reduced(folder: Path, game: str, ranks: str, jokers: int) -> str:
    text = (tables_folder() / f"{game}.toml").read_text(encoding="utf-8")
    deck = f'[deck]\nranks = "{ranks}"\nsuits = "cd"\njokers = {jokers}\n'
    path = folder / f"{game}.toml"
    path.write_text(re.sub(r"\[deck\]\njokers = \d\n", deck, text), encoding="utf-8")
    return str(path)


def run(capsys: Capture, *arguments: str) -> tuple[int, str, str]:
    code = main(list(arguments))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_hand_prints_the_choices_best_first(capsys: Capture) -> None:
    code, out, _ = run(capsys, "hand", "three-card-poker-6-card-bonus", "Qs 6h 4d", "--jobs", "1", "--no-cache")
    assert code == 0
    assert out.index("play") < out.index("fold")
    assert "-9151/9212" in out


def test_hand_as_json_is_the_contract(capsys: Capture, tmp_path: Path) -> None:
    path = _reduced(tmp_path, "wild-52", "3-8", 1)
    arguments = ("hand", path, "3c 3d 5c 6d 8c", "--board", "Jk", "--json", "--wager", "ante-play", "--paytable", "1")
    code, out, _ = run(capsys, *arguments, "--option", "top_hand=royal", "--cache", str(tmp_path / "cache"))
    assert code == 0
    answer = json.loads(out)
    assert answer["hand"] == ["3c", "3d", "5c", "6d", "8c"]
    assert answer["board"] == ["Jk"]
    assert [choice["action"] for choice in answer["choices"]] in (["bet", "check"], ["check", "bet"])
    assert all(isinstance(choice["ev"], str) for choice in answer["choices"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("three-card-poker-6-card-bonus", "Qs Qs 4d"), "Qs is given twice"),
        (("three-card-poker-6-card-bonus", "Qs Jk 4d"), "1 joker is given, the deck has none"),
        (("three-card-poker-6-card-bonus", "Qs 6h 4d 2c"), "4 cards are given where 3 are needed"),
        (("three-card-poker-6-card-bonus", "Qs 6h 4d", "--board", "2c"), "no community cards"),
        (("wild-52", "Ts 9s 8d 4h 2c", "--board", "Ts"), "Ts is given twice"),
        (("wild-52", "Ts 9s 8d 4h Jk", "--board", "Jk"), "2 jokers are given, the deck has 1"),
        (("wild-52", "Ts 9s 8d 4h 2c", "--wager", "bonus"), "has no decisions"),
    ],
)
def test_wrong_hands_are_explained(capsys: Capture, arguments: tuple[str, ...], message: str) -> None:
    code, _, err = run(capsys, "hand", *arguments)
    assert code == 2
    assert message in err


def test_a_set_hand_names_its_row(capsys: Capture, reduced_path: str) -> None:
    code, out, _ = run(capsys, "hand", reduced_path, "Ac Kc Qc Jc Tc 9d 8d")
    assert code == 0
    assert "(house way)" in out
    assert "row 8" in out


def test_house_way_rows_and_comparison(capsys: Capture, reduced_path: str) -> None:
    code, out, _ = run(capsys, "house-way", reduced_path, "--way", "footnote-first", "--json")
    assert code == 0
    document = json.loads(out)
    assert sum(int(row["hands"]) for row in document["rows"]) == 6435
    code, out, _ = run(capsys, "house-way", reduced_path, "--compare", "second-room")
    assert code == 0
    assert "hands are set differently" in out
    code, _, err = run(capsys, "house-way", reduced_path, "--compare", "chart-frist")
    assert code == 2
    assert "did you mean 'chart-first'?" in err


def test_house_way_of_a_game_without_one(capsys: Capture) -> None:
    code, _, err = run(capsys, "house-way", "wild-52")
    assert code == 2
    assert "has no house way" in err


def test_a_new_file_is_a_copy_with_its_own_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "my-game.toml"
    assert main(["new", str(path), "--from", "wild-52"]) == 0
    text = path.read_text(encoding="utf-8")
    assert 'id = "my-game"' in text
    assert text.replace('id = "my-game"', 'id = "wild-52"') == shipped_text("wild-52")
    assert main(["games", str(path)]) == 0
    assert "Which hand is the best" in capsys.readouterr().out
    assert main(["new", str(path), "--from", "wild-52"]) == 2
    assert "is there already" in capsys.readouterr().err
    assert main(["new", str(tmp_path / "My Game.toml"), "--from", "wild-52"]) == 2
    assert "cannot name a game" in capsys.readouterr().err


def test_analyze_all_of_the_library(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two of its games stand for all; the certified ones are not among them."""
    monkeypatch.setattr("analyzer.game.library.library_ids", lambda: ("let-it-ride", "three-card-poker"))
    code, _, _ = run(capsys, "analyze", "--library", "--output", str(tmp_path))
    assert code == 0
    assert sorted(path.stem for path in tmp_path.glob("*.json")) == ["let-it-ride", "three-card-poker"]
    code, _, err = run(capsys, "analyze", "--library", "wild-52")
    assert code == 2
    assert "--all or --library" in err


def test_cards_need_no_quotes(capsys: Capture) -> None:
    game = "three-card-poker-6-card-bonus"
    quoted = run(capsys, "hand", game, "Qs 6h 4d")
    assert quoted[0] == 0
    assert run(capsys, "hand", game, "Qs", "6h", "4d") == quoted
    assert run(capsys, "hand", game, "Qs", "6h", "4d", "--json") == run(capsys, "hand", game, "Qs 6h 4d", "--json")
    assert run(capsys, "hand", game)[0] == 2


# --- several games ---------------------------------------------------------------------------------------------------


def test_flags_of_several_games_name_the_game(capsys: Capture, tmp_path: Path) -> None:
    code, out, _ = run(capsys, "analyze", str(third_street(tmp_path)), str(eights_wild(tmp_path)))
    assert code == 0
    flags = [line for line in out.splitlines() if line.startswith("!")]
    assert len(flags) == 4
    assert all(flag.startswith("! third-street, ") for flag in flags)


@pytest.mark.parametrize(
    "arguments", [("analyze",), ("analyze", "--format", "csv"), ("readings",), ("readings", "--csv"), ("check",)]
)
def test_two_files_of_one_id_are_told_apart(capsys: Capture, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    one = third_street(tmp_path)
    other = one.with_name("other.toml")
    other.write_bytes(one.read_bytes())
    lock = tmp_path / "lock.toml"
    assert main(["lock", str(one), "-o", str(lock)]) == 0
    against = ("--lock", str(lock)) if arguments == ("check",) else ()
    code, out, _ = run(capsys, *arguments, str(one), str(other), *against)
    assert code == 0
    plain = re.sub(r"[\s│]+", "", out)
    for path in (one, other):
        assert f"third-street({path})" in plain


@pytest.mark.parametrize("command", ["analyze", "check", "games", "readings"])
def test_a_game_is_named_once(capsys: Capture, tmp_path: Path, command: str) -> None:
    path = str(third_street(tmp_path))
    code, _, err = run(capsys, command, path, path)
    assert (code, err) == (2, "exactodds: third-street is named twice; name each game once\n")


def test_games_say_whose_options_they_list(capsys: Capture, tmp_path: Path) -> None:
    code, out, _ = run(capsys, "games", str(third_street(tmp_path)), str(eights_wild(tmp_path)), "wild-52")
    assert code == 0
    ends = out[out.rindex("└") :].splitlines()
    assert ends[1:4] == ["third-street has no options.", "eights-wild has no options.", "wild-52"]


def test_names_of_paytables_with_blanks_are_quoted(capsys: Capture, tmp_path: Path) -> None:
    path = third_street(tmp_path)
    text = path.read_text(encoding="utf-8").replace('paytables = ["high", "low"]', 'paytables = ["high", "a b"]')
    path.write_text(text, encoding="utf-8")
    _, out, _ = run(capsys, "games", str(path))
    assert 'high "a b"' in out


def test_a_name_that_no_paytable_can_have_says_which_can(capsys: Capture, tmp_path: Path) -> None:
    words = ["design", str(third_street(tmp_path)), "pair-plus", "--target", "-9000%..100%", "--vary", "flush=1..2"]
    code, _, err = run(capsys, *words, "--pick", "1", "--name", 'a"b', "-o", str(tmp_path / "out.toml"))
    assert code == 2
    assert "up to 32 characters that can be printed, without quotation marks and backslashes" in err


# --- what is wrong, in words -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("Js Td", "--sees", "house=9s"), "is decided with 2 own cards; house is hidden then: leave it out"),
        (("Js Td", "--sees", "hause=9s"), "there is no group 'hause' (did you mean 'house'?): leave it out"),
        (("Js Td", "--board", "9c"), "is decided with 2 own cards; there are no community cards: leave out --board"),
        (("Js",), "1 card is given where 2 are needed"),
        (("Js Td 9c",), "3 cards are given where 2 are needed"),
    ],
)
def test_cards_that_are_not_asked_for(
    capsys: Capture, tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    code, _, err = run(capsys, "hand", str(third_street(tmp_path)), *arguments)
    assert code == 2
    assert message in err


def test_a_file_is_suggested_only_if_its_name_is_near(capsys: Capture, tmp_path: Path) -> None:
    third_street(tmp_path).rename(tmp_path / "vp.toml")
    assert "did you mean" not in run(capsys, "games", str(tmp_path / "nope.toml"))[2]
    assert f"did you mean '{tmp_path / 'vp.toml'}'" in run(capsys, "games", str(tmp_path / "vpp.toml"))[2]


def test_suits_are_read_where_the_system_knows_only_ascii(tmp_path: Path) -> None:
    """Under LC_ALL=C without UTF-8, Python hands over bytes that it cannot read."""
    environment = os.environ | {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}

    def said(*arguments: str) -> str:
        command = [sys.executable, "-m", "analyzer", "hand", str(third_street(tmp_path)), *arguments]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
        return done.stdout + done.stderr

    assert "Js Th" in said("J♠ T♥")
    assert "is not a card" in said("J♠ T♠♥")
    assert "udc" not in said("J♠ T♠♥")
