"""Where the games are that come with the package: certified ones, the library, and what is said about a wrong name."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer.errors import SelectionError
from analyzer.game.file import read_game_file
from analyzer.game.library import (
    collection_of,
    game_ids,
    is_shipped,
    library_ids,
    listed,
    load_game,
    shipped_folder,
    tables_folder,
)

# As the description of the library names them: wagers and their paytables.
WAGERS = {
    "caribbean-stud": {"base": ["standard"]},
    "casino-holdem": {"base": ["standard"], "aa": ["100-50-40-30-20-7"]},
    "crazy-4-poker": {"base": ["standard"], "queens-up": ["50-40-8-4-3-2-1"]},
    "deuces-wild": {"base": ["full-pay", "nsu"]},
    "double-double-bonus": {"base": ["9-6"]},
    "jacks-or-better": {"base": ["9-6", "8-5", "7-5", "6-5"]},
    "joker-poker": {"base": ["kings"]},
    "let-it-ride": {"base": ["standard"], "three-card-bonus": ["40-30-5-4-1", "40-30-6-3-1"]},
    "three-card-poker": {
        "ante-play": ["541", "531", "431", "321", "311", "111"],
        "pair-plus": ["40-30-6-4-1", "40-30-6-3-1", "40-25-6-4-1", "35-25-6-4-1", "40-30-5-4-1"],
        "six-card-bonus": ["1000-200-50-25-20-10-5", "1000-200-100-20-15-9-8"],
    },
    "ultimate-texas-holdem": {
        "base": ["standard"],
        "trips": ["30-9-7-4-3", "30-8-6-5-3", "30-8-7-4-3", "20-7-6-5-3"],
    },
}


def test_the_library_is_complete() -> None:
    paytables = {
        file.id: {wager.id: [column.id for column in wager.paytables] for wager in file.rules().wagers}
        for file in listed(library_ids())
    }
    assert paytables == WAGERS


def test_certified_games_are_apart() -> None:
    assert len(game_ids()) == 5
    assert not set(game_ids()) & set(library_ids())
    assert shipped_folder("wild-52") == tables_folder()
    assert shipped_folder("let-it-ride") == tables_folder() / "library"


@pytest.mark.parametrize(("wrong", "right"), [("let-it-rid", "let-it-ride"), ("wild-53", "wild-52")])
def test_a_wrong_name_is_told_with_the_nearest(wrong: str, right: str) -> None:
    with pytest.raises(SelectionError) as error:
        load_game(wrong)
    assert f"(did you mean '{right}'?)" in str(error.value)
    assert "of the library: caribbean-stud, " in str(error.value)


def test_a_copy_is_shipped_and_a_changed_copy_is_not(tmp_path: Path) -> None:
    shipped = load_game("let-it-ride")
    path = tmp_path / "mine.toml"
    path.write_text(shipped.text, encoding="utf-8")
    assert (is_shipped(read_game_file(path)), collection_of(read_game_file(path))) == (True, "library")
    path.write_text(shipped.text.replace("= 1000", "= 999"), encoding="utf-8")
    assert (is_shipped(read_game_file(path)), collection_of(read_game_file(path))) == (False, None)
    assert collection_of(load_game("wild-52")) == "certified"
