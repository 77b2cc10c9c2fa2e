"""Lines of values (CSV, TSV) that are safe to open in a spreadsheet.

A spreadsheet takes a cell that starts with =, +, -, or @ for a formula, and a formula can start programs. Names come
from game files, so from anyone: such a cell gets an apostrophe in front, which spreadsheets read as "this is text".
Numbers, fractions and amounts with a share of the meter J stay as they are: machines read them.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

_STARTS_A_FORMULA = re.compile(r"\s*[=+\-@＝＋－＠]")
_PLAIN = r"[0-9][0-9,]*(?:\.[0-9]+)?(?:/[0-9]+)?"
_NUMBER = re.compile(
    rf"[+-]?\$?{_PLAIN}(?:e[+-]?[0-9]+)?(?: [a-zA-Z%]+)*"  # also with its unit
    rf"|-?(?:{_PLAIN}\*)?J(?:/[0-9]+)?(?: [+-] {_PLAIN})?"
    r"|[+-]"
)


def csv_text(rows: Iterable[Sequence[object]], delimiter: str = ",") -> str:
    """The rows as text, a line each."""
    made = io.StringIO(newline="")
    writer = csv.writer(made, delimiter=delimiter, lineterminator="\n")
    writer.writerows([_cell(value) for value in row] for row in rows)
    return made.getvalue()


def _cell(value: object) -> str:
    """
    >>> _cell("=1+1"), _cell("-1/20"), _cell("-J + 1"), _cell("+2.5 %"), _cell("-cmd"), _cell(7)
    ("'=1+1", '-1/20', '-J + 1', '+2.5 %', "'-cmd", '7')
    """
    text = "" if value is None else str(value)
    return f"'{text}" if _STARTS_A_FORMULA.match(text) and not _NUMBER.fullmatch(text) else text
