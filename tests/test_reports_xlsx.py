"""The workbook: exact where a cell can be, live formulas, the same bytes each time. LibreOffice computes it in
the browser tests."""

from __future__ import annotations

import copy
import io
import re
from fractions import Fraction
from typing import Any

import openpyxl
import pytest

from analyzer.reports.document import placed_blocks
from analyzer.reports.paytable_sheet import LINES_ROW, LIVE, RESULTS_ROW
from analyzer.reports.xlsx import render_xlsx
from tests.conftest import Analyzed
from tests.report_document import report_document


@pytest.fixture(scope="module")
def document(analyzed: Analyzed) -> dict[str, Any]:
    return report_document([analyzed("wild-six-card-draw-poker"), analyzed("wild-52")])


@pytest.fixture(scope="module")
def content(document: dict[str, Any]) -> bytes:
    return render_xlsx(document)


def book(content: bytes, **more: Any) -> Any:
    return openpyxl.load_workbook(io.BytesIO(content), **more)


def paytables(document: dict[str, Any]) -> list[Any]:
    return [(place, block) for place, block in placed_blocks(document) if block["kind"] == "paytable"]


def test_same_document_same_bytes(document: dict[str, Any], content: bytes) -> None:
    assert render_xlsx(copy.deepcopy(document)) == content
    properties = book(content).properties
    assert properties.created.date().isoformat() == document["date"]
    assert render_xlsx(document | {"date": None}) == render_xlsx(document | {"date": None})


def test_one_sheet_a_paytable_and_one_a_section(document: dict[str, Any], content: bytes) -> None:
    names = book(content).sheetnames
    assert names[0] == "Summary"
    for place, block in paytables(document):
        assert f"{place.game_number} {block['wager']} {block['paytable']}" in names
    assert {"1 section 12", "2 section 12", "1 section 1"} <= set(names)


def test_cached_results_are_the_certified_ones(document: dict[str, Any], content: bytes) -> None:
    values = book(content, data_only=True)
    for place, block in paytables(document):
        sheet = values[f"{place.game_number} {block['wager']} {block['paytable']}"]
        shown = {key: sheet.cell(RESULTS_ROW + 2 + index, 2).value for index, key in enumerate(LIVE)}
        assert shown["total_probability"] == 1
        if block["editable"]:
            for key in ("ev", "house_edge", "return", "variance", "hit_frequency"):
                assert shown[key] == float(Fraction(block["result"][key]))
        else:
            # A meter begins where the wager breaks even.
            assert shown["ev"] == 0


def test_results_are_formulas_over_all_lines(document: dict[str, Any], content: bytes) -> None:
    formulas = book(content)
    for place, block in paytables(document):
        sheet = formulas[f"{place.game_number} {block['wager']} {block['paytable']}"]
        first, last = LINES_ROW + 2, LINES_ROW + 1 + len(block["lines"])
        ev = sheet.cell(RESULTS_ROW + 2 + LIVE.index("ev"), 2).value
        assert ev == f"=SUMPRODUCT($B${first}:$B${last},$D${first}:$D${last})"
        assert sheet.cell(first, 1).value == block["lines"][0]["title"]
        assert sheet.cell(last, 1).value == block["lines"][-1]["title"]
        assert sheet.cell(last + 1, 1).value == "Total"


def test_long_integers_are_text_and_their_probabilities_formulas(analyzed: Analyzed) -> None:
    changed = copy.deepcopy(analyzed("wild-52"))
    scale = 10**9 + 7
    for wager in changed["wagers"]:
        wager["deals"] = str(int(wager["deals"]) * scale)
        for outcome in wager["outcomes"]:
            outcome["count"] = str(int(outcome["count"]) * scale)
    document = report_document([changed])
    content = render_xlsx(document)
    formulas, values = book(content), book(content, data_only=True)
    for _, block in paytables(document):
        name = f"{block['wager']} {block['paytable']}"
        for index, line in enumerate(block["lines"]):
            count = formulas[name].cell(LINES_ROW + 2 + index, 3).value
            assert (str(count).replace(",", "")) == line["count"]
            assert isinstance(count, str) == (len(line["count"]) > 15)
            assert values[name].cell(LINES_ROW + 2 + index, 4).value == float(Fraction(line["probability"]))


def test_no_constant_of_a_formula_has_more_digits_than_a_cell_shows(content: bytes) -> None:
    for sheet in book(content):
        for row in sheet.iter_rows():
            for cell in row:
                if cell.data_type == "f":
                    assert max((len(digits) for digits in re.findall(r"\d+", str(cell.value))), default=0) <= 15


def test_quotients_of_long_fractions_keep_their_value() -> None:
    from analyzer.reports.cells import quotient

    value = Fraction(123456789012345678901234567890, 987654321098765432109876543211)
    assert eval(quotient(value).replace("^", "**")) == pytest.approx(float(value), rel=1e-15)


def test_sheet_names_are_legal_and_unique(document: dict[str, Any]) -> None:
    changed = copy.deepcopy(document)
    for _, block in paytables(changed):
        block["wager"] = "a/very?long*name:of[a]wager\\that's-too-long"
    names = book(render_xlsx(changed)).sheetnames
    assert len({name.lower() for name in names}) == len(names)
    assert all(len(name) <= 31 and not re.search(r"[\[\]:*?/\\]", name) for name in names)


def test_tables_have_numbers_where_a_cell_holds_them(document: dict[str, Any], content: bytes) -> None:
    rows = list(book(content, data_only=True)["1 section 12"].iter_rows(values_only=True))
    block = next(block for _, block in placed_blocks(document) if block.get("id", "").startswith("sensitivity"))
    start = next(index for index, row in enumerate(rows) if row[0] == "Line")
    for shown, cells in zip(rows[start + 1 :], block["rows"], strict=False):
        assert shown[0] == cells[0]
        assert shown[1] == int(cells[1])
        assert shown[2] == cells[2]
        assert shown[3] == float(Fraction(cells[3].removesuffix(" %")) / 100)


def test_headings_stand_above_the_tables_of_their_own_section_only(document: dict[str, Any]) -> None:
    changed = copy.deepcopy(document)
    sections = changed["games"][0]["sections"]
    sections[1]["blocks"].insert(0, {"kind": "heading", "id": "paid", "text": "Above paytables only"})
    sections[-1]["blocks"].insert(0, {"kind": "heading", "id": "sums", "text": "Above a table"})
    made = book(render_xlsx(changed))
    cells = [cell.value for sheet in made for row in sheet.iter_rows() for cell in row]
    assert "Above paytables only" not in cells
    assert "Above a table" in [cell.value for cell in made["1 section 12"]["A"]]
