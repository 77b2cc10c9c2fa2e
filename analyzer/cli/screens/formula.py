"""Formulas for people. Only the command line calls this."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from rich.console import Group, RenderableType
from rich.text import Text

from analyzer.change.formula.formula import Formula
from analyzer.change.formula.regions import LineEnd, LineRegion, about
from analyzer.cli.screens.layout import Column, Grid
from analyzer.numbers import grouped_text, percent_text
from analyzer.pricing.results import pay_text


def formula_report(formula: Formula, regions: Sequence[LineRegion], *, full: bool) -> RenderableType:
    """The formula, its lines, what must hold, and where the strategy stays the best."""
    name, expression = formula.shown
    parts: list[RenderableType] = [
        Text(f"{formula.game}, {formula.wager}, paytable {formula.paytable}", style="bold"),
        Text(f"{name} = {expression.text}"),
        Text(_value(formula)),
    ]
    if formula.lines:
        parts.append(_lines(formula, regions))
    parts += [Text(words) for words in _conditions(formula, bool(regions))]
    for region in regions:
        parts += [Text(words) for words in _next_strategies(formula, region, full=full)]
    return Group(*parts, Text())


def _value(formula: Formula) -> str:
    mean = formula.terms.mean(formula.pays)
    if mean.meter:
        first, *more = formula.pieces
        above = [f"{pay_text(piece.mean)} from a meter of {grouped_text(piece.start)} on" for piece in more]
        return f"expected result with this paytable: {'; '.join([pay_text(first.mean), *above])}"
    if not formula.unit.has_stake:
        return f"with this paytable: {mean.amount} = {formula.unit.text(mean.amount)}"
    returned = 1 + mean.amount
    return f"with this paytable: return {returned} = {percent_text(returned, 6)}"


def _lines(formula: Formula, regions: Sequence[LineRegion]) -> Grid:
    columns = [Column("line", "key"), Column("pays"), Column("deals paid" if _is_count(formula) else "deals x units")]
    by_line = {region.line: region for region in regions}
    if regions:
        columns += [Column("best from"), Column("to")]
    grid = Grid("", columns)
    for line in formula.lines:
        if regions and line.id not in by_line:
            continue
        region = by_line.get(line.id)
        ends = [] if region is None else [region.low.text, region.high.text]
        grid.add(line.id, str(line.pay), _number(line.factor), *ends)
    return grid


def _is_count(formula: Formula) -> bool:
    return not formula.decided


def _number(value: Fraction) -> str:
    return f"{int(value):,}" if value.denominator == 1 else str(value)


def _conditions(formula: Formula, has_regions: bool) -> Iterator[str]:
    if formula.order:
        said = ", ".join(f"{order.most} >= {order.other}" for order in formula.order)
        yield f"Some hands satisfy several lines, and the one that pays most is paid. The formula holds while {said}."
    if has_regions:
        yield (
            "The formula is that of the strategy that is best with this paytable. It stays the best while one pay "
            "moves between its ends, the others unchanged; the ends belong to it."
        )
    elif formula.decided:
        yield "The formula is that of the strategy that is best with this paytable."


def _next_strategies(formula: Formula, region: LineRegion, *, full: bool) -> Iterator[str]:
    for where, end in (("below", region.low), ("above", region.high)):
        if end.next is None or end.outside is None:
            continue
        yield f"{region.line} {where} {about(end.outside)}: {_what_changes(formula, end)}"
        if full:
            expression = formula.expression(end.next.terms)
            name = "return" if formula.unit.has_stake else "expected result"
            yield f"  {name} = {(expression.plus(1) if formula.unit.has_stake else expression).text}"


def _what_changes(formula: Formula, end: LineEnd) -> str:
    """The next strategy by what it does differently."""
    if end.difference is not None:
        one = end.difference
        return f"{one.hands:,} hands are played differently, such as {one.example}: {one.one}, then {one.other}"
    assert end.next is not None
    changed = [
        f"{name} {percent_text(formula.choices.get(name, Fraction(0)), 6)}, then {percent_text(share, 6)}"
        for name, share in end.next.choices.items()
        if share != formula.choices.get(name, Fraction(0))
    ]
    return "; ".join(changed) or "hands are played differently, each choice as often as before"
