"""Tables on paper: the largest type in which one fits its line, how wide its columns are, where words may break."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

BREAK = "\N{ZERO WIDTH SPACE}"
# A digest is not broken: it fits into a table of facts.
MAX_WORD = 64
PIECE = 4
# A column's gutter is worth two characters.
GUTTER = 2
# What a cell of a kind keeps on one line before the type gets smaller.
MAX_WIDTHS = {"text": 30, "fraction": 22}
MAX_NUMBER_WIDTH = 32
NEARLY_FULL = 0.75
# A table that is not longer than this is not split over two pages.
MAX_LINES_TOGETHER = 30


@dataclass(frozen=True)
class Line:
    """A line of the page: what fits on it, in characters, for each size of type, the largest first."""

    letters: dict[float, int]

    @property
    def smallest(self) -> float:
        return min(self.letters)


FULL = Line({8.5: 124, 8.0: 132, 7.5: 140, 7.0: 150})
HALF = Line({8.0: 61, 7.5: 65})
COVER = Line({10.0: 100, 9.0: 114})


def ruled(
    titles: Sequence[str],
    kinds: Sequence[str],
    rows: Sequence[Sequence[str]],
    total: Sequence[str] | None,
    line: Line,
    *,
    full: bool = False,
) -> dict[str, Any]:
    """A table with the largest type in which it fits, and its widths: null where the content decides."""
    if not titles:
        return {"size": line.smallest, "widths": [], "together": True, "titles": [], "rows": [], "groups": []}
    everything = [titles, *rows, *([total] if total else [])]
    # Titles are bold, which takes a little more.
    wanted = [max(len(column[0]) + 1, *map(len, column)) + GUTTER for column in zip(*everything, strict=True)]
    size, widths = _widths(wanted, kinds, line, full)
    fitting = [MAX_WORD if width is None or width == 1 else width - GUTTER for width in widths]

    def fitted(cells: Sequence[str]) -> list[str]:
        return [breakable(cell, longest) for cell, longest in zip(cells, fitting, strict=True)]

    return {
        "size": size,
        "widths": widths,
        "together": _lines(rows, widths) <= MAX_LINES_TOGETHER,
        "aligns": ["left" if kind == "text" else "right" for kind in kinds],
        "titles": fitted(titles),
        "rows": [fitted(row) for row in rows],
        "groups": [""] * len(rows),
        "total": fitted(total) if total else None,
    }


def _lines(rows: Sequence[Sequence[str]], widths: Sequence[int | None]) -> int:
    """How many lines the rows take, about."""
    broad = [width - GUTTER if width is not None and width > 1 else None for width in widths]
    return sum(
        max(1 if width is None else -(-len(cell) // width) for cell, width in zip(row, broad, strict=True))
        for row in rows
    )


def _widths(wanted: Sequence[int], kinds: Sequence[str], line: Line, full: bool) -> tuple[float, list[int | None]]:
    """Long texts and fractions are broken over lines before the type gets smaller.

    A table that is much narrower than the page keeps its own width, unless it is to be `full`; else its widest column
    of text takes what is left.
    """
    most = [MAX_WIDTHS.get(kind, MAX_NUMBER_WIDTH) + GUTTER for kind in kinds]
    needed = [min(pair) for pair in zip(wanted, most, strict=True)]
    size = next((size for size, letters in line.letters.items() if sum(needed) <= letters), line.smallest)
    letters = line.letters[size]
    if sum(wanted) <= letters:
        wide = [place for place, kind in enumerate(kinds) if kind == "text"]
        widest = max(wide, key=wanted.__getitem__, default=0)
        # Room in the middle of a row would part what belongs together.
        at_an_end = kinds[0] == "text" and widest in (0, len(kinds) - 1)
        stretched = full or (at_an_end and sum(wanted) > letters * NEARLY_FULL)
        return size, [1 if stretched and place == (0 if full else widest) else None for place in range(len(wanted))]
    room = letters - sum(needed)
    for index in sorted(range(len(wanted)), key=lambda index: wanted[index] - needed[index]):
        short = sum(want > need for want, need in zip(wanted, needed, strict=True))
        more = min(wanted[index] - needed[index], max(room, 0) // max(short, 1))
        needed[index] += more
        room -= more
    return size, list(needed)


# --- where words may break -------------------------------------------------------------------------------------------


def breakable(text: str, longest: int = MAX_WORD) -> str:
    """The text with places in its longer words where a line may end, so that no fraction runs out of its column.

    Words that fit have none, so that they can be searched for and copied.
    """
    return " ".join(word if len(word) <= longest else _pieces(word, longest) for word in text.split(" "))


def _pieces(word: str, longest: int) -> str:
    """After a bar or a comma; where that is not enough, every few characters."""
    parts = re.split(r"(?<=[/,])", word)
    return BREAK.join(part if len(part) <= longest else _cut(part) for part in parts)


def _cut(part: str) -> str:
    return BREAK.join(part[at : at + PIECE] for at in range(0, len(part), PIECE))
