"""Reading untrusted TOML: typed values out, every fault noted with its key and with what would be right."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, time
from difflib import get_close_matches
from fractions import Fraction
from typing import Any, TypeVar

from analyzer.numbers import NotExact, exact_hint, parse_fraction, range_text
from analyzer.printable import as_written

Word = TypeVar("Word", bound=str)

ID_PATTERN = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
_DIGITS = re.compile(r"[0-9]{1,9}")

MAX_FAULTS = 100
MAX_TEXTS = 100
MAX_SECTIONS = 250
MAX_NAMES = 100


class Faults(list[str]):
    """Faults found so far; the same one is noted once, and nobody reads more than a hundred."""

    def __init__(self) -> None:
        super().__init__()
        self.places: list[str] = []  # the place of each fault, for its line in the file
        self._known: set[str] = set()

    @property
    def full(self) -> bool:
        return len(self) >= MAX_FAULTS

    def note(self, place: str, what: str) -> None:
        fault = f"{place}: {what}"
        if fault not in self._known and not self.full:
            self._known.add(fault)
            self.places.append(place)
            self.append(fault)

    def moved(self, number: int, place: str, why: str = "") -> None:
        """A fault that was noted, at another place, and with a reason behind it."""
        fault = self[number].removeprefix(f"{self.places[number]}: ")
        self._known.discard(self[number])
        self.places[number], self[number] = place, f"{place}: {fault}{why}"
        self._known.add(self[number])


def nearest(word: str, known: Iterable[str]) -> str:
    """` (did you mean 'x'?)`, or nothing.

    >>> nearest("pay", ["pays", "deck"])
    " (did you mean 'pays'?)"
    """
    near = nearest_of(word, known)
    return "" if near is None else f" (did you mean {near!r}?)"


def nearest_of(word: str, known: Iterable[str]) -> str | None:
    """The one that may be meant, if any is like it."""
    return next(iter(get_close_matches(word[:64], list(known), n=1)), None)


def shown(value: object) -> str:
    """A value short enough for an error message."""
    if isinstance(value, NotExact):
        value = str(value)
        return value if len(value) <= 60 else value[:57] + "..."
    if isinstance(value, str):
        value = as_written(value)
    if isinstance(value, date | time):  # a datetime is a date, too
        return str(value)
    try:
        text = str(value).lower() if isinstance(value, bool) else repr(value)
    except ValueError:  # Python does not print integers of thousands of digits
        return "a number of thousands of digits"
    return text if len(text) <= 60 else text[:57] + "..."


class Section:
    """A TOML table being read. Keys that nobody asked for are faults when it is finished."""

    def __init__(self, data: object, place: str, faults: Faults) -> None:
        self.place = place
        self.faults = faults
        self._asked: list[str] = []
        if not isinstance(data, dict):
            faults.note(place or "file", f"must be a table, not {shown(data)}")
            data = {}
        self._data: dict[str, Any] = data

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys that are there, asked for or not."""
        return tuple(self._data)

    def at(self, key: str) -> str:
        return f"{self.place}.{key}" if self.place else key

    def fault(self, key: str, what: str) -> None:
        self.faults.note(self.at(key), what)

    def has(self, key: str) -> bool:
        self._asked.append(key)
        return key in self._data

    def get(self, key: str, *, required: bool = False) -> Any:
        """The raw value, or None; notes a fault if it is required and missing."""
        if not self.has(key):
            if required:
                self.fault(key, "is missing")
            return None
        return self._data[key]

    def text(self, key: str, default: str = "", *, required: bool = False) -> str:
        value = self.get(key, required=required)
        if value is None:
            return default
        if not isinstance(value, str) or isinstance(value, NotExact):
            self.fault(key, f"must be text in quotes, not {shown(value)}")
            return default
        return value

    def identifier(self, key: str) -> str:
        value = self.text(key, required=True)
        if isinstance(self._data.get(key), str) and not ID_PATTERN.fullmatch(value):
            self.fault(key, f"{shown(value)} is not an id; use lower case letters, digits and hyphens")
        return value

    def choice(self, key: str, choices: Sequence[str], default: str | None = None) -> str:
        """One of the choices; without a default the key is required."""
        value = self.text(key, "" if default is None else default, required=default is None)
        if value or self._data.get(key) == "":
            return self.one_of(key, value, choices)
        return choices[0]

    def literal(self, key: str, choices: Sequence[Word]) -> Word:
        """One of the words that a type has; the first is the default."""
        value = self.choice(key, choices, choices[0])
        return next(choice for choice in choices if choice == value)

    def one_of(self, key: str, value: str, choices: Sequence[str]) -> str:
        if value in choices:
            return value
        self.fault(key, f"{shown(value)} is not known{nearest(value, choices)}; one of {', '.join(choices)}")
        return choices[0]

    def integer(self, key: str, low: int, high: int, default: int | None = None) -> int:
        value = self.get(key, required=default is None)
        fallback = low if default is None else default
        if value is None:
            return fallback
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.fault(key, f"must be a whole number from {range_text(low, high)}, not {shown(value)}")
            return fallback
        return value

    def number(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number; one that comes from an option is text."""
        value = self._data.get(key)
        if isinstance(value, str) and not isinstance(value, NotExact) and _DIGITS.fullmatch(value):
            self._data = self._data | {key: int(value)}
        return self.integer(key, low, high, default)

    def flag(self, key: str) -> bool | None:
        value = self.get(key)
        if value is None or isinstance(value, bool):
            return value
        if value in ("true", "false"):  # an option's value, which is text
            return bool(value == "true")
        self.fault(key, f"must be true or false, not {shown(value)}")
        return None

    def fraction(self, key: str, low: Fraction, high: Fraction, default: Fraction | None = None) -> Fraction:
        value = self.get(key, required=default is None)
        fallback = low if default is None else default
        if value is None:
            return fallback
        number = parse_fraction(value)
        if number is None:
            self.fault(key, f"{shown(value)} is not an exact number{exact_hint(value)}")
            return fallback
        if not low <= number <= high:
            self.fault(key, f"must be from {range_text(low, high)}, not {number}")
            return fallback
        return number

    def texts(self, key: str, *, required: bool = False) -> tuple[str, ...]:
        """A list of texts; a single text counts as a list of one."""
        value = self.get(key, required=required)
        if value is None:
            return ()
        if isinstance(value, str):
            value = [value]
        if isinstance(value, list) and len(value) > MAX_TEXTS:
            self.fault(key, f"has {len(value)} entries, more than {MAX_TEXTS}")
            return ()
        if not isinstance(value, list) or not all(
            isinstance(item, str) and not isinstance(item, NotExact) for item in value
        ):
            self.fault(key, f"must be text or a list of texts, not {shown(value)}")
            return ()
        return tuple(value)

    def section(self, key: str, *, required: bool = False) -> Section:
        value = self.get(key, required=required)
        return Section({} if value is None else value, self.at(key), self.faults)

    def items(self) -> Iterator[tuple[str, Any]]:
        """All keys with their raw values, for tables whose keys are names."""
        if len(self._data) > MAX_NAMES:
            self.faults.note(self.place, f"has {len(self._data)} entries, more than {MAX_NAMES}")
            self._asked += self._data
            return
        for key, value in self._data.items():
            self._asked.append(key)
            yield key, value

    def entries(self, most: int) -> Iterator[tuple[str, Any]]:
        """The same for tables whose keys are ids, of which there are at most that many."""
        if len(self._data) > most:
            self.faults.note(self.place, f"has {len(self._data)} entries, more than {most}")
            self._asked += self._data
            return
        for key, value in self.items():
            if ID_PATTERN.fullmatch(key):
                yield key, value
            else:
                self.fault(key, f"{shown(key)} is not an id; use lower case letters, digits and hyphens")

    def sections(self, key: str, *, required: bool = False) -> list[Section]:
        """An array of tables."""
        value = self.get(key, required=required)
        if value is None:
            return []
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            self.fault(key, f"must be an array of tables [[{self.at(key)}]], not {shown(value)}")
            return []
        if len(value) > MAX_SECTIONS:
            self.fault(key, f"has {len(value)} tables, more than {MAX_SECTIONS}")
            return []
        return [Section(item, f"{self.at(key)}[{index}]", self.faults) for index, item in enumerate(value, 1)]

    def finish(self) -> None:
        """Note every key that was never asked for."""
        asked = set(self._asked)
        for key in self._data:
            if self.faults.full:
                return
            if key not in asked:
                self.fault(
                    key,
                    f"unknown key{nearest(key, self._asked)}; known: {', '.join(dict.fromkeys(self._asked))}",
                )
