"""Arrays that several threads add to, each to its own, until all are added up."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.int64]
T = TypeVar("T")


class Sums:
    """A list of arrays of 64-bit integers, one for each of these shapes; a thread takes one that is free."""

    def __init__(self, *shapes: tuple[int, ...]) -> None:
        self._shapes = shapes
        self._free: list[list[Rows]] = []

    def with_rows(self, work: Callable[[list[Rows]], T]) -> T:
        try:
            rows = self._free.pop()
        except IndexError:
            rows = [np.zeros(shape, dtype=np.int64) for shape in self._shapes]
        result = work(rows)
        self._free.append(rows)
        return result

    def taken(self) -> list[list[Rows]]:
        """The arrays of every thread that has added something."""
        return self._free

    def total(self) -> list[Rows]:
        """All added up, number by number."""
        total = self._free[0]
        for listed in self._free[1:]:
            total = [np.add(rows, more, out=rows) for rows, more in zip(total, listed, strict=True)]
        return total

    @property
    def bytes(self) -> int:
        return sum(8 * prod(shape) for shape in self._shapes)
