"""Ante and Play: what became of all deals is named and priced.

engines/duel/one_street.py and two_streets.py count, and say what each choice is worth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import FIRST_JOKER, card_name
from analyzer.cards.ranking import read_value, type_of_code, type_of_value
from analyzer.cards.suits import rename_suits, renaming_to
from analyzer.engines.decide import check_expectation, choose, nearest_states
from analyzer.engines.duel.ante_bonus import NO_LINE, bonus_of, bonus_units, paid_lines
from analyzer.engines.duel.hands import Hands
from analyzer.engines.duel.line_hands import LineHands, lines_of_set
from analyzer.engines.duel.one_street import OneStreet, net_results
from analyzer.engines.duel.play_states import columns_of, first_cards_of
from analyzer.engines.duel.two_streets import BET, CHECK, FOLD, TwoStreets
from analyzer.engines.tally import LineCounts
from analyzer.game.model import Paytable
from analyzer.game.pay import Pay
from analyzer.game.wagers.play import PlayWager
from analyzer.integers import Integers, dot, plus, times
from analyzer.pricing.choices import HandChoice, Question
from analyzer.pricing.decisions import class_state, closest_decisions, frequencies
from analyzer.pricing.details import AverageBet, CloseDecision, DecisionDetails, HandCount
from analyzer.pricing.lines import never_paid
from analyzer.pricing.moments import Outcome, mean_of
from analyzer.pricing.results import WagerResult, priced
from analyzer.pricing.solvers import Solvers

RESULTS = ("win", "tie", "lose")


def analyze_play(solvers: Solvers, wager: PlayWager, paytables: Sequence[Paytable]) -> list[WagerResult]:
    if wager.community is None:
        street = OneStreet(solvers.game, wager, solvers.run)
        return [one_street_result(street, paytable) for paytable in paytables]
    streets = TwoStreets(solvers.game, wager, solvers.run)
    return [two_streets_result(streets, paytable) for paytable in paytables]


# --- one decision ----------------------------------------------------------------------------------------------------


def one_street_result(street: OneStreet, paytable: Paytable, chosen: NDArray[np.bool_] | None = None) -> WagerResult:
    """What becomes of all deals when the hands that should are played, or those given ([row])."""
    values, unit = street.values(paytable)
    choice = choose(values)
    weights = street.rows.weights
    plays = choice.best == 1 if chosen is None else chosen
    hands_played, hands_all = int(weights[plays].sum()), int(weights.sum())
    deals = hands_all * street.deals_against
    outcomes = [
        Outcome("fold", (hands_all - hands_played) * street.deals_against, Pay(Fraction(-1)), {"title": "Fold"})
    ]
    outcomes += _hands_played(street, paytable, weights * plays)
    played = Fraction(hands_played, hands_all)
    average = 1 + played * street.wager.bets[0]
    ev = Fraction(dot(weights, np.where(plays, values[:, 1], values[:, 0])), unit * hands_all)
    details = DecisionDetails(
        bet=AverageBet(average, -ev / average),
        choices=frequencies({"fold": hands_all - hands_played, "play": hands_played}, hands_all),
        ties={"fold or play": int(weights[choice.tied].sum())},
        strategy=_strategy(street, plays),
        closest=closest_first(street.rows, values, unit),
        by_hand=_by_dealt_hand(street, weights, plays),
    )
    warnings = bonus_warnings(street.wager, paytable, street.rows)
    result = priced(street.wager, paytable, deals, outcomes, warnings=warnings, details=details)
    check_expectation(street.wager.id, result.ev, ev)
    return result


def _hands_played(street: OneStreet, paytable: Paytable, weights: NDArray[np.int64]) -> list[Outcome]:
    """Outcomes of the hands that play, by bonus line."""
    net = net_results(street.wager, street.wager.bets[0])
    lines = paid_lines(street.wager, paytable, street.rows)
    played = []
    for line in (*range(len(paytable.pays)), NO_LINE):
        counts = street.counts(np.where(lines == line, weights, 0))
        for name, indices in result_rows(street.wager):
            count = sum(counts[i] for i in indices)
            if count:
                played.append(play_outcome(street.wager, paytable, "play", name, line, count, net[indices[0]]))
    return played


def _by_dealt_hand(street: OneStreet, weights: NDArray[np.int64], plays: NDArray[np.bool_]) -> list[HandCount]:
    types = np.array([type_of_value(int(value)) for value in street.hand_values[street.rows.classes]])
    rows = []
    for kind in street.game.ranking.types(street.wager.hand_size):
        for name, chosen in (("fold", ~plays), ("play", plays)):
            of_kind = (types == kind) & chosen
            if name == "fold":
                count = int(weights[of_kind].sum()) * street.deals_against
                rows.append(HandCount(kind, "fold", count))
                continue
            counts = street.counts(np.where(of_kind, weights, 0))
            for result, indices in result_rows(street.wager):
                total = sum(counts[i] for i in indices)
                rows.append(HandCount(kind, f"play/{result}", total))
    return [row for row in rows if row.count]


def _strategy(street: OneStreet, plays: NDArray[np.bool_]) -> dict[str, Any]:
    """The lowest hand that plays, and whether every hand above it does."""
    strengths = street.hand_values[street.rows.classes] >> 1
    if not plays.any():
        return {"plays": "no hand"}
    lowest = int(strengths[plays].min())
    every = bool(plays[strengths >= lowest].all())
    return {"lowest_hand_played": str(read_value(lowest << 1 | 1)), "every_better_hand_plays": every}


def closest_first(hands: Hands | LineHands, values: Integers, unit: int) -> list[CloseDecision]:
    """The hands for which fold and play are nearest."""
    nearest = nearest_states(choose(values).margin)
    states = [class_state(hands, int(place)) for place in nearest]
    return closest_decisions(states, [("fold", "play")] * len(states), values[nearest], unit)


def result_rows(wager: PlayWager) -> list[tuple[str, tuple[int, ...]]]:
    """Names of what can happen after a bet, with the counted outcomes that each joins."""
    rows: list[tuple[str, tuple[int, ...]]] = [(f"qualifies/{result}", (i,)) for i, result in enumerate(RESULTS)]
    if wager.unqualified == "ante_wins":
        return [*rows, ("does-not-qualify", (3, 4, 5))]
    return rows + [(f"does-not-qualify/{result}", (3 + i,)) for i, result in enumerate(RESULTS)]


# --- the bonus on the Ante -------------------------------------------------------------------------------------------


def bonus_warnings(wager: PlayWager, paytable: Paytable, rows: LineHands) -> list[str]:
    """A warning for each bonus line that no hand is paid by."""
    counts: Counter[tuple[tuple[int, ...], int]] = Counter()
    for bits in sorted(set(rows.sets.tolist())):
        counts[lines_of_set(bits), -1] += int(rows.weights[rows.sets == bits].sum())
    return never_paid(wager, paytable, LineCounts(counts.total(), dict(counts)))


def play_outcome(
    wager: PlayWager, paytable: Paytable, action: str, row: str, line: int, count: int, net: int
) -> Outcome:
    """What became of a bet: its name is the action, the row of the result, and the bonus line if one is paid."""
    name, title = f"{action}/{row}", f"{action.capitalize()}, {row.replace('/', ', ').replace('-', ' ')}"
    if line == NO_LINE:
        return Outcome(name, count, Pay(Fraction(net)), {"title": title})
    bonus = wager.lines[line]
    details = {"title": f"{title}, {bonus.name.lower()}"}
    return Outcome(f"{name}/{bonus.id}", count, Pay(net + paytable.pays[line].amount), details)


# --- two decisions ---------------------------------------------------------------------------------------------------


def two_streets_result(streets: TwoStreets, paytable: Paytable, played: NDArray[np.uint8] | None = None) -> WagerResult:
    """What becomes of all deals with the best choices, or with the actions given, [column, row]."""
    solved = streets.solved(paytable, played)
    totals = solved["totals"].astype(object)  # [line, action, type code, outcome], Python integers
    deals = int(totals.sum())
    fold, check, bet = (int(count) for count in solved["states_by_action"])
    states = fold + check + bet
    outcomes = [Outcome("fold", int(totals[:, FOLD].sum()), Pay(Fraction(-1)), {"title": "Fold"})]
    outcomes += _states_played(streets, paytable, totals)
    first, second = streets.wager.bets
    average = 1 + Fraction(check + bet, states) * first + Fraction(bet, states) * second
    ev = mean_of(outcomes, deals).amount
    if played is None:
        check_expectation(streets.wager.id, ev, streets.best_expectation(paytable))
    details = DecisionDetails(
        bet=AverageBet(average, -ev / average),
        choices=frequencies({"fold": fold, "play": check + bet, "check": check, "bet": bet}, states),
        ties=_ties(streets, paytable, solved),
        closest=_closest(streets, paytable, solved),
        by_hand=_by_final_hand(streets.wager, totals.sum(axis=0)),
    )
    warnings = bonus_warnings(streets.wager, paytable, streets.rows)
    return priced(streets.wager, paytable, deals, outcomes, warnings=warnings, details=details)


def _states_played(streets: TwoStreets, paytable: Paytable, totals: NDArray[Any]) -> Iterator[Outcome]:
    """Outcomes of the hands that play, by bonus line; without a bonus also those that never happen."""
    wager = streets.wager
    lines = (*range(len(wager.lines)), NO_LINE)
    for line, (action, name, bets), (row, indices) in product(lines, _actions(wager), result_rows(wager)):
        count = sum(int(totals[line, action, :, i].sum()) for i in indices)
        if count or not wager.lines:
            net = net_results(wager, bets)[indices[0]]
            yield play_outcome(wager, paytable, name, row, line, count, net)


def _actions(wager: PlayWager) -> tuple[tuple[int, str, int], ...]:
    first, second = wager.bets
    return ((CHECK, "check", first), (BET, "bet", first + second))


def _ties(streets: TwoStreets, paytable: Paytable, solved: Mapping[str, NDArray[Any]]) -> dict[str, int]:
    values, _ = streets.first_values(paytable)
    return {
        "fold or play": int(streets.rows.weights[choose(values).tied].sum()),
        "check or bet": int(solved["second_ties"][0]),
    }


def _closest(streets: TwoStreets, paytable: Paytable, solved: Mapping[str, NDArray[Any]]) -> list[CloseDecision]:
    values, unit = streets.first_values(paytable)
    rows = solved["nearest_rows"]
    cards = np.array(columns_of(streets.game.deck), dtype=np.uint8)[solved["nearest_columns"]]
    states = [
        class_state(streets.rows, int(own)) | {"board": card_name(int(card))}
        for own, card in zip(rows, streets.rows.beside(rows, cards), strict=True)
    ]
    bonus, denominator = bonus_units(streets.wager, paytable, streets.rows)
    second = times(streets.second_values(solved["nearest_outcomes"]), denominator)
    second = plus(second, times(bonus[rows], streets.deals_in_state)[:, None])
    names = [("check", "bet")] * len(states)
    later = closest_decisions(states, names, second, streets.deals_in_state * denominator)
    return closest_first(streets.rows, values, unit) + later


def _by_final_hand(wager: PlayWager, totals: NDArray[Any]) -> list[HandCount]:
    """What happened, by the type of the player's final hand."""
    rows = []
    for code, (action, name, _), (result, indices) in product(
        range(totals.shape[1]), _actions(wager), result_rows(wager)
    ):
        count = sum(int(totals[action, code, i]) for i in indices)
        if count:
            rows.append(HandCount(type_of_code(code), f"{name}/{result}", count))
    return rows


