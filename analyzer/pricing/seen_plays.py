"""Two decisions over community cards, where the player sees one card that he should not: named, priced and played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import FIRST_JOKER
from analyzer.cards.suits import rename_suits, renaming_to
from analyzer.engines.decide import check_expectation
from analyzer.engines.duel.ante_bonus import NO_LINE, bonus_of, bonus_units
from analyzer.engines.duel.hands import Hands, hands_of
from analyzer.engines.duel.one_street import net_results
from analyzer.engines.duel.play_states import columns_of
from analyzer.engines.duel.seen_streets import BET, CHECK, JOKER, SeenStreets
from analyzer.engines.paid_lines import paid_line
from analyzer.errors import SelectionError
from analyzer.game.model import Game, Paytable
from analyzer.game.pay import Pay
from analyzer.game.plain import wager_digest
from analyzer.game.wagers.play import SeenPlayWager
from analyzer.pricing.choices import HandChoice, Question
from analyzer.pricing.details import AverageBet, DecisionDetails, SeenCard
from analyzer.pricing.moments import Outcome
from analyzer.pricing.played import Dealt, Played, Way
from analyzer.pricing.plays import play_outcome, result_rows
from analyzer.pricing.results import WagerResult, priced
from analyzer.pricing.seen_cards import seen_cards
from analyzer.pricing.solvers import Solvers
from analyzer.run.jobs import Run
from analyzer.run.store import kept_json

ACTIONS = ((CHECK, "check"), (BET, "bet"))


@dataclass(frozen=True)
class Solved:
    """The best play as the store keeps it: folds, outcomes by set of bonus lines and by check and bet; ties, worth."""

    expectation: Fraction
    folds: int
    sets: Sequence[Sequence[int]]
    outcomes: Sequence[Sequence[Sequence[int]]]
    ties: Sequence[int]
    worth: Sequence[SeenCard]

    @property
    def deals(self) -> int:
        return self.folds + sum(sum(map(sum, of_line)) for of_line in self.outcomes)

    def share(self, action: int) -> Fraction:
        """How often a check or a bet is made."""
        return Fraction(sum(sum(of_line[action]) for of_line in self.outcomes), self.deals)

    @property
    def choices(self) -> dict[str, Fraction]:
        check, bet = self.share(CHECK), self.share(BET)
        return {"fold": Fraction(self.folds, self.deals), "play": check + bet, "check": check, "bet": bet}

    def document(self) -> dict[str, Any]:
        cards = [[card.rank, card.suited, str(card.share), str(card.ev)] for card in self.worth]
        return {**vars(self), "expectation": str(self.expectation), "worth": cards}

    @classmethod
    def read(cls, document: Mapping[str, Any]) -> Solved:
        cards = [SeenCard(rank, suited, Fraction(share), Fraction(ev)) for rank, suited, share, ev in document["worth"]]
        return cls(**{**document, "expectation": Fraction(document["expectation"]), "worth": cards})


def streets_of(game: Game, wager: SeenPlayWager, run: Run) -> SeenStreets:
    return SeenStreets(game, wager.play, wager.shown, wager.stage, run)


class SeenPlaySolver:
    """One wager of one game; what was worked out before is in the store."""

    def __init__(self, game: Game, wager: SeenPlayWager, run: Run) -> None:
        self.game, self.wager, self.run = game, wager, run

    @cached_property
    def streets(self) -> SeenStreets:
        return streets_of(self.game, self.wager, self.run)

    def solved(self, paytable: Paytable) -> Solved:
        named = {"wager": wager_digest(self.game, self.wager), "pays": [str(pay) for pay in paytable.pays]}
        return Solved.read(kept_json(self.run.store, "seen-streets", named, lambda: self._solve(paytable).document()))

    def _solve(self, paytable: Paytable) -> Solved:
        streets = self.streets
        ends = streets.ends(paytable)
        worth = seen_cards(ends.worth.means(streets.deals_of_first * ends.denominator))
        ties = (ends.first_ties, ends.second_ties)
        return Solved(streets.expectation(ends), ends.folds, streets.line_sets, ends.outcomes, ties, worth)


def analyze_seen_play(solvers: Solvers, wager: SeenPlayWager, paytables: Sequence[Paytable]) -> list[WagerResult]:
    solver = SeenPlaySolver(solvers.game, wager, solvers.run)
    return [_result(wager, paytable, solver.solved(paytable)) for paytable in paytables]


def _result(wager: SeenPlayWager, paytable: Paytable, solved: Solved) -> WagerResult:
    first, second = wager.play.bets
    average = 1 + solved.choices["play"] * first + solved.choices["bet"] * second
    result = priced(
        wager,
        paytable,
        solved.deals,
        _outcomes(wager, paytable, solved),
        details=DecisionDetails(
            bet=AverageBet(average, -solved.expectation / average),
            choices=solved.choices,
            ties=dict(zip(("fold or play", "check or bet"), solved.ties, strict=True)),
            closest=[],
            by_hand=[],
            seen_cards=solved.worth,
        ),
    )
    check_expectation(wager.id, result.ev, solved.expectation)
    return result


def _outcomes(wager: SeenPlayWager, paytable: Paytable, solved: Solved) -> list[Outcome]:
    """Folds, then what became of checks and bets, by bonus line."""
    plain = wager.play
    first, second = plain.bets
    outcomes = [Outcome("fold", solved.folds, Pay(Fraction(-1)), {"title": "Fold"})]
    paid = [paid_line(tuple(lines), paytable, plain.overlap) for lines in solved.sets]
    for line, (action, name) in product((*range(len(plain.lines)), NO_LINE), ACTIONS):
        nets = net_results(plain, first + (second if action == BET else 0))
        of_line = [by_action[action] for own, by_action in zip(paid, solved.outcomes, strict=True) if own == line]
        for row, indices in result_rows(plain):
            count = sum(counts[place] for counts in of_line for place in indices)
            if count or not plain.lines:
                outcomes.append(play_outcome(plain, paytable, name, row, line, count, nets[indices[0]]))
    return outcomes


def play_terms(wager: SeenPlayWager, solved: Solved) -> tuple[Fraction, list[tuple[tuple[int, ...], int]]]:
    """The sum of all net results without the bonus, and the deals in which each set of lines pays one."""
    first, second = wager.play.bets
    constant = -solved.folds
    factors: list[tuple[tuple[int, ...], int]] = []
    for lines, by_action in zip(solved.sets, solved.outcomes, strict=True):
        for action, _ in ACTIONS:
            nets = net_results(wager.play, first + (second if action == BET else 0))
            constant += sum(count * net for count, net in zip(by_action[action], nets, strict=True))
        if lines:
            factors.append((tuple(lines), sum(map(sum, by_action))))
    return Fraction(constant), factors


# --- one hand --------------------------------------------------------------------------------------------------------


def seen_play_choices(question: Question, wager: SeenPlayWager) -> list[HandChoice]:
    """Fold or play at the first decision, with the card that is seen there."""
    if question.board or len(question.sees) != (wager.stage == 1):
        cards = " and the card that is seen" if wager.stage == 1 else ""
        raise SelectionError(f"{wager.id} is asked about at its first decision: with the player's own cards{cards}")
    streets = streets_of(question.game, wager, question.run)
    hands = hands_of(question.game.deck, wager.play.player.cards, [question.cards])
    states = streets.first_states(hands)
    place = hands.index(question.cards)
    bonus = bonus_of(question.game, wager.play, question.paytable, question.cards)
    here = states.classes == place
    if wager.stage == 1:
        here &= states.columns == _column(question.game, hands, question.cards, question.sees[0])
    (row,) = np.flatnonzero(here)
    value = Fraction(int(states.values[row]), states.deals) + bonus
    return [HandChoice("fold", Fraction(-1)), HandChoice("play", value)]


def _column(game: Game, hands: Hands, cards: Sequence[int], seen: int) -> int:
    """The column of a card after the renaming of suits that takes the hand to its class's own hand."""
    if seen < FIRST_JOKER:
        renaming = renaming_to(game.deck, cards, hands.class_cards[hands.index(cards)].tolist())
        (seen,) = rename_suits([seen], renaming)
    return columns_of(game.deck).index(seen)


