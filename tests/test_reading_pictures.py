"""Pictures of intervals, drawn with characters, are whole and stand below each other at every width."""

from __future__ import annotations

import pytest
from rich.console import RenderableType

from analyzer.change.readings import game_readings
from analyzer.cli.screens.layout import rendered
from analyzer.cli.screens.readings import readings_report
from analyzer.game.library import load_game
from analyzer.run.jobs import Run

GAME = "three-card-poker-6-card-bonus"
WIDTHS = (40, 60, 80, 100, 120, 250)


@pytest.fixture(scope="module")
def screen() -> RenderableType:
    return readings_report([game_readings(load_game(GAME), Run())], [GAME])


@pytest.mark.parametrize("width", WIDTHS)
def test_bars_are_whole_and_can_be_compared(screen: RenderableType, width: int) -> None:
    lines = rendered(screen, width).splitlines()
    dots = [line for line in lines if "●" in line]
    assert len(dots) == 3
    assert not any("━" in line for line in lines if line not in dots and not set(line) & set("┏┡┳╇"))
    # Zero is at the same place in each of them, and nothing is wider than the terminal.
    pictures = [line.rstrip("│") if "│" in line[:1] else line for line in dots]
    assert len({picture.rindex("│") for picture in pictures}) == 1, pictures
    assert all(len(line) <= width for line in dots)
