"""Sets of community cards, one for all that a renaming of suits takes it to, and pairs of own cards beside them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.class_hands import class_hands
from analyzer.cards.deck import Deck
from analyzer.kernels import board as kernel

# Rows of cards are as long as the largest board.
MAX_COMMUNITY = 5


@dataclass(frozen=True, eq=False)
class Renamings:
    """Renamings of suits that change nothing which a game tells apart: [renaming, position], the first one none.

    They are a group: what two of them leave alone, both after one another leave alone too.
    """

    deck: Deck
    positions: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.positions)

    @cached_property
    def pairs(self) -> NDArray[np.uint16]:
        """[renaming, pair] what becomes of each pair, by colex."""
        return _renamed_pairs(self.positions)

    @property
    def is_whole(self) -> bool:
        """Whether every renaming is one of them."""
        return len(self) == len(list(permutations(self.deck.suits)))


def renamings_that_keep(deck: Deck, labels: Iterable[NDArray[np.generic]], known: int | None = None) -> Renamings:
    """All renamings of suits that keep what the pairs of own cards are labelled with, each [pair], and a known card."""
    suits = len(deck.suits)
    places = np.arange(deck.size)
    every = np.array([places - places % suits + np.array(to)[places % suits] for to in permutations(range(suits))])
    positions = every.astype(np.uint8)
    pairs = _renamed_pairs(positions)
    listed = list(labels)
    keeps = [
        (known is None or row[known] == known) and all((label[moved] == label).all() for label in listed)
        for row, moved in zip(positions, pairs, strict=True)
    ]
    return Renamings(deck, np.ascontiguousarray(positions[np.array(keeps)]))


def _renamed_pairs(positions: NDArray[np.uint8]) -> NDArray[np.uint16]:
    size = positions.shape[1]
    low, high = np.array([(low, high) for high in range(1, size) for low in range(high)]).T
    moved = np.sort(np.stack([positions[:, low], positions[:, high]]).astype(np.int64), axis=0)
    return np.ascontiguousarray(moved[1] * (moved[1] - 1) // 2 + moved[0], dtype=np.uint16)


@dataclass(frozen=True, eq=False)
class Sets:
    """Sets of that many cards that stand for all: rows of five positions of which the first are used, and weights."""

    cards: int
    sets: NDArray[np.uint8]
    weights: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.sets)


@dataclass(frozen=True, eq=False)
class IndexedSets(Sets):
    """And for every set, by colex: which of them stands for it, and which renaming takes it there."""

    classes: NDArray[np.int32]
    renaming: NDArray[np.uint8]


def indexed_sets(renamings: Renamings, cards: int, known: int | None = None) -> IndexedSets:
    """Sets with a known card, which cannot be turned, have no weight."""
    classes, renaming, sets, weights = kernel.canonical_sets(cards, renamings.positions)
    return IndexedSets(cards, sets, np.where(_has(sets, cards, known), 0, weights), classes, renaming)


def _has(sets: NDArray[np.uint8], cards: int, known: int | None) -> NDArray[np.bool_]:
    """[set] whether a known card is among its cards."""
    if known is None:
        return np.zeros(len(sets), dtype=np.bool_)
    has: NDArray[np.bool_] = (sets[:, :cards] == known).any(axis=1)
    return has


def whole_boards(renamings: Renamings, cards: int, known: int | None = None) -> Sets:
    """Sets that need no index, which is quicker where every renaming may be used; none with a known card."""
    if known is not None:
        every = indexed_sets(renamings, cards, known)
        there = every.weights > 0
        return Sets(cards, np.ascontiguousarray(every.sets[there]), every.weights[there])
    if not renamings.is_whole:
        return indexed_sets(renamings, cards)
    listed = class_hands(renamings.deck, cards)
    sets = np.zeros((len(listed), MAX_COMMUNITY), dtype=np.uint8)
    sets[:, :cards] = listed.hands
    return Sets(cards, sets, listed.weights)


def subsets(renamings: Renamings, cards: int, below: IndexedSets) -> kernel.Subsets:
    """The sets below in sets of that many cards."""
    picks = np.zeros((comb(cards, below.cards), MAX_COMMUNITY), dtype=np.uint8)
    for row, places in zip(picks, combinations(range(cards), below.cards), strict=True):
        row[: below.cards] = places
    return kernel.Subsets(below.cards, picks, below.classes, below.renaming, renamings.pairs, renamings.positions)
