"""Draw the pictures of the README from what the program prints: make pictures

The terminal is drawn as SVG with fonts that every system has; the page of the report needs pdftoppm (poppler-utils).
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

HERE = Path(__file__).parent
GAME = "three-card-poker-6-card-bonus"
COLUMNS = 80
# rich's own drawing fetches a font from elsewhere; this one names fonts that are there.
DRAWING = """<svg xmlns="http://www.w3.org/2000/svg" class="rich-terminal" viewBox="0 0 {width} {height}">
<style>
.{unique_id}-matrix {{ font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace;
font-size: {char_height}px; line-height: {line_height}px; font-variant-east-asian: full-width; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/></clipPath>
{lines}</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}<g class="{unique_id}-matrix">
{matrix}</g></g></svg>
"""
TERMINALS = {
    "analyze": ["analyze", GAME, "--wager", "pair-plus"],
    "card": ["strategy", GAME, "--rules", "card"],
}


def printed(words: list[str]) -> str:
    """What a command prints in a terminal of 80 columns, with its colours."""
    told = os.environ | {"COLUMNS": str(COLUMNS), "FORCE_COLOR": "1", "TERM": "xterm-256color"}
    done = subprocess.run(
        [sys.executable, "-m", "exactodds", *words], env=told, capture_output=True, text=True, check=True
    )
    return done.stdout


def draw_terminal(name: str, words: list[str]) -> None:
    console = Console(record=True, width=COLUMNS, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print(Text(f"$ exactodds {' '.join(words)}", style="bold green"))
    console.print(Text.from_ansi(printed(words).rstrip()))
    svg = console.export_svg(title=name, theme=MONOKAI, code_format=DRAWING, unique_id=name)
    (HERE / f"{name}.svg").write_text(svg, encoding="utf-8")


def draw_page(number: int) -> None:
    """One page of the report, as a reader sees it."""
    with tempfile.TemporaryDirectory() as folder:
        printed(["report", GAME, "-o", f"{folder}/report", "--date", "2026-01-01"])
        subprocess.run(
            [
                "pdftoppm",
                "-png",
                "-singlefile",
                "-r",
                "60",
                "-f",
                str(number),
                f"{folder}/report/report.pdf",
                HERE / "page",
            ],
            check=True,
        )


if __name__ == "__main__":
    for name, words in TERMINALS.items():
        draw_terminal(name, words)
    draw_page(3)
