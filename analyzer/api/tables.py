"""Answers that are tables: short in print, HTML in a notebook, a data frame on request."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from analyzer.errors import ArgumentError


@dataclass(frozen=True)
class Words:
    """What people read where a column of numbers has none; in a frame it is missing."""

    text: str


# What a cell may be; exact until it is shown.
Cell = str | int | bool | Fraction | float | Words | None
Kind = Literal["text", "count", "number", "percent"]
FRAMES = ("pandas", "polars")


@dataclass(frozen=True)
class Column:
    name: str
    kind: Kind = "text"


class Table:
    """An answer with rows. Subclasses say what it is called, its columns and its rows."""

    def _title(self) -> str:
        raise NotImplementedError

    def _columns(self) -> Sequence[Column]:
        raise NotImplementedError

    def _rows(self) -> Sequence[Sequence[Cell]]:
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._title()}>"

    def _repr_html_(self) -> str:
        """How a notebook shows it."""
        from analyzer.notebook import table_html

        columns = self._columns()
        rows = ([_cell(cell, column.kind) for cell, column in zip(row, columns, strict=True)] for row in self._rows())
        return table_html(self._title(), [column.name.replace("_", " ") for column in columns], rows)

    def to_frame(self, library: str | None = None) -> Any:
        """A pandas or polars data frame, whichever is installed; numbers are in numeric columns.

        A frame has no exact fractions: they become the nearest floats. Whole numbers stay whole, those that 64 bits do
        not hold too.
        """
        module = _frames(library)
        rows = self._rows()
        columns = enumerate(self._columns())
        data = {column.name: _values([row[place] for row in rows], column.kind) for place, column in columns}
        return module.DataFrame(data)


def _frames(library: str | None) -> Any:
    from importlib import import_module

    if library is not None and library not in FRAMES:
        raise ArgumentError(f"library is one of {', '.join(FRAMES)}, not {library!r}")
    for name in FRAMES if library is None else (library,):
        try:
            return import_module(name)
        except ImportError:
            continue
    wanted = library or "pandas or polars"
    raise ArgumentError(f"to_frame() needs {wanted}, which is not installed: pip install {library or 'pandas'}")


def _values(cells: Sequence[Cell], kind: Kind) -> list[Any]:
    """A column of a frame. What is missing among numbers is NaN, so that a column of nothing else is numeric too."""
    if kind == "text":
        return [cell.text if isinstance(cell, Words) else cell for cell in cells]
    if kind == "count" and all(isinstance(cell, int | Fraction) and cell == int(cell) for cell in cells):
        return [int(cell) for cell in cells if isinstance(cell, int | Fraction)]
    return [float("nan") if cell is None or isinstance(cell, str | Words) else float(cell) for cell in cells]


def _cell(cell: Cell, kind: Kind) -> str:
    """For people."""
    if cell is None:
        return ""
    if isinstance(cell, Words):
        return cell.text
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    return cell if isinstance(cell, str) else _number(cell, kind)


def _number(cell: int | Fraction | float, kind: Kind) -> str:
    from analyzer.numbers import decimal_text, percent_text

    if isinstance(cell, float):
        return f"{cell:.6f}"
    if kind == "percent":
        return percent_text(Fraction(cell), 6)
    if isinstance(cell, int) or (kind == "count" and cell.denominator == 1):
        return f"{int(cell):,}"
    return str(cell) if cell.denominator == 1 else decimal_text(cell, 8)
