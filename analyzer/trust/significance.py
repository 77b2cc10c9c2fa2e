"""The little statistics that a simulation needs: z-scores, and chi-square with its p-value.

These are the only floats in the program that are not made for printing: a simulated number has an error of its own that
is far larger than theirs (about 1e-13, see the tests).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf, sqrt

# Below this many expected observations a cell is pooled with others: the usual rule for a chi-square test.
MIN_EXPECTED = 5


@dataclass(frozen=True)
class ChiSquare:
    """A goodness-of-fit test: how far observed counts are from the expected ones, and how often chance goes further.

    `rare` is a bound on how often chance gives as many of an outcome that is too rare to be tested with the others.
    """

    statistic: float
    degrees: int
    p_value: float
    rare: float = 1.0


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
    every = [(seen, rounds * chance) for seen, chance in zip(observed, probabilities, strict=True) if chance]
    cells = pooled(every)
    statistic = float(sum(((seen - expected) ** 2 / expected for seen, expected in cells), Fraction(0)))
    degrees = len(cells) - 1
    return ChiSquare(statistic, degrees, chi_square_tail(statistic, degrees), rarest(every))


def pooled(cells: Sequence[tuple[int, Fraction]]) -> list[tuple[int, Fraction]]:
    """(observed, expected) with all cells below five expected as one, and that one joined to the next if need be."""
    large = sorted((cell for cell in cells if cell[1] >= MIN_EXPECTED), key=lambda cell: cell[1])
    small = [cell for cell in cells if cell[1] < MIN_EXPECTED]
    if not small:
        return large
    pool = (sum(seen for seen, _ in small), sum((expected for _, expected in small), Fraction(0)))
    if pool[1] < MIN_EXPECTED and large:
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
    """The regularised incomplete gamma function Q(a, x) = Gamma(a, x) / Gamma(a)."""
    import mpmath

    return float(mpmath.gammainc(a, x, regularized=True))


def poisson_tail(observed: int, expected: float) -> float:
    """The chance that a Poisson variable is at least as large: P(observed, expected) of the incomplete gamma function.

    From expected + 1 on it bounds that of a binomial (Anderson and Samuels, 1967).

    >>> round(poisson_tail(3, 0.0001) / 1e-12 * 6, 3)
    1.0
    """
    import mpmath

    return float(mpmath.gammainc(observed, 0, expected, regularized=True)) if observed else 1.0


def rarest(cells: Sequence[tuple[int, Fraction]]) -> float:
    """The least chance, times their number, of that many observations in one of the cells that are pooled.

    A pool hides an outcome that should be seen once in a million rounds and is seen three times in a hundred.
    """
    small = [cell for cell in cells if cell[1] < MIN_EXPECTED]
    unusual = [cell for cell in small if cell[0] >= cell[1] + 1]
    return min([1.0, *(len(small) * poisson_tail(seen, float(expected)) for seen, expected in unusual)])
