"""Which suits the cards of a pattern lie in, one code for all that renamings of suits exchange."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, permutations
from math import factorial

import numpy as np
from numpy.typing import NDArray

SUIT_BYTES = 4

Renaming = tuple[int, ...]


def all_renamings(suits: int) -> tuple[Renaming, ...]:
    return tuple(permutations(range(suits)))


def piece_lengths(starts: NDArray[np.uint32]) -> NDArray[np.int64]:
    """The lengths of the pieces of a list, from where each starts (and where the last ends)."""
    ends = starts.astype(np.int64)
    return ends[1:] - ends[:-1]


@dataclass(frozen=True)
class Codes:
    """Who has which suit, one code for all that some renamings exchange, shape by shape.

    `start[shape]` is where a shape's codes start; `weights` how many codes each stands for; `classes` the class (among
    its shape's) that it belongs to when every renaming is allowed, and `suit_to` the renaming that takes it there.
    """

    start: NDArray[np.uint32]
    codes: NDArray[np.uint32]
    weights: NDArray[np.uint8]
    classes: NDArray[np.uint16]
    suit_to: NDArray[np.uint8]

    @cached_property
    def suit_counts(self) -> NDArray[np.uint16]:
        """How many cards each suit has, four bits a suit."""
        held = [np.bitwise_count(self.codes >> np.uint32(8 * suit) & np.uint32(255)) for suit in range(SUIT_BYTES)]
        counts = np.zeros(len(self.codes), dtype=np.uint16)
        for suit, count in enumerate(held):
            counts |= count.astype(np.uint16) << np.uint16(4 * suit)
        return counts


def _all_codes(shape: Sequence[int], suits: int) -> NDArray[np.uint32]:
    """Every code of a shape: each rank's cards are given to as many different suits."""
    codes = np.zeros(1, dtype=np.uint32)
    for place, copies in enumerate(shape):
        holders = [sum(1 << (8 * suit + place) for suit in some) for some in combinations(range(suits), copies)]
        codes = (codes[:, None] | np.array(holders, dtype=np.uint32)).ravel()
    return codes


def _renamed(codes: NDArray[np.uint32], to: Renaming) -> NDArray[np.uint32]:
    renamed = np.zeros_like(codes)
    for suit, new in enumerate(to):
        renamed |= (codes >> np.uint32(8 * suit) & np.uint32(255)) << np.uint32(8 * new)
    return renamed


def _canonical(codes: NDArray[np.uint32], suits: int) -> tuple[NDArray[np.uint32], NDArray[np.uint8]]:
    """Each code with its suits in descending order, and the renaming that takes it there."""
    held = np.stack([codes >> np.uint32(8 * suit) & np.uint32(255) for suit in range(suits)], axis=1)
    by_size = np.argsort(-held.astype(np.int16), axis=1, kind="stable")
    suit_to = np.zeros((len(codes), SUIT_BYTES), dtype=np.uint8)
    np.put_along_axis(suit_to, by_size, np.arange(suits, dtype=np.uint8)[None, :], axis=1)
    ordered = np.take_along_axis(held, by_size, axis=1)
    canonical = np.zeros_like(codes)
    for suit in range(suits):
        canonical |= ordered[:, suit].astype(np.uint32) << np.uint32(8 * suit)
    return canonical, suit_to


@cache
def codes_of(shapes: tuple[tuple[int, ...], ...], suits: int, renamings: tuple[Renaming, ...]) -> Codes:
    """The codes of all shapes up to the given renamings."""
    start, parts = [0], []
    for shape in shapes:
        every = _all_codes(shape, suits)
        all_classes, sizes = np.unique(_canonical(every, suits)[0], return_counts=True)
        if len(renamings) == factorial(suits):
            # The smallest of all images of a code has its suits in descending order: it is the class's own.
            codes, weights = all_classes, sizes
        else:
            kept = np.stack([_renamed(every, to) for to in renamings]).min(axis=0) == every
            codes = np.sort(every[kept])
            fixed = sum((_renamed(codes, to) == codes).astype(np.uint8) for to in renamings)
            weights = len(renamings) // fixed
        canonical, suit_to = _canonical(codes, suits)
        parts.append((codes, weights, np.searchsorted(all_classes, canonical), suit_to))
        start.append(start[-1] + len(codes))
    codes_, weights_, classes_, suit_tos = zip(*parts, strict=True)
    return Codes(
        np.array(start, dtype=np.uint32),
        np.concatenate(codes_),
        np.concatenate(weights_).astype(np.uint8),
        np.concatenate(classes_).astype(np.uint16),
        np.concatenate(suit_tos),
    )
