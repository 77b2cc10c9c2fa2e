"""The report as a workbook: one sheet a paytable with live formulas, a summary, and the tables of each section.

A spreadsheet shows fifteen digits. An integer that has more is text, and beside it stands a formula whose parts have
at most fifteen, so that the probability in the cell is right to the last bit that a cell can hold.
"""

from __future__ import annotations

import datetime
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from analyzer.figures import read_linear
from analyzer.numbers import root_text
from analyzer.reports.document import Block, Place, placed_blocks
from analyzer.reports.text import RESULT_TITLES, cover_facts, exact

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.workbook import Workbook
    from xlsxwriter.worksheet import Worksheet

DIGITS = 15
SHEET_NAME = 31
NOT_IN_SHEET_NAMES = re.compile(r"[\[\]:*?/\\']")
PERCENT = re.compile(r"(-?)([\d,]+)(?:\.(\d+))? ?%")
DECIMAL = re.compile(r"(-?)([\d,]+)(?:\.(\d+))?")
DECIMALS = 12
EPOCH = datetime.date(1980, 1, 1)
# Rows of a paytable's sheet: title, notes, the results, then the lines below their header.
METER_ROW, RESULTS_ROW, LINES_ROW = 3, 5, 15
MOST_LINES_IN_SIGHT = 20
LIVE = ("house_edge", "return", "ev", "variance", "standard_deviation", "hit_frequency", "total_probability")
LIVE_TITLES = RESULT_TITLES | {"standard_deviation": "Standard deviation", "total_probability": "Sum of probabilities"}


@dataclass(frozen=True)
class Formats:
    """Looks of cells."""

    title: Format
    header: Format
    text: Format
    wrapped: Format
    quiet: Format
    pay: Format
    number: Format
    integer: Format
    right: Format
    result: Format
    total: Format
    link: Format


def render_xlsx(document: Mapping[str, Any]) -> bytes:
    """The workbook of a report document."""
    from xlsxwriter import Workbook

    made = io.BytesIO()
    book = Workbook(made, {"in_memory": True})
    day = datetime.date.fromisoformat(document["date"]) if document.get("date") else EPOCH
    book.set_properties(
        {
            "title": document["title"],
            "author": document.get("prepared_by") or "",
            "comments": f"SHA-256 of the report: {document['digest']}",
            "created": datetime.datetime.combine(day, datetime.time()),
        }
    )
    _Writer(book, document).write()
    book.close()
    return made.getvalue()


