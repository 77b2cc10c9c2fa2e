"""Tables on paper: the largest type in which one fits its line, how wide its columns are, where words may break."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isqrt

from analyzer.documents import JsonDict

BREAK = "\N{ZERO WIDTH SPACE}"
# A digest is not broken: the template sets it small, so that it fits into a table of facts and into half a line.
MAX_WORD = 64
DIGEST = re.compile(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")
PIECE = 4
# A column's gutter is worth two characters.
GUTTER = 2
# What a cell of a kind keeps on one line before the type gets smaller.
MAX_WIDTHS = {"text": 30, "fraction": 22}
MAX_NUMBER_WIDTH = 32
NEARLY_FULL = 0.75
# A table that is not longer than this is not split over two pages.
MAX_LINES_TOGETHER = 12


@dataclass(frozen=True)
class Line:
    """A line of the page: what fits on it, in characters, for each size of type, the largest first."""

    letters: dict[float, int]

    @property
    def smallest(self) -> float:
        return min(self.letters)


FULL = Line({8.5: 124, 8.0: 132, 7.5: 140, 7.0: 150})
HALF = Line({8.0: 61, 7.5: 65})
COVER = Line({10.0: 104, 9.0: 124})


def ruled(
    titles: Sequence[str],
    kinds: Sequence[str],
    rows: Sequence[Sequence[str]],
    total: Sequence[str] | None,
    line: Line,
    *,
    full: bool = False,
) -> JsonDict:
    """A table with the largest type in which it fits, and its widths: null where the content decides."""
    if not titles:
        return {"size": line.smallest, "widths": [], "together": True, "titles": [], "rows": [], "groups": []}
    everything = [titles, *rows, *([total] if total else [])]
    size, widths = _widths(list(zip(*everything, strict=True)), kinds, line, full)
    fitting = [MAX_WORD if width is None or width == 1 else width - GUTTER for width in widths]

    def fitted(cells: Sequence[str]) -> list[str]:
        return [breakable(cell, longest, in_cell=True) for cell, longest in zip(cells, fitting, strict=True)]

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


def _widths(
    columns: Sequence[Sequence[str]], kinds: Sequence[str], line: Line, full: bool
) -> tuple[float, list[int | None]]:
    """Long texts and fractions are broken over lines before the type gets smaller.

    A table that is much narrower than the page keeps its own width, unless it is to be `full`; else its widest column
    of text takes what is left.
    """
    # Titles are bold, which takes a little more.
    wanted = [max(len(column[0]) + 1, *map(len, column)) + GUTTER for column in columns]
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
    texts = {place: columns[place] for place, kind in enumerate(kinds) if kind == "text"}
    shared = _shared(texts, letters - sum(width for place, width in enumerate(needed) if place not in texts))
    return size, [shared.get(place, width) for place, width in enumerate(needed)]


def _shared(columns: Mapping[int, Sequence[str]], room: int) -> dict[int, int]:
    """The room as columns of text share it for the fewest lines in all: by the roots of how much is in them.

    None is narrower than its longest word, up to what a cell keeps on one line, and none wider than its longest cell.

    >>> _shared({0: ["rule", "WAC 1"], 1: ["asks", "a long sentence, " * 8], 2: ["note", "some words " * 3]}, 60)
    {0: 7, 1: 35, 2: 17}
    """
    least = {
        place: min(max(map(_longest_word, cells)), MAX_WIDTHS["text"]) + GUTTER for place, cells in columns.items()
    }
    most = {place: max(len(cells[0]) + 1, *map(len, cells)) + GUTTER for place, cells in columns.items()}
    weights = {place: isqrt(sum(map(len, cells)) * 10_000) for place, cells in columns.items()}
    widths: dict[int, int] = {}
    left = list(columns)
    while left:
        # What its bounds hold back or cut off changes what the others have.
        shares = {place: room * weights[place] // sum(weights[place] for place in left) for place in left}
        bound = {place: min(max(share, least[place]), most[place]) for place, share in shares.items()}
        over = sum(bound.values()) - sum(shares.values())
        fixed = [place for place in left if (bound[place] - shares[place]) * (over or 1) > 0] or left
        widths |= {place: bound[place] for place in fixed}
        room = max(room - sum(bound[place] for place in fixed), 0)
        left = [place for place in left if place not in fixed]
    return widths


def _longest_word(text: str) -> int:
    return max(map(len, text.split(" ")))


# --- where words may break -------------------------------------------------------------------------------------------


def breakable(text: str, longest: int = MAX_WORD, *, in_cell: bool = False) -> str:
    """The text with places in its longer words where a line may end, so that no fraction runs out of its column.

    Words that fit have none, so that they can be searched for and copied. The mark of such a place is not printed: the
    template ends lines there without it. Only in the cell of a table, which may be narrow, is a digest broken.
    """

    def fits(word: str) -> bool:
        return len(word) <= longest or (not in_cell and DIGEST.search(word) is not None)

    return " ".join(word if fits(word) else _pieces(word, longest) for word in text.split(" "))


def _pieces(word: str, longest: int) -> str:
    """After a bar or a comma; where that is not enough, every few characters."""
    parts = re.split(r"(?<=[/,])", word)
    return BREAK.join(part if len(part) <= longest else _cut(part) for part in parts)


def _cut(part: str) -> str:
    return BREAK.join(part[at : at + PIECE] for at in range(0, len(part), PIECE))
