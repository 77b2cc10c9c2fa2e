"""Ante and Play with two decisions: the states, the best choice in each, and what became of all deals.

play_states counts for every state how often the player wins, ties and loses against dealers that qualify and that do
not. Here a state gets its best choice, and the deals are tallied by what was chosen.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial, reduce
from math import comb
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.decide import NO_MARGIN, choose, nearest_states
from analyzer.engines.duel.ante_bonus import first_values, paid_lines
from analyzer.engines.duel.hands import Hands, hands_of
from analyzer.engines.duel.line_hands import LineHands, line_hands, question_of
from analyzer.engines.duel.one_street import net_results, rules_of, showdown_of
from analyzer.engines.duel.play_states import Part, PlayStates, all_hands, count_states, tally_parts
from analyzer.engines.duel.showdown import OUTCOMES, Showdown
from analyzer.engines.long_counts import showdowns_are_long
from analyzer.game.model import Game, Paytable
from analyzer.game.wagers.play import PlayWager
from analyzer.integers import Integers, dot, magnitude, matrix_product, plus, times
from analyzer.kernels import showdown_states
from analyzer.run.jobs import Run
from analyzer.run.memory import available
from analyzer.run.store import Chunks, HeldChunks
from analyzer.run.threads import in_threads

T = TypeVar("T")

# What the sweeps over all boards of a deck with a joker take.
HELD_BYTES = 768 << 20
PLENTY = 4

FOLD, CHECK, BET = ACTIONS = 0, 1, 2


class SecondChoices(NamedTuple):
    """In each state: the better choice (0 check, 1 bet), its value, whether both are equal, and how much less the other
    is worth (NO_MARGIN if it is not)."""

    best: NDArray[np.uint8]
    value: Integers
    tied: NDArray[np.bool_]
    margin: Integers


class _Decided(NamedTuple):
    """The decisions about one column: how many states with each action, and how many that are played could do either;
    the states where they are nearest, and by how much."""

    by_action: list[int]
    ties: int
    nearest: NDArray[np.intp]
    margins: Integers


class _StatesOnce:
    """The states of all hands: counted for whoever asks first, and held for all who ask later."""

    def __init__(self, count: Callable[[Chunks], PlayStates]) -> None:
        self._count = count
        self._held: PlayStates | None = None

    def kept_with(self, sweeps: Chunks) -> PlayStates:
        """The states; the sweeps over the boards, if they are needed, are kept there."""
        if self._held is None:
            self._held = self._count(sweeps)
        return self._held


@dataclass(frozen=True)
class TwoStreets:
    """Fold or bet on the player's own cards; then, after the first of two community cards, check or bet."""

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

    @property
    def states(self) -> PlayStates:
        """Every hand with every first community card; counted once and kept."""
        return self._states.kept_with(self.run.store.chunks("two-streets", self._rules))

    @property
    def _states_to_tally(self) -> PlayStates:
        """The same; if they have to be counted, their sweeps are kept for the tally that follows."""
        return self._states.kept_with(self._sweeps)

    @cached_property
    def _states(self) -> _StatesOnce:
        return _StatesOnce(self._count_states)

    @cached_property
    def _rules(self) -> dict[str, Any]:
        return rules_of(self.wager, self.showdown)

    @property
    def _is_long(self) -> bool:
        return showdowns_are_long(self.game.deck, self.wager.player.cards)

    def _count_states(self, sweeps: Chunks) -> PlayStates:
        counted = self.run.store.arrays(
            "two-streets",
            self._rules,
            lambda: {"outcomes": count_states(self.showdown, run=self.run, kept=sweeps).outcomes},
            long=self._is_long,
        )
        return PlayStates(self.showdown, self.hands, counted["outcomes"])  # type: ignore[arg-type]  # the dtype is ours

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
        return matrix_product(outcomes, self._nets.T)

    @cached_property
    def _nets(self) -> NDArray[np.int64]:
        """[(check, bet), outcome]."""
        first, second = self.wager.bets
        return np.array([net_results(self.wager, first), net_results(self.wager, first + second)], dtype=np.int64)

    def _second_choices(self, outcomes: NDArray[np.uint32]) -> SecondChoices:
        """Check or bet in the states of one column."""
        if len(OUTCOMES) * magnitude(self._nets) * self.deals_in_state < 1 << 62:
            best, value, tied, margin = showdown_states.choose_of_two(outcomes, self._nets)
            margin[tied] = NO_MARGIN
            return SecondChoices(best, value, tied, margin)
        choice = choose(self.second_values(outcomes))
        return SecondChoices(choice.best.astype(np.uint8), choice.value, choice.tied, choice.margin)

    @cached_property
    def play(self) -> Integers:
        """[class]: the sum of net results of playing as well as can be, without a bonus; kept, as no pay changes it."""
        return self.run.store.arrays("two-streets-play", self._decided_rules, self._count_play)["play"]

    @cached_property
    def _decided_rules(self) -> dict[str, Any]:
        return self._rules | {"bets": self.wager.bets, "unqualified": self.wager.unqualified}

    @cached_property
    def _sweeps(self) -> Chunks:
        """States and tallies need the same sweeps over the boards: they are pieces of the solution.

        They are held in memory where there is plenty. What a cluster sends is written as it comes.
        """
        pieces = self.run.store.chunks("two-streets-solved", self._decided_rules)
        holds = self.run.cluster is None and available() > PLENTY * HELD_BYTES
        return HeldChunks(pieces, HELD_BYTES) if holds else pieces

    def _count_play(self) -> dict[str, NDArray[Any]]:
        states = self._states_to_tally

        def of_column(column: int) -> Integers:
            return times(self._second_choices(states.outcomes[column]).value, states.first_cards[column])

        return {"play": reduce(plus, in_threads(self.run.jobs, _for_each(states, of_column)))}

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
        arrays = [plays, lines, self.rows.classes, self.rows.weights] + ([] if played is None else [played])
        digests = [hashlib.sha256(np.ascontiguousarray(array).data).hexdigest() for array in arrays]
        rules = self._decided_rules | {"decided": digests, "lines": len(self.wager.lines)}
        solve = partial(self._solve, plays, lines, played)
        solved = self.run.store.arrays("two-streets-solved", rules, solve, long=self._is_long)
        self._sweeps.forget()
        return solved

    def _solve(
        self, plays: NDArray[np.bool_], lines: NDArray[np.int64], played: NDArray[np.uint8] | None
    ) -> dict[str, NDArray[Any]]:
        states, rows = self._states_to_tally, self.rows
        columns, classes, _ = states.outcomes.shape
        playing = np.bincount(rows.classes, rows.weights * plays, classes).astype(np.int64)  # hands: exact in a float
        actions = np.empty((columns, len(rows.classes)), dtype=np.uint8) if played is None else played

        def decide(column: int) -> _Decided:
            choices, first_cards = self._second_choices(states.outcomes[column]), states.first_cards[column]
            if played is None:
                actions[column] = (choices.best[rows.classes] + np.uint8(CHECK)) * plays
            margins = np.where((first_cards == 0) | (playing == 0), NO_MARGIN, choices.margin)
            of_states = first_cards[rows.classes] * rows.weights
            by_action = [int(of_states[actions[column] == action].sum(dtype=np.int64)) for action in ACTIONS]
            nearest = nearest_states(margins)
            ties = int((first_cards * playing)[choices.tied].sum())
            return _Decided(by_action, ties, nearest + column * classes, margins[nearest])

        decided = in_threads(self.run.jobs, _for_each(states, decide))
        # Few of each column, and these in the order of all states.
        near = np.concatenate([column.nearest for column in decided])
        nearest = near[nearest_states(np.concatenate([column.margins for column in decided]))]
        return {
            "totals": self._tally(states, actions, lines),
            "states_by_action": np.array([column.by_action for column in decided]).sum(axis=0),
            "second_ties": np.array([sum(column.ties for column in decided)], dtype=np.int64),
            "nearest_columns": nearest // classes,
            "nearest_rows": _first_row(rows, plays)[nearest % classes],
            "nearest_outcomes": states.outcomes.reshape(-1, 6)[nearest],
        }

    def _tally(self, states: PlayStates, played: NDArray[np.uint8], lines: NDArray[np.int64]) -> NDArray[np.uint64]:
        """[line paid (the last one: none), action, type of the final hand, outcome]: actions never taken too."""
        number = len(self.wager.lines) + 1
        codes = played + (len(ACTIONS) * (lines % number)).astype(np.uint8)  # at most 33 lines x 3 actions
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

    def best_expectation(self, paytable: Paytable) -> Fraction:
        """What the choices say that the best play is worth."""
        values, unit = self.first_values(paytable)
        return Fraction(dot(self.rows.weights, values.max(axis=1)), unit * int(self.rows.weights.sum()))

    @cached_property
    def deals_in_state(self) -> int:
        """Second community cards x dealer hands."""
        left = self.game.deck.size - self.wager.player.cards - 1
        return left * comb(left - 1, self.wager.dealer.cards)

    @cached_property
    def deals_in_hand(self) -> int:
        """The same with the first community card to come."""
        return self.deals_in_state * (self.game.deck.size - self.wager.player.cards)


def _for_each(states: PlayStates, work: Callable[[int], T]) -> list[Callable[[], T]]:
    """Calls of the work for every column."""
    _ = states.first_cards  # before threads ask for them
    return [partial(work, column) for column in range(len(states.outcomes))]


def _first_row(rows: LineHands, wanted: NDArray[np.bool_]) -> NDArray[np.intp]:
    """[class]: its first row that is wanted, or its first one."""
    first = np.searchsorted(rows.classes, np.arange(len(rows.hands)))
    chosen = np.flatnonzero(wanted)[::-1]
    first[rows.classes[chosen]] = chosen
    return first
