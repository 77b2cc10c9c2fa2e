"""Readings that change more than a value: what becomes of places of the file under a value of an option.

`changes.VALUE = { "deck.wild" = "Jk" }` sets keys, `removes.VALUE = ["deck.bug"]` takes keys away. A path goes down
through tables by name and through lists by number from 1; all of it but the last key of a change must be there. A
change of the item after the last of a list adds it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from analyzer.game.model import Option
from analyzer.game.options import references
from analyzer.game.sections import Faults, Section, nearest, shown

MAX_STEPS = 12
# What a reading cannot change: they say which file this is, and which readings there are.
FIXED = ("schema", "id", "options")


class PathError(ValueError):
    """A path that leads nowhere; the message says where it ends."""


def patched(data: Mapping[str, Any], options: Mapping[str, Option], chosen: Mapping[str, str]) -> dict[str, Any]:
    """The data as the chosen values have it, `"$name"` not yet replaced; the given data stays as it is.

    >>> option = Option("joker", ("bug", "wild"), "bug", "")
    >>> data = {"deck": {"bug": "Jk"}, "options": {"joker": {"removes": {"wild": ["deck.bug"]}}}}
    >>> patched(data, {"joker": option}, {"joker": "wild"})["deck"]
    {}
    """
    result = dict(data)
    for name in options:
        changes, removed = _patch(data, name, chosen.get(name, ""))
        for path, value in changes.items():
            result = _changed(result, path, value)
        for path in removed:
            result = _changed(result, path, None)
    return result


def _patch(data: Mapping[str, Any], option: str, value: str) -> tuple[Mapping[str, Any], list[str]]:
    """What a value of an option changes and removes; nothing where that is not said in the right form."""
    table = data["options"][option]
    changes, removes = (table.get(key) if isinstance(table, dict) else None for key in ("changes", "removes"))
    changed = changes.get(value) if isinstance(changes, dict) else None
    removed = removes.get(value) if isinstance(removes, dict) else None
    paths = [removed] if isinstance(removed, str) else removed
    return (
        changed if isinstance(changed, dict) else {},
        [path for path in paths if isinstance(path, str)] if isinstance(paths, list) else [],
    )


def patched_paths(data: Mapping[str, Any], option: str, values: Iterable[str] | None = None) -> set[str]:
    """The places that some value of the option, or one of those given, changes or takes away."""
    table = data["options"][option]
    if values is None:
        values = {value for key in ("changes", "removes") for value in table.get(key, {})}
    patches = [_patch(data, option, value) for value in values]
    return {path for changes, removed in patches for path in (*changes, *removed)}


def clash(data: Mapping[str, Any], options: Mapping[str, Option], chosen: Mapping[str, str]) -> str | None:
    """Two chosen readings that change the same place, in words: one of them would be lost. None if there are none."""
    changed: list[tuple[str, str]] = []
    for name, option in options.items():
        value = chosen.get(name, "")
        if option.is_number or value == option.default:
            continue
        changes, removed = _patch(data, name, value)
        for path in (*changes, *removed):
            for other, before in changed:
                if f"{path}.".startswith(f"{before}.") or f"{before}.".startswith(f"{path}."):
                    return f"{other} and {name} = {value} both change {min(path, before, key=len)}; choose one of them"
        changed += [(f"{name} = {value}", path) for path in (*changes, *removed)]
    return None


def follow(data: Mapping[str, Any], path: str, *, new: bool = False) -> Any:
    """What is at that path; with `new` its last key, or item of a list, need not be there yet.

    >>> follow({"round": [{"sees": "own"}]}, "round.1.sees")
    'own'
    """
    steps = path.split(".")
    if len(steps) > MAX_STEPS or steps[0] in FIXED:
        raise PathError(f"must have at most {MAX_STEPS} steps and not begin with {', '.join(FIXED)}")
    value: Any = data
    for number, step in enumerate(steps, 1):
        inner = _step(value, step)
        if inner is None:
            if new and number == len(steps) and (isinstance(value, dict) or step == _next_item(value)):
                return None
            known = nearest(step, value) if isinstance(value, dict) else ""
            raise PathError(
                f"leads nowhere: there is no {shown(step)} in {'.'.join(steps[: number - 1]) or 'the file'}{known}"
            )
        value = inner
    return value


def _step(value: Any, step: str) -> Any:
    if isinstance(value, dict):
        return value.get(step)
    if isinstance(value, list) and step.isascii() and step.isdecimal() and len(step) < 6:
        return value[int(step) - 1] if 1 <= int(step) <= len(value) else None
    return None


def _next_item(value: Any) -> str | None:
    """How a path names the item after the last of a list."""
    return str(len(value) + 1) if isinstance(value, list) else None


def _changed(data: dict[str, Any], path: str, new: Any) -> dict[str, Any]:
    """The data with a new value at that path, or without its last key where `new` is None.

    Where another option has taken away what the path leads through, there is nothing left to change.
    """
    try:
        follow(data, path, new=True)
    except PathError:
        return data
    changed: dict[str, Any] = _rebuilt(data, path.split("."), new)
    return changed


def _rebuilt(value: Any, steps: list[str], new: Any) -> Any:
    """A copy of what the path goes through; the rest is shared."""
    step, *rest = steps
    if isinstance(value, list):
        place = int(step) - 1
        inner = _rebuilt(value[place], rest, new) if rest else new
        return [*value[:place], inner, *value[place + 1 :]]
    if not rest and new is None:
        return {key: item for key, item in value.items() if key != step}
    return value | {step: _rebuilt(value[step], rest, new) if rest else new}


# --- faults ----------------------------------------------------------------------------------------------------------


def note_patch_faults(data: Mapping[str, Any], options: Mapping[str, Option], faults: Faults) -> None:
    """Every path of every value must lead somewhere, and every value must be a reading of its own."""
    for name, option in options.items():
        table = data["options"][name]
        if not isinstance(table, dict):
            continue
        section = Section(table, f"options.{name}", faults)
        for key in ("changes", "removes"):
            if section.has(key):
                _note_faults(section, key, option, data)


def _note_faults(section: Section, key: str, option: Option, data: Mapping[str, Any]) -> None:
    if option.is_number:
        section.fault(key, "needs values: a number has none that a change could be for")
        return
    for value, patch in section.section(key).items():
        place = f"{section.at(key)}.{value}"
        if value not in option.values[1:]:
            others = ", ".join(option.values[1:])
            section.faults.note(
                place, f"is not a value other than the default{nearest(value, option.values)}; {others}"
            )
        elif key == "changes":
            _note_paths(Section(patch, place, section.faults), data)
        else:
            _note_removed(section.section(key), value, data)


def _note_paths(section: Section, data: Mapping[str, Any]) -> None:
    for path, _ in section.items():
        try:
            follow(data, path, new=True)
        except PathError as error:
            section.fault(path, str(error))
    if not section.keys:
        section.faults.note(section.place, 'changes nothing; write { "dotted.path" = value }')


def _note_removed(section: Section, value: str, data: Mapping[str, Any]) -> None:
    paths = section.texts(value)
    for path in paths:
        parent, _, last = path.rpartition(".")
        try:
            follow(data, path)
            if parent and isinstance(follow(data, parent), list):
                raise PathError(f"ends at item {last} of a list; only keys can be taken away")
        except PathError as error:
            section.fault(value, f"{shown(path)} {error}")
    if section.has(value) and not paths:
        section.fault(value, "takes nothing away; write a list of dotted paths")


def name_patches(
    data: Mapping[str, Any], options: Mapping[str, Option], chosen: Mapping[str, str], faults: Faults, known: int
) -> None:
    """Faults from `known` on are those of a reading: of what its option changes they name the option, at its line."""
    for name, option in options.items():
        value = chosen.get(name, "")
        if option.is_number or value == option.default:
            continue
        changes, removed = _patch(data, name, value)
        for number in range(known, len(faults)):
            place = faults.places[number]
            inside = [path for path in changes if f"{_steps(place)}.".startswith(f"{path}.")]
            if inside:
                rest = _steps(place).removeprefix(max(inside, key=len))
                faults.moved(number, f"options.{name}.changes.{value}.{max(inside, key=len)}{rest}")
            elif changes or removed:
                faults.moved(number, place, f" (with {name} = {value})")


def _steps(place: str) -> str:
    """A place as a path of a patch names it.

    >>> _steps("wagers.main.settle.bet[1].pays")
    'wagers.main.settle.bet.1.pays'
    """
    return place.replace("[", ".").replace("]", "")


def note_idle_options(data: Mapping[str, Any], options: Mapping[str, Option], faults: Faults) -> None:
    """An option must be used, and each of its values must do something."""
    used = set(references({key: value for key, value in data.items() if key != "options"}))
    patches = {name: _values_patched(data, name) for name in options}
    used |= set(references([data["options"][name].get("changes") for name in options if patches[name]]))
    for name, option in options.items():
        if name in used:
            continue
        if not patches[name]:
            faults.note(f"options.{name}", f'is not used; write "${name}" where its value belongs, or leave it out')
        for value in option.values[1:] if patches[name] else ():
            if value not in patches[name]:
                faults.note(f"options.{name}.values", f"{shown(value)} changes nothing: give it changes or removes")


def _values_patched(data: Mapping[str, Any], option: str) -> set[str]:
    table = data["options"][option]
    patches = [table.get(key) for key in ("changes", "removes")] if isinstance(table, dict) else []
    return {value for patch in patches if isinstance(patch, dict) for value in patch}
