"""Figures that others printed, as the pages of the library list them, and what we compute beside them.

A page has a section "Published figures" with one table: wager, paytable, figure, published, computed. A figure is a key
of a result document ("house edge", "average bet"), the share of a choice ("choice call"), or a number of deals by parts
of the outcomes' names ("deals lose"); with "qualified", outcomes that say "unqualified" are left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from analyzer.documents import Json
from analyzer.game.file import GameFile
from analyzer.game.library import is_shipped, shipped_page
from analyzer.numbers import decimal_text, percent_text
from analyzer.pricing.analysis import analyze
from analyzer.run.jobs import Run

HEADING = "## Published figures"
CHOICE, DEALS, QUALIFIED, UNQUALIFIED = "choice", "deals", "qualified", "unqualified"
MORE_PLACES = 4
# What a page says in the last column while no engine counts the game.
NOT_COUNTED = "not counted yet"
_ROW = re.compile(r"\|(.+)\|")
_RULE = re.compile(r"[\s:|-]+")


@dataclass(frozen=True)
class PrintedFigure:
    """One figure of one wager and paytable, with the digits that were printed."""

    wager: str
    paytable: str
    figure: str
    published: str

    def of(self, wager: Json) -> Fraction:
        """The same figure of a wager of a result document."""
        kind, _, rest = self.figure.partition(" ")
        if kind == CHOICE:
            return Fraction(wager["choices"][rest])
        if kind == DEALS:
            return Fraction(_deals(wager["outcomes"], rest.split()))
        return Fraction(wager[self.figure.replace(" ", "_")])

    def rounded(self, value: Fraction) -> str:
        """A value with as many digits as were printed."""
        return self._text(value, 0)

    def exactly(self, value: Fraction) -> str:
        """A value with more digits than were printed."""
        return self._text(value, MORE_PLACES)

    def _text(self, value: Fraction, more: int) -> str:
        number = self.published.removesuffix(" %")
        places = len(number.partition(".")[2])
        if "," in number:
            return f"{int(value):,}" if value.denominator == 1 else decimal_text(value, more)
        return (percent_text if number != self.published else decimal_text)(value, places + more)


def _deals(outcomes: list[Mapping[str, str]], parts: list[str]) -> int:
    """Deals whose outcome has all of these parts in its name."""
    wanted, without = set(parts) - {QUALIFIED}, {UNQUALIFIED} if QUALIFIED in parts else set()
    names = [(set(outcome["name"].split("/")), int(outcome["count"])) for outcome in outcomes]
    return sum(count for name, count in names if wanted <= name and not without & name)


def printed_of(file: GameFile) -> dict[str, list[PrintedFigure]]:
    """The figures of the page of a game that comes with the program, by wager; none for a changed file."""
    page = shipped_page(file.id) if is_shipped(file) else None
    figures = printed_figures(page or "")
    return {
        wager: [one for one in figures if one.wager == wager] for wager in dict.fromkeys(one.wager for one in figures)
    }


def compare_printed(file: GameFile, figures: Sequence[PrintedFigure], run: Run) -> tuple[int, list[str]]:
    """The figures of one wager compared with what is computed: how many, and what differs."""
    document = analyze(file, None, figures[0].wager, run=run, again=True).document()
    wagers = {wager["paytable"]: wager for wager in document["wagers"]}
    values = {figure: figure.of(wagers[figure.paytable]) for figure in figures}
    differences = [
        f"{figure.paytable} {figure.figure}: computed {figure.exactly(value)}, published {figure.published}"
        for figure, value in values.items()
        if figure.rounded(value) != figure.published
    ]
    return len(figures), differences


def printed_figures(page: str) -> list[PrintedFigure]:
    """The figures that a page lists."""
    return [PrintedFigure(*cells[:4]) for cells in figure_rows(page)]


def figure_rows(page: str) -> list[list[str]]:
    """The rows of the page's table as texts, its heading left out.

    >>> figure_rows("## Published figures\\n\\n| a | b |\\n|---|---|\\n| `x` | 1 % |\\n\\n## Next\\n| y |")
    [['x', '1 %']]
    """
    section = page.partition(HEADING + "\n")[2].partition("\n## ")[0]
    rows = [match[1] for line in section.splitlines() if (match := _ROW.fullmatch(line.strip()))]
    return [[cell.strip().strip("`") for cell in row.split("|")] for row in rows[1:] if not _RULE.fullmatch(row)]
