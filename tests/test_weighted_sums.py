"""Sums of products at the edge of 64 bits and beyond."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from analyzer.engines.decide import choose
from analyzer.integers import dot, exact_dtype, weighted_sums
from analyzer.pricing.decisions import closest_decisions

EDGE = 2**63


@pytest.mark.parametrize(("largest", "dtype"), [(EDGE - 1, np.int64), (-EDGE + 1, np.int64), (EDGE, object)])
def test_what_fits(largest: int, dtype: type) -> None:
    assert exact_dtype(0, largest) is dtype


@pytest.mark.parametrize("bits", [10, 31, 32, 40, 62, 63, 64, 100, 200])
def test_sums_of_large_amounts(bits: int) -> None:
    random = Random(bits)
    counts = np.array([[random.randrange(2**20) for _ in range(5)] for _ in range(9)], dtype=np.uint32)
    amounts = [random.randrange(2**bits) for _ in range(5)]
    total = int(counts.sum(axis=1, dtype=np.int64).max())
    expected = [sum(int(n) * amount for n, amount in zip(row, amounts, strict=True)) for row in counts]
    assert weighted_sums(counts, amounts, total).tolist() == expected


def test_counts_as_large_as_64_bits() -> None:
    counts = np.array([[2**62, 2**62 - 1]], dtype=np.int64)
    assert weighted_sums(counts, [5, 2**64], 2**63 - 1).tolist() == [5 * 2**62 + 2**64 * (2**62 - 1)]


def test_negative_amounts_are_refused() -> None:
    with pytest.raises(ValueError, match="must not be negative"):
        weighted_sums(np.array([[1]]), [-1], 1)


@pytest.mark.parametrize("bits", [8, 55, 58, 62])
def test_dots(bits: int) -> None:
    random = Random(bits)
    weights = np.array([random.randrange(48) for _ in range(50)])
    values = np.array([random.randrange(-(2**bits), 2**bits) for _ in range(50)])
    assert dot(weights, values) == sum(int(w) * int(v) for w, v in zip(weights, values, strict=True))
    assert dot(weights[:0], values[:0]) == 0


def test_choices_among_values_beyond_64_bits() -> None:
    values = np.array([[-3 * EDGE, -2 * EDGE, -2 * EDGE], [5 * EDGE, 0, -EDGE], [7, 7, 7]], dtype=object)
    choice = choose(values)
    assert choice.best.tolist() == [1, 0, 0]
    assert choice.equals.tolist() == [2, 1, 3]
    assert choice.margin[:2].tolist() == [EDGE, 5 * EDGE]
    (told, *_) = closest_decisions([{"hand": "x"}], ["abc"], values[:1], 2)
    assert told.difference == Fraction(EDGE, 2)
