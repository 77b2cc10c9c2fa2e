"""Prices: exact moments of a wager from counted outcomes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from analyzer.errors import CountError
from analyzer.game.model import Meter
from analyzer.game.pay import Pay
from analyzer.pricing.polynomials import Polynomial


@dataclass(frozen=True)
class Outcome:
    """Something that can happen: in how many deals, and the net result per unit staked."""

    name: str
    count: int
    net: Pay
    details: Mapping[str, str] = field(default_factory=dict)


def told_apart(outcomes: Iterable[Outcome]) -> dict[str, Outcome]:
    """A name of its own for each: where several of one name are paid differently, with what they pay.

    >>> list(told_apart([Outcome("win", 1, Pay(Fraction(2))), Outcome("win", 1, Pay(Fraction(3)))]))
    ['win (paid 2)', 'win (paid 3)']
    """
    listed = list(outcomes)
    uses = Counter(outcome.name for outcome in listed)
    return {paid_name(one.name, one.net.amount) if uses[one.name] > 1 else one.name: one for one in listed}


def paid_name(name: str, net: Fraction) -> str:
    return f"{name} (paid {net})"


@dataclass(frozen=True)
class Price:
    """Moments of the net result: fractions, or polynomials in J where a line pays from a meter."""

    ev: Fraction | Polynomial
    variance: Fraction | Polynomial
    third_central_moment: Fraction | Polynomial
    hit_frequency: Fraction

    @property
    def symbolic(self) -> bool:
        return not isinstance(self.ev, Fraction)


@dataclass(frozen=True)
class Piece:
    """Outcomes and moments for meters from `start` to `end`, both included; None is no end."""

    start: Fraction
    end: Fraction | None
    outcomes: tuple[Outcome, ...]
    price: Price

    def has(self, level: Fraction) -> bool:
        return self.start <= level and (self.end is None or level <= self.end)

    @property
    def words(self) -> str:
        """For people: `J up to 5000`."""
        if self.end is None:
            return f"J of {self.start} or more"
        return f"J up to {self.end}" if not self.start else f"J from {self.start} to {self.end}"


def price(outcomes: Sequence[Outcome], deals: int) -> Price:
    """Exact moments. The counts must add up to the number of deals."""
    total = sum(outcome.count for outcome in outcomes)
    if total != deals:
        raise CountError(f"outcomes add up to {total}, the number of deals is {deals}")
    hits = Fraction(sum(outcome.count for outcome in outcomes if outcome.net.is_gain), deals)
    # A line on the meter that no deal has does not make the price depend on it.
    moment = _moment_in_meter if any(outcome.net.meter for outcome in outcomes if outcome.count) else _moment
    mean, second, third = (moment(outcomes, deals, power) for power in (1, 2, 3))
    central = (mean, second - mean**2, third - 3 * mean * second + 2 * mean**3)
    return Price(*central, hit_frequency=hits)


def _moment(outcomes: Sequence[Outcome], deals: int, power: int) -> Fraction:
    """E[net ** power]."""
    return sum((outcome.count * outcome.net.amount**power for outcome in outcomes), Fraction(0)) / deals


def _moment_in_meter(outcomes: Sequence[Outcome], deals: int, power: int) -> Polynomial:
    """E[net ** power] where nets depend on the meter J."""
    powers = (outcome.count * Polynomial.of(outcome.net.amount, outcome.net.meter) ** power for outcome in outcomes)
    return sum(powers, Polynomial.of()) * Fraction(1, deals)


def to_fraction(value: Fraction | Polynomial) -> Fraction:
    """A moment that does not depend on a meter as a Fraction."""
    if isinstance(value, Fraction):
        return value
    if not value.is_constant:
        raise ValueError(f"{value} depends on the meter")
    return value.constant


def net_of(pay: Pay, meter: Meter | None) -> Pay:
    """Net result of a line that pays `pay`: "to 1" as it is; a progressive's prize in units of its bet."""
    if meter is None:
        return pay
    stake = Fraction(0) if meter.prizes == "to_one" else Fraction(1)
    return pay / meter.bet - Pay(stake)


def mean_of(outcomes: Sequence[Outcome], deals: int) -> Pay:
    """The mean of the net results: an amount, and a share of the meter."""
    return sum((outcome.net * outcome.count for outcome in outcomes), Pay(Fraction(0))) / deals


@dataclass(frozen=True)
class LongRun:
    """Long-run behaviour of a progressive.

    The contribution goes on the meter before the deal, the house funds the seed. A line that pays the whole meter
    resets it to the seed; one that pays a share takes that share out. The deals do not depend on the meter, so in
    the long run its mean M satisfies M = M (1 - sum of p x share) + P(reset) x seed + contribution, and what the
    meter pays a bet is what is put in: contribution + P(reset) x seed.
    """

    average_meter: Fraction
    long_run_return: Fraction


def long_run(outcomes: Sequence[Outcome], deals: int, meter: Meter) -> LongRun | None:
    """None unless contribution and seed are known and some line pays from the meter."""
    mean = mean_of(outcomes, deals)
    taken = mean.meter * meter.bet
    if meter.contribution is None or meter.seed is None or not taken:
        return None
    resets = Fraction(sum(outcome.count for outcome in outcomes if outcome.net.meter * meter.bet == 1), deals)
    put_in = meter.contribution * meter.bet + resets * meter.seed
    return LongRun(average_meter=put_in / taken, long_run_return=1 + mean.amount + put_in / meter.bet)
