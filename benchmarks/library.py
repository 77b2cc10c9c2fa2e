"""Every game of the library: what it is worth beside what others printed, seconds cold and warm, peak memory.

    python benchmarks/library.py

It analyses each game in a process of its own, with an empty cache and then again, writes the table of docs/library.md,
and the column "computed" of the pages in docs/rules/library. A game that no engine counts yet is listed as such.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analyzer.game.library import library_ids
from analyzer.trust.printed import NOT_COUNTED, PrintedFigure, figure_rows, printed_figures

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = DOCS / "rules" / "library"
TABLE = DOCS / "library.md"
BEGIN, END = "<!-- table: python benchmarks/library.py -->", "<!-- end of table -->"
WRONG_USE = 2
HEADS = ("game", "wager", "paytable", "figure", "published", "computed", "agrees", "cold", "warm", "memory")


@dataclass(frozen=True)
class Measured:
    """One run of the command line: its exit code and output, seconds on the clock, peak memory in MB."""

    code: int
    out: str
    seconds: float
    memory: int


@dataclass(frozen=True)
class Game:
    """A game cold and warm, and its wagers by wager and paytable; none if it is not counted."""

    cold: Measured
    warm: Measured
    wagers: Mapping[tuple[str, str], Mapping[str, Any]]


def measured(arguments: list[str], cache: str) -> Measured:
    """Run the command line in a process of its own; the kernel knows its peak memory when it has ended."""
    with tempfile.TemporaryFile("w+") as out:
        started = time.perf_counter()
        command = [sys.executable, "-m", "analyzer", *arguments, "--cache", cache]
        child = subprocess.Popen(command, stdout=out, stderr=out, cwd=cache)
        _, status, usage = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - started
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        return Measured(child.returncode, out.read(), seconds, usage.ru_maxrss // 1024)


def game_of(game: str) -> Game:
    with tempfile.TemporaryDirectory() as cache:
        cold, warm = (measured(["analyze", game, "--json"], cache) for _ in range(2))
    if cold.code == WRONG_USE:
        print(cold.out, file=sys.stderr)
        return Game(cold, warm, {})
    if cold.code or warm.code or cold.out != warm.out:
        raise SystemExit(f"{game}: {cold.out}\n{warm.out}")
    return Game(cold, warm, {(one["wager"], one["paytable"]): one for one in json.loads(cold.out)["wagers"]})


def computed(figure: PrintedFigure, game: Game) -> tuple[str, str]:
    """What we compute, and whether it agrees with what was printed."""
    wager = game.wagers.get((figure.wager, figure.paytable))
    if wager is None:
        return NOT_COUNTED, ""
    value = figure.of(wager)
    return figure.exactly(value), "yes" if figure.rounded(value) == figure.published else "no"


def table_rows(name: str, page: str, game: Game) -> Iterator[tuple[str, ...]]:
    """A row for each figure; what was measured stands in the first one."""
    times = (f"{game.cold.seconds:.1f} s", f"{game.warm.seconds:.1f} s", f"{game.cold.memory} MB")
    for number, figure in enumerate(printed_figures(page)):
        first = number == 0
        value, agrees = computed(figure, game)
        yield (
            f"[{name}](rules/library/{name}.md)" if first else "",
            figure.wager,
            figure.paytable,
            figure.figure,
            figure.published,
            value,
            agrees,
            *(times if first and game.wagers else ("", "", "")),
        )


def with_computed(page: str, game: Game) -> str:
    """The page with the last column of its figures written anew."""
    lines = page.splitlines(keepends=True)
    figures = iter(printed_figures(page))
    cells = {tuple(row[:4]) for row in figure_rows(page)}
    for number, line in enumerate(lines):
        row = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if tuple(cell.strip("`") for cell in row[:4]) in cells:
            lines[number] = f"| {' | '.join([*row[:4], computed(next(figures), game)[0]])} |\n"
    return "".join(lines)


def markdown(rows: list[tuple[str, ...]]) -> str:
    lines = [HEADS, ("---",) * len(HEADS), *rows]
    return "".join(f"| {' | '.join(row)} |\n" for row in lines)


def main() -> None:
    rows: list[tuple[str, ...]] = []
    for name in library_ids():
        path = PAGES / f"{name}.md"
        page, game = path.read_text(encoding="utf-8"), game_of(name)
        rows += table_rows(name, page, game)
        path.write_text(with_computed(page, game), encoding="utf-8")
        print(f"{name:24} {game.cold.seconds:8.2f} {game.warm.seconds:8.2f} {game.cold.memory:8}", flush=True)
    before, _, rest = TABLE.read_text(encoding="utf-8").partition(BEGIN)
    TABLE.write_text(f"{before}{BEGIN}\n{markdown(rows)}{END}{rest.partition(END)[2]}", encoding="utf-8")


if __name__ == "__main__":
    main()
