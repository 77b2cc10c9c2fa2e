"""Reports for tests: shipped games on decks so small that everything is counted in a second or two."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from analyzer.report.document import GameInput, Request, build_report, read_game
from analyzer.run.jobs import Run
from tests.helpers import on_deck, shipped_text

DECKS = {
    "wild-six-card-poker": ("8-Q", "cd"),
    "wild-six-card-draw-poker": ("8-Q", "cd"),
    "three-card-poker-6-card-bonus": ("6-A", "cdh"),
    "wild-52": ("3-8", "cd"),
    "pai-gow-wrangler-outlaw": ("7-A", "cd"),
}
SMALL = "three-card-poker-6-card-bonus"


def small_text(game: str) -> str:
    """A shipped game on its small deck."""
    return on_deck(shipped_text(game), *DECKS[game])


def game_input(text: str, name: str = "test.toml") -> GameInput:
    return read_game(text.encode(), name)


def report_of(*texts: str, run: Run | None = None, **request: Any) -> dict[str, Any]:
    games = tuple(game_input(text) for text in texts)
    return build_report(Request(games, **request), run or Run(jobs=1))


@cache
def small_report(game: str) -> dict[str, Any]:
    """The whole report of one shipped game on its small deck; not to be changed."""
    return report_of(small_text(game))


def blocks(
    document: Mapping[str, Any], section: int | None = None, kind: str | None = None
) -> Iterator[dict[str, Any]]:
    for game in document["games"]:
        for part in game["sections"]:
            if section in (None, part["number"]):
                yield from (block for block in part["blocks"] if kind in (None, block["kind"]))


def block(document: Mapping[str, Any], end: str) -> dict[str, Any]:
    """The one block whose id ends so."""
    (found,) = (one for one in blocks(document) if str(one.get("id", "")).endswith(end))
    return found


def words(document: Mapping[str, Any], section: int) -> str:
    """Everything that a section says, as one text."""
    return json.dumps(list(blocks(document, section)))


@cache
def validator(name: str) -> Draft202012Validator:
    """Of the schema `result` or `report` in the package."""
    schemas = {
        one: json.loads(files("analyzer").joinpath(f"schemas/{one}-1.json").read_text(encoding="utf-8"))
        for one in ("result", "report")
    }
    resources = [(schema["$id"], Resource.from_contents(schema)) for schema in schemas.values()]
    registry: Registry[Any] = Registry().with_resources(resources)
    return Draft202012Validator(schemas[name], registry=registry)


def schema_faults(name: str, document: Any) -> list[str]:
    return [f"{error.json_path}: {error.message[:200]}" for error in validator(name).iter_errors(document)]
