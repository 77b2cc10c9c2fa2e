"""The rules of a game as plain data: the same in every process, without names for people; digests are made of it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass, replace
from typing import Any

from analyzer.game.language import PaidLine
from analyzer.game.model import Game, JokerLine, Line, Wager


def plain(value: Any) -> Any:
    """JSON of dataclasses, the same in every process: sets are sorted, names of lines left out."""
    if is_dataclass(value) and not isinstance(value, type):
        omitted = ("name", "source") if isinstance(value, Line | JokerLine | PaidLine) else ()
        named = {field.name: plain(getattr(value, field.name)) for field in fields(value) if field.name not in omitted}
        return {"type": type(value).__name__} | named
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, set | frozenset):
        return sorted(plain(item) for item in value)
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value if value is None or isinstance(value, bool | int | str) else str(value)


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


def wager_digest(game: Game, wager: Wager) -> str:
    """SHA-256 of all that a count of one wager can depend on, but for the pays of a paytable."""
    pack = [plain(game.deck), plain(wager.order_asked(game)), game.wild_ranks, game.five_wilds]
    return hashlib.sha256(json.dumps([pack, plain_wager(wager)], sort_keys=True).encode()).hexdigest()
