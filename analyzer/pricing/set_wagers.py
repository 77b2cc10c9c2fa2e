"""Wagers on two hands of seven cards that are each set in two: the base wager, and a wager on pushes.

engines/two_hands/solver.py counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import comb
from typing import Any

from analyzer.cards.deck import card_name, hand_name
from analyzer.engines.two_hands.results import Payoff
from analyzer.engines.two_hands.set_hands import NO_ROW, compare_ways, set_hands
from analyzer.engines.two_hands.settings import hand_settings
from analyzer.engines.two_hands.solver import HAND, SetSolver, set_solver
from analyzer.game.house_way import HouseWay
from analyzer.game.model import Fees, Game, Paytable
from analyzer.game.pay import Pay
from analyzer.game.wagers.set_in_two import PushWager, SetWager
from analyzer.pricing.choices import HandChoice, Question
from analyzer.pricing.details import SetDetails
from analyzer.pricing.kinds.registry import kind_of
from analyzer.pricing.moments import Outcome
from analyzer.pricing.results import WagerResult, priced
from analyzer.pricing.solvers import Solvers
from analyzer.run.jobs import Run


def analyze_set(solvers: Solvers, wager: SetWager, paytables: Sequence[Paytable]) -> list[WagerResult]:
    solver = set_solver(solvers.game, wager, solvers.run)
    return [_base_result(solver, wager, paytable) for paytable in paytables]


def analyze_push(solvers: Solvers, wager: PushWager, paytables: Sequence[Paytable]) -> list[WagerResult]:
    solver = set_solver(solvers.game, wager, solvers.run)
    return [_push_result(solver, wager, paytable) for paytable in paytables]


# --- results ---------------------------------------------------------------------------------------------------------


def _base_result(solver: SetSolver, wager: SetWager, paytable: Paytable) -> WagerResult:
    optimal = wager.player_sets == "optimal"
    pays = paytable.pays[0].amount
    pairs = solver.best(pays).pairs if optimal else solver.pairs
    outcomes = [
        Outcome("win", pairs.win, Pay(pays), {"title": "Win"}),
        Outcome("push", pairs.push, Pay(Fraction(0)), {"title": "Push"}),
        Outcome("lose", pairs.lose, Pay(Fraction(-1)), {"title": "Lose"}),
    ]
    ev = (pays * pairs.win - pairs.lose) / pairs.deals
    details = SetDetails(
        copies={"five_card": pairs.back_copies, "two_card": pairs.front_copies, "both": pairs.double_copies},
        house_way=house_way_document(solver),
        fees=None if wager.fees is None else fee_table(wager.fees, ev),
        departures=departures_document(solver, pays) if optimal else {},
    )
    return priced(wager, paytable, pairs.deals, outcomes, details=details)


def _push_result(solver: SetSolver, wager: PushWager, paytable: Paytable) -> WagerResult:
    pairs = solver.pairs
    high, plain = paytable.pays
    pushes = (pairs.pushes(True), pairs.pushes(False))
    outcomes = [
        Outcome(wager.high_id, pushes[0], Pay(high.amount), {"title": wager.names_of_lines[wager.high_id]}),
        Outcome("push", pushes[1], Pay(plain.amount), {"title": wager.names_of_lines["push"]}),
        Outcome("lose", pairs.deals - sum(pushes), Pay(Fraction(-1)), {"title": "Lose"}),
    ]
    return priced(wager, paytable, pairs.deals, outcomes, details=SetDetails(house_way_document(solver)))


def house_way_document(solver: SetSolver) -> dict[str, Any]:
    """The rows with how many hands each decides; those that never decide are named."""
    by_row = solver.hands_by_row
    rows = [
        {"row": row.number, "name": row.name, "hands": str(hands)}
        for row, hands in zip(solver.way.rows, by_row, strict=True)
    ]
    idle = [row.name for row, hands in zip(solver.way.rows, by_row, strict=True) if hands == 0]
    return {"name": solver.way.name, "source": solver.way.source, "rows": rows, "rows_that_never_decide": idle}


def departures_document(solver: SetSolver, pays: Fraction) -> dict[str, Any]:
    """Where the best setting is another than the house way's, and what that is worth."""
    best = solver.best(pays)
    deals = best.pairs.deals
    hands = comb(solver.game.deck.size, HAND)
    rows = [
        {
            "row": row.number,
            "name": row.name,
            "hands": str(departures.hands),
            "departs": str(departures.departs),
            "gain": str(best.gain_of(departures) / deals),
            "example": hand_name(departures.example) if departures.example else None,
        }
        for row, departures in zip(solver.way.rows, best.rows, strict=True)
    ]
    return {
        "hands": str(best.departs),
        "frequency": str(Fraction(best.departs, hands)),
        "gain": str(best.gain / deals),
        "ties": str(best.ties),
        "rows": rows,
    }


