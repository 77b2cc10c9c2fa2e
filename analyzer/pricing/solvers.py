"""The solvers of one analysis: what a wager counts is read once, for its own result and for joint results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.game.model import Game
from analyzer.game.wagers.draw import DrawWager
from analyzer.run.jobs import Run

if TYPE_CHECKING:
    from analyzer.engines.duel.discard import DrawSolver


class Solvers:
    """A game, how it is counted, and the latest solver for a discard.

    Only that one is held: its counts are large, and joint results follow the wager that they are about.
    """

    def __init__(self, game: Game, run: Run) -> None:
        self.game, self.run = game, run
        self._latest: DrawSolver | None = None

    def draw(self, wager: DrawWager) -> DrawSolver:
        from analyzer.engines.duel.discard import DrawSolver

        if self._latest is None or self._latest.wager is not wager:
            self._latest = DrawSolver(self.game, wager, self.run)
        return self._latest
