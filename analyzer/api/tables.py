"""Answers that are tables: short in print, HTML in a notebook, a data frame on request."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from analyzer.errors import ArgumentError

# What a cell may be; exact until it is shown.
Cell = str | int | bool | Fraction | float | None
Kind = Literal["text", "count", "number", "percent"]
FRAMES = ("pandas", "polars")
_LARGEST = 1 << 63


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

        A frame has no exact fractions: they become the nearest floats.
        """
        module = _frames(library)
        columns = self._columns()
        rows = self._rows()
        data = {column.name: [_value(row[place], column.kind) for row in rows] for place, column in enumerate(columns)}
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


def _value(cell: Cell, kind: Kind) -> Cell:
    """For a frame: whole numbers that 64 bits do not hold are floats."""
    if cell is None or kind == "text" or isinstance(cell, bool):
        return cell
    if kind == "count" and isinstance(cell, int) and abs(cell) < _LARGEST:
        return cell
    return float(cell)


def _cell(cell: Cell, kind: Kind) -> str:
    """For people."""
    from analyzer.numbers import decimal_text, percent_text

    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, float):
        return f"{cell:.6f}"
    if kind == "percent" and isinstance(cell, Fraction | int):
        return percent_text(Fraction(cell), 6)
    if isinstance(cell, Fraction):
        return str(cell) if cell.denominator == 1 else decimal_text(cell, 8)
    return f"{cell:,}" if isinstance(cell, int) else cell
