"""A figure as a picture by itself: SVG with its title on white, or PNG."""

from __future__ import annotations

import re
from dataclasses import replace

from analyzer import svg
from analyzer.documents import Json
from analyzer.reports.figures import PAPER, figure_svg
from analyzer.reports.text import shown

HEADING = 34
_SIZE = re.compile(r'width="(\d+)" height="(\d+)"')
# Browsers have some font without serifs; typst, which makes the PNG, has this one.
ON_SCREEN = replace(PAPER, font=' font-family="Inter, Helvetica, Arial, sans-serif"')
_PAGE = '#set page(width: auto, height: auto, margin: 0pt)\n#image("figure.svg")\n'
# Twice as many dots as the picture has points.
DOTS_PER_INCH = 144


def picture_svg(block: Json, *, for_png: bool = False) -> str:
    """The figure of a block with its title."""
    theme = PAPER if for_png else ON_SCREEN
    figure = figure_svg(block, theme)
    size = _SIZE.search(figure)
    assert size is not None
    width, height = int(size[1]), int(size[2])
    parts = [
        svg.rectangle((0, 0), width, height + HEADING, 'fill="white"'),
        svg.text((width / 2, 22), shown(block["title"]), f'{theme.text} font-size="15" font-weight="bold"', "middle"),
        f'<g transform="translate(0 {HEADING})">\n{figure}</g>',
    ]
    return svg.document(width, height + HEADING, f"{theme.font.strip()}", parts)


def picture_png(block: Json) -> bytes:
    """The same as PNG: the fonts are typst's own, so no byte depends on the machine."""
    import typst

    files = {"main": _PAGE.encode(), "figure.svg": picture_svg(block, for_png=True).encode()}
    compiler = typst.Compiler(files, ignore_system_fonts=True)  # type: ignore[type-var]  # as in pdf.py
    png = compiler.compile(format="png", ppi=DOTS_PER_INCH)
    assert isinstance(png, bytes)
    return png
