"""Small games for the tests of locks, checks, differences and designs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from analyzer.game.file import GameFile
from analyzer.run.jobs import Run
from analyzer.run.store import Store
from tests.helpers import tiny_text
from tests.reduced import reduced_game_file

TINY_LINES = """
royal: hand = "royal-flush"
flush: hand = "flush"
full: hand = "full-house"
trips: hand = "three-of-a-kind"
"""
PAYS = {"royal": 50, "flush": 6, "full": 4, "trips": 1}
DRAW_GAME, DRAW_DECK = "wild-six-card-draw-poker", ("8-Q", "cd", 2)
PLAY_GAME, PLAY_DECK = "three-card-poker-6-card-bonus", ("6-A", "cdh", 0)


def tiny_game(**changes: object) -> str:
    """Four lines on fourteen cards; other pays by their line, anything else of tiny_text by its name."""
    pays = PAYS | {key: value for key, value in changes.items() if key in PAYS}
    more = {key: value for key, value in changes.items() if key not in PAYS}
    return tiny_text(TINY_LINES, pays=pays, **({"cards": 5, "ranks": "9-A"} | more))  # type: ignore[arg-type]  # tests know what they pass


def write(folder: Path, text: str, name: str = "tiny.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def run_in(folder: Path) -> Run:
    return Run(jobs=1, store=Store(folder / "counts"))


def with_paytable(file: GameFile, wager: str, table: str, pays: Mapping[str, object]) -> GameFile:
    """A copy of the file with other pays, put in by hand."""
    from dataclasses import replace

    wagers = dict(file.data["wagers"])
    own = dict(wagers[wager])
    tables = own.get("paytables", ["1"])
    rows = {line: row if isinstance(row, list) else [row] * len(tables) for line, row in own["pays"].items()}
    place = tables.index(table)
    own["pays"] = {line: [*row[:place], pays.get(line, row[place]), *row[place + 1 :]] for line, row in rows.items()}
    wagers[wager] = own
    return replace(file, data=dict(file.data) | {"wagers": wagers})


def small_draw() -> GameFile:
    return reduced_game_file(DRAW_GAME, *DRAW_DECK)


def small_play() -> GameFile:
    return reduced_game_file(PLAY_GAME, *PLAY_DECK)
