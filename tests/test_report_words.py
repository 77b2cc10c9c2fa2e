"""Words of a report that depend on the game: who banks, what is together, which terms are used."""

from __future__ import annotations

from fractions import Fraction

import pytest

from analyzer.documents import Json
from analyzer.report.filing import Filing
from analyzer.report.strategy import COLUMNS_OF_LISTS, HYPHENS
from analyzer.report.tornado import _told_apart
from tests.helpers import shipped_text
from tests.reporting import SMALL, block, blocks, report_of, small_report, small_text
from tests.test_report_own import everything

PAI_GOW, WILD = "pai-gow-wrangler-outlaw", "wild-52"
ONE = """schema = "exactodds/game/2"
id = "one"
name = "One"
rules_version = "1"
[deck]
ranks = "9-A"
[deal]
own = 3
[wagers.a]
name = "A"
of = "own"
[wagers.a.pays]
pair = 1
"""


def said(document: Json) -> str:
    return " ".join(everything(document))


def terms(document: Json) -> list[str]:
    (found,) = (one for one in blocks(document, "terms") if one["kind"] == "table")
    return [row[0] for row in found["rows"]]


# --- who banks -------------------------------------------------------------------------------------------------------


def test_where_a_player_banks_the_house_keeps_nothing_but_the_fee() -> None:
    document = small_report(PAI_GOW)
    told = said(document)
    for wrong in ("what the house keeps", "hat the house wins", "With it the house edge", "average initial bet / drop"):
        assert wrong not in told
    assert "what the seat that banks wins as a share of all initial bets" in told
    assert "the player's disadvantage, what he loses of the initial wager on average to the seat that banks" in told
    assert "With it the player pays in all" in told
    assert "the house gets the fee" in told
    assert not any(blocks(document, kind="bridge"))
    assert "the result before the fee, less the fee in percent" in block(document, "-fees")["note"]


def test_the_cover_says_that_a_fee_comes_on_top_and_how_hands_are_set() -> None:
    note = small_report(PAI_GOW)["summary"]["note"]
    assert "the player pays a collection fee on top, $1 to $5 a hand" in note
    assert "both hands set by the house way" in note
    assert "fee" not in small_report(SMALL)["summary"]["note"]


def test_where_the_house_banks_it_wins() -> None:
    document = small_report(SMALL)
    told = said(document)
    assert "what the house keeps of the initial wager on average" in told
    assert "what the house wins as a share of all initial bets" in told
    assert any(blocks(document, kind="bridge"))


def test_the_average_initial_bet_is_not_the_average_of_all_bets() -> None:
    told = said(small_report(SMALL))
    assert "average initial bet / drop an hour" in told
    assert "rounds an hour × average bet" not in told
    assert "Average bet: all bets of a round, per unit of the first" in told


# --- what is there ---------------------------------------------------------------------------------------------------


def titles(document: Json) -> list[str]:
    return [section["title"] for game in document["games"] for section in game["sections"]]


def test_a_section_is_called_by_what_is_in_it() -> None:
    assert "Variance" in titles(report_of(ONE))
    joint = small_report("wild-six-card-poker")
    assert joint["games"][0]["result"]["joint"]
    assert "Variance and wagers made together" in titles(joint)


def test_no_pay_that_can_be_varied_is_no_paytable_that_is_missing() -> None:
    told = said(small_report(WILD))
    assert "the wager has no pay that can be varied" in told
    assert "the wager has no paytable, so no pay" not in told


def test_hands_are_set_foul_only_where_they_are_set() -> None:
    assert "set foul" not in said(small_report(WILD))
    assert "No hand is set foul." in said(small_report(PAI_GOW))


def test_a_player_who_decides_nothing_does_not_set_his_hand() -> None:
    told = said(small_report(PAI_GOW))
    assert "A player sets his own" not in told
    assert "A player's is set by the House Way, too, in this analysis" in told


@pytest.mark.parametrize("game", [PAI_GOW, WILD, SMALL])
def test_rows_without_a_weight_are_explained_where_there_are_any(game: str) -> None:
    document = small_report(game)
    tables = [one for one in blocks(document, kind="table") if one["id"].endswith("options-effect")]
    for one in tables:
        unweighted = any(row[1] != "as read" and not row[2] for row in one["rows"])
        assert ("Without a weight" in one["note"]) == unweighted


def test_nothing_is_said_of_a_strategy_or_of_real_cards_where_there_is_none() -> None:
    assert "plays the strategy" not in said(report_of(ONE))
    assert "plays the strategy" in said(small_report(SMALL))
    assert "real cards" not in said(small_report(SMALL))


def test_readers_are_not_told_what_the_preparer_must_attach() -> None:
    told = said(small_report(SMALL))
    assert "attach what" not in told
    assert "no proof is attached" in told
    assert "no simulation is attached" in told


def test_a_round_that_pays_for_a_push_can_be_pushed_but_not_end_with_nothing() -> None:
    told = said(small_report(PAI_GOW))
    assert "No round of this wager ends with a net result of 0." in told
    assert "of this wager cannot be" not in told


def test_hyphens_and_columns_of_lists_of_rules_are_explained() -> None:
    told = said(report_of(shipped_text(SMALL), wager="ante-play"))
    assert f"{HYPHENS} {COLUMNS_OF_LISTS}" in told
    for words in ("a hyphen is a range: rank K-A", "pair K-Q or better is", "Decides: ", "Costs: "):
        assert words in told


def test_an_end_of_a_bar_is_told_from_the_base() -> None:
    base = Fraction(-655023, 100_000_000)
    low, high = _told_apart([base - Fraction(1, 10**9), base + Fraction(1, 10**9)], base, 100)
    assert (low, high) == ("-0.6550231", "-0.6550229")
    assert _told_apart([Fraction(1, 2), Fraction(1, 4)], base, 100) == ["50.0000", "25.0000"]
    assert _told_apart([base, base], base, 100) == ["-0.6550", "-0.6550"]


# --- terms -----------------------------------------------------------------------------------------------------------


def test_the_terms_are_those_that_the_report_uses() -> None:
    document = report_of(ONE)
    listed = terms(document)
    assert {"unit", "hit rate", "combinations", "true odds", "contribution", "referee"} <= set(listed)
    assert not {"push", "even money", "weight", "average bet", "hit frequency"} & set(listed)
    assert {"push", "weight"} <= set(terms(small_report(PAI_GOW)))
    assert "hit frequency" not in said(document).lower()


def test_no_win_over_drop_is_asked_of_a_table_that_a_player_banks() -> None:
    document = report_of(small_text(PAI_GOW), filing=Filing(profiles=("maryland",)))
    assert "does not apply: the player-dealer banks" in said(document)
    assert "average initial bet and drop an hour, for the interval" in said(
        report_of(ONE, filing=Filing(profiles=("maryland",)))
    )
