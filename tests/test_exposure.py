"""The largest payoff is that of something that can happen: in results, reports, caps, limits, and at a meter."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from analyzer.change.figures import Figures, figures_of
from analyzer.change.limits import parse_limits
from analyzer.cli.main import main
from analyzer.pricing.analysis import analyze
from analyzer.pricing.results import WagerResult
from analyzer.run.jobs import Run
from analyzer.trust.hold import hold_table, house_round
from tests.changing import run_in, write
from tests.helpers import from_text, tiny_text
from tests.reporting import block, report_of, words

RUN = Run(jobs=1)
# Without a joker nobody has five of a kind, and no straight flush has one in it.
LINES = """
five: hand = "five-of-a-kind"
royal: hand = "royal-flush"
with-joker: hand = "straight-flush"; natural = false
fours: hand = "four-of-a-kind"
"""
LIMITS = "limits = { w = [1, 10] }"


def no_joker(pays: dict[str, object], keys: str = LIMITS) -> str:
    return tiny_text(LINES, ranks="9-A", suits="cdhs", jokers=0, cards=5, uses="best_ranked", pays=pays, keys=keys)


NEVER_HIT = no_joker({"five": 100_000, "royal": 500, "with-joker": 50_000, "fours": 20})
METER = "meter = { bet = 1 }\nodds = 'for_one'"
SHARES = no_joker({"royal": '"J/10"', "fours": 5000}, METER)
NEVER_THE_METER = no_joker({"five": '"J"', "royal": 500, "fours": 20}, METER)


def result_of(text: str) -> WagerResult:
    return analyze(from_text(text), run=RUN).wagers[0]


def figures(text: str, folder: Path) -> Figures:
    (one,) = figures_of(from_text(text), run_in(folder))
    return one


def test_lines_that_are_never_hit_are_no_largest_payoff(tmp_path: Path) -> None:
    result = result_of(NEVER_HIT)
    assert result.largest_payoff.amount == 500
    assert result.document()["largest_payoff"] == "500"
    assert figures(NEVER_HIT, tmp_path).largest_payoff == "500"


def test_exposure_and_caps_are_of_what_can_happen() -> None:
    report = report_of(NEVER_HIT)
    assert block(report, "-9-largest")["rows"] == [["W", "500", "Royal", "10,626"]]
    assert block(report, "-9-limits")["rows"] == [["W", "1", "10", "500", "5,000"]]
    assert "no deal pays more than 5,000 dollars" in words(report, "exposure")
    assert block(report, "-6-moments")["rows"][0][-1] == "500"


@pytest.mark.parametrize(
    ("limit", "code"),
    [("maximum_top_award = 500", 0), ("maximum_top_award = 499", 1), ("maximum_payout = 5000", 0)],
)
def test_limits_are_of_what_can_happen(limit: str, code: int, tmp_path: Path) -> None:
    game = write(tmp_path, NEVER_HIT)
    rules = write(tmp_path, f'schema = "exactodds/limits/1"\n[all]\n{limit}\n', "limits.toml")
    assert main(["check", str(game), "--no-lock", "--limits", str(rules)]) == code


def test_at_a_meter_the_largest_award_may_be_a_fixed_one(tmp_path: Path) -> None:
    """A tenth of the meter is more than 5,000 only from 50,000 on."""
    certified = [figures(SHARES, tmp_path)]
    for meter, largest in ((1000, 4999), (50_000, 4999), (60_000, 5999)):
        rule = f'schema = "exactodds/limits/1"\n[all]\nmaximum_top_award = 1\nmeter = {meter}\n'
        (breach,), _ = parse_limits(rule.encode(), "x.toml").breaches(from_text(SHARES).game(), certified)
        assert breach.value == largest
    blind = parse_limits(b'schema = "exactodds/limits/1"\n[all]\nmaximum_top_award = 1\n', "x.toml")
    breaches, notes = blind.breaches(from_text(SHARES).game(), certified)
    assert not breaches
    assert "without meter" in notes[0]


def test_the_report_says_from_which_meter_on_the_share_is_the_largest() -> None:
    row = block(report_of(SHARES), "-9-largest")["rows"][0]
    assert row[1] == "J/10 - 1; at most 4,999 while J is below 50,000"


def test_a_limited_wager_on_a_meter_is_said_to_be_left_out_of_the_sums() -> None:
    report = report_of(no_joker({"royal": '"J/10"'}, METER + "\n" + LIMITS))
    assert "W pays from a meter" in words(report, "exposure")


def test_a_meter_that_nothing_reaches_is_no_meter() -> None:
    """The only line that pays from the meter cannot be hit: the wager has a price like any other."""
    result = result_of(NEVER_THE_METER)
    assert result.ev is not None
    assert result.largest_payoff.amount == 499
    assert house_round(result).mean == -result.ev
    assert hold_table(result)["expected_hold"] == str(-result.ev)
    assert Fraction(result.document()["variance"]) > 0
    report_of(NEVER_THE_METER)
