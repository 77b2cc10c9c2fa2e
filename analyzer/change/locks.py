"""Lock files: exact certified results that a changed game is compared with.

A lock is TOML that people read and version control compares. Fractions and digests are texts; the file's own digest
tells a lock that was edited or cut from one that was written.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analyzer.change.figures import FIGURES, Figures, certify, negated, read_linear
from analyzer.errors import ExactOddsError
from analyzer.game.file import GameFile
from analyzer.game.model import Pay
from analyzer.game.sections import Faults, Section
from analyzer.numbers import parse_long_fraction
from analyzer.run.jobs import Run
from analyzer.units import Unit

SCHEMA = "exactodds/lock/1"
FOLDER = "locks"
MAX_BYTES = 4 * 1024 * 1024
_DIGEST = re.compile(r"[0-9a-f]{64}")
HEADING = """\
# Certified results, exact. Written by `exactodds lock`, compared by `exactodds check`.
# Do not edit: when a change is approved, write the file again.
"""


class LockError(ExactOddsError, ValueError):
    """A lock file that is missing, damaged, edited or not a lock file."""


@dataclass(frozen=True)
class Lock:
    """Figures of one or more games, as they were certified."""

    path: str
    games: Mapping[str, tuple[Figures, ...]]

    def of(self, game: str) -> tuple[Figures, ...]:
        if game not in self.games:
            raise LockError(f"{self.path}: has no results of {game}; it has {', '.join(self.games)}")
        return self.games[game]


def make_lock(files: Sequence[GameFile], run: Run) -> Lock:
    """Every wager, paytable and enumerated option (each changed alone) of the games."""
    games: dict[str, tuple[Figures, ...]] = {}
    for file in files:
        if file.id in games:
            raise LockError(f"{file.path}: another of the games has the id {file.id} too")
        games[file.id] = tuple(certify(file, run))
    return Lock("", games)


# --- writing ---------------------------------------------------------------------------------------------------------


def lock_text(lock: Lock) -> str:
    """The lock as TOML. The same results always make the same text."""
    document = lock_document(lock)
    parts = [HEADING, f'schema = "{SCHEMA}"\n', f'sha256 = "{_digest_of(document)}"\n']
    for game, section in document["games"].items():
        for row, figures in zip(section["results"], lock.games[game], strict=True):
            parts.append(f"\n[[games.{_key(game)}.results]]\n")
            parts += [f"{key} = {_value(value)}{_note(key, figures)}\n" for key, value in row.items() if key != "pays"]
            if "pays" in row:
                parts.append(f"[games.{_key(game)}.results.pays]\n")
                width = max((len(_key(line)) for line in row["pays"]), default=0)
                parts += [f"{_key(line):{width}} = {_value(pay)}\n" for line, pay in row["pays"].items()]
    return "".join(parts)


def lock_document(lock: Lock) -> dict[str, Any]:
    """What the file says, without its digest. Another reading has its own pays only where an option changes them."""
    return {
        "schema": SCHEMA,
        "games": {game: {"results": list(_rows(figures))} for game, figures in lock.games.items()},
    }


def _rows(every: Iterable[Figures]) -> Iterable[dict[str, Any]]:
    default: dict[tuple[str, str], Mapping[str, str]] = {}
    for figures in every:
        place = figures.wager, figures.paytable
        if not figures.reading:
            default[place] = figures.pays
        yield _row(figures, with_pays=not figures.reading or figures.pays != default.get(place, {}))


def _row(figures: Figures, with_pays: bool) -> dict[str, Any]:
    row: dict[str, Any] = {"wager": figures.wager, "paytable": figures.paytable}
    if figures.reading:
        row["options"] = dict(figures.reading)
    if not figures.unit.has_stake:
        row["unit"] = str(figures.unit)
    row |= {figures.unit.worth_key: figures.worth}
    row |= {name: getattr(figures, name) for name in FIGURES if name != "ev"} | {"counts": figures.counts}
    return row | {"pays": dict(figures.pays)} if with_pays else row


def _note(key: str, figures: Figures) -> str:
    """A comment that repeats in words for people what the wager is worth."""
    worth: Pay | None = figures.amount("worth") if key == figures.unit.worth_key else None
    return f"  # {figures.unit.text(worth.amount)}" if worth is not None and not worth.meter else ""


def _key(text: str) -> str:
    return text if re.fullmatch(r"[A-Za-z0-9_-]+", text) else json.dumps(text, ensure_ascii=False)


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(key)} = {_value(item)}" for key, item in value.items()) + " }"
    return json.dumps(str(value), ensure_ascii=False)


def _digest_of(document: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()


# --- reading ---------------------------------------------------------------------------------------------------------


def read_lock(path: str | Path) -> Lock:
    """A lock file, checked: its form, its numbers, and its own digest."""
    try:
        raw = Path(path).read_bytes()
    except OSError as error:
        raise LockError(f"{path}: cannot be read: {error.strerror or error}") from None
    return parse_lock(raw, str(path))


def parse_lock(raw: bytes, name: str) -> Lock:
    """The same for a file's content."""
    data = _parse(raw, name)
    if data.get("schema") != SCHEMA:
        raise LockError(f"{name}: is not a lock file of this program: its schema must be {SCHEMA!r}")
    said = data.pop("sha256", None)
    faults = Faults()
    games = _read_games(data, faults)
    if faults:
        raise LockError(f"{name}: is not a lock file that this program wrote:\n  " + "\n  ".join(faults[:20]))
    lock = Lock(name, games)
    if said != _digest_of(data) or data != lock_document(lock):
        raise LockError(
            f"{name}: was changed after it was written: its digest does not match; restore it, or write it again "
            "with `exactodds lock`"
        )
    return lock


