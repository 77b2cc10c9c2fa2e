"""The report as a PDF, typeset by typst. Its own embedded fonts are used, so no byte depends on the machine."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.documents import Json, JsonDict
from analyzer.errors import ReportDocumentError
from analyzer.folders import temporary_folder
from analyzer.numbers import decimal_text, percent_text
from analyzer.reports.bridge import bridge_table
from analyzer.reports.document import Block, Part, front_parts, game_parts, placed_blocks, result_keys
from analyzer.reports.figures import ON_PAPER, PAPER, figure_alt, figure_svg
from analyzer.reports.ruled import COVER, FULL, HALF, MAX_LINES_TOGETHER, MAX_WORD, Line, breakable, ruled
from analyzer.reports.text import cell_text, cover_facts, exact, grouped, heading_text, result_title, shown, status_text
from analyzer.units import Unit

if TYPE_CHECKING:
    from typst import PDFStandard

TEMPLATE = Path(__file__).parent / "templates" / "report.typ"
FACT_LETTERS = 70
MAX_WORD_HALF = 40
RUNNING_TITLE = 62
DECIMALS = 8
PRINTED = ("house_edge", "return", "ev", "hit_frequency", "variance")
# What is left to say of a paytable whose hit rate and deals stand in the table beside those of others.
PRINTED_BESIDE = ("house_edge", "return", "ev", "variance")
SHARES = ("house_edge", "return", "hit_frequency")
# Parts that are read rather than looked up are set in two columns.
IN_COLUMNS = ("rules", "readings")
NO_DAY = datetime.date(1980, 1, 1)
# For archives and for screen readers. A PDF/A must have a date, so a report without one cannot be a PDF/A.
DATED: list[PDFStandard] = ["a-2a", "ua-1"]
UNDATED: list[PDFStandard] = ["ua-1"]


def render_pdf(document: Json, digest: str) -> bytes:
    """The PDF of a report document; `digest` is that of report.json."""
    import typst

    files = {"main": TEMPLATE.read_bytes(), "data.json": json.dumps(page_data(document, digest)).encode()}
    files |= {
        figure_file(block): figure_svg(block, PAPER, ON_PAPER).encode()
        for _, block in placed_blocks(document)
        if block["kind"] == "figure"
    }
    # The stubs do not know that several files may be given in memory; the package's own documentation does.
    day = _day(document)
    # Without a time of its own the compiler would take the clock's.
    moment = datetime.datetime.combine(day or NO_DAY, datetime.time(), datetime.UTC)
    # An empty folder as its root: the template can read no file of the disk, and the working folder may be gone.
    with temporary_folder() as root:
        compiler = typst.Compiler(files, root=root, ignore_system_fonts=True)  # type: ignore[type-var]
        try:
            pdf = compiler.compile(format="pdf", timestamp=moment, pdf_standards=list(DATED if day else UNDATED))
        except typst.TypstError as error:
            # A name in a script that the fonts do not have, for instance: a filed page must not have a hole in it.
            raise ReportDocumentError([f"the PDF: {error}; write it otherwise, or leave the PDF out"]) from None
    assert isinstance(pdf, bytes)  # other formats give a list of pages
    return pdf


def _day(document: Json) -> datetime.date | None:
    return datetime.date.fromisoformat(document["date"]) if document.get("date") else None


# --- the document as the template reads it ---------------------------------------------------------------------------


def page_data(document: Json, digest: str) -> JsonDict:
    """The document with every text ready to be set: separators in, long words breakable, columns measured."""
    day = _day(document)
    return {
        "title": document["title"],
        "running": shortened(document["title"], RUNNING_TITLE if len(document["games"]) > 1 else 2 * RUNNING_TITLE),
        "authors": [document["prepared_by"]] if document.get("prepared_by") else [],
        "description": f"SHA-256 of report.json: {digest}",
        "date": [day.year, day.month, day.day] if day else None,
        "paper": {"letter": "us-letter", "a4": "a4"}[document["paper"]],
        "digest": digest,
        "word": document["status"]["word"],
        "status": status_text(document),
        "cover": [[label, breakable(value)] for label, value in cover_facts(document)],
        "flags": [{"level": flag["level"], "text": breakable(shown(flag["text"]))} for flag in document["flags"]],
        "summary": _table(document["summary"], COVER),
        "front": [_part(part) for part in front_parts(document)],
        "games": [
            {
                "name": game["name"],
                "running": shortened(game["name"], RUNNING_TITLE),
                "parts": [_part(part) for part in game_parts(game)],
            }
            for game in document["games"]
        ],
    }


def _part(part: Part) -> JsonDict:
    """A part; what is set in two columns comes first, and ends with the first block that needs the whole line."""
    line = HALF if part.key in IN_COLUMNS else FULL
    blocks = [block for block in part.blocks if block.get("print", True)]
    split = len(blocks)
    if part.key == "readings":
        split = next((place for place, block in enumerate(blocks) if block["kind"] in ("heading", "table")), split)
    narrow, wide = (blocks[:split], blocks[split:]) if line is HALF else ([], blocks)
    return {
        "number": part.number,
        "key": part.key,
        "title": part.title,
        "narrow": list(_blocks(narrow, HALF)),
        "wide": list(_blocks(wide, FULL)),
        "elsewhere": _elsewhere(part),
    }


def _elsewhere(part: Part) -> str:
    """What of a part is not on paper, and where it is."""
    left = [block["kind"] for block in part.blocks if not block.get("print", True)]
    figures, tables = left.count("figure"), len(left) - left.count("figure")
    parts = [
        f"{number} {name}{'s' if number > 1 else ''}"
        for number, name in ((tables, "table"), (figures, "figure"))
        if number
    ]
    return (
        f"Not printed, but in report.html, report.xlsx and csv: {' and '.join(parts)} of this section." if parts else ""
    )


def _blocks(blocks: Sequence[Block], line: Line) -> Iterator[JsonDict]:
    """Blocks of a part; a title that only repeats the heading above it is not said again."""
    heading = None
    for block in blocks:
        ready = _block(block, line)
        if heading is not None and ready.get("title") == heading:
            ready["title"] = ""
        heading = shown(block["text"]) if block["kind"] == "heading" else None
        yield ready


def _block(block: Block, line: Line) -> JsonDict:
    kind = block["kind"]
    if kind == "table":
        return _table(block, line)
    if kind == "facts":
        return _facts(block, line)
    if kind == "bridge":
        return _table(bridge_table(block), line)
    if kind in READY:
        return {"kind": kind} | READY[kind](block)
    return {"kind": kind, "text": breakable(shown(block["text"])), "level": block.get("level")}


def _facts(block: Block, line: Line) -> JsonDict:
    """In a narrow column the label runs into its text, and a digest does not fit on a line."""
    longest = MAX_WORD_HALF if line is HALF else MAX_WORD
    rows = [[breakable(shown(label)), breakable(shown(value), longest)] for label, value in block["rows"]]
    lines = sum(-(-len(value) // FACT_LETTERS) for _, value in block["rows"])
    return {"kind": "facts", "rows": rows, "together": lines <= MAX_LINES_TOGETHER, "run_in": line is HALF}


def _figure(block: Block) -> JsonDict:
    title, caption = shown(block["title"]), breakable(shown(block["caption"]))
    return {"title": title, "caption": caption, "alt": figure_alt(block), "file": figure_file(block)}


def _list(block: Block) -> JsonDict:
    return {"items": [breakable(shown(item)) for item in block["items"]], "numbered": block.get("numbered", False)}


def figure_file(block: Block) -> str:
    return f"figure-{block['id']}.svg"


def _table(block: Block, line: Line) -> JsonDict:
    columns = block["columns"][1:] if block["grouped"] else block["columns"]
    kinds = [column["type"] for column in columns]
    titles = [heading_text(column) for column in columns]
    rows, groups = [], []
    before = None
    for row in block["rows"]:
        cells = row[1:] if block["grouped"] else row
        groups.append(row[0] if block["grouped"] and row[0] != before else "")
        before = row[0]
        rows.append([cell_text(cell, kind) for cell, kind in zip(cells, kinds, strict=True)])
    total = block.get("total")
    if total:
        total = [cell_text(cell, kind) for cell, kind in zip(total, kinds, strict=True)]
    note = breakable(shown(block["note"])) if block.get("note") else None
    made = ruled(titles, kinds, rows, total, line) | {"groups": groups}
    return {"kind": "table", "title": shown(block["title"]), "note": note, "table": made}


def _paytable(block: Block) -> JsonDict:
    """Outcomes and results; the outcomes are left out where paytables that share them stand side by side above."""
    staked, beside = Unit(block["unit"]).has_stake, block["side_by_side"]
    keys = result_keys(block, PRINTED_BESIDE if beside else PRINTED)
    deals = ["Deals", f"{grouped(block['deals'])}{_formula(block)}", ""]
    return {
        "title": block["title"],
        "table": None if beside else _outcomes(block, staked),
        "results": [
            *([] if beside else [deals]),
            *(_result(block, key) for key in keys if key != "ev" or not staked),
        ],
    }


def _formula(block: Block) -> str:
    return f" = {shown(block['deals_formula'])}" if block["deals_formula"] else ""


def _outcomes(block: Block, staked: bool) -> JsonDict:
    titles = ["Outcome", "Pays", "Combinations", "Probability, %", "True odds"]
    titles.append("Contribution, %" if staked else "Contribution, $")
    kinds = ["text", "decimal", "integer", "decimal", "decimal", "decimal"]
    rows = [
        [
            shown(line["title"]),
            shown(line["payout_odds"]),
            grouped(line["count"]),
            chance_text(line["probability"]),
            shown(line["true_odds"]),
            _contribution(line, staked),
        ]
        for line in block["lines"]
    ]
    counted = grouped(str(sum(int(line["count"]) for line in block["lines"])))
    ev = exact(block["result"]["ev"])
    worth = "" if ev is None else percent_text(ev, 6) if staked else decimal_text(ev, DECIMALS)
    worth = cell_text(worth, "percent")
    return ruled(titles, kinds, rows, ["Total", "", counted, "100", "", worth], FULL, full=True)


def _contribution(line: Mapping[str, str], staked: bool) -> str:
    """In percent of the bet, or in dollars; an expression while it depends on a meter."""
    value = exact(line["contribution"])
    if staked or value is None:
        return cell_text(line["contribution_percent"] or line["contribution"], "percent")
    return cell_text(decimal_text(value, DECIMALS), "decimal")


def chance_text(probability: str) -> str:
    """A probability in percent: four decimals, and as many more as its first four digits need.

    >>> chance_text("1/4"), chance_text("1/64974000"), chance_text("0")
    ('25.0000', '0.000001539', '0')
    """
    value = exact(probability)
    if not value:
        return "0"
    places = 4
    while abs(value) * 100 * 10**places < 1000 and places < 18:
        places += 1
    return decimal_text(value * 100, places)


def _result(block: Block, key: str) -> list[str]:
    """Name, decimals, exact value: `House edge`, `0.02857983 (2.857983 %)`, `= 1/35`."""
    text = block["result"][key]
    title = result_title(block, key)
    value = exact(text)
    if value is None:
        return [title, breakable(shown(text)), ""]
    words = grouped(decimal_text(value, DECIMALS))
    if key in SHARES:
        words += f" ({percent_text(value, 6)})"
    if key == "variance" and block["result"].get("standard_deviation"):
        deviation = decimal_text(Fraction(block["result"]["standard_deviation"]), DECIMALS)
        words += f", standard deviation {grouped(deviation)}"
    return [title, shown(words), breakable(shown(f"= {text}"))]


def shortened(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


# The kinds of blocks that have more than a text, but for those that depend on how long a line is.
READY: dict[str, Callable[[Block], JsonDict]] = {
    "paytable": _paytable,
    "figure": _figure,
    "list": _list,
    "code": lambda block: {"text": "\n".join(block["lines"])},
    "signatures": lambda block: {"people": block["people"]},
}
