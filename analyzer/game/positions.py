"""On which line of a TOML text each key is, so that a fault can name it.

The text was accepted by the TOML reader before; here it is only walked through, and what is not understood has no line.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping

from analyzer.game.sections import Faults

_BLANK = re.compile(r"(?:[ \t\r\n,]|#[^\n]*)*")
_TEXT = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'',
    re.DOTALL,
)
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_DOT = re.compile(r"[ \t]*\.[ \t]*")
_EQUALS = re.compile(r"[ \t]*=[ \t]*")
_SCALAR = re.compile(r"[^\n,\]}#]*")
_ESCAPE = re.compile(r"\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})|\\(.)", re.DOTALL)
_LETTERS = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b"}


def line_numbers(text: str) -> Mapping[str, int]:
    """The line of each key, by its place as faults write it.

    >>> line_numbers('[[round]]\\nsees = "own"\\nchoose.fold = { then = "fold" }')["round[1].choose.fold.then"]
    3
    """
    return _Scanner(text).lines


def with_lines(faults: Faults, text: str) -> list[str]:
    """The faults down the file, each with the line of its place, or of the nearest part of the file around it."""
    lines = line_numbers(text)
    numbers = [_nearest_line(place, lines) for place in faults.places]
    located = sorted(zip(numbers, faults, strict=True), key=lambda one: one[0])
    return [f"line {number}: {fault}" if number else fault for number, fault in located]


def _nearest_line(place: str, lines: Mapping[str, int]) -> int:
    while place and place not in lines:
        place = place[: max(place.rfind("."), place.rfind("["), 0)]
    return lines.get(place, 0)


class _Scanner:
    """Walks through the text once; `lines` has what it came by."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[str, int] = {}
        self._tables: dict[str, int] = {}  # how many tables each array of tables has so far
        self._newlines = [match.start() for match in re.finditer("\n", text)]
        self._document()

    # --- steps -------------------------------------------------------------------------------------------------------

    def _skip(self, pattern: re.Pattern[str] = _BLANK) -> str:
        match = pattern.match(self.text, self.at)
        if match is None:
            return ""
        self.at = match.end()
        return match[0]

    def _sees(self, mark: str) -> bool:
        return self.text.startswith(mark, self.at)

    def _note(self, place: str, start: int) -> None:
        self.lines.setdefault(place, bisect_left(self._newlines, start) + 1)

    def _key(self) -> list[str]:
        """The parts of a dotted key; none if there is no key here."""
        parts: list[str] = []
        while True:
            quoted = self._skip(_TEXT)
            part = _unquoted(quoted) if quoted else self._skip(_BARE)
            if not quoted and not part:
                return parts
            parts.append(part)
            if not self._skip(_DOT):
                return parts

    # --- parts of the document ---------------------------------------------------------------------------------------

    def _document(self) -> None:
        place = ""
        while True:
            self._skip()
            start = self.at
            if self._sees("["):
                place = self._header()
            elif not self._pair(place):
                return
            if self.at == start:
                return

    def _header(self) -> str:
        """[a.b] or [[a.b]]: the place of the table that begins."""
        start, is_array = self.at, self._sees("[[")
        self.at += 2 if is_array else 1
        self._skip()
        place = ""
        parts = self._key()
        for number, part in enumerate(parts):
            place = f"{place}.{part}" if place else part
            self._note(place, start)
            if is_array and number == len(parts) - 1:
                self._tables[place] = self._tables.get(place, 0) + 1
            if place in self._tables:
                place = f"{place}[{self._tables[place]}]"
                self._note(place, start)
        self._skip()
        self.at += 2 if is_array else 1
        return place

    def _pair(self, place: str) -> bool:
        """key = value; False if there is none."""
        start = self.at
        parts = self._key()
        for part in parts:
            place = f"{place}.{part}" if place else part
            self._note(place, start)
        if not parts or not self._skip(_EQUALS):
            return False
        self._value(place)
        return True

    def _value(self, place: str) -> None:
        if self._sees("["):
            self._list(place)
        elif self._sees("{"):
            self.at += 1
            self._skip()
            while not self._sees("}") and self._pair(place):
                self._skip()
            self.at += 1
        elif not self._skip(_TEXT):
            self._skip(_SCALAR)

    def _list(self, place: str) -> None:
        self.at += 1
        self._skip()
        number = 0
        while self.at < len(self.text) and not self._sees("]"):
            number += 1
            start = self.at
            self._note(f"{place}[{number}]", start)
            self._value(f"{place}[{number}]")
            if self.at == start:
                return
            self._skip()
        self.at += 1


def _unquoted(text: str) -> str:
    """The key that a quoted one is."""
    if text.startswith("'"):
        return text[1:-1]

    def letter(match: re.Match[str]) -> str:
        code = match[1] or match[2]
        return chr(int(code, 16)) if code else _LETTERS.get(match[3], match[3])

    return _ESCAPE.sub(letter, text[1:-1])
