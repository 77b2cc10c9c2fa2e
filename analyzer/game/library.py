"""Where game files are: those that come with the package, by id, and anyone's own, by path."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from pathlib import Path

from analyzer.errors import SelectionError
from analyzer.files import is_file
from analyzer.game.file import GameFile, load_game_file
from analyzer.game.sections import ID_PATTERN, nearest, shown


def tables_folder() -> Path:
    """The folder of the game files that come with the package."""
    return Path(str(files("analyzer.tables")))


@cache
def game_ids() -> tuple[str, ...]:
    """Ids of the games that come with the package."""
    return tuple(sorted(path.stem for path in tables_folder().glob("*.toml")))


def load_game(name: str) -> GameFile:
    """A game by its id, or by the path of its file."""
    if name in game_ids():
        return load_game_file(tables_folder() / f"{name}.toml")
    if name.endswith(".toml") or is_file(name):
        return load_game_file(name)
    known = ", ".join(game_ids())
    raise SelectionError(
        f"there is no game {shown(name)}{nearest(name, game_ids())}; games: {known}, or the path of a TOML file"
    )


def renamed(file: GameFile, name: str) -> str:
    """The text of a game file with another id."""
    if not ID_PATTERN.fullmatch(name):
        raise SelectionError(
            f"{shown(name)} cannot name a game; call the file something like my-game.toml: lower case letters, digits "
            "and hyphens"
        )
    return re.sub(r'^id = "[^"]*"', f'id = "{name}"', file.text, count=1, flags=re.MULTILINE)
