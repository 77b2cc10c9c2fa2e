"""Notebooks, executed as Jupyter would: cell after cell in one namespace, the last expression of a cell is shown.

python -m tests.notebooks docs/notebook.ipynb    writes what the cells show into the notebook
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any

from analyzer.documents import JsonDict


def executed(notebook: JsonDict) -> JsonDict:
    """The notebook with the outputs that its cells have now."""
    names: JsonDict = {"__name__": "__main__"}
    cells = []
    number = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            number += 1
            shown = _outputs("".join(cell["source"]), names, number)
            cells.append({**cell, "execution_count": number, "outputs": shown})
        else:
            cells.append(cell)
    return {**notebook, "cells": cells}


def _outputs(source: str, names: JsonDict, number: int) -> list[JsonDict]:
    body = ast.parse(source).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    printed = io.StringIO()
    value = None
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(body, []), "<cell>", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
    outputs: list[JsonDict] = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": _lines(printed.getvalue())})
    if value is not None:
        outputs.append(
            {"data": _shown(value), "execution_count": number, "metadata": {}, "output_type": "execute_result"}
        )
    return outputs


def _shown(value: Any) -> dict[str, list[str]]:
    data = {"text/plain": _lines(repr(value))}
    for kind, method in (("text/html", "_repr_html_"), ("text/latex", "_repr_latex_")):
        if hasattr(value, method) and (text := getattr(value, method)()) is not None:
            data[kind] = _lines(text)
    return data


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def read(path: Path) -> JsonDict:
    notebook: JsonDict = json.loads(path.read_text(encoding="utf-8"))
    return notebook


def write(path: Path, notebook: JsonDict) -> None:
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        write(Path(name), executed(read(Path(name))))
