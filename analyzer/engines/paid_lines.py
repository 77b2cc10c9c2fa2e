"""Which line of a paytable is paid of several that a hand satisfies."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from analyzer.game.model import Overlap, Paytable


def paid_line(satisfied: Sequence[int], paytable: Paytable, overlap: Overlap, meter: Fraction | None = None) -> int:
    """The line that pays most, the first of equals, or the first one listed; -1 if none is satisfied.

    Without a meter it is the line that pays most at all meters from some level on.
    """
    if overlap == "first":
        return min(satisfied, default=-1)
    if meter is None:
        return max(satisfied, key=lambda line: (paytable.pays[line].order, -line), default=-1)
    return max(satisfied, key=lambda line: (paytable.pays[line].at(meter), -line), default=-1)
