"""The little statistics that a simulation needs: z-scores, chi-square with its p-value, the normal distribution.

These are the only floats in the program that are not made for printing: a simulated number has an error of its own that
is far larger than theirs (about 1e-13, see the tests).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import erfc, exp, inf, lgamma, log, sqrt
from statistics import NormalDist

# Below this many expected observations a cell is pooled with others: the usual rule for a chi-square test.
LEAST_EXPECTED = 5
_ENOUGH = 1e-16
_TINY = 1e-300
_MOST_TERMS = 100_000


@dataclass(frozen=True)
class ChiSquare:
    """A goodness-of-fit test: how far observed counts are from the expected ones, and how often chance goes further."""

    statistic: float
    degrees: int
    p_value: float


def z_score(observed: int, rounds: int, probability: Fraction) -> float:
    """How many standard deviations an observed count is above the expected one.

    >>> z_score(60, 100, Fraction(1, 2))
    2.0
    """
    spread = rounds * probability * (1 - probability)
    difference = observed - rounds * probability
    if not spread:
        return 0.0 if difference == 0 else inf if difference > 0 else -inf
    return float(difference) / sqrt(spread)


def chi_square(observed: Sequence[int], probabilities: Sequence[Fraction]) -> ChiSquare:
    """Pearson's test; the probabilities add up to 1. An outcome that cannot happen but did has the p-value 0.

    >>> chi_square([60, 40], [Fraction(1, 2), Fraction(1, 2)]).statistic
    4.0
    """
    rounds = sum(observed)
    if any(seen and not chance for seen, chance in zip(observed, probabilities, strict=True)):
        return ChiSquare(inf, max(len(observed) - 1, 0), 0.0)
    cells = pooled([(seen, rounds * chance) for seen, chance in zip(observed, probabilities, strict=True) if chance])
    statistic = float(sum(((seen - expected) ** 2 / expected for seen, expected in cells), Fraction(0)))
    degrees = len(cells) - 1
    return ChiSquare(statistic, degrees, chi_square_tail(statistic, degrees))


def pooled(cells: Sequence[tuple[int, Fraction]]) -> list[tuple[int, Fraction]]:
    """(observed, expected) with all cells below five expected as one, and that one joined to the next if need be."""
    large = sorted((cell for cell in cells if cell[1] >= LEAST_EXPECTED), key=lambda cell: cell[1])
    small = [cell for cell in cells if cell[1] < LEAST_EXPECTED]
    if not small:
        return large
    pool = (sum(seen for seen, _ in small), sum((expected for _, expected in small), Fraction(0)))
    if pool[1] < LEAST_EXPECTED and large:
        pool = (pool[0] + large[0][0], pool[1] + large[0][1])
        large = large[1:]
    return [pool, *large]


def chi_square_tail(statistic: float, degrees: int) -> float:
    """The chance that a chi-square variable with these degrees of freedom is at least as large.

    >>> round(chi_square_tail(3.841458820694124, 1), 12)
    0.05
    """
    if degrees < 1 or statistic <= 0:
        return 1.0
    return upper_gamma(degrees / 2, statistic / 2)


def upper_gamma(a: float, x: float) -> float:
    """The regularised incomplete gamma function Q(a, x) = Gamma(a, x) / Gamma(a).

    Left of a + 1 by the power series of P = 1 - Q (DLMF 8.11.4), right of it by the continued fraction (DLMF 8.9.2),
    evaluated from the front by Lentz's method.
    """
    if x <= 0:
        return 1.0
    scale = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        return 1.0 - scale * _lower_series(a, x)
    return scale * _upper_fraction(a, x)


def _lower_series(a: float, x: float) -> float:
    """The sum of x^n / (a (a + 1) ... (a + n))."""
    term = total = 1 / a
    for n in range(1, _MOST_TERMS):
        term *= x / (a + n)
        total += term
        if term < total * _ENOUGH:
            break
    return total


def _upper_fraction(a: float, x: float) -> float:
    """1 / (x + 1 - a - 1 (1 - a) / (x + 3 - a - 2 (2 - a) / (x + 5 - a - ...)))."""
    b = x + 1 - a
    c = 1 / _TINY
    d = 1 / b
    total = d
    for n in range(1, _MOST_TERMS):
        factor = n * (a - n)
        b += 2
        d = 1 / (factor * d + b or _TINY)
        c = b + factor / c or _TINY
        total *= c * d
        if abs(c * d - 1) < _ENOUGH * 4:
            break
    return total


def normal_tail(z: float) -> float:
    """The chance that a normal variable is at least z standard deviations above its mean.

    >>> round(normal_tail(1.959963984540054), 12)
    0.025
    """
    return erfc(z / sqrt(2)) / 2


def normal_quantile(probability: float) -> float:
    """
    >>> round(normal_quantile(0.975), 9)
    1.959963985
    """
    return NormalDist().inv_cdf(probability)
