"""Wagers on lines whose result depends on what the player does for the main wager."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from analyzer.game.model import Game, Paytable
from analyzer.game.wagers.side import SideWager
from analyzer.pricing.kinds.base import PlayedKind
from analyzer.run.jobs import Run

if TYPE_CHECKING:
    from analyzer.engines.tally import LineCounts
    from analyzer.pricing.played import PlayedWager
    from analyzer.pricing.results import WagerResult
    from analyzer.pricing.solvers import Solvers
    from analyzer.pricing.terms.model import Plays


class SideKind(PlayedKind[SideWager]):
    def results(self, solvers: Solvers, wager: SideWager, paytables: Sequence[Paytable]) -> list[WagerResult]:
        from analyzer.pricing.side import analyze_side

        return analyze_side(solvers, wager, paytables)

    def plays(self, game: Game, wager: SideWager, run: Run) -> Plays:
        from analyzer.pricing.terms.undecided import plays_of_side

        return plays_of_side(game, wager, run)

    def played(self, game: Game, wager: SideWager, run: Run) -> PlayedWager:
        from analyzer.pricing.side import CountedSide

        return CountedSide(game, wager, run)

    def line_counts(self, game: Game, wager: SideWager, run: Run) -> LineCounts:
        from analyzer.pricing.side import side_counts

        return side_counts(game, wager, run)

    def counted(self, game: Game, wager: SideWager, run: Run) -> Iterator[Any]:
        from analyzer.pricing.counted import named_counts

        yield named_counts(wager, self.line_counts(game, wager, run))
