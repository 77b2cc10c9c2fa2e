"""What the page asks, read from JSON and checked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from analyzer.change.whatif import with_pays
from analyzer.documents import Json, JsonDict
from analyzer.errors import GameFileError, SelectionError
from analyzer.game.file import GameFile
from analyzer.game.model import Wager
from analyzer.game.read_pays import line_name
from analyzer.numbers import comma_hint, grouped_number
from analyzer.pricing.analysis import select_wagers
from analyzer.serve.pays import exact_pays, told_by_name

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
    """Names with short texts."""
    value = data.get(key) or {}
    if not isinstance(value, dict) or len(value) > MAX_ENTRIES:
        raise SelectionError(f"{key} must be names with texts")
    return {str(name): text_of(value, name) for name in value}


@dataclass(frozen=True)
class Asked:
    """A wager under one of its paytables, with some pays changed, at a meter if it has one.

    The pays are written as a game file writes them.
    """

    file: GameFile
    options: Mapping[str, str]
    wager: str
    paytable: str
    pays: Mapping[str, str]
    meter: Fraction | None

    @property
    def changed(self) -> GameFile:
        """The game file with the pays that were entered."""
        if not self.pays:
            return self.file
        try:
            return with_pays(self.file, self.wager, self.pays, self.paytable)
        except GameFileError as error:  # pays that a file may not have together
            (wager,) = select_wagers(self.file.game(self.options), self.wager)
            raise told_by_name(error, names_of(wager)) from None


def read_asked(file: GameFile, data: Json) -> Asked:
    meter = text_of(data, "meter")
    level = grouped_number(meter) if meter else None
    if meter and (level is None or level < 0):
        raise SelectionError(f"the meter {meter!r} is not a number of 0 or more, such as 25000{comma_hint(meter)}")
    options = {option: value for option, value in texts_of(data, "options").items() if value}
    wager, pays = text_of(data, "wager"), texts_of(data, "pays")
    if pays:
        (chosen,) = select_wagers(file.game(options), wager)
        pays = exact_pays(pays, names_of(chosen), on_meter(chosen))
    return Asked(file, options, wager, text_of(data, "paytable"), pays, level)


def names_of(wager: Wager) -> dict[str, str]:
    """What people call the lines of a wager."""
    names = {line.id: line.name for line in wager.lines}
    return {line: names.get(line, line_name(line)) for line in wager.line_ids}


def on_meter(wager: Wager) -> bool:
    """Whether some line pays a share of a meter."""
    return any(pay.meter for table in wager.paytables for pay in table.pays)
