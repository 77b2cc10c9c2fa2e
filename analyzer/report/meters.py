"""Progressives: the return as an expression in the meter J, where it breaks even, and over meters."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from analyzer.numbers import decimal_text, percent_text
from analyzer.pricing.results import WagerResult
from analyzer.report.blocks import Block, facts, figure, heading, series, table, text
from analyzer.report.subject import Subject

POINTS = 11


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
        yield text(
            "The source gives no contribution and no seed, so there is no long-run return. With the options that set "
            "them both it is computed."
        )
    levels = [(Fraction(row["meter"]), Fraction(row["return"])) for row in document["meters"]]
    yield table(
        identity + "-meters",
        "Return at levels of the meter",
        (("meter J", "integer"), ("return", "percent"), ("house edge", "percent"), ("return, exact", "fraction")),
        [[str(level), percent_text(back, 6), percent_text(1 - back, 6), str(back)] for level, back in levels],
        note="A house edge below zero favours the player.",
    )
    yield _figure(subject, result, identity, levels, Fraction(even) if even else None)


def _figure(
    subject: Subject, result: WagerResult, identity: str, levels: list[tuple[Fraction, Fraction]], even: Fraction | None
) -> Block:
    """A straight line through two of the levels, drawn up to a little beyond the break-even meter."""
    (low, low_back), (high, high_back) = levels[0], levels[-1]
    slope = (high_back - low_back) / (high - low)
    end = 2 * even if even else high
    meters = [end * step / (POINTS - 1) for step in range(POINTS)]
    backs = [low_back + slope * (meter - low) for meter in meters]
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
