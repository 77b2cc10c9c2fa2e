"""Sums of many rounds: every probability is within the stated error of exact arithmetic, and quantiles are right."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import accumulate, pairwise
from math import fsum, lcm
from typing import Any

import numpy as np
import pytest

from analyzer.errors import TooLargeError
from analyzer.trust import convolution
from analyzer.trust.convolution import MAX_ERROR, HouseWin, Lattice, SummedRounds, many_rounds, products, significant

LEVELS = [Fraction(share, 1000) for share in (5, 25, 500, 975, 995)]
# Floats of the exact values, and of the levels.
ROUNDING = 1e-15


def round_of(amounts: dict[Fraction, int]) -> HouseWin:
    """From amounts with their weights."""
    low, total = min(amounts), sum(amounts.values())
    step = Fraction(1, lcm(*((amount - low).denominator for amount in amounts)))
    return HouseWin(low, step, {int((won - low) / step): Fraction(count, total) for won, count in amounts.items()})


def exactly(one: HouseWin, rounds: int) -> tuple[list[Fraction], list[Fraction]]:
    """The sums that can happen, and the chance of each or less: counted in integers."""
    total = lcm(*(chance.denominator for chance in one.chances.values()))
    counts = {place: int(chance * total) for place, chance in one.chances.items()}
    sums = {0: 1}
    for _ in range(rounds):
        longer: dict[int, int] = {}
        for reached, ways in sums.items():
            for place, count in counts.items():
                longer[reached + place] = longer.get(reached + place, 0) + ways * count
        sums = longer
    places = sorted(sums)
    below = [Fraction(ways, total**rounds) for ways in accumulate(sums[place] for place in places)]
    return [one.low * rounds + one.step * place for place in places], below


def assert_right(one: HouseWin, rounds: int, sums: SummedRounds) -> None:
    """Every place where the distribution function jumps, just below it, and the quantiles."""
    values, below = exactly(one, rounds)
    allowed = sums.error + ROUNDING
    before = Fraction(0)
    for won, chance in zip(values, below, strict=True):
        assert abs(sums.at_most(won) - float(chance)) <= allowed
        assert abs(sums.at_most(won - one.step / 2) - float(before)) <= allowed
        assert abs(sums.at_least(won) - float(1 - before)) <= allowed
        before = chance
    for level in LEVELS:
        place = bisect_right(values, sums.quantile(level)) - 1
        assert float(below[place]) >= float(level) - allowed
        assert place == 0 or float(below[place - 1]) < float(level) + allowed


def random_round(rng: random.Random) -> HouseWin:
    """Skewed: small amounts that are common, some with odd denominators, and now and then a huge one that is rare."""
    amounts = {Fraction(1): rng.choice((10, 1000, 10**6))}
    for _ in range(rng.randint(0, 3)):
        amounts[-Fraction(rng.randint(0, 40), rng.choice((1, 1, 2, 20)))] = rng.randint(1, 10**6)
    for _ in range(rng.randint(0, 2)):
        amounts[-Fraction(rng.randint(100, 10**8), rng.choice((1, 7, 100)))] = rng.choice((1, 3, 5000))
    return round_of(amounts)


@pytest.mark.parametrize("seed", range(60))
def test_random_wagers_against_integers(seed: int) -> None:
    rng = random.Random(seed)
    one, rounds = random_round(rng), rng.choice((1, 2, 3, 5, 8))
    sums = many_rounds(one, rounds)
    assert sums.error <= 1e-9
    assert_right(one, rounds, sums)


@pytest.mark.parametrize("seed", range(12))
def test_random_wagers_of_more_rounds_against_integers(seed: int) -> None:
    rng = random.Random(1000 + seed)
    amounts = {Fraction(1): 900, Fraction(-rng.randint(1, 9)): rng.randint(1, 500)}
    amounts[-Fraction(rng.choice((500, 10**6, 10**9)), rng.choice((1, 3)))] = 1
    one, rounds = round_of(amounts), rng.randint(30, 60)
    assert_right(one, rounds, many_rounds(one, rounds))


@cache
def binomial(number: int, chance: Fraction) -> tuple[int, list[int]]:
    """(first, P(Bin <= first + i) in units of 2^-200): from the mode outwards, as far as it matters."""
    import mpmath

    a, b = chance.numerator, chance.denominator - chance.numerator
    mode = number * a // (a + b)
    with mpmath.workdps(80):
        logarithm = mpmath.loggamma(number + 1) - mpmath.loggamma(mode + 1) - mpmath.loggamma(number - mode + 1)
        logarithm += mode * mpmath.log(mpmath.mpf(a) / (a + b)) + (number - mode) * mpmath.log(mpmath.mpf(b) / (a + b))
        top = int(mpmath.exp(logarithm) * 2**200)
    up, down = [top], [top]
    while up[-1] > 2**120:
        k = mode + len(up) - 1
        up.append(up[-1] * (number - k) * a // ((k + 1) * b))
    while down[-1] > 2**120:
        k = mode - len(down) + 1
        down.append(down[-1] * k * b // ((number - k + 1) * a))
    return mode - len(down) + 1, list(accumulate([*down[:0:-1], *up]))


def binomial_below(number: int, chance: Fraction, most: int) -> float:
    """P(Bin(number, chance) <= most)."""
    first, below = binomial(number, chance)
    return 0.0 if most < first else below[min(most - first, len(below) - 1)] / 2**200


def reference(jackpot: int, chance: Fraction, small: int, hit: Fraction, rounds: int) -> Callable[[int], float]:
    """P(house wins at most s) where a round loses `jackpot`, loses `small` or wins 1: a binomial of binomials."""

    def at_most(won: int) -> float:
        first, below = binomial(rounds, chance)
        parts = []
        for times, (lower, upper) in enumerate(pairwise([0, *below]), first):
            # left - hits (small + 1) - times jackpot <= won
            left = rounds - times
            hits = -(-(left - times * jackpot - won) // (small + 1))
            inside = 1.0 if hits <= 0 else 0.0 if hits > left else -1.0
            if inside < 0:
                inside = 1 - binomial_below(left, hit / (1 - chance), hits - 1)
            parts.append((upper - lower) / 2**200 * inside)
        return fsum(parts)

    return at_most


@pytest.mark.parametrize(
    ("jackpot", "chance", "small", "hit", "rounds"),
    [
        (1_000_000, Fraction(1, 1_000_000), 20, Fraction(1, 4165), 1_000),
        (1_000_000, Fraction(1, 1_000_000), 20, Fraction(1, 4165), 1_000_000),
        (1_000_000, Fraction(1, 1_000_000), 2, Fraction(1, 5), 1_000_000),
        (25_431, Fraction(1, 50_000), 3, Fraction(1, 4), 1_000_000),
        (500, Fraction(1, 700), 3, Fraction(1, 4), 100_000),
        (10**12, Fraction(3, 10**9), 1, Fraction(49, 100), 10_000_000),
    ],
)
def test_many_rounds_against_binomials(jackpot: int, chance: Fraction, small: int, hit: Fraction, rounds: int) -> None:
    one = round_of({Fraction(-jackpot): 0, Fraction(-small): 0, Fraction(1): 1})
    places = sorted(one.chances)
    one = HouseWin(one.low, one.step, dict(zip(places, (chance, hit, 1 - chance - hit), strict=True)))
    sums = many_rounds(one, rounds)
    assert sums.error <= 1e-8
    at_most = reference(jackpot, chance, small, hit, rounds)
    for level in LEVELS:
        won = int(sums.quantile(level))
        for near in (won - 1, won, won + 1, won + jackpot // 3):
            assert abs(sums.at_most(Fraction(near)) - at_most(near)) <= sums.error + ROUNDING


def test_a_milliard_rounds() -> None:
    """Half wins of a coin: at the mean, a normal distribution with the half jump added is right to 1e-9."""
    coin = HouseWin(Fraction(-1), Fraction(2), {0: Fraction(1, 2), 1: Fraction(1, 2)})
    sums = many_rounds(coin, 10**9)
    assert sums.error <= 1e-8
    jump = 1 / np.sqrt(np.pi * 10**9 / 2)
    assert sums.at_most(Fraction(0)) == pytest.approx(0.5 + jump / 2, abs=1e-8)
    assert sums.quantile(Fraction(1, 2)) == 0


def test_one_amount_only() -> None:
    sums = many_rounds(HouseWin(Fraction(3, 7), Fraction(1), {0: Fraction(1)}), 1000)
    assert sums.quantile(Fraction(1, 200)) == sums.quantile(Fraction(199, 200)) == Fraction(3000, 7)
    assert sums.at_most(Fraction(3000, 7)) == sums.at_least(Fraction(3000, 7)) == 1
    assert sums.at_most(Fraction(2999, 7)) == sums.at_least(Fraction(3001, 7)) == 0


def test_what_cannot_be_bounded_is_refused() -> None:
    """Thirty amounts as likely as each other that have no common unit."""
    rng = random.Random(5)
    places = [0, 1, *(rng.randrange(1 << 60) for _ in range(28))]
    one = HouseWin(Fraction(0), Fraction(1), dict.fromkeys(places, Fraction(1, 30)))
    with pytest.raises(TooLargeError, match="cannot be computed with an error below 1e-06"):
        many_rounds(one, 1_000_000)


@pytest.mark.parametrize("seed", range(20))
def test_no_coefficient_that_matters_is_left_out(seed: int) -> None:
    rng = random.Random(seed)
    outcomes = [(0, Fraction(7, 10)), (rng.randint(1, 30), Fraction(2, 10)), (rng.randint(31, 900), Fraction(1, 10))]
    rounds = rng.choice((1, 20, 500, 20_000))
    lattice = Lattice.of(outcomes, rounds)
    points = significant(lattice, rounds, 1 << 20)
    assert points is not None
    every = np.arange(1, lattice.length // 2 + 1)
    turned = np.exp(2j * np.pi * np.outer(lattice.places, every) / lattice.length)
    powers = np.abs(np.array([float(chance) for chance in lattice.chances]) @ turned) ** rounds
    needed = every[powers > convolution.NEGLIGIBLE * 1.001]
    assert set(needed.tolist()) <= set(points.tolist())
    assert rounds < 500 or len(points) < len(every) / 2


def test_products_do_not_overflow() -> None:
    rng = random.Random(3)
    for length in (1, 3, 1001, (1 << 31) + 1, convolution.MAX_LENGTH - 1):
        numbers = [rng.randrange(-(1 << 80), 1 << 80) for _ in range(5)]
        places = [rng.randrange(length) for _ in range(50)]
        expected = [[number * place % length for place in places] for number in numbers]
        assert products(numbers, np.array(places), length).tolist() == expected


def test_elementary_functions_are_as_good_as_assumed() -> None:
    """Within four units in the last place: the bound on rounding rests on it."""
    import mpmath

    rng = random.Random(1)
    values = np.array(
        [rng.uniform(-np.pi, np.pi) for _ in range(1500)] + [10 ** rng.uniform(-12, 0) for _ in range(500)]
    )
    positive = np.abs(values)
    functions: list[tuple[Any, Any, Any]] = [
        (np.sin, mpmath.sin, values),
        (np.cos, mpmath.cos, values),
        (np.tan, mpmath.tan, positive / 2.1),
        (np.exp, mpmath.exp, -positive * 10),
        (np.log, mpmath.log, positive),
        (np.log1p, mpmath.log1p, -positive / 5),
        (np.expm1, mpmath.expm1, -positive),
        (np.arctan, mpmath.atan, values),
    ]
    with mpmath.workdps(40):
        for ours, theirs, arguments in functions:
            for argument, value in zip(arguments.tolist(), ours(arguments).tolist(), strict=True):
                assert abs(mpmath.mpf(value) - theirs(mpmath.mpf(argument))) <= 4 * np.spacing(abs(value)), ours


# --- the comparison above can fail -----------------------------------------------------------------------------------

SKEWED = round_of({Fraction(1): 900, Fraction(-7): 80, Fraction(-(10**6), 3): 1})


def too_small_a_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(convolution, "_window", lambda places, chances, rounds: 31)


def too_few_coefficients(monkeypatch: pytest.MonkeyPatch) -> None:
    own = convolution.significant
    monkeypatch.setattr(
        convolution, "significant", lambda *given: None if (all_of := own(*given)) is None else all_of[:-8]
    )


def a_chance_off(monkeypatch: pytest.MonkeyPatch) -> None:
    own = convolution.characteristic
    monkeypatch.setattr(convolution, "characteristic", lambda *given: (own(*given)[0] * (1 + 1e-9), *own(*given)[1:]))


def rare_outcomes_off(monkeypatch: pytest.MonkeyPatch) -> None:
    own = convolution._counted
    monkeypatch.setattr(convolution, "_counted", lambda weights, left, chance: own(weights, left, chance * (1 + 1e-7)))


def one_place_off(monkeypatch: pytest.MonkeyPatch) -> None:
    own = convolution.Spectrum.below
    monkeypatch.setattr(
        convolution.Spectrum, "below", lambda self, rounds, counts: own(self, rounds, [count + 1 for count in counts])
    )


def test_without_sabotage() -> None:
    assert_right(SKEWED, 50, many_rounds(SKEWED, 50))


@pytest.mark.parametrize(
    "sabotage", [too_small_a_window, too_few_coefficients, a_chance_off, rare_outcomes_off, one_place_off]
)
def test_sabotage_is_noticed(sabotage: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch) -> None:
    sabotage(monkeypatch)
    with pytest.raises(AssertionError):
        assert_right(SKEWED, 50, many_rounds(SKEWED, 50))


def test_an_error_above_the_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(convolution, "UNIT", 1e-8)
    with pytest.raises(TooLargeError):
        many_rounds(HouseWin(Fraction(0), Fraction(1), dict.fromkeys((0, 1), Fraction(1, 2))), 10**6)
    assert MAX_ERROR == 1e-6
