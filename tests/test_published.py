"""Published counts come out of a game file that only lists its lines."""

from __future__ import annotations

from pathlib import Path

from analyzer.game.file import load_game_file
from analyzer.pricing.analysis import analyze
from analyzer.run.jobs import Run

FORTUNE = [32, 72, 196, 1128, 26020, 184644, 307472, 4188528, 6172088, 7672500, 11034204, 124556196]


def test_fortune_pai_gow() -> None:
    file = load_game_file(Path(__file__).parent / "games" / "fortune.toml")
    (result,) = analyze(file, run=Run()).wagers
    assert [outcome.count for outcome in result.outcomes] == FORTUNE
