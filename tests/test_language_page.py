"""The tables of docs/language.md are made from the schema, and every key of it is in them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from analyzer.game.language_page import keys_of, main, page_with, questions_of, tables
from analyzer.game.read_tests import TEST_KEYS
from analyzer.game.schema import game_schema

PAGE = Path(__file__).parents[1] / "docs" / "language.md"


def test_the_page_has_the_tables_of_the_schema() -> None:
    """If not: python -m analyzer.game.language_page docs/language.md"""
    text = PAGE.read_text(encoding="utf-8")
    assert page_with(text, tables()) == text


def names_in(schema: Any) -> set[str]:
    """Every key that any table of a schema names, by going through all of it."""
    if isinstance(schema, list):
        return {name for item in schema for name in names_in(item)}
    if not isinstance(schema, dict):
        return set()
    own = set(schema.get("properties", ())) if isinstance(schema.get("properties"), dict) else set()
    return own | {name for value in schema.values() for name in names_in(value)}


def test_every_key_of_the_schema_is_in_the_tables() -> None:
    schema = game_schema()
    listed = {key.path.rpartition(".")[2] for key in (*keys_of(schema), *questions_of(schema))}
    assert listed == names_in(schema)
    assert tuple(key.path for key in questions_of(schema)) == TEST_KEYS


def test_every_key_has_a_form_and_a_meaning() -> None:
    schema = game_schema()
    for key in (*keys_of(schema), *questions_of(schema)):
        assert key.form, key.path
        assert key.meaning, key.path


def test_some_rows() -> None:
    keys = {key.path: key for key in keys_of(game_schema())}
    assert keys["deck.ranks"].default == '`"2-A"`'
    assert keys["wagers.W.name"].default == "required"
    assert keys["wagers.W.odds"].form == '`"to_one"`, `"for_one"`'
    assert keys["round.exchange.discard"].form == "0 to 99 or text or list"
    assert keys["wagers.W.compare"].form == "two, each hand or groups"
    assert "wagers.W.settle.BET.hand" not in keys


def test_a_changed_meaning_is_seen() -> None:
    """Sabotage: a table that is not the schema's changes the page."""
    text = PAGE.read_text(encoding="utf-8")
    assert page_with(text, tables() | {"keys": "| key |\n"}) != text


def test_the_command_writes_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "language.md"
    text = PAGE.read_text(encoding="utf-8")
    path.write_text(text.replace("| `deck.ranks` |", "| `deck.rank` |"), encoding="utf-8")
    assert main([str(path)]) == 0
    assert path.read_text(encoding="utf-8") == text
    path.write_text("# Another page\n", encoding="utf-8")
    assert main([str(path)]) == 2
    assert "no place for the table of keys" in capsys.readouterr().err
    assert main([]) == 2
