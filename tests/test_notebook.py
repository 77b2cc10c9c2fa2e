"""The notebook of the documentation shows what its cells give."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.notebooks import executed, read

NOTEBOOKS = sorted((Path(__file__).parents[1] / "docs").rglob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_it_shows_what_its_cells_give(path: Path) -> None:
    notebook = read(path)
    again = executed(notebook)
    for cell, now in zip(notebook["cells"], again["cells"], strict=True):
        assert cell == now, "run: python -m tests.notebooks docs/notebook.ipynb"


def test_there_is_one() -> None:
    assert [path.name for path in NOTEBOOKS] == ["notebook.ipynb"]


def test_a_cell_that_shows_something_else_is_found() -> None:
    notebook = {"cells": [{"cell_type": "code", "source": ["x = 1\n", "x + 1"], "outputs": []}]}
    (cell,) = executed(notebook)["cells"]
    assert cell["outputs"][0]["data"] == {"text/plain": ["2"]}
    assert cell != notebook["cells"][0]
