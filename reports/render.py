"""Every format of the report, from the document and from nothing else: the same document gives the same bytes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from typing import Any

from analyzer.documents import Json
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


def render(document: Json, formats: Sequence[str], digest: str | None = None) -> dict[str, bytes]:
    """File names and contents of the formats asked for, in the order of their names.

    `digest` is that of report.json, where it is known. The PDF's compiler is no Python: the others are made beside it.
    """
    unknown = [form for form in formats if form not in FORMATS]
    if unknown:
        raise SelectionError(f"no such format: {', '.join(unknown)}; there are {', '.join(FORMATS)}")
    check_document(document)
    known = digest or file_digest(document)
    with ThreadPoolExecutor(max_workers=2) as threads:
        tasks = [threads.submit(_render_one, document, known, form) for form in FORMATS if form in formats]
        made = [item for task in tasks for item in task.result().items()]
    return dict(sorted(made))


def _render_one(document: Json, digest: str, form: str) -> dict[str, bytes]:
    module, function, name = RENDERERS[form]
    renderer: Callable[[Json, str], Any] = getattr(import_module(module), function)
    rendered = renderer(document, digest)
    return dict(rendered) if name is None else {name: rendered}
