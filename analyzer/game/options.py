"""Options of a game file: readings that a user chooses, and `"$name"`, which stands for the value of one."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from analyzer.errors import SelectionError
from analyzer.game.model import Option
from analyzer.game.sections import Faults, Section, nearest, shown
from analyzer.numbers import exact_hint, parse_fraction, range_text

MAX_WEIGHT = 3


def read_options(data: Mapping[str, Any], faults: Faults, *, patches: bool = False) -> dict[str, Option]:
    """[options.N]; with `patches` they may also have changes and removes, which analyzer/game/patches.py checks."""
    options: dict[str, Option] = {}
    for key, value in Section(data.get("options", {}), "options", faults).items():
        section = Section(value, f"options.{key}", faults)
        meaning = section.text("meaning", required=True)
        if section.has("number"):
            options[key] = _number_option(key, section, meaning)
        else:
            values = section.texts("values", required=True)
            if len(values) < 2 or len(set(values)) < len(values) or not all(values):
                section.fault("values", "must list two or more different values, the default first")
                values = ("", " ")
            options[key] = Option(key, values, values[0], meaning, **_weighed(section))
        if patches:
            section.has("changes"), section.has("removes")
        section.finish()
    return options


def _weighed(section: Section) -> dict[str, Any]:
    """How much speaks for the other values, and which sentence can be read so."""
    weight = section.number("weight", 1, MAX_WEIGHT) if section.has("weight") else None
    if section.has("source") and weight is None:
        section.fault("source", f"needs weight beside it, from 1 to {MAX_WEIGHT}: a sentence that is read in two ways")
    return {"weight": weight, "source": section.text("source")}


def _number_option(key: str, section: Section, meaning: str) -> Option:
    bounds = section.texts("number")
    low, high = (parse_fraction(bound) for bound in bounds) if len(bounds) == 2 else (None, None)
    if low is None or high is None or low > high:
        section.fault("number", 'must be the smallest and the largest value, such as ["0", "1"]')
        low = high = Fraction(0)
    default = section.text("default") or None
    if default is not None:
        section.fraction("default", low, high)
    return Option(key, (), default, meaning, low, high)


def values_to_try(options: Mapping[str, Option]) -> list[dict[str, str]]:
    """The defaults, then each other enumerated value alone, then the numbers that have no default."""
    defaults = {key: option.default for key, option in options.items() if option.default is not None}
    tries = [defaults]
    tries += [defaults | {key: value} for key, option in options.items() for value in option.values[1:]]
    unset = {key: str(option.minimum) for key, option in options.items() if option.default is None}
    return [*tries, defaults | unset] if unset else tries


def complete(options: Mapping[str, Option], chosen: Mapping[str, str], game: str) -> dict[str, str]:
    """Check chosen values and add the defaults."""
    for key, value in chosen.items():
        if key not in options:
            known = f"its options: {', '.join(options)}" if options else "it has none"
            raise SelectionError(f"{game} has no option {key!r}{nearest(key, options)}; {known}")
        option = options[key]
        if option.is_number:
            _check_number(option, value)
        elif value not in option.values:
            raise SelectionError(
                f"option {key} cannot be {value!r}{nearest(value, option.values)}; one of {', '.join(option.values)}"
            )
    defaults = {key: option.default for key, option in options.items() if option.default is not None}
    return defaults | dict(chosen)


def _check_number(option: Option, value: str) -> None:
    number, allowed = parse_fraction(value), range_text(option.minimum, option.maximum)
    if number is None:
        raise SelectionError(
            f"option {option.id} must be an exact number from {allowed}, not {value!r}{exact_hint(value)}"
        )
    if not option.minimum <= number <= option.maximum:
        raise SelectionError(f"option {option.id} must be from {allowed}, not {value}")


def substitute(value: Any, values: Mapping[str, str]) -> Any:
    """The data with each "$option" replaced by its value; a key whose option has no value is left out."""
    if isinstance(value, dict):
        pairs = {key: substitute(item, values) for key, item in value.items()}
        return {key: item for key, item in pairs.items() if not _is_unset(value[key], values)}
    if isinstance(value, list):
        return [substitute(item, values) for item in value]
    if isinstance(value, str) and value.startswith("$"):
        return values.get(value[1:], "")
    return value


def _is_unset(value: Any, values: Mapping[str, str]) -> bool:
    return isinstance(value, str) and value.startswith("$") and value[1:] not in values


def references(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [name for item in value.values() for name in references(item)]
    if isinstance(value, list):
        return [name for item in value for name in references(item)]
    return [value[1:]] if isinstance(value, str) and value.startswith("$") else []


def note_unknown_references(data: Any, options: Mapping[str, Option], faults: Faults) -> None:
    if references(data.get("id")):
        faults.note("id", f"{shown(data['id'])} cannot be an option: it names the game, whatever is chosen")
    for name in references(data):
        if name not in options:
            faults.note("options", f"${name} is used but no option of that name is declared{nearest(name, options)}")
