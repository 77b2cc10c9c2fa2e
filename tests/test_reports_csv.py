"""The CSV files: every table, every number as the document has it."""

from __future__ import annotations

import copy
import csv
import io
from fractions import Fraction

import pytest

from analyzer.documents import JsonDict
from analyzer.errors import ExactOddsError
from analyzer.reports.csv import render_csv
from analyzer.reports.document import placed_blocks
from tests.conftest import Analyzed
from tests.report_document import report_document


@pytest.fixture(scope="module")
def document(analyzed: Analyzed) -> JsonDict:
    return report_document([analyzed("three-card-poker-6-card-bonus"), analyzed("wild-six-card-draw-poker")])


@pytest.fixture(scope="module")
def files(document: JsonDict) -> dict[str, bytes]:
    return render_csv(document, "0" * 64)


def rows(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode(), newline="")))


def test_one_file_a_table(document: JsonDict, files: dict[str, bytes]) -> None:
    ids = {block["id"] for _, block in placed_blocks(document) if block["kind"] in ("table", "paytable", "figure")}
    ids |= {f"{block['id']}-line-sets" for _, block in placed_blocks(document) if block.get("editable")}
    assert set(files) == {f"csv/{name}.csv" for name in ids | {"summary", "all-outcomes", "all-wagers"}}
    assert render_csv(copy.deepcopy(document), "0" * 64) == files


def test_cells_come_back_as_they_were(document: JsonDict, files: dict[str, bytes]) -> None:
    for _, block in placed_blocks(document):
        if block["kind"] == "table":
            read = list(csv.reader(io.StringIO(files[f"csv/{block['id']}.csv"].decode(), newline="")))
            assert read[1 : 1 + len(block["rows"])] == block["rows"]
            assert read[-1] == block["total"]


def test_line_sets_add_up_to_the_deals(document: JsonDict, files: dict[str, bytes]) -> None:
    editable = [block for _, block in placed_blocks(document) if block.get("editable")]
    assert editable
    for block in editable:
        line_sets = rows(files[f"csv/{block['id']}-line-sets.csv"])
        assert sum(int(row["combinations"]) for row in line_sets) == int(block["deals"])
        assert line_sets[0]["lines satisfied"] == block["whatif"]["lines"][0]["id"]


def test_results_follow_from_the_outcomes(document: JsonDict, files: dict[str, bytes]) -> None:
    outcomes = rows(files["csv/all-outcomes.csv"])
    wagers = rows(files["csv/all-wagers.csv"])
    assert len(wagers) == sum(block["kind"] == "paytable" for _, block in placed_blocks(document))
    for wager in wagers:
        if "J" in wager["ev"]:
            continue
        lines = [line for line in outcomes if all(line[key] == wager[key] for key in ("game", "wager", "paytable"))]
        paid = sum(Fraction(line["pays"]) * int(line["count"]) for line in lines)
        assert sum(int(line["count"]) for line in lines) == int(wager["deals"])
        assert Fraction(wager["house_edge"]) == -paid / int(wager["deals"])


def test_an_id_that_is_taken_is_refused(document: JsonDict) -> None:
    changed = copy.deepcopy(document)
    next(block for _, block in placed_blocks(changed) if block["kind"] == "table")["id"] = "all-wagers"  # type: ignore[index]
    with pytest.raises(ExactOddsError, match="all-wagers"):
        render_csv(changed, "0" * 64)