def _parse(raw: bytes, name: str) -> dict[str, Any]:
    if len(raw) > MAX_BYTES:
        raise LockError(f"{name}: is larger than {MAX_BYTES} bytes, which no lock file is")
    try:
        return tomllib.loads(raw.decode("utf-8"), parse_float=str)
    except (ValueError, RecursionError) as error:
        raise LockError(f"{name}: is not a lock file: {error}") from None


def _read_games(data: Mapping[str, Any], faults: Faults) -> dict[str, tuple[Figures, ...]]:
    top = Section(data, "", faults)
    top.text("schema")
    games = {}
    for game, value in top.section("games", required=True).items():
        section = Section(value, f"games.{game}", faults)
        games[game] = tuple(_read_rows(game, section.sections("results", required=True)))
        section.finish()
    top.finish()
    return games


def _read_rows(game: str, rows: Iterable[Section]) -> Iterable[Figures]:
    pays: dict[tuple[str, str], dict[str, str]] = {}
    for row in rows:
        wager, paytable = row.text("wager", required=True), row.text("paytable", required=True)
        reading = tuple((key, str(value)) for key, value in row.section("options").items())
        own = pays.get((wager, paytable), {})
        if row.has("pays"):
            own = {line: str(pay) for line, pay in row.section("pays").items()}
        if not reading:
            pays[wager, paytable] = own
        unit = Unit(row.choice("unit", tuple(Unit), Unit.UNITS))
        worth = row.text(unit.worth_key, required=True)
        results: dict[str, Any] = {name: row.text(name, required=True) for name in FIGURES if name != "ev"}
        if parse_long_fraction(results["hit_frequency"]) is None:
            row.fault("hit_frequency", "must be a fraction")
        counts = row.text("counts", required=True)
        if not _DIGEST.fullmatch(counts):
            row.fault("counts", "must be a SHA-256 of 64 hexadecimal digits")
        row.finish()
        if read_linear(worth) is None:
            row.fault(unit.worth_key, "must be a fraction, or one with a share of the meter J")
            continue
        results |= {"ev": negated(worth) if unit.has_stake else worth, "counts": counts, "unit": unit}
        yield Figures(game, wager, paytable, reading, own, **results)


# --- finding ---------------------------------------------------------------------------------------------------------


def lock_of(file: GameFile, chosen: str | Path | None = None) -> Lock:
    """The lock named, or else the one in `locks/` beside the game file, or else the one of the shipped game."""
    if chosen is not None:
        return read_lock(chosen)
    from analyzer.game.library import tables_folder

    beside = Path(file.path).parent / FOLDER / f"{file.id}.toml"
    places = [beside, tables_folder() / FOLDER / f"{file.id}.toml"]
    for place in places:
        if place.is_file():
            return read_lock(place)
    raise LockError(
        f"{file.path}: there is no lock at {beside}; write one with `exactodds lock {file.path} -o {beside}`, "
        "or name one with --lock"
    )