class _Writer:
    """Writes the sheets; the summary comes first and knows the names of all others."""

    def __init__(self, book: Workbook, document: Mapping[str, Any]) -> None:
        self.book = book
        self.document = document
        self.names: set[str] = set()
        self.looks: dict[str, Format] = {}
        add = book.add_format
        self.formats = Formats(
            title=add({"bold": True, "font_size": 14}),
            header=add({"bold": True, "bottom": 1, "bg_color": "#EEF1F4", "text_wrap": True, "valign": "bottom"}),
            text=add({"valign": "top"}),
            wrapped=add({"text_wrap": True, "valign": "top"}),
            quiet=add({"font_color": "#55595E"}),
            pay=add({"bg_color": "#FFF3C4", "border": 1, "border_color": "#B9A14A"}),
            number=add({"num_format": "0." + "0" * DECIMALS}),
            integer=add({"num_format": "#,##0"}),
            right=add({"align": "right", "valign": "top"}),
            result=add({"bold": True, "num_format": "0." + "0" * DECIMALS}),
            total=add({"bold": True, "top": 1}),
            link=add({"font_color": "#14578F", "underline": 1}),
        )

    def write(self) -> None:
        sheets = self._plan()
        summary = self.book.add_worksheet(self._name("Summary"))
        for _, name, _ in sheets:
            self.book.add_worksheet(name)
        self._write_summary(summary, sheets)
        for place, name, blocks in sheets:
            sheet = self.book.get_worksheet_by_name(name)
            assert sheet is not None
            if blocks[0]["kind"] == "paytable":
                _Paytable(self, sheet, blocks[0]).write()
            else:
                self._write_section(sheet, place, blocks)

    def _plan(self) -> list[tuple[Place, str, list[Block]]]:
        """A sheet for each paytable, and one for the other tables of each section."""
        self.names.add("summary")
        planned: list[tuple[Place, str, list[Block]]] = []
        sections: dict[tuple[int, int], list[Block]] = {}
        for place, block in placed_blocks(self.document):
            prefix = f"{place.game_number} " if len(self.document["games"]) > 1 else ""
            if block["kind"] == "paytable":
                planned.append((place, self._name(f"{prefix}{block['wager']} {block['paytable']}"), [block]))
            elif block["kind"] in ("table", "facts"):
                key = (place.game_number, place.section_number)
                if key not in sections:
                    sections[key] = []
                    name = self._name(f"{prefix}section {place.section_number}")
                    planned.append((place, name, sections[key]))
                sections[key].append(block)
        return planned

    def _name(self, wanted: str) -> str:
        """A name that a sheet may have and that no other has."""
        base = NOT_IN_SHEET_NAMES.sub("-", wanted)[:SHEET_NAME]
        name, number = base, 1
        while name.lower() in self.names - ({"summary"} if wanted == "Summary" else set()):
            number += 1
            name = f"{base[: SHEET_NAME - len(str(number)) - 1]}~{number}"
        self.names.add(name.lower())
        return name

    # --- summary ---

    def _write_summary(self, sheet: Worksheet, sheets: Sequence[tuple[Place, str, list[Block]]]) -> None:
        formats = self.formats
        sheet.set_column(0, 0, 34)
        sheet.set_column(1, 8, 24)
        sheet.write_string(0, 0, self.document["title"], formats.title)
        row = 2
        for label, value in cover_facts(self.document):
            sheet.write_string(row, 0, label, formats.quiet)
            sheet.write_string(row, 1, value)
            row += 1
        for flag in self.document["flags"]:
            sheet.write_string(row, 0, "ALERT" if flag["level"] == "alert" else "Note", formats.title)
            sheet.write_string(row, 1, flag["text"])
            row += 1
        row = self._write_table(sheet, row + 1, self.document["summary"]) + 1
        row = self._write_live(sheet, row, [(name, blocks[0]) for _, name, blocks in sheets if "wager" in blocks[0]])
        sheet.write_string(row, 0, "All sheets", formats.header)
        for place, name, _ in sheets:
            row += 1
            sheet.write_url(row, 0, f"internal:'{name}'!A1", formats.link, name)
            sheet.write_string(row, 1, f"{place.game['name']}, {place.section_number} {place.section_title}")

    def _write_live(self, sheet: Worksheet, row: int, paytables: Sequence[tuple[str, Block]]) -> int:
        """The house edges that the sheets compute from the pays in them, beside the certified ones."""
        titles = ["Paytable", "Game", "Wager", "Paytable", "House edge, computed", "House edge, certified", "Exact"]
        for column, title in enumerate(titles):
            sheet.write_string(row, column, title, self.formats.header)
        for name, block in paytables:
            row += 1
            sheet.write_url(row, 0, f"internal:'{name}'!A1", self.formats.link, name)
            for column, key in enumerate(("game", "wager", "paytable"), start=1):
                sheet.write_string(row, column, block[key])
            live = _live_values(block)
            if live is not None:
                cell = f"='{name}'!$B${RESULTS_ROW + 2}"
                sheet.write_formula(row, 4, cell, self.formats.number, _cached(live["house_edge"]))
            certified = exact(block["result"]["house_edge"])
            if certified is not None:
                self.write_number(sheet, row, 5, certified, self.formats.number)
            sheet.write_string(row, 6, block["result"]["house_edge"])
        return row + 2

    # --- sections ---

    def _write_section(self, sheet: Worksheet, place: Place, blocks: Sequence[Block]) -> None:
        sheet.set_column(0, 0, 40)
        sheet.set_column(1, 12, 22)
        title = f"{place.game['name']}: {place.section_number} {place.section_title}"
        sheet.write_string(0, 0, title, self.formats.title)
        row = 2
        for block in blocks:
            if block["kind"] == "facts":
                for label, value in block["rows"]:
                    sheet.write_string(row, 0, label, self.formats.quiet)
                    sheet.write_string(row, 1, value)
                    row += 1
            else:
                row = self._write_table(sheet, row, block)
            row += 1

    def _write_table(self, sheet: Worksheet, row: int, block: Block) -> int:
        sheet.write_string(row, 0, block["title"], self.formats.title)
        row += 1
        for column, described in enumerate(block["columns"]):
            sheet.write_string(row, column, described["title"], self.formats.header)
        for cells in [*block["rows"], *([block["total"]] if block.get("total") else [])]:
            row += 1
            for column, (cell, described) in enumerate(zip(cells, block["columns"], strict=True)):
                self._write_cell(sheet, row, column, cell, described["type"])
        if block.get("note"):
            row += 1
            sheet.write_string(row, 0, block["note"], self.formats.quiet)
        return row + 1

    def _write_cell(self, sheet: Worksheet, row: int, column: int, cell: str, kind: str) -> None:
        """A number where a cell can hold it exactly as it is shown; text otherwise."""
        found = {"percent": PERCENT, "decimal": DECIMAL, "integer": DECIMAL}.get(kind, DECIMAL).fullmatch(cell)
        if kind in ("text", "fraction") or found is None:
            sheet.write_string(row, column, cell, self.formats.wrapped if kind == "text" else self.formats.right)
            return
        sign, whole, rest = found[1], found[2].replace(",", ""), found[3] or ""
        if len((whole + rest).lstrip("0")) > DIGITS:
            sheet.write_string(row, column, cell, self.formats.right)
            return
        value = Fraction(int(sign + whole + rest), 10 ** len(rest))
        look = ("#,##0" if kind != "percent" else "0") + ("." + "0" * len(rest) if rest else "")
        if kind == "percent":
            value, look = value / 100, look + "%"
        self.write_number(sheet, row, column, value, self.look(look))

    def look(self, pattern: str) -> Format:
        """The look of a number that is shown by the pattern."""
        if pattern not in self.looks:
            self.looks[pattern] = self.book.add_format({"num_format": pattern, "valign": "top"})
        return self.looks[pattern]

    @staticmethod
    def write_number(sheet: Worksheet, row: int, column: int, value: Fraction, look: Format) -> None:
        """A number that the file's sixteen digits hold, or else a quotient of two that they do."""
        if value.denominator == 1 and _fits(value.numerator):
            sheet.write_number(row, column, value.numerator, look)
        elif Fraction(f"{float(value):.16G}") == value:
            sheet.write_number(row, column, float(value), look)
        else:
            sheet.write_formula(row, column, f"={_quotient(value)}", look, _cached(value))


