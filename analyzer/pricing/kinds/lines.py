"""Wagers on lines, and on where the jokers are: nothing is decided."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from analyzer.game.model import Game, Paytable
from analyzer.game.wagers.lines import JokersWager, LinesWager
from analyzer.pricing.kinds.base import Kind, PlayedKind
from analyzer.run.jobs import Run

if TYPE_CHECKING:
    from analyzer.engines.tally import LineCounts
    from analyzer.pricing.played import PlayedWager
    from analyzer.pricing.results import WagerResult
    from analyzer.pricing.solvers import Solvers
    from analyzer.pricing.terms.model import Plays


class LinesKind(Kind[LinesWager]):
    counted_beside = True

    def results(self, solvers: Solvers, wager: LinesWager, paytables: Sequence[Paytable]) -> list[WagerResult]:
        from analyzer.pricing.lines import analyze_lines

        return analyze_lines(solvers, wager, paytables)

    def plays(self, game: Game, wager: LinesWager, run: Run) -> Plays:
        from analyzer.pricing.terms.undecided import plays_of_lines

        return plays_of_lines(game, wager, run)

    def line_counts(self, game: Game, wager: LinesWager, run: Run) -> LineCounts:
        from analyzer.engines.tally import count_lines

        return count_lines(game, wager, run)

    def counted(self, game: Game, wager: LinesWager, run: Run) -> Iterator[Any]:
        from analyzer.pricing.counted import named_counts

        yield named_counts(wager, self.line_counts(game, wager, run))


class WildLinesKind(LinesKind, PlayedKind[LinesWager]):
    """Every hand is valued by itself, and dealt rounds are settled by the rules."""

    counted_beside = False

    def played(self, game: Game, wager: LinesWager, run: Run) -> PlayedWager:
        from analyzer.pricing.played_lines import PlayedLines

        return PlayedLines(game, wager, run)


class JokersKind(Kind[JokersWager]):
    def results(self, solvers: Solvers, wager: JokersWager, paytables: Sequence[Paytable]) -> list[WagerResult]:
        from analyzer.pricing.lines import analyze_jokers

        return analyze_jokers(solvers, wager, paytables)

    def plays(self, game: Game, wager: JokersWager, run: Run) -> Plays:
        from analyzer.pricing.terms.undecided import plays_of_jokers

        return plays_of_jokers(game, wager, run)

    def line_counts(self, game: Game, wager: JokersWager, _run: Run) -> LineCounts:
        from analyzer.engines.tally import count_jokers

        return count_jokers(game, wager)

    def counted(self, game: Game, wager: JokersWager, run: Run) -> Iterator[Any]:
        from analyzer.pricing.counted import named_counts

        yield named_counts(wager, self.line_counts(game, wager, run))
