"""The library: the same answers as the command line, no side effects, and tables for notebooks."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import analyzer
from analyzer.cli.main import main

GAME = "three-card-poker-6-card-bonus"


def test_analyze_is_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyze", GAME, "--no-cache", "--json"]) == 0
    assert analyzer.analyze(GAME).document() == json.loads(capsys.readouterr().out)


def test_hand_is_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hand", GAME, "Qs 6d 3c", "--no-cache", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert analyzer.hand(GAME, "Qs 6d 3c").document()["choices"] == said["choices"]


def test_a_cache_is_used_only_where_it_is_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EXACTODDS_CACHE", str(tmp_path / "not this one"))
    analyzer.analyze(GAME, wager="pair-plus")
    assert list(tmp_path.iterdir()) == []
    analyzer.analyze(analyzer.load(GAME), wager="pair-plus", cache=tmp_path / "kept")
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


def test_notebooks_see_tables() -> None:
    result = analyzer.analyze(GAME, wager="ante-play", options={})
    whole, one, answer = result, result.wagers[0], analyzer.hand(GAME, "Qs 6d 4c")
    strategy = analyzer.strategy(GAME)
    for shown, part in ((whole, "3.825470 %"), (one, "Ante"), (answer, "play"), (strategy, "Q-6-4 or better")):
        html = shown._repr_html_()
        assert html.startswith("<table>")
        assert part in html


def test_importing_costs_nothing() -> None:
    program = "import sys, analyzer; print({'numpy', 'sympy', 'joblib', 'click'} & set(sys.modules))"
    command = [sys.executable, "-c", program]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parent)
    assert ran.stdout.strip() == "set()"


def test_there_is_nothing_else() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'guess'"):
        analyzer.guess  # noqa: B018