# --- dealt rounds ----------------------------------------------------------------------------------------------------


class PlayedSeenPlay:
    """`PlayedWager` of such a game."""

    def __init__(self, game: Game, wager: SeenPlayWager, run: Run) -> None:
        self.game, self.wager = game, wager
        self.solver = SeenPlaySolver(game, wager, run)

    def expectation(self, paytable: Paytable) -> Fraction:
        return self.solver.solved(paytable).expectation

    def held(self, played: Paytable, paid: Paytable) -> Fraction:
        solved = self.solver.solved(played)
        outcomes = _outcomes(self.wager, paid, solved)
        return sum((outcome.count * outcome.net.amount for outcome in outcomes), Fraction(0)) / solved.deals

    def player(self, paytable: Paytable) -> SeenPlayPlayer:
        if self.wager.shown == "second":
            raise SelectionError(
                f"{self.game.id}: a second community card that is seen early is counted, but not played with dealt "
                "cards; simulate with another card seen"
            )
        return SeenPlayPlayer(self.game, self.wager, self.solver.streets, paytable)


@dataclass(frozen=True, eq=False)
class SeenPlayPlayer:
    """`Player` of such a game: every state is decided once, and dealt cards are looked up."""

    game: Game
    wager: SeenPlayWager
    streets: SeenStreets
    paytable: Paytable

    @property
    def ways(self) -> tuple[Way, ...]:
        return (((0, "fold"),), ((0, "play"), (1, "check")), ((0, "play"), (1, "bet")))

    @cached_property
    def _decisions(self) -> tuple[NDArray[np.bool_], Mapping[int, NDArray[np.uint8]]]:
        """[row, column] whether to play, and by rank of the first card [class, suit, column] whether to bet."""
        streets, columns = self.streets, len(columns_of(self.game.deck))
        bets: dict[int, NDArray[np.uint8]] = {}

        def keep(rank: int, of_rank: NDArray[np.uint8]) -> None:
            bets[rank] = np.packbits(of_rank, axis=-1)

        states = streets.first_states(streets.hands, keep)
        bonus, unit = bonus_units(self.wager.play, self.paytable, streets.rows)
        plays = np.zeros((len(streets.rows), columns), dtype=np.bool_)
        for part in streets.rows.parts():
            row_of = np.full(len(streets.hands), -1, dtype=np.intp)
            row_of[streets.rows.classes[part]] = part
            some = states.of(np.flatnonzero(row_of[states.classes] >= 0))
            rows = row_of[some.classes]
            value, fold = streets.plays(some, bonus[rows], unit)
            plays[rows, some.columns] = value > fold
        return plays, bets

    def play(self, dealt: Dealt) -> Played:
        own = np.sort(dealt[self.wager.play.player.name], axis=1)
        first, seen = dealt[self.wager.first.name][:, 0], dealt[self.wager.card.name][:, 0]
        plays, bets = self._decisions
        taken = np.empty(len(own), dtype=np.intp)
        for row in range(len(own)):
            taken[row] = self._way(own[row].tolist(), int(first[row]), int(seen[row]), plays, bets)
        return Played(self.ways, taken)

    def _way(
        self,
        own: Sequence[int],
        first: int,
        seen: int,
        plays: NDArray[np.bool_],
        bets: Mapping[int, NDArray[np.uint8]],
    ) -> int:
        hands, deck = self.streets.hands, self.game.deck
        place = hands.index(own)
        renaming = renaming_to(deck, own, hands.class_cards[place].tolist())
        first, seen = (card if card >= FIRST_JOKER else rename_suits([card], renaming)[0] for card in (first, seen))
        column = columns_of(deck).index(seen)
        if not plays[self.streets.rows.index(own), column if self.wager.stage == 1 else 0]:
            return 0
        rank = JOKER if first >= FIRST_JOKER else first >> 2
        suit = 0 if rank == JOKER else deck.suits.index(first & 3)
        bits = bets[rank][place, suit]
        return 2 if bits[column >> 3] >> (7 - (column & 7)) & 1 else 1
