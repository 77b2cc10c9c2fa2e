"""What a game with community cards is worth, and nothing else: the decisions alone, not what becomes of all deals."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from analyzer.engines.bets import Bets
from analyzer.engines.contest.board_backwards import decide_backwards
from analyzer.engines.contest.board_game import BoardGame
from analyzer.engines.contest.inputs import Board
from analyzer.integers import dot
from analyzer.run.jobs import Run


def board_worth(board: Board, bets: Bets, run: Run) -> Fraction:
    """The expectation of the best play: that of a solution that was kept, or from the decisions."""
    game = BoardGame(board, bets)
    game.check()
    kept = run.store.find("board", game.key())
    arrays = kept or run.store.arrays("board-worth", game.key(), lambda: {"root": decide_backwards(game, run).root})
    total = dot(np.ones(game.levels.pairs, dtype=np.int64), arrays["root"].astype(np.int64))
    return Fraction(total, game.levels.deals * game.amounts.denominator)
