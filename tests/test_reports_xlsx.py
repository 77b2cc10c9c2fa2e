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

from analyzer.documents import JsonDict
from analyzer.numbers import parse_linear
from analyzer.reports.document import placed_blocks
from analyzer.reports.paytable_sheet import RESULTS_ROW, live_keys
from analyzer.reports.xlsx import render_xlsx
from tests.conftest import Analyzed
from tests.report_document import DIGEST, report_document


@pytest.fixture(scope="module")
def document(analyzed: Analyzed) -> JsonDict:
    return report_document([analyzed("wild-six-card-draw-poker"), analyzed("wild-52")])


@pytest.fixture(scope="module")
def content(document: JsonDict) -> bytes:
    return render_xlsx(document, DIGEST)


def book(content: bytes, **more: Any) -> Any:
    return openpyxl.load_workbook(io.BytesIO(content), **more)


def paytables(document: JsonDict) -> list[Any]:
    return [(place, block) for place, block in placed_blocks(document) if block["kind"] == "paytable"]


def test_same_document_same_bytes(document: JsonDict, content: bytes) -> None:
    assert render_xlsx(copy.deepcopy(document), DIGEST) == content
    properties = book(content).properties
    assert properties.created.date().isoformat() == document["date"]
    assert render_xlsx(document | {"date": None}, DIGEST) == render_xlsx(document | {"date": None}, DIGEST)


def test_sheets_are_named_by_game_and_wager_and_all_are_in_the_index(content: bytes) -> None:
    made = book(content)
    names = made.sheetnames
    assert names[:2] == ["Index", "Summary"]
    assert "Wild 52, Bonus, paytable 1" in names
    assert [name for name in names if "~" in name] == []
    listed = [row[0] for row in made["Index"].iter_rows(values_only=True)]
    assert set(names[1:]) <= set(listed)
    links = {cell.hyperlink.location for row in made["Index"].iter_rows() for cell in row if cell.hyperlink}
    assert links == {f"'{name}'!A1" for name in names[1:]}


def sheets(document: JsonDict, made: Any) -> list[tuple[Any, Any]]:
    """Every paytable with its sheet, by the title in its first cell; both in the order of the report."""
    titled = [sheet for sheet in made if sheet["A6"].value == "Result"]
    listed = paytables(document)
    assert [sheet["A1"].value for sheet in titled] == [block["title"] for _, block in listed]
    return [(block, sheet) for (_, block), sheet in zip(listed, titled, strict=True)]


def results(block: Any, sheet: Any) -> JsonDict:
    return {key: sheet.cell(RESULTS_ROW + 2 + index, 2).value for index, key in enumerate(live_keys(block))}


def test_cached_results_are_the_certified_ones(document: JsonDict, content: bytes) -> None:
    for block, sheet in sheets(document, book(content, data_only=True)):
        shown = results(block, sheet)
        if "J" in block["result"]["ev"]:
            meter = Fraction(block["whatif"]["meter"])
            amount, share = parse_linear(block["result"]["ev"]) or (0, 0)
            assert shown["ev"] == float(amount + share * meter)
            continue
        for key in ("ev", "house_edge", "return", "variance", "hit_frequency"):
            assert shown[key] == float(Fraction(block["result"][key]))


def test_results_are_formulas_over_all_sets_of_lines(document: JsonDict, content: bytes) -> None:
    for block, sheet in sheets(document, book(content)):
        ev = str(results(block, sheet)["ev"])
        number = len(block["whatif"]["cases"]) if block["editable"] else len(block["lines"])
        first, last = map(int, re.findall(r"SUMPRODUCT\(\$E\$(\d+):\$E\$(\d+)", ev)[0])
        assert last - first + 1 == number
        yellow = [cell for row in sheet.iter_rows() for cell in row if cell.fill.fgColor.rgb == "FFFFF3C4"]
        meters = 1 if block["editable"] and block["whatif"]["meter"] else 0
        assert len(yellow) == (len(block["whatif"]["lines"]) + meters if block["editable"] else 0)


