"""The report document as the renderers read it: what it must look like, and how to walk through it.

A renderer knows no game and computes no result: it shows blocks, one after another. What a block may be is defined here
once, and a document with anything else is refused with all its faults.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from analyzer.documents import Json
from analyzer.errors import ReportDocumentError
from analyzer.units import Unit

SCHEMA = "exactodds/report/1"
IDENTIFIER = re.compile(r"[a-z0-9]+(-+[a-z0-9]+)*")
COLUMN_TYPES = ("text", "integer", "fraction", "percent", "decimal")
FIGURE_FORMS = ("dots", "tornado", "fan", "line")
LEVELS = ("alert", "note")
PAPERS = ("letter", "a4")
STATUSES = ("DRAFT", "CERTIFIED")
LINE_TEXTS = (
    "name",
    "title",
    "pays",
    "count",
    "probability",
    "one_in",
    "true_odds",
    "payout_odds",
    "contribution",
    "contribution_percent",
)
RESULT_TEXTS = ("ev", "house_edge", "return", "variance", "hit_frequency")
# A wager in dollars a round has no stake, so it has no share of one.
STAKE_TEXTS = ("house_edge", "return")
DECISION = "At a glance"

Block = Json


# --- the file ---------------------------------------------------------------------------------------------------------


def file_bytes(document: Json) -> bytes:
    """The document as report.json has it: a file that people can read, too."""
    return (json.dumps(document, indent=1) + "\n").encode()


def file_digest(document: Json) -> str:
    """SHA-256 of report.json, as sha256sum prints it."""
    return hashlib.sha256(file_bytes(document)).hexdigest()


# --- its parts --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Part:
    """A stretch of blocks: a section of a game, the first page of one, or a section before all games (no game, 0)."""

    game_number: int
    game: Json | None
    number: str
    key: str
    title: str
    blocks: Sequence[Block]

    @property
    def name(self) -> str:
        """For people: `Wild 52: 3 Paytables`."""
        title = f"{self.number} {self.title}".strip()
        return title if self.game is None else f"{self.game['name']}: {title}"


def front_parts(document: Json) -> Iterator[Part]:
    for section in document["front"]:
        yield Part(0, None, "", section["key"], section["title"], section["blocks"])


def game_parts(game: Json, number: int = 1) -> Iterator[Part]:
    yield Part(number, game, "", "decision", DECISION, game["decision"])
    for section in game["sections"]:
        yield Part(number, game, str(section["number"]), section["key"], section["title"], section["blocks"])


def parts(document: Json) -> Iterator[Part]:
    """Everything in reading order."""
    yield from front_parts(document)
    for number, game in enumerate(document["games"], start=1):
        yield from game_parts(game, number)


def placed_blocks(document: Json) -> Iterator[tuple[Part, Block]]:
    """Every block with its part, in reading order."""
    for part in parts(document):
        for block in part.blocks:
            yield part, block


def result_keys(block: Block, keys: Sequence[str] = RESULT_TEXTS) -> list[str]:
    """Of the results, in the order of `keys`, those that a wager in the block's unit has."""
    return [key for key in keys if key not in STAKE_TEXTS or Unit(block["unit"]).has_stake]


# --- faults -----------------------------------------------------------------------------------------------------------


def check_document(document: Json) -> None:
    """Raise an error with every fault, if there is any."""
    faults = list(_document_faults(document))
    if faults:
        raise ReportDocumentError(faults)


def _document_faults(document: Json) -> Iterator[str]:
    if document.get("schema") != SCHEMA:
        yield f"schema: {document.get('schema')!r} must be {SCHEMA!r}"
        return
    for key in ("title", "paper", "status", "program", "flags", "summary", "front", "games"):
        if key not in document:
            yield f"{key}: is missing"
            return
    if document["paper"] not in PAPERS:
        yield f"paper: {document['paper']!r} must be one of {', '.join(PAPERS)}"
    if document["status"].get("word") not in STATUSES:
        yield f"status.word: {document['status'].get('word')!r} must be one of {', '.join(STATUSES)}"
    if document["status"].get("word") == "CERTIFIED" and not isinstance(document["status"].get("by"), str):
        yield "status.by: must say who certifies"
    for index, flag in enumerate(document["flags"]):
        if flag.get("level") not in LEVELS:
            yield f"flags[{index}].level: {flag.get('level')!r} must be one of {', '.join(LEVELS)}"
    seen: set[str] = set()
    yield from _block_faults(document["summary"], "summary", seen)
    for part, block in placed_blocks(document):
        game = f"{part.game.get('id', f'game {part.game_number}')}, " if part.game is not None else ""
        yield from _block_faults(block, f"{game}section {part.key}", seen)


