"""Readings as tables that a person likes to read. Only the command line calls this."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from rich.console import Group, RenderableType
from rich.text import Text

from analyzer.change.figures import Figures, Reading, worth_text
from analyzer.change.readings import Bound, GameReadings, ReadRow, WagerReadings
from analyzer.cli.screens.change import flag_text
from analyzer.cli.screens.layout import Column, Grid
from analyzer.game.pay import Pay
from analyzer.pricing.advantage import MARK

# Heading of the pictures of intervals, and how many characters one has.
PICTURE = "from lowest to highest"
STRIP = 31
LINE, DEFAULT, ZERO, NOTHING = "━", "●", "│", " "


def readings_report(games: Sequence[GameReadings], names: Sequence[str], columns: Sequence[str] = ()) -> RenderableType:
    """Each game; `names` tell apart those of one id, which may have one name too."""
    parts: list[RenderableType] = []
    for one, name in zip(games, names, strict=True):
        said = one.game.name if name == one.game.id else f"{one.game.name}: {name}"
        parts += [Text(), *_of_game(one, said, columns)] if parts else _of_game(one, said, columns)
    return Group(*parts)


def _of_game(one: GameReadings, title: str, columns: Sequence[str]) -> Iterator[RenderableType]:
    yield Text(title, style="bold underline")
    yield from (flag_text(flag) for flag in one.flags)
    if not one.readings:
        yield Text("its file has no options, so it is read in one way")
        return
    for staked in (True, False):
        wagers = [wager for wager in one.wagers if wager.default.unit.has_stake is staked]
        if any(wager.rows for wager in wagers):
            yield Text()
            yield _rows_table(wagers).only(columns)
        if any(wager.combined for wager in wagers):
            yield Text()
            yield _combined_table(wagers).only(columns)
        if any(wager.bounds for wager in wagers):
            yield Text()
            yield _bounds_table([wager for wager in wagers if wager.bounds])
    same = [wager.default.place for wager in one.wagers if not wager.rows]
    if same:
        yield Text()
        yield Text(f"the same under every reading: {', '.join(same)}")
    for name, why in one.impossible.items():
        yield Text(f"no game: {name}: {why}", style="yellow")
    if one.readings:
        yield Text()
        yield from _legend(one)


def _legend(one: GameReadings) -> Iterator[Text]:
    for option in one.readings:
        weight = "variant" if option.weight is None else f"weight {option.weight}"
        yield Text(f"{option.id} ({weight}): {option.meaning}")


def _rows_table(wagers: Sequence[WagerReadings]) -> Grid:
    """Every wager as it is read, then under each other reading."""
    table = Grid("Each reading changed alone", _columns("reading", wagers))
    for wager in wagers:
        if wager.rows:
            table.add(wager.default.place, "as read", "", _worth(wager.default), "", "")
            for row in wager.rows:
                _add(table, wager, row)
    return table


def _combined_table(wagers: Sequence[WagerReadings]) -> Grid:
    table = Grid("Readings of weight 1 together", _columns("readings", wagers))
    for wager in wagers:
        for row in wager.combined:
            _add(table, wager, row)
    return table


def _columns(reading: str, wagers: Sequence[WagerReadings]) -> tuple[Column, ...]:
    return reading_columns(reading, wagers[0].default.unit.worth_name)


def reading_columns(reading: str, worth: str) -> tuple[Column, ...]:
    """The columns of a table of readings, by the names that they have in lines of values."""
    words = (Column("wager", "key", once=True), Column(reading, "text", called="options"))
    figures = (Column("weight"), Column(worth, called="worth"), Column("difference"))
    return (*words, *figures, Column("player's advantage", "text", called="turns_over"))


def _add(table: Grid, wager: WagerReadings, row: ReadRow) -> None:
    weight = "variant" if row.weight is None else str(row.weight)
    difference = worth_text(row.difference, wager.default.unit, signed=True)
    cells = (wager.default.place, row.name, weight, _worth(row.figures), difference, row.flag or "")
    table.add(*cells, style="bold red" if row.turns_over else None)


def _worth(figures: Figures) -> str:
    mark = f" ({MARK})" if figures.advantage is not None and figures.advantage.certain else ""
    return worth_text(figures.amount("worth"), figures.unit) + mark


# --- intervals -------------------------------------------------------------------------------------------------------


def _bounds_table(wagers: Sequence[WagerReadings]) -> Grid:
    """From the lowest to the highest over the readings of weight 1, with a picture on one scale."""
    unit = wagers[0].default.unit
    worths = [end.worth.amount for wager in wagers for end in _ends(wager)]
    low, high = min(*worths, Fraction(0)), max(*worths, Fraction(0))
    ends = (Column("lowest"), Column("with", "text"), Column("highest"), Column("with", "text"))
    table = Grid(
        f"{unit.worth_name.capitalize()} over the readings of weight 1",
        (Column("wager", "key"), *ends, Column(PICTURE, "picture")),
    )
    for wager in wagers:
        first, last = _ends(wager)
        table.add(
            wager.default.place,
            worth_text(first.worth, unit),
            _told(first.reading),
            worth_text(last.worth, unit),
            _told(last.reading),
            strip(first.worth, last.worth, wager.default.amount("worth"), low, high),
        )
    return table


def _ends(wager: WagerReadings) -> tuple[Bound, Bound]:
    assert wager.bounds is not None
    return wager.bounds.low, wager.bounds.high


def _told(reading: Reading) -> str:
    return ", ".join(f"{option} = {value}" for option, value in reading) or "as read"


def strip(first: Pay, last: Pay, own: Pay | None, low: Fraction, high: Fraction) -> str:
    """A line from the first to the last, a dot where the wager stands as it is read, and zero.

    >>> strip(Pay(Fraction(-1)), Pay(Fraction(1)), Pay(Fraction(1)), Fraction(-1), Fraction(1))
    '━━━━━━━━━━━━━━━│━━━━━━━━━━━━━━●'
    """

    def place(value: Fraction) -> int:
        return round((value - low) / (high - low) * (STRIP - 1)) if high > low else 0

    cells = [LINE if place(first.amount) <= cell <= place(last.amount) else NOTHING for cell in range(STRIP)]
    cells[place(Fraction(0))] = ZERO
    if own is not None:
        cells[place(own.amount)] = DEFAULT
    return "".join(cells)
