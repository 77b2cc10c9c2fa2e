"""Figures as SVG, for the screen (colours from the page, light or dark) and for paper (colours written out).

The same block gives the same bytes: there is no plotting library, no clock and no random id in here. Each form is drawn
for a width: on a narrow screen labels stand above their rows, so that nothing has to be made smaller.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import ceil
from xml.sax.saxutils import escape

from analyzer import svg
from analyzer.documents import Json
from analyzer.reports.scales import Scale, linear_scale, logarithmic_scale, short_text
from analyzer.reports.text import MINUS, shown

WIDE, NARROW = 720, 350
# On paper a figure takes three quarters of a line: letters of 12 are then about 8 points.
ON_PAPER = 600
# Below this width labels stand above their rows.
MIN_BESIDE = 500
HEIGHT = 300
TOP, RIGHT, BOTTOM, LEFT = 14, 16, 52, 62
LEGEND_HEIGHT = 22
TALL_ROW = 36
# Half of the first number along an axis that begins at the left edge.
FIRST_NUMBER = 26
# A letter of the widest font that browsers are likely to have, on average.
LETTER = Decimal("6.8")
MAX_LABEL_SHARE = Decimal("0.52")
MAX_DOTS = 40
SERIES = 6
DASHES = ("", "7 4", "2 3", "9 3 2 3", "12 4", "1 4")


@dataclass(frozen=True)
class Theme:
    """Attributes of everything that is drawn, by its part in the figure."""

    font: str
    # How wide a letter of a label is, at most on average.
    letter: Decimal
    # How high a row of a figure is, its label beside it.
    row: int
    text: str
    quiet: str
    grid: str
    axis: str
    mark: str
    span: str
    bands: tuple[str, ...]
    fills: tuple[str, ...]
    strokes: tuple[str, ...]

    def fill(self, series: int) -> str:
        return self.fills[series % len(self.fills)]

    def stroke(self, series: int) -> str:
        return self.strokes[series % len(self.strokes)]


# The page's style sheet gives these classes their colours, so they follow its light and dark modes.
SCREEN = Theme(
    font="",
    letter=LETTER,
    row=20,
    text='class="fig-text"',
    quiet='class="fig-quiet"',
    grid='class="fig-grid"',
    axis='class="fig-axis"',
    mark='class="fig-mark"',
    span='class="fig-span"',
    bands=('class="fig-band-1"', 'class="fig-band-2"'),
    fills=tuple(f'class="fig-fill-{number}"' for number in range(1, SERIES + 1)),
    strokes=tuple(f'class="fig-line-{number}"' for number in range(1, SERIES + 1)),
)
_COLOURS = ("#1f5f99", "#b3541e", "#3f7d3a", "#7a4b94", "#8a6d00", "#5b6470")
PAPER = Theme(
    font=' font-family="Libertinus Serif"',
    letter=Decimal("5.6"),
    row=16,
    text='fill="#1a1a1a"',
    quiet='fill="#4a4a4a"',
    grid='stroke="#dddddd" fill="none"',
    axis='stroke="#555555" fill="none"',
    mark='stroke="#8c1d18" stroke-dasharray="4 3" fill="none"',
    span='stroke="#7d9dbb" stroke-width="3" fill="none"',
    bands=('fill="#dbe6f1"', 'fill="#b3cbe2"'),
    fills=tuple(f'fill="{colour}"' for colour in _COLOURS),
    strokes=tuple(f'stroke="{colour}" fill="none"' for colour in _COLOURS),
)


def figure_svg(block: Json, theme: Theme, width: int = WIDE) -> str:
    """The figure of a block. An empty one says that there is nothing to show."""
    if not any(entry["y"] for entry in block["series"]):
        nothing = svg.text((width // 2, 34), "nothing to show", theme.quiet, anchor="middle")
        return _document(block, theme, (width, 60), [nothing])
    return FORMS[block["form"]](block, theme, width)


# --- rows: dots and tornados -----------------------------------------------------------------------------------------


PAYS = ", pays "


def _fitted(label: str, most: int) -> str:
    """A label that is too long loses letters, but not what its line pays.

    >>> _fitted("Other six red or black with the joker, pays 6", 30), _fitted("A long label", 8)
    ('Other six red or blac…, pays 6', 'A long …')
    """
    if len(label) <= most:
        return label
    head, pays, amount = label.rpartition(PAYS)
    tail = pays + amount if head and len(pays + amount) < most // 2 else ""
    return f"{(head if tail else label)[: most - 1 - len(tail)]}…{tail}"


@dataclass(frozen=True)
class _Rows:
    """Where the rows of a figure stand, their labels beside or above them, the values at the right."""

    labels: tuple[str, ...]
    values: tuple[str, ...]
    width: int
    top: int
    theme: Theme

    @property
    def beside(self) -> bool:
        return self.width >= MIN_BESIDE

    @property
    def shown(self) -> list[str]:
        most = int(self.width * (MAX_LABEL_SHARE if self.beside else 1) / self.theme.letter)
        return [_fitted(label, most) for label in self.labels]

    @property
    def left(self) -> int:
        return int(max(map(len, self.shown)) * self.theme.letter) + 12 if self.beside else FIRST_NUMBER

    @property
    def right(self) -> int:
        """Where the axis ends and the column of values begins."""
        return self.width - int(max(_length(value) for value in self.values)) - 14

    @property
    def height(self) -> int:
        return self.theme.row if self.beside else TALL_ROW

    @property
    def bottom(self) -> int:
        return self.top + self.height * len(self.labels)

    def middle(self, place: int) -> int:
        return self.top + self.height * place + (self.height // 2 if self.beside else self.height - 11)

    def parts(self) -> Iterator[str]:
        theme = self.theme
        for place, (label, value) in enumerate(zip(self.shown, self.values, strict=True)):
            y = self.middle(place)
            where = (self.left - 8, y + 4) if self.beside else (2, y - 12)
            yield svg.text(where, label, theme.text, anchor="end" if self.beside else "start")
            yield svg.text((self.width - 4, y + 4), value, theme.text, anchor="end")

    def axis(self, scale: Scale, title: str) -> Iterator[str]:
        theme, labels = self.theme, scale.labels()
        stride = _stride([label for _, label in labels], Decimal(self.right - self.left) / max(len(labels), 1))
        for place, (tick, label) in enumerate(labels):
            x = scale.place(tick)
            yield svg.line((x, self.top), (x, self.bottom), theme.grid)
            if place % stride == 0:
                yield svg.text((x, self.bottom + 15), _minus(label), theme.quiet, anchor="middle")
        middle = (self.left + self.right) // 2
        yield svg.text((middle, self.bottom + 34), shown(title), theme.text, anchor="middle")


def _dots(block: Json, theme: Theme, width: int) -> str:
    """A dot with its value for each category; where there is an interval, a bar from its low to its high end."""
    values = [Decimal(y) for y in block["series"][0]["y"]]
    spans = _intervals(block)
    rows = _Rows(tuple(map(shown, block["categories"])), tuple(_dot_texts(block)), width, TOP, theme)
    ends = [end for span in spans if span is not None for end in span]
    scale = _value_scale(block, [*values, *ends], rows.left, rows.right, with_zero=True)
    parts = [*rows.axis(scale, block["y_title"]), *rows.parts()]
    if not scale.logarithmic:
        zero = scale.place(Decimal(0))
        parts.append(svg.line((zero, rows.top), (zero, rows.bottom), theme.axis))
    for place, (value, span) in enumerate(zip(values, spans, strict=True)):
        y = rows.middle(place)
        if span is not None:
            parts.append(svg.line((scale.place(span[0]), y), (scale.place(span[1]), y), theme.span))
        if not (scale.logarithmic and value <= 0):
            parts.append(svg.dot((scale.place(value), y), theme.fill(0), f"{block['categories'][place]}: {value:f}"))
    return _document(block, theme, (width, rows.bottom + 42), parts)


def _intervals(block: Json) -> list[tuple[Decimal, Decimal] | None]:
    given = block.get("intervals") or [None] * len(block["categories"])
    return [None if one is None else (Decimal(one[0]), Decimal(one[1])) for one in given]


def _dot_texts(block: Json) -> Iterator[str]:
    """The value of each dot and the ends of its interval; on a logarithmic axis with few digits."""
    text_of = _short if block["log_y"] else _given
    for value, span in zip(block["series"][0]["y"], _intervals(block), strict=True):
        ends = "" if span is None else f" ({text_of(span[0])} to {text_of(span[1])})"
        yield text_of(Decimal(value)) + ends


def _tornado(block: Json, theme: Theme, width: int) -> str:
    """Bars to both sides of a base: what one unit more and one unit less on each pay makes of it."""
    base = Decimal(block["base"])
    more, less = ([Decimal(y) for y in series["y"]] for series in block["series"])
    ends = [sorted(pair) for pair in zip(more, less, strict=True)]
    texts = [f"{_given(low)} to {_given(high)}" for low, high in ends]
    rows = _Rows(tuple(map(shown, block["categories"])), tuple(texts), width, TOP + LEGEND_HEIGHT, theme)
    scale = linear_scale([base, *more, *less], rows.left, rows.right)
    middle = scale.place(base)
    parts = [*rows.axis(scale, block["y_title"]), *rows.parts()]
    parts += _legend([series["name"] for series in block["series"]], theme, 4, filled=True)
    unit = block["y_title"].rpartition(", ")[2]
    parts.append(svg.text((width - 4, 15), f"least to most, {unit}", theme.quiet, anchor="end"))
    thick = 10
    for index, values in enumerate((more, less)):
        for place, value in enumerate(values):
            x, y = scale.place(value), rows.middle(place) - thick // 2
            title = f"{block['categories'][place]}, {block['series'][index]['name']}: {value:f}"
            parts.append(svg.rectangle((min(x, middle), y), abs(x - middle), thick, theme.fill(index), title))
    parts.append(svg.line((middle, rows.top), (middle, rows.bottom), theme.axis))
    return _document(block, theme, (width, rows.bottom + 42), parts)


# --- planes: fans and lines ------------------------------------------------------------------------------------------


def _fan(block: Json, theme: Theme, width: int) -> str:
    """A middle line with a band around it for each probability, the widest first."""
    (series,) = block["series"]
    across = [Decimal(x) for x in series["x"]]
    ends = [Decimal(end) for band in block["bands"] for side in ("low", "high") for end in band[side]]
    ys = linear_scale([*ends, *(Decimal(y) for y in series["y"])], HEIGHT - BOTTOM, TOP + LEGEND_HEIGHT)
    xs = _decades(across, width)
    parts = []
    for index, band in enumerate(block["bands"]):
        forth = [(xs.place(x), ys.place(Decimal(y))) for x, y in zip(across, band["low"], strict=True)]
        back = [(xs.place(x), ys.place(Decimal(y))) for x, y in zip(across, band["high"], strict=True)]
        parts.append(svg.area([*forth, *reversed(back)], theme.bands[index], band["name"]))
    parts += [*_value_axis(ys, theme, block["y_title"], width), *_across_axis(block, xs, theme, width)]
    points = [(xs.place(x), ys.place(Decimal(y))) for x, y in zip(across, series["y"], strict=True)]
    parts.append(svg.curve(points, theme.stroke(0)))
    names = [series["name"], *(band["name"] for band in block["bands"])]
    parts += _legend(names, theme, LEFT, looks=[theme.fill(0), *theme.bands])
    return _document(block, theme, (width, HEIGHT), parts)


def _decades(values: Sequence[Decimal], width: int) -> Scale:
    low, high = min(values), max(values)
    return Scale(low, high, Decimal(LEFT), Decimal(width - RIGHT), tuple(values), logarithmic=True)


def _lines(block: Json, theme: Theme, width: int) -> str:
    """Lines from point to point."""
    series = block["series"]
    top = TOP + (LEGEND_HEIGHT if len(series) > 1 else 0)
    across = [[Decimal(x) for x in one["x"]] for one in series]
    upward = [[Decimal(y) for y in one["y"]] for one in series]
    xs = _tight_scale([x for one in across for x in one] + [Decimal(mark["x"]) for mark in block["marks"]], width)
    ys = linear_scale([y for one in upward for y in one], HEIGHT - BOTTOM, top)
    parts = [*_value_axis(ys, theme, block["y_title"], width), *_across_axis(block, xs, theme, width)]
    if len(series) > 1:
        parts += _legend([one["name"] for one in series], theme, LEFT)
    for index, (horizontal, vertical) in enumerate(zip(across, upward, strict=True)):
        points = [(xs.place(x), ys.place(y)) for x, y in zip(horizontal, vertical, strict=True)]
        parts.append(svg.curve(points, theme.stroke(index), DASHES[index % SERIES]))
        if len(points) <= MAX_DOTS:
            parts += [
                svg.dot(point, theme.fill(index), f"{series[index]['name']}: {given_x}, {given_y}")
                for point, given_x, given_y in zip(points, series[index]["x"], series[index]["y"], strict=True)
            ]
    for mark_index, mark in enumerate(block["marks"]):
        parts += _mark(xs.place(Decimal(mark["x"])), mark_index, mark["label"], theme, top, width)
    return _document(block, theme, (width, HEIGHT), parts)


FORMS = {"dots": _dots, "tornado": _tornado, "fan": _fan, "line": _lines}


# --- axes, legend, marks ---------------------------------------------------------------------------------------------


def _value_scale(block: Json, values: Sequence[Decimal], start: int, end: int, *, with_zero: bool = True) -> Scale:
    if block["log_y"]:
        return logarithmic_scale(values, start, end)
    return linear_scale(values, start, end, with_zero=with_zero)


def _tight_scale(values: Sequence[Decimal], width: int) -> Scale:
    """A horizontal scale that the data fill from end to end, with its ticks inside."""
    wide = linear_scale(values, LEFT, width - RIGHT)
    low, high = min(values), max(values)
    if low == high:
        return wide
    inside = tuple(tick for tick in wide.ticks if low <= tick <= high)
    return Scale(low, high, wide.start, wide.end, inside)


def _value_axis(scale: Scale, theme: Theme, title: str, width: int) -> Iterator[str]:
    for tick, label in scale.labels():
        y = scale.place(tick)
        yield svg.line((LEFT, y), (width - RIGHT, y), theme.grid)
        yield svg.text((LEFT - 6, y + 4), _minus(label), theme.quiet, anchor="end")
    middle = (scale.start + scale.end) / 2
    yield svg.text((12, middle), shown(title), theme.text, anchor="middle", turned=True)


def _across_axis(block: Json, scale: Scale, theme: Theme, width: int) -> Iterator[str]:
    bottom = HEIGHT - BOTTOM
    labels = scale.labels()
    stride = _stride([label for _, label in labels], Decimal(width - LEFT - RIGHT) / max(len(labels), 1))
    for place, (tick, label) in enumerate(labels):
        x = scale.place(tick)
        yield svg.line((x, bottom), (x, bottom + 5), theme.axis)
        if place % stride == 0:
            anchor = "end" if x > width - RIGHT - _length(label) / 2 + 10 else "middle"
            yield svg.text((x, bottom + 18), _minus(label), theme.quiet, anchor)
    yield svg.line((LEFT, bottom), (width - RIGHT, bottom), theme.axis)
    yield svg.text(((width + LEFT - RIGHT) // 2, HEIGHT - 12), shown(block["x_title"]), theme.text, anchor="middle")


def _legend(
    names: Sequence[str], theme: Theme, left: int, *, filled: bool = False, looks: Sequence[str] = ()
) -> Iterator[str]:
    x = Decimal(left)
    for index, name in enumerate(names):
        if filled or looks:
            yield svg.rectangle((x, 6), 16, 10, looks[index] if looks else theme.fill(index))
        else:
            yield svg.curve([(x, 11), (x + 16, 11)], theme.stroke(index), DASHES[index % SERIES])
        yield svg.text((x + 21, 15), shown(name), theme.text)
        x += 21 + _length(name) + 14


def _mark(x: Decimal, index: int, label: str, theme: Theme, top: int, width: int) -> Iterator[str]:
    """A vertical line with its name; names of several marks are one below the other."""
    yield svg.upright(x, top, HEIGHT - BOTTOM, theme.mark)
    near_right = x + _length(label) + 6 > width - RIGHT
    place = x - 5 if near_right else x + 5
    yield svg.text((place, top + 12 + 14 * index), label, theme.text, anchor="end" if near_right else "start")


def _stride(labels: Sequence[str], band: Decimal) -> int:
    """The step between labels that leaves room for each: 2 shows every second one."""
    widest = max((_length(label) for label in labels), default=Decimal(0)) + 8
    return max(1, ceil(widest / band))


def _length(text: str) -> Decimal:
    """The approximate width of a text, an upper bound for the fonts in use."""
    return LETTER * len(text)


def _minus(label: str) -> str:
    return label.replace("-", MINUS)


def _given(value: Decimal) -> str:
    """With the digits that the document has."""
    return _minus(f"{value:,f}")


def _short(value: Decimal) -> str:
    return _minus(short_text(value))


# --- what a figure says ----------------------------------------------------------------------------------------------


def figure_alt(block: Json) -> str:
    """The figure in words, for people who do not see it: its title and what each of its marks says."""
    if not any(series["y"] for series in block["series"]):
        return f"{shown(block['title'])}. Nothing to show."
    return f"{shown(block['title'])}. {'; '.join(_told(block))}."


def _told(block: Json) -> Iterator[str]:
    series = block["series"]
    if block["form"] == "dots":
        for label, words in zip(block["categories"], _dot_texts(block), strict=True):
            yield f"{shown(label)}: {words}"
    elif block["form"] == "tornado":
        yield f"base {_given(Decimal(block['base']))}"
        for place, label in enumerate(block["categories"]):
            ends = ", ".join(f"{shown(one['name'])} {_given(Decimal(one['y'][place]))}" for one in series)
            yield f"{shown(label)}: {ends}"
    elif block["form"] == "fan":
        for place, x in enumerate(series[0]["x"]):
            bands = ", ".join(
                f"{band['name']} from {_short(Decimal(band['low'][place]))} to {_short(Decimal(band['high'][place]))}"
                for band in block["bands"]
            )
            yield f"after {Decimal(x):,f}: {bands}"
    else:
        for one in series:
            first, last = (f"{_short(Decimal(one['x'][at]))}, {_short(Decimal(one['y'][at]))}" for at in (0, -1))
            yield f"{one['name']} from {first} to {last}"
        yield from (shown(mark["label"]) for mark in block["marks"])


def _document(block: Json, theme: Theme, size: tuple[int, int], parts: Sequence[str]) -> str:
    """The picture, with a title and a description for screen readers."""
    width, height = size
    attributes = f'role="img"{theme.font} font-size="12"'
    described = [f"<title>{escape(shown(block['title']))}</title>", f"<desc>{escape(figure_alt(block))}</desc>"]
    return svg.document(width, height, attributes, [*described, *parts])
