"""Deals by what they are paid: sums over them are tables for designs."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from analyzer.engines.tally import LineCounts
from analyzer.game.model import Wager


@dataclass(frozen=True)
class PaidDeals:
    """Deals that satisfy these lines: they are paid the most of them, plus an amount (a loss, or less a tax).

    Where the first line listed is paid, it is the only one here.
    """

    lines: tuple[int, ...]
    plus: Fraction
    count: int


def paid_by_lines(wager: Wager, counts: LineCounts) -> list[PaidDeals]:
    tax = wager.tax
    rows = []
    for (satisfied, taxed), count in counts.counts.items():
        if tax is not None:
            plus = -tax.amounts[taxed] if taxed >= 0 else Fraction(0)
        else:
            plus = Fraction(0 if satisfied else -1)
        lines = satisfied[:1] if wager.overlap == "first" else satisfied
        rows.append(PaidDeals(lines, plus, count))
    return rows
