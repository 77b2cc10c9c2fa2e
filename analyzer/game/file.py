"""Game files: TOML in, a `Game` out, or every fault of the file at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from analyzer.errors import GameFileError, NotCountedFileError, SelectionError
from analyzer.files import read_bytes
from analyzer.game.exposed_cards import Exposure, exposed
from analyzer.game.language import Rules
from analyzer.game.model import Game, Option
from analyzer.game.options import complete, references, values_to_try
from analyzer.game.patches import clash, patched_paths
from analyzer.game.plan import planned
from analyzer.game.positions import with_lines
from analyzer.game.rules_file import RULES_FILE, Readings, parse_rules_file, reading
from analyzer.game.sections import Faults

GAME_FILE = RULES_FILE


@dataclass(frozen=True)
class GameFile:
    """A checked game file that can be counted. `game()` is the game under chosen options, `rules()` what it says."""

    path: str
    data: Mapping[str, Any] = field(repr=False)
    digest: str
    options: Mapping[str, Option]
    # As it was written, comments included.
    text: str = field(default="", repr=False)
    # Cards that the player sees beyond what the file shows.
    sees: tuple[Exposure, ...] = ()
    # What was read to check the file: it is not read again. A copy with other data starts empty (`init=False`).
    readings: Readings = field(default_factory=dict, init=False, repr=False, compare=False)
    # Games that were planned before, by the values of options in their order; of a copy, none (`init=False`).
    _games: dict[tuple[tuple[str, str], ...], Game] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def id(self) -> str:
        return str(self.data["id"])

    def rules(self, chosen: Mapping[str, str] | None = None) -> Rules:
        """What the file says under these option values; the others at their defaults."""
        faults, values = Faults(), complete(self.options, chosen or {}, self.id)
        if why := clash(self.data, self.options, values):
            raise SelectionError(f"{self.id}: {why}")
        rules = self.readings.get(tuple(values.items())) or reading(self.data, self.options, values, faults)
        if faults:
            raise GameFileError(self.path, faults)
        return exposed(rules, self.sees)

    def exposed(self, sees: Sequence[Exposure]) -> GameFile:
        """The same game whose player sees these cards too."""
        file = replace(self, sees=(*self.sees, *sees))
        file.readings.update(self.readings)
        return file

    def game(self, chosen: Mapping[str, str] | None = None) -> Game:
        """The same as the engines count it."""
        values = tuple(complete(self.options, chosen or {}, self.id).items())
        if values not in self._games:
            self._games[values] = self._planned(chosen)
        return self._games[values]

    def _planned(self, chosen: Mapping[str, str] | None) -> Game:
        faults = Faults()
        game = planned(self.rules(chosen), faults)
        if faults:
            seen = "".join(f" --sees {exposure}" for exposure in self.sees)
            raise NotCountedFileError(f"{self.path}{seen}", faults, _wagers_at(faults.places))
        return game

    def options_of(self, wager: str) -> tuple[str, ...]:
        """The options that this wager's result can depend on: those of every part of the file that it reads."""
        used = set(references(list(self._parts_of(wager))))
        used |= {option for option in self.options if self._patches(option, wager)}
        return tuple(option for option in self.options if option in used)

    def _patches(self, option: str, wager: str) -> bool:
        """Does a value of the option change a part of the file that is not another wager's?"""
        paths = [path.split(".") for path in patched_paths(self.data, option)]
        return any(path[0] != "wagers" or path[1:2] == [wager] for path in paths)

    def _parts_of(self, wager: str) -> Iterator[Any]:
        own = self.data["wagers"][wager]
        yield from (self.data.get("deck"), self.data.get("deal"), own)
        if self._is_decided(wager):
            yield self.data.get("round")
            own = [own, self.data.get("round")]
        hands = [hand for name, hand in self.data.get("hands", {}).items() if name in _names(own)]
        yield hands
        yield from self._house_ways_of(hands)
        yield from self._joint_of(wager)

    def _is_decided(self, wager: str) -> bool:
        """Does the result depend on what the player does? The main wager's does, and whose cards an exchange makes."""
        own = self.data["wagers"][wager]
        made = {stage["exchange"]["makes"] for stage in self.data.get("round", []) if "exchange" in stage}
        return wager == next(iter(self.data["wagers"])) or bool(made & _names(own)) or "chose" in _keys(own)

    def _house_ways_of(self, hands: list[Any]) -> Iterator[Any]:
        """The house ways that the hands name; all that they may name where an option does."""
        ways = self.data.get("house_ways", {})
        for hand in hands:
            name = hand.get("house_way") if isinstance(hand, dict) else None
            if isinstance(name, str) and name.startswith("$"):
                yield from (ways.get(value) for value in self.options[name[1:]].values)
            elif name is not None:
                yield ways.get(name)

    def _joint_of(self, wager: str) -> list[Any]:
        """The joint results that the wager is, or under some option may be, a part of."""
        joint = self.data.get("joint", [])
        return [part for part in joint if wager in part["wagers"] or references(part["wagers"])]


def _names(value: Any) -> set[str]:
    """All texts in a part of a file, a hand's part ("dealer.front") as the hand."""
    if isinstance(value, dict):
        return {name for item in value.values() for name in _names(item)}
    if isinstance(value, list):
        return {name for item in value for name in _names(item)}
    return {value.partition(".")[0]} if isinstance(value, str) else set()


def _keys(value: Any) -> set[str]:
    if isinstance(value, dict):
        return set(value) | {key for item in value.values() for key in _keys(item)}
    return {key for item in value for key in _keys(item)} if isinstance(value, list) else set()


def load_game_file(path: str | Path) -> GameFile:
    """Read and check a game file: every option value is tried, all faults are reported together."""
    return parse_game_file(read_bytes(path, GAME_FILE), str(path))


def read_game_file(path: str | Path) -> GameFile:
    """The same without asking which engine counts it: enough to tell what is in it."""
    return _read(read_bytes(path, GAME_FILE), str(path))


def parse_game_file(raw: bytes, name: str) -> GameFile:
    """A game file's content, read and checked."""
    file = _read(raw, name)
    faults = Faults()
    for values in values_to_try(file.options):
        planned(file.rules(values), faults)
    if faults:
        raise NotCountedFileError(name, with_lines(faults, file.text), _wagers_at(faults.places))
    return file


def _wagers_at(places: Sequence[str]) -> list[str]:
    """The wagers that faults stand at."""
    parts = [place.split(".") for place in places]
    return list(dict.fromkeys(part[1] for part in parts if part[0] == "wagers"))


def _read(raw: bytes, name: str) -> GameFile:
    rules = parse_rules_file(raw, name)
    file = GameFile(name, rules.data, rules.digest, rules.options, raw.decode())
    file.readings.update(rules.readings)
    return file
