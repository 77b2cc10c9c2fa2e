"""Progressives: the return as an expression in the meter J, where it breaks even, and over meters that matter."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from analyzer.numbers import decimal_text, grouped_text, percent_text
from analyzer.pricing.lines import METERS
from analyzer.pricing.results import WagerResult
from analyzer.report.blocks import Block, facts, figure, heading, series, table, text
from analyzer.report.subject import Subject

POINTS = 11
# About how many round levels of a meter are shown, and by which steps they go.
ROUND_LEVELS = 10
ROUND_STEPS = (Fraction(1), Fraction(2), Fraction(5, 2), Fraction(5), Fraction(10))
# The level that is shown first where no seed is known, unless it is far from where the wager breaks even.
USUAL_LEVEL = Fraction(METERS[6])
FAR = 10


def first_level(seed: Fraction | None, even: Fraction | None) -> Fraction:
    """One level of the meter to show: the seed, or else a usual one, or a round one about where it breaks even.

    >>> [str(first_level(None, even and Fraction(even))) for even in (None, 52000, 405)]
    ['100000', '100000', '500']
    """
    if seed:
        return seed
    if not even or even / FAR <= USUAL_LEVEL <= even * FAR:
        return USUAL_LEVEL
    return round_up(even)


def meter_blocks(subject: Subject) -> list[Block]:
    return [block for result in subject.results if result.ev is None for block in _progressive(subject, result)]


def _progressive(subject: Subject, result: WagerResult) -> Iterator[Block]:
    document = subject.document_of(result)
    identity = subject.id_of(10, result.wager, result.paytable)
    even = document["break_even_meter"]
    yield heading(identity, subject.title_of(result))
    rows = [
        ("Return, in units of the bet", str(document["return"])),
        ("Expected result", str(document["ev"])),
        ("Price of a bet", str(document["bet"])),
        ("Break-even meter, exactly", even or "none"),
        ("Break-even meter", decimal_text(Fraction(even), 2) if even else ""),
        ("Variance", str(document["variance"])),
        ("Average meter in the long run", str(document.get("average_meter", ""))),
        ("Return in the long run", str(document.get("long_run_return", ""))),
    ]
    yield facts(identity + "-return", rows)
    if "long_run_return" not in document:
        yield text(_no_long_run(subject, result))
    breaks_even = Fraction(even) if even else None
    levels = levels_of(_seed(subject, result), breaks_even, result.least_meter)
    yield table(
        identity + "-meters",
        "Return at levels of the meter",
        (
            ("meter J", "decimal"),
            ("what it is", "text"),
            ("return", "percent"),
            ("house edge", "percent"),
            ("return, exact", "fraction"),
        ),
        [_row(subject, result, level, breaks_even) for level in levels],
        note="The seed, where one is given, the break-even meter, and round amounts up to twice the larger of them. A "
        "house edge below zero favours the player.",
    )
    yield _figure(subject, result, identity, levels[-1], breaks_even)


def _seed(subject: Subject, result: WagerResult) -> Fraction | None:
    meter = subject.wager_of(result).meter
    return None if meter is None else meter.seed


def _no_long_run(subject: Subject, result: WagerResult) -> str:
    """Why there is no long-run return."""
    meter = subject.wager_of(result).meter
    given = {"contribution": meter and meter.contribution, "seed": meter and meter.seed}
    missing = [f"no {name}" for name, value in given.items() if value is None]
    if not missing:
        return "There is no long-run return: which line is paid depends on the meter, so its mean does not decide it."
    options = [name for name in given if name in subject.game.options]
    told = f" With the options {' and '.join(options)} it is computed." if len(options) == len(given) else ""
    return f"The game gives {' and '.join(missing)}, so there is no long-run return.{told}"


def levels_of(seed: Fraction | None, even: Fraction | None, least: Fraction = Fraction(0)) -> list[Fraction]:
    """Levels of the meter that matter: the seed, where it breaks even, and round ones up to twice the larger of them.

    >>> [str(level) for level in levels_of(Fraction(100), Fraction(9320, 23), Fraction(100))]
    ['100', '200', '300', '400', '9320/23', '500', '600', '700', '800']
    >>> [str(level) for level in levels_of(Fraction(5000), None)]
    ['1000', '2000', '3000', '4000', '5000', '6000', '7000', '8000', '9000', '10000']
    """
    named = [level for level in (seed, even) if level]
    if not named:
        return [Fraction(level) for level in METERS]
    top = 2 * max(named)
    step = round_up(top / ROUND_LEVELS)
    levels = {step * number for number in range(1, int(top / step) + 1)} | set(named)
    return sorted(level for level in levels if level >= least)


def round_up(amount: Fraction) -> Fraction:
    """The next round amount: 1, 2, 2.5 or 5 with zeros.

    >>> [str(round_up(Fraction(amount))) for amount in ("81", "100", "1/8", "2001")]
    ['100', '100', '1/5', '2500']
    """
    unit = Fraction(1)
    while unit * 10 <= amount:
        unit *= 10
    while unit > amount:
        unit /= 10
    return next(unit * step for step in ROUND_STEPS if unit * step >= amount)


def _row(subject: Subject, result: WagerResult, level: Fraction, even: Fraction | None) -> list[str]:
    back = 1 + result.mean.at(level)
    what = "seed" if level == _seed(subject, result) else ""
    if level == even:
        exactly = "" if level.denominator == 1 else f", exactly {level}"
        what = f"{what}, breaks even{exactly}" if what else f"breaks even{exactly}"
    shown = grouped_text(level)
    return [shown, what, percent_text(back, 6), percent_text(1 - back, 6), str(back)]


def _figure(subject: Subject, result: WagerResult, identity: str, last: Fraction, even: Fraction | None) -> Block:
    """A straight line, drawn to well beyond the break-even meter."""
    end = 2 * even if even else last
    meters = [end * step / (POINTS - 1) for step in range(POINTS)]
    backs = [1 + result.mean.at(meter) for meter in meters]
    marks = [{"x": decimal_text(even, 2), "label": f"breaks even at {decimal_text(even, 2)}"}] if even else []
    return figure(
        identity + "-figure",
        f"Return over the meter: {subject.title_of(result)}",
        "The return rises in a straight line with the meter; above 100 percent the player has the advantage.",
        "line",
        ("meter J", "return in percent"),
        [
            series(
                "return",
                [decimal_text(back * 100, 6) for back in backs],
                [decimal_text(meter, 2) for meter in meters],
            )
        ],
        marks=marks,
    )
