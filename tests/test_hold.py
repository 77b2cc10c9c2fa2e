"""Hold intervals: convolution against exact arithmetic, its stated error, the normal approximation, and the audit."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import pairwise
from math import comb, sqrt

import numpy as np
import pytest

from analyzer.analysis import analyze
from analyzer.cli import main
from analyzer.errors import SelectionError
from analyzer.hold import (
    Convolved,
    Normal,
    Round,
    hold_table,
    house_round,
    judge,
    many_rounds,
    rounding_bound,
    verdict,
)
from analyzer.library import load_game
from analyzer.results import WagerResult
from analyzer.run import Run

RUN = Run(jobs=1)
THREE_CARD, DRAW = "three-card-poker-6-card-bonus", "wild-six-card-draw-poker"
# The house wins 1 with chance 3/5, loses 1 otherwise: n rounds are a binomial.
COIN = Round(Fraction(-1), Fraction(2), {0: Fraction(2, 5), 1: Fraction(3, 5)})


def result_of(game: str, wager: str) -> WagerResult:
    return analyze(load_game(game), wager=wager, run=RUN).wagers[0]


def exactly(one: Round, rounds: int) -> dict[Fraction, Fraction]:
    """The sum of n rounds in fractions."""
    found = {Fraction(0): Fraction(1)}
    for _ in range(rounds):
        longer: dict[Fraction, Fraction] = {}
        for total, chance in found.items():
            for place, own in one.chances.items():
                won = total + one.low + one.step * place
                longer[won] = longer.get(won, Fraction(0)) + chance * own
        found = longer
    return found


def test_convolution_is_the_binomial_within_the_stated_error() -> None:
    for rounds in (1, 7, 100, 1000):
        sums = many_rounds(COIN, rounds)
        assert isinstance(sums, Convolved)
        below = Fraction(0)
        for wins in range(rounds + 1):
            below += comb(rounds, wins) * Fraction(3, 5) ** wins * Fraction(2, 5) ** (rounds - wins)
            found = sums.at_most(Fraction(2 * wins - rounds))
            assert abs(found - float(below)) <= sums.error


def test_convolution_of_a_paytable_in_fractions() -> None:
    one = house_round(result_of(THREE_CARD, "pair-plus"))
    sums = many_rounds(one, 6)
    assert isinstance(sums, Convolved)
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
    assert one.skewness == pytest.approx(-float(result.document()["skewness"]), rel=1e-12)


def test_the_window_may_be_smaller_than_the_range() -> None:
    """A million rounds that pay up to 500 span half a milliard results; the window is far smaller and loses nothing."""
    one = house_round(result_of(THREE_CARD, "six-card-bonus"))
    sums = many_rounds(one, 1_000_000)
    assert isinstance(sums, Convolved)
    assert len(sums.chances) < 1_000_000
    assert float(sums.chances.sum()) == pytest.approx(1, abs=sums.error)
    places = sums.first + np.arange(len(sums.chances))
    mean = float((sums.chances * (float(one.low * 1_000_000) + float(one.step) * places)).sum())
    assert mean == pytest.approx(float(sums.mean), abs=1.0)


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
    assert all(row["error"] <= 1e-6 for row in table["rounds"])


def test_the_normal_distribution_takes_over_where_the_error_would_be_too_large() -> None:
    one = house_round(result_of(THREE_CARD, "pair-plus"))
    rounds = 1_000_000_000
    assert rounding_bound(rounds, 1 << 20) > 1e-6
    sums = many_rounds(one, rounds)
    assert isinstance(sums, Normal)
    assert sums.at_most(sums.mean) == pytest.approx(0.5, abs=1e-3)


def test_the_corrected_normal_distribution_is_near_the_convolution() -> None:
    one = house_round(result_of(THREE_CARD, "pair-plus"))
    rounds = 100_000
    exact, normal = many_rounds(one, rounds), Normal(one, rounds)
    assert isinstance(exact, Convolved)
    for share in (Fraction(5, 1000), Fraction(25, 1000), Fraction(1, 2), Fraction(975, 1000), Fraction(995, 1000)):
        assert float(normal.quantile(share) - exact.quantile(share)) == pytest.approx(0, abs=0.01 * exact.deviation)
        won = exact.quantile(share)
        assert normal.at_most(won) == pytest.approx(exact.at_most(won), abs=2e-3)


def test_judging() -> None:
    result = result_of(THREE_CARD, "pair-plus")
    usual = judge(result, 20_000, Fraction(1_980))
    assert usual["verdict"] == "nothing unusual"
    odd = judge(result, 20_000, Fraction(4_000))
    assert odd["verdict"].startswith("very unusual")
    assert odd["z"] == pytest.approx(4.9, abs=0.1)
    with pytest.raises(SelectionError, match="cannot have won 20001"):
        judge(result, 20_000, Fraction(20_001))
    assert verdict(1e-12, 1e-9).startswith("extraordinary")


def test_a_progressive_needs_its_meter() -> None:
    result = result_of(DRAW, "progressive")
    with pytest.raises(SelectionError, match="--meter"):
        hold_table(result)
    meter = Fraction(result.extras["break_even_meter"])
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


def test_the_command_with_a_meter(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["audit", DRAW, "--wager", "progressive", "--rounds", "1000", "--json"]
    assert main([*arguments, "--meter", "100000"]) == 0
    assert len(json.loads(capsys.readouterr().out)["rounds"]) == 1
    assert main(arguments) == 2
