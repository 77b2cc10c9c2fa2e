"""Exact arrays: what 64 bits do not hold is computed in Python's integers, and gives what small numbers give."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from analyzer import integers
from analyzer.engines.decide import choose, nearest_states
from analyzer.errors import CountError, TooLargeError
from analyzer.integers import Integers, dot, holding, magnitude, matrix_product, plus, summed, sums_by_group, times

BIG = 10**18 - 11


def random_values(seed: int, shape: tuple[int, ...] = (50, 3)) -> Integers:
    return np.random.default_rng(seed).integers(-(10**15), 10**15, shape)


def lists(values: Integers) -> list[list[int]]:
    return [[int(value) for value in row] for row in values]


@pytest.mark.parametrize("factor", [1, 7, 4096, BIG, BIG**3])
def test_products_and_sums_are_those_of_python(factor: int) -> None:
    one, other = random_values(1), random_values(2)
    assert lists(times(one, factor)) == [[value * factor for value in row] for row in lists(one)]
    wide = times(other, factor)
    assert lists(plus(one, wide)) == [
        [a + b for a, b in zip(*rows, strict=True)] for rows in zip(lists(one), lists(wide), strict=True)
    ]
    assert lists(summed(wide)[None, :]) == [[sum(column) for column in zip(*lists(wide), strict=True)]]
    product = matrix_product(wide, one[:3])
    assert int(product[0, 0]) == sum(a * b for a, b in zip(lists(wide)[0], lists(one[:3].T)[0], strict=True))


@pytest.mark.parametrize("factor", [1, 1 << 20, BIG])
def test_weighted_sums_are_those_of_python(factor: int) -> None:
    weights = np.random.default_rng(3).integers(0, 1 << 24, 50)
    values = times(random_values(4)[:, 0], factor)
    wanted = sum(int(a) * int(b) for a, b in zip(weights, values, strict=True))
    assert dot(weights, values) == wanted
    assert dot(weights * (1 << 10), values) == wanted << 10
    group = np.arange(50) % 7
    assert int(summed(sums_by_group(group, weights, values, 7))) == wanted


def test_choices_do_not_depend_on_how_wide_the_numbers_are() -> None:
    values = random_values(5) % 5
    narrow, wide = choose(values), choose(times(values, BIG**2))
    assert wide.value.dtype == object
    assert narrow.best.tolist() == wide.best.tolist()
    assert narrow.equals.tolist() == wide.equals.tolist()
    assert nearest_states(narrow.margin).tolist() == nearest_states(wide.margin).tolist()
    told = narrow.equals < 3
    assert [margin * BIG**2 for margin in narrow.margin[told].tolist()] == wide.margin[told].tolist()


def test_margins_of_the_largest_64_bit_values_are_right() -> None:
    values = np.array([[(1 << 63) - 1, -(1 << 63) + 1]])
    assert int(choose(values).margin[0]) == (1 << 64) - 2


def test_more_python_integers_than_memory_holds_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(integers, "MAX_OBJECTS", 100)
    with pytest.raises(TooLargeError, match="150 numbers would need more than 64 bits"):
        holding(1 << 62, random_values(6))
    assert magnitude(holding((1 << 62) - 1, random_values(6))) < 1 << 62


def test_expectations_that_differ_are_an_error() -> None:
    from analyzer.engines.decide import check_expectation

    check_expectation("w", Fraction(1, 3), Fraction(1, 3))
    with pytest.raises(CountError, match="outcomes are worth 1/3 a round, the choices made 1/4"):
        check_expectation("w", Fraction(1, 3), Fraction(1, 4))