# --- one hand --------------------------------------------------------------------------------------------------------


def play_choices(question: Question, wager: PlayWager) -> list[HandChoice]:
    """Fold or play; with a community card seen, check or bet."""
    if wager.community is None:
        return _one_street_choices(question, wager)
    streets = TwoStreets(question.game, wager, question.run)
    outcomes, hands = streets.of_one_hand(question.cards)
    bonus = bonus_of(question.game, wager, question.paytable, question.cards)
    if question.board:
        column = columns_of(question.game.deck).index(_renamed_board(question, hands))
        return _second_choices(streets, outcomes[column], bonus)
    return _first_choices(streets, outcomes, first_cards_of(hands)[:, hands.index(question.cards)], bonus)


def _named_counts(wager: PlayWager, outcomes: NDArray[Any]) -> dict[str, int]:
    return {row: sum(int(outcomes[i]) for i in indices) for row, indices in result_rows(wager)}


def _one_street_choices(question: Question, wager: PlayWager) -> list[HandChoice]:
    street = OneStreet(question.game, wager, question.run)
    values, unit = street.values(question.paytable)
    place = street.rows.index(question.cards)
    fold, play = (Fraction(int(value), unit) for value in values[place])
    counts = _named_counts(wager, street.outcomes[street.rows.classes[place]])
    return [HandChoice("fold", fold), HandChoice("play", play, counts)]


