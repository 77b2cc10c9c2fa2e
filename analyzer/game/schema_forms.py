"""Pieces of a JSON Schema: how a value of a game file may be written, with what it means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
RANKS: Schema = {"type": "string", "examples": ["A", "Q-A", "2-4,A"]}


def list_of(item: Schema, most: int) -> Schema:
    return {"type": "array", "items": item, "minItems": 1, "maxItems": most}


def described(meaning: str, schema: Schema, **more: Any) -> Schema:
    return {"description": meaning} | schema | more


def ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def one_of(words: Sequence[str], meaning: str = "", **more: Any) -> Schema:
    """One of these words, or an option that is."""
    choice: Schema = {"anyOf": [{"enum": list(words)}, ref("option")]}
    return (described(meaning, choice) if meaning else choice) | more


def some_of(words: Sequence[str], meaning: str) -> Schema:
    """One of these words, or a list of them."""
    return described(meaning, {"anyOf": [one_of(words), list_of(one_of(words), len(words))]})


def whole(low: int, high: int) -> Schema:
    return {"anyOf": [{"type": "integer", "minimum": low, "maximum": high}, ref("digits"), ref("option")]}
