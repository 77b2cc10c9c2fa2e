"""The report as a workbook: an index, a summary, one sheet a paytable with live formulas, the tables of each section.

A spreadsheet shows fifteen digits. An integer that has more is text, and beside it stands a formula whose parts have
at most fifteen, so that the probability in the cell is right to the last bit that a cell can hold.
"""

from __future__ import annotations

import datetime
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from analyzer.documents import Json
from analyzer.reports.bridge_sheet import write_bridge
from analyzer.reports.cells import DIGITS, Looks, cached, write_number
from analyzer.reports.document import Block, Part, parts
from analyzer.reports.paytable_sheet import RESULTS_ROW, PaytableSheet, live_keys, live_values
from analyzer.reports.sheet_names import SheetNames
from analyzer.reports.text import cover_facts, exact, grouped, heading_text, result_title, shown, status_text
from analyzer.units import Unit

if TYPE_CHECKING:
    from xlsxwriter.workbook import Workbook
    from xlsxwriter.worksheet import Worksheet

INDEX, SUMMARY = "Index", "Summary"
PAPERS = {"letter": 1, "a4": 9}
WIDEST_COLUMN, NARROWEST_COLUMN = 56, 10
LINE_HEIGHT = 15
PERCENT = re.compile(r"(-?)([\d,]+)(?:\.(\d+))? ?%")
DECIMAL = re.compile(r"(-?)([\d,]+)(?:\.(\d+))?")
EPOCH = datetime.date(1980, 1, 1)


def render_xlsx(document: Json, digest: str) -> bytes:
    """The workbook of a report document; `digest` is that of report.json."""
    from xlsxwriter import Workbook

    made = io.BytesIO()
    book = Workbook(made, {"in_memory": True})
    day = datetime.date.fromisoformat(document["date"]) if document.get("date") else EPOCH
    book.set_properties(
        {
            "title": document["title"],
            "author": document.get("prepared_by") or "",
            "comments": f"{document['status']['word']}; SHA-256 of report.json: {digest}",
            "created": datetime.datetime.combine(day, datetime.time()),
        }
    )
    _Writer(book, document, digest).write()
    book.close()
    return made.getvalue()


@dataclass(frozen=True)
class _Planned:
    """A sheet: its name, the part of the report that it is of, and what stands on it."""

    name: str
    part: Part
    blocks: list[Block]

    @property
    def paytable(self) -> Block | None:
        return self.blocks[0] if self.blocks[0]["kind"] == "paytable" else None


