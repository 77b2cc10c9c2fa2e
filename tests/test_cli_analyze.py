"""The commands about single hands and house ways, on reduced decks so that nothing takes long."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from analyzer.cli.main import main
from analyzer.game.library import tables_folder
from tests.helpers import shipped_text

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
