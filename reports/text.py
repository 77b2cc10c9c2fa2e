"""How numbers are shown: the one formatter of all formats.

The document's numbers are plain text: `-0.0470`, `8250459031214400`, `9.1627 %`. People see grouped digits, a true
minus, a times sign, dollars before the amount, and units in the heading of a column. Nothing is rounded here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from analyzer.documents import Json
from analyzer.units import Unit

MINUS, TIMES = "\N{MINUS SIGN}", "\N{MULTIPLICATION SIGN}"
# Behind a range over readings, one of which changes who has the advantage.
TURNS = "\N{DAGGER}"
PLAIN_DECIMAL = re.compile(r"-?\d+(\.\d+)?")
PLAIN_FRACTION = re.compile(r"-?\d+(/\d+)?")
_SIGN = re.compile(r"(?<![\w.,/)\]*^=%-])-(?=[\dJ$])")
_DIFFERENCE = re.compile(r"(?<=[\dJx)]) - (?=[\dJ(])")
_PRODUCT = re.compile(r"(?<=[\d)]) x (?=[\dCl(])")
_POWER = re.compile(r"J\*J(\*J)?")
_SHARE = re.compile(r"(\d)\*J")
_DOLLARS = re.compile(rf"([{MINUS}+]?)(\d[\d,]*(?:\.\d+)?) \$(?=\W|$)")

RESULT_TITLES = {
    "house_edge": "House edge",
    "return": "Return",
    "ev": "Expected result",
    "variance": "Variance",
    "standard_deviation": "Standard deviation",
    "hit_frequency": "Hit rate",
    "break_even_meter": "Breaks even at J",
}


def shown(text: str) -> str:
    r"""A text with the numbers in it as people write them.

    >>> shown("-0.04702506 $ a round"), shown("C(52,3) x C(49,3)"), shown("19*J/40 - 2/3"), shown("(-2 to 1)")
    ('−$0.04702506 a round', 'C(52,3) × C(49,3)', '19\xa0J/40 − 2/3', '(−2 to 1)')
    >>> shown("2026-03-31 --set flush=-1 A-2-3")
    '2026-03-31 --set flush=-1 A-2-3'
    """
    text = _SIGN.sub(MINUS, text)
    text = _DIFFERENCE.sub(f" {MINUS} ", text)
    text = _PRODUCT.sub(f" {TIMES} ", text)
    text = _POWER.sub(lambda match: "J³" if match[1] else "J²", text)
    text = _SHARE.sub("\\1\N{NO-BREAK SPACE}J", text)
    return _DOLLARS.sub(r"\1$\2", text)


def cell_text(text: str, kind: str) -> str:
    """A cell of a table as it is shown: its unit stands in the heading.

    >>> cell_text("-1234567", "integer"), cell_text("-3.1250 %", "percent"), cell_text("no stake", "percent")
    ('−1,234,567', '−3.1250', 'no stake')
    """
    if kind == "percent":
        text = _without_unit(text)
    return shown(grouped(text) if kind != "text" else text)


def _without_unit(text: str) -> str:
    """A mark behind it stays."""
    bare = text.removesuffix(f" {TURNS}")
    number = bare.removesuffix(" %")
    if number == bare or not re.fullmatch(r"[+-]?[\d.,]+( to -?[\d.,]+)?", number):
        return text
    return number + text.removeprefix(bare)


def heading_text(column: Mapping[str, str]) -> str:
    """The title of a column, with the unit of its cells.

    >>> heading_text({"title": "house edge", "type": "percent"}), heading_text({"title": "line", "type": "text"})
    ('House edge, %', 'Line')
    """
    title = shown(column["title"][:1].upper() + column["title"][1:])
    return f"{title}, %" if column["type"] == "percent" and not title.endswith("%") else title


def result_title(block: Json, key: str, titles: Mapping[str, str] = RESULT_TITLES) -> str:
    """The name of a result; money is named as such.

    >>> result_title({"unit": "dollars"}, "ev"), result_title({"unit": "units"}, "ev")
    ('Expected result, dollars a round', 'Expected result')
    """
    money = key == "ev" and not Unit(block["unit"]).has_stake
    return titles[key] + (", dollars a round" if money else "")


def grouped(text: str) -> str:
    """Plain digits with thousands separators; any other text as it is.

    >>> grouped("-1234567"), grouped("790627.50"), grouped("-0.5"), grouped("never")
    ('-1,234,567', '790,627.50', '-0.5', 'never')
    """
    if not PLAIN_DECIMAL.fullmatch(text):
        return text
    whole, point, rest = text.partition(".")
    sign = "-" if whole.startswith("-") else ""
    return f"{sign}{abs(int(whole)):,}{point}{rest}"


def exact(text: str) -> Fraction | None:
    """The number that a text such as `-3/2` stands for; None for an expression of a meter.

    >>> exact("-3/2"), exact("J - 1")
    (Fraction(-3, 2), None)
    """
    if not PLAIN_FRACTION.fullmatch(text):
        return None
    top, _, bottom = text.partition("/")
    return Fraction(int(top), int(bottom or "1"))


# --- the report itself -----------------------------------------------------------------------------------------------


def cover_facts(document: Json) -> list[tuple[str, str]]:
    """What the cover says of the report itself; what was not given is left out."""
    facts = [
        ("Certified by", _vouching(document["status"])),
        ("Prepared for", document.get("prepared_for")),
        ("Prepared by", document.get("prepared_by")),
        ("Jurisdiction", document.get("jurisdiction")),
        ("Date", document.get("date")),
        ("Program", f"{document['program']['name']} {document['program']['version']}"),
    ]
    return [(label, value) for label, value in facts if value]


def _vouching(status: Json) -> str:
    return str(status["by"]) if status["word"] == "CERTIFIED" else "nobody: this is a draft"


def status_text(document: Json) -> str:
    """One line on whether anybody vouches for the report."""
    status = document["status"]
    if status["word"] == "CERTIFIED":
        return f"Certified by {status['by']}. The page Certification says how to check it."
    number = len(status["reasons"])
    reasons = (
        "1 reason; the page Certification has it"
        if number == 1
        else f"{number} reasons; the page Certification lists them"
    )
    return f"Not certified, for {reasons}."
