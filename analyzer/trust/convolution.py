"""The sum of many independent rounds: its distribution function, with a bound on the error of every probability.

A round pays one of few amounts with known chances. Its outcomes are split in two: rare ones, whose numbers are
conditioned on (a binomial for each in turn), and common ones, which lie on a lattice of whole steps. N rounds of common
outcomes are convolved by their characteristic function f at the L-th roots of unity:

    P(U < first + c) = c / L + Re sum_j H_j (1 - w^(-jc)),    w = exp(2 pi i / L),    0 < j < L / 2,
    H_j = (2 / L) f(w^j)^N w^(-j first) / (1 - w^-j).

Only the j where |f|^N is not negligible are needed, mostly some dozens; which they are is decided by bounds on |f|.
What is added to the error, u = 2^-53:

- sums outside of the L places from `first` on: Bernstein, P(|U - E| >= t) <= 2 exp(-t^2 / (2 (N s^2 + m t / 3)));
- coefficients left out: each has |f|^N <= NEGLIGIBLE and weighs at most 1 / j, together NEGLIGIBLE (1 + ln L);
- rounding of f^N: with E_j the mean of the outcomes' |angles|, f = 1 - c + i s is off by at most (40 + 2 K) u E_j for
  K outcomes, its N-th power by N times that, and the logarithm through which the power is taken by 200 N u E_j more;
- rounding of the sum of J terms, each at most 1 / j: (60 + J) u (1 + ln L);
- numbers of rare outcomes left out: what the chances of the others lack to 1; and the rounding of those chances.

Sine, cosine, logarithms and the like are taken to be right within four units in the last place; a test checks that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, exp, expm1, fsum, gcd, log, log1p, pi, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import TooLargeError

MAX_ERROR = 1e-6
# Coefficients, and those times combinations of rare outcomes; of these only some are near a result that is asked for.
BUDGETS = ((1 << 12, 1 << 16), (1 << 15, 1 << 18), (1 << 18, 1 << 20), (1 << 20, 1 << 22))
MAX_COMBINATIONS = 1 << 14
# A rare outcome is expected at most this often, so that the chance of none does not vanish.
MAX_EXPECTED = 600
# Products of two places are made in parts of 15 bits, so that 64 bits hold them.
MAX_LENGTH = 1 << 46
OUTSIDE = 1e-13
NEGLIGIBLE = 1e-14
# Combinations of rare outcomes less likely than this are left out.
UNLIKELY = 1e-16
UNIT = 2.0**-53
_LIMB = 15
_CHUNK = 1 << 18

Floats = NDArray[np.float64]
Places = NDArray[np.int64]


@dataclass(frozen=True)
class HouseWin:
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

    def _moment(self, power: int) -> Fraction:
        return sum(
            (chance * (self.low + self.step * place) ** power for place, chance in self.chances.items()), Fraction(0)
        )


def many_rounds(one: HouseWin, rounds: int) -> SummedRounds:
    """The distribution of the sum, its error at most MAX_ERROR; refused in words where that cannot be reached."""
    for budget in BUDGETS:
        for sums in _attempts(one, rounds, budget):
            if sums.error <= MAX_ERROR:
                return sums
    raise TooLargeError(
        f"the distribution of {rounds:,} rounds cannot be computed with an error below {MAX_ERROR:g}: too many "
        "different amounts for that many rounds; ask for fewer rounds"
    )


def _attempts(one: HouseWin, rounds: int, budget: tuple[int, int]) -> Iterator[SummedRounds]:
    """With more and more outcomes taken as rare, the least likely first, as long as there are few combinations."""
    ordered = sorted(one.chances.items(), key=lambda item: (-item[1], item[0]))
    for common in range(len(ordered), 0, -1):
        rare = combinations(ordered[common:][::-1], rounds)
        if rare is None:
            return
        lattice = Lattice.of(ordered[:common], rounds)
        if lattice.length <= MAX_LENGTH:
            most = min(budget[0], budget[1] // len(rare.weights))
            places = significant(lattice, int(rare.left.min()), most)
            if places is not None:
                yield SummedRounds(one, rounds, rare, lattice, Spectrum(lattice, places))


# --- rare outcomes ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Combinations:
    """How often each rare outcome came: the chance, the rounds left for common outcomes, the places gained."""

    weights: Floats
    left: Places
    gained: NDArray[Any]
    error: float


def combinations(rare: Sequence[tuple[int, Fraction]], rounds: int) -> Combinations | None:
    """All combinations that matter; None where they are too many."""
    exact = np.int64 if rounds * max((place for place, _ in rare), default=0) < 1 << 60 else object
    weights, left, gained = np.ones(1), np.array([rounds]), np.array([0], dtype=exact)
    remaining, rounding = Fraction(1), 0.0
    for place, chance in rare:
        if chance * rounds > MAX_EXPECTED:
            return None
        parts = _counted(weights, left, float(chance / remaining))
        which, counts, weights = (np.concatenate(part) for part in zip(*parts, strict=True))
        if len(weights) > MAX_COMBINATIONS:
            return None
        left, gained = left[which] - counts, gained[which] + counts.astype(exact) * place
        rounding += (16 * float(chance * rounds) + 8 * float(counts.max()) + 16) * UNIT
        remaining -= chance
    # Rounding counts twice: in the chances themselves, and in what they lack to 1.
    error = abs(1 - fsum(weights)) + 2 * rounding + len(weights) * UNIT if rare else 0.0
    return Combinations(weights, left, gained, error)


def _counted(weights: Floats, left: Places, chance: float) -> list[tuple[Places, Places, Floats]]:
    """(which combination, how often the next outcome came, the chance), for each number of times."""
    odds, current, parts = chance / (1 - chance), weights * np.exp(left * log1p(-chance)), []
    most, number = int(left.max()), 0
    while number <= most:
        likely = np.flatnonzero(current >= UNLIKELY)
        if len(likely):
            parts.append((likely, np.full(len(likely), number), current[likely]))
        elif number > most * chance:
            break
        current = current * (left - number) / (number + 1) * odds
        number += 1
    return parts


# --- common outcomes -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Lattice:
    """Common outcomes at start + unit * places[i], the likeliest at place 0; sums are taken modulo `length` places."""

    start: int
    unit: int
    places: tuple[int, ...]
    chances: tuple[Fraction, ...]
    length: int
    whole: bool

    @classmethod
    def of(cls, outcomes: Sequence[tuple[int, Fraction]], rounds: int) -> Lattice:
        start = outcomes[0][0]
        unit = gcd(*(place - start for place, _ in outcomes)) or 1
        total = sum((chance for _, chance in outcomes), Fraction(0))
        places = tuple((place - start) // unit for place, _ in outcomes)
        chances = tuple(chance / total for _, chance in outcomes)
        needed, every = _window(places, chances, rounds), rounds * (max(places) - min(places)) + 1
        return cls(start, unit, places, chances, min(needed, every) | 1, every <= needed)

    @cached_property
    def mean(self) -> Fraction:
        return _mean(self.places, self.chances)

    def first(self, rounds: int) -> int:
        """The first of the places that sums of that many rounds may have."""
        return rounds * min(self.places) if self.whole else int(self.mean * rounds // 1) - self.length // 2

    @property
    def outside(self) -> float:
        return 0.0 if self.whole else OUTSIDE


def _mean(places: Sequence[int | Fraction], chances: Sequence[Fraction]) -> Fraction:
    return sum((place * chance for place, chance in zip(places, chances, strict=True)), Fraction(0))


def _window(places: Sequence[int], chances: Sequence[Fraction], rounds: int) -> int:
    """That many places that the sum is outside with a chance of at most OUTSIDE; see the top of this file."""
    mean = _mean(places, chances)
    variance = float(_mean([place**2 for place in places], chances) - mean**2)
    largest = float(max(abs(place - mean) for place in places))
    # Solve t^2 = 2 c (n s^2 + m t / 3) for c = ln(2 / outside).
    c = log(2 / OUTSIDE)
    half = c * largest / 3 + sqrt((c * largest / 3) ** 2 + 2 * c * rounds * variance)
    return 2 * ceil(half * (1 + 1e-9)) + 5


def products(numbers: Sequence[int], places: Places, length: int) -> Places:
    """numbers[i] * places[j] modulo length, without overflow."""
    result = np.zeros((len(numbers), len(places)), dtype=np.int64)
    for limb in range(0, length.bit_length(), _LIMB):
        factors = np.array([(number << limb) % length for number in numbers], dtype=np.int64)
        result += factors[:, None] * (places >> limb & (1 << _LIMB) - 1) % length
    return result % length


def turns(numbers: Sequence[int], places: Places, length: int) -> Floats:
    """The angles 2 pi numbers[i] places[j] / length, between -pi and pi."""
    turned = products(numbers, places, length)
    return np.where(turned > length // 2, turned - length, turned) * (2 * pi / length)


def characteristic(lattice: Lattice, places: Places) -> tuple[Floats, Floats, Floats]:
    """(c, s, E) at the roots of unity asked for: f = 1 - c + i s, and the mean of the outcomes' |angles|."""
    angles = turns(lattice.places, places, lattice.length)
    chances = np.array([float(chance) for chance in lattice.chances])
    sines = np.sin(angles / 2)
    return chances @ (2 * sines * sines), chances @ np.sin(angles), chances @ np.abs(angles)


