"""Integers of 128 bits in arrays: the last axis has the low 64 bits and the high ones (cext/round_int128.pxd)."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import TooLargeError

Wide = NDArray[np.int64]
BITS = 64
# One less than the sign leaves, so that a comparison may take a difference.
MAX_WIDE = 1 << 125
_LOW = (1 << BITS) - 1


def wide_zeros(*shape: int) -> Wide:
    return np.zeros((*shape, 2), dtype=np.int64)


def wide_array(numbers: Iterable[int]) -> Wide:
    """
    >>> wide_array([1, -1, 1 << 64]).tolist()
    [[1, 0], [-1, -1], [0, 1]]
    """
    listed = list(numbers)
    words = [(number & _LOW, number >> BITS) for number in listed]
    lows = np.array([low for low, _ in words], dtype=np.uint64).view(np.int64)
    highs = np.array([high for _, high in words], dtype=np.int64)
    return np.stack([lows, highs], axis=-1) if listed else wide_zeros(0)


def integers(array: Wide) -> list[int]:
    """As Python integers, in the order in which they lie.

    >>> integers(wide_array([3, -(1 << 70)]))
    [3, -1180591620717411303424]
    """
    flat = array.reshape(-1, 2)
    return [
        (int(high) << BITS) + int(low)
        for low, high in zip(flat[:, 0].view(np.uint64).tolist(), flat[:, 1].tolist(), strict=True)
    ]


def check_bound(what: str, bound: int) -> None:
    """Refuse sums that would not fit."""
    if bound >= MAX_WIDE:
        raise TooLargeError(f"{what} would need more than 128 bits; write pays with smaller denominators")
