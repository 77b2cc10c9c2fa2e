"""Nothing is added without a test: every wager and paytable has a golden result, every command a test."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from analyzer.change.locks import read_lock
from analyzer.cli.base import cli
from analyzer.cli.loading import every_command
from analyzer.game.library import load_game, tables_folder
from analyzer.reference.games import COUNTS
from tests.golden import GOLDEN, GOLDEN_DECISIONS
from tests.helpers import shipped_ids

EVERY_GOLDEN = {**GOLDEN, **GOLDEN_DECISIONS}
TESTS = Path(__file__).parent


def every_paytable(game: str) -> set[tuple[str, str]]:
    return {(wager.id, table.id) for wager in load_game(game).game().wagers for table in wager.paytables}


@pytest.mark.parametrize("game", shipped_ids())
def test_every_wager_and_paytable_has_a_golden_result(game: str) -> None:
    golden = {(wager, table) for name, wager, table, _ in EVERY_GOLDEN if name == game}
    assert every_paytable(game) - golden == set()


@pytest.mark.parametrize("game", COUNTS)
def test_every_wager_and_paytable_has_a_literal_count(game: str) -> None:
    literal = {(count.wager, count.paytable) for count in COUNTS[game]()}
    assert every_paytable(game) == literal


def test_every_certified_game_has_literal_counts() -> None:
    assert set(COUNTS) == {path.stem for path in tables_folder().glob("*.toml")}


def test_no_golden_result_is_of_something_that_is_gone() -> None:
    known = {(game, *pair) for game in shipped_ids() for pair in every_paytable(game)}
    assert {key[:3] for key in EVERY_GOLDEN} <= known


@pytest.mark.parametrize("game", shipped_ids())
def test_every_value_of_every_option_has_a_golden_result(game: str) -> None:
    """Here or in the certified lock. Numbers apart: of those at least one value."""
    file = load_game(game)
    used = {pair for name, _, _, options in EVERY_GOLDEN if name == game for pair in options}
    used |= {
        pair for figures in read_lock(tables_folder() / "locks" / f"{game}.toml").of(game) for pair in figures.reading
    }
    needed = {option for wager, _ in every_paytable(game) for option in file.options_of(wager)}
    for option in (file.options[key] for key in sorted(needed)):
        if option.is_number:
            assert any(key == option.id for key, _ in used), option.id
        for value in option.values[1:]:
            assert (option.id, value) in used, f"{option.id}={value}"


@cache
def begun_lists() -> frozenset[object]:
    """The first item of every list in the tests: those of command lines begin with a command."""
    nodes = (node for path in TESTS.rglob("test_*.py") for node in ast.walk(ast.parse(path.read_text("utf-8"))))
    firsts = (node.elts[0] for node in nodes if isinstance(node, ast.List) and node.elts)
    return frozenset(first.value for first in firsts if isinstance(first, ast.Constant))


@pytest.mark.parametrize("command", sorted(every_command(cli)))
def test_every_command_is_tested(command: str) -> None:
    assert command in begun_lists()


def test_a_name_that_stands_elsewhere_in_the_tests_is_no_test_of_a_command() -> None:
    assert "deals" not in begun_lists()


@pytest.mark.parametrize("command", sorted(every_command(cli)))
def test_every_flag_is_tested(command: str) -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in TESTS.rglob("test_*.py"))
    for parameter in every_command(cli)[command].params:
        flags = [flag for flag in parameter.opts if flag.startswith("--")]
        assert not flags or any(f'"{flag}"' in text for flag in flags), parameter.opts
