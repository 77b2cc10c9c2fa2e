"""Hands told apart by the questions that they pass: one small number, the kind, for each set of answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import TooLargeError

MAX_KINDS = 256
Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Kinds:
    """The kind of each hand, and the questions that hands of each kind pass."""

    of_hands: NDArray[np.uint8]
    passed: tuple[frozenset[int], ...]


def kinds(wager: str, size: int, answers: Iterable[tuple[int, Mask]]) -> Kinds:
    """Hands told apart by (number of a question, which hands pass it).

    >>> told = kinds("base", 3, [(4, np.array([True, False, True])), (7, np.array([True, False, False]))])
    >>> told.of_hands.tolist(), [sorted(passed) for passed in told.passed]
    ([2, 0, 1], [[], [4], [4, 7]])
    """
    of_hands = np.zeros(size, dtype=np.uint16)
    sets: list[frozenset[int]] = [frozenset()]
    for number, mask in answers:
        both = of_hands * np.uint16(2) + mask
        present = np.flatnonzero(np.bincount(both, minlength=2 * len(sets)))
        if len(present) > MAX_KINDS:
            raise TooLargeError(f"{wager} tells more than {MAX_KINDS} kinds of hands apart, which is not counted")
        renumbered = np.zeros(2 * len(sets), dtype=np.uint16)
        renumbered[present] = np.arange(len(present))
        of_hands = renumbered[both]
        sets = [sets[old // 2] | ({number} if old % 2 else frozenset()) for old in present.tolist()]
    return Kinds(of_hands.astype(np.uint8), tuple(sets))
