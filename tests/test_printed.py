"""Figures of the pages: which figure of a document a row means, and with which digits it is compared."""

from __future__ import annotations

from fractions import Fraction

import pytest

from analyzer.documents import JsonDict
from analyzer.game.library import load_game
from analyzer.run.jobs import Run
from analyzer.trust.printed import PrintedFigure, compare_printed, figure_rows, printed_figures, printed_of
from tests.helpers import from_text

PAGE = """# Game

## Published figures

| wager | paytable | figure | published | computed |
|---|---|---|---|---|
| `base` | `9-6` | house edge | 2.50 % | 2.500000 % |
| `base` | `9-6` | choice call | 82 % | |

Words.

## Readings

| `base` | `9-6` | return | 1 % | |
"""
WAGER: JsonDict = {
    "house_edge": "1/40",
    "average_bet": "5/3",
    "choices": {"call": "41/50"},
    "outcomes": [
        {"name": "fold", "count": "1000"},
        {"name": "win/unqualified", "count": "200"},
        {"name": "tie", "count": "30"},
        {"name": "tie/unqualified", "count": "4"},
    ],
}


def test_only_the_table_of_the_section_is_read() -> None:
    assert figure_rows(PAGE) == [
        ["base", "9-6", "house edge", "2.50 %", "2.500000 %"],
        ["base", "9-6", "choice call", "82 %", ""],
    ]
    assert [figure.published for figure in printed_figures(PAGE)] == ["2.50 %", "82 %"]
    assert figure_rows("# A page without figures\n") == []


@pytest.mark.parametrize(
    ("figure", "published", "value", "more"),
    [
        ("house edge", "2.50 %", Fraction(1, 40), "2.500000 %"),
        ("average bet", "1.67", Fraction(5, 3), "1.666667"),
        ("choice call", "82 %", Fraction(41, 50), "82.0000 %"),
        ("deals fold", "1,000", Fraction(1000), "1,000"),
        ("deals tie qualified", "30,000", Fraction(30), "30"),
        ("deals unqualified", "2,004", Fraction(204), "204"),
    ],
)
def test_figures(figure: str, published: str, value: Fraction, more: str) -> None:
    printed = PrintedFigure("base", "9-6", figure, published)
    assert printed.of(WAGER) == value
    assert printed.exactly(value) == more
    assert (printed.rounded(value) == published) == (figure not in ("deals tie qualified", "deals unqualified"))


@pytest.mark.parametrize(("value", "agrees"), [("0.02504", True), ("0.0251", False), ("0.02494", False)])
def test_another_last_digit_does_not_agree(value: str, agrees: bool) -> None:
    printed = PrintedFigure("base", "9-6", "house edge", "2.50 %")
    assert (printed.rounded(Fraction(value)) == "2.50 %") == agrees


def test_a_proof_compares_the_figures_of_the_page() -> None:
    file = load_game("three-card-poker")
    figures = printed_of(file)
    assert list(figures) == ["ante-play", "pair-plus", "six-card-bonus"]
    assert compare_printed(file, figures["pair-plus"], Run(jobs=1)) == (5, [])
    wrong = PrintedFigure("pair-plus", "40-30-6-4-1", "house edge", "2.3168 %")
    assert compare_printed(file, [wrong], Run(jobs=1))[1] == [
        "40-30-6-4-1 house edge: computed 2.31674208 %, published 2.3168 %"
    ]


def test_a_changed_file_and_a_page_without_figures_have_none() -> None:
    assert printed_of(from_text(load_game("let-it-ride").text.replace("= 1000", "= 999"))) == {}
    assert printed_of(load_game("wild-52")) == {}