def test_a_set_is_paid_by_the_line_that_pays_most(document: JsonDict) -> None:
    changed = copy.deepcopy(document)
    block = next(block for _, block in paytables(changed) if block["editable"] and not block["whatif"]["meter"])
    block["whatif"]["cases"][0]["lines"] = [0, 2]
    for overlap, net in (("most", "MAX($B$15,$B$17)"), ("first", "$B$15")):
        block["whatif"]["overlap"] = overlap
        sheet = next(
            one for own, one in sheets(changed, book(render_xlsx(changed, DIGEST))) if own["id"] == block["id"]
        )
        row = 15 + len(block["whatif"]["lines"]) + 3
        assert sheet.cell(row, 5).value == f"=$B{row}+{net}"
        assert sheet.cell(row, 6).value == ("=IF($B$15=MAX($B$15,$B$17),1,3)" if overlap == "most" else "=1")


def test_long_integers_are_text_and_their_probabilities_formulas(analyzed: Analyzed) -> None:
    changed = copy.deepcopy(analyzed("wild-52"))
    scale = 10**9 + 7
    for wager in changed["wagers"]:
        wager["deals"] = str(int(wager["deals"]) * scale)
        for outcome in wager["outcomes"]:
            outcome["count"] = str(int(outcome["count"]) * scale)
    document = report_document([changed])
    content = render_xlsx(document, DIGEST)
    for (block, sheet), (_, values) in zip(
        sheets(document, book(content)), sheets(document, book(content, data_only=True)), strict=True
    ):
        start = next(row for row in range(1, 200) if str(sheet.cell(row, 1).value).startswith("Outcome"))
        for index, line in enumerate(block["lines"], start=1):
            count = sheet.cell(start + index, 3).value
            assert (str(count).replace(",", "")) == line["count"]
            assert isinstance(count, str) == (len(line["count"]) > 15)
            assert values.cell(start + index, 4).value == float(Fraction(line["probability"]))


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


def test_sheet_names_are_legal_and_unique(document: JsonDict) -> None:
    changed = copy.deepcopy(document)
    for _, block in paytables(changed):
        block["title"] = "a/very?long*name:of[a]wager\\that's-too-long"
    names = book(render_xlsx(changed, DIGEST)).sheetnames
    assert len({name.lower() for name in names}) == len(names)
    assert all(len(name) <= 31 and not re.search(r"[\[\]:*?/\\]", name) for name in names)


def test_tables_have_numbers_where_a_cell_holds_them(document: JsonDict, content: bytes) -> None:
    rows = list(book(content, data_only=True)["Wild Six Card, Sensitivity"].iter_rows(values_only=True))
    block = next(block for _, block in placed_blocks(document) if block.get("id", "").startswith("sensitivity"))
    start = next(index for index, row in enumerate(rows) if row[0] == "Line")
    for shown, cells in zip(rows[start + 1 :], block["rows"], strict=False):
        assert shown[0] == cells[0]
        assert shown[1] == int(cells[1])
        assert shown[2] == cells[2]
        assert shown[3] == float(Fraction(cells[3].removesuffix(" %")))


def test_headings_stand_above_the_tables_of_their_own_section_only(document: JsonDict) -> None:
    changed = copy.deepcopy(document)
    sections = changed["games"][0]["sections"]
    sections[1]["blocks"].insert(0, {"kind": "heading", "id": "paid", "text": "Above paytables only"})
    sections[-1]["blocks"].insert(0, {"kind": "heading", "id": "sums", "text": "Above a table"})
    made = book(render_xlsx(changed, DIGEST))
    cells = [cell.value for sheet in made for row in sheet.iter_rows() for cell in row]
    assert "Above paytables only" not in cells
    assert "Above a table" in [cell.value for cell in made["Wild Six Card, Sensitivity"]["A"]]
