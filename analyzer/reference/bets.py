"""Bets and what a round makes of them (docs/language.md, Meaning 6 and 11)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from analyzer.game.language import WagerRules
from analyzer.reference.settled import Settled

Bets = Mapping[str, Fraction]


def bets_of(wager: WagerRules) -> Bets:
    return {bet.name: bet.amount for bet in wager.bets}


def unit(wager: WagerRules) -> Fraction:
    """The first bet is the unit; a wager without a stake, or in dollars, counts what it pays."""
    first = wager.bets[0]
    return first.amount if first.amount and not first.is_free and wager.unit.has_stake else Fraction(1)


def staked(wager: WagerRules, bets: Bets) -> Fraction:
    return sum((bets[bet.name] for bet in wager.bets if not bet.is_free), Fraction(0)) / unit(wager)


def amounts(wager: WagerRules, bets: Bets) -> list[Fraction]:
    """What each bet is settled for."""
    return [bets[bet.name] for bet in wager.bets]


def net_of(settled: Settled, number: int, bets: Bets) -> Fraction:
    paid = zip(amounts(settled.wager, bets), settled.all_paid[number].pays, strict=True)
    return sum((amount * pays for amount, pays in paid), Fraction(0)) / unit(settled.wager)
