"""Reports for tests: shipped games on decks so small that everything is counted in a second or two."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from analyzer.documents import Json, JsonDict
from analyzer.folders import names_in
from analyzer.kernels import KERNEL_VERSION
from analyzer.report.document import GameInput, Request, build_report, read_game
from analyzer.report.files import PUBLIC_KEY, REPORT, SIGNATURE, SUMS, date_of, sums_bytes
from analyzer.report.signing import public_pem, sign
from analyzer.reports.document import parts
from analyzer.run.jobs import Run
from tests.helpers import on_deck, shipped_text, without_options

DECKS = {
    "wild-six-card-poker": ("8-Q", "cd"),
    "wild-six-card-draw-poker": ("8-Q", "cd"),
    "three-card-poker-6-card-bonus": ("6-A", "cdh"),
    "wild-52": ("3-8", "cd"),
    "pai-gow-wrangler-outlaw": ("7-A", "cd"),
}
SMALL = "three-card-poker-6-card-bonus"


# What reports of small decks show of a game's options; all of them are in the reports of the long tests.
SHOWN = (
    *("auto_win_pays", "stand_pat", "bet", "prizes", "contribution", "seed", "top_hand", "bonus_uses", "mini_royal"),
    *("side_bets_after_fold", "player_sets", "wheel", "colour_lines_pairs"),
)


def small_text(game: str) -> str:
    """A shipped game on its small deck, with some of its options."""
    return on_deck(without_options(shipped_text(game), SHOWN), *DECKS[game])


def game_input(text: str, name: str = "test.toml") -> GameInput:
    return read_game(text.encode(), name)


def report_of(*texts: str, run: Run | None = None, **request: Any) -> JsonDict:
    games = tuple(game_input(text) for text in texts)
    return build_report(Request(games, **request), run or Run(jobs=1))


@cache
def small_report(game: str) -> JsonDict:
    """The whole report of one shipped game on its small deck; not to be changed."""
    return report_of(small_text(game))


@cache
def tiny_report() -> JsonDict:
    """A report that takes no time; not to be changed."""
    from tests.changing import tiny_game

    return report_of(tiny_game())


def proof_document(game: str, passed: bool = True, **more: Any) -> JsonDict:
    """A proof as `prove` writes it, of one check."""
    differences = [] if passed else ["x"]
    check = {
        "part": "totals",
        "what": "deals",
        "cases": "3",
        "passed": passed,
        "differences": differences,
        "seconds": 0.5,
    }
    return {
        "schema": "exactodds/proof/1",
        "game": game,
        "game_file_sha256": "0" * 64,
        "options": {},
        "program": {"version": "0", "kernels": KERNEL_VERSION},
        "quick": True,
        "seed": "1",
        "passed": True,
        "failed_parts": [],
        "checks": [check],
    } | more


def simulation_document(game: str, wager: str, **more: Any) -> JsonDict:
    """A simulation as `simulate --json` prints it, of one wager."""
    outcome = {"name": "win", "expected": "5.000", "observed": "4", "z": -0.5}
    row = {
        "wager": wager,
        "paytable": "1",
        "outcomes": [outcome],
        "chi_square": 1.5,
        "degrees_of_freedom": 3,
        "p_value": 0.25,
        "rare_p_value": 1.0,
        "ev": "-1/20",
        "mean": "-1/10",
        "mean_z": 0.5,
        "agrees": True,
    }
    return {
        "schema": "exactodds/simulation/1",
        "game": game,
        "game_file_sha256": "0" * 64,
        "options": {},
        "program": {"version": "0", "kernels": KERNEL_VERSION},
        "asked": {"wager": None, "paytable": None, "strategy": None},
        "generator": "g",
        "chunk": 10,
        "seed": "1",
        "rounds": "10",
        "stopped": False,
        "agrees": True,
        "wagers": [row],
    } | more


def sealed_anew(folder: Path, key: Ed25519PrivateKey | None = None) -> None:
    """What a forger does who changed a report: every file that is there is listed, and the list is signed."""
    for name in (SUMS, SIGNATURE):
        (folder / name).unlink(missing_ok=True)
    if key is not None:
        (folder / PUBLIC_KEY).write_bytes(public_pem(key.public_key()))
    names = names_in(folder)
    sums = sums_bytes({name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in names})
    (folder / SUMS).write_bytes(sums)
    if key is not None:
        (folder / SIGNATURE).write_bytes(sign(sums, date_of(json.loads((folder / REPORT).read_text())), key))


def blocks(document: Json, section: str | None = None, kind: str | None = None) -> Iterator[JsonDict]:
    """The blocks of all parts, or of those with that key: `decision` is the first page of a game."""
    for part in parts(document):
        if section in (None, part.key):
            yield from (dict(block) for block in part.blocks if kind in (None, block["kind"]))


def block(document: Json, end: str) -> JsonDict:
    """The one block whose id ends so."""
    (block,) = (one for one in blocks(document) if str(one.get("id", "")).endswith(end))
    return block


def words(document: Json, section: str) -> str:
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
