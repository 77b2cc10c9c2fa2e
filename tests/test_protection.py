"""The report's section on protection: the figures of the analysis, flags, and what cannot be used or counted."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from analyzer.cli.main import main
from analyzer.documents import JsonDict
from analyzer.errors import TooLongError
from analyzer.game.exposed_cards import Exposure
from analyzer.game.file import parse_game_file
from analyzer.numbers import percent_text
from analyzer.pricing import exposures
from analyzer.pricing.exposures import analyze_exposed, single_exposures
from analyzer.report.document import request_of
from analyzer.report.filing import Filing, Operation
from analyzer.report.protection import protection_blocks
from analyzer.run.jobs import Run
from tests.reporting import SMALL, block, report_of, small_report, small_text, words
from tests.test_worth import DUEL, HEAD

if TYPE_CHECKING:
    from analyzer.report.subject import Subject

# The house has the edge in normal play, and one card of the dealer turns it over.
TURNED = HEAD + DUEL.replace("raise = 2", "raise = 1") + 'settle.raise = [{ on = "win", pays = "1/2" }]\n'


@cache
def protected(game: str) -> JsonDict:
    return report_of(small_text(game), protection=True)


def rows(document: JsonDict, what: str) -> list[list[str]]:
    return [list(row) for row in block(document, f"-protection-{what}")["rows"]]


def test_every_single_exposure_with_its_figures() -> None:
    file = parse_game_file(small_text(SMALL).encode(), "small.toml")
    listed, _ = single_exposures(file.rules())
    exposures = {row[1]: row for row in rows(protected(SMALL), "exposures")}
    assert set(exposures) == {str(exposure) for exposure in listed}
    for exposure in listed:
        (wager,) = analyze_exposed(file, [exposure], run=Run(jobs=1)).wagers
        assert exposures[str(exposure)][2:4] == [percent_text(wager.ev, 6), percent_text(wager.gain, 6)]
        assert exposures[str(exposure)][5] == wager.desirability


def test_what_each_card_is_worth() -> None:
    """By rank, and together what the exposure is worth."""
    document = protected(SMALL)
    shown = block(document, "-protection-cards")
    heads = [column["title"] for column in shown["columns"]]
    gains = {row[1]: row[3] for row in rows(document, "exposures")}
    assert set(heads[1:]) == set(gains)
    for number, sees in enumerate(heads[1:], 1):
        cells = [Fraction(row[number].removesuffix(" %")) for row in shown["rows"]]
        assert abs(sum(cells, Fraction(0)) / len(cells) - Fraction(gains[sees].removesuffix(" %"))) < Fraction(1, 1000)


def test_a_game_that_no_card_helps() -> None:
    assert "by the house way, whatever he sees" in words(protected("pai-gow-wrangler-outlaw"), "protection")


def test_a_report_of_another_wager_has_no_such_section() -> None:
    """Only the main wager is decided about."""
    game = parse_game_file(small_text(SMALL).encode(), "small.toml").game()
    assert not protection_blocks(cast("Subject", SimpleNamespace(game=game, wagers=game.wagers[1:], protection=True)))


def test_it_is_counted_when_it_is_asked_for() -> None:
    """Counting may take long; verify counts it again where the report has it."""
    documents = small_report(SMALL), protected(SMALL)
    keys = [{section["key"] for section in one["games"][0]["sections"]} for one in documents]
    assert ["protection" in one for one in keys] == [False, True]
    assert [request_of(one).protection for one in documents] == [False, True]


def test_what_turns_the_edge_over_is_flagged() -> None:
    document = report_of(TURNED, protection=True)
    flagged = {row[1]: row[-1] for row in rows(document, "exposures")}
    assert flagged == {"dealer=1": "yes", "seat=1": "no"}
    assert "the edge turns over to the player" in words(document, "protection")


def test_what_is_refused_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = exposures._main

    def refusing(game: Any, *more: Any) -> Any:
        if any("seat" in one for one in game.rules.exposed):
            raise TooLongError("it would take about 3 years")
        return counted(game, *more)

    monkeypatch.setattr(exposures, "_main", refusing)
    said = words(report_of(TURNED, protection=True), "protection")
    assert "Not counted: a card of another seat (seat=1): it would take about 3 years" in said


def test_the_exposure_is_named_in_words() -> None:
    file = parse_game_file(small_text("wild-six-card-poker").encode(), "small.toml")
    assert exposures.in_words(Exposure("draw", 1), file.rules()) == "the next card to be drawn"


def test_the_command(tmp_path: Path) -> None:
    game = tmp_path / "turned.toml"
    game.write_text(TURNED, encoding="utf-8")
    assert main(["report", str(game), "-o", str(tmp_path / "report"), "--protection", "--format", "json"]) == 0
    document = json.loads((tmp_path / "report" / "report.json").read_text(encoding="utf-8"))
    assert "the edge turns over to the player" in words(document, "protection")


@pytest.mark.parametrize(
    ("operation", "said", "factor"),
    [
        (Operation(), "40 rounds an hour and a first bet of 100 (an assumption: the filing says neither)", 4000),
        (
            Operation(average_bet=Fraction(15)),
            "40 rounds an hour (an assumption: the filing says nothing of it) and a first bet of 15 (as the filing "
            "says)",
            600,
        ),
        (
            Operation(rounds_per_hour=Fraction(50), average_bet=Fraction(15)),
            "50 rounds an hour and a first bet of 15 (as the filing says)",
            750,
        ),
    ],
)
def test_earnings_are_for_the_tables_of_the_filing(operation: Operation, said: str, factor: int) -> None:
    document = report_of(small_text(SMALL), protection=True, filing=Filing(operation=operation))
    assert f"Earnings are for {said}." in words(document, "protection")
    shown = block(document, "-protection-exposures")
    titles = [column["title"] for column in shown["columns"]]
    for row in shown["rows"]:
        share = Fraction(row[titles.index("expected result")].removesuffix(" %")) / 100
        earned = Fraction(row[titles.index("an hour")].replace(",", ""))
        assert abs(earned - share * factor) < Fraction(1, 50)
