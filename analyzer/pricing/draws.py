"""One discard, then a showdown: what became of all deals is named and priced.

engines/duel/discard.py counts, and says which discard is best.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import FIRST_JOKER, card_name
from analyzer.cards.suits import rename_suits, renaming_to
from analyzer.engines.decide import NO_MARGIN, BestChoice, choose, nearest_states
from analyzer.engines.duel.discard import DrawSolver
from analyzer.errors import CountError
from analyzer.game.model import Paytable
from analyzer.game.pay import Pay
from analyzer.game.wagers.draw import DrawWager
from analyzer.integers import Integers
from analyzer.pricing.choices import HandChoice, Question
from analyzer.pricing.decisions import class_state, closest_decisions, frequencies
from analyzer.pricing.details import CloseDecision, DecisionDetails, HandCount
from analyzer.pricing.lines import never_paid
from analyzer.pricing.moments import Outcome
from analyzer.pricing.results import WagerResult, priced
from analyzer.pricing.solvers import Solvers

AUTOMATIC, STAND_PAT = "automatic win", "stand pat"


def analyze_draw(solvers: Solvers, wager: DrawWager, paytables: Sequence[Paytable]) -> list[WagerResult]:
    solver = solvers.draw(wager)
    return [draw_result(solver, paytable) for paytable in paytables]


def draw_result(solver: DrawSolver, paytable: Paytable, played: NDArray[np.intp] | None = None) -> WagerResult:
    """What becomes of all deals with the best choices, or with the choices given, one a class."""
    values, denominator = solver.choice_values(paytable)
    choice = solver.choices(paytable) if played is None else replace(choose(values), best=played)
    totals = solver.totals(choice)
    hands = int(solver.hands.weights.sum(dtype=np.int64))
    result = priced(
        solver.wager,
        paytable,
        hands * solver.deals,
        draw_outcomes(solver.wager, solver.paid_lines(paytable), paytable, totals),
        warnings=never_paid(solver.wager, paytable, solver.line_counts),
        details=DecisionDetails(
            choices=_frequencies(solver, choice, hands),
            ties=_ties(solver, choice),
            closest=_closest(solver, choice, values, denominator),
            by_hand=_by_hand(solver, totals),
        ),
    )
    expected = solver.expectation(paytable, choice.best)
    if result.ev != expected:
        raise CountError(f"{solver.wager.id}: outcomes are worth {result.ev}, decisions {expected}")
    return result


def draw_outcomes(
    wager: DrawWager, paid: Sequence[int], paytable: Paytable, totals: Mapping[str, Sequence[int]]
) -> list[Outcome]:
    """What happened, by the line that each category of final hands is paid by."""
    lines = wager.lines
    outcomes = []
    for line in range(len(lines)):
        count = _of_line(totals["automatic-win"], paid, line)
        if count and wager.automatic_win_pays is None:
            pay = Pay(paytable.pays[line].amount)
            name = f"automatic-win/{lines[line].id}"
            outcomes.append(Outcome(name, count, pay, {"title": f"Automatic win, {lines[line].name.lower()}"}))
    if wager.automatic_win_pays is not None:
        count = sum(totals["automatic-win"])
        outcomes.append(Outcome("automatic-win", count, Pay(wager.automatic_win_pays), {"title": "Automatic win"}))
    if wager.win_pays is not None:
        outcomes.append(Outcome("win", sum(totals["win"]), Pay(wager.win_pays), {"title": "Win"}))
    for line in range(len(lines)) if wager.win_pays is None else ():
        name = f"win/{lines[line].id}" if len(lines) > 1 else "win"
        title = f"Win, {lines[line].name.lower()}" if len(lines) > 1 else "Win"
        pay = Pay(paytable.pays[line].amount)
        outcomes.append(Outcome(name, _of_line(totals["win"], paid, line), pay, {"title": title}))
    outcomes.append(Outcome("tie", sum(totals["tie"]), Pay(Fraction(0)), {"title": "Tie"}))
    outcomes.append(Outcome("lose", sum(totals["lose"]), Pay(Fraction(-1)), {"title": "Lose"}))
    return outcomes


def _by_hand(solver: DrawSolver, totals: dict[str, list[int]]) -> list[HandCount]:
    """What happened, by the final hand; categories that differ by their lines alone are added up."""
    rows: Counter[tuple[str, str]] = Counter()
    for i, category in enumerate(solver.categories):
        for name, counts in totals.items():
            rows[category.name, name] += counts[i]
    return [HandCount(hand, name, count) for (hand, name), count in rows.items() if count]


def _frequencies(solver: DrawSolver, choice: BestChoice, hands: int) -> dict[str, Fraction]:
    weights = solver.hands.weights.astype(np.int64)
    at_once = solver.wins_at_once(choice.best)
    pat = ~at_once & (choice.best == solver.wager.player.cards)
    counts = {AUTOMATIC: int(weights[at_once].sum()), STAND_PAT: int(weights[pat].sum())}
    return frequencies(counts | {"discard": hands - sum(counts.values())}, hands)


def _ties(solver: DrawSolver, choice: BestChoice) -> dict[str, int]:
    """Hands with more than one best choice. Most tie because suits make two discards the same."""
    tied = choice.tied & ~solver.settled
    return {"discard": int(solver.hands.weights[tied].sum(dtype=np.int64))}


def _closest(solver: DrawSolver, choice: BestChoice, values: Integers, denominator: int) -> list[CloseDecision]:
    # Ranks of margins: they are as near in 64 bits, whatever the margins themselves need.
    ranks = np.unique(choice.margin, return_inverse=True)[1]
    settled = solver.settled | (choice.equals == values.shape[1])
    nearest = nearest_states(np.where(settled, NO_MARGIN, ranks))
    states = [class_state(solver.hands, int(place)) for place in nearest]
    names = [
        choice_names(solver.wager, solver.hands.class_cards[place], wins_at_once=bool(solver.automatic[place]))
        for place in nearest
    ]
    return closest_decisions(states, names, values[nearest], denominator * solver.deals)


def choice_names(
    wager: DrawWager, cards: Sequence[int] | NDArray[np.uint8], *, wins_at_once: bool = False
) -> list[str]:
    """The choices with a hand, in the order in which equals are taken; an automatic winner keeps all cards to win."""
    names = [f"discard {card_name(int(card))}" for card in cards]
    return [*names, AUTOMATIC if wins_at_once else STAND_PAT] if wager.stand_pat else names


def _of_line(counts: Sequence[int], paid: Sequence[int], line: int) -> int:
    """The sum over the categories that are paid by the line."""
    return sum(count for count, own in zip(counts, paid, strict=True) if own == line)


# --- one hand --------------------------------------------------------------------------------------------------------


def draw_choices(question: Question, wager: DrawWager) -> list[HandChoice]:
    """Every discard, and standing pat where it is allowed; an automatic winner has no choice."""
    solver = DrawSolver(question.game, wager, question.run)
    place = solver.hands.index(question.cards)
    if solver.settled[place]:
        pays = solver.automatic_pays(question.paytable, int(solver.category_of[place]))
        return [HandChoice(AUTOMATIC, pays)]
    values, denominator = solver.choice_values(question.paytable)
    won, tied = (array[place].sum(axis=1, dtype=np.int64) for array in (solver.counted.wins, solver.counted.ties))
    own = sorted(question.cards)
    # Two jokers have one name and are one choice.
    discards = dict(zip(choice_names(wager, own), _places_in_class(solver, place, own), strict=False))
    choices = [
        _choice(solver, name, int(won[discard]), int(tied[discard]), values[place, discard], denominator)
        for name, discard in discards.items()
    ]
    if solver.automatic[place]:
        pays = Fraction(int(values[place, -1]), denominator * solver.deals)
        return [HandChoice(AUTOMATIC, pays), *choices]
    if wager.stand_pat:
        wins, ties = (
            int(array[place]) * solver.pat_factor for array in (solver.counted.pat_wins, solver.counted.pat_ties)
        )
        choices.append(_choice(solver, STAND_PAT, wins, ties, values[place, -1], denominator))
    return choices


def _choice(solver: DrawSolver, name: str, wins: int, ties: int, value: int, denominator: int) -> HandChoice:
    counts = {"win": wins, "tie": ties, "lose": solver.deals - wins - ties}
    return HandChoice(name, Fraction(int(value), denominator * solver.deals), counts)


def _places_in_class(solver: DrawSolver, place: int, cards: Sequence[int]) -> list[int]:
    """For each card its place among the cards of the class's own hand."""
    target = [int(card) for card in solver.hands.class_cards[place]]
    renamed = rename_suits(cards, renaming_to(solver.game.deck, cards, target))
    jokers = [i for i, card in enumerate(target) if card >= FIRST_JOKER]
    return [jokers.pop(0) if card >= FIRST_JOKER else target.index(card) for card in renamed]
