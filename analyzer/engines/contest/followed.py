"""Decisions carried out in many dealt rounds at once: by which path each of them ends."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.bets import Bets, Path

Rows = NDArray[np.intp]
# After a path, in these rounds: the number of the choice that is made in each.
Decide = Callable[[Path, Rows], NDArray[np.uint8]]


def followed(bets: Bets, rounds: int, decide: Decide) -> NDArray[np.intp]:
    """[round] the number, among the paths that end a round, of the one that is taken.

    >>> from fractions import Fraction
    >>> from analyzer.engines.bets import BetChoice
    >>> stages = (BetChoice("fold", then="fold"), BetChoice("stay")), (BetChoice("go"),)
    >>> bets = Bets((Fraction(1),), stages, ((Fraction(1),),))
    >>> bets.ended_paths(), followed(bets, 2, lambda path, rows: (rows == 1 if not path else rows * 0).astype(np.uint8))
    ([(0,), (1, 0)], array([0, 1]))
    """
    numbers = {path: number for number, path in enumerate(bets.ended_paths())}
    taken = np.full(rounds, -1, dtype=np.intp)
    rows: dict[Path, Rows] = {(): np.arange(rounds)}
    for path in bets.paths():
        own = rows.pop(path)
        choices = decide(path, own) if len(own) else np.zeros(0, dtype=np.uint8)
        for choice in range(len(bets.stages[len(path)])):
            longer, there = (*path, choice), own[choices == choice]
            if longer in numbers:
                taken[there] = numbers[longer]
            else:
                rows[longer] = there
    return taken
