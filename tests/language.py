"""Game files of the language of rounds for tests: the examples, and what is wrong with a changed one."""

from __future__ import annotations

import re
from pathlib import Path

from analyzer.errors import GameFileError
from analyzer.game.language import Rules
from analyzer.game.rules_file import parse_rules_file

GAMES = Path(__file__).parent / "games" / "language"
LIBRARY = Path(__file__).parents[1] / "tables" / "library"
PATHS = {path.stem: path for folder in (GAMES, LIBRARY) for path in sorted(folder.glob("*.toml"))}
IDS = sorted(PATHS)


def game_text(game: str) -> str:
    return PATHS[game].read_text(encoding="utf-8")


def changed(game: str, *changes: tuple[str, str]) -> str:
    """The text of an example with some of it replaced; each old part must be there."""
    text = game_text(game)
    for old, new in changes:
        assert old in text, f"{game} has no {old!r}"
        text = text.replace(old, new, 1)
    return text


def faults_of(text: str) -> tuple[str, ...]:
    """What is wrong with the text of a game file; nothing if it loads."""
    try:
        parse_rules_file(text.encode(), "game.toml")
    except GameFileError as error:
        return error.faults
    return ()


def rules_of(game: str, *changes: tuple[str, str], **options: str) -> Rules:
    return parse_rules_file(changed(game, *changes).encode(), f"{game}.toml").rules(options)


def on_small_deck(game: str, ranks: str, suits: str) -> str:
    """The text of a game with a smaller deck, and a name of its own."""
    text = re.sub(r"\n\[deck\]\n(?:[^\[\n]+\n)*", "\n", game_text(game))
    text = text.replace("\n[deal]", f'\n[deck]\nranks = "{ranks}"\nsuits = "{suits}"\n\n[deal]', 1)
    return text.replace(f'id = "{game}"', f'id = "small-{game}"', 1)
