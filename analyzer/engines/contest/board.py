"""Rounds over community cards against a dealer with two cards: the way in."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from analyzer.engines.bets import Bets
from analyzer.engines.contest.board_backwards import decide_backwards
from analyzer.engines.contest.board_choices import board_choices, values_to_keep
from analyzer.engines.contest.board_forwards import Ends, follow_forwards
from analyzer.engines.contest.board_game import BoardGame
from analyzer.engines.contest.inputs import Board
from analyzer.engines.contest.solved import Solved
from analyzer.engines.decide import check_expectation
from analyzer.engines.sums import Rows
from analyzer.engines.worth import Worth
from analyzer.errors import CountError
from analyzer.integers import dot
from analyzer.run.entries import Arrays
from analyzer.run.jobs import Run

__all__ = ["board_choices", "solve_board"]


def solve_board(board: Board, bets: Bets, run: Run) -> Solved:
    """The best play of a round, and what becomes of all deals."""
    game = BoardGame(board, bets)
    game.check()
    ends, root = counted(game, run)
    return solved_of(game, ends, sum_of(root))


def counted(game: BoardGame, run: Run) -> tuple[Ends, Rows]:
    """What becomes of all deals, and [pair] what they are worth; from the store, if it was counted before."""
    arrays = run.store.arrays("board", game.key(), lambda: _count(game, run))
    ends = Ends(*(arrays[name].astype(np.int64) for name in ("outcomes", "reached", "ties")))
    return ends, arrays["root"].astype(np.int64)


def sum_of(root: Rows) -> int:
    return dot(np.ones(len(root), dtype=np.int64), root)


def _count(game: BoardGame, run: Run) -> Arrays:
    decisions = decide_backwards(game, run)
    ends = follow_forwards(game, decisions, run)
    counts = {"root": decisions.root, "outcomes": ends.outcomes, "reached": ends.reached, "ties": ends.ties}
    return counts | values_to_keep(game, decisions.values)


def solved_of(game: BoardGame, ends: Ends, total: int, worth: Worth | None = None, unit: int = 1) -> Solved:
    """What became of all deals, and `total`, the sum of what they are worth; both must be worth the same."""
    bets, deals = game.bets, game.levels.deals
    ties = dict.fromkeys(range(len(bets.stages)), 0)
    for path, count in zip(bets.paths(), ends.ties.tolist(), strict=True):
        ties[len(path)] += count
    solved = Solved(
        bets,
        game.board.events,
        deals,
        Fraction(total, deals * game.amounts.denominator),
        dict(zip(bets.ended_paths(), map(tuple, ends.outcomes.tolist()), strict=True)),
        {
            path: tuple(row[: len(bets.stages[len(path)])])
            for path, row in zip(bets.paths(), ends.reached.tolist(), strict=True)
        },
        ties,
        worth=worth or Worth(),
        worth_unit=unit,
    )
    if sum(map(sum, solved.outcomes.values())) != solved.deals:
        raise CountError(f"the outcomes of a game with community cards do not add up to {solved.deals} deals")
    check_expectation("board", solved.mean_of_outcomes(), solved.expectation)
    return solved
