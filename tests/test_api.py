"""The library: the same answers as the command line, no side effects, and tables for notebooks."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import exactodds
from analyzer.cli.main import main

GAME = "three-card-poker-6-card-bonus"


def test_analyze_is_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyze", GAME, "--no-cache", "--json"]) == 0
    assert exactodds.analyze(GAME).document() == json.loads(capsys.readouterr().out)


def test_hand_is_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hand", GAME, "Qs 6d 3c", "--no-cache", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert exactodds.hand(GAME, "Qs 6d 3c").document()["choices"] == said["choices"]


def test_a_cache_is_used_only_where_it_is_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EXACTODDS_CACHE", str(tmp_path / "not this one"))
    exactodds.analyze(GAME, wager="pair-plus")
    assert list(tmp_path.iterdir()) == []
    exactodds.analyze(exactodds.load(GAME), wager="pair-plus", cache=tmp_path / "kept")
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


def test_notebooks_see_tables() -> None:
    result = exactodds.analyze(GAME, wager="ante-play", options={})
    whole, one, answer = result, result.wagers[0], exactodds.hand(GAME, "Qs 6d 4c")
    strategy = exactodds.strategy(GAME)
    for shown, part in ((whole, "3.825470 %"), (one, "Ante"), (answer, "play"), (strategy, "Q-6-4 or better")):
        html = shown._repr_html_()
        assert html.startswith("<table>")
        assert part in html


def test_importing_costs_nothing() -> None:
    program = "import sys, exactodds; print({'numpy', 'sympy', 'joblib', 'click'} & set(sys.modules))"
    command = [sys.executable, "-c", program]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parent)
    assert ran.stdout.strip() == "set()"


def test_there_is_nothing_else() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'guess'"):
        exactodds.guess  # noqa: B018


def test_its_names_are_shown_before_anything_is_loaded() -> None:
    program = "import exactodds; print(*dir(exactodds))"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["__version__", "analyze", "hand", "load", "strategy"]


def test_it_is_a_command_too() -> None:
    ran = subprocess.run([sys.executable, "-m", "exactodds", "--version"], capture_output=True, text=True, check=True)
    assert exactodds.__version__ in ran.stdout
