"""What commands write to a file that is named: a file of another kind is never replaced, and none before it is said.

Commands are repeated, so a lock takes the place of a lock and a picture that of a picture. Anything else that is there
is somebody's work, and is refused before anything is counted.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from analyzer.errors import SelectionError
from analyzer.files import exists, is_special, opened
from analyzer.printable import shown_safely

HEAD = 1 << 16


@dataclass(frozen=True)
class Kind:
    """What such a file is called, how its name may end, and how it is known by its first bytes."""

    name: str
    ending: str
    knows: Callable[[bytes], object]


def _toml(schema: str) -> Callable[[bytes], object]:
    return re.compile(rb"^schema\s*=\s*[\"']exactodds/" + schema.encode() + rb"/", re.MULTILINE).search


def _json(schema: str) -> Callable[[bytes], object]:
    return re.compile(rb'\A\s*\{[^{}]*?"schema":\s*"exactodds/' + schema.encode() + rb"/").search


GAME = Kind("a game file", ".toml", _toml("game"))
LOCK = Kind("a lock", "-lock.toml", _toml("lock"))
RULES = Kind("a strategy file", "-strategy.toml", _toml("strategy"))
PROOF = Kind("a proof", "-proof.json", _json("proof"))
RESULT = Kind("a result document", "-result.json", _json("result"))
JUNIT = Kind("JUnit XML", ".xml", re.compile(rb"<testsuites?\b").search)
SVG = Kind("an SVG picture", ".svg", re.compile(rb"\A\s*(?:<\?xml[^>]*>\s*)?<svg\b").search)
PNG = Kind("a PNG picture", ".png", re.compile(rb"\A\x89PNG\r\n").search)
# No names of columns are a mark, but a game file has no commas in its first line.
CSV = Kind("CSV", ".csv", re.compile(rb"\A[\w \"'.-]+(?:,[\w \"'.-]*)+\r?\n").search)
NPZ = Kind("numpy arrays", ".npz", re.compile(rb"\APK\x03\x04").search)
KINDS = (GAME, LOCK, RULES, PROOF, RESULT, JUNIT, SVG, PNG, CSV, NPZ)


@dataclass(frozen=True)
class Output:
    """A file that an option names; `replaces` is false for what is a work of its own, such as a game file."""

    path: Path | None
    kind: Kind
    option: str = "--output"
    replaces: bool = True


def check_outputs(*outputs: Output) -> None:
    """Before anything is counted: is there nothing at these places that would be lost?"""
    asked = [(output, output.path) for output in outputs if output.path is not None]
    for place, (output, path) in enumerate(asked):
        for before, other in asked[:place]:
            if other.absolute() == path.absolute():
                raise SelectionError(f"{before.option} and {output.option} name the same file, {_shown(path)}")
        _check(output, path)


def _check(output: Output, path: Path) -> None:
    head = _head(path)
    if head is None or (output.replaces and output.kind.knows(head)):
        return
    own = next((kind.name for kind in KINDS if kind is not output.kind and kind.knows(head)), "")
    what = f" and is {own or 'something else'}, not {output.kind.name}" if output.replaces else ""
    free = _shown(_free(path, output.kind))
    raise SelectionError(
        f"{_shown(path)} is there already{what}; give {output.option} another name, such as {free}, or remove it first"
    )


def _head(path: Path) -> bytes | None:
    """How a file starts; None where nothing is lost. What is no file of its own is judged where it is written."""
    if not exists(path) or path.is_symlink() or is_special(path):
        return None
    try:
        with opened(path) as stream:
            return stream.read(HEAD) or None
    except OSError:
        return b""  # whose kind nobody can tell


def _free(path: Path, kind: Kind) -> Path:
    stem = path.with_suffix("")
    names = (stem.with_name(f"{stem.name}{'' if number == 1 else f'-{number}'}{kind.ending}") for number in count(1))
    return next(name for name in names if not exists(name))


def _shown(path: Path) -> str:
    return shown_safely(str(path))
