"""Figures: well formed, complete, the same bytes each time; axes with sensible ticks."""

from __future__ import annotations

from decimal import Decimal
from typing import Any
from xml.etree import ElementTree

import pytest

from analyzer.documents import JsonDict
from analyzer.reports.figures import HEIGHT, LEFT, NARROW, PAPER, SCREEN, WIDE, figure_alt, figure_svg
from analyzer.reports.scales import linear_scale, logarithmic_scale, nice_step, power_text, short_text

SVG = "{http://www.w3.org/2000/svg}"


def figure(**more: Any) -> JsonDict:
    return {
        "kind": "figure",
        "id": "f",
        "title": "A <title> & more",
        "caption": "A caption",
        "form": "dots",
        "x_title": "across",
        "y_title": "upward",
        "log_y": False,
        "categories": ["a", "b", "c"],
        "intervals": None,
        "base": None,
        "bands": [],
        "series": [{"name": "one", "x": None, "y": ["0.25", "0.5", "-0.125"]}],
        "marks": [],
    } | more


def line(**more: Any) -> JsonDict:
    series = [{"name": name, "x": ["0", "5", "10"], "y": ["1", rise, "3"]} for name, rise in (("p", "2"), ("q", "5"))]
    return figure(form="line", categories=None, series=series) | more


def drawn(block: JsonDict, tag: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(figure_svg(block, SCREEN)).iter(SVG + tag))


def tornado(**more: Any) -> JsonDict:
    series = [{"name": "+1", "x": None, "y": ["1", "3", "2"]}, {"name": "-1", "x": None, "y": ["3", "1", "2"]}]
    return figure(form="tornado", base="2", series=series) | more


def fan(**more: Any) -> JsonDict:
    bands = [{"name": "99 %", "low": ["-9", "-3", "0"], "high": ["9", "7", "4"]}]
    return (
        figure(
            form="fan",
            categories=None,
            series=[{"name": "expected", "x": ["1000", "10000", "100000"], "y": ["2", "2", "2"]}],
            bands=bands,
        )
        | more
    )


ALL = [figure(), figure(log_y=True), line(), tornado(), fan(), figure(categories=[], series=[])]


@pytest.mark.parametrize("theme", [SCREEN, PAPER])
@pytest.mark.parametrize("width", [WIDE, NARROW])
@pytest.mark.parametrize("block", ALL)
def test_well_formed_named_and_repeatable(block: JsonDict, theme: Any, width: int) -> None:
    text = figure_svg(block, theme, width)
    root = ElementTree.fromstring(text)
    assert root.get("role") == "img"
    assert root.get("width") == str(width)
    assert [element.text for element in root.findall(f"{SVG}title")] == ["A <title> & more"]
    assert [element.text for element in root.findall(f"{SVG}desc")] == [figure_alt(block)]
    assert figure_svg(block, theme, width) == text


def test_the_words_for_a_figure_say_what_it_shows() -> None:
    spans = figure(intervals=[["0", "1"], None, None])
    assert figure_alt(spans) == "A <title> & more. a: 0.25 (0 to 1); b: 0.5; c: −0.125."
    assert "b: +1 3, −1 1" in figure_alt(tornado())
    assert "after 10,000: 99 % from −3 to 7" in figure_alt(fan())
    assert figure_alt(line(marks=[{"x": "7.5", "label": "break even"}])).endswith("break even.")


def middles(block: JsonDict) -> list[Decimal]:
    return [Decimal(dot.get("cx", "0")) for dot in drawn(block, "circle")]


def test_dots_stand_in_proportion_to_their_values() -> None:
    """0.25, 0.5 and -0.125."""
    first, second, third = middles(figure())
    assert abs((first - third) - (second - first) * Decimal("1.5")) <= Decimal("0.3")
    assert third < first < second


def test_a_decade_is_always_as_long() -> None:
    dots = middles(figure(log_y=True, series=[{"name": "one", "x": None, "y": ["0.001", "0.01", "0.1"]}]))
    assert abs((dots[2] - dots[1]) - (dots[1] - dots[0])) <= Decimal("0.2")


def test_zero_has_no_dot_on_a_logarithmic_axis() -> None:
    block = figure(log_y=True, series=[{"name": "one", "x": None, "y": ["0", "0.01", "0.1"]}])
    assert len(middles(block)) == 2


def test_every_dot_has_its_value_and_its_interval_beside_it() -> None:
    block = figure(intervals=[None, ["-1", "2.5"], None])
    words = {text.text for text in drawn(block, "text")}
    assert {"0.25", "0.5 (−1 to 2.5)", "−0.125"} <= words
    assert sum(path.get("class") == "fig-span" for path in drawn(block, "path")) == 1


def test_bars_of_a_tornado_begin_at_the_base() -> None:
    bars = [(Decimal(bar.get("x", "0")), Decimal(bar.get("width", "0"))) for bar in drawn(tornado(), "rect")]
    more, less = bars[2:5], bars[5:]  # after the two of the legend
    assert abs(more[0][0] + more[0][1] - less[0][0]) <= Decimal("0.2")
    assert abs(less[1][0] + less[1][1] - more[1][0]) <= Decimal("0.2")
    assert more[2][1] == less[2][1] == 0


