"""Any round of the language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from analyzer.game.model import Game, Paytable
from analyzer.game.wagers.rounds import RoundWager
from analyzer.pricing.kinds.base import PlayedKind
from analyzer.run.jobs import Run

if TYPE_CHECKING:
    from analyzer.pricing.choices import HandChoice, Question
    from analyzer.pricing.hand_cards import HandCards
    from analyzer.pricing.played import PlayedWager
    from analyzer.pricing.results import WagerResult
    from analyzer.pricing.solvers import Solvers
    from analyzer.pricing.terms.model import Plays


class RoundKind(PlayedKind[RoundWager]):
    named_by_language = True

    def results(self, solvers: Solvers, wager: RoundWager, paytables: Sequence[Paytable]) -> list[WagerResult]:
        from analyzer.pricing.rounds import analyze_round

        return analyze_round(solvers, wager, paytables)

    def plays(self, game: Game, wager: RoundWager, run: Run) -> Plays:
        from analyzer.pricing.terms.rounds import RoundPlays

        return RoundPlays(game, wager, run)

    def played(self, game: Game, wager: RoundWager, run: Run) -> PlayedWager:
        from analyzer.pricing.played_rounds import PlayedRound

        return PlayedRound(game, wager, run)

    def choices(self, question: Question, wager: RoundWager) -> Sequence[HandChoice]:
        from analyzer.pricing.round_hands import round_choices

        return round_choices(question, wager)

    def read_cards(self, game: Game, wager: RoundWager, hand: str, board: str, sees: str) -> HandCards:
        from analyzer.pricing.round_hands import read_state

        return read_state(game, wager, hand, board, sees)

    def beside_hand(self, wager: RoundWager) -> tuple[bool, bool]:
        from analyzer.pricing.round_hands import RoundCards

        stages = RoundCards(wager).stages
        return any(stage.board for stage in stages), any(stage.others or stage.exchanged for stage in stages)

    def hand_sizes(self, wager: RoundWager) -> tuple[tuple[int, ...], tuple[int, ...], tuple[tuple[str, int], ...]]:
        from analyzer.pricing.round_hands import RoundCards

        rounds = RoundCards(wager)
        own, boards = (
            tuple(sorted({rounds.cards(groups) for groups in every if groups}))
            for every in ([stage.own for stage in rounds.stages], [stage.board for stage in rounds.stages])
        )
        seen = dict.fromkeys(group for stage in rounds.stages for group in stage.others)
        return own, boards, tuple((group, rounds.sizes[group]) for group in seen)

    def counted(self, game: Game, wager: RoundWager, run: Run) -> Iterator[Any]:
        from analyzer.engines.rounds.round import AnyRound
        from analyzer.game.plain import plain

        yield plain(wager.questions)
        yield [[passed, result, str(count)] for passed, result, count in AnyRound(game, wager).undecided(run)]
