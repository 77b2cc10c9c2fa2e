"""How screens fit a terminal: nothing that a person must read is cut, and no number or id is broken over two lines.

A grid is a table with a box where that fits, else one without lines. Where that is too wide, the words of a row get a
line of their own above its numbers; where that is too wide as well, a row is a block of lines, each a label and its
value. What is wider than the terminal even then is left to the terminal, in one piece.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from analyzer.cli.asked import column_name
from analyzer.cli.encoding import sayable

Kind = Literal["key", "text", "number", "picture"]
Cell = str | Text

PIPED_WIDTH = 160
LEAST_WIDTH = 20
EASY_WIDTH = 16  # Text is not squeezed into less than this.
GAP = "   "
# Stands for a space at which no line may end; of no meaning elsewhere, and wide as a space.
GLUE = "\ue000"
_BEFORE_UNIT = re.compile(r"(?<=\d) (?=[%$])")


@dataclass(frozen=True)
class Column:
    """A key says what a row is about, a text may be wrapped at its spaces, a number may not be wrapped at all.

    Nor may a picture, which is drawn with characters: all of a column are as wide and begin at the same place.
    """

    heading: str
    kind: Kind = "number"
    once: bool = False  # In a table the same value is not repeated below itself.
    # What --columns calls it, where that is not its heading: the name of the same column in lines of values.
    called: str = ""
    # What follows a key where no heading stands above it.
    after: str = ""

    @property
    def name(self) -> str:
        return self.called or column_name(self.heading)


def names_and_headings(columns: Iterable[Column]) -> tuple[list[str], dict[str, str]]:
    """What --columns may name: the columns by their names, and by their headings, which are other ones now and then."""
    listed = list(columns)
    return [column.name for column in listed], {column_name(column.heading): column.name for column in listed}


@dataclass(frozen=True)
class Row:
    cells: tuple[Cell, ...]
    style: str = ""
    ends_section: bool = False


@dataclass
class Grid:
    """Rows of cells under headings."""

    title: str
    columns: Sequence[Column]
    footer: Sequence[str] = ()
    rows: list[Row] = field(default_factory=list)

    def add(self, *cells: Cell, style: str | None = None, ends_section: bool = False) -> None:
        assert len(cells) == len(self.columns), "a cell for every column"
        self.rows.append(Row(cells, style or "", ends_section))

    def only(self, names: Sequence[str]) -> Grid:
        """With these columns alone, in that order; without names, with all of them."""
        if not names:
            return self
        own = [column.name for column in self.columns]
        places = [own.index(name) for name in names]
        rows = [replace(row, cells=tuple(row.cells[place] for place in places)) for row in self.rows]
        footer = [self.footer[place] for place in places] if self.footer else ()
        return Grid(self.title, [self.columns[place] for place in places], footer, rows)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if self.title:
            yield Prose(Text(self.title, style="bold"))
        width = options.max_width
        grid = _Measured(self, options.encoding)
        boxed = grid.widths(width - 3 * len(self.columns) + 1, range(len(self.columns)))
        if boxed is not None:
            yield grid.table(boxed, box.HEAVY_HEAD)
            return
        plain = grid.widths(width - 2 * len(self.columns) + 2, range(len(self.columns)))
        if plain is not None:
            yield grid.table(plain, None)
            return
        numbers = [place for place, column in enumerate(self.columns) if column.kind == "number"]
        keyed = all(column.kind != "text" for column in self.columns) and 0 < len(numbers) < len(self.columns)
        stacked = grid.widths(width - 2 * len(numbers), numbers) if keyed else None
        yield from grid.blocks(width) if stacked is None else grid.stacked(numbers, stacked)


class _Measured:
    """A grid whose cells can be written in the encoding of the output."""

    def __init__(self, grid: Grid, encoding: str) -> None:
        self.columns = grid.columns
        self.rows = [
            Row(tuple(_cell(cell, encoding) for cell in row.cells), row.style, row.ends_section) for row in grid.rows
        ]
        self.footer = tuple(_cell(cell, encoding) for cell in grid.footer)

    def widths(self, available: int, places: Iterable[int]) -> list[int] | None:
        """How wide each of the columns is within the width; None if they do not fit."""
        chosen = list(places)
        least = [self._least(place) for place in chosen]
        widths = [max(self._natural(place), narrow) for place, narrow in zip(chosen, least, strict=True)]
        if sum(least) > available:
            return None
        while sum(widths) > available:
            widest = max(
                (place for place in range(len(widths)) if widths[place] > least[place]), key=widths.__getitem__
            )
            widths[widest] -= 1
        return widths

    def _cells(self, place: int) -> Iterator[Text]:
        yield from (_text(row.cells[place]) for row in self.rows)
        if self.footer:
            yield _text(self.footer[place])

    def _natural(self, place: int) -> int:
        return max((text.cell_len for text in (Text(self.columns[place].heading), *self._cells(place))), default=1)

    def _least(self, place: int) -> int:
        column = self.columns[place]
        words = [_longest_word(column.heading), 1]
        if column.kind in ("number", "picture"):
            words += [text.cell_len for text in self._cells(place)]
            return max(words)
        words += [_longest_word(text.plain) for text in self._cells(place)]
        return max(*words, min(self._natural(place), EASY_WIDTH))

    def table(self, widths: Sequence[int], lines: box.Box | None) -> Table:
        table = Table(box=lines, pad_edge=False, show_footer=bool(self.footer))
        footers = self.footer or [""] * len(widths)
        for column, width, footer in zip(self.columns, widths, footers, strict=True):
            justify: Literal["left", "right"] = "right" if column.kind == "number" else "left"
            table.add_column(column.heading, footer, justify=justify, width=width, overflow="fold")
        above: tuple[Cell, ...] | None = None
        for row in self.rows:
            table.add_row(*self._once(row.cells, above), style=row.style or None, end_section=row.ends_section)
            above = row.cells
        return table

    def _once(self, cells: Sequence[Cell], above: Sequence[Cell] | None) -> Iterator[Text]:
        for place, (column, cell) in enumerate(zip(self.columns, cells, strict=True)):
            repeated = column.once and above is not None and str(above[place]) == str(cell)
            yield Text() if repeated else _text(cell)

    def stacked(self, numbers: Sequence[int], widths: Sequence[int]) -> Iterator[RenderableType]:
        """The words of each row on a line of their own, its numbers below them."""
        headings = [_wrapped(self.columns[place].heading, width) for place, width in zip(numbers, widths, strict=True)]
        height = max(len(lines) for lines in headings)
        for line in range(height):
            words = [lines[line - height] if line - height >= -len(lines) else "" for lines in headings]
            yield _line([Text(word) for word in words], widths, "italic")
        for row in self._all_rows():
            yield self._name(row)
            yield _line([_text(row.cells[place]) for place in numbers], widths, row.style)

    def blocks(self, width: int) -> Iterator[RenderableType]:
        """Each row as lines of a label and its value."""
        labels = [column.heading for column in self.columns if column.kind != "key"]
        # A long name of a line does not push all values to the right.
        pad = max((len(label) for label in labels if 2 * len(label) <= width), default=0) + 2
        for row in self._all_rows():
            if any(column.kind == "key" for column in self.columns):
                yield self._name(row)
            for column, cell in zip(self.columns, row.cells, strict=True):
                text = _text(cell)
                if column.kind != "key" and text.plain:
                    fits = column.kind == "picture" or text.cell_len <= width - pad - 2
                    glued = _whole(text) if column.kind != "text" and fits else text
                    yield Labelled(column.heading, glued, pad, row.style)

    def _all_rows(self) -> list[Row]:
        return [*self.rows, *([Row(self.footer)] if self.footer else [])]

    def _name(self, row: Row) -> Prose:
        pairs = zip(self.columns, row.cells, strict=True)
        names = (f"{cell}{column.after}" for column, cell in pairs if column.kind == "key" and str(cell))
        return Prose(Text(", ".join(names), style=f"bold {row.style}".strip()))


@dataclass(frozen=True)
class Labelled:
    """`label: value`, the value wrapped below itself."""

    label: str
    value: Cell
    pad: int
    style: str = ""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        value = _text(_cell(self.value, options.encoding))
        hanging = 2 + self.pad
        if len(self.label) + 2 > self.pad or _longest_word(value.plain) > options.max_width - hanging:
            yield from _hung(Text(f"{self.label}:", style=self.style), 2, options.max_width, self.style)
            yield from _hung(value, 4, options.max_width, self.style)
            return
        lines = _hung(value, hanging, options.max_width, self.style)
        first = Text(f"  {self.label}:".ljust(hanging), style=self.style)
        for place, line in enumerate(lines):
            yield first + line[hanging:] if place == 0 else line


def labelled(pairs: Sequence[tuple[str, Cell]]) -> list[RenderableType]:
    pad = max(len(label) for label, _ in pairs) + 2
    return [Labelled(label, value, pad) for label, value in pairs]


@dataclass
class Flow:
    """Short figures side by side; a line ends only between two of them where that is possible."""

    items: list[Text] = field(default_factory=list)

    def add(self, words: str, style: str = "") -> None:
        self.items.append(Text(words, style=style))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        line = Text()
        for item in self.items:
            if line and line.cell_len + len(GAP) + item.cell_len > options.max_width:
                yield Prose(line)
                line = Text()
            line = line + Text(GAP if line else "") + item
        if line:
            yield Prose(line)


def _cell(cell: Cell, encoding: str) -> Cell:
    sayable_here = GLUE.join(sayable(part, encoding) for part in str(cell).split(GLUE))
    if not isinstance(cell, Text):
        return sayable_here
    # Where characters were replaced by several, the parts in another style would be others.
    return cell if sayable_here == cell.plain else Text(sayable_here, style=cell.style)


def _text(cell: Cell) -> Text:
    return cell if isinstance(cell, Text) else Text(cell)


def _longest_word(text: str) -> int:
    return max((cell_len(word) for word in text.split()), default=0)


def _glued(text: Text) -> Text:
    """A number stays with its unit."""
    text.plain = _BEFORE_UNIT.sub(GLUE, text.plain)
    return text


def _whole(text: Text) -> Text:
    whole = text.copy()
    whole.plain = text.plain.replace(" ", GLUE)
    return whole


def _wrapped(text: str, width: int) -> list[str]:
    lines = [""]
    for word in text.split():
        fits = not lines[-1] or len(lines[-1]) + 1 + len(word) <= width
        lines = [*lines[:-1], f"{lines[-1]} {word}".strip()] if fits else [*lines, word]
    return lines


def _line(cells: Sequence[Text], widths: Sequence[int], style: str) -> Text:
    line = Text(style=style)
    for cell, width in zip(cells, widths, strict=True):
        line.append("  " + " " * (width - cell.cell_len))
        line.append_text(_whole(cell))
    return line


def _hung(text: Text, indent: int, width: int, style: str) -> list[Text]:
    return [Text(" " * indent, style=style) + line for line in broken(text, width - indent)]


def broken(text: Text, width: int) -> list[Text]:
    """Lines that end at spaces only: a word that is wider than a line stays whole."""
    lines: list[Text] = []
    for paragraph in _glued(text.copy()).split("\n", allow_blank=True):
        ends, start = [], 0
        for word in re.finditer(r"\S+", paragraph.plain):
            if word.start() > start and cell_len(paragraph.plain[start : word.end()]) > width:
                ends.append(word.start())
                start = word.start()
        lines += paragraph.divide(ends)
    for line in lines:
        line.rstrip()
    return lines


@dataclass(frozen=True)
class Prose:
    """Sentences, wrapped at their spaces."""

    text: Text

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield from broken(_text(_cell(self.text, options.encoding)), options.max_width)


@dataclass(frozen=True)
class Explained:
    """A line, and what it means below it, every line of which is set in."""

    line: str
    meaning: str

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Prose(Text(self.line))
        yield from _hung(_text(_cell(self.meaning, options.encoding)), 4, options.max_width, "")


# --- to standard output ----------------------------------------------------------------------------------------------


def show(renderable: RenderableType) -> None:
    """Print to standard output, as wide as the terminal; piped, as wide as $COLUMNS says."""
    sys.stdout.write(rendered(renderable, _width()))
    sys.stdout.flush()


def rendered(renderable: RenderableType, width: int | None) -> str:
    """What is printed at that width; None for the width of the terminal."""
    console = Console(highlight=False, emoji=False, width=width)
    with console.capture() as captured:
        console.print(_prepared(renderable), overflow="ignore", crop=False)
    return captured.get().replace(GLUE, " ")


def _width() -> int | None:
    """None for that of the terminal."""
    asked = os.environ.get("COLUMNS", "")
    if asked.isdecimal() and int(asked):
        return max(int(asked), LEAST_WIDTH)
    return None if sys.stdout.isatty() else PIPED_WIDTH


def _prepared(renderable: RenderableType) -> RenderableType:
    if isinstance(renderable, Group):
        return Group(*(_prepared(part) for part in renderable.renderables))
    return Prose(renderable) if isinstance(renderable, Text) else renderable
