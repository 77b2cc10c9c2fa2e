"""Texts of exact numbers for people: separators in, nothing rounded."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from analyzer.units import Unit

PLAIN_DECIMAL = re.compile(r"-?\d+(\.\d+)?")
PLAIN_FRACTION = re.compile(r"-?\d+(/\d+)?")

RESULT_TITLES = {
    "house_edge": "House edge",
    "return": "Return",
    "ev": "Expected value",
    "variance": "Variance",
    "hit_frequency": "Hit frequency",
}


def result_title(block: Mapping[str, Any], key: str, titles: Mapping[str, str] = RESULT_TITLES) -> str:
    """The name of a result; money is named as such.

    >>> result_title({"unit": "dollars"}, "ev"), result_title({"unit": "units"}, "ev")
    ('Expected value, dollars a round', 'Expected value')
    """
    money = key == "ev" and not Unit(block["unit"]).has_stake
    return titles[key] + (", dollars a round" if money else "")


def grouped(text: str) -> str:
    """Plain digits with thousands separators; any other text as it is.

    >>> grouped("-1234567"), grouped("790627.50"), grouped("never")
    ('-1,234,567', '790,627.50', 'never')
    """
    if not PLAIN_DECIMAL.fullmatch(text):
        return text
    whole, point, rest = text.partition(".")
    return f"{int(whole):,}{point}{rest}"


def exact(text: str) -> Fraction | None:
    """The number that a text such as `-3/2` stands for; None for an expression of a meter.

    >>> exact("-3/2"), exact("J - 1")
    (Fraction(-3, 2), None)
    """
    if not PLAIN_FRACTION.fullmatch(text):
        return None
    top, _, bottom = text.partition("/")
    return Fraction(int(top), int(bottom or "1"))


def cell_text(text: str, kind: str) -> str:
    """A cell of a table as it is shown."""
    return grouped(text) if kind == "integer" else text


def cover_facts(document: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What the cover says of the report itself; what was not given is left out."""
    program = document["program"]
    libraries = ", ".join(f"{name} {version}" for name, version in program["libraries"].items())
    facts = [
        ("Prepared for", document.get("prepared_for")),
        ("Prepared by", document.get("prepared_by")),
        ("Jurisdiction", document.get("jurisdiction")),
        ("Date", document.get("date")),
        ("Games", ", ".join(game["name"] for game in document["games"])),
        ("Program", f"{program['name']} {program['version']}"),
        ("Kernels", program["kernels"]),
        ("Libraries", libraries),
        ("Digest of this report", document["digest"]),
    ]
    return [(label, value) for label, value in facts if value]
