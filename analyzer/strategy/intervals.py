"""The interval of values, or the rectangle of two, with the largest sum of gains."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.integers import Integers

_LOW_BITS = 26


def best_interval(values: NDArray[np.uint16], gains: Integers, size: int) -> tuple[int, int, int]:
    """(what is gained, low, high): the interval of values below `size` with the largest sum of gains, the widest such.

    >>> best_interval(np.array([0, 1, 2, 3], dtype=np.uint16), np.array([-1, 5, -2, 4]), 4)
    (7, 1, 3)
    """
    sums = _sums(values.astype(np.int64), gains, max(size, int(values.max()) + 1))[None, :size]
    gained, low, high = _intervals(sums)
    return int(gained[0]), int(low[0]), int(high[0])


def best_rectangle(
    values: tuple[NDArray[np.uint16], NDArray[np.uint16]], gains: Integers, sizes: tuple[int, int]
) -> tuple[int, tuple[int, int], tuple[int, int]]:
    """(what is gained, an interval of each of two axes): the intervals with the largest sum of gains.

    >>> one, two = np.array([0, 0, 1, 1], dtype=np.uint16), np.array([0, 1, 0, 1], dtype=np.uint16)
    >>> best_rectangle((one, two), np.array([5, -9, 3, -1]), (2, 2))
    (8, (0, 1), (0, 0))
    """
    if sizes[0] > sizes[1]:
        gained, other, own = best_rectangle((values[1], values[0]), gains, (sizes[1], sizes[0]))
        return gained, own, other
    inside = (values[0] < sizes[0]) & (values[1] < sizes[1])
    places = values[0][inside].astype(np.int64) * sizes[1] + values[1][inside]
    sums = _sums(places, gains[inside], sizes[0] * sizes[1]).reshape(sizes)
    before = np.concatenate([np.zeros((1, sizes[1]), dtype=np.int64), np.cumsum(sums, axis=0)])
    # The widest intervals of the first axis come first, so that of equals they are taken.
    lows, highs = np.triu_indices(sizes[0])
    order = np.argsort(lows - highs, kind="stable")
    lows, highs = lows[order], highs[order]
    gained_all, low, high = _intervals(before[highs + 1] - before[lows])
    best = int(np.argmax(gained_all))
    return int(gained_all[best]), (int(lows[best]), int(highs[best])), (int(low[best]), int(high[best]))


def _intervals(sums: Integers) -> tuple[Integers, NDArray[np.intp], NDArray[np.intp]]:
    """(what is gained, low, high) of the best interval of each row, the widest of equals."""
    rows, size = np.arange(len(sums)), sums.shape[1]
    before = np.concatenate([np.zeros((len(sums), 1), dtype=np.int64), np.cumsum(sums, axis=1)], axis=1)
    gained = before[:, 1:] - np.minimum.accumulate(before, axis=1)[:, :-1]
    high = size - 1 - np.argmax(gained[:, ::-1], axis=1)
    reachable = np.where(np.arange(size)[None, :] <= high[:, None], before[:, :-1], np.iinfo(np.int64).max)
    return gained[rows, high], np.argmin(reachable, axis=1), high


def _sums(values: Integers, gains: Integers, size: int) -> Integers:
    """Sums of gains by value, exactly: floats hold each half, and less than 2^53 in all."""
    low = np.bincount(values, weights=gains & ((1 << _LOW_BITS) - 1), minlength=size)
    high = np.bincount(values, weights=gains >> _LOW_BITS, minlength=size)
    return (high.astype(np.int64) << _LOW_BITS) + low.astype(np.int64)
