"""Player against dealer with one card to exchange."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from analyzer.game.model import Game, Paytable
from analyzer.game.wagers.draw import DrawWager, SeenDrawWager
from analyzer.pricing.kinds.base import Kind, PlayedKind
from analyzer.run.jobs import Run

if TYPE_CHECKING:
    from analyzer.engines.duel.discard import DrawSolver
    from analyzer.pricing.choices import HandChoice, Question
    from analyzer.pricing.linear import LinearDecisions
    from analyzer.pricing.played import PlayedWager, Player
    from analyzer.pricing.results import WagerResult
    from analyzer.pricing.solvers import Solvers
    from analyzer.pricing.terms.model import Plays


class DrawKind(Kind[DrawWager]):
    def results(self, solvers: Solvers, wager: DrawWager, paytables: Sequence[Paytable]) -> list[WagerResult]:
        from analyzer.pricing.draws import analyze_draw

        return analyze_draw(solvers, wager, paytables)

    def plays(self, game: Game, wager: DrawWager, run: Run) -> Plays:
        from analyzer.pricing.terms.linear import linear_plays

        return linear_plays(game, wager, run)

    def choices(self, question: Question, wager: DrawWager) -> Sequence[HandChoice]:
        from analyzer.pricing.draws import draw_choices

        return draw_choices(question, wager)

    def linear(self, game: Game, wager: DrawWager, run: Run) -> LinearDecisions:
        from analyzer.pricing.linear import linear_draw

        return linear_draw(game, wager, run)

    def player(self, game: Game, wager: DrawWager, paytable: Paytable, run: Run) -> Player:
        from analyzer.pricing.side import discard_player

        return discard_player(game, wager, paytable, run)

    def counts_key(self, game: Game, wager: DrawWager, run: Run) -> Any:
        from analyzer.engines.duel.discard import DrawSolver

        solver = DrawSolver(game, wager, run)
        return {"draws": solver.rules, "categories": _named_categories(solver)}

    def counted(self, game: Game, wager: DrawWager, run: Run) -> Iterator[Any]:
        import numpy as np

        from analyzer.engines.duel.discard import DrawSolver

        solver = DrawSolver(game, wager, run)
        yield _named_categories(solver)
        for name in ("wins", "ties", "draws", "pat_wins", "pat_ties"):
            yield np.ascontiguousarray(getattr(solver.counted, name)).data.tobytes()


def _named_categories(solver: DrawSolver) -> list[list[Any]]:
    ids = solver.wager.line_ids
    return [["+".join(ids[line] for line in kind.lines), kind.hand, kind.natural_royal] for kind in solver.categories]


class SeenDrawKind(PlayedKind[SeenDrawWager]):
    def results(self, solvers: Solvers, wager: SeenDrawWager, paytables: Sequence[Paytable]) -> list[WagerResult]:
        from analyzer.pricing.seen_draws import analyze_seen_draw

        return analyze_seen_draw(solvers, wager, paytables)

    def plays(self, game: Game, wager: SeenDrawWager, run: Run) -> Plays:
        from analyzer.pricing.terms.seen import SeenDrawPlays

        return SeenDrawPlays(game, wager, run)

    def played(self, game: Game, wager: SeenDrawWager, run: Run) -> PlayedWager:
        from analyzer.pricing.seen_draws import PlayedSeenDraw

        return PlayedSeenDraw(game, wager, run)

    def choices(self, question: Question, wager: SeenDrawWager) -> Sequence[HandChoice]:
        from analyzer.pricing.seen_draws import seen_draw_choices

        return seen_draw_choices(question, wager)

    def counted(self, game: Game, wager: SeenDrawWager, run: Run) -> Iterator[Any]:
        """What is seen, and the counts of the wager without it."""
        from analyzer.game.plain import plain

        yield plain([wager.seen, wager.drawn, wager.gone])
        yield from DrawKind().counted(game, wager.draw, run)
