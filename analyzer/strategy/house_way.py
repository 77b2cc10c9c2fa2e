"""The house way against the best settings: how often they differ and what that costs, by row of the chart."""

from __future__ import annotations

from fractions import Fraction

from analyzer.documents import JsonDict
from analyzer.engines.two_hands.pairs import PairCounts
from analyzer.engines.two_hands.solver import set_solver
from analyzer.game.model import Game
from analyzer.game.wagers.set_in_two import SetWager
from analyzer.pricing.analysis import select_paytables
from analyzer.pricing.set_wagers import departures_document
from analyzer.run.jobs import Run

SCHEMA = "exactodds/house-way-cost/1"


def house_way_cost(game: Game, wager: SetWager, run: Run, paytable: str | None = None) -> JsonDict:
    """Both expectations, and the rows with how often the best setting is another one and what that is worth."""
    solver = set_solver(game, wager, run)
    table = select_paytables(wager, paytable)[0]
    pays = table.pays[0].amount
    ev, best = (_expectation(pairs, pays) for pairs in (solver.pairs, solver.best(pays).pairs))
    return {
        "schema": SCHEMA,
        "game": game.id,
        "options": dict(game.chosen),
        "wager": wager.id,
        "paytable": table.id,
        "house_way": wager.house_way.name,
        "ev": str(ev),
        "best_ev": str(best),
        "cost": str(best - ev),
        **departures_document(solver, pays),
    }


def _expectation(pairs: PairCounts, pays: Fraction) -> Fraction:
    return (pays * pairs.win - pairs.lose) / pairs.deals
