"""What differs between two JSON documents, value by value."""

from __future__ import annotations

from analyzer.printable import shown_safely

_MAX_LENGTH = 160


def differences(old: object, new: object, place: str = "") -> list[str]:
    """Every value that differs, with its place.

    >>> differences({"a": ["1", "2"]}, {"a": ["1", "3"], "b": "4"})
    ["a[1]: the report says '2', computed again it is '3'", 'b: is missing in the report']
    """
    if isinstance(old, dict) and isinstance(new, dict):
        messages = []
        for key in dict.fromkeys([*new, *old]):
            name = shown_safely(str(key))
            inner = f"{place}.{name}" if place else name
            if key not in old or key not in new:
                messages.append(f"{inner}: is {'missing in the report' if key not in old else 'only in the report'}")
            else:
                messages += differences(old[key], new[key], inner)
        return messages
    if isinstance(old, list) and isinstance(new, list):
        messages = [
            difference
            for number, (one, other) in enumerate(zip(old, new, strict=False))
            for difference in differences(one, other, f"{place}[{number}]")
        ]
        if len(old) != len(new):
            messages.append(f"{place}: the report has {len(old)} items, computed again there are {len(new)}")
        return messages
    if old == new and type(old) is type(new):
        return []
    return [f"{place}: the report says {_shown(old)}, computed again it is {_shown(new)}"]


def _shown(value: object) -> str:
    text = repr(value)  # which shows no character that may not be shown
    return text if len(text) <= _MAX_LENGTH else text[:_MAX_LENGTH] + "..."


def leaves(value: object) -> int:
    """How many values there are in a document.

    >>> leaves({"a": ["1", "2"], "b": None})
    3
    """
    if isinstance(value, dict | list):
        return sum(leaves(item) for item in (value.values() if isinstance(value, dict) else value))
    return 1
