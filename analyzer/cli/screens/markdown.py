"""Screens as Markdown, to paste into a page: the same tables and sentences, not wrapped to any width."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from analyzer.cli.screens.layout import Cell, Column, Explained, Flow, Grid, Labelled

_SPECIAL = re.compile(r"([\\|*_<>`\[\]#])")


def markdown(renderable: RenderableType) -> str:
    """One paragraph or table after the other.

    >>> markdown(Group(Text("Wild 52", style="underline"), Text(), Text("2 of them")))
    '## Wild 52\\n\\n2 of them\\n'
    """
    return "\n\n".join(part for part in _parts(renderable) if part) + "\n"


def _parts(renderable: RenderableType) -> list[str]:
    if isinstance(renderable, Group):
        return [part for inner in renderable.renderables for part in _parts(inner)]
    if isinstance(renderable, Grid):
        return [f"**{_escaped(renderable.title)}**" if renderable.title else "", _table(renderable)]
    if isinstance(renderable, Flow):
        return [", ".join(_escaped(item) for item in renderable.items)]
    if isinstance(renderable, Labelled):
        return [f"- {_escaped(renderable.label)}: {_escaped(renderable.value)}"]
    if isinstance(renderable, Explained):
        return [f"- {_escaped(renderable.line)}: {_escaped(renderable.meaning)}"]
    assert isinstance(renderable, Text), "a screen is made of these"
    heading = "## " if "underline" in str(renderable.style) else ""
    return [heading + _escaped(renderable) if renderable.plain else ""]


def _table(grid: Grid) -> str:
    heads = [column.heading for column in grid.columns]
    rows = [list(row.cells) for row in grid.rows] + ([list(grid.footer)] if grid.footer else [])
    return "\n".join((_row(heads), _rule(grid.columns), *(_row(cells) for cells in rows)))


def _row(cells: Sequence[Cell]) -> str:
    return f"| {' | '.join(_escaped(cell) for cell in cells)} |"


def _rule(columns: Sequence[Column]) -> str:
    return f"|{'|'.join('---:' if column.kind == 'number' else '---' for column in columns)}|"


def _escaped(cell: Cell) -> str:
    return _SPECIAL.sub(r"\\\1", str(cell)).replace("\n", " ")
