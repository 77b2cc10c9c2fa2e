"""Wagers made together, sorted by what they are, and what all ways to join them share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from analyzer.engines.paid_lines import paid_lines, pay_of
from analyzer.errors import CountError
from analyzer.game.model import Paytable
from analyzer.game.wagers.draw import DrawWager
from analyzer.game.wagers.lines import JokersWager, LinesWager
from analyzer.game.wagers.play import PlayWager
from analyzer.game.wagers.set_in_two import SetInTwoWager
from analyzer.pricing.joint import JointMoments, Made

Spread = list[tuple[Fraction, tuple[Fraction, ...]]]  # (weight, net result of each wager)


@dataclass(frozen=True)
class Parts:
    """The wagers in the order in which they were named, and again by kind with their paytables."""

    made: tuple[Made, ...]
    draws: tuple[tuple[DrawWager, Paytable], ...] = ()
    plays: tuple[tuple[PlayWager, Paytable], ...] = ()
    lines: tuple[tuple[LinesWager, Paytable], ...] = ()
    jokers: tuple[tuple[JokersWager, Paytable], ...] = ()
    sets: tuple[tuple[SetInTwoWager, Paytable], ...] = ()


def moments_of(made: Sequence[Made], spread: Spread, deals: int) -> JointMoments:
    total = sum((weight for weight, _ in spread), Fraction(0))
    if total != deals:
        raise CountError(f"joint results add up to {total} deals, not {deals}")
    bets = [(wager.id, paytable.id) for wager, paytable in made]
    means = {bet: sum((weight * nets[i] for weight, nets in spread), Fraction(0)) / deals for i, bet in enumerate(bets)}
    products = {
        (bets[i], bets[j]): sum((weight * nets[i] * nets[j] for weight, nets in spread), Fraction(0)) / deals
        for i, j in product(range(len(bets)), repeat=2)
    }
    return JointMoments(deals, means, products)


def joker_net(wager: JokersWager, paytable: Paytable, where: Mapping[str, int]) -> Fraction:
    """Net result by how many jokers each seat has."""
    satisfied = [i for i, line in enumerate(wager.lines) if line.jokers.items() <= where.items()]
    return lines_net(wager, paytable, satisfied)


def lines_net(wager: LinesWager | JokersWager, paytable: Paytable, satisfied: Sequence[int]) -> Fraction:
    lines = paid_lines(satisfied, paytable, wager.overlap)
    return pay_of(lines, paytable).amount if lines else Fraction(-1)


def asks_more_than_class(wager: LinesWager) -> bool:
    """Whether lines ask for colours or for the order of the cards, which the class of a hand does not decide."""
    return wager.tax is not None or wager.tells_suits_apart
