"""What the house holds over many rounds: expectation, intervals, and how unusual an observed result is.

The net result of one round is exact; that of n rounds is its n-fold convolution. It is computed through the discrete
Fourier transform: the transform of one round to the power n, transformed back. Two errors are made, and bounded:

- results are taken modulo a window around the mean. What falls outside is at most the Bernstein bound
  2 exp(-t^2 / (2 (n s^2 + m t / 3))), where s^2 is the variance of a round, m its largest deviation, 2 t the window;
- rounding. Each coefficient of one round's transform of length L is off by at most d = 2 log2(L) 2^-53; its n-th power
  by at most n d, and a sum of probabilities by that times (1 + ln L), the mean size of the kernel that sums them.

Where the two together would exceed 1e-6, or the window 2^22 places, the normal distribution is used, corrected for
skewness (Cornish and Fisher: z + (z^2 - 1) g / 6, with g the skewness of the sum).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, exp, gcd, lcm, log, log2, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import SelectionError
from analyzer.results import WagerResult
from analyzer.statistics import normal_quantile, normal_tail

SCHEMA = "exactodds/hold/1"
ROUNDS = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
LEVELS = (Fraction(95, 100), Fraction(99, 100))
LARGEST_WINDOW = 1 << 22
LARGEST_ERROR = 1e-6
# The window is made so wide that no more than this falls outside.
_OUTSIDE = 1e-12


@dataclass(frozen=True)
class Round:
    """What the house wins in one round: values low + step * k, for k from 0, with their probabilities."""

    low: Fraction
    step: Fraction
    chances: Mapping[int, Fraction]

    @cached_property
    def mean(self) -> Fraction:
        return self._moment(1)

    @cached_property
    def variance(self) -> Fraction:
        return self._moment(2) - self.mean**2

    @cached_property
    def skewness(self) -> float:
        third = self._moment(3) - 3 * self.mean * self._moment(2) + 2 * self.mean**3
        return float(third) / float(self.variance) ** 1.5 if self.variance else 0.0

    def _moment(self, power: int) -> Fraction:
        return sum(
            (chance * (self.low + self.step * place) ** power for place, chance in self.chances.items()), Fraction(0)
        )


def house_round(result: WagerResult, meter: Fraction | None = None) -> Round:
    """One round seen from the house; a progressive needs the meter."""
    result = result.at(meter)
    if meter is None and any(outcome.net.meter for outcome in result.outcomes):
        raise SelectionError(f"{result.wager} depends on its meter; give it with --meter")
    chances: dict[Fraction, Fraction] = {}
    for outcome in result.outcomes:
        if outcome.count:
            won = -(outcome.net.amount + outcome.net.meter * (meter or 0))
            chances[won] = chances.get(won, Fraction(0)) + Fraction(outcome.count, result.deals)
    low = min(chances)
    unit = lcm(*((won - low).denominator for won in chances))
    step = Fraction(gcd(*(int((won - low) * unit) for won in chances)) or 1, unit)
    return Round(low, step, {int((won - low) / step): chance for won, chance in chances.items()})


@dataclass(frozen=True)
class Rounds:
    """The sum of n rounds; the common part of convolution and normal approximation."""

    one: Round
    rounds: int

    @property
    def mean(self) -> Fraction:
        return self.one.mean * self.rounds

    @property
    def deviation(self) -> float:
        return sqrt(self.one.variance * self.rounds)

    def z(self, won: Fraction) -> float:
        if not self.deviation:
            return 0.0
        return float(won - self.mean) / self.deviation


@dataclass(frozen=True)
class Convolved(Rounds):
    """By convolution: `chances[i]` is the chance of rounds * low + step * (first + i), within `error` when summed."""

    first: int
    chances: NDArray[np.float64]
    error: float
    method = "convolution"

    def at_most(self, won: Fraction) -> float:
        """The chance that the house wins that much or less."""
        place = (won - self.one.low * self.rounds) / self.one.step
        count = min(max(int(place // 1) - self.first + 1, 0), len(self.chances))
        return float(self.chances[:count].sum())

    def at_least(self, won: Fraction) -> float:
        place = (won - self.one.low * self.rounds) / self.one.step
        start = min(max(ceil(place) - self.first, 0), len(self.chances))
        return float(self.chances[start:].sum())

    @cached_property
    def _cumulated(self) -> NDArray[np.float64]:
        return np.cumsum(self.chances)

    def quantile(self, probability: Fraction) -> Fraction:
        """The least result that the house stays at or below with that probability."""
        place = int(np.searchsorted(self._cumulated, float(probability)))
        place = min(place, len(self.chances) - 1)
        return self.one.low * self.rounds + self.one.step * (self.first + place)


@dataclass(frozen=True)
class Normal(Rounds):
    """The normal distribution, corrected for skewness; `error` is the size of the correction left out."""

    method = "normal"

    @property
    def _skew(self) -> float:
        return self.one.skewness / sqrt(self.rounds)

    @property
    def error(self) -> float:
        """The order of the next term of the expansion: the square of the skewness."""
        return self._skew**2 / 6

    def at_most(self, won: Fraction) -> float:
        """The Edgeworth expansion to the same order as the quantile's."""
        z = self.z(won)
        density = exp(-z * z / 2) / sqrt(6.283185307179586)
        return min(max(1 - normal_tail(z) - density * self._skew * (z * z - 1) / 6, 0.0), 1.0)

    def at_least(self, won: Fraction) -> float:
        return 1 - self.at_most(won)

    def quantile(self, probability: Fraction) -> Fraction:
        z = normal_quantile(float(probability))
        return self.mean + Fraction((z + (z * z - 1) * self._skew / 6) * self.deviation)


