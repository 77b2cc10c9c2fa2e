"""Which lines of a paytable are paid of several that a hand satisfies."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from analyzer.game.model import Overlap, Paytable
from analyzer.game.pay import Pay


def paid_line(satisfied: Sequence[int], paytable: Paytable, overlap: Overlap, meter: Fraction | None = None) -> int:
    """The one line that is paid: that which pays most, the first of equals, or the first one listed; -1 for none.

    Without a meter it is the line that pays most at all meters from some level on. Where all lines are paid there is
    no such line: `paid_lines` names them.
    """
    if overlap == "all":
        raise ValueError("where every line is paid, no single one is")
    if overlap == "first":
        return min(satisfied, default=-1)
    if meter is None:
        return max(satisfied, key=lambda line: (paytable.pays[line].order, -line), default=-1)
    return max(satisfied, key=lambda line: (paytable.pays[line].at(meter), -line), default=-1)


def paid_lines(
    satisfied: Sequence[int], paytable: Paytable, overlap: Overlap, meter: Fraction | None = None
) -> tuple[int, ...]:
    """All lines that are paid, in order; none if no line is satisfied."""
    if overlap == "all":
        return tuple(sorted(satisfied))
    line = paid_line(satisfied, paytable, overlap, meter)
    return (line,) if line >= 0 else ()


def pay_of(lines: Sequence[int], paytable: Paytable) -> Pay:
    """What the lines pay together.

    >>> str(pay_of((0, 1), Paytable("1", (Pay(Fraction(3)), Pay(Fraction(1, 2))))))
    '7/2'
    """
    return sum((paytable.pays[line] for line in lines), Pay(Fraction(0)))


def name_of(lines: Sequence[str]) -> str:
    """The name of an outcome in which these lines are paid.

    >>> name_of(["six-card-straight-flush", "six-card-flush"])
    'six-card-straight-flush+six-card-flush'
    """
    return "+".join(lines)
