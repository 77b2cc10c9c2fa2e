"""Pays as the game file writes them, and as a design compares them.

Wagers without decisions are compared by what their lines pay, and the stake is taken off each deal: so a line may pay
less than the stake. Others are compared by net results. Of a progressive every pay is what it is at one level of the
meter, in units of its bet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from analyzer.change.design.grid import Candidate, Span
from analyzer.change.figures import stake_in_pays
from analyzer.errors import DesignError
from analyzer.game.model import Game, Meter, Paytable, Wager
from analyzer.game.pay import Pay
from analyzer.pricing.moments import net_of


@dataclass(frozen=True)
class ComparedPays:
    """A paytable as it is compared: each written pay over `bet`, less `less`; then `stake` is still in it."""

    base: Paytable
    bet: Fraction
    less: Fraction
    stake: Fraction

    def span(self, span: Span) -> Span:
        return Span(span.line, tuple(pay / self.bet - self.less for pay in span.pays))

    def written(self, candidate: Candidate) -> Candidate:
        """With the pays that the file would say; of lines that pay from a meter, what they pay at its level."""
        return replace(candidate, pays=tuple((pay + self.less) * self.bet for pay in candidate.pays))


def net_pays(game: Game, wager: Wager, base: Paytable) -> ComparedPays:
    """Net results, for wagers with decisions."""
    return ComparedPays(base, Fraction(1), stake_in_pays(game, wager), Fraction(0))


def gross_pays(game: Game, wager: Wager, base: Paytable, meter: Fraction | None) -> ComparedPays:
    """What the lines pay, with the stake where pays are for one."""
    own = wager.meter
    if own is not None and meter is not None:
        paid = tuple(Pay(pay.at(meter) / own.bet) for pay in base.pays)
        return ComparedPays(Paytable(base.id, paid), own.bet, Fraction(0), _stake(own))
    stake = stake_in_pays(game, wager)
    return ComparedPays(
        Paytable(base.id, tuple(pay + Pay(stake) for pay in base.pays)), Fraction(1), Fraction(0), stake
    )


def _stake(meter: Meter) -> Fraction:
    return -net_of(Pay(Fraction(0)), meter).amount


def check_meter(wager: Wager, base: Paytable, varied: Sequence[str], meter: Fraction | None) -> None:
    """A progressive is designed at one level of its meter, and by the lines that pay amounts."""
    own = wager.meter
    if own is None and meter is not None:
        raise DesignError(f"{wager.id} has no meter: leave --meter out")
    if own is not None and meter is None:
        raise DesignError(
            f"{wager.id}: what it is worth depends on the meter; say at which level with --meter, such as --meter 25000"
        )
    for line, pay in zip(wager.line_ids, base.pays, strict=True):
        if line in varied and pay.meter:
            raise DesignError(f"--vary: {line} pays {pay}, a share of the meter; lines that pay amounts can be varied")