def log_modulus(c: Floats, s: Floats) -> Floats:
    """ln |1 - c + i s|, accurate near 1, and no less than -800."""
    lacking = 2 * c - c * c - s * s
    near = np.log1p(-np.minimum(lacking, 0.75)) / 2
    far = np.log(np.maximum(np.hypot(1 - c, s), exp(-800)))
    return np.where(lacking < 0.75, near, far)


def significant(lattice: Lattice, rounds: int, most: int) -> Places | None:
    """The j from 1 to L / 2 where |f|^rounds may exceed NEGLIGIBLE; None if they are more than `most`.

    Blocks of j are cut in four until |f| at the middle, and how fast it can grow from there, tell that it is
    negligible in all of the block: |f| changes by at most the mean distance from the mean a unit of angle.
    """
    last = lattice.length // 2
    gap = -expm1(log(NEGLIGIBLE) / rounds) if rounds else 1.0
    speed = float(_mean([abs(place - lattice.mean) for place in lattice.places], lattice.chances))
    slack = (200 + 2 * len(lattice.places)) * UNIT * pi
    width = 1 << max(last.bit_length() - 5, 0) // 2 * 2
    starts = np.arange(1, last + 1, width, dtype=np.int64)
    while True:
        c, s, _ = characteristic(lattice, starts + width // 2)
        reach = speed * (1 + 1e-9) * (2 * pi / lattice.length) * (width // 2)
        starts = starts[-np.expm1(log_modulus(c, s)) - slack - reach < gap]
        if len(starts) > most:
            return None
        if width == 1:
            return starts
        width //= 4
        starts = (starts[:, None] + np.arange(4) * width).ravel()
        starts = starts[starts <= last]


class Spectrum:
    """The coefficients that matter, and the error that they make together."""

    def __init__(self, lattice: Lattice, places: Places) -> None:
        self.lattice, self.places = lattice, places
        c, s, self._angles = characteristic(lattice, places)
        self._log, self._turn = log_modulus(c, s), np.arctan2(s, 1 - c)
        half = places * (pi / lattice.length)
        self._kernel = (1 - 1j / np.tan(half)) / lattice.length
        self._kept: dict[int, NDArray[np.complex128]] = {}

    def error(self, rounds: int) -> float:
        constant = (240 + 2 * len(self.lattice.places)) * UNIT
        powers = rounds * constant * float((self._angles / self.places).sum())
        harmonic = 1 + log(self.lattice.length)
        return self.lattice.outside + powers + harmonic * (NEGLIGIBLE + (60 + len(self.places)) * UNIT)

    def coefficients(self, rounds: int) -> NDArray[np.complex128]:
        """H_j."""
        if rounds not in self._kept:
            back = turns([-self.lattice.first(rounds)], self.places, self.lattice.length)[0]
            power = np.exp(rounds * self._log + 1j * (rounds * self._turn)) * np.exp(1j * back)
            self._kept[rounds] = power * self._kernel
        return self._kept[rounds]

    def below(self, rounds: Sequence[int], counts: Sequence[int]) -> Floats:
        """For each pair: the chance that the sum of that many rounds is at one of the first `count` places."""
        angles = turns([-count for count in counts], self.places, self.lattice.length)
        rows = np.stack([self.coefficients(number) for number in rounds])
        # Re H (1 - e^ia) = Re H (1 - cos a) + Im H sin a
        terms = rows.real * 2 * np.sin(angles / 2) ** 2 + rows.imag * np.sin(angles)
        shares = np.array([count / self.lattice.length for count in counts])
        below: Floats = shares + terms.sum(axis=1)
        return below


# --- both together ---------------------------------------------------------------------------------------------------


class SummedRounds:
    """The sum of n rounds; every probability is right within `error`."""

    def __init__(self, one: HouseWin, rounds: int, rare: Combinations, lattice: Lattice, spectrum: Spectrum) -> None:
        self.one, self.rounds, self.rare, self.lattice, self.spectrum = one, rounds, rare, lattice, spectrum
        self.error = rare.error + spectrum.error(rounds)
        left = [int(number) for number in rare.left]
        bases = [number * lattice.start + lattice.unit * lattice.first(number) for number in left]
        self._bases = np.array([int(own) + base for own, base in zip(rare.gained, bases, strict=True)], dtype=object)
        if max(map(abs, self._bases)) + rounds * max(one.chances) < 1 << 62:
            self._bases = self._bases.astype(np.int64)

    @property
    def mean(self) -> Fraction:
        return self.one.mean * self.rounds

    @property
    def deviation(self) -> float:
        return sqrt(self.one.variance * self.rounds)

    def z(self, won: Fraction) -> float:
        return float(won - self.mean) / self.deviation if self.deviation else 0.0

    def at_most(self, won: Fraction) -> float:
        """The chance that the house wins that much or less."""
        return self._below(int(self._place(won) // 1))

    def at_least(self, won: Fraction) -> float:
        return 1 - self._below(ceil(self._place(won)) - 1)

    def quantile(self, probability: Fraction) -> Fraction:
        """The least result that the house stays at or below with that probability."""
        aim, middle, reach = float(probability), int(self._place(self.mean)), 1 + int(self.deviation / self.one.step)
        low, high = -1, self.rounds * max(self.one.chances)
        # Doubling steps from the mean: the range may be far larger than the spread.
        while middle + reach < high and self._below(middle + reach) < aim:
            reach *= 2
        high = min(high, middle + reach)
        reach = 1 + int(self.deviation / self.one.step)
        while middle - reach > low and self._below(middle - reach) >= aim:
            reach *= 2
        low = max(low, middle - reach)
        while high - low > 1:
            half = (low + high) // 2
            low, high = (low, half) if self._below(half) >= aim else (half, high)
        return self.one.low * self.rounds + self.one.step * high

    def _place(self, won: Fraction) -> Fraction:
        return (won - self.one.low * self.rounds) / self.one.step

    def _below(self, place: int) -> float:
        """The chance of a sum at that place or below."""
        length = self.lattice.length
        counts = np.clip((place - self._bases) // self.lattice.unit + 1, 0, length)
        total = float(self.rare.weights[counts == length].sum())
        within = np.flatnonzero((counts > 0) & (counts < length))
        rows = max(1, _CHUNK // max(1, len(self.spectrum.places)))
        for start in range(0, len(within), rows):
            part = within[start : start + rows]
            below = self.spectrum.below([int(n) for n in self.rare.left[part]], [int(n) for n in counts[part]])
            total += float(self.rare.weights[part] @ below)
        return min(max(total, 0.0), 1.0)
