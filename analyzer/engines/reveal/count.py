"""Count a reveal: the way in."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import Deck
from analyzer.engines.final_events import FinalEvents
from analyzer.engines.reveal.states import RevealCounts


def count(
    deck: Deck, events: NDArray[np.uint8], groups: Iterable[int], seen: int, tells_suits: bool = False
) -> RevealCounts:
    """Groups turned one after the other, decisions after each of the first `seen`; events[colex index of all cards].

    `tells_suits` if a condition of a choice tells suits apart: every hand is then a state of its own.

    >>> from fractions import Fraction
    >>> from analyzer.engines.bets import Bets, BetChoice
    >>> pairs = np.array([1, 0, 0, 0, 0, 1], dtype=np.uint8)  # two cards of 2c 2d 3c 3d
    >>> counted = count(Deck(ranks=(0, 1), suits=(0, 1)), pairs, (1, 1), seen=2)
    >>> first = (BetChoice("stay"), BetChoice("fold", then="fold"))
    >>> last = (BetChoice("stay"), BetChoice("double", ((0, Fraction(2)),)))
    >>> best = counted.best(Bets((Fraction(1),), (first, last), ((Fraction(-1), Fraction(3)),)))
    >>> best.expectation, best.average_bet
    (Fraction(4, 3), Fraction(4, 3))
    """
    groups = tuple(groups)
    return RevealCounts(FinalEvents(deck, sum(groups), events, tells_suits), groups, seen)