class _Paytable:
    """One paytable's sheet: results above, lines below, and formulas from the lines to the results."""

    def __init__(self, writer: _Writer, sheet: Worksheet, block: Block) -> None:
        self.writer = writer
        self.formats = writer.formats
        self.sheet = sheet
        self.block = block
        self.live = _live_values(block)
        self.first = LINES_ROW + 1
        self.last = LINES_ROW + len(block["lines"])

    def write(self) -> None:
        sheet, formats = self.sheet, self.formats
        sheet.set_column(0, 0, 34)
        sheet.set_column(1, 3, 24)
        sheet.set_column(4, 9, 20)
        sheet.write_string(0, 0, self.block["title"], formats.title)
        advice = "Edit the pays in the yellow cells (net per unit: a loss is -1, a push 0); everything else follows."
        sheet.write_string(1, 0, advice, formats.quiet)
        if self.block["strategy_held_fixed"]:
            held = (
                "The strategy is held fixed: the counts are those of the best play for the certified pays. "
                "With other pays a player who adapts does at least as well as this sheet says."
            )
            sheet.write_string(2, 0, held, formats.quiet)
        self._write_results()
        self._write_lines()
        if len(self.block["lines"]) > MOST_LINES_IN_SIGHT:
            sheet.freeze_panes(LINES_ROW + 1, 1)

    def _range(self, letter: str) -> str:
        return f"${letter}${self.first + 1}:${letter}${self.last + 1}"

    def _write_results(self) -> None:
        sheet, formats = self.sheet, self.formats
        for column, title in enumerate(("Result", "Computed here", "Certified", "Certified, exact")):
            sheet.write_string(RESULTS_ROW, column, title, formats.header)
        pays, chances = self._range("B"), self._range("D")
        cell = {key: f"$B${RESULTS_ROW + 2 + index}" for index, key in enumerate(LIVE)}
        formulas = {
            "house_edge": f"=-{cell['ev']}",
            "return": f"=1+{cell['ev']}",
            "ev": f"=SUMPRODUCT({pays},{chances})",
            "variance": f"=SUMPRODUCT({pays},{pays},{chances})-{cell['ev']}^2",
            "standard_deviation": f"=SQRT({cell['variance']})",
            "hit_frequency": f'=SUMIF({pays},">0",{chances})',
            "total_probability": f"=SUM({chances})",
        }
        for index, key in enumerate(LIVE):
            row = RESULTS_ROW + 1 + index
            sheet.write_string(row, 0, LIVE_TITLES[key], formats.text)
            if self.live is not None:
                sheet.write_formula(row, 1, formulas[key], formats.result, _cached(self.live[key]))
            text = self.block["result"].get(key, "")
            certified = exact(text)
            if certified is not None:
                self.writer.write_number(sheet, row, 2, certified, formats.number)
            if text:
                sheet.write_string(row, 3, text, formats.text)
        if _has_meter(self.block):
            sheet.write_string(METER_ROW, 0, "Meter J", formats.text)
            self.writer.write_number(sheet, METER_ROW, 1, _meter(self.block), formats.pay)

    def _write_lines(self) -> None:
        titles = ["Outcome", "Pays", "Combinations", "Probability", "1 in", "Contribution", "Probability, exact"]
        titles += ["True odds", "Payout odds, certified", "Pays, certified", "Name"]
        for column, title in enumerate(titles):
            self.sheet.write_string(LINES_ROW, column, title, self.formats.header)
        # Where every count is a number, a probability is its quotient; else its own exact fraction.
        counted = _fits(int(self.block["deals"]))
        for index, line in enumerate(self.block["lines"]):
            self._write_line(self.first + index, line, counted)
        total = self.last + 1
        self.sheet.write_string(total, 0, "Total", self.formats.total)
        if counted:
            formula = f"=SUM({self._range('C')})"
            count = sum(int(line["count"]) for line in self.block["lines"])
            self.sheet.write_formula(total, 2, formula, self.formats.integer, count)
        self.sheet.write_string(total + 1, 0, "Deals", self.formats.text)
        self._write_integer(total + 1, 2, self.block["deals"])

    def _write_line(self, row: int, line: Mapping[str, str], counted: bool) -> None:
        sheet, formats = self.sheet, self.formats
        number = row + 1
        sheet.write_string(row, 0, line["title"], formats.text)
        self._write_pay(row, line["pays"])
        self._write_integer(row, 2, line["count"])
        chance = Fraction(line["probability"])
        quotient = f"$C{number}/$C${self.last + 3}" if counted else _quotient(chance)
        sheet.write_formula(row, 3, f"={quotient}", formats.number, _cached(chance))
        one_in = _cached(1 / chance) if chance else "never"
        sheet.write_formula(row, 4, f'=IF($D{number}=0,"never",1/$D{number})', self.writer.look("#,##0.00"), one_in)
        if self.live is not None:
            pay = _pay_value(line["pays"], _meter(self.block))
            assert pay is not None
            sheet.write_formula(row, 5, f"=$B{number}*$D{number}", formats.number, _cached(pay * chance))
        for column, key in enumerate(("probability", "true_odds", "payout_odds", "pays"), start=6):
            sheet.write_string(row, column, line[key], formats.right)
        sheet.write_string(row, 10, line["name"], formats.quiet)

    def _write_pay(self, row: int, text: str) -> None:
        value = exact(text)
        if value is not None:
            self.writer.write_number(self.sheet, row, 1, value, self.formats.pay)
        elif self.live is not None:
            shown = _pay_value(text, _meter(self.block))
            assert shown is not None
            formula = "=" + text.replace("J", f"$B${METER_ROW + 1}")
            self.sheet.write_formula(row, 1, formula, self.formats.pay, _cached(shown))
        else:
            self.sheet.write_string(row, 1, text, self.formats.pay)

    def _write_integer(self, row: int, column: int, text: str) -> None:
        if _fits(int(text)):
            self.sheet.write_number(row, column, int(text), self.formats.integer)
        else:
            self.sheet.write_string(row, column, f"{int(text):,}", self.formats.right)


