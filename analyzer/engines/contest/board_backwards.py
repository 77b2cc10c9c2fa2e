"""The best decisions of a game with community cards, from whole boards down to the player's own cards."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.contest.board_game import BoardGame
from analyzer.engines.sums import Rows, Sums
from analyzer.errors import CountError
from analyzer.kernels import board as kernel
from analyzer.run.jobs import Run

# Pieces of a count: enough for two or many threads to end together, and for progress to be seen.
PIECES = 64
# Among the choices taken: a pair with a card of the set.
NO_STATE = 0xFF
# With more sets than the flops, memory matters more than time.
MANY_SETS = 4096


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


def decide_backwards(game: BoardGame, run: Run, first: int = 0) -> Decisions:
    """The decisions of a whole game, or those from a level on (`decide_levels`)."""
    return decide_levels(game, run, _sum_boards(game, run), first)


def decide_levels(game: BoardGame, run: Run, values: list[Rows], first: int = 0) -> Decisions:
    """Level by level: take the best choices, and add what they are worth to the level below.

    `values[level]` are sums, for the levels below some level. Of the decisions below level `first`, which are not made
    with all that the game knows, only the values that they get from above are told; theirs are not carried further.
    """
    taken: list[NDArray[np.uint8]] = []
    for level in range(len(values) - 1, -1, -1):
        chosen, lower = _decide_level(game, run, level, values[level])
        taken.insert(0, chosen)
        if level and level >= first:
            values[level - 1][:, : game.levels.pairs] += lower
    return Decisions(tuple(taken), tuple(rows[:, : game.levels.pairs] for rows in values), lower[0, :, 0])


def _shape(game: BoardGame, level: int) -> tuple[int, int, int]:
    return len(game.indexed[level]), game.levels.pairs, max(1, len(game.plans[level].columns))


def _shape_with_faces(game: BoardGame, level: int) -> tuple[int, int, int]:
    sets, pairs, columns = _shape(game, level)
    return sets, pairs + room_for_faces(game, sets), columns


def room_for_faces(game: BoardGame, sets: int) -> int:
    """For sums by faces (cext/board_faces.pxd) behind each of that many rows: by ranks alone where these are very many.

    None where pairs of the same faces are told apart.
    """
    ranks, faces = kernel.face_places()
    if len(game.labels.rows) > 1:
        return 0
    return faces if sets < MANY_SETS else ranks


def _sum_boards(game: BoardGame, run: Run) -> list[Rows]:
    """By level: the sums that whole boards bring; those of later decisions are still missing."""
    top = game.levels.top
    sets, boards, tree, nets = game.sets[top], game.boards, game.trees[top], game.plans[top].nets
    targets = [_target_of_boards(game, level) for level in range(top)]
    sums = Sums(*(_shape_with_faces(game, level) for level in range(top)))
    run = run.fitting("the sums over boards", 0, sums.bytes)

    def work(start: int, stop: int) -> None:
        sums.with_rows(
            lambda rows: kernel.sum_boards(boards, tree, nets, sets.sets, sets.weights, start, stop, targets, rows)
        )

    for _ in run.pieces("boards", work, pieces(len(sets))):
        pass
    return sums.total()


def _target_of_boards(game: BoardGame, level: int) -> kernel.Target:
    """What a level needs of whole boards: its own paths, and decisions that are made with all cards turned."""
    top, places = game.levels.top, game.plans[-1].places
    paths = game.plans[level].columns if level == top - 1 else game.plans[level].own
    listed = np.array([places[path] for path in paths], dtype=np.int32)
    return kernel.Target(game.within(top, level), listed, game.levels.orders_between(level), 0)


def _target_below(game: BoardGame, level: int) -> kernel.Target:
    """The decisions of a level for the one below; below the lowest, what the round is worth."""
    paths = game.levels.entries(level) if level else [()]
    places = np.array([game.plans[level].places[path] for path in paths], dtype=np.int32)
    return kernel.Target(game.below(level), places, 1, len(game.plans[level - 1].own) if level else 0)


def _decide_level(game: BoardGame, run: Run, level: int, rows: Rows) -> tuple[NDArray[np.uint8], Rows]:
    """What is taken in every state of a level, and the sums for the level below; `rows` become values."""
    sums = Sums(_shape(game, level - 1) if level else (1, game.levels.pairs, 1))
    sets, targets = game.indexed[level], [_target_below(game, level)]
    tree, boards, positions, pairs = game.trees[level], game.boards, game.renamings.positions, game.renamings.pairs
    nodes = len(game.plans[level].nodes)
    taken = np.full((max(1, nodes), len(sets), game.levels.pairs), NO_STATE, dtype=np.uint8)
    run = run.fitting("the decisions of a level", taken.nbytes, sums.bytes)

    def work(start: int, stop: int) -> bool:
        return sums.with_rows(
            lambda lower: kernel.decide_rows(
                tree, boards, positions, pairs, sets.sets, sets.weights, start, stop, rows, targets, lower, taken
            )
        )

    if not all(list(run.pieces("decisions", work, pieces(len(sets))))):
        raise CountError("the sums over boards are not the same for hands that differ only in suits")
    return taken, sums.total()[0]
