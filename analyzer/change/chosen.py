"""A copy of a game file in which chosen readings are the defaults, comments and order kept.

A copy whose pays were found or tried under a reading is worth that only if it has the reading, too. A value is made
the default by listing it first; where values change places of the file, the places get what the value makes of them,
and the other values what leads from there to what they were.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from analyzer.errors import ExactOddsError
from analyzer.files import toml_value
from analyzer.game.file import GameFile, parse_game_file
from analyzer.game.model import Option
from analyzer.game.options import complete, substitute, values_to_try
from analyzer.game.patches import clash, patched, patched_paths

NAME = "the copy"
MISSING = object()


class NotWrittenError(Exception):
    """A reading that cannot be made the default of a copy."""


@dataclass(frozen=True)
class Copy:
    """The text of a copy; which chosen values are its defaults now, and which must still be asked for."""

    text: str
    adopted: Mapping[str, str] = field(default_factory=dict)
    left: Mapping[str, str] = field(default_factory=dict)

    @property
    def said(self) -> list[str]:
        """The readings in words, a sentence each."""
        adopted = [
            f"the reading {option} = {value} is the default of this copy" for option, value in self.adopted.items()
        ]
        return [*adopted, f"its figures need {options_text(self.left)}"] if self.left else adopted

    @property
    def commented(self) -> str:
        """The text with the readings said on top."""
        return "".join(f"# {words}\n" for words in self.said) + self.text


def options_text(readings: Mapping[str, str]) -> str:
    """What a command must be given for these readings.

    >>> options_text({"top_hand": "royal", "seed": "5"})
    '--option top_hand=royal --option seed=5'
    """
    return " ".join(f"--option {option}={value}" for option, value in readings.items())


def other_readings(options: Mapping[str, Option], chosen: Mapping[str, str]) -> dict[str, str]:
    """The chosen values that are not the defaults."""
    return {option: value for option, value in chosen.items() if value != options[option].default}


def with_readings(text: str, chosen: Mapping[str, str]) -> Copy:
    """The text of a game file with the chosen values as its defaults, as far as that can be written.

    Whatever is written is read again and compared with what the file says under the chosen values: in the whole, and
    with each value of each option beside it.
    """
    from tomlkit.exceptions import TOMLKitError

    file = parse_game_file(text.encode(), NAME)
    adopted, left = {}, {}
    for option, value in other_readings(file.options, complete(file.options, chosen, file.id)).items():
        try:
            file = _with_default(file, option, value)
            adopted[option] = value
        except (NotWrittenError, ExactOddsError, TOMLKitError, LookupError, TypeError, ValueError):
            left[option] = value
    return Copy(file.text, adopted, left)


def _with_default(file: GameFile, option: str, value: str) -> GameFile:
    import tomlkit

    document: Any = tomlkit.parse(file.text)
    own, declared = document["options"][option], file.options[option]
    if declared.is_number:
        own["default"] = value
    else:
        own["values"] = [value, *(other for other in declared.values if other != value)]
        if patched_paths(file.data, option, declared.values):
            _turn_round(document, file, declared, value)
    written = parse_game_file(str(tomlkit.dumps(document)).encode(), NAME)
    if not _same(file, written, option, value):
        raise NotWrittenError
    return written


def _turn_round(document: Any, file: GameFile, option: Option, value: str) -> None:
    """The file as the value has it, and what the other values change and remove from there."""
    under = {one: patched(file.data, {option.id: option}, {option.id: one}) for one in option.values}
    now, changed = under[value], patched_paths(file.data, option.id, [value])
    changes: dict[str, dict[str, Any]] = {}
    removes: dict[str, list[str]] = {}
    for other in option.values:
        for path in _outermost(changed | patched_paths(file.data, option.id, [other])) if other != value else ():
            _note_change(path, now, under[other], changes.setdefault(other, {}), removes.setdefault(other, []))
    for path in _outermost(changed):
        _put(document, path, now)
    own = document["options"][option.id]
    for key, said in (("changes", changes), ("removes", removes)):
        own.pop(key, None)
        if kept := {other: places for other, places in said.items() if places}:
            own[key] = _inline(kept)


def _note_change(path: str, now: Any, wanted: Any, changes: dict[str, Any], removes: list[str]) -> None:
    """What leads at this path from one text of the file to the other; at the path above where that cannot be said."""
    before, after = _at(now, path), _at(wanted, path)
    above, _, _ = path.rpartition(".")
    if before == after or path in changes:
        return
    if above and (_at(now, above) is MISSING or (MISSING in (before, after) and isinstance(_at(now, above), list))):
        _note_change(above, now, wanted, changes, removes)
    elif after is MISSING:
        removes.append(path)
    else:
        changes[path] = after


def _outermost(paths: set[str]) -> list[str]:
    """Those that lead through none of the others."""
    return sorted(path for path in paths if not any(path.startswith(f"{other}.") for other in paths))


def _at(data: Any, path: str) -> Any:
    """What is at a path, or MISSING."""
    for step in path.split("."):
        if isinstance(data, list):
            place = int(step) - 1 if step.isdecimal() else -1
            data = data[place] if 0 <= place < len(data) else MISSING
        else:
            data = data.get(step, MISSING) if isinstance(data, Mapping) else MISSING
    return data


def _put(document: Any, path: str, data: Any) -> None:
    """Make a place of the document what the data have there."""
    *above, last = path.split(".")
    holder, value = document, _at(data, path)
    for step in above:
        holder = holder[int(step) - 1] if isinstance(holder, list) else holder[step]
    if isinstance(holder, list):
        holder[int(last) - 1] = _inline(value)
    elif value is MISSING:
        holder.pop(last, None)
    else:
        holder[last] = _inline(value)


def _inline(value: Any) -> Any:
    """A value of TOML on one line, as the files write such values."""
    import tomlkit

    return tomlkit.parse(f"value = {toml_value(value)}")["value"]


def _same(before: GameFile, now: GameFile, option: str, value: str) -> bool:
    """Whether both say the same under every value of every option, beside the chosen reading."""
    default = before.options[option].default
    tries = [tried for tried in values_to_try(before.options) if tried.get(option) == default]
    asked = [{name: one for name, one in tried.items() if name != option} for tried in tries]
    for beside in [*asked, *({option: other} for other in before.options[option].values)]:
        there = {option: value} | beside
        if clash(before.data, before.options, complete(before.options, there, before.id)) is None and (
            _meaning(before, there) != _meaning(now, beside)
        ):
            return False
    return True


def _meaning(file: GameFile, chosen: Mapping[str, str]) -> dict[str, Any]:
    """What the file says under these values, without the options themselves."""
    values = complete(file.options, chosen, file.id)
    data = patched(file.data, file.options, values)
    return {key: substitute(item, values) for key, item in data.items() if key != "options"}
