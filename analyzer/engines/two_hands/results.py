"""Who wins of two hands that are each set in two, from how the backs and how the fronts compare."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Literal

from analyzer.game.language import Copies

# How a hand compares with the other side's.
LOWER, COPY, HIGHER = range(3)
COMPARED = (LOWER, COPY, HIGHER)
SetResult = Literal["win", "push", "lose"]


def result_of(back: int, front: int, copies: Copies) -> SetResult:
    """Won with both hands higher, lost with neither, a push with one; a copy may lose by itself.

    >>> result_of(HIGHER, COPY, "hand_not_won"), result_of(HIGHER, COPY, "lose_wager")
    ('push', 'lose')
    >>> result_of(HIGHER, LOWER, "lose_wager"), result_of(COPY, COPY, "hand_not_won")
    ('push', 'lose')
    """
    if copies == "lose_wager" and COPY in (back, front):
        return "lose"
    results: tuple[SetResult, ...] = ("lose", "push", "win")
    return results[(back == HIGHER) + (front == HIGHER)]


def cells_of(result: SetResult, copies: Copies) -> list[tuple[int, int]]:
    """All (back, front) that come to that result."""
    return [(back, front) for back, front in product(COMPARED, COMPARED) if result_of(back, front, copies) == result]


@dataclass(frozen=True)
class Payoff:
    """What a setting is chosen by: a win pays that much, a push nothing, and a loss costs 1.

    Against N hands of which a setting has a higher back than B, a higher front than F, both than A, and one of the two
    higher and the other equal for C, the net results add up to B + F + (win - 1) A - N; C less where copies lose the
    wager. So a setting is known by two numbers: B + F, or B + F - C, and the wins A.
    """

    win: Fraction = Fraction(1)
    copies: Copies = "hand_not_won"

    @property
    def copies_lose(self) -> bool:
        return self.copies == "lose_wager"

    @property
    def is_separable(self) -> bool:
        """Whether B + F is enough, so that nothing is counted over both hands at once."""
        return self.win == 1 and not self.copies_lose

    @property
    def weights(self) -> tuple[int, int]:
        """Of the two numbers, in units of one over the denominator of `win`.

        >>> Payoff(Fraction(19, 20)).weights, Payoff(copies="lose_wager").weights
        ((20, -1), (1, 0))
        """
        return self.win.denominator, self.win.numerator - self.win.denominator

    def sum_of(self, first: int, second: int) -> Fraction:
        """Net results, or what they gain, from the two numbers; the N of them are not taken away."""
        unit, wins = self.weights
        return Fraction(first * unit + second * wins, unit)

    def net(self, counts: Mapping[SetResult, int]) -> Fraction:
        """The sum of the net results."""
        return self.win * counts["win"] - counts["lose"]


EVEN_MONEY = Payoff()
