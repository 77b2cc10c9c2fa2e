"""The report as a workbook: one sheet a paytable with live formulas, a summary, and the tables of each section.

A spreadsheet shows fifteen digits. An integer that has more is text, and beside it stands a formula whose parts have
at most fifteen, so that the probability in the cell is right to the last bit that a cell can hold.
"""

from __future__ import annotations

import datetime
import io
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from analyzer.reports.cells import DIGITS, Looks, cached, write_number
from analyzer.reports.document import Block, Place, placed_blocks
from analyzer.reports.paytable_sheet import RESULTS_ROW, PaytableSheet, live_keys, live_values
from analyzer.reports.text import cover_facts, exact, grouped, result_title
from analyzer.units import Unit

if TYPE_CHECKING:
    from xlsxwriter.workbook import Workbook
    from xlsxwriter.worksheet import Worksheet

SUMMARY = "Summary"
SHEET_NAME = 31
A4 = 9
WIDEST_COLUMN, NARROWEST_COLUMN = 56, 10
LINE_HEIGHT = 15
NOT_IN_SHEET_NAMES = re.compile(r"[\[\]:*?/\\']")
PERCENT = re.compile(r"(-?)([\d,]+)(?:\.(\d+))? ?%")
DECIMAL = re.compile(r"(-?)([\d,]+)(?:\.(\d+))?")
EPOCH = datetime.date(1980, 1, 1)


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
        self.names = {SUMMARY.lower()}
        self.looks = Looks(book)

    def write(self) -> None:
        sheets = self._plan()
        summary = self.book.add_worksheet(SUMMARY)
        for sheet in [summary, *(self.book.add_worksheet(name) for _, name, _ in sheets)]:
            self._set_up_paper(sheet)
        self._write_summary(summary, sheets)
        for place, name, blocks in sheets:
            sheet = self.book.get_worksheet_by_name(name)
            assert sheet is not None
            if blocks[0]["kind"] == "paytable":
                PaytableSheet(self.looks, sheet, blocks[0]).write()
            else:
                self._write_section(sheet, place, blocks)

    def _set_up_paper(self, sheet: Worksheet) -> None:
        """Printed, a sheet is as wide as the paper and says which report it is of."""
        sheet.set_paper(A4)
        sheet.set_landscape()
        sheet.fit_to_pages(1, 0)
        sheet.set_footer(f"&L&8SHA-256 {self.document['digest']}&R&8&A, page &P of &N")

    def _plan(self) -> list[tuple[Place, str, list[Block]]]:
        """A sheet for each paytable, and one for the other tables of each section."""
        planned: list[tuple[Place, str, list[Block]]] = []
        sections: dict[tuple[int, int], list[Block]] = {}
        heading: tuple[Place, Block] | None = None
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
                # A heading is written only where a table of its section follows.
                if heading is not None and heading[0] == place:
                    sections[key].append(heading[1])
                sections[key].append(block)
                heading = None
            elif block["kind"] == "heading":
                heading = (place, block)
        # Within a game the paytables come first: they are what people look for.
        return sorted(planned, key=lambda sheet: (sheet[0].game_number, sheet[2][0]["kind"] != "paytable"))

    def _name(self, wanted: str) -> str:
        """A name that a sheet may have and that no other has."""
        base = NOT_IN_SHEET_NAMES.sub("-", wanted)[:SHEET_NAME]
        name, number = base, 1
        while name.lower() in self.names:
            number += 1
            name = f"{base[: SHEET_NAME - len(str(number)) - 1]}~{number}"
        self.names.add(name.lower())
        return name

    # --- summary ---

    def _write_summary(self, sheet: Worksheet, sheets: Sequence[tuple[Place, str, list[Block]]]) -> None:
        looks = self.looks
        _set_widths(sheet, [self.document["summary"]], least=24)
        sheet.write_string(0, 0, self.document["title"], looks.title)
        row = 2
        for label, value in cover_facts(self.document):
            sheet.write_string(row, 0, label, looks.quiet)
            sheet.write_string(row, 1, value)
            row += 1
        for flag in self.document["flags"]:
            sheet.write_string(row, 0, "ALERT" if flag["level"] == "alert" else "Note", looks.title)
            sheet.write_string(row, 1, flag["text"])
            row += 1
        row = self._write_table(sheet, row + 1, self.document["summary"]) + 1
        row = self._write_live(sheet, row, [(name, blocks[0]) for _, name, blocks in sheets if "wager" in blocks[0]])
        sheet.write_string(row, 0, "All sheets", looks.header)
        for place, name, _ in sheets:
            row += 1
            sheet.write_url(row, 0, f"internal:'{name}'!A1", looks.link, name)
            sheet.write_string(row, 1, f"{place.game['name']}, {place.section_number} {place.section_title}")

    def _write_live(self, sheet: Worksheet, row: int, paytables: Sequence[tuple[str, Block]]) -> int:
        """What the sheets compute from the pays in them, beside what is certified: house edges, or dollars a round."""
        titles = ["Paytable", "Game", "Wager", "Paytable", "Computed", "Certified", "Exact", "Result"]
        for column, title in enumerate(titles):
            sheet.write_string(row, column, title, self.looks.header)
        for name, block in paytables:
            row += 1
            sheet.write_url(row, 0, f"internal:'{name}'!A1", self.looks.link, name)
            for column, key in enumerate(("game", "wager", "paytable"), start=1):
                sheet.write_string(row, column, block[key])
            live, key = live_values(block), Unit(block["unit"]).worth_key
            if live is not None:
                cell = f"='{name}'!$B${RESULTS_ROW + 2 + live_keys(block).index(key)}"
                sheet.write_formula(row, 4, cell, self.looks.number, cached(live[key]))
            certified = exact(block["result"][key])
            if certified is not None:
                write_number(sheet, row, 5, certified, self.looks.number)
            sheet.write_string(row, 6, block["result"][key], self.looks.aside)
            sheet.write_string(row, 7, result_title(block, key), self.looks.quiet)
        return row + 2

    # --- sections ---

    def _write_section(self, sheet: Worksheet, place: Place, blocks: Sequence[Block]) -> None:
        _set_widths(sheet, blocks)
        title = f"{place.game['name']}: {place.section_number} {place.section_title}"
        sheet.write_string(0, 0, title, self.looks.title)
        row = 2
        for block in blocks:
            if block["kind"] == "heading":
                sheet.write_string(row, 0, block["text"], self.looks.title)
                row += 1
                continue
            if block["kind"] == "facts":
                for label, value in block["rows"]:
                    sheet.write_string(row, 0, label, self.looks.quiet)
                    sheet.write_string(row, 1, value)
                    row += 1
            else:
                row = self._write_table(sheet, row, block)
            row += 1

    def _write_table(self, sheet: Worksheet, row: int, block: Block) -> int:
        sheet.write_string(row, 0, block["title"], self.looks.title)
        row += 1
        for column, described in enumerate(block["columns"]):
            header = self.looks.header if described["type"] == "text" else self.looks.right_header
            sheet.write_string(row, column, described["title"], header)
        for cells in [*block["rows"], *([block["total"]] if block.get("total") else [])]:
            row += 1
            # Not every program makes a row as high as its text.
            sheet.set_row(row, LINE_HEIGHT * max(-(-len(cell) // WIDEST_COLUMN) or 1 for cell in cells))
            for column, (cell, described) in enumerate(zip(cells, block["columns"], strict=True)):
                self._write_cell(sheet, row, column, cell, described["type"])
        if block.get("note"):
            row += 1
            sheet.write_string(row, 0, block["note"], self.looks.quiet)
        return row + 1

    def _write_cell(self, sheet: Worksheet, row: int, column: int, cell: str, kind: str) -> None:
        """A number where a cell can hold it exactly as it is shown; text otherwise."""
        match = {"percent": PERCENT, "decimal": DECIMAL, "integer": DECIMAL}.get(kind, DECIMAL).fullmatch(cell)
        if kind in ("text", "fraction") or match is None:
            sheet.write_string(row, column, cell, self.looks.wrapped if kind == "text" else self.looks.right)
            return
        sign, whole, rest = match[1], match[2].replace(",", ""), match[3] or ""
        if len((whole + rest).lstrip("0")) > DIGITS:
            sheet.write_string(row, column, grouped(cell), self.looks.right)
            return
        value = Fraction(int(sign + whole + rest), 10 ** len(rest))
        look = ("#,##0" if kind != "percent" else "0") + ("." + "0" * len(rest) if rest else "")
        if kind == "percent":
            value, look = value / 100, look + "%"
        write_number(sheet, row, column, value, self.looks.pattern(look))


def _set_widths(sheet: Worksheet, blocks: Sequence[Block], least: int = NARROWEST_COLUMN) -> None:
    """Each column as wide as its longest cell, up to a limit beyond which text is wrapped."""
    columns: dict[int, int] = {}
    for block in blocks:
        if block["kind"] == "heading":
            continue
        if block["kind"] == "table":
            rows = [[column["title"] for column in block["columns"]], *block["rows"]]
        else:
            rows = [[label] for label, _ in block["rows"]]
        for row in rows:
            for column, cell in enumerate(row):
                columns[column] = max(columns.get(column, 0), len(cell))
    for column, longest in columns.items():
        sheet.set_column(column, column, min(max(longest + 3, least), WIDEST_COLUMN))
