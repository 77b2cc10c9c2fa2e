"""Ante and Play: fold or bet, against a dealer who must qualify.

Counting (showdown, play_states) says for every state how often the player wins, ties and loses against dealers that
qualify and that do not. Here a state gets its best choice, and what became of all deals is added up and priced.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards import FIRST_JOKER, card_name, hand_name
from analyzer.choices import HandChoice, Question
from analyzer.decisions import NO_WORSE, choose, closest_decisions, frequencies, nearest_states, scaled
from analyzer.game import Game, Pay, Paytable, PlayWager
from analyzer.kernels import lines as lines_kernel
from analyzer.play_states import PlayStates, all_hands, columns_of, count_states, tally_states
from analyzer.pricing import Outcome
from analyzer.ranking import read_value, strength_floor, type_of_code
from analyzer.results import WagerResult, priced
from analyzer.run import Run
from analyzer.showdown import Hands, Showdown, hand_outcomes, hands_of
from analyzer.store import Chunks
from analyzer.suits import rename_suits, renaming_to
from analyzer.vocabulary import line_records

RESULTS = ("win", "tie", "lose")
# The six outcomes that are counted: against a dealer who qualifies, then against one who does not.
DEALERS = ("qualifies", "does-not-qualify")
FOLD, CHECK, BET = 0, 1, 2


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
    if wager.community is None:
        street = OneStreet(game, wager, run)
        return [street.result(paytable) for paytable in paytables]
    return [TwoStreets(game, wager, run).result(paytable) for paytable in paytables]


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
    def bonus_lines(self) -> NDArray[np.int64]:
        """[class]: the bonus line of the hand, or -1."""
        return line_of_each(self.hands, self.game, self.wager)

    def values(self, paytable: Paytable) -> tuple[NDArray[np.int64], int]:
        """[class, (fold, play)] expected net results, and the unit that they are in."""
        pays = [*(pay.amount for pay in paytable.pays), Fraction(0)]
        bonus, denominator = scaled(pays, self.deals_against * 1000)
        net = np.array(net_results(self.wager, self.wager.bets[0]), dtype=np.int64)
        played = self.outcomes @ net * denominator + bonus[self.bonus_lines] * self.deals_against
        folded = np.full_like(played, -self.deals_against * denominator)
        return np.stack([folded, played], axis=1), self.deals_against * denominator

    def result(self, paytable: Paytable, chosen: NDArray[np.bool_] | None = None) -> WagerResult:
        """What becomes of all deals when the hands that should are played, or those given."""
        values, unit = self.values(paytable)
        choice = choose(values)
        weights = self.hands.weights.astype(np.int64)
        plays = choice.best == 1 if chosen is None else chosen
        hands_played, hands_all = int(weights[plays].sum()), int(weights.sum())
        deals = hands_all * self.deals_against
        outcomes = [
            Outcome("fold", (hands_all - hands_played) * self.deals_against, Pay(Fraction(-1)), {"title": "Fold"})
        ]
        outcomes += self._played(paytable, weights * plays)
        played = Fraction(hands_played, hands_all)
        average = 1 + played * self.wager.bets[0]
        ev = Fraction(int((np.where(plays, values[:, 1], values[:, 0]) * weights).sum()), unit * hands_all)
        extras = {
            "average_bet": str(average),
            "element_of_risk": str(-ev / average),
            "choices": frequencies({"fold": hands_all - hands_played, "play": hands_played}, hands_all),
            "ties": {"fold or play": str(int(weights[choice.tied].sum()))},
            "strategy": self._strategy(plays),
            "closest": closest_first(self.hands, values, unit),
            "by_hand": self._by_hand(weights, plays),
        }
        return priced(self.wager, paytable, deals, outcomes, extras=extras)

    def _played(self, paytable: Paytable, weights: NDArray[np.int64]) -> list[Outcome]:
        """Outcomes of the hands that play, by bonus line."""
        net = net_results(self.wager, self.wager.bets[0])
        found = []
        for line in (*range(len(paytable.pays)), -1):
            chosen = self.bonus_lines == line
            counts = (self.outcomes[chosen] * weights[chosen][:, None]).sum(axis=0)
            bonus = paytable.pays[line].amount if line >= 0 else Fraction(0)
            suffix = f"/{self.wager.lines[line].id}" if line >= 0 else ""
            title = f", {self.wager.lines[line].name.lower()}" if line >= 0 else ""
            for name, indices in self._rows():
                count = sum(int(counts[i]) for i in indices)
                if count:
                    details = {"title": f"Play, {name.replace('/', ', ').replace('-', ' ')}{title}"}
                    outcomes = Outcome(f"play/{name}{suffix}", count, Pay(net[indices[0]] + bonus), details)
                    found.append(outcomes)
        return found

    def _rows(self) -> list[tuple[str, tuple[int, ...]]]:
        """Names of what can happen after a bet, with the counted outcomes that it joins."""
        return result_rows(self.wager)

    def _by_hand(self, weights: NDArray[np.int64], plays: NDArray[np.bool_]) -> list[dict[str, str]]:
        types = np.array([type_of_code(int(value) >> 21) for value in self._values])
        found = []
        for kind in self.game.ranking.types(self.wager.hand_size):
            for name, chosen in (("fold", ~plays), ("play", plays)):
                of_kind = (types == kind) & chosen
                if name == "fold":
                    count = int(weights[of_kind].sum()) * self.deals_against
                    found.append({"hand": kind, "name": "fold", "count": str(count)})
                    continue
                counts = (self.outcomes[of_kind] * weights[of_kind][:, None]).sum(axis=0)
                for row, indices in self._rows():
                    total = sum(int(counts[i]) for i in indices)
                    found.append({"hand": kind, "name": f"play/{row}", "count": str(total)})
        return [row for row in found if row["count"] != "0"]

    @cached_property
    def _values(self) -> NDArray[np.uint32]:
        return self.hands.values(self.game.ranking, self.wager.hand_size)

    def _strategy(self, plays: NDArray[np.bool_]) -> dict[str, Any]:
        """The lowest hand that plays, and whether every hand above it does."""
        strengths = self._values >> 1
        if not plays.any():
            return {"plays": "no hand"}
        lowest = int(strengths[plays].min())
        every = bool(plays[strengths >= lowest].all())
        return {"lowest_hand_played": str(read_value(lowest << 1 | 1)), "every_better_hand_plays": every}


def class_state(hands: Hands, place: int) -> dict[str, str]:
    """A class of hands for people: one of its hands, and how many it has."""
    return {"hand": hand_name(int(card) for card in hands.class_cards[place]), "hands": str(int(hands.weights[place]))}


def closest_first(hands: Hands, values: NDArray[np.int64], unit: int) -> list[dict[str, Any]]:
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


def line_of_each(hands: Hands, game: Game, wager: PlayWager) -> NDArray[np.int64]:
    """The first bonus line that each class of hands satisfies, -1 for none."""
    if not wager.lines:
        return np.full(len(hands), -1, dtype=np.int64)
    records = line_records([line.test for line in wager.lines])
    sets = lines_kernel.line_sets_of_cards(
        hands.class_cards, records, True, wager.hand_size, *game.ranking.kernel_arguments
    )
    first: NDArray[np.int64] = np.full(len(hands), -1, dtype=np.int64)
    for line in reversed(range(len(wager.lines))):
        first[(sets >> np.uint64(line) & np.uint64(1)).astype(bool)] = line
    return first


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

    def second_values(self, outcomes: NDArray[Any]) -> NDArray[np.int64]:
        """[..., (check, bet)] for outcomes [..., 6]: sums of net results, the bets made included."""
        first, second = self.wager.bets
        nets = np.array([net_results(self.wager, first), net_results(self.wager, first + second)], dtype=np.int64)
        return outcomes.astype(np.int64) @ nets.T

    def solved(self, played: NDArray[np.uint8] | None = None) -> dict[str, NDArray[Any]]:
        """The best decisions, or the actions given ([column, class]), and what became of all deals with them.

        It is kept, because nothing that is paid can change it.
        """
        rules = self._rules | {"bets": self.wager.bets, "unqualified": self.wager.unqualified}
        if played is not None:
            rules["played"] = hashlib.sha256(played.tobytes()).hexdigest()
        # States and tallies need the same sweeps over the boards: they are pieces of this count.
        sweeps = self.run.store.chunks("two-streets-solved", rules)
        return self.run.store.arrays("two-streets-solved", rules, lambda: self._solve(played, sweeps))

    def _solve(self, played: NDArray[np.uint8] | None, sweeps: Chunks) -> dict[str, NDArray[Any]]:
        states = self.states if "states" in vars(self) else self._states(sweeps)
        columns, classes, _ = states.outcomes.shape
        best = np.empty((columns, classes), dtype=np.uint8)
        tied = np.empty((columns, classes), dtype=bool)
        margins = np.empty((columns, classes), dtype=np.int64)
        first_cards = states.first_cards.astype(np.int64)
        play = np.zeros(classes, dtype=np.int64)
        for column in range(columns):
            values = self.second_values(states.outcomes[column])
            choice = choose(values)
            best[column], tied[column], margins[column] = choice.best, choice.tied, choice.margin
            play += first_cards[column] * choice.value
        cards_left = self.game.deck.size - self.wager.player.cards
        folded = np.full(classes, -states.deals * cards_left, dtype=np.int64)
        first = choose(np.stack([folded, play], axis=1))
        actions = np.where(first.best[None, :] == 1, best + CHECK, FOLD).astype(np.uint8) if played is None else played
        totals = tally_states(states, actions, self.run, sweeps)
        # Actions that are never taken have counts too.
        totals = np.pad(totals, ((0, BET + 1 - len(totals)), (0, 0), (0, 0)))
        weights = self.hands.weights.astype(np.int64)
        reached = first_cards * (first.best == 1)
        margins[reached == 0] = NO_WORSE
        nearest = nearest_states(margins)
        return {
            "totals": totals,
            "play": play,
            "states_by_action": np.array(
                [int(((first_cards * weights)[actions == action]).sum()) for action in (FOLD, CHECK, BET)],
                dtype=np.int64,
            ),
            "second_ties": np.array([int((reached * tied * weights).sum())], dtype=np.int64),
            "nearest_columns": nearest // classes,
            "nearest_classes": nearest % classes,
            "nearest_outcomes": states.outcomes.reshape(-1, 6)[nearest],
        }

    def result(self, paytable: Paytable, played: NDArray[np.uint8] | None = None) -> WagerResult:
        """What becomes of all deals with the best choices, or with the actions given, [column, class]."""
        solved = self.solved(played)
        totals = solved["totals"].astype(object)  # [action, type code, outcome], Python integers
        deals = int(totals.sum())
        fold, check, bet = (int(count) for count in solved["states_by_action"])
        states = fold + check + bet
        outcomes = [Outcome("fold", int(totals[FOLD].sum()), Pay(Fraction(-1)), {"title": "Fold"})]
        for (action, name, bets), (row, indices) in product(self._actions(), result_rows(self.wager)):
            count = sum(int(totals[action, :, i].sum()) for i in indices)
            details = {"title": f"{name.capitalize()}, {row.replace('/', ', ').replace('-', ' ')}"}
            outcomes.append(
                Outcome(f"{name}/{row}", count, Pay(Fraction(net_results(self.wager, bets)[indices[0]])), details)
            )
        first, second = self.wager.bets
        average = 1 + Fraction(check + bet, states) * first + Fraction(bet, states) * second
        ev = sum((outcome.net.amount * outcome.count for outcome in outcomes), Fraction(0)) / deals
        extras = {
            "average_bet": str(average),
            "element_of_risk": str(-ev / average),
            "choices": frequencies({"fold": fold, "play": check + bet, "check": check, "bet": bet}, states),
            "ties": self._ties(solved),
            "closest": self._closest(solved),
            "by_hand": self._by_hand(totals),
        }
        return priced(self.wager, paytable, deals, outcomes, extras=extras)

    def _actions(self) -> tuple[tuple[int, str, int], ...]:
        first, second = self.wager.bets
        return ((CHECK, "check", first), (BET, "bet", first + second))

    def _first_values(self, play: NDArray[np.int64]) -> tuple[NDArray[np.int64], int]:
        """[class, (fold, play)] and the unit."""
        unit = self._deals_in_state * (self.game.deck.size - self.wager.player.cards)
        return np.stack([np.full_like(play, -unit), play], axis=1), unit

    @cached_property
    def _deals_in_state(self) -> int:
        left = self.game.deck.size - self.wager.player.cards - 1
        return left * comb(left - 1, self.wager.dealer.cards)

    def _ties(self, solved: dict[str, NDArray[Any]]) -> dict[str, str]:
        values, _ = self._first_values(solved["play"])
        weights = self.hands.weights.astype(np.int64)
        return {
            "fold or play": str(int(weights[choose(values).tied].sum())),
            "check or bet": str(int(solved["second_ties"][0])),
        }

    def _closest(self, solved: dict[str, NDArray[Any]]) -> list[dict[str, Any]]:
        values, unit = self._first_values(solved["play"])
        cards = columns_of(self.game.deck)
        columns, classes = solved["nearest_columns"], solved["nearest_classes"]
        states = [
            class_state(self.hands, int(own)) | {"board": card_name(cards[int(column)])}
            for own, column in zip(classes, columns, strict=True)
        ]
        second = self.second_values(solved["nearest_outcomes"])
        names = [("check", "bet")] * len(states)
        return closest_first(self.hands, values, unit) + closest_decisions(states, names, second, self._deals_in_state)

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


# --- one hand --------------------------------------------------------------------------------------------------------


def play_choices(question: Question, wager: PlayWager) -> list[HandChoice]:
    """Fold or play; with a community card seen, check or bet."""
    if wager.community is None:
        return _one_street_choices(question, wager)
    streets = TwoStreets(question.game, wager, question.run)
    outcomes, hands = streets.of_one_hand(question.cards)
    if question.board:
        column = columns_of(question.game.deck).index(_renamed_board(question, hands))
        return _second_choices(streets, outcomes[column])
    return _first_choices(streets, outcomes, hands)


def _named_counts(wager: PlayWager, outcomes: NDArray[Any]) -> dict[str, int]:
    return {row: sum(int(outcomes[i]) for i in indices) for row, indices in result_rows(wager)}


def _one_street_choices(question: Question, wager: PlayWager) -> list[HandChoice]:
    street = OneStreet(question.game, wager, question.run)
    values, unit = street.values(question.paytable)
    place = street.hands.index(question.cards)
    fold, play = (Fraction(int(value), unit) for value in values[place])
    return [HandChoice("fold", fold), HandChoice("play", play, _named_counts(wager, street.outcomes[place]))]


def _second_choices(streets: TwoStreets, outcomes: NDArray[Any]) -> list[HandChoice]:
    values = streets.second_values(outcomes)
    deals = int(outcomes.sum())
    counts = _named_counts(streets.wager, outcomes)
    return [
        HandChoice(name, Fraction(int(value), deals), counts)
        for name, value in zip(("check", "bet"), values, strict=True)
    ]


def _first_choices(streets: TwoStreets, outcomes: NDArray[Any], hands: Hands) -> list[HandChoice]:
    """Playing means to go on as well as can be after each first community card."""
    values = streets.second_values(outcomes)
    best = choose(values).value
    states = PlayStates(streets.showdown, hands, outcomes[:, None, :])
    times = states.first_cards[:, 0].astype(np.int64)
    unit = states.deals * int(times.sum())
    bets = int(times[values[:, 1] > values[:, 0]].sum())
    notes = {"then_bets": str(Fraction(bets, int(times.sum())))}
    return [
        HandChoice("fold", Fraction(-1)),
        HandChoice("play", Fraction(int((best * times).sum()), unit), notes=notes),
    ]


def _renamed_board(question: Question, hands: Hands) -> int:
    """The community card after the renaming of suits that takes the hand to its class's own hand."""
    (card,) = question.board
    if card >= FIRST_JOKER:
        return FIRST_JOKER
    renaming = renaming_to(question.game.deck, question.cards, hands.class_cards[hands.index(question.cards)].tolist())
    return rename_suits([card], renaming)[0]
