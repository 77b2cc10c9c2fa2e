"""Whole numbers in arrays: 64 bits where a bound proves that they suffice, Python's own integers beyond.

The pays of a game file may have denominators up to 10^18, and their common denominator may be larger still. So whatever
multiplies or adds up asks first how large its result can be; the bound comes from the numbers at hand, each time.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import TooLargeError

# 64-bit or Python integers, as the numbers need.
Integers = NDArray[Any]
# Below this both a number and the difference of two such numbers are held by 64 bits.
MAX_VALUE = 1 << 62
# Python integers in one array: each takes about 50 bytes.
MAX_OBJECTS = 1 << 24
_HALF = 31
_BITS = 63


def magnitude(values: Integers | int) -> int:
    """The largest absolute value; 0 if there is none.

    >>> magnitude(np.array([3, -7])), magnitude(-(10**30)), magnitude(np.array([]))
    (7, 1000000000000000000000000000000, 0)
    """
    if isinstance(values, int):
        return abs(values)
    return max(abs(int(values.max())), abs(int(values.min()))) if values.size else 0


def holding(bound: int, values: Integers) -> Integers:
    """The values in a type that holds every number up to the bound.

    >>> holding(2**62, np.array([1, 2])) * 2**62
    array([4611686018427387904, 9223372036854775808], dtype=object)
    """
    if values.dtype == object:
        return values
    if bound < MAX_VALUE:
        return values.astype(np.int64, copy=False)
    if values.size > MAX_OBJECTS:
        raise TooLargeError(
            f"the pays are too large, or their common denominator is: {values.size:,} numbers would need more than "
            f"64 bits each, and at most {MAX_OBJECTS:,} may; write pays with smaller denominators"
        )
    return values.astype(object)


def array_of(numbers: Sequence[int]) -> Integers:
    """Python integers as an array."""
    fits = max(map(abs, numbers), default=0) < MAX_VALUE
    return np.array(numbers, dtype=np.int64 if fits else object)


def over_common_denominator(amounts: Sequence[Fraction]) -> tuple[list[int], int]:
    """The amounts as numerators of one denominator.

    >>> over_common_denominator([Fraction(1, 2), Fraction(2, 3)])
    ([3, 4], 6)
    """
    denominator = lcm(*(amount.denominator for amount in amounts))
    return [int(amount * denominator) for amount in amounts], denominator


def times(values: Integers, factor: Integers | int) -> Integers:
    """The products, exactly.

    >>> times(np.array([2**40, 3]), 2**30).tolist() == [2**70, 3 * 2**30]
    True
    """
    own, other = magnitude(values), magnitude(factor)
    bound = max(own * other, own, other)
    return holding(bound, values) * (factor if isinstance(factor, int) else holding(bound, factor))


def plus(one: Integers, other: Integers | int) -> Integers:
    """The sums, exactly."""
    bound = magnitude(one) + magnitude(other)
    return holding(bound, one) + (other if isinstance(other, int) else holding(bound, other))


def summed(values: Integers, axis: int = 0) -> Integers:
    """Sums along an axis, exactly."""
    result: Integers = holding(magnitude(values) * max(1, values.shape[axis]), values).sum(axis=axis)
    return result


def matrix_product(values: Integers, vectors: Integers) -> Integers:
    """[..., n] x [n, m], exactly: each entry is a sum of n products."""
    own, other = magnitude(values), magnitude(vectors)
    bound = max(own * other * max(1, len(vectors)), own, other)
    result: Integers = holding(bound, values) @ holding(bound, vectors)
    return result


def dot(weights: Integers, values: Integers) -> int:
    """The sum of products, whatever its size; weights are not negative.

    64-bit values are cut in two halves: with weights of less than 2^30 in all, the sums of both are below 2^62.

    >>> dot(np.array([24, 1]), np.array([2**61, -7])) == 24 * 2**61 - 7
    True
    """
    if not len(weights):
        return 0
    if object in (weights.dtype, values.dtype) or int(weights.sum()) >= 1 << 30:
        return int(np.dot(weights.astype(object), values.astype(object)))
    values = values.astype(np.int64, copy=False)
    high = values >> _HALF
    low = values - (high << _HALF)
    return (int(weights @ high) << _HALF) + int(weights @ low)


def sums_by_group(group: NDArray[np.intp], weights: Integers, values: Integers, size: int) -> Integers:
    """By group: the sum of weights times values, exactly; weights are not negative."""
    bound = max(magnitude(values) * int(weights.sum()), magnitude(values))
    products = holding(bound, values) * weights
    sums = np.zeros(size, dtype=products.dtype)
    np.add.at(sums, group, products)
    return sums


def exact_dtype(*maxima: int) -> type[Any]:
    """64-bit integers if they hold all numbers up to these in size, otherwise Python's own, in arrays of objects.

    >>> exact_dtype(2**63 - 1, -5), exact_dtype(2**63)
    (<class 'numpy.int64'>, <class 'object'>)
    """
    fits = all(abs(largest) < 1 << _BITS for largest in maxima)
    return np.int64 if fits else object


def weighted_sums(counts: NDArray[Any], amounts: Sequence[int], total: int) -> NDArray[Any]:
    """Sums of count x amount over the last axis, for counts that add up to at most `total` and amounts of 0 or more.

    Amounts that are too large are cut into digits so that 64 bits hold the sum of each digit.

    >>> weighted_sums(np.array([[3, 4]], dtype=np.uint32), [2**70, 1], 7).tolist() == [3 * 2**70 + 4]
    True
    """
    if min(amounts, default=0) < 0:
        raise ValueError(f"amounts must not be negative: {min(amounts)}")
    if exact_dtype(total * max(amounts, default=0)) is np.int64:
        return _sums(counts, amounts)
    digit = max(1, _BITS - 1 - total.bit_length())
    sums: NDArray[Any] = np.zeros(counts.shape[:-1], dtype=object)
    for shift in range(0, max(amounts).bit_length(), digit):
        low = [amount >> shift & ((1 << digit) - 1) for amount in amounts]
        sums = sums + (_sums(counts, low).astype(object) << shift)
    return sums


def _sums(counts: NDArray[Any], amounts: Sequence[int]) -> NDArray[np.int64]:
    sums: NDArray[np.int64] = np.einsum("...c,c->...", counts, np.array(amounts, dtype=np.int64), dtype=np.int64)
    return sums
