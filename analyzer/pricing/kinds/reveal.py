"""Cards are turned one group after the other, without an opponent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from analyzer.game.model import Game, Paytable
from analyzer.game.wagers.solo import RevealWager, SeenRevealWager
from analyzer.pricing.kinds.base import PlayedKind
from analyzer.run.jobs import Run

if TYPE_CHECKING:
    from analyzer.pricing.choices import HandChoice, Question
    from analyzer.pricing.played import PlayedWager
    from analyzer.pricing.results import WagerResult
    from analyzer.pricing.solvers import Solvers
    from analyzer.pricing.terms.model import Plays


class RevealKind(PlayedKind[RevealWager]):
    def results(self, solvers: Solvers, wager: RevealWager, paytables: Sequence[Paytable]) -> list[WagerResult]:
        from analyzer.pricing.solo import analyze_reveal

        return analyze_reveal(solvers, wager, paytables)

    def plays(self, game: Game, wager: RevealWager, run: Run) -> Plays:
        from analyzer.pricing.terms.solo import RevealPlays

        return RevealPlays(game, wager, run)

    def played(self, game: Game, wager: RevealWager, run: Run) -> PlayedWager:
        from analyzer.pricing.played_reveal import PlayedReveal

        return PlayedReveal(game, wager, run)

    def choices(self, question: Question, wager: RevealWager) -> Sequence[HandChoice]:
        from analyzer.pricing.solo import reveal_choices

        return reveal_choices(question, wager)

    def counted(self, game: Game, wager: RevealWager, _run: Run) -> Iterator[Any]:
        from analyzer.pricing.counted import final_hands

        yield from final_hands(game, wager)


class SeenRevealKind(PlayedKind[SeenRevealWager]):
    def results(self, solvers: Solvers, wager: SeenRevealWager, paytables: Sequence[Paytable]) -> list[WagerResult]:
        from analyzer.pricing.seen_reveal import analyze_seen_reveal

        return analyze_seen_reveal(solvers, wager, paytables)

    def plays(self, game: Game, wager: SeenRevealWager, run: Run) -> Plays:
        from analyzer.pricing.terms.seen import SeenRevealPlays

        return SeenRevealPlays(game, wager, run)

    def played(self, game: Game, wager: SeenRevealWager, run: Run) -> PlayedWager:
        from analyzer.pricing.seen_reveal import PlayedSeenReveal

        return PlayedSeenReveal(game, wager, run)

    def choices(self, question: Question, wager: SeenRevealWager) -> Sequence[HandChoice]:
        from analyzer.pricing.seen_reveal import seen_reveal_choices

        return seen_reveal_choices(question, wager)

    def counted(self, game: Game, wager: SeenRevealWager, _run: Run) -> Iterator[Any]:
        from analyzer.pricing.counted import final_hands

        yield from final_hands(game, wager)
