"""Rounds against a dealer in general."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from analyzer.game.model import Game, Paytable
from analyzer.game.wagers.contest import ContestWager
from analyzer.pricing.kinds.base import PlayedKind
from analyzer.run.jobs import Run

if TYPE_CHECKING:
    from analyzer.pricing.choices import HandChoice, Question
    from analyzer.pricing.played import PlayedWager
    from analyzer.pricing.results import WagerResult
    from analyzer.pricing.solvers import Solvers
    from analyzer.pricing.terms.model import Plays


class ContestKind(PlayedKind[ContestWager]):
    def results(self, solvers: Solvers, wager: ContestWager, paytables: Sequence[Paytable]) -> list[WagerResult]:
        from analyzer.pricing.contest import analyze_contest

        return analyze_contest(solvers, wager, paytables)

    def plays(self, game: Game, wager: ContestWager, run: Run) -> Plays:
        from analyzer.pricing.terms.contest import ContestPlays

        return ContestPlays(game, wager, run)

    def played(self, game: Game, wager: ContestWager, run: Run) -> PlayedWager:
        from analyzer.pricing.played_contest import PlayedContest

        return PlayedContest(game, wager, run)

    def choices(self, question: Question, wager: ContestWager) -> Sequence[HandChoice]:
        from analyzer.pricing.contest import contest_choices

        return contest_choices(question, wager)

    def counted(self, game: Game, wager: ContestWager, _run: Run) -> Iterator[Any]:
        from analyzer.engines.contest.rounds import Contest
        from analyzer.game.plain import sparse

        contest = Contest(game, wager)
        yield sparse(wager.questions)
        yield [[sorted(passed) for passed in side] for side in contest.settlement.kinds]
        yield from contest.counted()
