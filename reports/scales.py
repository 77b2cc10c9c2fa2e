"""Axes: where a value stands on them and which ticks they get, in decimals that are the same on every machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from itertools import pairwise

SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
ARITHMETIC = Context(prec=30)
MAX_DECADES = 9
FEW_DECADES = 2


@dataclass(frozen=True)
class Scale:
    """Values from `low` to `high` on a line from `start` to `end`."""

    low: Decimal
    high: Decimal
    start: Decimal
    end: Decimal
    ticks: tuple[Decimal, ...]
    logarithmic: bool = False

    def place(self, value: Decimal) -> Decimal:
        """Where the value stands; what lies outside is drawn at the border."""
        if self.logarithmic:
            if value <= 0:
                return self.start
            value, low, high = (ARITHMETIC.log10(number) for number in (value, self.low, self.high))
        else:
            low, high = self.low, self.high
        share = min(max((value - low) / (high - low), Decimal(0)), Decimal(1))
        return self.start + share * (self.end - self.start)

    def labels(self) -> list[tuple[Decimal, str]]:
        """The ticks with their texts."""
        if self.logarithmic:
            return [(tick, power_text(tick)) for tick in self.ticks]
        step = min((after - before for before, after in pairwise(self.ticks)), default=Decimal(1))
        return [(tick, tick_text(tick, step)) for tick in self.ticks]


def linear_scale(values: Sequence[Decimal], start: int, end: int, *, with_zero: bool = False, ticks: int = 6) -> Scale:
    """A scale that begins and ends at a tick."""
    low, high = min(values), max(values)
    if with_zero:
        low, high = min(low, Decimal(0)), max(high, Decimal(0))
    if low == high:
        low, high = low - (abs(low) / 2 or 1), high + (abs(high) / 2 or 1)
    step = nice_step((high - low) / ticks)
    first = (low / step).to_integral_value(ROUND_FLOOR)
    last = (high / step).to_integral_value(ROUND_CEILING)
    places = tuple(step * (first + index) for index in range(int(last - first) + 1))
    return Scale(places[0], places[-1], Decimal(start), Decimal(end), places)


def logarithmic_scale(values: Sequence[Decimal], start: int, end: int) -> Scale:
    """A scale of whole decades; values that are not above zero have no place on it."""
    positive = [value for value in values if value > 0] or [Decimal(1)]
    first = int(ARITHMETIC.log10(min(positive)).to_integral_value(ROUND_FLOOR))
    last = int(ARITHMETIC.log10(max(positive)).to_integral_value(ROUND_CEILING))
    # A bar as long as the smallest decade would have no length: begin one below.
    if Decimal(10) ** first == min(positive):
        first -= 1
    last = max(last, first + 1)
    stride = -(-(last - first) // MAX_DECADES)
    ticks = tuple(Decimal(10) ** power for power in range(first, last + 1, stride))
    if last - first <= FEW_DECADES:
        between = [tick * factor for tick in ticks[:-1] for factor in (1, 2, 5)]
        ticks = (*between, ticks[-1])
    return Scale(Decimal(10) ** first, Decimal(10) ** last, Decimal(start), Decimal(end), ticks, logarithmic=True)


def nice_step(least: Decimal) -> Decimal:
    """The smallest of 1, 2, 5, 10, 20 ... (and their tenths) that is not below `least`.

    >>> str(nice_step(Decimal("0.03"))), str(nice_step(Decimal(7)))
    ('0.05', '10')
    """
    decade = Decimal(10) ** least.adjusted()
    step = next(decade * factor for factor in (1, 2, 5, 10) if decade * factor >= least)
    return Decimal(format(step.normalize(), "f"))


def tick_text(value: Decimal, step: Decimal) -> str:
    """
    >>> tick_text(Decimal("1500"), Decimal("500")), tick_text(Decimal("0.2"), Decimal("0.05"))
    ('1,500', '0.20')
    """
    exponent = step.normalize().as_tuple().exponent
    places = max(0, -exponent) if isinstance(exponent, int) else 0
    return f"{value:,.{places}f}"


def power_text(value: Decimal) -> str:
    """A tick on a logarithmic axis, written out as long as that is short.

    >>> power_text(Decimal("0.001")), power_text(Decimal(1000)), power_text(Decimal("1e-8")), power_text(Decimal("2e9"))
    ('0.001', '1,000', '10⁻⁸', '2×10⁹')
    """
    power = value.adjusted()
    if -4 <= power <= 7:
        return f"{value:,f}"
    first = value.scaleb(-power).normalize()
    times = "" if first == 1 else f"{first:f}×"
    return f"{times}10{str(power).translate(SUPERSCRIPTS)}"


def short_text(value: Decimal) -> str:
    """A value beside its bar: four significant digits, and no zeros at the end of a fraction.

    >>> short_text(Decimal("0.028579831")), short_text(Decimal("123456")), short_text(Decimal("0.0000001265"))
    ('0.02858', '123,456', '1.265×10⁻⁷')
    """
    if value == 0:
        return "0"
    if abs(value) >= 10000:
        return f"{value:,.0f}"
    rounded = Context(prec=4).plus(value)
    power = rounded.adjusted()
    if power >= -4:
        return trimmed(f"{rounded:f}")
    return f"{trimmed(f'{rounded.scaleb(-power):f}')}×10{str(power).translate(SUPERSCRIPTS)}"


def trimmed(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text
