"""What makes a kept result stale: digests of the sources that it depends on.

A count in the store, or one that a worker of a cluster sends back, is taken over only from the same engines: the same
kernels and the same Python around them. A change anywhere else (pricing, reports, the command line) changes no count.
What is computed from counts and kept is keyed by the sources of more rooms: each user of `sources_digest` names them.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from importlib.resources import files
from typing import TypeVar

from analyzer.kernels import KERNEL_VERSION

T = TypeVar("T")
PROGRAM = "analyzer"
# Packages whose folders lie elsewhere in a checkout: they are named as packages of their own, never as folders.
MAPPED = ("cext", "reports", "rules", "tables")
SOURCE_ENDINGS = (".py", ".j2", ".css", ".js", ".typ", ".toml", ".json")
# What decides a count; a test finds what is missing here.
COUNTING = (
    "cards",
    "engines",
    "game/card_tests.py",
    "game/house_way.py",
    "game/joining.py",
    "game/layout.py",
    "game/lines.py",
    "integers.py",
)


def program_files(places: Iterable[str] | None = None) -> Iterator[tuple[str, bytes]]:
    """The program's own files with their names: all rooms, or these places; never the packages mapped into it."""
    paths = _below(str(files(PROGRAM)), "", skip=MAPPED)
    return _read(paths if places is None else within(paths, places))


def package_files(package: str, folder: str = "") -> Iterator[tuple[str, bytes]]:
    """The files of a mapped package, wherever it is installed."""
    return _read(_below(str(files(f"{PROGRAM}.{package}").joinpath(folder)), f"{package}/{folder}"))


def _below(folder: str, name: str, skip: Iterable[str] = ()) -> Iterator[tuple[str, str]]:
    """The names of sources and their paths. Kernels are loaded from files, so there are always folders to look into."""
    for item in sorted(os.scandir(folder), key=lambda item: item.name):
        if item.is_dir():
            if item.name not in skip and item.name != "__pycache__":
                yield from _below(item.path, f"{name}{item.name}/")
        elif item.name.endswith(SOURCE_ENDINGS):
            yield name + item.name, item.path


def _read(paths: Iterable[tuple[str, str]]) -> Iterator[tuple[str, bytes]]:
    for name, path in paths:
        with open(path, "rb", buffering=0) as stream:
            yield name, stream.read()


def within(sources: Iterable[tuple[str, T]], places: Iterable[str]) -> Iterator[tuple[str, T]]:
    """Of what has names, that which lies in one of the places: folders, or files themselves.

    >>> [name for name, _ in within([("cards/deck.py", b""), ("errors.py", b"")], ["cards"])]
    ['cards/deck.py']
    """
    whole = frozenset(places)
    starts = tuple(f"{place}/" for place in whole)
    return ((name, source) for name, source in sources if name in whole or name.startswith(starts))


def sources_digest(sources: Iterable[tuple[str, bytes]], start: str = "") -> str:
    """SHA-256 of files: of their names, their lengths and their bytes."""
    digest = hashlib.sha256(start.encode())
    for name, content in sources:
        digest.update(f"{name} {len(content)}\n".encode() + content)
    return digest.hexdigest()


ENGINE_VERSION = sources_digest(program_files(COUNTING), KERNEL_VERSION)
