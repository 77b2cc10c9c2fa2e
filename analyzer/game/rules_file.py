"""Game files of the language of rounds as bytes: read, checked under every option value, each fault with its line."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from analyzer.errors import GameFileError
from analyzer.files import FileKind, decode, parse_toml
from analyzer.game.language import Rules
from analyzer.game.model import Option
from analyzer.game.options import complete, note_unknown_references, read_options, substitute, values_to_try
from analyzer.game.patches import name_patches, note_idle_options, note_patch_faults, patched
from analyzer.game.positions import with_lines
from analyzer.game.read_language import SCHEMA, read_rules
from analyzer.game.sections import Faults
from analyzer.game.unread import note_unread

# The rules by the values of options that they were read under, in their order.
Readings = dict[tuple[tuple[str, str], ...], Rules]
RULES_FILE = FileKind("a game file", 96 * 1024, GameFileError)
MAX_TRIES = 80
OLDER = "exactodds/game/1"


@dataclass(frozen=True)
class RulesFile:
    """A checked game file. `rules()` are the rules under chosen options; the file itself stays as it was read."""

    path: str
    data: Mapping[str, Any] = field(repr=False)
    digest: str
    options: Mapping[str, Option]
    # What was read to check the file.
    readings: Readings = field(default_factory=dict, repr=False, compare=False)

    @property
    def id(self) -> str:
        return str(self.data["id"])

    def rules(self, chosen: Mapping[str, str] | None = None) -> Rules:
        """The rules with these option values; the others at their defaults."""
        values = complete(self.options, chosen or {}, self.id)
        faults = Faults()
        rules = reading(self.data, self.options, values, faults)
        if faults:
            raise GameFileError(self.path, faults)
        return rules


def parse_rules_file(raw: bytes, name: str) -> RulesFile:
    """Read and check a game file: every option value is tried, all faults are reported together."""
    data = parse_toml(raw, name, RULES_FILE)
    faults = Faults()
    options, readings = check(data, faults)
    if faults:
        raise GameFileError(name, with_lines(faults, decode(raw, name, RULES_FILE)))
    return RulesFile(name, data, hashlib.sha256(raw).hexdigest(), options, readings)


def check(data: Mapping[str, Any], faults: Faults) -> tuple[Mapping[str, Option], Readings]:
    """Note every fault of the data under every value of every option; the options, and what was read."""
    if data.get("schema") == OLDER:
        faults.note("schema", f"{OLDER} is an older language; docs/adding-a-game.md tells how to write it in {SCHEMA}")
        return {}, {}
    options = read_options(data, faults, patches=True)
    note_unknown_references(data, options, faults)
    if not faults:
        note_patch_faults(data, options, faults)
        note_idle_options(data, options, faults)
    tries = values_to_try(options)
    if len(tries) > MAX_TRIES:
        faults.note("options", f"have {len(tries)} values in all, more than {MAX_TRIES}")
    readings: Readings = {}
    for values in tries[:MAX_TRIES]:
        if not faults.full:
            known = len(faults)
            readings[tuple(values.items())] = reading(data, options, values, faults)
            name_patches(data, options, values, faults, known)
    if not faults:
        note_unread(list(readings.values()), faults)
    return options, readings


def reading(data: Mapping[str, Any], options: Mapping[str, Option], values: Mapping[str, str], faults: Faults) -> Rules:
    return read_rules(substitute(patched(data, options, values), values), options, values, faults)
