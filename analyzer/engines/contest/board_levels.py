"""Which decisions are made with how many community cards turned, and which sums each level needs from the next.

Levels are the numbers of cards turned at decisions, and none and all of them. Sums of what paths end with go from whole
boards to the level at which they end; the best values of decisions go from a level to the one below, where the choices
are made that lead to them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import comb, factorial, prod

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.bets import Bets, Path
from analyzer.engines.contest.board_amounts import BoardAmounts, Reduced
from analyzer.engines.contest.inputs import Board
from analyzer.kernels import board as kernel


@dataclass(frozen=True, eq=False)
class Levels:
    """The levels of a game, lowest first, and what is carried between them."""

    board: Board
    bets: Bets
    amounts: BoardAmounts

    @cached_property
    def cards(self) -> tuple[int, ...]:
        return tuple(sorted({0, *self.board.seen, self.board.community}))

    @property
    def pairs(self) -> int:
        return comb(self.board.deck.size, 2)

    @cached_property
    def paths(self) -> list[Path]:
        """All, those on which a decision follows first."""
        return [*self.bets.paths(), *self.bets.ended_paths()]

    @cached_property
    def numbers(self) -> dict[Path, int]:
        return {path: number for number, path in enumerate(self.paths)}

    def deals_after(self, level: int) -> int:
        """Deals of all cards that come after a level, the dealer's included."""
        left = self.board.in_play - 2 - self.board.community
        ways = prod(self._ways(number) for number in range(level + 1, len(self.cards)))
        return ways * self.board.dealer_hands(left)

    def _ways(self, level: int) -> int:
        before = self.cards[level - 1]
        return comb(self.board.in_play - 2 - before, self.cards[level] - before)

    @property
    def deals(self) -> int:
        return comb(self.board.in_play, 2) * self.deals_after(0)

    @property
    def deals_at_most(self) -> int:
        """No fewer than all deals after one pair of own cards, even if community cards could be among these."""
        size, left = self.board.deck.size, self.board.deck.size - 2 - self.board.community
        ways = prod(comb(size - before, after - before) for before, after in pairwise(self.cards))
        return ways * self.board.dealer_hands(left)

    def level_of(self, stage: int) -> int:
        return self.cards.index(self.board.seen[stage])

    def nodes(self, level: int) -> list[Path]:
        """Decisions at a level, those that come last first."""
        here = [path for path in self.bets.paths() if self.level_of(len(path)) == level]
        return sorted(here, key=len, reverse=True)

    def entries(self, level: int) -> list[Path]:
        """Decisions at a level that come first there."""
        return [path for path in self.nodes(level) if not path or self.level_of(len(path) - 1) < level]

    def ended(self, level: int) -> list[Path]:
        """Paths that end a round by a decision at a level."""
        return [path for path in self.bets.ended_paths() if self.level_of(len(path) - 1) == level]

    @property
    def top(self) -> int:
        """The level of whole boards."""
        return len(self.cards) - 1

    def reduced(self, level: int) -> Reduced:
        """What a level needs to be handed of its own paths; whole boards make up those of all levels."""
        levels = range(self.top + 1) if level == self.top else [level]
        ended = [path for number in levels for path in self.ended(number)]
        return self.amounts.reduced(path for path in ended if path in self.amounts.varying)

    def orders_between(self, level: int) -> int:
        """In how many orders whole boards are turned from a set of a level in them."""
        left = [after - before for before, after in pairwise(self.cards[level:])]
        return factorial(sum(left)) // prod(map(factorial, left))

    def lanes(self, level: int) -> list[Path]:
        """Paths on which a state of a level may be left; below the lowest nothing has been chosen."""
        if level < 0:
            return [()]
        ended = [path for number in range(level + 1) for path in self.ended(number)]
        return ended + (self.entries(level + 1) if level < self.top else [])

    def plan(self, level: int) -> LevelPlan:
        return LevelPlan(self, level)


