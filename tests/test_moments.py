"""Moments, meters and the long run, against arithmetic written out here."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.errors import CountError
from analyzer.game.model import Meter
from analyzer.game.pay import Pay
from analyzer.numbers import decimal_text, one_in_text, percent_text, root_text, skewness_text
from analyzer.pricing.moments import Outcome, long_run, net_of, price, to_fraction

fractions = st.fractions(min_value=-100, max_value=1000, max_denominator=12)
outcome_lists = st.lists(st.tuples(st.integers(0, 10**6), fractions), min_size=1, max_size=8).filter(
    lambda rows: sum(count for count, _ in rows) > 0
)
Rows = list[tuple[int, Fraction]]


def outcomes_of(rows: Rows) -> list[Outcome]:
    return [Outcome(f"o{i}", count, Pay(net)) for i, (count, net) in enumerate(rows)]


@given(outcome_lists)
def test_moments(rows: Rows) -> None:
    deals = sum(count for count, _ in rows)
    priced = price(outcomes_of(rows), deals)
    mean = sum((count * net for count, net in rows), Fraction(0)) / deals
    assert to_fraction(priced.ev) == mean
    for power, moment in ((2, priced.variance), (3, priced.third_central_moment)):
        expected = sum((count * (net - mean) ** power for count, net in rows), Fraction(0)) / deals
        assert to_fraction(moment) == expected
    hits = sum(count for count, net in rows if net > 0)
    assert to_fraction(priced.hit_frequency) == Fraction(hits, deals)
    assert not priced.symbolic


@given(outcome_lists, st.integers(1, 5))
def test_counts_that_do_not_add_up_are_an_error(rows: Rows, missing: int) -> None:
    deals = sum(count for count, _ in rows)
    with pytest.raises(CountError):
        price(outcomes_of(rows), deals + missing)


@given(
    st.lists(
        st.tuples(st.integers(1, 1000), fractions, st.fractions(0, 1, max_denominator=10)), min_size=1, max_size=6
    ),
    st.integers(0, 10**6),
)
def test_moments_with_a_meter(rows: list[tuple[int, Fraction, Fraction]], level: int) -> None:
    """The symbolic moments at a meter are the moments of the results at that meter."""
    deals = sum(count for count, _, _ in rows)
    symbolic = price([Outcome("o", count, Pay(amount, share)) for count, amount, share in rows], deals)
    plain = price([Outcome("o", count, Pay(amount + share * level)) for count, amount, share in rows], deals)
    for one, other in (
        (symbolic.ev, plain.ev),
        (symbolic.variance, plain.variance),
        (symbolic.third_central_moment, plain.third_central_moment),
    ):
        at_level = one if isinstance(one, Fraction) else one.at(Fraction(level))
        assert at_level == other


@pytest.mark.parametrize(
    ("prizes", "bet", "pay", "net"),
    [
        ("for_one", "1", Pay(Fraction(5)), Pay(Fraction(4))),
        ("to_one", "1", Pay(Fraction(5)), Pay(Fraction(5))),
        ("for_one", "5", Pay(Fraction(5)), Pay(Fraction(0))),
        ("for_one", "10", Pay(Fraction(5)), Pay(Fraction(-1, 2))),
        ("for_one", "2", Pay(Fraction(0), Fraction(1)), Pay(Fraction(-1), Fraction(1, 2))),
        ("to_one", "2", Pay(Fraction(0), Fraction(1, 10)), Pay(Fraction(0), Fraction(1, 20))),
    ],
)
def test_prizes_in_units_of_the_bet(prizes: Any, bet: str, pay: Pay, net: Pay) -> None:
    assert net_of(pay, Meter(Fraction(bet), prizes, None, None)) == net
    assert net_of(pay, None) == pay


# --- the long run ----------------------------------------------------------------------------------------------------

ROYAL, PART, FIXED = Fraction(1, 50), Fraction(1, 20), Fraction(1, 10)


def toy_outcomes(meter: Meter) -> list[Outcome]:
    """2 of 100 deals win the meter, 5 a tenth of it, 10 win 3 dollars, the others lose."""
    return [
        Outcome("all", 2, net_of(Pay(Fraction(0), Fraction(1)), meter)),
        Outcome("tenth", 5, net_of(Pay(Fraction(0), Fraction(1, 10)), meter)),
        Outcome("three", 10, net_of(Pay(Fraction(3)), meter)),
        Outcome("lose", 83, Pay(Fraction(-1))),
    ]


@pytest.mark.parametrize("prizes", ["for_one", "to_one"])
@pytest.mark.parametrize(("bet", "share", "seed"), [("1", "1/10", "40"), ("5", "3/100", "0"), ("1/2", "1", "7")])
def test_the_long_run(prizes: Any, bet: str, share: str, seed: str) -> None:
    meter = Meter(Fraction(bet), prizes, Fraction(share), Fraction(seed))
    model = long_run(toy_outcomes(meter), 100, meter)
    assert model is not None
    level = model.average_meter
    put_in = meter.contribution * meter.bet  # type: ignore[operator]
    after_deal = ROYAL * meter.seed + PART * Fraction(9, 10) * level + (1 - ROYAL - PART) * level  # type: ignore[operator]
    assert level == after_deal + put_in, "the mean meter does not change from one bet to the next"
    paid = ROYAL * level + PART * level / 10 + FIXED * 3
    returned = (ROYAL + PART + FIXED) * meter.bet if prizes == "to_one" else 0
    assert model.long_run_return == (paid + returned) / meter.bet


def test_the_long_run_by_iteration() -> None:
    """From any start the mean meter goes to the stationary one."""
    meter = Meter(Fraction(1), "for_one", Fraction(1, 10), Fraction(40))
    model = long_run(toy_outcomes(meter), 100, meter)
    assert model is not None
    level = 1000.0
    for _ in range(5000):
        level = 0.02 * 40 + 0.05 * 0.9 * level + 0.93 * level + 0.1
    assert abs(level - float(model.average_meter)) < 1e-9


@pytest.mark.parametrize(("share", "seed"), [(None, "1"), ("1/10", None), (None, None)])
def test_no_long_run_without_its_numbers(share: str | None, seed: str | None) -> None:
    meter = Meter(Fraction(1), "for_one", share and Fraction(share), seed and Fraction(seed))  # type: ignore[arg-type]
    assert long_run(toy_outcomes(meter), 100, meter) is None


def test_no_long_run_where_nothing_pays_the_meter() -> None:
    meter = Meter(Fraction(1), "for_one", Fraction(1, 10), Fraction(1))
    assert long_run([Outcome("lose", 1, Pay(Fraction(-1)))], 1, meter) is None


# --- numbers as text -------------------------------------------------------------------------------------------------


@given(st.fractions(-1000, 1000), st.integers(0, 12))
def test_decimals_are_the_nearest(value: Fraction, places: int) -> None:
    shown = Fraction(decimal_text(value, places))
    assert abs(shown - value) <= Fraction(1, 2 * 10**places)


def test_numbers_for_people() -> None:
    assert percent_text(Fraction(1, 40)) == "2.5000 %"
    assert one_in_text(Fraction(1, 2598960)) == "2,598,960"
    assert one_in_text(Fraction(0)) == "never"
    assert decimal_text(Fraction(-1, 10**9), 4) in ("0.0000", "-0.0000")


@given(st.fractions(Fraction(1, 10**6), 10**6))
def test_roots_have_thirty_digits(value: Fraction) -> None:
    with localcontext() as context:
        context.prec = 60
        square = Decimal(root_text(value)) ** 2
        exact = Decimal(value.numerator) / Decimal(value.denominator)
        assert abs(square / exact - 1) < Decimal("1e-28")


def test_skewness() -> None:
    assert skewness_text(Fraction(8), Fraction(4)) == "1"
    assert skewness_text(Fraction(0), Fraction(0)) == "0"
    assert skewness_text(Fraction(-1), Fraction(1)) == "-1"
