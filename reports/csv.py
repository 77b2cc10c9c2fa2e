"""The report's tables for machines: one CSV file a table, plus all outcomes and all wagers of all games in one each.

Numbers are as the document has them: counts in plain digits, probabilities and results as fractions.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from analyzer.errors import ReportDocumentError
from analyzer.reports.document import LINE_TEXTS, RESULT_TEXTS, Block, placed_blocks

WAGER = ("game", "wager", "paytable")
ALL_OUTCOMES, ALL_WAGERS = "all-outcomes", "all-wagers"


def render_csv(document: Mapping[str, Any]) -> dict[str, bytes]:
    """File names and contents; a table's file has the table's id for a name."""
    blocks = [document["summary"], *(block for _, block in placed_blocks(document))]
    tables = [(block["id"], _rows(block)) for block in blocks if block["kind"] in ("table", "paytable", "figure")]
    paytables = [block for block in blocks if block["kind"] == "paytable"]
    tables += [(ALL_OUTCOMES, _outcomes(paytables)), (ALL_WAGERS, _wagers(paytables))]
    names = [name for name, _ in tables]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ReportDocumentError([f"{name}: the id is taken by a file of all tables" for name in twice])
    return {f"csv/{name}.csv": _text(rows).encode() for name, rows in tables}


def _rows(block: Block) -> list[list[str]]:
    if block["kind"] == "paytable":
        return [list(LINE_TEXTS), *([line[key] for key in LINE_TEXTS] for line in block["lines"])]
    if block["kind"] == "figure":
        return _points(block)
    total = [block["total"]] if block.get("total") else []
    return [[column["title"] for column in block["columns"]], *block["rows"], *total]


def _points(block: Block) -> list[list[str]]:
    rows = [["series", block["x_title"] or "x", block["y_title"] or "y"]]
    for series in block["series"]:
        across: Sequence[str] = block["categories"] if block["form"] == "bars" else series["x"]
        rows += [[series["name"], x, y] for x, y in zip(across, series["y"], strict=True)]
    return rows


def _outcomes(paytables: Iterable[Block]) -> list[list[str]]:
    rows = [[*WAGER, "deals", *LINE_TEXTS]]
    for block in paytables:
        place = [block[key] for key in WAGER] + [block["deals"]]
        rows += [[*place, *(line[key] for key in LINE_TEXTS)] for line in block["lines"]]
    return rows


def _wagers(paytables: Iterable[Block]) -> list[list[str]]:
    keys = [*RESULT_TEXTS, "house_edge_decimal"]
    rows = [[*WAGER, "unit", "deals", *keys]]
    for block in paytables:
        result = block["result"]
        rows.append([block[key] for key in (*WAGER, "unit", "deals")] + [result.get(key, "") for key in keys])
    return rows


def _text(rows: Iterable[Sequence[str]]) -> str:
    made = io.StringIO(newline="")
    csv.writer(made, lineterminator="\n").writerows(rows)
    return made.getvalue()