@dataclass(frozen=True, eq=False)
class LevelPlan:
    """One level as a row of values: columns, combinations, constants, decisions (cext/board_tree.pxd)."""

    levels: Levels
    level: int

    @cached_property
    def _reduced(self) -> Reduced:
        return self.levels.reduced(self.level)

    @property
    def own(self) -> tuple[Path, ...]:
        """Paths that end here, as far as their sums are needed."""
        return self._reduced.columns

    @cached_property
    def columns(self) -> list[Path]:
        """And decisions at the next level, if there is one."""
        return [*self.own, *(self.levels.entries(self.level + 1) if self.level < self.levels.top else [])]

    @cached_property
    def nodes(self) -> list[Path]:
        return self.levels.nodes(self.level)

    @cached_property
    def combinations(self) -> list[Path]:
        return list(self._reduced.combinations)

    @cached_property
    def constants(self) -> list[Path]:
        return [path for path in self.levels.ended(self.level) if path in self.levels.amounts.constant]

    @cached_property
    def places(self) -> dict[Path, int]:
        """Where the value of a path stands in the row."""
        rows = (*self.columns, *self.combinations, *self.constants, *self.nodes)
        return {path: place for place, path in enumerate(rows)}

    @cached_property
    def factors(self) -> NDArray[np.int64]:
        """[combination, column]."""
        known = self._reduced.combinations
        rows = [[known[path].get(column, 0) for column in self.columns] for path in self.combinations]
        return np.array(rows, dtype=np.int64).reshape(len(rows), len(self.columns))

    @cached_property
    def fixed(self) -> NDArray[np.int64]:
        """[constant] over all deals that follow."""
        deals = self.levels.deals_after(self.level)
        return np.array([self.levels.amounts.constant[path] * deals for path in self.constants], dtype=np.int64)

    @cached_property
    def nets(self) -> NDArray[np.int64]:
        """[column, event]; of whole boards only."""
        rows = [self.levels.amounts.varying[path] for path in self.own]
        return np.array(rows or [(0,) * len(self.levels.board.events)], dtype=np.int64)

    @cached_property
    def _choices(self) -> list[tuple[Path, int]]:
        """Of all nodes, in the order in which equals are taken."""
        return [(path, choice) for path in self.nodes for choice in self.levels.bets.order(path)]

    @cached_property
    def masks(self) -> Masks:
        masks = Masks(self.levels.pairs)
        for path, choice in self._choices:
            masks.add(self.levels.bets.offered_on(path, choice))
        return masks

    def kernel(self, masks: NDArray[np.uint8]) -> kernel.Level:
        """`masks` are those of this level by pair; by label where all cards are turned."""
        levels, bets, choices = self.levels, self.levels.bets, self._choices
        counts = [len(bets.stages[len(path)]) for path in self.nodes]
        child = np.zeros((len(self.nodes) + 1, max(counts, default=1)), dtype=np.int32)
        for row, path in zip(child, self.nodes, strict=False):
            row[: len(bets.stages[len(path)])] = [
                levels.numbers[*path, choice] for choice in range(len(bets.stages[len(path)]))
            ]
        nodes = {path: node for node, path in enumerate(self.nodes)}
        lanes = {path: lane for lane, path in enumerate(levels.lanes(self.level))}
        factors = np.zeros((len(self.combinations) + 1, max(1, len(self.columns))), dtype=np.int64)
        factors[: len(self.combinations), : len(self.columns)] = self.factors
        return kernel.Level(
            levels.cards[self.level],
            self.level == levels.top,
            len(self.columns),
            factors,
            np.append(self.fixed, 0),
            np.cumsum([0, *counts], dtype=np.int32),
            np.array([*(self.places[*path, choice] for path, choice in choices), 0], dtype=np.int32),
            np.array([*(choice for _, choice in choices), 0], dtype=np.uint8),
            np.array([*self.masks.numbers, -1], dtype=np.int32),
            masks,
            np.array([nodes.get(path, -1) for path in levels.paths], dtype=np.int32),
            child,
            np.array([levels.numbers[path] for path in levels.lanes(self.level - 1)], dtype=np.int32),
            np.array([lanes.get(path, -1) for path in levels.paths], dtype=np.int32),
        )


class Masks:
    """Where choices are offered, each mask once; -1 is everywhere. The first mask is not used by any choice."""

    def __init__(self, pairs: int) -> None:
        self._rows: list[NDArray[np.bool_]] = [np.ones(pairs, dtype=np.bool_)]
        self.numbers: list[int] = []

    def add(self, offered: NDArray[np.bool_] | None) -> None:
        """The next choice."""
        if offered is None or offered.all():
            self.numbers.append(-1)
            return
        same = [number for number, row in enumerate(self._rows) if (row == offered).all()]
        if not same:
            self._rows.append(offered)
        self.numbers.append(same[0] if same else len(self._rows) - 1)

    @property
    def array(self) -> NDArray[np.uint8]:
        """[mask, pair]."""
        return np.ascontiguousarray(np.array(self._rows).astype(np.uint8))
