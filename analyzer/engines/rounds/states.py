"""All that can be known when some parts of the cells are seen, up to renamings of suits, and how it is numbered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.rounds.suits import Suits
from analyzer.errors import TooLargeError
from analyzer.kernels import round_levels, round_states

# States of one level: each takes about 20 bytes, and its sums more.
MAX_STATES = 1 << 27
# (cards, bases, types, classes by type, movers by type): how one more part is numbered (cext/round_index.pxd).
Step = tuple[int, Any, Any, list[Any], list[Any]]


@dataclass(frozen=True, eq=False)
class States:
    """States with parts of these sizes, one after the other.

    `cards` are positions in the deck, part after part; `numbers` are below `size`, not all of which are used; a state
    stands for `weights` of its kind.
    """

    suits: Suits
    sizes: tuple[int, ...]
    cards: NDArray[np.uint8]
    types: NDArray[np.uint8]
    numbers: NDArray[np.int64]
    weights: NDArray[np.int64]
    size: int
    steps: tuple[Step, ...]

    def __len__(self) -> int:
        return len(self.cards)

    @property
    def numbering(self) -> round_levels.Numbers:
        return round_levels.Numbers(self.suits.moved, self.suits.after, list(self.steps))

    def by_number(self, array: NDArray[Any], fill: int = 0) -> NDArray[Any]:
        """What is listed in the order of states, by their numbers."""
        out = np.full((self.size, *array.shape[1:]), fill, dtype=array.dtype)
        out[self.numbers] = array
        return out


def states_of(suits: Suits, sizes: Sequence[int]) -> States:
    """All states with parts of these sizes."""
    states = States(
        suits,
        (),
        np.zeros((1, 0), dtype=np.uint8),
        np.zeros(1, dtype=np.uint8),
        np.zeros(1, dtype=np.int64),
        np.ones(1, dtype=np.int64),
        1,
        (),
    )
    for size in sizes:
        states = _with_part(states, size)
    return states


def _with_part(states: States, size: int) -> States:
    suits = states.suits
    kinds = [int(kind) for kind in np.unique(states.types)]
    classes = [suits.classes(kind, size) if kind in kinds else None for kind in range(max(kinds, default=0) + 1)]
    many = np.array([0 if of_type is None else len(of_type) for of_type in classes], dtype=np.int64)
    ends = np.cumsum(many[states.types])
    total = int(ends[-1]) if len(ends) else 0
    if total > MAX_STATES:
        raise TooLargeError(f"{total:,} states of what the player may know are more than are counted")
    bases = ends - many[states.types]
    cards, types, numbers, weights = round_states.extended(
        states.cards,
        states.types,
        bases,
        states.weights,
        [None if one is None else one.cards for one in classes],
        [None if one is None else one.leads_to for one in classes],
        [None if one is None else one.weights for one in classes],
    )
    alone = not states.sizes
    step: Step = (
        size,
        None if alone else states.by_number(bases),
        None if alone else states.by_number(states.types),
        [None if one is None else one.class_of for one in classes],
        [None if one is None else one.mover for one in classes],
    )
    return States(suits, (*states.sizes, size), cards, types, numbers, weights, total, (*states.steps, step))
