"""The report as a PDF, typeset by typst. Its own embedded fonts are used, so no byte depends on the machine."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.errors import ReportDocumentError
from analyzer.numbers import decimal_text, percent_text
from analyzer.reports.document import STAKE_TEXTS, Block, placed_blocks, result_keys
from analyzer.reports.figures import PAPER, figure_svg
from analyzer.reports.text import cell_text, cover_facts, exact, grouped, result_title
from analyzer.units import Unit

if TYPE_CHECKING:
    from typst import PDFStandard

TEMPLATE = Path(__file__).parent / "templates" / "report.typ"
BREAK = "\N{ZERO WIDTH SPACE}"
# A digest is not broken: it fits into a table of facts.
MAX_WORD = 64
PIECE = 4
# What fits on one line of the page, in characters, for each size of type; a column's gutter is worth two.
LETTERS = {8.5: 122, 8.0: 130, 7.5: 138, 7.0: 148, 6.5: 160}
GUTTER = 2
# What a cell of a kind keeps on one line before the type gets smaller.
MAX_WIDTHS = {"text": 30, "fraction": 22}
MAX_NUMBER_WIDTH = 32
NEARLY_FULL = 0.75
# A table that is not longer than this is not split over two pages.
MAX_LINES_TOGETHER = 32
FACT_LETTERS = 70
RUNNING_TITLE = 70
DECIMALS = 8
PRINTED = ("house_edge", "return", "ev", "hit_frequency", "variance")
NO_DAY = datetime.date(1980, 1, 1)
# For archives and for screen readers. A PDF/A must have a date, so a report without one cannot be a PDF/A.
DATED: list[PDFStandard] = ["a-2a", "ua-1"]
UNDATED: list[PDFStandard] = ["ua-1"]


def render_pdf(document: Mapping[str, Any]) -> bytes:
    """The PDF of a report document."""
    import typst

    files = {"main": TEMPLATE.read_bytes(), "data.json": json.dumps(page_data(document)).encode()}
    files |= {
        figure_file(block): figure_svg(block, PAPER).encode()
        for _, block in placed_blocks(document)
        if block["kind"] == "figure"
    }
    # The stubs do not know that several files may be given in memory; the package's own documentation does.
    compiler = typst.Compiler(files, ignore_system_fonts=True)  # type: ignore[type-var]
    day = _day(document)
    # Without a time of its own the compiler would take the clock's.
    moment = datetime.datetime.combine(day or NO_DAY, datetime.time(), datetime.UTC)
    try:
        pdf = compiler.compile(format="pdf", timestamp=moment, pdf_standards=list(DATED if day else UNDATED))
    except typst.TypstError as error:
        # A name in a script that the fonts do not have, for instance: a filed page must not have a hole in it.
        raise ReportDocumentError([f"the PDF: {error}; write it otherwise, or leave the PDF out"]) from None
    assert isinstance(pdf, bytes)  # other formats give a list of pages
    return pdf


def _day(document: Mapping[str, Any]) -> datetime.date | None:
    return datetime.date.fromisoformat(document["date"]) if document.get("date") else None


# --- the document as the template reads it ---------------------------------------------------------------------------


def page_data(document: Mapping[str, Any]) -> dict[str, Any]:
    """The document with every text ready to be set: separators in, long words breakable, columns measured."""
    day = _day(document)
    return {
        "title": document["title"],
        "running": shortened(document["title"], RUNNING_TITLE),
        "authors": [document["prepared_by"]] if document.get("prepared_by") else [],
        "description": f"SHA-256 {document['digest']}",
        "date": [day.year, day.month, day.day] if day else None,
        "digest": document["digest"],
        "cover": [[label, breakable(value)] for label, value in cover_facts(document)],
        "flags": [{"level": flag["level"], "text": breakable(flag["text"])} for flag in document["flags"]],
        "summary": _table(document["summary"], once=True),
        "games": [
            {
                "name": game["name"],
                "running": shortened(game["name"], RUNNING_TITLE),
                "digest": game["game_file_sha256"],
                "file": game["game_file"],
                "sections": [
                    {
                        "number": str(section["number"]),
                        "title": section["title"],
                        "blocks": _blocks(section["blocks"]),
                    }
                    for section in game["sections"]
                ],
            }
            for game in document["games"]
        ],
    }


def _blocks(blocks: Sequence[Block]) -> list[dict[str, Any]]:
    """Blocks of a section; a title that only repeats the heading above it is not said again."""
    made = []
    heading = None
    for block in blocks:
        ready = _block(block)
        if heading is not None and ready.get("title") == heading:
            ready["title"] = ""
        heading = block["text"] if block["kind"] == "heading" else None
        made.append(ready)
    return made


def _block(block: Block) -> dict[str, Any]:
    kind = block["kind"]
    if kind == "table":
        return _table(block)
    if kind == "paytable":
        return _paytable(block)
    if kind == "figure":
        title, caption = block["title"], breakable(block["caption"])
        alt = f"{block['title']}. {block['caption']}"
        return {"kind": kind, "title": title, "caption": caption, "alt": alt, "file": figure_file(block)}
    if kind == "facts":
        rows = [[breakable(label), breakable(value)] for label, value in block["rows"]]
        lines = sum(-(-len(value) // FACT_LETTERS) for _, value in block["rows"])
        return {"kind": kind, "rows": rows, "together": lines <= MAX_LINES_TOGETHER}
    if kind == "list":
        items = [breakable(item) for item in block["items"]]
        return {"kind": kind, "items": items, "numbered": block.get("numbered", False)}
    return {"kind": kind, "text": breakable(block["text"]), "level": block.get("level")}


def figure_file(block: Block) -> str:
    return f"figure-{block['id']}.svg"


def _table(block: Block, *, once: bool = False) -> dict[str, Any]:
    kinds = [column["type"] for column in block["columns"]]
    titles = [column["title"] for column in block["columns"]]
    rows = [[cell_text(cell, kind) for cell, kind in zip(row, kinds, strict=True)] for row in block["rows"]]
    total = block.get("total")
    if total:
        total = [cell_text(cell, kind) for cell, kind in zip(total, kinds, strict=True)]
    shown = _said_once(rows) if once else rows
    note = breakable(block["note"]) if block.get("note") else None
    return {"kind": "table", "title": block["title"], "note": note, "table": _ruled(titles, kinds, shown, total)}


def _said_once(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """The first column without its repetitions: a game is named where its wagers begin."""
    before = [""] + [row[0] for row in rows]
    return [["" if row[0] == last else row[0], *row[1:]] for row, last in zip(rows, before, strict=False)]


def _paytable(block: Block) -> dict[str, Any]:
    titles = ["Outcome", "Pays", "Combinations", "Probability", "1 in", "True odds", "Payout odds", "Contribution"]
    kinds = ["text", "fraction", "integer", "fraction", "decimal", "decimal", "decimal", "percent"]
    rows = [
        [
            line["title"],
            line["pays"],
            grouped(line["count"]),
            line["probability"],
            grouped(line["one_in"]),
            line["true_odds"],
            line["payout_odds"],
            line["contribution_percent"] or line["contribution"],
        ]
        for line in block["lines"]
    ]
    counted = grouped(str(sum(int(line["count"]) for line in block["lines"])))
    chance = sum(value for line in block["lines"] if (value := exact(line["probability"])) is not None)
    ev = exact(block["result"]["ev"])
    unit = Unit(block["unit"])
    total = ["Total", "", counted, str(chance), "", "", "", unit.text(ev) if ev is not None else ""]
    return {
        "kind": "paytable",
        "title": block["title"],
        "table": _ruled(titles, kinds, rows, total, full=True),
        "results": [
            ["Deals", grouped(block["deals"]), ""],
            *(_result(block, key) for key in result_keys(block, PRINTED) if key != "ev" or not unit.has_stake),
        ],
    }


def _result(block: Block, key: str) -> list[str]:
    """Name, decimals, exact value: `House edge`, `0.02857983 (2.857983 %)`, `= 1/35`."""
    text = block["result"][key]
    title = result_title(block, key)
    value = exact(text)
    if value is None:
        return [title, breakable(text), ""]
    shown = decimal_text(value, DECIMALS)
    if key in ("hit_frequency", *STAKE_TEXTS):
        shown += f" ({percent_text(value, 6)})"
    return [title, shown, breakable(f"= {text}")]


# --- columns ---------------------------------------------------------------------------------------------------------


def _ruled(
    titles: Sequence[str],
    kinds: Sequence[str],
    rows: Sequence[Sequence[str]],
    total: Sequence[str] | None,
    *,
    full: bool = False,
) -> dict[str, Any]:
    """A table with the largest type in which it fits, and its widths: null where the content decides."""
    everything = [titles, *rows, *([total] if total else [])]
    # Titles are bold, which takes a little more.
    wanted = [max(len(column[0]) + 1, *map(len, column)) + GUTTER for column in zip(*everything, strict=True)]
    size, widths = _widths(wanted, kinds, full)
    fitting = [MAX_WORD if width is None or width == 1 else width - GUTTER for width in widths]

    def fitted(cells: Sequence[str]) -> list[str]:
        return [breakable(cell, longest) for cell, longest in zip(cells, fitting, strict=True)]

    return {
        "size": size,
        "widths": widths,
        "together": _lines(rows, widths) <= MAX_LINES_TOGETHER,
        "aligns": ["left" if kind == "text" else "right" for kind in kinds],
        "titles": fitted(titles),
        "rows": [fitted(row) for row in rows],
        "total": fitted(total) if total else None,
    }


def _lines(rows: Sequence[Sequence[str]], widths: Sequence[int | None]) -> int:
    """How many lines the rows take, about."""
    broad = [width - GUTTER if width is not None and width > 1 else None for width in widths]
    return sum(
        max(1 if width is None else -(-len(cell) // width) for cell, width in zip(row, broad, strict=True))
        for row in rows
    )


def _widths(wanted: Sequence[int], kinds: Sequence[str], full: bool) -> tuple[float, list[int | None]]:
    """Long texts and fractions are broken over lines before the type gets smaller.

    A table that is much narrower than the page keeps its own width, unless it is to be `full`.
    """
    most = [MAX_WIDTHS.get(kind, MAX_NUMBER_WIDTH) + GUTTER for kind in kinds]
    needed = [min(pair) for pair in zip(wanted, most, strict=True)]
    size = next((size for size, letters in LETTERS.items() if sum(needed) <= letters), min(LETTERS))
    letters = LETTERS[size]
    if sum(wanted) <= letters:
        stretched = full or (kinds[0] == "text" and sum(wanted) > letters * NEARLY_FULL)
        return size, [1 if stretched else None, *[None] * (len(wanted) - 1)]
    room = letters - sum(needed)
    for index in sorted(range(len(wanted)), key=lambda index: wanted[index] - needed[index]):
        short = sum(want > need for want, need in zip(wanted, needed, strict=True))
        more = min(wanted[index] - needed[index], max(room, 0) // max(short, 1))
        needed[index] += more
        room -= more
    return size, list(needed)


def breakable(text: str, longest: int = MAX_WORD) -> str:
    """The text with places in its longer words where a line may end, so that no fraction runs out of its column.

    Words that fit have none, so that they can be searched for and copied.
    """
    return " ".join(word if len(word) <= longest else _pieces(word, longest) for word in text.split(" "))


def _pieces(word: str, longest: int) -> str:
    """After a bar or a comma; where that is not enough, every few characters."""
    parts = re.split(r"(?<=[/,])", word)
    return BREAK.join(part if len(part) <= longest else _cut(part) for part in parts)


def _cut(part: str) -> str:
    return BREAK.join(part[at : at + PIECE] for at in range(0, len(part), PIECE))


def shortened(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
