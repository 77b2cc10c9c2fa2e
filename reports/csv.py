"""The report's tables for machines: one CSV file a table, plus all outcomes and all wagers of all games in one each.

Numbers are as the document has them: counts in plain digits, probabilities and results as fractions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from analyzer.csv_text import csv_text
from analyzer.documents import Json
from analyzer.errors import ReportDocumentError
from analyzer.reports.document import LINE_TEXTS, RESULT_TEXTS, Block, placed_blocks

WAGER = ("game", "wager", "paytable")
WRITTEN = ("table", "paytable", "figure", "bridge")
ALL_OUTCOMES, ALL_WAGERS = "all-outcomes", "all-wagers"


def render_csv(document: Json, digest: str) -> dict[str, bytes]:
    """File names and contents; a table's file has the table's id for a name. The digest is in SHA256SUMS alone."""
    blocks = [document["summary"], *(block for _, block in placed_blocks(document))]
    tables = [(block["id"], _rows(block)) for block in blocks if block["kind"] in WRITTEN]
    paytables = [block for block in blocks if block["kind"] == "paytable"]
    tables += [(f"{block['id']}-line-sets", _line_sets(block)) for block in paytables if block["editable"]]
    tables += [(ALL_OUTCOMES, _outcomes(paytables)), (ALL_WAGERS, _wagers(paytables))]
    names = [name for name, _ in tables]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ReportDocumentError([f"{name}: the id is taken by a file of all tables" for name in twice])
    return {f"csv/{name}.csv": csv_text(rows).encode() for name, rows in tables}


def _rows(block: Block) -> list[list[str]]:
    if block["kind"] == "paytable":
        return [list(LINE_TEXTS), *([line[key] for key in LINE_TEXTS] for line in block["lines"])]
    if block["kind"] == "figure":
        return _points(block)
    if block["kind"] == "bridge":
        return _bridge(block)
    total = [block["total"]] if block.get("total") else []
    return [[column["title"] for column in block["columns"]], *block["rows"], *total]


def _points(block: Block) -> list[list[str]]:
    rows = [["series", block["x_title"] or "x", block["y_title"] or "y"]]
    for series in block["series"]:
        across: Sequence[str] = block["categories"] if block["form"] in ("dots", "tornado") else series["x"]
        rows += [[series["name"], x, y] for x, y in zip(across, series["y"], strict=True)]
    for band in block["bands"]:
        for side in ("low", "high"):
            name, across = f"{band['name']}, {side}", block["series"][0]["x"]
            rows += [[name, x, y] for x, y in zip(across, band[side], strict=True)]
    for category, interval in zip(block["categories"] or (), block["intervals"] or (), strict=False):
        rows += [[side, category, end] for side, end in zip(("low", "high"), interval or (), strict=False)]
    return rows


def _bridge(block: Block) -> list[list[str]]:
    """Win per initial bets, as decimals: what win over drop is computed from."""
    rows = [["wager", "expected", "rounds", "95 % from", "95 % to"]]
    for row in block["rows"]:
        rows += [[row["title"], row["expected"], one["rounds"], one["low"], one["high"]] for one in row["intervals"]]
    return rows


def _line_sets(block: Block) -> list[list[str]]:
    """How many deals satisfy which lines: what any pays, in any order, can be priced from."""
    names = [line["id"] for line in block["whatif"]["lines"]]
    rows = [["lines satisfied", "net result beside the line that is paid", "combinations"]]
    for case in block["whatif"]["cases"]:
        rows.append([" + ".join(names[line] for line in case["lines"]), case["base"], case["count"]])
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
