"""Game files: TOML in, a `Game` out, or every fault of the file at once."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from analyzer.errors import GameFileError
from analyzer.files import FileKind, parse_toml, read_bytes
from analyzer.game.model import Game, Option
from analyzer.game.options import (
    complete,
    note_unknown_references,
    note_unused_options,
    read_options,
    references,
    substitute,
    values_to_try,
)
from analyzer.game.plan import planned
from analyzer.game.read_language import read_rules
from analyzer.game.sections import Faults

SCHEMA = "exactodds/game/2"
OLD_SCHEMA = "exactodds/game/1"
GAME_FILE = FileKind("a game file", 96 * 1024, GameFileError)
MAX_TRIES = 40


@dataclass(frozen=True)
class GameFile:
    """A checked game file. `game()` is the game under chosen options; the file itself stays as it was read."""

    path: str
    data: Mapping[str, Any] = field(repr=False)
    digest: str
    options: Mapping[str, Option]
    # As it was written, comments included.
    text: str = field(default="", repr=False)

    @property
    def id(self) -> str:
        return str(self.data["id"])

    def game(self, chosen: Mapping[str, str] | None = None) -> Game:
        """The game with these option values; the others at their defaults."""
        faults = Faults()
        game = _build(self.data, self.options, complete(self.options, chosen or {}, self.id), faults)
        if game is None:
            raise GameFileError(self.path, faults)
        return game

    def options_of(self, wager: str) -> tuple[str, ...]:
        """The options that this wager's result can depend on: those of every part of the file that it reads."""
        used = set(references(list(self._parts_of(wager))))
        return tuple(option for option in self.options if option in used)

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


def parse_game_file(raw: bytes, name: str) -> GameFile:
    """The same for a file's content."""
    data = parse_toml(raw, name, GAME_FILE)
    faults = Faults()
    if data.get("schema") == OLD_SCHEMA:
        faults.note("schema", f"{OLD_SCHEMA} is no longer read; write the game in {SCHEMA}, see docs/adding-a-game.md")
        raise GameFileError(name, faults)
    options = read_options(data, faults)
    note_unknown_references(data, options, faults)
    note_unused_options(data, options, faults)
    tries = values_to_try(options)
    if len(tries) > MAX_TRIES:
        faults.note("options", f"have {len(tries)} values in all, more than {MAX_TRIES}")
    for values in tries[:MAX_TRIES]:
        if faults.full:
            break
        _build(data, options, values, faults)
    if faults:
        raise GameFileError(name, faults)
    return GameFile(name, data, hashlib.sha256(raw).hexdigest(), options, raw.decode())


def _build(data: Any, options: Mapping[str, Option], chosen: Mapping[str, str], faults: Faults) -> Game | None:
    """The game under these values; None if anything is wrong with it."""
    own = Faults()
    rules = read_rules(substitute(data, chosen), options, chosen, own)
    game = None if own else planned(rules, own)
    faults.extend_with(own)
    return None if own else game
