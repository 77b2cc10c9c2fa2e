"""Reports of wagers that are played anew under every paytable: every section, from the language of the file."""

from __future__ import annotations

from functools import cache

import pytest

from analyzer.documents import JsonDict
from analyzer.pricing.analysis import analyze
from analyzer.pricing.played import played_wager
from analyzer.report.by_rules import deals_by_rules, method_by_rules
from analyzer.report.document import GameInput, Request, build_report
from analyzer.report.paytables import paytable_lines
from analyzer.report.subject import find_rules
from analyzer.reports.document import check_document
from analyzer.run.jobs import Run
from analyzer.trust.prove import deals_by_formula
from tests.helpers import ONE_NAME, from_text
from tests.reporting import block, blocks
from tests.solo import SMALL, small_file

RUN = Run(jobs=1)


@cache
def report(game: str) -> JsonDict:
    file = small_file(game)
    return build_report(Request((GameInput(file, file.text, find_rules(file)),)), RUN)


@pytest.mark.parametrize("game", SMALL)
def test_a_report_has_all_sections_and_nothing_empty(game: str) -> None:
    document = report(game)
    check_document(document)
    for section in document["games"][0]["sections"]:
        assert section["blocks"], section["title"]
    assert all(one["rows"] for one in blocks(document) if one["kind"] in ("table", "facts"))


@pytest.mark.parametrize("game", SMALL)
def test_the_number_of_deals_is_worked_out_in_two_places(game: str) -> None:
    chosen = small_file(game).game()
    wager = chosen.wagers[0]
    assert deals_by_rules(chosen, wager)[1] == deals_by_formula(chosen, wager)


def test_formulas_and_methods_are_in_the_words_of_the_game() -> None:
    jacks, ride = (small_file(game).game() for game in ("jacks-or-better", "let-it-ride"))
    assert deals_by_rules(jacks, jacks.wagers[0])[0] == "C(21,5) x lcm(C(16,0) ... C(16,5))"
    assert deals_by_rules(ride, ride.wagers[0])[0] == "C(21,3) x 18 x 17"
    assert "every choice of discards" in method_by_rules(jacks, jacks.wagers[0])
    assert "cards still to come" in method_by_rules(ride, ride.wagers[0])


@pytest.mark.parametrize("game", SMALL)
def test_worked_rounds_say_what_was_decided_and_how_it_was_settled(game: str) -> None:
    rows = block(report(game), "4-base-rounds")["rows"]
    assert {row[0] for row in rows} <= {"won", "pushed", "lost"}
    for _, cards, decision, how, _, net in rows:
        assert "own" in cards
        assert "next best" in decision
        assert "player has" in how or "folded" in how
        assert net


@pytest.mark.parametrize("game", ["jacks-or-better", "mississippi-stud"])
def test_sensitivity_is_the_price_of_the_changed_pay_played_anew_and_held(game: str) -> None:
    chosen = small_file(game).game()
    wager = chosen.wagers[0]
    own = wager.paytables[0]
    table = next(one for one in blocks(report(game), "sensitivity", "table") if f"-{own.id}" in one["id"])
    counted = played_wager(chosen, wager, RUN)
    stake = 1 if chosen.rules is not None and chosen.rules.main.odds == "for_one" else 0
    from analyzer.numbers import percent_text
    from tests.test_played import moved

    for line, row in enumerate(table["rows"]):
        for step, best, held in ((1, row[2], row[4]), (-1, row[5], row[7])):
            other = moved(own, line, step)
            if own.pays[line].amount + stake + step < 0:  # no file pays less than nothing
                assert (best, held) == ("", "")
                continue
            assert best == percent_text(-counted.expectation(other), 6)
            assert held == percent_text(-counted.held(own, other), 6)


def test_outcomes_of_one_name_are_told_apart_by_their_pay() -> None:
    file = from_text(ONE_NAME)
    names = [line["name"] for line in paytable_lines(analyze(file, run=RUN).wagers[0])]
    assert {"win (2)", "win (4)"} <= set(names), names
    assert len(set(names)) == len(names)