def test_long_names_are_shortened_beside_their_rows_and_whole_above_them() -> None:
    names = [f"A category with a rather long name, number {number}" for number in range(12)]
    block = figure(categories=names, series=[{"name": "one", "x": None, "y": ["0.5"] * 12}])
    words = "".join(text.text or "" for text in drawn(block, "text"))
    assert all(name[:30] in words for name in names)
    narrow = ElementTree.fromstring(figure_svg(block, SCREEN, NARROW)).iter(SVG + "text")
    assert set(names) <= {text.text for text in narrow}


def over_rounds() -> JsonDict:
    rounds = ["1000", "10000", "100000", "1000000", "10000000"]
    bands = [{"name": "95 %", "low": ["-5", "-1", "0", "0.5", "0.9"], "high": ["7", "3", "2", "1.5", "1.1"]}]
    return figure(form="fan", categories=None, series=[{"name": "expected", "x": rounds, "y": ["1"] * 5}], bands=bands)


@pytest.mark.parametrize(
    "block", [over_rounds(), figure(series=[{"name": "one", "x": None, "y": ["-36.5414", "18.2", "3"]}])]
)
@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_numbers_along_an_axis_do_not_touch(block: JsonDict, width: int) -> None:
    """A number takes about seven points a letter; the last one may end where the axis does."""
    texts = ElementTree.fromstring(figure_svg(block, SCREEN, width)).iter(SVG + "text")
    numbers = [
        text for text in texts if text.get("class") == "fig-quiet" and not set(text.text or "") - set("−0123456789.,")
    ]
    lowest = max(Decimal(text.get("y") or "0") for text in numbers)
    ends = Decimal(-100)
    for text in (text for text in numbers if Decimal(text.get("y") or "0") == lowest):
        long, x = 7 * len(text.text or ""), Decimal(text.get("x") or "0")
        start = x - long if text.get("text-anchor") == "end" else x - Decimal(long) / 2
        assert start > ends
        ends = start + long


def test_marks_and_legend_are_named() -> None:
    words = [text.text for text in drawn(line(marks=[{"x": "7.5", "label": "break even"}]), "text")]
    assert {"p", "q", "break even", "across", "upward"} <= set(words)


def test_everything_is_inside_the_picture() -> None:
    for block in (*ALL, line(marks=[{"x": "10", "label": "a mark at the very end"}])):
        for element in drawn(block, "rect") + drawn(block, "circle"):
            x = Decimal(element.get("x") or element.get("cx") or "0")
            y = Decimal(element.get("y") or element.get("cy") or "0")
            assert 0 <= x <= WIDE
            assert 0 <= y <= HEIGHT


@pytest.mark.parametrize(("least", "step"), [("1", "1"), ("1.1", "2"), ("3", "5"), ("6", "10"), ("0.0012", "0.002")])
def test_steps(least: str, step: str) -> None:
    assert nice_step(Decimal(least)) == Decimal(step)


def test_linear_ticks_enclose_the_values() -> None:
    scale = linear_scale([Decimal("-0.3"), Decimal("7.7")], LEFT, WIDE)
    assert scale.low <= Decimal("-0.3")
    assert scale.high >= Decimal("7.7")
    assert 4 <= len(scale.ticks) <= 9
    assert Decimal(0) in scale.ticks
    assert scale.place(scale.low) == LEFT
    assert scale.place(scale.high) == WIDE


def test_equal_values_have_an_axis_too() -> None:
    assert len(linear_scale([Decimal(0)] * 3, 0, 100).ticks) > 1
    assert len(logarithmic_scale([Decimal("0.01")] * 3, 0, 100).ticks) > 1


def test_many_decades_have_few_ticks() -> None:
    scale = logarithmic_scale([Decimal("1e-20"), Decimal(1)], 0, 100)
    assert len(scale.ticks) <= 10
    assert [power_text(Decimal(tick)) for tick in ("1e-9", "0.01", "100000")] == ["10⁻⁹", "0.01", "100,000"]


def test_short_texts() -> None:
    assert [short_text(Decimal(text)) for text in ("0", "-0.00655023", "1", "0.5")] == ["0", "-0.00655", "1", "0.5"]


def test_a_label_that_is_too_long_keeps_what_its_line_pays() -> None:
    long = "Other six red or black cards of seven with the joker, no straight, no flush and nothing else, pays 1,000"
    texts = [one.text or "" for one in drawn(tornado(categories=[long, "b", "c"]), "text")]
    (label,) = (text for text in texts if text.startswith("Other six"))
    assert label.endswith("…, pays 1,000")


def test_the_numbers_beside_the_bars_have_a_heading() -> None:
    block = tornado(y_title="house edge, %")
    texts = [one.text for one in drawn(block, "text")]
    assert "least to most, %" in texts
