"""Ante and Play: fold or bet, against a dealer who must qualify.

Counting (showdown, play_states) says for every state how often the player wins, ties and loses against dealers that
qualify and that do not. Here a state gets its best choice, and what became of all deals is added up and priced.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import FIRST_JOKER, card_name, hand_name
from analyzer.cards.ranking import read_value, strength_floor, type_of_code
from analyzer.cards.suits import rename_suits, renaming_to
from analyzer.engines.choices import HandChoice, Question
from analyzer.engines.decide import NO_WORSE, check_expectation, choose, closest_decisions, frequencies, nearest_states
from analyzer.engines.duel.line_hands import LineHands, line_hands, lines_of_set, question_of
from analyzer.engines.duel.play_states import Part, PlayStates, all_hands, columns_of, count_states, tally_parts
from analyzer.engines.duel.showdown import Hands, Showdown, hand_outcomes, hands_of
from analyzer.engines.tally import LineCounts
from analyzer.game.model import Game, Pay, Paytable, PlayWager
from analyzer.integers import Integers, array_of, dot, matrix_product, over_common_denominator, plus, times
from analyzer.pricing.lines import never_paid, paid_line
from analyzer.pricing.moments import Outcome
from analyzer.pricing.results import WagerResult, priced
from analyzer.run.jobs import Run
from analyzer.run.store import Chunks

RESULTS = ("win", "tie", "lose")
# The six outcomes that are counted: against a dealer who qualifies, then against one who does not.
DEALERS = ("qualifies", "does-not-qualify")
FOLD, CHECK, BET = ACTIONS = 0, 1, 2
NO_LINE = -1


def showdown_of(game: Game, wager: PlayWager) -> Showdown:
    """Who meets whom, with the qualifying hand as the threshold."""
    floor = strength_floor(wager.qualify_hand, wager.hand_size, wager.qualify_rank)
    return Showdown(game.deck, game.ranking, wager.player.cards, wager.dealer.cards, wager.hand_size, floor)


def net_results(wager: PlayWager, bets: int) -> tuple[int, ...]:
    """Net result of each of the six outcomes with that much bet beside the Ante."""
    stake = 1 + bets
    unqualified = (1, 1, 1) if wager.unqualified == "ante_wins" else (1, 0, -1)
    return (stake, 0, -stake, *unqualified)


def rules_of(wager: PlayWager, showdown: Showdown) -> dict[str, Any]:
    """What a count depends on, for the store."""
    deck = showdown.deck
    return {
        "deck": [deck.ranks, deck.suits, deck.jokers],
        "ranking": showdown.ranking.kernel_arguments,
        "hands": [showdown.cards, showdown.dealt, showdown.size, showdown.weak_below],
        "community": 0 if wager.community is None else wager.community.cards,
    }


def analyze_play(game: Game, wager: PlayWager, paytables: Sequence[Paytable], run: Run) -> list[WagerResult]:
    streets = (OneStreet if wager.community is None else TwoStreets)(game, wager, run)
    return [streets.result(paytable) for paytable in paytables]


# --- one decision ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OneStreet:
    """All cards are dealt before the only decision: fold, or bet and play."""

    game: Game
    wager: PlayWager
    run: Run

    @cached_property
    def showdown(self) -> Showdown:
        return showdown_of(self.game, self.wager)

    @cached_property
    def hands(self) -> Hands:
        return hands_of(self.game.deck, self.wager.player.cards)

    @cached_property
    def outcomes(self) -> NDArray[np.int64]:
        """[class, outcome]."""
        arrays = self.run.store.arrays(
            "one-street",
            rules_of(self.wager, self.showdown),
            lambda: {"outcomes": hand_outcomes(self.showdown, self.hands)},
        )
        return arrays["outcomes"].astype(np.int64)

    @cached_property
    def deals_against(self) -> int:
        return int(self.outcomes[0].sum())

    @cached_property
    def rows(self) -> LineHands:
        """The hands, told apart by the bonus lines: every decision is one of a row."""
        return line_hands(self.hands, question_of(self.game, self.wager))

    @cached_property
    def play(self) -> Integers:
        """[class]: the sum of net results of playing, without a bonus."""
        return matrix_product(self.outcomes, np.array(net_results(self.wager, self.wager.bets[0]), dtype=np.int64))

    def values(self, paytable: Paytable) -> tuple[Integers, int]:
        """[row, (fold, play)] expected net results, and the unit that they are in."""
        return first_values(self.wager, paytable, self.rows, self.play, self.deals_against)

    def result(self, paytable: Paytable, chosen: NDArray[np.bool_] | None = None) -> WagerResult:
        """What becomes of all deals when the hands that should are played, or those given ([row])."""
        values, unit = self.values(paytable)
        choice = choose(values)
        weights = self.rows.weights
        plays = choice.best == 1 if chosen is None else chosen
        hands_played, hands_all = int(weights[plays].sum()), int(weights.sum())
        deals = hands_all * self.deals_against
        outcomes = [
            Outcome("fold", (hands_all - hands_played) * self.deals_against, Pay(Fraction(-1)), {"title": "Fold"})
        ]
        outcomes += self._played(paytable, weights * plays)
        played = Fraction(hands_played, hands_all)
        average = 1 + played * self.wager.bets[0]
        ev = Fraction(dot(weights, np.where(plays, values[:, 1], values[:, 0])), unit * hands_all)
        extras = {
            "average_bet": str(average),
            "element_of_risk": str(-ev / average),
            "choices": frequencies({"fold": hands_all - hands_played, "play": hands_played}, hands_all),
            "ties": {"fold or play": str(int(weights[choice.tied].sum()))},
            "strategy": self._strategy(plays),
            "closest": closest_first(self.rows, values, unit),
            "by_hand": self._by_hand(weights, plays),
        }
        warnings = bonus_warnings(self.wager, paytable, self.rows)
        result = priced(self.wager, paytable, deals, outcomes, warnings=warnings, extras=extras)
        check_expectation(self.wager.id, result.ev, ev)
        return result

    def _played(self, paytable: Paytable, weights: NDArray[np.int64]) -> list[Outcome]:
        """Outcomes of the hands that play, by bonus line."""
        net = net_results(self.wager, self.wager.bets[0])
        lines = paid_lines(self.wager, paytable, self.rows)
        played = []
        for line in (*range(len(paytable.pays)), NO_LINE):
            counts = self._counts(np.where(lines == line, weights, 0))
            for name, indices in result_rows(self.wager):
                count = sum(counts[i] for i in indices)
                if count:
                    played.append(_outcome(self.wager, paytable, "play", name, line, count, net[indices[0]]))
        return played

    def _counts(self, weights: NDArray[np.int64]) -> list[int]:
        """The six outcomes over so many hands of each row."""
        rows = np.flatnonzero(weights)
        outcomes = self.outcomes[self.rows.classes[rows]]
        return [dot(weights[rows], outcomes[:, place]) for place in range(outcomes.shape[1])]

    def _by_hand(self, weights: NDArray[np.int64], plays: NDArray[np.bool_]) -> list[dict[str, str]]:
        types = np.array([type_of_code(int(value) >> 21) for value in self._values[self.rows.classes]])
        found = []
        for kind in self.game.ranking.types(self.wager.hand_size):
            for name, chosen in (("fold", ~plays), ("play", plays)):
                of_kind = (types == kind) & chosen
                if name == "fold":
                    count = int(weights[of_kind].sum()) * self.deals_against
                    found.append({"hand": kind, "name": "fold", "count": str(count)})
                    continue
                counts = self._counts(np.where(of_kind, weights, 0))
                for row, indices in result_rows(self.wager):
                    total = sum(counts[i] for i in indices)
                    found.append({"hand": kind, "name": f"play/{row}", "count": str(total)})
        return [row for row in found if row["count"] != "0"]

    @cached_property
    def _values(self) -> NDArray[np.uint32]:
        return self.hands.values(self.game.ranking, self.wager.hand_size)

    def _strategy(self, plays: NDArray[np.bool_]) -> dict[str, Any]:
        """The lowest hand that plays, and whether every hand above it does."""
        strengths = self._values[self.rows.classes] >> 1
        if not plays.any():
            return {"plays": "no hand"}
        lowest = int(strengths[plays].min())
        every = bool(plays[strengths >= lowest].all())
        return {"lowest_hand_played": str(read_value(lowest << 1 | 1)), "every_better_hand_plays": every}


def class_state(hands: Hands | LineHands, place: int) -> dict[str, str]:
    """A class of hands for people: one of its hands, and how many it has."""
    return {"hand": hand_name(int(card) for card in hands.class_cards[place]), "hands": str(int(hands.weights[place]))}


def closest_first(hands: Hands | LineHands, values: Integers, unit: int) -> list[dict[str, Any]]:
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


def paid_lines(wager: PlayWager, paytable: Paytable, rows: LineHands) -> NDArray[np.int64]:
    """[row]: the bonus line that is paid, or NO_LINE."""
    different, place = np.unique(rows.sets, return_inverse=True)
    lines = [paid_line(lines_of_set(bits), paytable, wager.overlap) for bits in different.tolist()]
    return np.array(lines, dtype=np.int64)[place]


def bonus_of(game: Game, wager: PlayWager, paytable: Paytable, cards: Sequence[int]) -> Fraction:
    """What the bonus pays a hand that is not folded."""
    satisfied = question_of(game, wager).sets(np.array([sorted(cards)], dtype=np.uint8))[0]
    line = paid_line(lines_of_set(int(satisfied)), paytable, wager.overlap)
    return paytable.pays[line].amount if line >= 0 else Fraction(0)


def bonus_units(wager: PlayWager, paytable: Paytable, rows: LineHands) -> tuple[Integers, int]:
    """[row]: the bonus times the common denominator of all pays, and that denominator."""
    pays, denominator = over_common_denominator([*(pay.amount for pay in paytable.pays), Fraction(0)])
    return array_of(pays)[paid_lines(wager, paytable, rows)], denominator


def first_values(
    wager: PlayWager, paytable: Paytable, rows: LineHands, play: Integers, deals: int
) -> tuple[Integers, int]:
    """[row, (fold, play)] expected net results with the bonus, and their unit.

    `play[class]` is the sum of net results over `deals` deals without it.
    """
    bonus, denominator = bonus_units(wager, paytable, rows)
    played = plus(times(play[rows.classes], denominator), times(bonus, deals))
    unit = deals * denominator
    return np.stack([np.broadcast_to(array_of([-unit]), played.shape), played], axis=1), unit


def bonus_warnings(wager: PlayWager, paytable: Paytable, rows: LineHands) -> list[str]:
    """A warning for each bonus line that no hand is paid by."""
    counts: Counter[tuple[tuple[int, ...], int]] = Counter()
    for bits in np.unique(rows.sets).tolist():
        counts[lines_of_set(bits), -1] += int(rows.weights[rows.sets == bits].sum())
    return never_paid(wager, paytable, LineCounts(counts.total(), dict(counts)))


def _outcome(wager: PlayWager, paytable: Paytable, action: str, row: str, line: int, count: int, net: int) -> Outcome:
    """What became of a bet: its name is the action, the row of the result, and the bonus line if one is paid."""
    name, title = f"{action}/{row}", f"{action.capitalize()}, {row.replace('/', ', ').replace('-', ' ')}"
    if line == NO_LINE:
        return Outcome(name, count, Pay(Fraction(net)), {"title": title})
    bonus = wager.lines[line]
    details = {"title": f"{title}, {bonus.name.lower()}"}
    return Outcome(f"{name}/{bonus.id}", count, Pay(net + paytable.pays[line].amount), details)


# --- two decisions ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TwoStreets:
    """Fold or bet on the own cards; then, after the first of two community cards, check or bet."""

    game: Game
    wager: PlayWager
    run: Run

    @cached_property
    def showdown(self) -> Showdown:
        return showdown_of(self.game, self.wager)

    @cached_property
    def hands(self) -> Hands:
        return all_hands(self.game.deck, self.wager.player.cards)

    @cached_property
    def rows(self) -> LineHands:
        """The hands, told apart by the bonus lines: the first decision is one of a row."""
        return line_hands(self.hands, question_of(self.game, self.wager))

    @cached_property
    def states(self) -> PlayStates:
        """Every hand with every first community card; counted once and kept."""
        return self._states(self.run.store.chunks("two-streets", self._rules))

    @cached_property
    def _rules(self) -> dict[str, Any]:
        return rules_of(self.wager, self.showdown)

    def _states(self, sweeps: Chunks) -> PlayStates:
        found = self.run.store.arrays(
            "two-streets",
            self._rules,
            lambda: {"outcomes": count_states(self.showdown, run=self.run, kept=sweeps).outcomes},
        )
        return PlayStates(self.showdown, self.hands, found["outcomes"])  # type: ignore[arg-type]  # the dtype is ours

    def of_one_hand(self, cards: Sequence[int]) -> tuple[NDArray[Any], Hands]:
        """[column, outcome] of one hand: from the store if all states are there, else counted for it alone."""
        hands = hands_of(self.game.deck, self.wager.player.cards, [cards])
        kept = self.run.store.find("two-streets", self._rules)
        if kept is not None:
            return kept["outcomes"][:, self.hands.index(cards)], hands
        return count_states(self.showdown, hands, self.run).outcomes[:, hands.index(cards)], hands

    def second_values(self, outcomes: NDArray[Any]) -> Integers:
        """[..., (check, bet)] for outcomes [..., 6]: sums of net results, the bets made included, without a bonus.

        A bonus is paid after either choice, so it decides nothing here.
        """
        first, second = self.wager.bets
        nets = np.array([net_results(self.wager, first), net_results(self.wager, first + second)], dtype=np.int64)
        return matrix_product(outcomes, nets.T)

    @cached_property
    def play(self) -> Integers:
        """[class]: the sum of net results of playing as well as can be, without a bonus; kept, as no pay changes it."""
        return self.run.store.arrays("two-streets-play", self._decided_rules, self._count_play)["play"]

    @cached_property
    def _decided_rules(self) -> dict[str, Any]:
        return self._rules | {"bets": self.wager.bets, "unqualified": self.wager.unqualified}

    @cached_property
    def _sweeps(self) -> Chunks:
        """States and tallies need the same sweeps over the boards: they are pieces of the solution."""
        return self.run.store.chunks("two-streets-solved", self._decided_rules)

    @cached_property
    def _counted_states(self) -> PlayStates:
        """The states, with their sweeps kept for the tally that follows."""
        return self.states if "states" in vars(self) else self._states(self._sweeps)

    def _count_play(self) -> dict[str, NDArray[Any]]:
        states = self._counted_states
        total: Integers = np.zeros(len(self.hands), dtype=np.int64)
        for outcomes, cards in zip(states.outcomes, states.first_cards, strict=True):
            total = plus(total, times(self.second_values(outcomes).max(axis=1), cards))
        return {"play": total}

    def first_values(self, paytable: Paytable) -> tuple[Integers, int]:
        """[row, (fold, play)] and the unit."""
        return first_values(self.wager, paytable, self.rows, self.play, self.deals_in_hand)

    def plays(self, paytable: Paytable) -> NDArray[np.bool_]:
        """[row]: whether it is better to play."""
        plays: NDArray[np.bool_] = choose(self.first_values(paytable)[0]).best == 1
        return plays

    def solved(self, paytable: Paytable, played: NDArray[np.uint8] | None = None) -> dict[str, NDArray[Any]]:
        """What became of all deals with the best decisions, or with the actions given ([column, row]).

        It is kept, under which hands play, which line each is paid and how many lines there are: that is all that the
        pays can change, and the last row of the totals is of the hands that no line pays.
        """
        plays, lines = self.plays(paytable), paid_lines(self.wager, paytable, self.rows)
        told = [plays, lines, self.rows.classes, self.rows.weights] + ([] if played is None else [played])
        digests = [hashlib.sha256(np.ascontiguousarray(array).data).hexdigest() for array in told]
        rules = self._decided_rules | {"decided": digests, "lines": len(self.wager.lines)}
        solved = self.run.store.arrays("two-streets-solved", rules, lambda: self._solve(plays, lines, played))
        self._sweeps.forget()
        return solved

    def _solve(
        self, plays: NDArray[np.bool_], lines: NDArray[np.int64], played: NDArray[np.uint8] | None
    ) -> dict[str, NDArray[Any]]:
        states, rows = self._counted_states, self.rows
        columns, classes, _ = states.outcomes.shape
        best = np.empty((columns, classes), dtype=np.uint8)
        tied = np.empty((columns, classes), dtype=bool)
        margins = np.empty((columns, classes), dtype=np.int64)
        for column in range(columns):
            choice = choose(self.second_values(states.outcomes[column]))
            best[column], tied[column], margins[column] = choice.best, choice.tied, choice.margin
        if played is None:
            played = np.where(plays[None, :], best[:, rows.classes] + CHECK, FOLD).astype(np.uint8)
        first_cards = states.first_cards.astype(np.int64)
        of_states = first_cards[:, rows.classes] * rows.weights
        playing = np.bincount(rows.classes, rows.weights * plays, classes).astype(np.int64)  # hands: exact in a float
        margins[first_cards * playing == 0] = NO_WORSE
        nearest = nearest_states(margins)
        return {
            "totals": self._tally(states, played, lines),
            "states_by_action": np.array([int(of_states[played == action].sum()) for action in ACTIONS]),
            "second_ties": np.array([int((first_cards * tied * playing).sum())], dtype=np.int64),
            "nearest_columns": nearest // classes,
            "nearest_rows": _first_row(rows, plays)[nearest % classes],
            "nearest_outcomes": states.outcomes.reshape(-1, 6)[nearest],
        }

    def _tally(self, states: PlayStates, played: NDArray[np.uint8], lines: NDArray[np.int64]) -> NDArray[np.uint64]:
        """[line paid (the last one: none), action, type of the final hand, outcome]: actions never taken too."""
        number = len(self.wager.lines) + 1
        codes = (played + len(ACTIONS) * (lines % number)[None, :]).astype(np.uint8)  # at most 33 lines x 3 actions
        totals = tally_parts(states, list(self._parts(codes)), self.run, self._sweeps)
        totals = np.pad(totals, ((0, len(ACTIONS) * number - len(totals)), (0, 0), (0, 0)))
        return totals.reshape(number, len(ACTIONS), *totals.shape[1:])

    def _parts(self, codes: NDArray[np.uint8]) -> Iterator[Part]:
        """Codes [column, row] as parts by class."""
        rows, classes = self.rows, len(self.hands)
        for part in rows.parts():
            own, weights = np.zeros((len(codes), classes), dtype=np.uint8), np.zeros(classes, dtype=np.uint32)
            own[:, rows.classes[part]] = codes[:, part]
            weights[rows.classes[part]] = rows.weights[part]
            yield own, weights

    def result(self, paytable: Paytable, played: NDArray[np.uint8] | None = None) -> WagerResult:
        """What becomes of all deals with the best choices, or with the actions given, [column, row]."""
        solved = self.solved(paytable, played)
        totals = solved["totals"].astype(object)  # [line, action, type code, outcome], Python integers
        deals = int(totals.sum())
        fold, check, bet = (int(count) for count in solved["states_by_action"])
        states = fold + check + bet
        outcomes = [Outcome("fold", int(totals[:, FOLD].sum()), Pay(Fraction(-1)), {"title": "Fold"})]
        outcomes += self._played(paytable, totals)
        first, second = self.wager.bets
        average = 1 + Fraction(check + bet, states) * first + Fraction(bet, states) * second
        ev = sum((outcome.net.amount * outcome.count for outcome in outcomes), Fraction(0)) / deals
        if played is None:
            check_expectation(self.wager.id, ev, self._best_expectation(paytable))
        extras = {
            "average_bet": str(average),
            "element_of_risk": str(-ev / average),
            "choices": frequencies({"fold": fold, "play": check + bet, "check": check, "bet": bet}, states),
            "ties": self._ties(paytable, solved),
            "closest": self._closest(paytable, solved),
            "by_hand": self._by_hand(totals.sum(axis=0)),
        }
        warnings = bonus_warnings(self.wager, paytable, self.rows)
        return priced(self.wager, paytable, deals, outcomes, warnings=warnings, extras=extras)

    def _best_expectation(self, paytable: Paytable) -> Fraction:
        """What the choices say that the best play is worth."""
        values, unit = self.first_values(paytable)
        return Fraction(dot(self.rows.weights, values.max(axis=1)), unit * int(self.rows.weights.sum()))

    def _played(self, paytable: Paytable, totals: NDArray[Any]) -> Iterator[Outcome]:
        """Outcomes of the hands that play, by bonus line; without a bonus also those that never happen."""
        lines = (*range(len(self.wager.lines)), NO_LINE)
        for line, (action, name, bets), (row, indices) in product(lines, self._actions(), result_rows(self.wager)):
            count = sum(int(totals[line, action, :, i].sum()) for i in indices)
            if count or not self.wager.lines:
                net = net_results(self.wager, bets)[indices[0]]
                yield _outcome(self.wager, paytable, name, row, line, count, net)

    def _actions(self) -> tuple[tuple[int, str, int], ...]:
        first, second = self.wager.bets
        return ((CHECK, "check", first), (BET, "bet", first + second))

    @cached_property
    def deals_in_state(self) -> int:
        """Second community cards x dealer hands."""
        left = self.game.deck.size - self.wager.player.cards - 1
        return left * comb(left - 1, self.wager.dealer.cards)

    @cached_property
    def deals_in_hand(self) -> int:
        """The same with the first community card to come."""
        return self.deals_in_state * (self.game.deck.size - self.wager.player.cards)

    def _ties(self, paytable: Paytable, solved: dict[str, NDArray[Any]]) -> dict[str, str]:
        values, _ = self.first_values(paytable)
        return {
            "fold or play": str(int(self.rows.weights[choose(values).tied].sum())),
            "check or bet": str(int(solved["second_ties"][0])),
        }

    def _closest(self, paytable: Paytable, solved: dict[str, NDArray[Any]]) -> list[dict[str, Any]]:
        values, unit = self.first_values(paytable)
        rows = solved["nearest_rows"]
        cards = np.array(columns_of(self.game.deck), dtype=np.uint8)[solved["nearest_columns"]]
        states = [
            class_state(self.rows, int(own)) | {"board": card_name(int(card))}
            for own, card in zip(rows, self.rows.beside(rows, cards), strict=True)
        ]
        bonus, denominator = bonus_units(self.wager, paytable, self.rows)
        second = times(self.second_values(solved["nearest_outcomes"]), denominator)
        second = plus(second, times(bonus[rows], self.deals_in_state)[:, None])
        names = [("check", "bet")] * len(states)
        later = closest_decisions(states, names, second, self.deals_in_state * denominator)
        return closest_first(self.rows, values, unit) + later

    def _by_hand(self, totals: NDArray[Any]) -> list[dict[str, str]]:
        """What happened, by the type of the player's final hand."""
        found = []
        for code, (action, name, _), (row, indices) in product(
            range(totals.shape[1]), self._actions(), result_rows(self.wager)
        ):
            count = sum(int(totals[action, code, i]) for i in indices)
            if count:
                found.append({"hand": type_of_code(code), "name": f"{name}/{row}", "count": str(count)})
        return found


def _first_row(rows: LineHands, wanted: NDArray[np.bool_]) -> NDArray[np.intp]:
    """[class]: its first row that is wanted, or its first one."""
    first = np.searchsorted(rows.classes, np.arange(len(rows.hands)))
    chosen = np.flatnonzero(wanted)[::-1]
    first[rows.classes[chosen]] = chosen
    return first


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
    return _first_choices(streets, outcomes, hands, bonus)


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


def _first_choices(streets: TwoStreets, outcomes: NDArray[Any], hands: Hands, bonus: Fraction) -> list[HandChoice]:
    """Playing means to go on as well as can be after each first community card."""
    values = streets.second_values(outcomes)
    best = choose(values).value
    states = PlayStates(streets.showdown, hands, outcomes[:, None, :])
    cards = states.first_cards[:, 0].astype(np.int64)
    unit = states.deals * int(cards.sum())
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
