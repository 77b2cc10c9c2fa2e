"""Pieces of an SVG picture as text: the same arguments give the same bytes on every machine.

Attributes that say how a piece looks (its class, or its colours) are given as text; everything else is escaped here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from xml.sax.saxutils import escape, quoteattr

Number = Decimal | float
Point = tuple[Number, Number]


def document(width: int, height: int, attributes: str, parts: Iterable[str]) -> str:
    """The whole picture; `attributes` are those of its root."""
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {attributes}>\n' + "\n".join(parts) + "\n</svg>\n"


def number(value: Number) -> str:
    """A coordinate, with one decimal where it needs one.

    >>> number(12), number(Decimal("0.25")), number(-3.04)
    ('12', '0.2', '-3')
    """
    return f"{Decimal(value):.1f}".removesuffix(".0")


def line(start: Point, end: Point, look: str) -> str:
    return f'<path d="M{_pair(start)}L{_pair(end)}" {look}/>'


def upright(x: Number, top: Number, bottom: Number, look: str) -> str:
    return f'<path d="M{_pair((x, top))}V{number(bottom)}" {look}/>'


def curve(points: Sequence[Point], look: str, dashes: str = "") -> str:
    """Straight lines from point to point."""
    dashed = f" stroke-dasharray={quoteattr(dashes)}" if dashes else ""
    return f'<path d="M{"L".join(map(_pair, points))}" stroke-width="2"{dashed} {look}/>'


def area(points: Sequence[Point], look: str, title: str = "") -> str:
    """What a closed line encloses."""
    return f'<path d="M{"L".join(map(_pair, points))}Z" {look}>{_title(title)}</path>'


def rectangle(corner: Point, width: Number, height: Number, look: str, title: str = "") -> str:
    """A rectangle by its upper left corner; its title is shown under the pointer."""
    size = f'width="{number(width)}" height="{number(height)}"'
    return f'<rect x="{number(corner[0])}" y="{number(corner[1])}" {size} {look}>{_title(title)}</rect>'


def dot(middle: Point, look: str, title: str) -> str:
    return f'<circle cx="{number(middle[0])}" cy="{number(middle[1])}" r="3" {look}>{_title(title)}</circle>'


def text(place: Point, words: str, look: str, anchor: str = "start", *, turned: bool = False) -> str:
    """Words that start at, end at, or have their middle at a place; turned, they read upwards."""
    x, y = map(number, place)
    turn = f' transform="rotate(-90 {x} {y})"' if turned else ""
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" {look}{turn}>{escape(words)}</text>'


def _pair(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def _title(words: str) -> str:
    return f"<title>{escape(words)}</title>" if words else ""
