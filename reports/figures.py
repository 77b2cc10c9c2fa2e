"""Figures as SVG, for the screen (colours from the page, light or dark) and for paper (colours written out).

The same block gives the same bytes: there is no plotting library, no clock and no random id in here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from xml.sax.saxutils import escape

from analyzer import svg
from analyzer.reports.scales import Scale, linear_scale, logarithmic_scale, short_text

WIDTH = 720
HEIGHT = 320
MAX_BAR_WIDTH = Decimal(84)
TOP, RIGHT, BOTTOM, LEFT = 16, 20, 56, 78
LEGEND_HEIGHT = 22
ROW_HEIGHT = 20
LETTER = Decimal("6.3")
MAX_LABEL = 40
MAX_ROWS = 48
MAX_DOTS = 40
SERIES = 6
DASHES = ("", "7 4", "2 3", "9 3 2 3", "12 4", "1 4")


@dataclass(frozen=True)
class Theme:
    """Attributes of everything that is drawn, by its part in the figure."""

    font: str
    text: str
    quiet: str
    grid: str
    axis: str
    mark: str
    fills: tuple[str, ...]
    strokes: tuple[str, ...]

    def fill(self, series: int) -> str:
        return self.fills[series % len(self.fills)]

    def stroke(self, series: int) -> str:
        return self.strokes[series % len(self.strokes)]


# The page's style sheet gives these classes their colours, so they follow its light and dark modes.
SCREEN = Theme(
    font="",
    text='class="fig-text"',
    quiet='class="fig-quiet"',
    grid='class="fig-grid"',
    axis='class="fig-axis"',
    mark='class="fig-mark"',
    fills=tuple(f'class="fig-fill-{number}"' for number in range(1, SERIES + 1)),
    strokes=tuple(f'class="fig-line-{number}"' for number in range(1, SERIES + 1)),
)
_COLOURS = ("#1f5f99", "#b3541e", "#3f7d3a", "#7a4b94", "#8a6d00", "#5b6470")
PAPER = Theme(
    font=' font-family="Libertinus Serif"',
    text='fill="#1a1a1a"',
    quiet='fill="#555555"',
    grid='stroke="#dddddd" fill="none"',
    axis='stroke="#555555" fill="none"',
    mark='stroke="#8c1d18" stroke-dasharray="4 3" fill="none"',
    fills=tuple(f'fill="{colour}"' for colour in _COLOURS),
    strokes=tuple(f'stroke="{colour}" fill="none"' for colour in _COLOURS),
)


def figure_svg(block: Mapping[str, Any], theme: Theme) -> str:
    """The figure of a block. An empty one says that there is nothing to show."""
    series = [(entry["name"], [Decimal(y) for y in entry["y"]]) for entry in block["series"]]
    if not any(values for _, values in series):
        return _document(
            block, theme, 60, [svg.text((WIDTH // 2, 34), "nothing to show", theme.quiet, anchor="middle")]
        )
    if block["form"] != "bars":
        return _curves(block, theme)
    labels = [str(label) for label in block["categories"]]
    band = Decimal(WIDTH - LEFT - RIGHT) / len(labels)
    if max(_length(label) for label in labels) <= band or len(labels) > MAX_ROWS:
        return _columns(block, theme, series, labels)
    return _rows(block, theme, series, labels)


# --- forms -----------------------------------------------------------------------------------------------------------


def _columns(block: Mapping[str, Any], theme: Theme, series: Sequence[Any], labels: Sequence[str]) -> str:
    """Vertical bars with their categories below."""
    top = TOP + _legend_height(series)
    bottom = HEIGHT - BOTTOM
    values = [value for _, one in series for value in one]
    scale = _value_scale(block, values, bottom, top)
    band = Decimal(WIDTH - LEFT - RIGHT) / len(labels)
    width = min(band * Decimal("0.72"), MAX_BAR_WIDTH) / len(series)
    base = _base(scale)
    parts = [*_value_axis(scale, theme, block["y_title"]), *_legend(series, theme, filled=True)]
    for index, (name, one) in enumerate(series):
        for place, value in enumerate(one):
            x = LEFT + band * place + (band - width * len(series)) / 2 + width * index
            y = scale.place(value)
            title = _bar_title(labels[place], name, value, series)
            if not _nowhere(scale, value):
                parts.append(svg.rectangle((x, min(y, base)), width, abs(base - y), theme.fill(index), title))
    parts.append(svg.line((LEFT, base), (WIDTH - RIGHT, base), theme.axis))
    stride = _stride(labels, band)
    parts += [
        svg.text((LEFT + band * place + band / 2, bottom + 16), label, theme.quiet, anchor="middle")
        for place, label in enumerate(labels)
        if place % stride == 0
    ]
    for mark_index, mark in enumerate(block["marks"]):
        x = LEFT + band * Decimal(mark["x"]) + band / 2
        parts += _mark(x, mark_index, mark["label"], theme, top, bottom)
    parts.append(svg.text(((WIDTH + LEFT - RIGHT) // 2, HEIGHT - 12), block["x_title"], theme.text, anchor="middle"))
    return _document(block, theme, HEIGHT, parts)


def _rows(block: Mapping[str, Any], theme: Theme, series: Sequence[Any], labels: Sequence[str]) -> str:
    """Horizontal bars, for categories with long names, which are on the left."""
    shown = [label if len(label) <= MAX_LABEL else label[: MAX_LABEL - 1] + "…" for label in labels]
    left = int(max(_length(label) for label in shown)) + 14
    top = TOP + _legend_height(series)
    row = max(ROW_HEIGHT, 10 * len(series) + 8)
    bottom = top + row * len(labels)
    values = [value for _, one in series for value in one]
    scale = _value_scale(block, values, left, WIDTH - 92)
    base = _base(scale)
    parts = [*_legend(series, theme, filled=True)]
    for tick, label in scale.labels():
        x = scale.place(tick)
        parts += [
            svg.line((x, top), (x, bottom), theme.grid),
            svg.text((x, bottom + 16), label, theme.quiet, anchor="middle"),
        ]
    for place, label in enumerate(shown):
        middle = top + row * place + row // 2
        parts.append(svg.text((left - 8, middle + 4), label, theme.text, anchor="end"))
    thick = Decimal(row - 8) / len(series)
    for index, (name, one) in enumerate(series):
        for place, value in enumerate(one):
            x, y = scale.place(value), top + row * place + 4 + thick * index
            title = _bar_title(labels[place], name, value, series)
            if not _nowhere(scale, value):
                parts.append(svg.rectangle((min(x, base), y), abs(x - base), thick, theme.fill(index), title))
            parts.append(svg.text((max(x, base) + 5, y + thick / 2 + 4), short_text(value), theme.quiet))
    parts.append(svg.line((base, top), (base, bottom), theme.axis))
    parts.append(svg.text(((left + WIDTH - 92) // 2, bottom + 38), block["y_title"], theme.text, anchor="middle"))
    return _document(block, theme, bottom + 50, parts)


def _curves(block: Mapping[str, Any], theme: Theme) -> str:
    """Lines from point to point."""
    series = block["series"]
    top = TOP + _legend_height(series)
    bottom = HEIGHT - BOTTOM
    across = [[Decimal(x) for x in one["x"]] for one in series]
    upward = [[Decimal(y) for y in one["y"]] for one in series]
    xs = _tight_scale([x for one in across for x in one] + [Decimal(mark["x"]) for mark in block["marks"]])
    ys = _value_scale(block, [y for one in upward for y in one], bottom, top, with_zero=False)
    parts = [*_value_axis(ys, theme, block["y_title"]), *_legend([(one["name"], []) for one in series], theme)]
    for tick, label in xs.labels():
        x = xs.place(tick)
        parts += [
            svg.line((x, bottom), (x, bottom + 5), theme.axis),
            svg.text((x, bottom + 19), label, theme.quiet, "middle"),
        ]
    parts.append(svg.line((LEFT, bottom), (WIDTH - RIGHT, bottom), theme.axis))
    for index, (horizontal, vertical) in enumerate(zip(across, upward, strict=True)):
        points = [(xs.place(x), ys.place(y)) for x, y in zip(horizontal, vertical, strict=True)]
        parts.append(svg.curve(points, theme.stroke(index), DASHES[index % SERIES]))
        if len(points) <= MAX_DOTS:
            parts += [
                svg.dot(point, theme.fill(index), f"{series[index]['name']}: {given_x}, {given_y}")
                for point, given_x, given_y in zip(points, series[index]["x"], series[index]["y"], strict=True)
            ]
    for mark_index, mark in enumerate(block["marks"]):
        parts += _mark(xs.place(Decimal(mark["x"])), mark_index, mark["label"], theme, top, bottom)
    parts.append(svg.text(((WIDTH + LEFT - RIGHT) // 2, HEIGHT - 10), block["x_title"], theme.text, anchor="middle"))
    return _document(block, theme, HEIGHT, parts)


# --- axes, legend, marks ---------------------------------------------------------------------------------------------


def _value_scale(
    block: Mapping[str, Any], values: Sequence[Decimal], start: int, end: int, *, with_zero: bool = True
) -> Scale:
    if block["log_y"]:
        return logarithmic_scale(values, start, end)
    return linear_scale(values, start, end, with_zero=with_zero)


def _tight_scale(values: Sequence[Decimal]) -> Scale:
    """A horizontal scale that the data fill from end to end, with its ticks inside."""
    wide = linear_scale(values, LEFT, WIDTH - RIGHT)
    low, high = min(values), max(values)
    if low == high:
        return wide
    inside = tuple(tick for tick in wide.ticks if low <= tick <= high)
    return Scale(low, high, wide.start, wide.end, inside)


def _base(scale: Scale) -> Decimal:
    return scale.start if scale.logarithmic else scale.place(Decimal(0))


def _nowhere(scale: Scale, value: Decimal) -> bool:
    """Whether a value has no place on the axis: zero on a logarithmic one."""
    return scale.logarithmic and value <= 0


def _value_axis(scale: Scale, theme: Theme, title: str) -> Iterator[str]:
    for tick, label in scale.labels():
        y = scale.place(tick)
        yield svg.line((LEFT, y), (WIDTH - RIGHT, y), theme.grid)
        yield svg.text((LEFT - 8, y + 4), label, theme.quiet, anchor="end")
    middle = (scale.start + scale.end) / 2
    yield svg.text((14, middle), title, theme.text, anchor="middle", turned=True)


def _legend_height(series: Sequence[Any]) -> int:
    return LEGEND_HEIGHT if len(series) > 1 else 0


def _legend(series: Sequence[tuple[str, Any]], theme: Theme, *, filled: bool = False) -> Iterator[str]:
    if len(series) < 2:
        return
    x = Decimal(LEFT)
    for index, (name, _) in enumerate(series):
        if filled:
            yield svg.rectangle((x, 8), 18, 10, theme.fill(index))
        else:
            yield svg.curve([(x, 13), (x + 18, 13)], theme.stroke(index), DASHES[index % SERIES])
        yield svg.text((x + 24, 17), name, theme.text)
        x += 24 + _length(name) + 18


def _mark(x: Decimal, index: int, label: str, theme: Theme, top: int, bottom: int) -> Iterator[str]:
    """A vertical line with its name; names of several marks are one below the other."""
    yield svg.upright(x, top, bottom, theme.mark)
    near_right = x + _length(label) + 6 > WIDTH - RIGHT
    place = x - 5 if near_right else x + 5
    yield svg.text((place, top + 12 + 14 * index), label, theme.text, anchor="end" if near_right else "start")


def _bar_title(label: str, name: str, value: Decimal, series: Sequence[Any]) -> str:
    return f"{label}: {value:f}" if len(series) == 1 else f"{label}, {name}: {value:f}"


def _stride(labels: Sequence[str], band: Decimal) -> int:
    """The step between labels that leaves room for each: 2 shows every second one."""
    widest = max(_length(label) for label in labels) + 4
    return max(1, int(-(-widest // band)))


def _length(text: str) -> Decimal:
    """The approximate width of a text, an upper bound for the fonts in use."""
    return LETTER * len(text)


def _document(block: Mapping[str, Any], theme: Theme, height: int, parts: Sequence[str]) -> str:
    """The picture, with a title and a description for screen readers."""
    name = block["id"]
    attributes = f'role="img" aria-labelledby="{name}-svg-title {name}-svg-desc"{theme.font} font-size="12"'
    described = [
        f'<title id="{name}-svg-title">{escape(block["title"])}</title>',
        f'<desc id="{name}-svg-desc">{escape(block["caption"])}</desc>',
    ]
    return svg.document(WIDTH, height, attributes, [*described, *parts])