def _second_choices(streets: TwoStreets, outcomes: NDArray[Any], bonus: Fraction) -> list[HandChoice]:
    values = streets.second_values(outcomes)
    deals = int(outcomes.sum())
    counts = _named_counts(streets.wager, outcomes)
    return [
        HandChoice(name, Fraction(int(value), deals) + bonus, counts)
        for name, value in zip(("check", "bet"), values, strict=True)
    ]


def _first_choices(
    streets: TwoStreets, outcomes: NDArray[Any], first_cards: NDArray[np.uint8], bonus: Fraction
) -> list[HandChoice]:
    """Playing means to go on as well as can be after each first community card."""
    values = streets.second_values(outcomes)
    best = choose(values).value
    cards = first_cards.astype(np.int64)
    unit = streets.deals_in_state * int(cards.sum())
    bets = int(cards[values[:, 1] > values[:, 0]].sum())
    notes = {"then_bets": str(Fraction(bets, int(cards.sum())))}
    return [
        HandChoice("fold", Fraction(-1)),
        HandChoice("play", Fraction(dot(cards, best), unit) + bonus, notes=notes),
    ]


def _renamed_board(question: Question, hands: Hands) -> int:
    """The community card after the renaming of suits that takes the hand to its class's own hand."""
    (card,) = question.board
    if card >= FIRST_JOKER:
        return FIRST_JOKER
    renaming = renaming_to(question.game.deck, question.cards, hands.class_cards[hands.index(question.cards)].tolist())
    return rename_suits([card], renaming)[0]
