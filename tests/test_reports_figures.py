"""Figures: well formed, complete, the same bytes each time; axes with sensible ticks."""

from __future__ import annotations

from decimal import Decimal
from typing import Any
from xml.etree import ElementTree

import pytest

from analyzer.reports.figures import HEIGHT, LEFT, PAPER, SCREEN, WIDTH, figure_svg
from analyzer.reports.scales import linear_scale, logarithmic_scale, nice_step, power_text, short_text

SVG = "{http://www.w3.org/2000/svg}"


def figure(**more: Any) -> dict[str, Any]:
    return {
        "kind": "figure",
        "id": "f",
        "title": "A <title> & more",
        "caption": "A caption",
        "form": "bars",
        "x_title": "across",
        "y_title": "upward",
        "log_y": False,
        "categories": ["a", "b", "c"],
        "series": [{"name": "one", "x": None, "y": ["0.25", "0.5", "-0.125"]}],
        "marks": [],
    } | more


def line(**more: Any) -> dict[str, Any]:
    series = [{"name": name, "x": ["0", "5", "10"], "y": ["1", rise, "3"]} for name, rise in (("p", "2"), ("q", "5"))]
    return figure(form="line", categories=None, series=series) | more


def drawn(block: dict[str, Any], tag: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(figure_svg(block, SCREEN)).iter(SVG + tag))


@pytest.mark.parametrize("theme", [SCREEN, PAPER])
@pytest.mark.parametrize("block", [figure(), figure(log_y=True), line(), figure(categories=[], series=[])])
def test_well_formed_named_and_repeatable(block: dict[str, Any], theme: Any) -> None:
    text = figure_svg(block, theme)
    root = ElementTree.fromstring(text)
    assert root.get("role") == "img"
    assert [element.text for element in root.findall(f"{SVG}title")] == ["A <title> & more"]
    assert [element.text for element in root.findall(f"{SVG}desc")] == ["A caption"]
    assert figure_svg(block, theme) == text


def test_heights_of_bars_are_in_proportion_and_negative_ones_hang() -> None:
    first, second, third = drawn(figure(), "rect")
    heights = [Decimal(bar.get("height", "0")) for bar in (first, second, third)]
    assert abs(heights[1] - 2 * heights[0]) <= Decimal("0.2")
    assert abs(heights[0] - 2 * heights[2]) <= Decimal("0.2")
    base = Decimal(first.get("y", "0")) + heights[0]
    assert abs(Decimal(third.get("y", "0")) - base) <= Decimal("0.1")


def test_a_decade_is_always_as_long() -> None:
    bars = drawn(figure(log_y=True, series=[{"name": "one", "x": None, "y": ["0.001", "0.01", "0.1"]}]), "rect")
    heights = [Decimal(bar.get("height", "0")) for bar in bars]
    assert abs((heights[2] - heights[1]) - (heights[1] - heights[0])) <= Decimal("0.2")
    assert heights[0] > 0


def test_zero_has_no_bar_on_a_logarithmic_axis() -> None:
    bars = drawn(figure(log_y=True, series=[{"name": "one", "x": None, "y": ["0", "0.01", "0.1"]}]), "rect")
    assert len(bars) == 2


def test_long_names_make_lying_bars_with_all_names() -> None:
    names = [f"A category with a long name, number {number}" for number in range(12)]
    block = figure(categories=names, series=[{"name": "one", "x": None, "y": ["0.5"] * 12}])
    words = "".join(text.text or "" for text in drawn(block, "text"))
    assert all(name[:30] in words for name in names)
    assert {bar.find(f"{SVG}title").text for bar in drawn(block, "rect")} == {f"{name}: 0.5" for name in names}  # type: ignore[union-attr]


def test_marks_and_legend_are_named() -> None:
    words = [text.text for text in drawn(line(marks=[{"x": "7.5", "label": "break even"}]), "text")]
    assert {"p", "q", "break even", "across", "upward"} <= set(words)


def test_everything_is_inside_the_picture() -> None:
    for block in (figure(), line(), line(marks=[{"x": "10", "label": "a mark at the very end"}])):
        for element in drawn(block, "rect") + drawn(block, "circle"):
            x = Decimal(element.get("x") or element.get("cx") or "0")
            y = Decimal(element.get("y") or element.get("cy") or "0")
            assert 0 <= x <= WIDTH
            assert 0 <= y <= HEIGHT


@pytest.mark.parametrize(("least", "step"), [("1", "1"), ("1.1", "2"), ("3", "5"), ("6", "10"), ("0.0012", "0.002")])
def test_steps(least: str, step: str) -> None:
    assert nice_step(Decimal(least)) == Decimal(step)


def test_linear_ticks_enclose_the_values() -> None:
    scale = linear_scale([Decimal("-0.3"), Decimal("7.7")], LEFT, WIDTH)
    assert scale.low <= Decimal("-0.3")
    assert scale.high >= Decimal("7.7")
    assert 4 <= len(scale.ticks) <= 9
    assert Decimal(0) in scale.ticks
    assert scale.place(scale.low) == LEFT
    assert scale.place(scale.high) == WIDTH


def test_equal_values_have_an_axis_too() -> None:
    assert len(linear_scale([Decimal(0)] * 3, 0, 100).ticks) > 1
    assert len(logarithmic_scale([Decimal("0.01")] * 3, 0, 100).ticks) > 1


def test_many_decades_have_few_ticks() -> None:
    scale = logarithmic_scale([Decimal("1e-20"), Decimal(1)], 0, 100)
    assert len(scale.ticks) <= 10
    assert [power_text(Decimal(tick)) for tick in ("1e-9", "0.01", "100000")] == ["10⁻⁹", "0.01", "100,000"]


def test_short_texts() -> None:
    assert [short_text(Decimal(text)) for text in ("0", "-0.00655023", "1", "0.5")] == ["0", "-0.00655", "1", "0.5"]
