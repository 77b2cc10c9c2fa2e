"""The candidates of a design: a base paytable in which some lines take each of their pays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise, product
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.game.model import Paytable
from analyzer.integers import MAX_VALUE, Integers

BLOCK = 1 << 18


@dataclass(frozen=True)
class Range:
    """A range of numbers, both ends included."""

    low: Fraction
    high: Fraction

    def has(self, value: Fraction) -> bool:
        return self.low <= value <= self.high


# Any house edge at all.
EVERYTHING = Range(Fraction(-(10**30)), Fraction(10**30))


@dataclass(frozen=True)
class Span:
    """The pays that one line may have."""

    line: str
    pays: tuple[Fraction, ...]


@dataclass(frozen=True)
class Candidate:
    """A paytable that meets the targets; hit frequency and variance where they were asked for or are shown."""

    pays: tuple[Fraction, ...]
    house_edge: Fraction
    hit_frequency: Fraction | None = None
    variance: Fraction | None = None

    @property
    def ev(self) -> Fraction:
        return -self.house_edge


def order_of(base: Paytable) -> tuple[tuple[int, int, bool], ...]:
    """Adjacent lines in the order of pays: (pays more, pays less, strictly); equal pays keep the order of the lines."""
    places = sorted(range(len(base.pays)), key=lambda line: (-base.pays[line].amount, line))
    return tuple((one, other, base.pays[one].amount > base.pays[other].amount) for one, other in pairwise(places))


@dataclass(frozen=True)
class CandidateGrid:
    """All candidates: the base paytable with each span's pays; a place is one index for each span."""

    lines: Sequence[str]
    base: Paytable
    spans: tuple[Span, ...]
    order: tuple[tuple[int, int, bool], ...] = ()
    axis: Mapping[int, int] = field(init=False)
    denominator: int = field(init=False)

    def __post_init__(self) -> None:
        amounts = [pay.amount for pay in self.base.pays] + [pay for span in self.spans for pay in span.pays]
        object.__setattr__(self, "axis", {self.lines.index(span.line): i for i, span in enumerate(self.spans)})
        object.__setattr__(self, "denominator", lcm(*(amount.denominator for amount in amounts)))

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple(len(span.pays) for span in self.spans)

    def scaled(self, line: int) -> list[int]:
        """The pays that the line can have, times the common denominator."""
        pays = self.spans[self.axis[line]].pays if line in self.axis else (self.base.pays[line].amount,)
        return [int(pay * self.denominator) for pay in pays]

    def pays(self, place: Sequence[int]) -> tuple[Fraction, ...]:
        return tuple(
            self.spans[self.axis[line]].pays[place[self.axis[line]]] if line in self.axis else pay.amount
            for line, pay in enumerate(self.base.pays)
        )

    def along(self, axis: int, values: Any) -> Integers:
        """Values of one span as an array that is as long as the span on its axis and 1 on the others."""
        return np.asarray(values).reshape([-1 if i == axis else 1 for i in range(len(self.spans))])

    def line_values(self, line: int) -> Integers:
        pays = self.scaled(line)
        values = np.array(pays, dtype=np.int64 if max(pays) < MAX_VALUE else object)
        return self.along(self.axis[line], values) if line in self.axis else values.reshape([1] * len(self.spans))

    def blocks(self) -> Iterator[tuple[slice, ...]]:
        """Parts of the grid of at most BLOCK candidates or one row of the last axis."""
        cut, size = len(self.spans), 1
        while cut and size * self.sizes[cut - 1] <= BLOCK:
            cut -= 1
            size *= self.sizes[cut]
        steps = [1] * cut
        if cut:
            steps[-1] = max(1, BLOCK // size)
        starts = [range(0, self.sizes[axis], steps[axis]) for axis in range(cut)]
        for start in product(*starts):
            yield tuple(slice(low, low + step) for low, step in zip(start, steps, strict=True)) + (slice(None),) * (
                len(self.spans) - cut
            )

    def in_order(self, block: tuple[slice, ...]) -> NDArray[np.bool_] | None:
        """Which candidates of the block keep the order of pays; None for all."""
        kept: Any = None
        for one, other, strict in self.order:
            if one in self.axis or other in self.axis:
                more, less = (cut_out(self.line_values(line), block) for line in (one, other))
                good = more > less if strict else more >= less
                kept = good if kept is None else kept & good
        return kept  # type: ignore[no-any-return]  # numpy's


def cut_out(array: Integers, block: tuple[slice, ...]) -> Integers:
    """The part of a grid array in a block; axes of length 1 stay."""
    return array[tuple(part if size > 1 else slice(None) for part, size in zip(block, array.shape, strict=True))]
