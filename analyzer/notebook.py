"""Small HTML tables, for results that a notebook shows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def table_html(caption: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """
    >>> table_html("Wagers", ["wager"], [["a < b"]])
    '<table><caption>Wagers</caption><tr><th>wager</th></tr><tr><td>a &lt; b</td></tr></table>'
    """
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><caption>{escape(caption)}</caption><tr>{head}</tr>{body}</table>"
