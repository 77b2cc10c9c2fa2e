"""What the house holds over many rounds: expectation, intervals, and how unusual an observed result is.

The net result of one round is exact; that of n rounds is convolved, with a bound on the error (convolution.py). The
bound is part of every document and printed with every interval; where none below one in a million is reached, the
row says so and has no interval.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor, gcd, lcm, log10, sqrt

from analyzer.documents import JsonDict
from analyzer.errors import SelectionError, TooLargeError
from analyzer.numbers import grouped_text
from analyzer.pricing.results import WagerResult
from analyzer.trust.convolution import HouseWin, many_rounds

SCHEMA = "exactodds/hold/1"
ROUNDS = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
LEVELS = (Fraction(95, 100), Fraction(99, 100))
METHOD = "convolution"


def house_round(result: WagerResult, meter: Fraction | None = None) -> HouseWin:
    """One round seen from the house; a progressive needs the meter, and nothing else may have one."""
    _check_meter(result, meter)
    result = result.at(meter)
    chances: dict[Fraction, Fraction] = {}
    for outcome in result.outcomes:
        if outcome.count:
            won = -outcome.net.at(meter or Fraction(0))
            chances[won] = chances.get(won, Fraction(0)) + Fraction(outcome.count, result.deals)
    low = min(chances)
    unit = lcm(*((won - low).denominator for won in chances))
    step = Fraction(gcd(*(int((won - low) * unit) for won in chances)) or 1, unit)
    return HouseWin(low, step, {int((won - low) / step): chance for won, chance in chances.items()})


def _check_meter(result: WagerResult, meter: Fraction | None) -> None:
    depends = any(outcome.net.meter for outcome in result.outcomes if outcome.count)
    if depends and meter is None:
        raise SelectionError(f"{result.wager} depends on its meter; give it with --meter")
    if meter is not None and not depends:
        raise SelectionError(f"{result.wager} does not depend on a meter; leave --meter out")
    if meter is not None and meter < 0:
        raise SelectionError(f"the meter cannot be {meter}: it is 0 or more")


# --- documents -------------------------------------------------------------------------------------------------------


def hold_table(result: WagerResult, rounds: Sequence[int] = ROUNDS, meter: Fraction | None = None) -> JsonDict:
    """Expected hold and intervals, as shares of all initial bets."""
    one = house_round(result, meter)
    return {
        "schema": SCHEMA,
        "wager": result.wager,
        "paytable": result.paytable,
        "unit": str(result.unit),
        "expected_hold": str(one.mean),
        "rounds": [_row(one, number) for number in rounds],
    }


def _row(one: HouseWin, rounds: int) -> JsonDict:
    row = {
        "rounds": str(rounds),
        "expected_win": float(one.mean * rounds),
        "standard_deviation": sqrt(one.variance * rounds),
    }
    try:
        sums = many_rounds(one, rounds)
    except TooLargeError as error:
        return row | {"intervals": [], "method": None, "error": None, "refused": str(error)}
    intervals = []
    for level in LEVELS:
        low, high = (sums.quantile(share) for share in ((1 - level) / 2, (1 + level) / 2))
        intervals.append({"level": str(level), "hold": [float(low / rounds), float(high / rounds)]})
    return row | {"intervals": intervals, "method": METHOD, "error": sums.error}


def judge(
    result: WagerResult, rounds: int, won: Fraction, meter: Fraction | None = None, stake: Fraction = Fraction(1)
) -> JsonDict:
    """How unusual it is that the house won that much (in initial bets) in that many rounds.

    What cannot be is told in the money that was typed: bets times the stake.
    """
    one = house_round(result, meter)
    least, most = min(one.chances), max(one.chances)
    low, high = ((one.low + one.step * place) * rounds for place in (least, most))
    unit = "bets" if result.unit.has_stake else "dollars"
    if stake != 1:
        unit = f"at an initial bet of {grouped_text(stake)}"
    if not low <= won <= high:
        told, lowest, highest = (grouped_text(amount * stake) for amount in (won, low, high))
        number = "1 round" if rounds == 1 else f"{rounds:,} rounds"
        raise SelectionError(
            f"the house cannot have won {told} in {number} of {result.wager}: it wins {lowest} to {highest} {unit}"
        )
    sums = many_rounds(one, rounds)
    at_most, at_least = sums.at_most(won), sums.at_least(won)
    both = min(1.0, 2 * min(at_most, at_least))
    return {
        "schema": SCHEMA,
        "wager": result.wager,
        "paytable": result.paytable,
        "unit": str(result.unit),
        "rounds": str(rounds),
        "won": str(won),
        "hold": float(won / rounds),
        "expected_win": float(sums.mean),
        "expected_hold": str(one.mean),
        "standard_deviation": sums.deviation,
        "z": sums.z(won),
        "at_most": at_most,
        "at_least": at_least,
        "two_sided": both,
        "method": METHOD,
        "error": sums.error,
        "verdict": verdict(both, 2 * sums.error),
    }


def verdict(chance: float, error: float) -> str:
    """In words, how unusual a result with this two-sided probability is; `error` is the error of the probability.

    >>> verdict(0.4, 0), verdict(0.004, 0)
    ('nothing unusual', 'unusual: 1 in 250 such samples is as far from the expectation')
    """
    if chance >= 0.05:
        return "nothing unusual"
    if chance <= 100 * error:
        return f"extraordinary: fewer than 1 in {floor(1 / (chance + error)):,} such samples are as far out"
    word = "a little unusual" if chance >= 0.01 else "unusual" if chance >= 0.001 else "very unusual"
    return f"{word}: 1 in {1 / chance:,.0f} such samples is as far from the expectation"


def bound_text(error: float) -> str:
    """A bound with one digit, rounded up.

    >>> bound_text(2.01e-11), bound_text(1e-6), bound_text(9.9e-13)
    ('3e-11', '1e-06', '1e-12')
    """
    exponent = floor(log10(error))
    digit = ceil(Fraction(error) / Fraction(10) ** exponent)
    return f"{float(f'{digit}e{exponent}'):.0e}"


def chance_text(chance: float, error: float) -> str:
    """A probability for people; an upper bound where its error is not far smaller.

    >>> chance_text(0.146857, 1e-12), chance_text(3e-13, 1e-12)
    ('0.146857', 'at most 2e-12')
    """
    return f"{chance:.6g}" if chance > 100 * error else f"at most {bound_text(chance + error)}"
