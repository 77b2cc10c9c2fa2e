"""Where game files are: those that come with the package, by id, and anyone's own, by path.

Two collections come with it: the certified games, each from its document, and the library of well-known games.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

from analyzer.errors import SelectionError
from analyzer.files import exists, is_file, read_bytes
from analyzer.game.file import GAME_FILE, GameFile, load_game_file, read_game_file
from analyzer.game.sections import ID_PATTERN, nearest, nearest_of, shown
from analyzer.printable import shown_safely

CERTIFIED, LIBRARY = "certified", "library"


def tables_folder() -> Path:
    """The folder of the certified games; those of the library are in a folder of it."""
    return Path(str(files("analyzer.tables")))


@cache
def game_ids() -> tuple[str, ...]:
    """Ids of the certified games, which a command means where it takes all games."""
    return _ids_in(tables_folder())


@cache
def library_ids() -> tuple[str, ...]:
    """Ids of the library: games that everybody knows, with figures that others published."""
    return _ids_in(tables_folder() / LIBRARY)


def shipped_ids() -> tuple[str, ...]:
    """Ids of all games that come with the package."""
    return (*game_ids(), *library_ids())


def _ids_in(folder: Path) -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in folder.glob("*.toml")))


def shipped_folder(game: str) -> Path:
    """Where the file of a game that comes with the package is; `locks/` is beside it."""
    return tables_folder() / LIBRARY if game in library_ids() else tables_folder()


def shipped_page(game: str) -> str | None:
    """The page of rules of a game that comes with the package: Markdown. Those of the library are in a folder."""
    page = files("analyzer.rules").joinpath(f"{LIBRARY}/{game}.md" if game in library_ids() else f"{game}.md")
    return page.read_text(encoding="utf-8") if page.is_file() else None


def load_game(name: str) -> GameFile:
    """A game by its id, or by the path of its file."""
    if name in shipped_ids():
        return load_game_file(shipped_folder(name) / f"{name}.toml")
    if is_file(name) or (_looks_like_a_path(name) and exists(name)):
        return load_game_file(name)
    known = f"{', '.join(game_ids())}; of the library: {', '.join(library_ids())}"
    if _looks_like_a_path(name):
        raise SelectionError(f"{shown(name)}: no such file{_nearest_file(name)}; games that come with it: {known}")
    raise SelectionError(
        f"there is no game {shown(name)}{nearest(name, shipped_ids())}; games: {known}; or the path of a TOML file"
    )


def each_once(games: Sequence[GameFile]) -> list[GameFile]:
    """The same games; a file that is named twice is an error: it would be counted, and told of, twice."""
    places = [Path(game.path).resolve() for game in games]
    for game, place in zip(games, places, strict=True):
        if places.count(place) > 1:
            raise SelectionError(f"{game.id} is named twice; name each game once")
    return list(games)


def told_apart(games: Sequence[tuple[str, str]]) -> list[str]:
    """What to call games with these ids and paths: by their ids; those whose files say the same id by their paths too.

    >>> told_apart([("wild-52", "a.toml"), ("wild-52", "b.toml"), ("tiny", "tiny.toml")])
    ['wild-52 (a.toml)', 'wild-52 (b.toml)', 'tiny']
    """
    ids = [game for game, _ in games]
    return [game if ids.count(game) == 1 else f"{game} ({shown_safely(path)})" for game, path in games]


def _looks_like_a_path(name: str) -> bool:
    """No id has a dot or a slash."""
    return any(mark in name for mark in (".", "/", os.sep))


def _nearest_file(name: str) -> str:
    """A game file in the same folder that may be meant, or a game that comes with the package."""
    path = Path(name)
    beside = [other.stem for other in path.parent.glob("*.toml")] if exists(path.parent) else []
    # By their stems: the ending is the same of all.
    near = nearest_of(path.stem, beside)
    return f" (did you mean {str(path.with_name(f'{near}.toml'))!r}?)" if near else nearest(path.stem, shipped_ids())


def listed(games: Sequence[str]) -> list[GameFile]:
    """Games that come with the package, by their ids, as far as a list of them needs it."""
    return [read_game_file(shipped_folder(game) / f"{game}.toml") for game in games]


def is_shipped(file: GameFile) -> bool:
    """Whether it is the file of a game that comes with the package, to the byte."""
    if file.id not in shipped_ids():
        return False
    raw = read_bytes(shipped_folder(file.id) / f"{file.id}.toml", GAME_FILE)
    return hashlib.sha256(raw).hexdigest() == file.digest


def shipped_at(file: GameFile) -> bool:
    """Whether the file is where those of the package are."""
    return Path(file.path).resolve().parent in (tables_folder().resolve(), (tables_folder() / LIBRARY).resolve())


def collection_of(file: GameFile) -> str | None:
    """Which collection a file is of: certified, library, or none."""
    if not is_shipped(file):
        return None
    return LIBRARY if file.id in library_ids() else CERTIFIED


def renamed(file: GameFile, name: str) -> str:
    """The text of a game file with another id."""
    if not ID_PATTERN.fullmatch(name):
        raise SelectionError(
            f"{shown(name)} cannot name a game; call the file something like my-game.toml: lower case letters, digits "
            "and hyphens"
        )
    return re.sub(r'^id = "[^"]*"', f'id = "{name}"', file.text, count=1, flags=re.MULTILINE)