def _block_faults(block: Block, where: str, seen: set[str]) -> Iterator[str]:
    kind = str(block.get("kind"))
    if kind not in CHECKS:
        yield f"{where}: a block of kind {kind!r}; it must be one of {', '.join(CHECKS)}"
        return
    name, check = CHECKS[kind]
    if name:
        identifier = str(block.get("id"))
        where = f"{where}, {kind} {identifier}"
        if not IDENTIFIER.fullmatch(identifier):
            yield f"{where}: the id must be made of a-z, 0-9 and hyphens"
        if identifier in seen:
            yield f"{where}: another block has the same id"
        seen.add(identifier)
    for fault in check(block):
        yield f"{where}: {fault}"


def _no_faults(block: Block) -> Iterator[str]:
    yield from ()


def _notice_faults(block: Block) -> Iterator[str]:
    if block.get("level") not in LEVELS:
        yield f"level {block.get('level')!r} must be one of {', '.join(LEVELS)}"


def _facts_faults(block: Block) -> Iterator[str]:
    if any(len(row) != 2 for row in block["rows"]):
        yield "every row must be a label and a value"


def _table_faults(block: Block) -> Iterator[str]:
    width = len(block["columns"])
    for column in block["columns"]:
        if column["type"] not in COLUMN_TYPES:
            yield f"column type {column['type']!r} must be one of {', '.join(COLUMN_TYPES)}"
    rows = [*block["rows"], *([block["total"]] if block.get("total") else [])]
    for index, row in enumerate(rows):
        if len(row) != width:
            yield f"row {index} has {len(row)} cells; it must have {width}"


def _paytable_faults(block: Block) -> Iterator[str]:
    missing = [key for line in block["lines"] for key in LINE_TEXTS if not isinstance(line.get(key), str)]
    if missing:
        yield f"lines without the text {', '.join(sorted(set(missing)))}"
    if block["unit"] not in tuple(Unit):
        yield f"unit {block['unit']!r} must be one of {', '.join(Unit)}"
        return
    missing = [key for key in result_keys(block) if not isinstance(block["result"].get(key), str)]
    if missing:
        yield f"a result without the text {', '.join(missing)}"
    wrong = [key for key in STAKE_TEXTS if key in block["result"] and key not in result_keys(block)]
    if wrong:
        yield f"a result in {block['unit']} cannot have {', '.join(wrong)}: it has no stake"
    names = [line.get("name") for line in block["lines"]]
    if len(set(names)) != len(names):
        yield "two lines have the same name"
    if block["whatif"]["refused"] is None:
        yield from _whatif_faults(block)


def _whatif_faults(block: Block) -> Iterator[str]:
    whatif = block["whatif"]
    if sum(int(case["count"]) for case in whatif["cases"]) != int(block["deals"]):
        yield "the cases of its what-if do not add up to the deals"
    if any(line >= len(whatif["lines"]) for case in whatif["cases"] for line in case["lines"]):
        yield "a case of its what-if has a line that is not there"


def _figure_faults(block: Block) -> Iterator[str]:
    if block["form"] not in FIGURE_FORMS:
        yield f"form {block['form']!r} must be one of {', '.join(FIGURE_FORMS)}"
        return
    listed = block["form"] in ("dots", "tornado")
    for series in block["series"]:
        across: Sequence[str] | None = block.get("categories") if listed else series.get("x")
        if across is None or len(across) != len(series["y"]):
            yield f"series {series['name']!r} must have one y for each x (dots, tornado: for each category)"


# For each kind: does it have an id, and what else must hold.
CHECKS: dict[str, tuple[bool, Callable[[Block], Iterator[str]]]] = {
    "heading": (True, _no_faults),
    "text": (False, _no_faults),
    "notice": (False, _notice_faults),
    "list": (False, _no_faults),
    "code": (False, _no_faults),
    "signatures": (True, _no_faults),
    "bridge": (True, _no_faults),
    "facts": (True, _facts_faults),
    "table": (True, _table_faults),
    "paytable": (True, _paytable_faults),
    "figure": (True, _figure_faults),
}
