"""Hold intervals and the audit: against exact arithmetic, with their error, or refused. See also test_convolution."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import pairwise
from math import comb, sqrt

import pytest

from analyzer.cli.main import main
from analyzer.errors import SelectionError, TooLargeError
from analyzer.game.library import load_game
from analyzer.pricing.analysis import analyze
from analyzer.pricing.results import WagerResult
from analyzer.run.jobs import Run
from analyzer.trust.convolution import HouseWin, many_rounds
from analyzer.trust.hold import bound_text, chance_text, hold_table, house_round, judge, verdict

RUN = Run(jobs=1)
THREE_CARD, DRAW = "three-card-poker-6-card-bonus", "wild-six-card-draw-poker"
# The house wins 1 with chance 3/5, loses 1 otherwise: n rounds are a binomial.
COIN = HouseWin(Fraction(-1), Fraction(2), {0: Fraction(2, 5), 1: Fraction(3, 5)})


def result_of(game: str, wager: str) -> WagerResult:
    return analyze(load_game(game), wager=wager, run=RUN).wagers[0]


def exactly(one: HouseWin, rounds: int) -> dict[Fraction, Fraction]:
    """The sum of n rounds in fractions."""
    chances = {Fraction(0): Fraction(1)}
    for _ in range(rounds):
        longer: dict[Fraction, Fraction] = {}
        for total, chance in chances.items():
            for place, own in one.chances.items():
                won = total + one.low + one.step * place
                longer[won] = longer.get(won, Fraction(0)) + chance * own
        chances = longer
    return chances


def test_convolution_is_the_binomial_within_the_stated_error() -> None:
    for rounds in (1, 7, 100, 1000):
        sums = many_rounds(COIN, rounds)
        below = Fraction(0)
        for wins in range(rounds + 1):
            below += comb(rounds, wins) * Fraction(3, 5) ** wins * Fraction(2, 5) ** (rounds - wins)
            chance = sums.at_most(Fraction(2 * wins - rounds))
            assert abs(chance - float(below)) <= sums.error + 1e-15


def test_convolution_of_a_paytable_in_fractions() -> None:
    one = house_round(result_of(THREE_CARD, "pair-plus"))
    sums = many_rounds(one, 6)
    exact = exactly(one, 6)
    for won in sorted(exact)[::7]:
        below = sum((chance for total, chance in exact.items() if total <= won), Fraction(0))
        above = sum((chance for total, chance in exact.items() if total >= won), Fraction(0))
        assert abs(sums.at_most(won) - float(below)) <= sums.error + 1e-15
        assert abs(sums.at_least(won) - float(above)) <= sums.error + 1e-15
    mean = sum((won * chance for won, chance in exact.items()), Fraction(0))
    assert sums.mean == mean


def test_moments_are_those_of_the_analysis() -> None:
    result = result_of(THREE_CARD, "six-card-bonus")
    one = house_round(result)
    assert result.ev is not None
    assert one.mean == -result.ev
    assert str(one.variance) == str(result.price.variance)


def test_intervals_hold_what_they_say() -> None:
    sums = many_rounds(COIN, 1000)
    low, high = sums.quantile(Fraction(25, 1000)), sums.quantile(Fraction(975, 1000))
    assert sums.at_most(low) >= 0.025 > sums.at_most(low - 2)
    assert sums.at_most(high) >= 0.975 > sums.at_most(high - 2)


def test_intervals_narrow_with_the_root_of_the_rounds() -> None:
    table = hold_table(result_of(THREE_CARD, "pair-plus"))
    widths = [row["intervals"][0]["hold"][1] - row["intervals"][0]["hold"][0] for row in table["rounds"]]
    for wide, narrow in pairwise(widths):
        assert wide / narrow == pytest.approx(sqrt(10), rel=0.05)
    assert [row["method"] for row in table["rounds"]] == ["convolution"] * 5
    assert all(row["error"] <= 1e-8 for row in table["rounds"])


def test_skewed_wagers_that_no_series_describes() -> None:
    """The progressive of a shipped game, where a correction for skewness gave nonsense."""
    result = result_of(DRAW, "progressive")
    verdict = judge(result, 1000, Fraction(300), Fraction(25431))
    assert round(verdict["at_most"], 5) == 0.14686
    assert verdict["error"] < 1e-9
    row = hold_table(result, (1000,), Fraction(1_000_000))["rounds"][0]
    assert row["intervals"][0]["hold"] == [-0.235, 0.965]
    assert row["error"] < 1e-9


def test_a_royal_that_pays_a_million() -> None:
    """Royal 1,000,000, four of a kind 20: by hand, from the numbers of both in a thousand rounds."""
    total, royals, quads = 2_598_960, 4, 624
    one = HouseWin(
        Fraction(-1_000_000),
        Fraction(1),
        {
            0: Fraction(royals, total),
            999_980: Fraction(quads, total),
            1_000_001: Fraction(total - royals - quads, total),
        },
    )
    sums = many_rounds(one, 1000)

    def at_least_two_quads_or_a_royal() -> Fraction:
        none = Fraction(total - royals - quads, total) ** 1000
        once = 1000 * Fraction(quads, total) * Fraction(total - royals - quads, total) ** 999
        return 1 - none - once

    assert abs(sums.at_most(Fraction(958)) - float(at_least_two_quads_or_a_royal())) <= sums.error
    # Two fours of a kind or a royal are more likely than 1 in 40, a royal alone is not.
    assert [sums.quantile(Fraction(share, 1000)) for share in (25, 975)] == [958, 1000]


def test_judging_says_no_more_than_is_known() -> None:
    assert verdict(1e-12, 1e-9) == "extraordinary: fewer than 1 in 999,000,999 such samples are as far out"
    assert verdict(2e-4, 1e-9).startswith("very unusual: 1 in 5,000 ")
    assert chance_text(0.0, 2e-12) == "at most 2e-12"


def test_what_cannot_be_computed_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    result = result_of(THREE_CARD, "pair-plus")
    monkeypatch.setattr("analyzer.trust.convolution.BUDGETS", ((1, 1),))
    row = hold_table(result, (1000,))["rounds"][0]
    assert row["intervals"] == []
    assert row["error"] is None
    assert "cannot be computed with an error below 1e-06" in row["refused"]
    with pytest.raises(TooLargeError, match="ask for fewer rounds"):
        judge(result, 1000, Fraction(0))


def test_a_refusal_is_shown(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("analyzer.trust.convolution.BUDGETS", ((1, 1),))
    arguments = ["audit", THREE_CARD, "--wager", "pair-plus"]
    assert main(arguments) == 0
    shown = capsys.readouterr().out
    for words in ("none", "cannot be computed", "1,000 rounds"):
        assert words in shown
    assert main([*arguments, "--rounds", "1000"]) == 2
    assert "cannot be computed" in capsys.readouterr().err
    assert main([*arguments, "--rounds", "1000", "--won", "3"]) != 0
    assert "cannot be computed" in capsys.readouterr().err


def test_every_interval_is_shown_with_its_error(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert main(["audit", THREE_CARD, "--wager", "pair-plus", "--rounds", "1000"]) == 0
    shown = capsys.readouterr().out
    (row,) = hold_table(result_of(THREE_CARD, "pair-plus"), (1000,))["rounds"]
    assert "error at most" in shown
    assert bound_text(row["error"]) in shown
    assert float(bound_text(row["error"])) >= row["error"]


def test_judging() -> None:
    result = result_of(THREE_CARD, "pair-plus")
    usual = judge(result, 20_000, Fraction(1_980))
    assert usual["verdict"] == "nothing unusual"
    odd = judge(result, 20_000, Fraction(4_000))
    assert odd["verdict"].startswith("very unusual")
    assert odd["z"] == pytest.approx(4.9, abs=0.1)
    with pytest.raises(SelectionError, match=r"cannot have won 20,001 in 20,000 rounds of .* 20,000 bets"):
        judge(result, 20_000, Fraction(20_001))


def test_a_progressive_needs_its_meter() -> None:
    result = result_of(DRAW, "progressive")
    with pytest.raises(SelectionError, match="give it with --meter"):
        hold_table(result)
    with pytest.raises(SelectionError, match="the meter cannot be -5"):
        hold_table(result, meter=Fraction(-5))
    with pytest.raises(SelectionError, match="does not depend on a meter"):
        hold_table(result_of(THREE_CARD, "pair-plus"), meter=Fraction(5))
    meter = Fraction(result.document()["break_even_meter"])
    assert house_round(result, meter).mean == 0


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["audit", THREE_CARD, "--wager", "pair-plus"]
    assert main(arguments) == 0
    assert "10,000,000" in capsys.readouterr().out
    assert main([*arguments, "--rounds", "20000", "--won", "3,000", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["won"] == "3000"
    assert main([*arguments, "--rounds", "20000", "--won", "15000", "--stake", "5", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == document
    assert main([*arguments, "--won", "3"]) == 2
    assert main([*arguments, "--rounds", "10", "--won", "x"]) == 2
    assert main(["audit", THREE_CARD]) == 2


def test_a_progressive_is_staked_at_its_price(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["audit", DRAW, "--wager", "progressive", "--option", "bet=5", "--meter", "100000", "--rounds", "1000"]
    won = [*arguments, "--won", "1500", "--json"]
    assert main(won) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["won"] == "300"  # bets of 5 dollars
    assert main([*won, "--stake", "5"]) == 0
    assert json.loads(capsys.readouterr().out) == document
    assert main([*won, "--stake", "1"]) == 2
    assert "progressive costs 5, and its prizes do not grow with the stake" in capsys.readouterr().err


def test_the_command_with_a_meter(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["audit", DRAW, "--wager", "progressive", "--rounds", "1000", "--json"]
    assert main([*arguments, "--meter", "100000"]) == 0
    assert len(json.loads(capsys.readouterr().out)["rounds"]) == 1
    assert main(arguments) == 2
