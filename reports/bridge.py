"""Win over drop: win per initial bets times what an operator knows of his table."""

from __future__ import annotations

from fractions import Fraction

from analyzer.documents import Json, JsonDict
from analyzer.numbers import decimal_text, percent_text
from analyzer.reports.document import Block

# The amounts that an operator knows, and what they are called.
INPUTS = {"rounds_per_hour": "Rounds an hour", "average_bet": "Average initial bet", "drop_per_hour": "Drop an hour"}
PLACES = 3
UNKNOWN = "to be supplied"


def factor(block: Block) -> Fraction | None:
    """Initial bets over drop; None unless all three amounts are known."""
    given = [block["inputs"][key] for key in INPUTS]
    if None in given:
        return None
    rounds, bet, drop = map(Fraction, given)
    return rounds * bet / drop


def rounds_of(block: Block) -> list[str]:
    """The numbers of rounds that some wager has an interval for."""
    return list(dict.fromkeys(one["rounds"] for row in block["rows"] for one in row["intervals"]))


def bridge_table(block: Block) -> JsonDict:
    """The bridge as a table of the report, with win over drop where it is known."""
    known = factor(block)
    rounds = rounds_of(block)
    columns = [("wager", "text"), ("expected", "percent")]
    columns += [(f"{int(number):,} rounds", "percent") for number in rounds]
    note = "; ".join(f"{name}: {_given(block['inputs'][key])}" for key, name in INPUTS.items())
    rows = [] if known is None else [_row(row, known, rounds) for row in block["rows"]]
    return {
        "kind": "table",
        "id": block["id"],
        "title": "Win over drop, with 95 percent probability" if rows else "",
        "columns": [{"title": title, "type": kind} for title, kind in columns] if rows else [],
        "rows": rows,
        "total": None,
        "note": f"{note}." if rows else f"Supplied by the applicant: {note}.",
        "grouped": False,
    }


def _given(text: str | None) -> str:
    if text is None:
        return UNKNOWN
    value = Fraction(text)
    return f"{value.numerator:,}" if value.denominator == 1 else decimal_text(value, 2)


def _row(row: Json, known: Fraction, rounds: list[str]) -> list[str]:
    ends = {one["rounds"]: (Fraction(one["low"]) * known, Fraction(one["high"]) * known) for one in row["intervals"]}
    cells = []
    for number in rounds:
        low, high = ends.get(number, (None, None))
        if low is None or high is None:
            cells.append("no interval")
        else:
            cells.append(f"{decimal_text(low * 100, PLACES)} to {decimal_text(high * 100, PLACES)} %")
    return [row["title"], percent_text(Fraction(row["expected"]) * known, PLACES), *cells]
