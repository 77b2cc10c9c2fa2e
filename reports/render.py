"""Every format of the report, from the document and from nothing else: the same document gives the same bytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from analyzer.errors import SelectionError
from analyzer.reports.document import check_document

FORMATS = ("html", "pdf", "xlsx", "csv")


def render(document: Mapping[str, Any], formats: Sequence[str]) -> dict[str, bytes]:
    """File names and contents of the formats asked for, in the order of their names."""
    unknown = [form for form in formats if form not in FORMATS]
    if unknown:
        raise SelectionError(f"no such format: {', '.join(unknown)}; there are {', '.join(FORMATS)}")
    check_document(document)
    made: dict[str, bytes] = {}
    for form in FORMATS:
        if form in formats:
            made |= _render_one(document, form)
    return dict(sorted(made.items()))


def _render_one(document: Mapping[str, Any], form: str) -> dict[str, bytes]:
    """Each format's libraries are loaded when it is asked for."""
    if form == "html":
        from analyzer.reports.html import render_html

        return {"report.html": render_html(document)}
    if form == "pdf":
        from analyzer.reports.pdf import render_pdf

        return {"report.pdf": render_pdf(document)}
    if form == "xlsx":
        from analyzer.reports.xlsx import render_xlsx

        return {"report.xlsx": render_xlsx(document)}
    from analyzer.reports.csv import render_csv

    return render_csv(document)
