"""What the page asks, read from JSON and checked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from analyzer.change.whatif import with_pays
from analyzer.documents import Json, JsonDict
from analyzer.errors import SelectionError
from analyzer.game.file import GameFile
from analyzer.numbers import parse_number

MAX_TEXT = 200
MAX_ENTRIES = 200


def read_json(body: bytes) -> JsonDict:
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        raise SelectionError("the request is not JSON") from None
    if not isinstance(data, dict):
        raise SelectionError("the request is not an object")
    return data


def text_of(data: Json, key: str) -> str:
    """A short text; nothing is an empty one."""
    value = data.get(key, "")
    if not isinstance(value, str) or len(value) > MAX_TEXT:
        raise SelectionError(f"{key} must be a text of at most {MAX_TEXT} characters")
    return value.strip()


def texts_of(data: Json, key: str) -> dict[str, str]:
    """Names with short texts; empty ones are left out."""
    value = data.get(key) or {}
    if not isinstance(value, dict) or len(value) > MAX_ENTRIES:
        raise SelectionError(f"{key} must be names with texts")
    texts = {str(name): text_of(value, name) for name in value}
    return {name: text for name, text in texts.items() if text}


@dataclass(frozen=True)
class Asked:
    """A wager under one of its paytables, with some pays changed, at a meter if it has one."""

    file: GameFile
    options: Mapping[str, str]
    wager: str
    paytable: str
    pays: Mapping[str, str]
    meter: Fraction | None

    @property
    def changed(self) -> GameFile:
        """The game file with the pays that were entered."""
        return with_pays(self.file, self.wager, self.pays, self.paytable) if self.pays else self.file


def read_asked(file: GameFile, data: Json) -> Asked:
    meter = text_of(data, "meter").replace(",", "")
    level = parse_number(meter) if meter else None
    if meter and (level is None or level < 0):
        raise SelectionError(f"the meter {meter!r} is not a number of 0 or more, such as 25000")
    return Asked(
        file,
        texts_of(data, "options"),
        text_of(data, "wager"),
        text_of(data, "paytable"),
        texts_of(data, "pays"),
        level,
    )
