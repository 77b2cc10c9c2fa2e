"""Two hands of seven cards that are set in two, and the wager on their push."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from analyzer.errors import SelectionError
from analyzer.game.model import Game, Paytable
from analyzer.game.wagers.set_in_two import PushWager, SetWager
from analyzer.pricing.kinds.base import Kind
from analyzer.run.jobs import Run

if TYPE_CHECKING:
    from analyzer.engines.two_hands.pairs import PairCounts
    from analyzer.pricing.by_lines import LineCases
    from analyzer.pricing.choices import HandChoice, Question
    from analyzer.pricing.paid_deals import PaidDeals
    from analyzer.pricing.results import WagerResult
    from analyzer.pricing.solvers import Solvers
    from analyzer.pricing.terms.model import Plays


def _pairs(game: Game, wager: SetWager | PushWager, run: Run) -> PairCounts:
    from analyzer.engines.two_hands.solver import set_solver

    return set_solver(game, wager, run).pairs


def _cells(pairs: PairCounts) -> Any:
    return [[[str(number) for number in cell] for cell in row] for row in pairs.cells]


class SetKind(Kind[SetWager]):
    def results(self, solvers: Solvers, wager: SetWager, paytables: Sequence[Paytable]) -> list[WagerResult]:
        from analyzer.pricing.set_wagers import analyze_set

        return analyze_set(solvers, wager, paytables)

    def plays(self, game: Game, wager: SetWager, run: Run) -> Plays:
        from analyzer.pricing.terms.undecided import SetPlays

        return SetPlays(game, wager, run)

    def choices(self, question: Question, wager: SetWager) -> Sequence[HandChoice]:
        from analyzer.pricing.set_wagers import set_choices

        return set_choices(question, wager)

    def cases(self, game: Game, wager: SetWager, _paytable: Paytable, run: Run) -> LineCases | str:
        from analyzer.pricing.by_lines import DECIDED, cases_of_set

        return DECIDED if wager.decided else cases_of_set(_pairs(game, wager, run))

    def paid_deals(self, game: Game, wager: SetWager, run: Run) -> list[PaidDeals]:
        from analyzer.pricing.paid_deals import PaidDeals

        if wager.decided:
            raise SelectionError(f"{wager.id}: with another pay other settings are best; use player_sets = house_way")
        pairs = _pairs(game, wager, run)
        return [
            PaidDeals((0,), Fraction(0), pairs.win),
            PaidDeals((), Fraction(0), pairs.push),
            PaidDeals((), Fraction(-1), pairs.lose),
        ]

    def counted(self, game: Game, wager: SetWager, run: Run) -> Iterator[Any]:
        from analyzer.engines.two_hands.solver import set_solver

        solver = set_solver(game, wager, run)
        yield _cells(solver.pairs)
        if wager.decided:
            for win in dict.fromkeys(table.pays[0].amount for table in wager.paytables):
                yield _cells(solver.best(win).pairs)


class PushKind(Kind[PushWager]):
    def results(self, solvers: Solvers, wager: PushWager, paytables: Sequence[Paytable]) -> list[WagerResult]:
        from analyzer.pricing.set_wagers import analyze_push

        return analyze_push(solvers, wager, paytables)

    def plays(self, game: Game, wager: PushWager, run: Run) -> Plays:
        from analyzer.pricing.terms.undecided import plays_of_pushes

        return plays_of_pushes(game, wager, run)

    def cases(self, game: Game, wager: PushWager, _paytable: Paytable, run: Run) -> LineCases:
        from analyzer.pricing.by_lines import cases_of_push

        return cases_of_push(_pairs(game, wager, run))

    def paid_deals(self, game: Game, wager: PushWager, run: Run) -> list[PaidDeals]:
        from analyzer.pricing.paid_deals import PaidDeals

        pairs = _pairs(game, wager, run)
        high, low = pairs.pushes(True), pairs.pushes(False)
        return [
            PaidDeals((0,), Fraction(0), high),
            PaidDeals((1,), Fraction(0), low),
            PaidDeals((), Fraction(-1), pairs.deals - high - low),
        ]

    def counted(self, game: Game, wager: PushWager, run: Run) -> Iterator[Any]:
        yield _cells(_pairs(game, wager, run))
