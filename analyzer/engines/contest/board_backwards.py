"""The best decisions of a game with community cards, from whole boards down to the own cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.contest.board_game import BoardGame
from analyzer.errors import CountError
from analyzer.kernels import board as kernel
from analyzer.run.jobs import Run

Rows = NDArray[np.int64]
# Pieces of a count: enough for two or many threads to end together, and for progress to be seen.
PIECES = 64


@dataclass(frozen=True, eq=False)
class Decisions:
    """For the levels below whole boards: taken[level][node, set, pair] and values[level][set, pair, column].

    `root[pair]` is what the whole round is worth with these own cards, a sum over all deals.
    """

    taken: tuple[NDArray[np.uint8], ...]
    values: tuple[Rows, ...]
    root: Rows


def pieces(total: int) -> list[tuple[int, int]]:
    """Ranges of sets."""
    bounds = [total * number // PIECES for number in range(PIECES + 1)]
    return [(start, stop) for start, stop in pairwise(bounds) if start < stop]


def decide_backwards(game: BoardGame, run: Run) -> Decisions:
    """Level by level: sum what the level above is worth, take the best choice, and go on."""
    top = len(game.plans) - 1
    rows = _sum_boards(game, run)
    taken: list[NDArray[np.uint8]] = []
    values: list[Rows] = []
    for level in range(top - 1, -1, -1):
        values.insert(0, rows)
        chosen, rows = _decide_level(game, run, level, rows)
        taken.insert(0, chosen)
    return Decisions(tuple(taken), tuple(values), rows[0, :, 0])


class _Sums:
    """Rows that several threads add to, each to its own."""

    def __init__(self, sets: int, pairs: int, columns: int) -> None:
        self._shape = sets, pairs, max(1, columns)
        self._free: list[Rows] = []

    def with_rows(self, work: Callable[[Rows], bool | None]) -> bool | None:
        try:
            rows = self._free.pop()
        except IndexError:
            rows = np.zeros(self._shape, dtype=np.int64)
        result = work(rows)
        self._free.append(rows)
        return result

    def total(self) -> Rows:
        total = self._free[0]
        for rows in self._free[1:]:
            total += rows
        return total

    @property
    def bytes(self) -> int:
        return 8 * self._shape[0] * self._shape[1] * self._shape[2]


def _sums_below(game: BoardGame, level: int) -> _Sums:
    below = len(game.indexed[level - 1]) if level else 1
    return _Sums(below, game.levels.pairs, len(game.levels.carried(level)))


def _sum_boards(game: BoardGame, run: Run) -> Rows:
    top = len(game.plans) - 1
    sums, sets, below = _sums_below(game, top), game.sets[top], game.below(top)
    boards, tree, nets = game.boards, game.trees[top], game.plans[top].nets
    run = run.fitting("the sums over boards", sums.bytes, sums.bytes)

    def work(start: int, stop: int) -> None:
        sums.with_rows(
            lambda rows: kernel.sum_boards(boards, tree, nets, sets.sets, sets.weights, start, stop, below, rows)
        )

    for _ in run.pieces("boards", work, pieces(len(sets))):
        pass
    return sums.total()


def _decide_level(game: BoardGame, run: Run, level: int, rows: Rows) -> tuple[NDArray[np.uint8], Rows]:
    """What is taken in every state of a level, and the sums for the level below; `rows` become values."""
    sums, sets, below = _sums_below(game, level), game.indexed[level], game.below(level)
    tree, renamings = game.trees[level], game.renamings
    nodes = len(game.plans[level].nodes)
    taken = np.full((max(1, nodes), len(sets), game.levels.pairs), 0xFF, dtype=np.uint8)
    run = run.fitting("the decisions of a level", sums.bytes, sums.bytes)

    def work(start: int, stop: int) -> bool | None:
        return sums.with_rows(
            lambda lower: kernel.decide_rows(
                tree,
                renamings.positions,
                renamings.pairs,
                sets.sets,
                sets.weights,
                start,
                stop,
                rows,
                below,
                lower,
                taken,
            )
        )

    if not all(list(run.pieces("decisions", work, pieces(len(sets))))):
        raise CountError("the sums over boards are not the same for hands that differ only in suits")
    return taken, sums.total()
