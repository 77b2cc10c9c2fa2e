"""Amounts of a game file: pays, prices, fees. All of them are exact, and none is absurd."""

from __future__ import annotations

import re
from fractions import Fraction

from analyzer.game.model import Fees
from analyzer.game.pay import Pay
from analyzer.game.sections import Section, shown
from analyzer.numbers import exact_hint, parse_fraction

MAX_PAY = Fraction(10**9)
MAX_BET = 10**9
_METER_SHARE = re.compile(r"(?:(\d{1,9})\*)?J(?:/(\d{1,9}))?")


def read_pay(section: Section, line: str, value: object, meter: bool) -> Pay:
    """What a line pays; a fault of the value is one of the line."""
    if value is None:
        return Pay(Fraction(0))
    pay = parse_pay(value, meter)
    if pay is None:
        if _is_too_much(value):
            section.fault(line, f"{shown(value)} is too much; a line pays at most {int(MAX_PAY):,}")
            return Pay(Fraction(0))
        hint = ' or a share of the meter such as "J/10"' if meter else ""
        if not meter and parse_pay(value, meter=True) is not None:
            hint = "; J is a meter, and the wager has none"
        section.fault(line, f"{shown(value)} is not an exact pay{exact_hint(value)}{hint}")
        return Pay(Fraction(0))
    if pay.amount < 0 or pay.meter < 0:
        section.fault(line, f"{shown(value)} is negative; a line pays 0 or more")
    elif pay.amount > MAX_PAY or pay.meter > 1:
        most = "the whole meter" if pay.meter > 1 else f"{int(MAX_PAY):,}"
        section.fault(line, f"{shown(value)} is absurd; a line pays from 0 to {most}")
    return pay


def parse_pay(value: object, meter: bool = False) -> Pay | None:
    """An exact pay; with a meter also "J", "J/10" or "3*J/10".

    >>> parse_pay("J/10", meter=True)
    Pay(amount=Fraction(0, 1), meter=Fraction(1, 10))
    """
    share = _METER_SHARE.fullmatch(value.replace(" ", "")) if meter and isinstance(value, str) else None
    if share is not None:
        numerator, denominator = int(share[1] or 1), int(share[2] or 1)
        return Pay(Fraction(0), Fraction(numerator, denominator)) if denominator else None
    amount = parse_fraction(value)
    return None if amount is None else Pay(amount)


def _is_too_much(value: object) -> bool:
    """A number that is exact, and has more digits than any that is read."""
    if isinstance(value, str):
        return value.isascii() and value.strip().isdecimal()
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def read_price(section: Section) -> Fraction:
    """What one bet costs; 1 if the file does not say."""
    value = parse_fraction(section.get("bet")) if section.has("bet") else Fraction(1)
    if value is not None and 0 < value <= MAX_PAY:
        return value
    said = shown(section.get("bet")) if value is None else value
    section.fault("bet", f"must be more than 0 and at most {int(MAX_PAY):,}, not {said}")
    return Fraction(1)


def read_fees(section: Section) -> Fees:
    bets = section.get("bets", required=True)
    if not isinstance(bets, list) or not bets or not all(_is_whole(bet) for bet in bets):
        section.fault("bets", f"must be a list of whole numbers from 1 to {MAX_BET:,}, such as [10, 25, 50]")
        bets = [1]
    player, dealer = (_read_steps(section, key, min(bets)) for key in ("player", "dealer"))
    section.finish()
    return Fees(tuple(bets), player, dealer)


def _read_steps(section: Section, key: str, least: int) -> tuple[tuple[int, int], ...]:
    """[[from, fee], ...] in ascending order, the first not above the smallest bet shown; a fee may be 0."""
    value = section.get(key, required=True)
    good = isinstance(value, list) and value and all(_is_step(step) for step in value)
    if not good or [step[0] for step in value] != sorted({step[0] for step in value}) or value[0][0] > least:
        section.fault(
            key, f"must be steps [from bet, fee], ascending, the first from {least} or below: [[10, 1], [101, 2]]"
        )
        return ((0, 0),)
    return tuple((start, fee) for start, fee in value)


def _is_step(step: object) -> bool:
    return isinstance(step, list) and len(step) == 2 and _is_whole(step[0]) and _is_whole(step[1], least=0)


def _is_whole(value: object, least: int = 1) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= MAX_BET
