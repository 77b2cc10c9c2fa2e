"""Lock files: exact certified results that a changed game is compared with.

A lock is TOML that people read and version control compares. Fractions and digests are texts; the file's own digest
tells a lock that was edited or cut from one that was written.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from analyzer.change.figures import FIGURES, Figures, certify, negated, read_linear
from analyzer.documents import Json, JsonDict
from analyzer.errors import LockError
from analyzer.files import FileKind, exists, parse_toml, read_bytes, toml_key, toml_value
from analyzer.game.file import GameFile
from analyzer.game.pay import Pay
from analyzer.game.sections import Faults, Section
from analyzer.numbers import parse_long_fraction
from analyzer.printable import shown_safely
from analyzer.run.jobs import Run
from analyzer.units import Unit

SCHEMA = "exactodds/lock/1"
FOLDER = "locks"
LOCK_FILE = FileKind("a lock file", 4 * 1024 * 1024, LockError)
_DIGEST = re.compile(r"[0-9a-f]{64}")
HEADING = """\
# Certified results, exact. Written by `exactodds lock`, compared by `exactodds check`.
# Do not edit: when a change is approved, write the file again.
"""


@dataclass(frozen=True)
class Lock:
    """Figures of one or more games, as they were certified."""

    path: str
    games: Mapping[str, tuple[Figures, ...]]

    def of(self, game: str) -> tuple[Figures, ...]:
        if game not in self.games:
            raise LockError.at(self.path, f"has no results of {game}; it has {', '.join(self.games)}")
        return self.games[game]

    def only(self, *games: str) -> Lock:
        return Lock(self.path, {game: self.games[game] for game in games})


def make_lock(files: Sequence[GameFile], run: Run) -> Lock:
    """Every wager, paytable and enumerated option (each changed alone) of the games."""
    games: dict[str, tuple[Figures, ...]] = {}
    for file in files:
        if file.id in games:
            raise LockError.at(file.path, f"another of the games has the id {file.id} too")
        games[file.id] = tuple(certify(file, run))
    return Lock("", games)


# --- writing ---------------------------------------------------------------------------------------------------------


def lock_text(lock: Lock) -> str:
    """The lock as TOML. The same results always make the same text."""
    document = lock_document(lock)
    parts = [HEADING, f'schema = "{SCHEMA}"\n', f'sha256 = "{_digest_of(document)}"\n']
    for game, certified in document["games"].items():
        for row, figures in zip(certified["results"], lock.games[game], strict=True):
            parts += _row_lines(f"games.{toml_key(game)}.results", row, figures)
    return "".join(parts)


def _row_lines(place: str, row: Json, figures: Figures) -> Iterable[str]:
    yield f"\n[[{place}]]\n"
    for key, value in row.items():
        if key != "pays":
            yield f"{key} = {toml_value(value)}{_note(key, figures)}\n"
    if "pays" in row:
        yield f"[{place}.pays]\n"
        width = max((len(toml_key(line)) for line in row["pays"]), default=0)
        for line, pay in row["pays"].items():
            yield f"{toml_key(line):{width}} = {toml_value(pay)}\n"


def lock_document(lock: Lock) -> JsonDict:
    """What the file says, without its digest. Another reading has its own pays only where an option changes them."""
    return {
        "schema": SCHEMA,
        "games": {game: {"results": list(_rows(results))} for game, results in lock.games.items()},
    }


def _rows(results: Iterable[Figures]) -> Iterable[JsonDict]:
    default: dict[tuple[str, str], Mapping[str, str]] = {}
    for figures in results:
        place = figures.wager, figures.paytable
        if not figures.reading:
            default[place] = figures.pays
        yield _row(figures, with_pays=not figures.reading or figures.pays != default.get(place, {}))


def _row(figures: Figures, with_pays: bool) -> JsonDict:
    row: JsonDict = {"wager": figures.wager, "paytable": figures.paytable}
    if figures.reading:
        row["options"] = dict(figures.reading)
    if not figures.unit.has_stake:
        row["unit"] = str(figures.unit)
    row |= {figures.unit.worth_key: _locked(figures.worth)}
    row |= {name: getattr(figures, name) for name in FIGURES if name != "ev"} | {"counts": figures.counts}
    return row | {"pays": dict(figures.pays)} if with_pays else row


def _locked(worth: str) -> str:
    """Locks keep their bytes: of a house edge that falls as the meter rises they have the share of the meter first."""
    value = read_linear(worth)
    if value is None or value.meter >= 0:
        return worth
    share = str(Pay(Fraction(0), value.meter))
    return share if not value.amount else f"{share} {'-' if value.amount < 0 else '+'} {abs(value.amount)}"


def _note(key: str, figures: Figures) -> str:
    """A comment that repeats in words for people what the wager is worth."""
    worth: Pay | None = figures.amount("worth") if key == figures.unit.worth_key else None
    return f"  # {figures.unit.text(worth.amount)}" if worth is not None and not worth.meter else ""


def _digest_of(document: Json) -> str:
    return hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()


# --- reading ---------------------------------------------------------------------------------------------------------


def read_lock(path: str | Path) -> Lock:
    """A lock file, checked: its form, its numbers, and its own digest."""
    return parse_lock(read_bytes(path, LOCK_FILE), str(path))


def parse_lock(raw: bytes, name: str) -> Lock:
    """The same for a file's content."""
    data = parse_toml(raw, name, LOCK_FILE)
    if data.get("schema") != SCHEMA:
        raise LockError.at(name, f"is not a lock file of this program: its schema must be {SCHEMA!r}")
    said = data.pop("sha256", None)
    faults = Faults()
    games = _read_games(data, faults)
    if faults:
        raise LockError.at(name, "is not a lock file that this program wrote:\n  " + "\n  ".join(faults[:20]))
    lock = Lock(name, games)
    if said != _digest_of(data) or data != lock_document(lock):
        raise LockError.at(
            name,
            "was changed after it was written: its digest does not match; restore it, or write it again with "
            "`exactodds lock`",
        )
    return lock


def is_lock(raw: bytes) -> bool:
    """Whether the content of a file says that it is a lock; nothing else of it is checked."""
    try:
        return parse_toml(raw, "", LOCK_FILE).get("schema") == SCHEMA
    except LockError:
        return False


def _read_games(data: Json, faults: Faults) -> dict[str, tuple[Figures, ...]]:
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
        results: JsonDict = {name: row.text(name, required=True) for name in FIGURES if name != "ev"}
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


def place_beside(file: GameFile) -> Path:
    """Where `check` looks first for the lock of a game file."""
    return Path(file.path).parent / FOLDER / f"{file.id}.toml"


def lock_of(file: GameFile, chosen: str | Path | None = None) -> Lock:
    """The lock named, or else the one in `locks/` beside the game file, or else the one of the shipped game."""
    if chosen is not None:
        return read_lock(chosen)
    from analyzer.game.library import shipped_folder

    beside = place_beside(file)
    places = [beside, shipped_folder(file.id) / FOLDER / f"{file.id}.toml"]
    for place in places:
        if exists(place):
            return read_lock(place)
    there = shown_safely(str(beside))
    write = f"write one with `exactodds lock {shown_safely(file.path)}`, or name one with --lock"
    raise LockError.at(file.path, f"there is no lock at {there}; {write}")
