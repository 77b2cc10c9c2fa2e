"""The sheet that leads from win per initial bets to win over drop: three yellow cells, everything else follows."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from analyzer.reports.bridge import INPUTS, factor, rounds_of
from analyzer.reports.cells import Looks, cached, write_number
from analyzer.reports.document import Block
from analyzer.reports.text import shown

if TYPE_CHECKING:
    from xlsxwriter.worksheet import Worksheet

# Rows from 0: title, advice, the three amounts, the factor; then the table.
INPUTS_ROW, FACTOR_ROW, TABLE_ROW = 2, 5, 7
FACTOR = f"$B${FACTOR_ROW + 1}"


def write_bridge(looks: Looks, sheet: Worksheet, block: Block) -> None:
    sheet.set_column(0, 0, 44)
    sheet.set_column(1, 1 + 4 * len(rounds_of(block)), 16)
    sheet.write_string(0, 0, "Win over drop", looks.title)
    sheet.write_string(
        1, 0, "Fill the yellow cells. Win over drop is win per initial bets times the factor.", looks.quiet
    )
    known = factor(block)
    for place, (key, name) in enumerate(INPUTS.items()):
        sheet.write_string(INPUTS_ROW + place, 0, name, looks.text)
        given = block["inputs"][key]
        if given is None:
            sheet.write_blank(INPUTS_ROW + place, 1, None, looks.pay)
        else:
            write_number(sheet, INPUTS_ROW + place, 1, Fraction(given), looks.pay)
    rounds, bet, drop = (f"$B${INPUTS_ROW + 1 + place}" for place in range(3))
    formula = f'=IF(COUNT({rounds},{bet},{drop})=3,{rounds}*{bet}/{drop},"to be supplied")'
    sheet.write_string(FACTOR_ROW, 0, "Initial bets over drop", looks.text)
    sheet.write_formula(FACTOR_ROW, 1, formula, looks.result, "to be supplied" if known is None else cached(known))
    _write_rows(looks, sheet, block, known)


def _write_rows(looks: Looks, sheet: Worksheet, block: Block, known: Fraction | None) -> None:
    """For each number: win per initial bets, and beside it win over drop."""
    titles = ["Expected win per initial bets", "Expected win over drop"]
    for number in rounds_of(block):
        for name in ("per initial bets", "over drop"):
            titles += [f"95 % {end} {name}, {int(number):,} rounds" for end in ("from", "to")]
    sheet.write_string(TABLE_ROW, 0, "Wager", looks.header)
    for column, title in enumerate(titles, start=1):
        sheet.write_string(TABLE_ROW, column, title, looks.right_header)
    for place, row in enumerate(block["rows"], start=TABLE_ROW + 1):
        sheet.write_string(place, 0, shown(row["title"]), looks.text)
        _write_pair(looks, sheet, (place, 1, 2), Fraction(row["expected"]), known)
        ends = {one["rounds"]: (one["low"], one["high"]) for one in row["intervals"]}
        for group, number in enumerate(rounds_of(block)):
            for side, end in enumerate(ends.get(number, ())):
                first = 3 + 4 * group + side
                _write_pair(looks, sheet, (place, first, first + 2), Fraction(end), known)


def _write_pair(
    looks: Looks, sheet: Worksheet, where: tuple[int, int, int], value: Fraction, known: Fraction | None
) -> None:
    from xlsxwriter.utility import xl_rowcol_to_cell

    row, own, times = where
    look = looks.pattern("0.000%")
    write_number(sheet, row, own, value, look)
    cell = xl_rowcol_to_cell(row, own)
    shown_first = "" if known is None else cached(value * known)
    sheet.write_formula(row, times, f'=IF(ISNUMBER({FACTOR}),{cell}*{FACTOR},"")', look, shown_first)
