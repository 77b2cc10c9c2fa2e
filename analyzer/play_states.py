"""States of a game with two community cards: a player's hand and the first of them.

A board is counted once for both orders of its cards. States hold how often each outcome happens over all second
cards and all dealer hands; what is best to do in a state is for the caller to say, who may then ask what
became of each choice.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property, partial
from math import comb, factorial
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards import Deck
from analyzer.errors import CountError, TooLargeError
from analyzer.kernels import showdown_states
from analyzer.showdown import (
    OUTCOMES,
    Board,
    Codes,
    Hands,
    Showdown,
    board_classes,
    counts_on,
    deals_against,
    differences,
    questions_of,
)
from analyzer.threads import in_threads

BOARD_CARDS = 2
# Types of hands: a strength shifted right by 20 bits.
TYPES = 32

Progress = Callable[[], None]


def _no_progress() -> None:
    """Nobody watches."""


def columns_of(deck: Deck) -> tuple[int, ...]:
    """The cards that can come first: each natural card, and one joker for all.

    >>> columns_of(Deck(ranks=(3,), suits=(0, 1), jokers=2))
    (12, 13, 52)
    """
    return deck.cards[: deck.size - max(deck.jokers - 1, 0)]


@dataclass(frozen=True, eq=False)
class PlayStates:
    """`outcomes[column, class, outcome]` for each first community card (columns_of) and class of hands.

    Counts are over all second community cards and all dealer hands; they are 0 where the hand holds the card.
    """

    showdown: Showdown
    hands: Hands
    outcomes: NDArray[np.uint32]

    @property
    def deals(self) -> int:
        """What the outcomes of each state add up to."""
        return _deals_in_a_state(self.showdown)

    @cached_property
    def first_cards(self) -> NDArray[np.uint8]:
        """[column, class]: how many first cards a state stands for; 0 where the hand holds the card."""
        return (self.outcomes.any(axis=2) * _cards_of_columns(self.hands)).astype(np.uint8)


def _cards_of_columns(hands: Hands) -> NDArray[np.uint8]:
    """How many cards a column stands for: one, or the jokers that a hand leaves."""
    deck = hands.deck
    cards = np.ones((len(columns_of(deck)), len(hands)), dtype=np.uint8)
    if deck.jokers:
        cards[-1] = deck.jokers - hands.jokers[hands.class_patterns]
    return cards


def _deals_in_a_state(showdown: Showdown) -> int:
    left = showdown.deck.size - showdown.cards - 1
    return left * deals_against(showdown, showdown.cards + BOARD_CARDS)


@dataclass(frozen=True, eq=False)
class _BoardWork:
    """What the kernels need to know to add one board to the states."""

    showdown: Showdown
    hands: Hands
    board: Board

    def counts(self) -> tuple[Codes, NDArray[np.int32]]:
        return counts_on(self.showdown, self.hands, self.board)

    @property
    def cards(self) -> list[tuple[int, int]]:
        """(column, suit) of each card: the column is that of the rank's first suit; a joker has suit -1."""
        ranks, suits = self.hands.deck.ranks, self.hands.suits
        naturals = [
            (place * suits, suit)
            for place, rank in enumerate(ranks)
            for suit, held in enumerate(self.board.sets)
            if held >> rank & 1
        ]
        return naturals + [(len(ranks) * suits, -1)] * self.board.jokers

    def times(self, codes: Codes) -> NDArray[np.uint8]:
        """For how many boards of this board's class a code stands, seen from its class: at most 24.

        Pairs of a hand and a board: boards of the class x hands of the code = hands of the class x times.
        """
        every = self.hands.class_codes
        shapes = np.repeat(np.arange(len(codes.start) - 1), differences(codes.start))
        hands_of_class = every.weights[every.start[shapes] + codes.classes].astype(np.int64)
        boards = factorial(self.hands.suits) // len(self.board.renamings)
        times: NDArray[np.uint8] = (boards * codes.weights.astype(np.int64) // hands_of_class).astype(np.uint8)
        return times

    def arguments(self, codes: Codes) -> tuple[Any, ...]:
        """The last arguments of add_board and tally_board."""
        columns, suits = np.array(self.cards, dtype=np.int32).T
        jokers = [comb(max(self.hands.deck.jokers - held, 0), self.board.jokers) for held in range(3)]
        hands = self.hands
        return (
            np.ascontiguousarray(columns), np.ascontiguousarray(suits), np.array(jokers, dtype=np.uint32),
            hands.jokers, hands.shapes, hands.class_start, codes.start, codes.classes, codes.suit_to, self.times(codes),
        )  # fmt: skip


def count_states(showdown: Showdown, hands: Hands, jobs: int = 2, progress: Progress = _no_progress) -> PlayStates:
    """Count every state of the hands, board by board; `progress` is called after each of board_classes."""
    deals = _deals_in_a_state(showdown)
    if hands.suits * deals >= 1 << 32:
        raise TooLargeError(f"{deals} deals in a state: counters hold {1 << 32} divided by the number of suits")
    questions_of(showdown, hands, BOARD_CARDS)  # before threads ask for them
    columns = columns_of(showdown.deck)
    outcomes = np.zeros((len(columns), len(hands), len(OUTCOMES)), dtype=np.uint32)
    # Boards that share a rank add to the same columns.
    locks = [Lock() for _ in columns]

    def add(board: Board) -> None:
        work = _BoardWork(showdown, hands, board)
        codes, counts = work.counts()
        arguments = work.arguments(codes)
        against = deals_against(showdown, showdown.cards + BOARD_CARDS)
        with ExitStack() as held:
            for column in sorted({column for column, _ in work.cards}):
                held.enter_context(locks[column])
            good = showdown_states.add_board(outcomes, counts, showdown.weak_below, against, *arguments)
        if not good:
            raise CountError(f"impossible counts on {board}")
        progress()

    in_threads(jobs, [partial(add, board) for board in board_classes(showdown.deck, BOARD_CARDS)])
    jokers = np.ascontiguousarray(hands.jokers[hands.class_patterns])
    if not showdown_states.spread_states(
        outcomes, hands.codes_of_classes, jokers, hands.suits, len(showdown.deck.ranks), showdown.deck.jokers, deals
    ):
        raise CountError(f"a state does not add up to {deals} deals")
    return PlayStates(showdown, hands, outcomes)


def tally_states(
    states: PlayStates, actions: NDArray[np.uint8], jobs: int = 2, progress: Progress = _no_progress
) -> NDArray[np.uint64]:
    """What became of each choice: [action, type of the player's hand, outcome] over all deals in order.

    `actions[column, class]` is the choice made in each state. The total is the number of hands x first cards x second
    cards x dealer hands.
    """
    showdown, hands = states.showdown, states.hands
    against = deals_against(showdown, showdown.cards + BOARD_CARDS)
    shape = (int(actions.max()) + 1, TYPES, len(OUTCOMES))

    def tally(board: Board) -> NDArray[np.uint64]:
        work = _BoardWork(showdown, hands, board)
        codes, counts = work.counts()
        totals = np.zeros(shape, dtype=np.uint64)
        showdown_states.tally_board(
            totals, actions, hands.weights, counts, showdown.weak_below, against, *work.arguments(codes)
        )
        progress()
        return totals

    parts = in_threads(jobs, [partial(tally, board) for board in board_classes(showdown.deck, BOARD_CARDS)])
    totals: NDArray[np.uint64] = np.sum(parts, axis=0, dtype=np.uint64)
    deals = int(hands.weights.sum(dtype=np.uint64)) * (showdown.deck.size - showdown.cards) * states.deals
    if int(totals.sum()) != deals:
        raise CountError(f"the choices add up to {int(totals.sum())} deals, not {deals}")
    return totals
