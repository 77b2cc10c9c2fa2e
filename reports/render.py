"""Every format of the report, from the document and from nothing else: the same document gives the same bytes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

from analyzer.errors import SelectionError
from analyzer.reports.document import check_document, file_digest

# The one list of formats: where each is rendered, and its file (csv makes a folder of files). A format's libraries are
# loaded when it is asked for.
RENDERERS = {
    "html": ("analyzer.reports.html", "render_html", "report.html"),
    "pdf": ("analyzer.reports.pdf", "render_pdf", "report.pdf"),
    "xlsx": ("analyzer.reports.xlsx", "render_xlsx", "report.xlsx"),
    "csv": ("analyzer.reports.csv", "render_csv", None),
}
FORMATS = tuple(RENDERERS)


def render(document: Mapping[str, Any], formats: Sequence[str]) -> dict[str, bytes]:
    """File names and contents of the formats asked for, in the order of their names."""
    unknown = [form for form in formats if form not in FORMATS]
    if unknown:
        raise SelectionError(f"no such format: {', '.join(unknown)}; there are {', '.join(FORMATS)}")
    check_document(document)
    digest = file_digest(document)
    made: dict[str, bytes] = {}
    for form in FORMATS:
        if form in formats:
            made |= _render_one(document, digest, form)
    return dict(sorted(made.items()))


def _render_one(document: Mapping[str, Any], digest: str, form: str) -> dict[str, bytes]:
    module, function, name = RENDERERS[form]
    renderer: Callable[[Mapping[str, Any], str], Any] = getattr(import_module(module), function)
    rendered = renderer(document, digest)
    return dict(rendered) if name is None else {name: rendered}
