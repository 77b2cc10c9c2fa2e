"""Polynomials in the meter, against sympy: their arithmetic, their values and how they are written."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from analyzer.pricing.moments import to_fraction
from analyzer.pricing.polynomials import Polynomial, to_sympy

J = sympy.Symbol("J")
# Zero, one and minus one are written in ways of their own.
factors = st.one_of(st.sampled_from([Fraction(0), Fraction(1), Fraction(-1)]), st.fractions(-50, 50, max_denominator=9))
polynomials = st.lists(factors, max_size=4).map(lambda listed: Polynomial.of(*listed))


def by_sympy(one: Polynomial) -> sympy.Expr:
    return sum((to_sympy(factor) * J**power for power, factor in enumerate(one.coefficients)), sympy.Integer(0))


def text_by_sympy(expression: sympy.Expr) -> str:
    """Documents have no `**`."""
    text = str(sympy.expand(expression))
    for power in range(9, 1, -1):
        text = text.replace(f"J**{power}", "*".join("J" * power))
    return text


@given(polynomials, polynomials, factors)
def test_arithmetic_and_text_are_those_of_sympy(one: Polynomial, other: Polynomial, number: Fraction) -> None:
    left, right, rational = by_sympy(one), by_sympy(other), to_sympy(number)
    for own, expected in (
        (one, left),
        (-one, -left),
        (one + other, left + right),
        (one - other, left - right),
        (one * other, left * right),
        (one**3, left**3),
        (number + one, rational + left),
        (1 - one, 1 - left),
        (number * one, rational * left),
    ):
        assert str(own) == text_by_sympy(expected)
        assert sympy.expand(own.sympy() - expected) == 0
        assert to_sympy(own.at(number)) == expected.subs(J, rational)


@given(polynomials)
def test_a_polynomial_that_depends_on_the_meter_is_no_fraction(one: Polynomial) -> None:
    assert one.is_constant == (not by_sympy(one).free_symbols)
    if one.is_constant:
        assert to_fraction(one) == one.constant
    else:
        with pytest.raises(ValueError, match="depends on the meter"):
            to_fraction(one)


def test_equal_polynomials_have_equal_coefficients() -> None:
    one = Polynomial.of(Fraction(1), Fraction(2), Fraction(0))
    assert one == Polynomial.of(Fraction(1), Fraction(2))
    assert one - one == Polynomial.of()
