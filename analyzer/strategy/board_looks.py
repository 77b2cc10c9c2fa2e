"""What own cards and community cards look like to a rule, before all cards are turned and after."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import RANKS

RANK_COUNT = len(RANKS)
# Cards of one suit that one more makes a flush of.
DRAW = 4
# How many there are of each part of a look, in their order but for the first, of which there are MADE_CODES.
SIZES = {"own": 4, "flush": RANK_COUNT + 1, "straight": 3, "high": RANK_COUNT, "over": 3, "low": RANK_COUNT}
MADE_CODES = 64
UNSEEN = 64
Places = NDArray[np.intp]


class Turned(NamedTuple):
    """A look before all cards are turned; what a rule does not name is None.

    `own`: own cards in the pairs of the hand, or 3 for a pair in the own hand. `flush`: 0, or one more than the highest
    own rank of four cards of one suit. `straight`: the ranks of which one card makes a straight, two for more. `high`
    and `low`: the ranks of the own cards. `over`: how many of them are above all that were turned.
    """

    made: int
    own: int | None = None
    flush: int | None = None
    straight: int | None = None
    high: int | None = None
    over: int | None = None
    low: int | None = None


class Whole(NamedTuple):
    """A look with all cards turned."""

    better: bool
    beaten: int


Look = Turned | Whole
