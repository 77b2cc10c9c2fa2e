"""The library: every game reads, every published figure agrees to the last digit printed, and the pages say so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from analyzer.change.check import check_game
from analyzer.change.locks import lock_of
from analyzer.documents import JsonDict
from analyzer.game.library import library_ids, load_game, shipped_folder, shipped_page
from analyzer.pricing.analysis import analyze
from analyzer.run.jobs import Run
from analyzer.trust.printed import PrintedFigure, figure_rows, printed_figures
from analyzer.trust.refereed import compare_with_referee, refereed

RUN = Run(jobs=1)
GAMES = library_ids()
EDGE, RISK, BET, RETURN, VARIANCE = "house edge", "element of risk", "average bet", "return", "variance"
# Figures as others printed them, apart from the pages: what a page leaves out or changes is seen.
PUBLISHED: Mapping[str, list[tuple[str, str, str, str]]] = {
    "caribbean-stud": [
        ("base", "standard", EDGE, "5.2243 %"),
        ("base", "standard", RISK, "2.555 %"),
        ("base", "standard", "deals fold", "9,523,005,974,460"),
        ("base", "standard", "deals tie qualified", "321,623,100"),
        ("base", "standard", "deals loss qualified", "2,726,592,727,512"),
        ("base", "standard", "deals unqualified", "4,532,514,033,720"),
    ],
    "casino-holdem": [
        ("base", "standard", EDGE, "2.16 %"),
        ("base", "standard", "choice call", "82 %"),
        ("aa", "100-50-40-30-20-7", EDGE, "6.2583 %"),
    ],
    "crazy-4-poker": [("base", "standard", EDGE, "3.42 %"), ("base", "standard", RISK, "1.09 %")],
    "deuces-wild": [("base", "full-pay", RETURN, "100.7620 %"), ("base", "nsu", RETURN, "99.7283 %")],
    "double-double-bonus": [("base", "9-6", RETURN, "98.98 %"), ("base", "9-6", VARIANCE, "41.98498")],
    "jacks-or-better": [
        ("base", "9-6", RETURN, "99.5439 %"),
        ("base", "9-6", VARIANCE, "19.51468"),
        ("base", "8-5", RETURN, "97.30 %"),
        ("base", "7-5", RETURN, "96.15 %"),
        ("base", "6-5", RETURN, "95.00 %"),
    ],
    "joker-poker": [("base", "kings", RETURN, "100.6463 %")],
    "let-it-ride": [
        ("base", "standard", EDGE, "3.5057 %"),
        ("base", "standard", BET, "1.2237"),
        ("base", "standard", RISK, "2.86 %"),
        ("three-card-bonus", "40-30-5-4-1", EDGE, "5.5747 %"),
        ("three-card-bonus", "40-30-6-3-1", EDGE, "7.2760 %"),
    ],
    "three-card-poker": [
        ("ante-play", "541", EDGE, "3.3730 %"),
        ("ante-play", "531", EDGE, "3.6083 %"),
        ("ante-play", "431", EDGE, "3.8255 %"),
        ("ante-play", "321", EDGE, "4.2780 %"),
        ("ante-play", "311", EDGE, "4.5133 %"),
        ("ante-play", "111", EDGE, "4.9476 %"),
        ("pair-plus", "40-30-6-4-1", EDGE, "2.3167 %"),
        ("pair-plus", "40-30-6-3-1", EDGE, "7.2760 %"),
        ("pair-plus", "40-25-6-4-1", EDGE, "3.4932 %"),
        ("pair-plus", "35-25-6-4-1", EDGE, "4.5792 %"),
        ("pair-plus", "40-30-5-4-1", EDGE, "5.5747 %"),
        ("six-card-bonus", "1000-200-50-25-20-10-5", EDGE, "10.2248 %"),
        ("six-card-bonus", "1000-200-100-20-15-9-8", EDGE, "6.7413 %"),
    ],
    "ultimate-texas-holdem": [
        ("base", "standard", EDGE, "2.18497 %"),
        ("base", "standard", RISK, "0.526 %"),
        ("base", "standard", BET, "4.15"),
        ("trips", "30-9-7-4-3", EDGE, "0.90 %"),
        ("trips", "30-8-6-5-3", EDGE, "1.90 %"),
        ("trips", "30-8-7-4-3", EDGE, "3.50 %"),
        ("trips", "20-7-6-5-3", EDGE, "6.18 %"),
    ],
}


def page_of(game: str) -> str:
    page = shipped_page(game)
    assert page is not None
    return page


@cache
def wagers_of(game: str) -> dict[tuple[str, str], JsonDict]:
    """The wagers of the result document, by wager and paytable."""
    document = analyze(load_game(game), run=RUN).document()
    return {(wager["wager"], wager["paytable"]): wager for wager in document["wagers"]}


@pytest.mark.parametrize("game", GAMES)
def test_a_page_lists_the_published_figures(game: str) -> None:
    assert printed_figures(page_of(game)) == [PrintedFigure(*row) for row in PUBLISHED[game]]


@pytest.mark.parametrize(
    ("game", "row"),
    [pytest.param(game, row, id="-".join((game, *row[:3]))) for game, rows in PUBLISHED.items() for row in rows],
)
def test_published_figures(game: str, row: tuple[str, str, str, str]) -> None:
    figure = PrintedFigure(*row)
    assert figure.rounded(figure.of(wagers_of(game)[figure.wager, figure.paytable])) == figure.published


@pytest.mark.parametrize("game", GAMES)
def test_the_computed_column_is_what_is_computed(game: str) -> None:
    """After a change: python benchmarks/library.py"""
    for row in figure_rows(page_of(game)):
        figure = PrintedFigure(*row[:4])
        assert row[4] == figure.exactly(figure.of(wagers_of(game)[figure.wager, figure.paytable]))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_as_its_lock_says(game: str) -> None:
    """After a change that is meant: exactodds lock GAME -o tables/library/locks/GAME.toml"""
    file = load_game(game)
    checked = check_game(file, lock_of(file), None, RUN)
    assert not checked.failed
    assert Path(lock_of(file).path) == shipped_folder(game) / "locks" / f"{game}.toml"


DECKS = [pytest.param(game, 3, marks=pytest.mark.long) for game in GAMES]


@pytest.mark.parametrize(("game", "decks"), [("joker-poker", 1), ("three-card-poker", 1), *DECKS])
def test_games_are_played_as_the_referee_plays_them(game: str, decks: int) -> None:
    """tests/test_plan.py has the others every day."""
    cases = list(refereed(load_game(game), None, decks))
    wagers = Counter((wager, paytable) for wager, paytable, _ in cases)
    assert wagers == dict.fromkeys(wagers_of(game), decks)
    for wager, paytable, rules in cases:
        assert compare_with_referee(rules, wager, paytable, RUN)[1] == []


def test_queens_up() -> None:
    """How often the best four of five cards are each hand; no edge was printed for this paytable."""
    wager = wagers_of("crazy-4-poker")["queens-up", "50-40-8-4-3-2-1"]
    assert wager["deals"] == "2598960"
    assert {outcome["name"]: int(outcome["count"]) for outcome in wager["outcomes"]} == {
        "four-of-a-kind": 624,
        "straight-flush": 2_072,
        "three-of-a-kind": 58_656,
        "flush": 114_616,
        "straight": 101_808,
        "two-pair": 123_552,
        "pair-of-queens-or-better": 242_916,
        "lose": 1_954_716,
    }


def test_the_table_of_the_library_says_what_the_pages_say() -> None:
    """After a change: python benchmarks/library.py"""
    text = (Path(__file__).parents[1] / "docs" / "library.md").read_text(encoding="utf-8")
    table = text.partition("<!-- table")[2].partition("<!-- end of table")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines() if line[:2] == "| "]
    listed: dict[str, list[list[str]]] = {}
    name = ""
    for game, *cells in rows[2:]:
        name = game.removeprefix("[").partition("]")[0] or name
        listed.setdefault(name, []).append(cells[:6])
    assert listed == {game: [[*row[:5], "yes"] for row in figure_rows(page_of(game))] for game in GAMES}
