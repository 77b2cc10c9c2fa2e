"""Pays as people write them into a field: read as the page of a report reads them, with the same words for a fault.

The script of that page (`reports/templates/report.js`) is the other half: tests/test_serve_browser.py holds both
against each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction

from analyzer.errors import FaultsError, SelectionError
from analyzer.game.amounts import MAX_PAY
from analyzer.game.pay import Pay

LONGEST = 60
EMPTY = "Empty: write a number, such as 11, 3/2 or 1.5."
TOO_LONG = f"Too long: at most {LONGEST} characters."
NO_ZERO = "A fraction cannot have 0 below its bar."
NOT_A_NUMBER = (
    "Not a number: without words such as 'to 1', write a whole number, a fraction such as 3/2 or a decimal such as 1.5."
)
NEGATIVE = "Negative: a line pays 0 or more."
TOO_MUCH = f"Too much: a line pays at most {int(MAX_PAY):,}."
MOST_DIGITS = 18
TOO_FINE = f"Too fine: as a fraction it has more than {MOST_DIGITS} digits above or below the bar."
WHOLE_METER = "More than the whole meter: a line pays at most J."
OR_A_SHARE = ", or a share of the meter such as J/10."
_BAR = re.compile(r"\s*/\s*")
_THOUSANDS = re.compile(r"[+-]?[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]*)?")
_FRACTION = re.compile(r"([+-]?[0-9]+)/([0-9]+)")
_DECIMAL = re.compile(r"([+-]?)([0-9]*)\.?([0-9]*)")
_SHARE = re.compile(r"\s*(?:([0-9]{1,9})\s*\*?\s*)?J\s*(?:/\s*([0-9]{1,9}))?\s*")
_PLACE = re.compile(r"wagers\.[^.]+\.(?:pays|lines)\.([^.\[\]: ]+)(?:\[[0-9]+\])?: (.*)", re.DOTALL)


class PayFaultError(ValueError):
    """What is wrong with a pay, and what would be right."""


def read_written(written: str, has_meter: bool) -> Pay:
    """The pay that was meant.

    >>> str(read_written(" 11 / 2 ", False)), str(read_written("5.5", False)), str(read_written("1,000", False))
    ('11/2', '11/2', '1000')
    >>> str(read_written("3J/10", True))
    '3*J/10'
    """
    share = _SHARE.fullmatch(written) if has_meter else None
    if share is not None:
        below = int(share[2] or 1)
        if not below:
            raise PayFaultError(NO_ZERO)
        if Fraction(int(share[1] or 1), below) > 1:
            raise PayFaultError(WHOLE_METER)
        return Pay(Fraction(0), Fraction(int(share[1] or 1), below))
    try:
        value = _number(written)
    except PayFaultError as fault:
        raise PayFaultError(f"{str(fault).removesuffix('.')}{OR_A_SHARE}" if has_meter else str(fault)) from None
    if value < 0:
        raise PayFaultError(NEGATIVE)
    if value > MAX_PAY:
        raise PayFaultError(TOO_MUCH)
    if max(value.numerator, value.denominator) >= 10**MOST_DIGITS:
        raise PayFaultError(TOO_FINE)
    return Pay(value)


def _number(written: str) -> Fraction:
    cleaned = _BAR.sub("/", written.strip().replace("\N{MINUS SIGN}", "-"))
    cleaned = cleaned.replace(",", "") if _THOUSANDS.fullmatch(cleaned) else cleaned
    if not cleaned:
        raise PayFaultError(EMPTY)
    if len(cleaned) > LONGEST:
        raise PayFaultError(TOO_LONG)
    bar = _FRACTION.fullmatch(cleaned)
    if bar:
        if not int(bar[2]):
            raise PayFaultError(NO_ZERO)
        return Fraction(int(bar[1]), int(bar[2]))
    point = _DECIMAL.fullmatch(cleaned)
    if point is None or not (point[2] or point[3]):
        raise PayFaultError(NOT_A_NUMBER)
    size = Fraction(int(point[2] + point[3]), 10 ** len(point[3]))
    return -size if point[1] == "-" else size


def exact_pays(written: Mapping[str, str], names: Mapping[str, str], has_meter: bool) -> dict[str, str]:
    """The pays as a game file writes them; all that cannot be read is told at once, each by the name of its line."""
    pays, faults = {}, []
    for line, text in written.items():
        try:
            pays[line] = str(read_written(text, has_meter))
        except PayFaultError as fault:
            faults.append(f"{names.get(line, line)}: {fault}")
    if faults:
        raise SelectionError("\n".join(faults))
    return pays


def told_by_name(error: FaultsError, names: Mapping[str, str]) -> SelectionError:
    """What a game file with these pays would be refused for, without places of the file."""
    return SelectionError("\n".join(_by_name(error.faults, names)))


def _by_name(faults: Iterable[str], names: Mapping[str, str]) -> Iterable[str]:
    for fault in faults:
        placed = _PLACE.fullmatch(fault)
        yield f"{names.get(placed[1], placed[1])}: {placed[2]}" if placed else fault
