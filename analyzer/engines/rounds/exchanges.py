"""The exchange of a round: which cards are best discarded in every state of the level before it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.rounds.leaves import Branch
from analyzer.engines.rounds.states import States
from analyzer.engines.rounds.ways import Node, is_of_one_card
from analyzer.engines.rounds.wide import Wide, wide_zeros
from analyzer.game.layout import Layout
from analyzer.kernels import round_levels

# States whose discards are compared at once.
CHUNK = 1 << 16


@dataclass(frozen=True, eq=False)
class BestDiscards:
    """The best discards of some states: places in the list of states, values of single states, by how many renamings
    each discard is the one that is taken, and how many are best."""

    places: NDArray[np.intp]
    values: Wide
    shares: NDArray[np.uint8]
    equals: NDArray[np.uint8]
    after: NDArray[np.int64]


@dataclass(eq=False)
class ExchangeRound:
    """All exchanges of a level. By number of discards: the branch of its leaves, their sums, and what makes sums of
    different branches comparable. `columns[node][discards]` are the columns of values and of their squares."""

    layout: Layout
    states: States
    branches: Mapping[int, Branch]
    sums: Mapping[int, Wide]
    factors: Mapping[int, int]
    columns: Mapping[int, Mapping[int, tuple[int, int]]]
    _weights: dict[int, NDArray[np.int64]] = field(default_factory=dict)
    _numberings: dict[int, round_levels.Numbers] = field(default_factory=dict)

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        assert self.layout.exchange is not None
        return self.layout.exchange.discards

    @cached_property
    def _made(self) -> tuple[int, int]:
        """Where the cards that may be exchanged lie in a state: from, to."""
        start = 0
        for part in self.layout.levels[-1].parts:
            if part.cell == self.layout.made:
                return start, start + part.cards
            start += part.cards
        raise AssertionError("the cards of an exchange are seen before it")

    @cached_property
    def subsets(self) -> list[tuple[int, ...]]:
        """All permitted discards, as places among the held cards."""
        first, stop = self._made
        return [places for number in self.numbers for places in combinations(range(stop - first), number)]

    def _places(self, discarded: Sequence[int]) -> NDArray[np.uint8]:
        """Where the parts of a state with these discards lie in the state before: what was made without them, then
        they themselves."""
        first, stop = self._made
        gone = [first + place for place in discarded]
        total = sum(part.cards for part in self.layout.levels[-1].parts)
        assert stop == total, "what is exchanged is the last part of a state"
        return np.array([place for place in range(total) if place not in gone] + gone, dtype=np.uint8)

    def weights(self, number: int) -> NDArray[np.int64]:
        """By number of a state of a branch: how many it stands for."""
        if number not in self._weights:
            level = self.branches[number].level
            self._weights[number] = level.by_number(level.weights, fill=1)
        return self._weights[number]

    def best(self, node: Node, places: NDArray[np.intp]) -> Iterator[BestDiscards]:
        """The best discards of states given by their places in the list."""
        for start in range(0, len(places), CHUNK):
            some = places[start : start + CHUNK]
            yield self._best(node, some, self.states.cards[some], self.states.suits.moved)

    def best_of(self, node: Node, cards: NDArray[np.uint8]) -> BestDiscards:
        """Of these states as they are, none of them standing for others."""
        return self._best(node, np.arange(len(cards)), cards, self.states.suits.moved[:1])

    def _best(
        self, node: Node, places: NDArray[np.intp], rows: NDArray[np.uint8], moved: NDArray[np.uint8]
    ) -> BestDiscards:
        assert self.layout.exchange is not None
        first, stop = self._made
        most = max(self.numbers) + 1
        columns = [self.columns[id(node)].get(number, (0, 0)) for number in range(most)]
        cards = np.ascontiguousarray(rows)
        after = [self._numbering(len(gone)).of(cards, self._places(gone)) for gone in self.subsets]
        best = BestDiscards(
            places,
            wide_zeros(len(rows)),
            np.zeros((len(rows), len(self.subsets)), dtype=np.uint8),
            np.zeros(len(rows), dtype=np.uint8),
            np.ascontiguousarray(np.stack(after, axis=1)),
        )
        round_levels.exchange(
            moved,
            np.ascontiguousarray(cards[:, first:stop]),
            self.subsets,
            best.after,
            [self.sums.get(number) for number in range(most)],
            [self.weights(number) if number in self.sums else None for number in range(most)],
            [self.factors.get(number, 1) for number in range(most)],
            [column for column, _ in columns],
            [square for _, square in columns],
            is_of_one_card(self.layout.exchange),
            best.values,
            best.shares,
            best.equals,
        )
        return best

    def _numbering(self, number: int) -> round_levels.Numbers:
        if number not in self._numberings:
            self._numberings[number] = self.branches[number].level.numbering
        return self._numberings[number]
