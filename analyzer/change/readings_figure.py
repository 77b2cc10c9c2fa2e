"""A picture of readings: what each wager is worth under every one of them, as SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction

from analyzer import svg
from analyzer.change.figures import worth_text
from analyzer.change.readings import WEIGHT, GameReadings, WagerReadings
from analyzer.units import Unit

WIDTH, ROW, HEAD, FOOT = 880, 22, 46, 40
LEFT, RIGHT = 330, WIDTH - 30
TEXT, FAINT = 'fill="black"', 'stroke="#999999" stroke-width="1"'
RANGE = 'stroke="#1f6fb4" stroke-width="4"'
OWN, WEIGHED, OTHER = 'fill="black"', 'fill="#1f6fb4"', 'fill="white" stroke="#1f6fb4"'


def figure_svg(games: Sequence[GameReadings]) -> str:
    """One line a wager and paytable; house edges on one scale, dollars on another below them.

    The thick line goes over the readings of weight 1: these are filled dots, all others empty ones, and the wager as it
    is read is a black dot. Dots have the reading and what the wager is worth as their titles.
    """
    lines = [(one.game.name, wager) for one in games for wager in one.wagers if wager.bounds is not None]
    parts: list[str] = []
    top = 0
    for staked in (True, False):
        own = [(game, wager) for game, wager in lines if wager.default.unit.has_stake is staked]
        if own:
            parts += _part(own, top)
            top += HEAD + ROW * len(own) + FOOT
    blank = svg.rectangle((0, 0), WIDTH, max(top, 1), 'fill="white"')
    return svg.document(WIDTH, max(top, 1), 'font-family="sans-serif" font-size="12"', [blank, *parts])


def _part(lines: Sequence[tuple[str, WagerReadings]], top: int) -> Iterator[str]:
    unit = lines[0][1].default.unit
    worths = [worth for _, wager in lines for worth, *_ in _dots(wager)]
    low, high = min(*worths, Fraction(0)), max(*worths, Fraction(0))
    scale = _Scale(low, high)
    bottom = top + HEAD + ROW * len(lines)
    yield svg.text((LEFT, top + 18), f"{unit.worth_name.capitalize()} under every reading", TEXT)
    for end in dict.fromkeys((low, Fraction(0), high)):
        yield svg.upright(scale.place(end), top + HEAD - 10, bottom, FAINT)
        yield svg.text((scale.place(end), bottom + 16), _axis_text(end, unit), TEXT, "middle")
    for number, (game, wager) in enumerate(lines):
        y = top + HEAD + ROW * number + ROW // 2
        yield svg.text((LEFT - 12, y + 4), f"{game}: {wager.default.wager} {wager.default.paytable}", TEXT, "end")
        yield from _line(wager, scale, y)


def _axis_text(value: Fraction, unit: Unit) -> str:
    return unit.text(value, 2) if unit.has_stake else unit.text(value)


class _Scale:
    def __init__(self, low: Fraction, high: Fraction) -> None:
        self.low, self.width = low, high - low or Fraction(1)

    def place(self, value: Fraction) -> Decimal:
        share = (value - self.low) / self.width * (RIGHT - LEFT)
        return LEFT + Decimal(share.numerator) / Decimal(share.denominator)


def _line(wager: WagerReadings, scale: _Scale, y: int) -> Iterator[str]:
    assert wager.bounds is not None
    ends = [scale.place(end.worth.amount) for end in (wager.bounds.low, wager.bounds.high)]
    if ends[0] != ends[1]:
        yield svg.line((ends[0], y), (ends[1], y), RANGE)
    for worth, look, title in _dots(wager):
        yield svg.dot((scale.place(worth), y), look, title)


def _dots(wager: WagerReadings) -> Iterator[tuple[Fraction, str, str]]:
    """(what it is worth, how the dot looks, its title); the wager as it is read comes last, above the others."""
    unit = wager.default.unit
    others = [
        (row.figures, WEIGHED if row.weight == WEIGHT else OTHER, row.name) for row in (*wager.rows, *wager.combined)
    ]
    for figures, look, name in (*others, (wager.default, OWN, "as read")):
        worth = figures.amount("worth")
        assert worth is not None
        yield worth.amount, look, f"{name}: {worth_text(worth, unit)}"
