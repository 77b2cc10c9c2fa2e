"""Blocks of a report: what every renderer can render, and nothing that only one of them knows.

A block is a plain dictionary, so that the document is JSON. All numbers in it are texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Literal

from analyzer.documents import JsonDict
from analyzer.numbers import decimal_text

Block = JsonDict
Level = Literal["alert", "note"]
ColumnType = Literal["text", "integer", "fraction", "percent", "decimal"]
Column = tuple[str, ColumnType]
# Who signs: role, name, title and date.
Person = tuple[str, str | None, str | None, str | None]

_NOT_IN_IDS = re.compile(r"[^a-z0-9]+")


def block_id(*parts: object) -> str:
    """An id of letters, digits and hyphens, for anchors, sheets and file names.

    >>> block_id("wild-52", 4, "Ante & Play")
    'wild-52-4-ante-play'
    """
    return _NOT_IN_IDS.sub("-", " ".join(str(part) for part in parts).lower()).strip("-")


def heading(identity: str, text: str) -> Block:
    return {"kind": "heading", "id": identity, "text": text}


def text(words: str) -> Block:
    return {"kind": "text", "text": words}


def notice(level: Level, words: str) -> Block:
    return {"kind": "notice", "level": level, "text": words}


def bullets(items: Iterable[str]) -> Block:
    return {"kind": "list", "items": list(items)}


def numbered(items: Iterable[str]) -> Block:
    """Items that are referred to by their numbers, from 1."""
    return {"kind": "list", "items": list(items), "numbered": True}


def code(lines: Iterable[str]) -> Block:
    """Commands to be typed as they are."""
    return {"kind": "code", "lines": list(lines)}


def signatures(identity: str, people: Iterable[Person]) -> Block:
    """Who signs: role, name, title and date; what is not known yet is left blank, to be filled in by hand."""
    keys = ("role", "name", "title", "date")
    return {"kind": "signatures", "id": identity, "people": [dict(zip(keys, one, strict=True)) for one in people]}


def bridge(identity: str, inputs: dict[str, str | None], rows: Iterable[Block]) -> Block:
    """From win per initial bets to win over drop: three amounts that an operator knows, and what they are applied to.

    A row is a wager with its expected win per initial bets and, for numbers of rounds, the ends of its interval.
    """
    return {"kind": "bridge", "id": identity, "inputs": inputs, "rows": list(rows)}


def facts(identity: str, rows: Iterable[tuple[str, str]]) -> Block:
    """Labels with values; rows without a value are left out."""
    return {"kind": "facts", "id": identity, "rows": [[label, value] for label, value in rows if value]}


def table(
    identity: str,
    title: str,
    columns: Sequence[Column],
    rows: Iterable[Sequence[str]],
    *,
    total: Sequence[str] | None = None,
    note: str | None = None,
    grouped_by: bool = False,
) -> Block:
    """A table; every row has a cell for each column, empty where nothing applies.

    Grouped, its first column says what the rows below belong to, and is shown above them once.
    """
    cells = [list(row) for row in rows]
    for row in [*cells, *([list(total)] if total else [])]:
        if len(row) != len(columns):
            raise ValueError(f"table {identity}: a row has {len(row)} cells, there are {len(columns)} columns")
    return {
        "kind": "table",
        "id": identity,
        "title": title,
        "columns": [{"title": name, "type": kind} for name, kind in columns],
        "rows": cells,
        "total": list(total) if total else None,
        "note": note,
        "grouped": grouped_by,
    }


def figure(
    identity: str,
    title: str,
    caption: str,
    form: Literal["dots", "tornado", "fan", "line"],
    axes: tuple[str, str],
    series: Sequence[Block],
    *,
    categories: Sequence[str] | None = None,
    intervals: Sequence[tuple[str, str] | None] | None = None,
    base: str | None = None,
    bands: Sequence[Block] = (),
    log_y: bool = False,
    marks: Sequence[Block] = (),
) -> Block:
    """A figure: dots by category (with intervals), a tornado around a base, a fan of bands, or lines."""
    x_title, y_title = axes
    return {
        "kind": "figure",
        "id": identity,
        "title": title,
        "caption": caption,
        "form": form,
        "x_title": x_title,
        "y_title": y_title,
        "log_y": log_y,
        "categories": None if categories is None else list(categories),
        "intervals": None if intervals is None else [None if one is None else list(one) for one in intervals],
        "base": base,
        "series": list(series),
        "bands": list(bands),
        "marks": list(marks),
    }


def unprinted(block: Block) -> Block:
    """A block for the page, the workbook and the files of tables, which the PDF leaves out."""
    return block | {"print": False}


def series(name: str, y: Iterable[str], x: Iterable[str] | None = None) -> Block:
    return {"name": name, "x": None if x is None else list(x), "y": list(y)}


def grouped(value: int) -> str:
    """
    >>> grouped(8250459031214400)
    '8,250,459,031,214,400'
    """
    return f"{value:,}"


def amount_text(value: Fraction) -> str:
    """An amount for people: whole numbers with separators, halves and the like as decimals where they end soon.

    >>> amount_text(Fraction(29995)), amount_text(Fraction(15, 2)), amount_text(Fraction(1, 3))
    ('29,995', '7.5', '1/3')
    """
    if value.denominator == 1:
        return grouped(value.numerator)
    for places in (1, 2):
        if (value * 10**places).denominator == 1:
            whole, _, rest = decimal_text(value, places).partition(".")
            return ("-" if value < 0 else "") + f"{abs(int(whole)):,}.{rest}"
    return str(value)
