"""Cards are discarded and drawn, without an opponent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from analyzer.game.model import Game, Paytable
from analyzer.game.wagers.solo import ExchangeWager, SeenExchangeWager
from analyzer.pricing.kinds.base import PlayedKind
from analyzer.run.jobs import Run

if TYPE_CHECKING:
    from analyzer.pricing.choices import HandChoice, Question
    from analyzer.pricing.played import PlayedWager
    from analyzer.pricing.results import WagerResult
    from analyzer.pricing.solvers import Solvers
    from analyzer.pricing.terms.model import Plays


class ExchangeKind(PlayedKind[ExchangeWager]):
    def results(self, solvers: Solvers, wager: ExchangeWager, paytables: Sequence[Paytable]) -> list[WagerResult]:
        from analyzer.pricing.solo import analyze_exchange

        return analyze_exchange(solvers, wager, paytables)

    def plays(self, game: Game, wager: ExchangeWager, run: Run) -> Plays:
        from analyzer.pricing.terms.solo import ExchangePlays

        return ExchangePlays(game, wager, run)

    def played(self, game: Game, wager: ExchangeWager, run: Run) -> PlayedWager:
        from analyzer.pricing.played_exchange import PlayedExchange

        return PlayedExchange(game, wager, run)

    def choices(self, question: Question, wager: ExchangeWager) -> Sequence[HandChoice]:
        from analyzer.pricing.solo import exchange_choices

        return exchange_choices(question, wager)

    def counted(self, game: Game, wager: ExchangeWager, _run: Run) -> Iterator[Any]:
        from analyzer.pricing.counted import final_hands

        yield from final_hands(game, wager)


class SeenExchangeKind(PlayedKind[SeenExchangeWager]):
    def results(self, solvers: Solvers, wager: SeenExchangeWager, paytables: Sequence[Paytable]) -> list[WagerResult]:
        from analyzer.pricing.seen_exchange import analyze_seen_exchange

        return analyze_seen_exchange(solvers, wager, paytables)

    def plays(self, game: Game, wager: SeenExchangeWager, run: Run) -> Plays:
        from analyzer.pricing.terms.seen import SeenExchangePlays

        return SeenExchangePlays(game, wager, run)

    def played(self, game: Game, wager: SeenExchangeWager, run: Run) -> PlayedWager:
        from analyzer.pricing.seen_exchange import PlayedSeenExchange

        return PlayedSeenExchange(game, wager, run)

    def choices(self, question: Question, wager: SeenExchangeWager) -> Sequence[HandChoice]:
        from analyzer.pricing.seen_exchange import seen_exchange_choices

        return seen_exchange_choices(question, wager)

    def counted(self, game: Game, wager: SeenExchangeWager, _run: Run) -> Iterator[Any]:
        from analyzer.pricing.counted import final_hands

        yield from final_hands(game, wager)
