"""What a kind of wager has beside outcomes: numbers until the document is made, and nothing left out there."""

from __future__ import annotations

from fractions import Fraction

from analyzer.pricing.details import (
    AverageBet,
    CloseDecision,
    DecisionDetails,
    HandCount,
    MeterDetails,
    SetDetails,
    TaxDetails,
)
from analyzer.pricing.moments import LongRun

HALF = Fraction(1, 2)


def test_decisions_in_the_document() -> None:
    close = CloseDecision({"hand": "Kc"}, {"fold": Fraction(-1), "play": -HALF}, HALF)
    details = DecisionDetails({"fold": HALF}, {"fold or play": 3}, [close], [HandCount("pair", "fold", 7)])
    document = {
        "choices": {"fold": "1/2"},
        "ties": {"fold or play": "3"},
        "closest": [{"hand": "Kc", "choices": {"fold": "-1", "play": "-1/2"}, "difference": "1/2"}],
        "by_hand": [{"hand": "pair", "name": "fold", "count": "7"}],
    }
    assert details.document() == document
    with_bet = DecisionDetails({}, {}, [], [], AverageBet(Fraction(2), HALF), {"plays": "no hand"}).document()
    assert list(with_bet) == ["average_bet", "element_of_risk", "choices", "ties", "strategy", "closest", "by_hand"]
    assert (with_bet["average_bet"], with_bet["element_of_risk"]) == ("2", "1/2")


def test_a_meter_of_zero_breaks_even_and_none_does_not() -> None:
    details = MeterDetails(Fraction(1), Fraction(0), {1000: HALF}, LongRun(Fraction(9), HALF))
    assert details.document() == {
        "bet": "1",
        "break_even_meter": "0",
        "meters": [{"meter": "1000", "return": "1/2", "decimal": "0.50000000"}],
        "long_run_return": "1/2",
        "average_meter": "9",
    }
    never = MeterDetails(Fraction(1), None, {}, None).document()
    assert never == {"bet": "1", "break_even_meter": None, "meters": []}


def test_no_tax_has_no_ratio() -> None:
    assert TaxDetails(HALF, Fraction(3)).document()["prize_to_tax"] == "6"
    assert TaxDetails(Fraction(0), Fraction(3)).document() == {
        "expected_tax": "0",
        "expected_prize": "3",
        "prize_to_tax": None,
    }


def test_hands_set_in_two_have_what_was_counted() -> None:
    assert SetDetails({"name": "way"}).document() == {"house_way": {"name": "way"}}
    whole = SetDetails({}, {"both": 1}, [{"bet": "5"}], {"hands": "2"}).document()
    assert whole == {"copies": {"both": "1"}, "house_way": {}, "fees": [{"bet": "5"}], "departures": {"hands": "2"}}
