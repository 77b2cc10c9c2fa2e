"""What 64-bit integers hold: sums of products are bounded before they are computed, and exact where they do not fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

_BITS = 63


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


def exact_dot(weights: NDArray[Any], values: NDArray[Any]) -> int:
    """The sum of products, for weights of 0 or more; in Python's integers where 64 bits might not hold it.

    >>> exact_dot(np.array([24, 1]), np.array([2**61, -7])) == 24 * 2**61 - 7
    True
    """
    if not len(weights):
        return 0
    largest = max(abs(int(values.max())), abs(int(values.min())))
    dtype = exact_dtype(largest * int(weights.sum()))
    return int(np.dot(weights.astype(dtype), values.astype(dtype)))
