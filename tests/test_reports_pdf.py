"""The PDF: it is made, it is the same bytes anywhere, and nothing runs out of its column."""

from __future__ import annotations

import copy
import json
import re
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path

import pytest

from analyzer.documents import JsonDict
from analyzer.report.certification import Signing
from analyzer.report.filing import Filing, Operation
from analyzer.reports.document import parts
from analyzer.reports.pdf import page_data, render_pdf
from analyzer.reports.ruled import BREAK, COVER, FULL, HALF, breakable
from tests.conftest import Analyzed
from tests.report_document import DIGEST, report_document
from tests.test_certification import certified


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


# --- what is copied out of it ----------------------------------------------------------------------------------------

poppler = pytest.mark.skipif(shutil.which("pdftotext") is None, reason="no pdftotext: install poppler-utils")
SIGNED = Signing(
    "5c" * 32,
    {"subject": "CN=A. Signatory, O=The lab", "issuer": "CN=The authority", "sha256": "ab" * 32},
    "http://timestamp.example",
)


@pytest.fixture(scope="module")
def certified_report() -> JsonDict:
    """With a digest in every place that may have one: proofs, simulations, keys, certificates, narrow columns."""
    filing = Filing(
        signatory="A. Signatory", profiles=("washington",), operation=Operation(*map(Fraction, (40, 15, 500)))
    )
    return certified(filing=filing, signing=SIGNED)


def printed(document: JsonDict, folder: Path, *options: str) -> str:
    (folder / "report.pdf").write_bytes(render_pdf(document, DIGEST))
    command = ["pdftotext", *options, str(folder / "report.pdf"), "-"]
    return subprocess.run(command, capture_output=True, check=True).stdout.decode()


@poppler
@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_a_digest_that_is_copied_is_clean_text(certified_report: JsonDict, paper: str, tmp_path: Path) -> None:
    """Every one of them, whole and on a line of its own pieces: no mark of a place to break is in it."""
    text = printed(certified_report | {"paper": paper}, tmp_path)
    assert BREAK not in text
    shown_blocks = [block for part in parts(certified_report) for block in part.blocks if block.get("print", True)]
    digests = set(re.findall(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])", json.dumps(shown_blocks)))
    assert len(digests) >= 8
    assert digests - set(re.findall(r"[0-9a-f]{64}", text)) == set()


@poppler
def test_long_fractions_are_copied_without_marks(certified_report: JsonDict, tmp_path: Path) -> None:
    fraction = f"{'426722877' * 12}/{'580109981' * 12}"
    (game,) = certified_report["games"]
    told = {"kind": "text", "text": f"The variance is {fraction}."}
    document = certified_report | {"games": [game | {"decision": [*game["decision"], told]}]}
    assert f"/{BREAK}" in json.dumps(page_data(document, DIGEST), ensure_ascii=False)
    text = printed(document, tmp_path)
    assert BREAK not in text
    assert fraction in text.replace("\n", "")


@poppler
def test_no_page_is_left_almost_empty(certified_report: JsonDict, tmp_path: Path) -> None:
    """Two lines of "How to check" once had a page to themselves."""
    pages = printed(certified_report, tmp_path).split("\f")[:-1]
    lengths = [len(page.split()) for page in pages]
    assert min(lengths[:-1]) > 120, lengths
    below = next(page for page in pages if "Signature Verified Successfully" in page)
    assert "Checklist of the filing" in below


@poppler
def test_a_draft_says_so_in_the_box_of_the_signatory(certified_report: JsonDict, tmp_path: Path) -> None:
    text = printed(certified(proofs=()), tmp_path)
    assert "not signed: this is a draft" in text


def test_wagers_of_the_bridge_keep_to_a_line(certified_report: JsonDict) -> None:
    (drop,) = (one for one in blocks_of(certified_report) if one.get("title", "").startswith("Win over drop"))
    table = drop["table"]
    named = max(len(row[0]) for row in table["rows"])
    assert table["widths"][0] is None or table["widths"][0] == 1 or table["widths"][0] >= named


def blocks_of(document: JsonDict) -> list[JsonDict]:
    return [
        block
        for game in page_data(document, DIGEST)["games"]
        for part in game["parts"]
        for block in part["narrow"] + part["wide"]
    ]
