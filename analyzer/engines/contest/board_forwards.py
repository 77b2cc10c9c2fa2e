"""What becomes of all deals of a game with community cards when the decisions are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.contest.board_backwards import Decisions, pieces, room_for_faces
from analyzer.engines.contest.board_game import BoardGame
from analyzer.kernels import board as kernel
from analyzer.run.jobs import Run

_LANES_OF_WORD = 8
# [set, pair, word] the orders in which the paths of each state are taken, a byte for each (cext/board_lanes.pxd).
Lanes = NDArray[np.uint64]


@dataclass(frozen=True, eq=False)
class Ends:
    """outcomes[end, event], reached[path, choice] in deals, ties[path] in deals of the cards seen.

    Ends are the paths of Bets.ended_paths, paths those of Bets.paths.
    """

    outcomes: NDArray[np.int64]
    reached: NDArray[np.int64]
    ties: NDArray[np.int64]

    def add(self, other: Ends, times: int) -> None:
        """Bound: all deals together are those of a game in which every one counts in `Board.ways` ways."""
        self.outcomes[:] += other.outcomes * times
        self.reached[:] += other.reached * times
        self.ties[:] += other.ties * times


def follow_forwards(game: BoardGame, decisions: Decisions, run: Run) -> Ends:
    ends = no_ends(game)
    lanes = follow_levels(game, decisions.taken, run, range(game.levels.top), first_lanes(game), ends)
    end_boards(game, run, lanes, ends)
    return ends


def no_ends(game: BoardGame) -> Ends:
    """Nothing is counted yet."""
    bets = game.bets
    most = max(len(stage) for stage in bets.stages)
    return Ends(
        np.zeros((len(bets.ended_paths()), len(game.board.events)), dtype=np.int64),
        np.zeros((len(bets.paths()), most), dtype=np.int64),
        np.zeros(len(bets.paths()), dtype=np.int64),
    )


def first_lanes(game: BoardGame) -> Lanes:
    """Below the lowest level every pair is there in one order, with nothing chosen."""
    return np.ones((1, game.levels.pairs, 1), dtype=np.uint64)


def follow_levels(
    game: BoardGame, taken: Sequence[NDArray[np.uint8]], run: Run, levels: range, lanes: Lanes, ends: Ends
) -> Lanes:
    """The lanes after these levels, from those before them; what is chosen there is counted."""
    for level in levels:
        lanes = _follow_level(game, taken[level], run, level, lanes, ends)
    return lanes


def _counters(game: BoardGame, level: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Reached and ties of the nodes of a level."""
    nodes = len(game.plans[level].nodes)
    most = max(len(stage) for stage in game.bets.stages)
    return np.zeros((nodes + 1, most), dtype=np.int64), np.zeros(nodes + 1, dtype=np.int64)


def _add_counters(
    game: BoardGame, level: int, ends: Ends, counters: tuple[NDArray[np.int64], NDArray[np.int64]]
) -> None:
    reached, ties = counters
    deals = game.levels.deals_after(level)
    for node, path in enumerate(game.plans[level].nodes):
        number = game.levels.numbers[path]
        ends.reached[number] += reached[node] * deals
        ends.ties[number] += ties[node]


def _follow_level(game: BoardGame, taken: NDArray[np.uint8], run: Run, level: int, lower: Lanes, ends: Ends) -> Lanes:
    """Lanes of every state of a level."""
    sets, below, tree, boards = game.indexed[level], game.below(level), game.trees[level], game.boards
    words = -(-len(game.levels.lanes(level)) // _LANES_OF_WORD)
    lanes = np.zeros((len(sets), game.levels.pairs, max(1, words)), dtype=np.uint64)

    def work(start: int, stop: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        counters = _counters(game, level)
        kernel.follow_rows(tree, boards, sets.sets, sets.weights, start, stop, below, lower, taken, lanes, *counters)
        return counters

    for counters in run.pieces("paths", work, pieces(len(sets))):
        _add_counters(game, level, ends, counters)
    return lanes


def _faces(game: BoardGame, run: Run, lanes: Lanes) -> NDArray[np.uint64]:
    """The lanes of the level below whole boards, summed by faces (cext/board_faces.pxd)."""
    sets, _, words = lanes.shape
    faces = np.zeros((sets, max(1, room_for_faces(game, sets)), 2 * words), dtype=np.uint64)
    if faces.shape[1] > 1:
        for _ in run.pieces("paths", partial(kernel.sum_lanes, game.boards, lanes, faces=faces), pieces(sets)):
            pass
    return faces


def end_boards(game: BoardGame, run: Run, lower: Lanes, ends: Ends) -> None:
    """What becomes of all deals, from the lanes of the level below whole boards."""
    top = len(game.plans) - 1
    sets, below, tree, nets = game.sets[top], game.below(top), game.trees[top], game.plans[top].nets
    boards, faces = game.boards, _faces(game, run, lower)
    decided = len(game.bets.paths())
    rows = np.array([number - decided if number >= decided else -1 for number in range(len(game.levels.paths))])
    numbers = rows.astype(np.int32)
    paths = game.levels.paths
    folds = np.array([bool(path) and game.bets.last(path).then == "fold" for path in paths], dtype=np.uint8)

    def work(start: int, stop: int) -> tuple[NDArray[np.int64], tuple[NDArray[np.int64], NDArray[np.int64]]]:
        counters = _counters(game, top)
        outcomes = np.zeros_like(ends.outcomes)
        kernel.end_boards(
            boards,
            tree,
            nets,
            sets.sets,
            sets.weights,
            start,
            stop,
            below,
            lower,
            faces,
            numbers,
            folds,
            outcomes,
            *counters,
        )
        return outcomes, counters

    for outcomes, counters in run.pieces("outcomes", work, pieces(len(sets))):
        ends.outcomes[:] += outcomes
        _add_counters(game, top, ends, counters)
