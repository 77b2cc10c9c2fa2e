"""The leaves of a round as the kernel takes them: cells, own sets, and how they are parts of the level before."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.rounds.states import States, states_of
from analyzer.engines.rounds.suits import Suits
from analyzer.game.layout import Layout, Part

DISCARDS = "discards"
# Places of the cards of each part of a cell that the level before has seen, one tuple for each.
Split = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, eq=False)
class Branch:
    """Leaves after that many discards, and the states of the level before that they belong to.

    With discards these tell apart what was kept and what was discarded; `fixed` cards (by group) are dealt already.
    """

    layout: Layout
    suits: Suits
    discards: int

    @property
    def cells(self) -> list[tuple[str, ...]]:
        """Context, own cells, discards; the hidden cell is the last one, and may have no group."""
        discarded = [(DISCARDS,)] if self.discards else []
        return [*self.layout.cells, *discarded, self.layout.hidden]

    @property
    def sizes(self) -> list[int]:
        """Cards of all cells but the hidden one."""
        return [*self.layout.cell_cards, *([self.discards] if self.discards else [])]

    @cached_property
    def contexts(self) -> States:
        return states_of(self.suits, self.sizes[: self.layout.contexts])

    @property
    def own_sizes(self) -> list[int]:
        return self.sizes[self.layout.contexts :]

    @property
    def own_hands(self) -> int:
        """About how many own hands there are beside one context."""
        left, total = len(self.suits.cards) - sum(self.sizes[: self.layout.contexts]), 1
        for size in self.own_sizes:
            total *= comb(left, size)
            left -= size
        return total // (self.suits.order if not self.layout.contexts else 1)

    @cached_property
    def level_parts(self) -> list[int]:
        """Cards of the parts that number a state of the level before."""
        level = self.layout.levels[-1].parts if self.layout.levels else ()
        sizes = [part.cards - (self.discards if self._is_made(part) else 0) for part in level]
        return [*sizes, *([self.discards] if self.discards else [])]

    @cached_property
    def level(self) -> States:
        return states_of(self.suits, self.level_parts)

    def _is_made(self, part: Part) -> bool:
        return part.cell == self.layout.made

    # --- for the kernel ---

    def given(self) -> dict[str, Any]:
        contexts, layout = self.contexts, self.layout
        steps, context_steps = self._steps()
        return {
            "moved": self.suits.moved,
            "after": self.suits.after,
            "context_sizes": self.sizes[: layout.contexts],
            "own_sizes": self.own_sizes,
            "hidden": layout.hidden_cards,
            "context_cards": contexts.cards,
            "context_types": contexts.types,
            "context_weights": contexts.weights,
            "own_sets": self._own_sets(),
            "steps": steps,
            "context_steps": context_steps,
            "context_splits": _rows(self._splits(range(layout.contexts))),
            "own_splits": _rows(self._splits(range(layout.contexts, len(self.sizes)))),
        }

    def _own_sets(self) -> list[Any]:
        """By own cell and by type of what is known before it."""
        types = set(np.unique(self.contexts.types).tolist())
        listed = []
        for size in self.own_sizes:
            classes = {kind: self.suits.classes(kind, size) for kind in sorted(types)}
            listed.append(
                [
                    (classes[kind].cards, classes[kind].leads_to, classes[kind].weights) if kind in classes else None
                    for kind in range(max(types) + 1)
                ]
            )
            types = {int(kind) for one in classes.values() for kind in np.unique(one.leads_to)}
        return listed

    def _steps(self) -> tuple[list[tuple[Any, ...]], int]:
        """Steps of the kernel, those of the context first, each with the place of its cards in a split."""
        level = self.layout.levels[-1].parts if self.layout.levels else ()
        context = sum(part.cell < self.layout.contexts for part in level)
        steps: list[tuple[Any, ...]] = []
        start = 0
        for number, (size, *tables) in enumerate(self.level.steps):
            if number == context:
                start = 0
            steps.append((size, start, *tables))
            start += size
        return steps, context

    def _splits(self, cells: Iterable[int]) -> list[Split]:
        """All ways in which the cards of some cells, one cell after the other, may be parts of the level before."""
        starts, ways = 0, []
        for cell in cells:
            size = self.sizes[cell]
            ways.append(self._cell_splits(cell, list(range(starts, starts + size))))
            starts += size
        return [tuple(part for split in splits for part in split) for splits in product(*ways)]

    def _cell_splits(self, cell: int, places: Sequence[int]) -> list[Split]:
        if cell == len(self.layout.cells):  # the discards
            return [(tuple(places),)]
        level = self.layout.levels[-1].parts if self.layout.levels else ()
        sizes = [part.cards - (self.discards if self._is_made(part) else 0) for part in level if part.cell == cell]
        return _divided(places, sizes)


def _divided(places: Sequence[int], sizes: Sequence[int]) -> list[Split]:
    """
    >>> _divided([0, 1, 2], [1, 1])
    [((0,), (1,)), ((0,), (2,)), ((1,), (0,)), ((1,), (2,)), ((2,), (0,)), ((2,), (1,))]
    """
    if not sizes:
        return [()]
    return [
        (part, *others)
        for part in combinations(places, sizes[0])
        for others in _divided([place for place in places if place not in part], sizes[1:])
    ]


def _rows(splits: Sequence[Split]) -> NDArray[np.uint8]:
    rows = [[place for part in split for place in part] or [0] for split in splits]
    return np.array(rows, dtype=np.uint8).reshape(len(rows), -1)
