"""Hands told apart by the questions that they pass: one small number, the kind, for each set of answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import TooLargeError
from analyzer.kernels import hand_tests

MAX_KINDS = 256


@dataclass(frozen=True, eq=False)
class Kinds:
    """The kind of each hand, and the questions that hands of each kind pass; in order of the sets as bits."""

    of_hands: NDArray[np.uint8]
    passed: tuple[frozenset[int], ...]


def kinds(wager: str, numbers: Sequence[int], sets: NDArray[np.uint32]) -> Kinds:
    """Hands by the sets of questions that they pass: bit i is the question numbers[i].

    >>> two = kinds("base", [4, 7], np.array([3, 0, 1], dtype=np.uint32))
    >>> two.of_hands.tolist(), [sorted(passed) for passed in two.passed]
    ([2, 0, 1], [[], [4], [4, 7]])
    """
    distinct = hand_tests.distinct_sets(sets, MAX_KINDS)
    if distinct is None:
        raise TooLargeError(f"{wager} tells more than {MAX_KINDS} kinds of hands apart, which is not counted")
    of_hands, occur = distinct
    order = np.argsort(occur)
    renumbered = np.argsort(order).astype(np.uint8)
    passed = tuple(
        frozenset(number for bit, number in enumerate(numbers) if int(one) >> bit & 1) for one in occur[order]
    )
    return Kinds(renumbered[of_hands], passed)
