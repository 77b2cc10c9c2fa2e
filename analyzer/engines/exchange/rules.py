"""What may be discarded, what it then pays, and which of equal choices is taken.

Discards are a set of places in the hand as bits, bit 0 for the lowest card; so of equally many discards the lowest
number is the lowest colex index.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import SelectionError
from analyzer.integers import over_common_denominator

# The net result of each event; by the number of discards where these cost something.
Nets = Sequence[Fraction] | Mapping[int, Sequence[Fraction]]


@dataclass(frozen=True)
class DiscardRules:
    """Cards of the deck and of a hand, and how many of these may be discarded.

    `seen` cards of the draw are drawn before all others; `gone` are with somebody else. Both are known.
    With `any_of_equals` it does not matter which of equally good choices is taken.

    >>> DiscardRules(52, 5, (0, 1)).permitted
    (1, 2, 4, 8, 16, 0)
    >>> DiscardRules(52, 2, (0, 1, 2)).permitted
    (0, 1, 2, 3)
    """

    deck: int
    cards: int
    numbers: tuple[int, ...]
    seen: int = 0
    gone: int = 0
    any_of_equals: bool = False

    def __post_init__(self) -> None:
        allowed = list(range(self.cards + 1))
        if not self.numbers or list(self.numbers) != [number for number in allowed if number in self.numbers]:
            raise SelectionError(f"discards {self.numbers} must be distinct, ascending, from 0 to {self.cards}")
        left = self.deck - self.cards - self.gone
        if self.numbers[-1] > left:
            raise SelectionError(f"{self.numbers[-1]} cards cannot be drawn: a deck of {self.deck} has {left} left")

    def draws(self, number: int) -> int:
        """In how many ways that many cards are drawn.

        >>> [DiscardRules(52, 5, (0, 5), seen=2).draws(number) for number in range(4)]
        [1, 2, 1, 45]
        """
        if number <= self.seen:
            return comb(self.seen, number)
        return comb(self.deck - self.cards - self.seen - self.gone, number - self.seen)

    @cached_property
    def deals(self) -> int:
        """The least common multiple of the numbers of draws: what the counts of one hand add up to."""
        return lcm(*(self.draws(number) for number in self.numbers))

    def factor(self, number: int) -> int:
        """How many deals one draw stands for."""
        return self.deals // self.draws(number)

    @property
    def by_variance(self) -> bool:
        """Of equal choices that with the smaller variance is taken; one discard at most: simply the first listed."""
        return self._several and not self.any_of_equals

    @property
    def _several(self) -> bool:
        return self.numbers[-1] > 1

    @cached_property
    def permitted(self) -> tuple[int, ...]:
        """All discards, those first that are taken before their equals.

        Of several numbers the smallest goes first, then the lowest colex index. Where at most one card is discarded,
        standing pat is listed last.
        """
        every = [discards for discards in range(1 << self.cards) if discards.bit_count() in self.numbers]
        pat_last = not self._several
        return tuple(sorted(every, key=lambda discards: (pat_last and not discards, discards.bit_count(), discards)))


@dataclass(frozen=True)
class ExchangeAmounts:
    """Net results as whole numbers over one denominator: `rows[column[number discarded]][event]`."""

    rows: tuple[tuple[int, ...], ...]
    column: tuple[int, ...]
    denominator: int

    @property
    def largest(self) -> int:
        return max(abs(amount) for row in self.rows for amount in row)

    def of(self, number: int) -> tuple[int, ...]:
        return self.rows[self.column[number]]

    def array(self, dtype: type[Any], power: int = 1) -> NDArray[Any]:
        """[column, event] the amounts, or their squares."""
        return np.array([[amount**power for amount in row] for row in self.rows], dtype=dtype)


def amounts_of(nets: Nets, discards: DiscardRules, kinds: int) -> ExchangeAmounts:
    """The net results of each event, for every permitted number of discards."""
    by_number = nets if isinstance(nets, Mapping) else dict.fromkeys(discards.numbers, nets)
    for number in discards.numbers:
        if number not in by_number or len(by_number[number]) < kinds:
            raise SelectionError(f"after {number} discards there are {kinds} events; each needs its net result")
    flat, denominator = over_common_denominator([net for number in discards.numbers for net in by_number[number]])
    rows: list[tuple[int, ...]] = []
    column = [0] * (discards.cards + 1)
    numerators = iter(flat)
    for number in discards.numbers:
        row = tuple(next(numerators) for _ in by_number[number])[:kinds]
        if row not in rows:
            rows.append(row)
        column[number] = rows.index(row)
    return ExchangeAmounts(tuple(rows), tuple(column), denominator)
