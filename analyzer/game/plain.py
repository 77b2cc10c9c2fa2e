"""The rules of a game as plain data: the same in every process, without names for people; digests are made of it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass, replace
from functools import cache
from typing import Any

from analyzer.game.language import PaidLine
from analyzer.game.model import Game, JokerLine, Line, Wager

PLAIN_TYPES = frozenset({bool, int, str, type(None)})


def plain(value: Any) -> Any:
    """JSON of dataclasses, the same in every process: sets are sorted, names of lines left out."""
    kind: Any = type(value)
    if kind in PLAIN_TYPES:  # most values
        return value
    names = _plain_fields(kind)
    if names is not None:
        return {"type": kind.__name__} | {name: plain(getattr(value, name)) for name in names}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, set | frozenset):
        return sorted(plain(item) for item in value)
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value if value is None or isinstance(value, bool | int | str) else str(value)


@cache
def _plain_fields(kind: type[object]) -> tuple[str, ...] | None:
    """The fields of a dataclass that `plain` tells; None of any other class."""
    if not is_dataclass(kind):
        return None
    omitted = ("name", "source") if issubclass(kind, Line | JokerLine | PaidLine) else ()
    return tuple(field.name for field in fields(kind) if field.name not in omitted)


def sparse(value: Any) -> Any:
    """As `plain`, without the names of classes and without what has its default: a key that the language gets later
    changes no digest of a game that does not use it.
    """
    if is_dataclass(value) and not isinstance(value, type):
        said = {field.name: getattr(value, field.name) for field in fields(value)}
        return {field.name: sparse(said[field.name]) for field in fields(value) if said[field.name] != _default(field)}
    if isinstance(value, list | tuple):
        return [sparse(item) for item in value]
    return plain(value)


def _default(field: Field[Any]) -> Any:
    """What a field is if nothing is said; MISSING, which equals nothing, if it must be said."""
    return field.default if field.default_factory is MISSING else field.default_factory()


def plain_wager(wager: Wager) -> Any:
    """A wager without what it pays and what people call it."""
    return plain(replace(wager, paytables=(), name="", source="", limits=None))


def rules_digest(game: Game) -> str:
    """SHA-256 of all that a count can depend on: nothing that is paid, no name for people."""
    what = {
        "deck": plain(game.deck),
        "ranking": plain(game.ranking),
        **({"wild": [game.wild_ranks, game.five_wilds]} if game.wild_ranks or game.five_wilds else {}),
        "seats": plain(game.seats),
        "wagers": [plain_wager(wager) for wager in game.wagers],
    }
    return hashlib.sha256(json.dumps(what, sort_keys=True).encode()).hexdigest()


def wager_digest(game: Game, wager: Wager) -> str:
    """SHA-256 of all that a count of one wager can depend on, but for the pays of a paytable."""
    pack = [plain(game.deck), plain(wager.order_asked(game)), game.wild_ranks, game.five_wilds]
    return hashlib.sha256(json.dumps([pack, plain_wager(wager)], sort_keys=True).encode()).hexdigest()