class _Writer:
    """Writes the sheets; the index comes first and knows the names of all others."""

    def __init__(self, book: Workbook, document: Json, digest: str) -> None:
        self.book, self.document, self.digest = book, document, digest
        self.looks = Looks(book)

    def write(self) -> None:
        planned = self._plan()
        index, summary = (self.book.add_worksheet(name) for name in (INDEX, SUMMARY))
        for sheet in [index, summary, *(self.book.add_worksheet(one.name) for one in planned)]:
            self._set_up_paper(sheet)
        self._write_index(index, planned)
        self._write_summary(summary, planned)
        for one in planned:
            sheet = self.book.get_worksheet_by_name(one.name)
            assert sheet is not None
            if one.paytable is not None:
                PaytableSheet(self.looks, sheet, one.paytable).write()
            elif one.blocks[0]["kind"] == "bridge":
                write_bridge(self.looks, sheet, one.blocks[0])
            else:
                self._write_section(sheet, one.part, one.blocks)

    def _set_up_paper(self, sheet: Worksheet) -> None:
        """Printed, a sheet is as wide as the paper and says which report it is of."""
        sheet.set_paper(PAPERS[self.document["paper"]])
        sheet.set_landscape()
        sheet.fit_to_pages(1, 0)
        sheet.set_header(f"&R&B{self.document['status']['word']}")
        sheet.set_footer(f"&L&8SHA-256 of report.json {self.digest}&R&8&A, page &P of &N")

    def _plan(self) -> list[_Planned]:
        """A sheet for each paytable, and one for the other tables of each part; paytables first in each game."""
        names = SheetNames([game["name"] for game in self.document["games"]], (INDEX, SUMMARY))
        planned: list[_Planned] = []
        for part in parts(self.document):
            others: list[Block] = []
            heading: Block | None = None
            for block in part.blocks:
                if block["kind"] == "paytable":
                    planned.append(_Planned(names.make(part.game_number, block["title"]), part, [block]))
                elif block["kind"] == "heading":
                    heading = block
                elif block["kind"] == "bridge":
                    planned.append(_Planned(names.make(part.game_number, "Win over drop"), part, [block]))
                elif block["kind"] in ("table", "facts"):
                    # A heading is written only where a table of its own follows.
                    others += [block] if heading is None else [heading, block]
                    heading = None
            if others:
                planned.append(_Planned(names.make(part.game_number, part.title), part, others))
        return sorted(planned, key=lambda one: (one.part.game_number, one.paytable is None))

    # --- index and summary ---

    def _write_index(self, sheet: Worksheet, planned: Sequence[_Planned]) -> None:
        looks = self.looks
        for column, width in enumerate((34, 60, 44)):
            sheet.set_column(column, column, width)
        sheet.write_string(0, 0, self.document["title"], looks.title)
        sheet.write_string(1, 0, self.document["status"]["word"], looks.word)
        sheet.write_string(1, 1, status_text(self.document))
        row = 3
        for label, value in [*cover_facts(self.document), ("SHA-256 of report.json", self.digest)]:
            sheet.write_string(row, 0, label, looks.quiet)
            sheet.write_string(row, 1, value)
            row += 1
        row += 1
        for column, title in enumerate(("Sheet", "What is on it", "Game")):
            sheet.write_string(row, column, title, looks.header)
        sheets = [(SUMMARY, "House edge of every wager, flags", "")]
        sheets += [(one.name, _what(one), one.part.game["name"] if one.part.game else "") for one in planned]
        for name, what, game in sheets:
            row += 1
            sheet.write_url(row, 0, f"internal:'{name}'!A1", looks.link, name)
            sheet.write_string(row, 1, what)
            sheet.write_string(row, 2, game, looks.quiet)

    def _write_summary(self, sheet: Worksheet, planned: Sequence[_Planned]) -> None:
        _set_widths(sheet, [self.document["summary"]], least=24)
        row = self._write_table(sheet, 0, self.document["summary"]) + 1
        for flag in self.document["flags"]:
            sheet.write_string(row, 0, "Alert" if flag["level"] == "alert" else "Note", self.looks.title)
            sheet.write_string(row, 1, shown(flag["text"]))
            row += 1
        self._write_live(sheet, row + 1, [(one.name, one.paytable) for one in planned if one.paytable is not None])

    def _write_live(self, sheet: Worksheet, row: int, paytables: Sequence[tuple[str, Block]]) -> None:
        """What the sheets compute from the pays in them, beside what is certified: house edges, or dollars a round."""
        titles = ["Sheet", "Game", "Wager", "Paytable", "Computed", "Certified", "Exact", "Result"]
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
            sheet.write_string(row, 6, shown(block["result"][key]), self.looks.aside)
            sheet.write_string(row, 7, result_title(block, key), self.looks.quiet)

    # --- sections ---

    def _write_section(self, sheet: Worksheet, part: Part, blocks: Sequence[Block]) -> None:
        _set_widths(sheet, blocks)
        sheet.write_string(0, 0, part.name, self.looks.title)
        row = 2
        for block in blocks:
            if block["kind"] == "heading":
                sheet.write_string(row, 0, block["text"], self.looks.title)
                row += 1
                continue
            if block["kind"] == "facts":
                for label, value in block["rows"]:
                    sheet.write_string(row, 0, label, self.looks.quiet)
                    sheet.write_string(row, 1, shown(value))
                    row += 1
            else:
                row = self._write_table(sheet, row, block)
            row += 1

    def _write_table(self, sheet: Worksheet, row: int, block: Block) -> int:
        sheet.write_string(row, 0, shown(block["title"]), self.looks.title)
        row += 1
        for column, described in enumerate(block["columns"]):
            header = self.looks.header if described["type"] == "text" else self.looks.right_header
            sheet.write_string(row, column, heading_text(described), header)
        for cells in [*block["rows"], *([block["total"]] if block.get("total") else [])]:
            row += 1
            # Not every program makes a row as high as its text.
            sheet.set_row(row, LINE_HEIGHT * max(-(-len(cell) // WIDEST_COLUMN) or 1 for cell in cells))
            for column, (cell, described) in enumerate(zip(cells, block["columns"], strict=True)):
                self._write_cell(sheet, row, column, cell, described["type"])
        if block.get("note"):
            row += 1
            sheet.write_string(row, 0, shown(block["note"]), self.looks.quiet)
        return row + 1

    def _write_cell(self, sheet: Worksheet, row: int, column: int, cell: str, kind: str) -> None:
        """A number where a cell can hold it exactly as it is shown; text otherwise."""
        match = {"percent": PERCENT, "decimal": DECIMAL, "integer": DECIMAL}.get(kind, DECIMAL).fullmatch(cell)
        if kind in ("text", "fraction") or match is None:
            sheet.write_string(row, column, shown(cell), self.looks.wrapped if kind == "text" else self.looks.right)
            return
        sign, whole, rest = match[1], match[2].replace(",", ""), match[3] or ""
        if len((whole + rest).lstrip("0")) > DIGITS:
            sheet.write_string(row, column, shown(grouped(cell)), self.looks.right)
            return
        value = Fraction(int(sign + whole + rest), 10 ** len(rest))
        look = "#,##0" + ("." + "0" * len(rest) if rest else "")
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


def _what(one: _Planned) -> str:
    if one.blocks[0]["kind"] == "bridge":
        return "Win over drop from rounds an hour, average initial bet and drop"
    if one.paytable is None:
        return f"{one.part.number} {one.part.title}".strip()
    return f"{one.paytable['title']}: {'live paytable' if one.paytable['editable'] else 'outcomes'}"
