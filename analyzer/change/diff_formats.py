"""A difference as lines of values, for a table of one's own: one line a figure, a changed pay or a line of a wager."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.documents import Json, JsonDict

VALUES = ("wager", "paytable", "unit", "options", "status", "what", "name", "old", "new", "difference")
FIGURES = ("house_edge", "ev", "return", "hit_frequency", "variance", "largest_payoff")
Row = tuple[str, ...]


def value_rows(document: JsonDict) -> list[Row]:
    """From the document of a difference, exact as it is there; the names of the columns come first."""
    return [VALUES, *(row for wager in document["wagers"] for row in _rows(wager))]


def _rows(wager: Json) -> Iterator[Row]:
    options = " ".join(f"{option}={value}" for option, value in wager["options"].items())
    start = (wager["wager"], wager["paytable"], wager["unit"], options, wager["status"])
    for figure in FIGURES:
        if figure in wager:
            yield *start, "figure", figure, *_sides(wager[figure])
    for pay in wager["pays"]:
        yield *start, "pay", pay["line"], *_sides(pay)
    for line in wager["lines"]:
        yield *start, "contribution", line["name"], *_sides(line["contribution"])
    if "hour" in wager:
        wins = {side: amount and amount["exact"] for side, amount in wager["hour"]["house_wins"].items()}
        yield *start, "hour", "house_wins", *_sides(wins)


def _sides(values: Json) -> Row:
    return tuple(values.get(side) or "" for side in ("old", "new", "difference"))