# --- numbers ---------------------------------------------------------------------------------------------------------


def _fits(number: int) -> bool:
    """Whether a spreadsheet shows all its digits."""
    return len(str(abs(number))) <= DIGITS


def _quotient(value: Fraction) -> str:
    """A formula for the fraction whose every constant has at most fifteen digits."""
    return f"{_integer(value.numerator)}/{_integer(value.denominator)}"


def _integer(number: int) -> str:
    """
    >>> _integer(-12), _integer(1234567890123456789)
    ('-12', '(1234*10^15+567890123456789)')
    """
    if _fits(number):
        return str(number)
    sign = "-" if number < 0 else ""
    digits = str(abs(number))
    parts = []
    for end in range(len(digits), 0, -DIGITS):
        power = len(digits) - end
        part = int(digits[max(0, end - DIGITS) : end])
        parts.append(f"{part}*10^{power}" if power else str(part))
    return f"{sign}({'+'.join(reversed(parts))})"


def _cached(value: Fraction) -> float:
    """What the cell shows before anything is computed: the nearest number that it can hold."""
    return float(value)


def _has_meter(block: Block) -> bool:
    return any(exact(line["pays"]) is None for line in block["lines"])


def _meter(block: Block) -> Fraction:
    """The meter that a sheet begins with: where the wager breaks even, if that is known."""
    return exact(block["result"].get("break_even_meter", "0")) or Fraction(0)


def _pay_value(text: str, meter: Fraction) -> Fraction | None:
    pay = read_linear(text)
    return None if pay is None else pay.amount + pay.meter * meter


def _live_values(block: Block) -> dict[str, Fraction] | None:
    """What the formulas of the sheet give at first; None where a pay is no expression that a cell can compute."""
    meter = _meter(block)
    chances = [Fraction(line["probability"]) for line in block["lines"]]
    pays = [pay for line in block["lines"] if (pay := _pay_value(line["pays"], meter)) is not None]
    if len(pays) != len(chances):
        return None
    ev = sum((pay * chance for pay, chance in zip(pays, chances, strict=True)), Fraction(0))
    variance = sum((pay**2 * chance for pay, chance in zip(pays, chances, strict=True)), -(ev**2))
    return {
        "house_edge": -ev,
        "return": 1 + ev,
        "ev": ev,
        "variance": variance,
        "standard_deviation": Fraction(root_text(variance)),
        "hit_frequency": sum((chance for pay, chance in zip(pays, chances, strict=True) if pay > 0), Fraction(0)),
        "total_probability": sum(chances, Fraction(0)),
    }
