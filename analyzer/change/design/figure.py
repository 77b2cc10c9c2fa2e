"""A picture of designs: house edge against standard deviation, one dot for each paytable, as SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from analyzer import svg
from analyzer.change.design.grid import Candidate
from analyzer.change.design.search import Designs
from analyzer.numbers import root_text
from analyzer.pricing.advantage import MARK

WIDTH, HEIGHT, MARGIN = 720, 440, 64
LEFT, RIGHT, TOP, BOTTOM = MARGIN, WIDTH - MARGIN // 2, MARGIN // 2, HEIGHT - MARGIN
GAP = 10  # between the axes and the outermost dots
MAX_DOTS = 5000
TEXT, AXIS, DOT = 'fill="black"', 'stroke="black"', 'fill="#1f6fb4" fill-opacity="0.6"'


def figure_svg(designs: Designs) -> str:
    """Dots are placed by decimals made for the picture; their titles have the pays and the exact edge."""
    drawn = [design for design in designs.candidates if design.variance is not None][:MAX_DOTS]
    unit = designs.unit
    scale = 100 if unit.has_stake else 1
    edges = [float(unit.worth(design.ev)) * scale for design in drawn]
    spreads = [float(root_text(design.variance)) if design.variance else 0.0 for design in drawn]
    heading = f"{designs.game}, {designs.wager}: {len(designs.candidates):,} of {designs.tried:,} paytables"
    parts = [
        svg.rectangle((0, 0), WIDTH, HEIGHT, 'fill="white"'),
        svg.text((WIDTH / 2, 20), heading, TEXT, "middle"),
        *_across(edges, " %" if unit.has_stake else " $"),
        *_upwards(spreads),
        svg.text((WIDTH / 2, HEIGHT - 12), _axis_title(designs), TEXT, "middle"),
        svg.text((14, HEIGHT / 2), "standard deviation", TEXT, "middle", turned=True),
    ]
    for design, edge, spread in zip(drawn, edges, spreads, strict=True):
        place = _place(edge, edges, LEFT, RIGHT), _place(spread, spreads, BOTTOM, TOP)
        parts.append(svg.dot(place, DOT, _title(designs, design)))
    return svg.document(WIDTH, HEIGHT, 'font-family="sans-serif" font-size="12"', parts)


def _title(designs: Designs, design: Candidate) -> str:
    varied = [designs.lines.index(span.line) for span in designs.spans]
    pays = ", ".join(f"{designs.lines[line]} {design.pays[line]}" for line in varied)
    flag = f" ({MARK})" if designs.advantage(design) else ""
    return f"{pays}: {designs.unit.text(designs.unit.worth(design.ev))}{flag}"


def _axis_title(designs: Designs) -> str:
    title = designs.unit.worth_name if designs.unit.has_stake else f"{designs.unit.worth_name}, dollars a round"
    return f"{title}; {designs.flag}" if designs.flag else title


def _place(value: float, values: Sequence[float], start: float, end: float) -> float:
    low, high = min(values), max(values)
    return (start + end) / 2 if high == low else start + (value - low) / (high - low) * (end - start)


def _across(values: Sequence[float], unit: str) -> Iterator[str]:
    """The axis below, with the smallest and the largest value at its ends."""
    yield svg.line((LEFT - GAP, BOTTOM + GAP), (RIGHT, BOTTOM + GAP), AXIS)
    for value, x in zip(_ends(values), (LEFT - GAP, RIGHT), strict=False):
        yield svg.text((x, BOTTOM + GAP + 16), f"{value:.4f}{unit}", TEXT, "middle")


def _upwards(values: Sequence[float]) -> Iterator[str]:
    """The axis on the left, likewise."""
    yield svg.line((LEFT - GAP, BOTTOM + GAP), (LEFT - GAP, TOP), AXIS)
    for value, y in zip(_ends(values), (BOTTOM + GAP, TOP), strict=False):
        yield svg.text((LEFT - GAP - 4, y), f"{value:.4f}", TEXT, "end")


def _ends(values: Sequence[float]) -> tuple[float, ...]:
    return (min(values), max(values)) if values else ()