def fee_table(fees: Fees, ev: Fraction) -> list[dict[str, str]]:
    """The edge with the fee, for both seats, at each bet; for the dealer's seat the bet is the table's action."""
    rows = []
    for bet in fees.bets:
        player, dealer = (Fraction(_fee(steps, bet)) for steps in (fees.player, fees.dealer))
        rows.append(
            {
                "bet": str(bet),
                "player_fee": str(player),
                "player_ev": str(ev - player / bet),
                "player_dealer_fee": str(dealer),
                "player_dealer_ev": str(-ev - dealer / bet),
            }
        )
    return rows


def _fee(steps: Sequence[tuple[int, int]], bet: int) -> int:
    return [fee for start, fee in steps if start <= bet][-1]


# --- one hand, and two house ways ------------------------------------------------------------------------------------


def set_choices(question: Question, wager: SetWager) -> list[HandChoice]:
    """Every legal setting that no other dominates, against a house way hand of the other cards."""
    solver = set_solver(question.game, wager, question.run)
    pays = question.paytable.pays[0].amount
    choices = []
    for setting in hand_settings(solver.dealers_hands, question.cards, Payoff(pays, wager.copies), solver.way):
        counts = {"win": setting.win, "push": setting.push, "loss": setting.lose}
        notes: dict[str, Any] = {}
        if setting.is_house_way:
            row = solver.way.rows[setting.row]
            notes = {"house_way": True, "row": row.number, "why": f"{row.name} ({row.why()})"}
        action = "front " + " ".join(card_name(card) for card in setting.front_cards)
        ev = setting.net / sum(counts.values())
        choices.append(HandChoice(action, ev, counts, notes))
    return choices


def compare_house_ways(game: Game, one: HouseWay, other: HouseWay, run: Run) -> dict[str, Any]:
    """How many hands two house ways set differently, examples, and what that does to each wager."""
    differences = compare_ways(*(set_hands(game.deck, game.ranking, way).checked() for way in (one, other)))
    return {
        "house_ways": [one.name, other.name],
        "hands": str(sum(difference.hands for difference in differences)),
        "differences": [
            {
                "rows": [_row_name(way, row) for way, row in zip((one, other), difference.rows, strict=True)],
                "hands": str(difference.hands),
                "example": hand_name(difference.example),
            }
            for difference in differences
        ],
        "wagers": [
            _both_ways(game, place, paytable, (one, other), run)
            for place, wager in enumerate(game.wagers)
            if wager.ways
            for paytable in wager.paytables
        ],
    }


def _row_name(way: HouseWay, row: int) -> str:
    return "no row" if row == NO_ROW else f"{way.rows[row].number}: {way.rows[row].name}"


def _both_ways(game: Game, place: int, paytable: Paytable, ways: Sequence[HouseWay], run: Run) -> dict[str, Any]:
    evs = []
    for way in ways:
        changed = replace(game, wagers=tuple(wager.set_by(way) for wager in game.wagers))
        wager = changed.wagers[place]
        (result,) = kind_of(wager).results(Solvers(changed, run), wager, [paytable])
        evs.append(result.ev)
    first, second = evs
    assert first is not None
    assert second is not None
    return {
        "wager": game.wagers[place].id,
        "paytable": paytable.id,
        "ev": [str(first), str(second)],
        "change": str(second - first),
    }