def many_rounds(one: Round, rounds: int) -> Convolved | Normal:
    """The distribution of the sum: convolved where the stated error allows, else normal."""
    window = _window(one, rounds)
    if window > LARGEST_WINDOW:
        return Normal(one, rounds)
    error = _OUTSIDE + rounding_bound(rounds, window)
    if error > LARGEST_ERROR:
        return Normal(one, rounds)
    return _convolved(one, rounds, window, error)


def rounding_bound(rounds: int, window: int) -> float:
    """What rounding can do to a sum of probabilities; see the top of this file."""
    return rounds * 2 * log2(window) * 2.0**-53 * (1 + log(window))


def _window(one: Round, rounds: int) -> int:
    """A power of two so large that hardly anything falls outside; the whole range where that is less."""
    span = max(one.chances)
    variance = float(one.variance / one.step**2)
    largest = float(max(abs(one.low + one.step * place - one.mean) for place in one.chances) / one.step)
    # Solve t^2 = 2 c (n s^2 + m t / 3) for c = ln(2 / outside).
    c = log(2 / _OUTSIDE)
    half = c * largest / 3 + sqrt((c * largest / 3) ** 2 + 2 * c * rounds * variance)
    places = min(2 * ceil(half) + 2, rounds * span + 1)
    return 1 << max(places - 1, 1).bit_length()


def _convolved(one: Round, rounds: int, window: int, error: float) -> Convolved:
    dense = np.zeros(window)
    for place, chance in one.chances.items():
        dense[place % window] += float(chance)
    transformed = np.fft.rfft(dense)
    wrapped = np.fft.irfft(transformed**rounds, window)
    centre = int((one.mean - one.low) * rounds / one.step)
    first = max(centre - window // 2, 0)
    chances = np.clip(np.roll(wrapped, -(first % window)), 0.0, None)
    return Convolved(one, rounds, first, chances, error)


# --- documents -------------------------------------------------------------------------------------------------------


def hold_table(result: WagerResult, rounds: Sequence[int] = ROUNDS, meter: Fraction | None = None) -> dict[str, Any]:
    """Expected hold and intervals, as shares of all initial bets."""
    one = house_round(result, meter)
    return {
        "schema": SCHEMA,
        "wager": result.wager,
        "paytable": result.paytable,
        "unit": result.unit,
        "expected_hold": str(one.mean),
        "rounds": [_row(one, number) for number in rounds],
    }


def _row(one: Round, rounds: int) -> dict[str, Any]:
    distribution = many_rounds(one, rounds)
    intervals = []
    for level in LEVELS:
        low, high = (distribution.quantile(share) for share in ((1 - level) / 2, (1 + level) / 2))
        intervals.append({"level": str(level), "hold": [float(low / rounds), float(high / rounds)]})
    return {
        "rounds": str(rounds),
        "expected_win": float(distribution.mean),
        "standard_deviation": distribution.deviation,
        "intervals": intervals,
        "method": distribution.method,
        "error": distribution.error,
    }


def judge(result: WagerResult, rounds: int, won: Fraction, meter: Fraction | None = None) -> dict[str, Any]:
    """How unusual it is that the house won that much (in initial bets) in that many rounds."""
    one = house_round(result, meter)
    least, most = min(one.chances), max(one.chances)
    low, high = ((one.low + one.step * place) * rounds for place in (least, most))
    if not low <= won <= high:
        raise SelectionError(
            f"the house cannot have won {won} in {rounds} rounds of {result.wager}: it wins {low} to {high} bets"
        )
    distribution = many_rounds(one, rounds)
    at_most, at_least = distribution.at_most(won), distribution.at_least(won)
    both = min(1.0, 2 * min(at_most, at_least))
    return {
        "schema": SCHEMA,
        "wager": result.wager,
        "paytable": result.paytable,
        "rounds": str(rounds),
        "won": str(won),
        "hold": float(won / rounds),
        "expected_win": float(distribution.mean),
        "expected_hold": str(one.mean),
        "standard_deviation": distribution.deviation,
        "z": distribution.z(won),
        "at_most": at_most,
        "at_least": at_least,
        "two_sided": both,
        "method": distribution.method,
        "error": distribution.error,
        "verdict": verdict(both, distribution.error),
    }


def verdict(chance: float, error: float) -> str:
    """How unusual a result is that chance alone reaches so seldom, on either side.

    >>> verdict(0.4, 0), verdict(0.004, 0)
    ('nothing unusual', 'unusual: 1 in 250 such samples is as far from the expectation')
    """
    if chance >= 0.05:
        return "nothing unusual"
    if chance <= error:
        return f"extraordinary: fewer than 1 in {1 / max(error, 1e-300):,.0f} such samples are as far out"
    word = "a little unusual" if chance >= 0.01 else "unusual" if chance >= 0.001 else "very unusual"
    return f"{word}: 1 in {1 / chance:,.0f} such samples is as far from the expectation"
