"""The PDF: it is made, it is the same bytes anywhere, and nothing runs out of its column."""

from __future__ import annotations

import copy
import re
from pathlib import Path

import pytest

from analyzer.documents import JsonDict
from analyzer.reports.pdf import page_data, render_pdf
from analyzer.reports.ruled import BREAK, COVER, FULL, HALF, breakable
from tests.conftest import Analyzed
from tests.report_document import DIGEST, report_document


@pytest.fixture(scope="module")
def document(analyzed: Analyzed) -> JsonDict:
    return report_document([analyzed("three-card-poker-6-card-bonus"), analyzed("wild-six-card-draw-poker")])


@pytest.fixture(scope="module")
def content(document: JsonDict) -> bytes:
    return render_pdf(document, DIGEST)


def test_same_document_same_bytes_in_any_folder_at_any_time(
    document: JsonDict, content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "data.json").write_text('{"title": "another"}')
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TZ", "Pacific/Auckland")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1")
    assert render_pdf(copy.deepcopy(document), DIGEST) == content


def test_it_is_an_archival_and_accessible_pdf_of_the_documents_date(content: bytes) -> None:
    assert content.startswith(b"%PDF-")
    assert re.search(rb"<pdfaid:part>2</pdfaid:part>", content)
    assert re.search(rb"<pdfuaid:part>1</pdfuaid:part>", content)
    assert b"2024-02-29" in content


def test_a_report_without_a_date_has_none_of_today(document: JsonDict) -> None:
    undated = render_pdf(document | {"date": None}, DIGEST)
    assert not re.search(rb"/CreationDate", undated)
    assert not re.search(rb"CreateDate|ModifyDate", undated)
    assert re.search(rb"<pdfuaid:part>1</pdfuaid:part>", undated)


def test_fonts_are_the_embedded_ones(content: bytes) -> None:
    fonts = {name.split(b"+")[-1] for name in re.findall(rb"/BaseFont */([\w+-]+)", content)}
    assert fonts
    assert all(name.startswith((b"LibertinusSerif", b"DejaVuSansMono")) for name in fonts)


def test_pages_are_many(content: bytes) -> None:
    assert len(re.findall(rb"/Type */Page\b", content)) > 8


def tables(document: JsonDict) -> list[JsonDict]:
    parts = [part for game in page_data(document, DIGEST)["games"] for part in game["parts"]]
    return [block["table"] for part in parts for block in part["narrow"] + part["wide"] if block.get("table")]


def test_no_word_is_longer_than_its_column(document: JsonDict) -> None:
    for table in tables(document):
        for row in [table["titles"], *table["rows"], table["total"] or []]:
            for cell, width in zip(row, table["widths"], strict=False):
                if width is not None and width > 1:
                    assert max(map(len, re.split(f"[ {BREAK}]", cell))) <= width


def test_a_table_fits_its_line_in_a_size_that_is_read(document: JsonDict) -> None:
    for table in tables(document):
        if None in table["widths"]:
            longest = [max(map(len, column)) for column in zip(table["titles"], *table["rows"], strict=True)]
            assert sum(longest) <= FULL.letters[table["size"]]
        else:
            assert sum(table["widths"]) <= FULL.letters[table["size"]] or table["size"] == FULL.smallest
    assert min(COVER.letters) >= 9
    assert min(FULL.smallest, HALF.smallest) >= 7


def test_what_fits_is_found_by_a_search(document: JsonDict) -> None:
    """No break in the digest, the deals or the house edges."""
    text = str(page_data(document, DIGEST))
    assert DIGEST in text
    for game in document["games"]:
        for wager in game["result"]["wagers"]:
            assert f"{int(wager['deals']):,}" in text


def test_breaks_change_no_letter() -> None:
    text = "a 426722877792443475721211410597163855093/5801099810731585763334720007790054484000 = x/y"
    assert breakable(text).replace(BREAK, "") == text
    assert f"/{BREAK}" in breakable(text)
    assert breakable("short 1/3 words") == "short 1/3 words"


def test_a_game_is_named_once_in_the_summary(document: JsonDict) -> None:
    groups = page_data(document, DIGEST)["summary"]["table"]["groups"]
    assert [name for name in groups if name] == [game["name"] for game in document["games"]]
