"""A picture of designs: house edge against standard deviation, one dot a paytable, as SVG."""

from __future__ import annotations

from analyzer.change.design.search import Designs
from analyzer.numbers import root_text
from analyzer.pricing.advantage import MARK

WIDTH, HEIGHT, MARGIN = 720, 440, 64
MAX_DOTS = 5000


def figure_svg(designs: Designs) -> str:
    """Dots are placed by decimals made for the picture; their titles have the pays and the exact edge."""
    dots = [found for found in designs.found if found.variance is not None][:MAX_DOTS]
    unit = designs.unit
    scale = 100 if unit.has_stake else 1
    edges = [float(unit.worth(found.ev)) * scale for found in dots]
    spreads = [float(root_text(found.variance)) if found.variance else 0.0 for found in dots]
    varied = [designs.lines.index(span.line) for span in designs.spans]
    marks = []
    for found, edge, spread in zip(dots, edges, spreads, strict=True):
        x = _place(edge, edges, MARGIN, WIDTH - MARGIN / 2)
        y = _place(spread, spreads, HEIGHT - MARGIN, MARGIN / 2)
        pays = ", ".join(f"{designs.lines[line]} {found.pays[line]}" for line in varied)
        flag = f" ({MARK})" if designs.advantage(found) else ""
        title = f"{pays}: {unit.text(unit.worth(found.ev))}{flag}"
        marks.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3"><title>{title}</title></circle>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        f'font-size="12">\n<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>\n'
        f'<text x="{WIDTH / 2}" y="20" text-anchor="middle">{designs.game}, {designs.wager}: '
        f"{len(designs.found):,} of {designs.tried:,} paytables</text>\n"
        + _axis(edges, " %" if unit.has_stake else " $", vertical=False)
        + _axis(spreads, "", vertical=True)
        + f'<text x="{WIDTH / 2}" y="{HEIGHT - 12}" text-anchor="middle">{_axis_title(designs)}</text>\n'
        + f'<text x="14" y="{HEIGHT / 2}" text-anchor="middle" transform="rotate(-90 14 {HEIGHT / 2})">'
        + "standard deviation</text>\n"
        + '<g fill="#1f6fb4" fill-opacity="0.6">\n'
        + "\n".join(marks)
        + "\n</g>\n</svg>\n"
    )


def _axis_title(designs: Designs) -> str:
    title = designs.unit.worth_name if designs.unit.has_stake else f"{designs.unit.worth_name}, dollars a round"
    return f"{title}; {designs.flag}" if designs.flag else title


def _place(value: float, values: list[float], start: float, end: float) -> float:
    low, high = min(values), max(values)
    return (start + end) / 2 if high == low else start + (value - low) / (high - low) * (end - start)


def _axis(values: list[float], unit: str, *, vertical: bool) -> str:
    """The smallest and the largest value at the ends of a line."""
    left, bottom, right, top = MARGIN - 10, HEIGHT - MARGIN + 10, WIDTH - MARGIN / 2, MARGIN / 2
    ends = (left, bottom, left, top) if vertical else (left, bottom, right, bottom)
    text = '<line x1="{}" y1="{}" x2="{}" y2="{}" stroke="black"/>\n'.format(*ends)
    if not values:
        return text
    for value, x, y in ((min(values), ends[0], ends[1]), (max(values), ends[2], ends[3])):
        place = f'x="{x - 4}" y="{y}" text-anchor="end"' if vertical else f'x="{x}" y="{y + 16}" text-anchor="middle"'
        text += f"<text {place}>{value:.4f}{unit}</text>\n"
    return text
