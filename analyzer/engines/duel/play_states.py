"""States of a game with two community cards: a player's hand and the first of them.

States hold how often each outcome happens over all second cards and all dealer hands; what is best to do in a state is
for the caller to say, who may then ask what became of each choice. Boards with the same ranks are swept together
(rank_boards.py), and their answers are summed over second cards before any hand is looked at
(cext/showdown_seconds.pyx). Only hands that a flush makes better are counted board by board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from itertools import pairwise, product
from math import comb, factorial
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import MAX_DECK_SIZE, Deck
from analyzer.engines.duel.boards import Board, board_classes
from analyzer.engines.duel.hands import Hands, hands_of, multisets
from analyzer.engines.duel.rank_boards import (
    RankBoards,
    fault_of_ranks,
    of_each_board,
    rank_answers,
    rank_boards,
    sweep_ranks,
)
from analyzer.engines.duel.showdown import OUTCOMES, Showdown, deals_against
from analyzer.engines.duel.suit_codes import Codes, piece_lengths
from analyzer.engines.duel.sweeps import for_kernels, questions_of
from analyzer.errors import CountError, TooLargeError
from analyzer.kernels import showdown_seconds, showdown_states
from analyzer.run.entries import Arrays
from analyzer.run.jobs import Run
from analyzer.run.store import Chunks
from analyzer.run.threads import in_threads

BOARD_CARDS = 2
# A state's outcomes (24 bytes), and what deciding about it takes: values, margins, weights.
STATE_BYTES = 72
# For each look the sums over second cards: two rows of 16 bytes for 27 first cards, and as much as rows by ranks take.
SUM_BYTES = 32 * 28
# In how many blocks a board is added to the states: several times the number of threads.
BLOCKS = 16
# Types of hands: a strength shifted right by 20 bits.
TYPES = 32


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
        return first_cards_of(self.hands)


def first_cards_of(hands: Hands) -> NDArray[np.uint8]:
    """[column, class]: how many cards of a column a hand leaves."""
    deck, columns = hands.deck, columns_of(hands.deck)
    # A second joker has the column of the first, which is the last one and says how many are left.
    column_of = np.full(MAX_DECK_SIZE, len(columns) - 1, dtype=np.intp)
    column_of[list(columns)] = np.arange(len(columns))
    cards = np.ones((len(columns), len(hands)), dtype=np.uint8)
    for held in hands.class_cards.T:
        cards[column_of[held], np.arange(len(held))] = 0
    if deck.jokers:
        cards[-1] = deck.jokers - hands.jokers[hands.class_patterns]
    return cards


def _deals_in_a_state(showdown: Showdown) -> int:
    left = showdown.deck.size - showdown.cards - 1
    return left * deals_against(showdown, showdown.cards + BOARD_CARDS)


@cache
def all_hands(deck: Deck, cards: int) -> Hands:
    """Hands are listed once in a process, whatever the number of boards."""
    return hands_of(deck, cards)


@cache
def boards_of(deck: Deck) -> tuple[Board, ...]:
    return tuple(board_classes(deck, BOARD_CARDS))


@cache
def rank_boards_of(deck: Deck) -> tuple[RankBoards, ...]:
    return rank_boards(deck)


def sweep_boards(showdown: Showdown, number: int, hands: Hands | None = None) -> Arrays:
    """What the sweeps over boards of the same ranks find: all that is needed to count them, and what takes long."""
    hands = hands or all_hands(showdown.deck, showdown.cards)
    return sweep_ranks(showdown, hands, rank_boards_of(showdown.deck)[number])


@dataclass(frozen=True, eq=False)
class BoardWork:
    """What the kernels need to know to count the hands on one board."""

    showdown: Showdown
    hands: Hands
    board: Board
    swept: Mapping[str, Any]

    def for_kernels(self) -> tuple[showdown_states.BoardAnswers, showdown_states.BoardPlaces]:
        """How the hands on the board fare, and where they are counted."""
        answers = for_kernels(self.showdown, self.hands, self.board, self.swept)
        return answers, self._places(self.hands.codes(self.board.renamings))

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
        shapes = np.repeat(np.arange(len(codes.start) - 1), piece_lengths(codes.start))
        hands_of_class = every.weights[every.start[shapes] + codes.classes].astype(np.int64)
        boards = factorial(self.hands.suits) // len(self.board.renamings)
        times: NDArray[np.uint8] = (boards * codes.weights.astype(np.int64) // hands_of_class).astype(np.uint8)
        return times

    def _places(self, codes: Codes) -> showdown_states.BoardPlaces:
        columns, suits = np.array(self.cards, dtype=np.int32).T
        jokers = [comb(max(self.hands.deck.jokers - held, 0), self.board.jokers) for held in range(3)]
        return showdown_states.BoardPlaces(
            np.ascontiguousarray(columns), np.ascontiguousarray(suits), np.array(jokers, dtype=np.uint32),
            self.hands.jokers, self.hands.class_start, codes.classes, codes.suit_to, self.times(codes),
        )  # fmt: skip


@dataclass(frozen=True, eq=False)
class RankWork:
    """The same for all boards of the same ranks."""

    showdown: Showdown
    hands: Hands
    boards: RankBoards
    swept: Arrays

    def answers(self) -> showdown_seconds.RankAnswers:
        return rank_answers(self.showdown, self.boards, self.swept)

    def each_board(self) -> list[tuple[showdown_states.BoardAnswers, showdown_states.BoardPlaces]]:
        """For the hands that a flush makes better."""
        parts = zip(self.boards.boards, of_each_board(self.boards, self.swept), strict=True)
        return [BoardWork(self.showdown, self.hands, board, part).for_kernels() for board, part in parts]


class PatternBlocks:
    """Patterns in blocks, each with a lock: all add to the same columns, but patterns have classes of their own."""

    def __init__(self, patterns: int) -> None:
        bounds = [patterns * block // BLOCKS for block in range(BLOCKS + 1)]
        self._blocks = [(block, Lock()) for block in pairwise(bounds)]

    @property
    def bounds(self) -> list[tuple[int, int]]:
        """(first, last + 1) of each block."""
        return [block for block, _ in self._blocks]

    def each_alone(self) -> Iterator[tuple[int, int]]:
        """(first, last + 1) of each block while no other thread has it; a block that is taken comes later."""
        left = list(self._blocks)
        while left:
            free = (block for block in left if block[1].acquire(blocking=False))
            block = next(free, None)
            if block is None:
                block = left[0]
                block[1].acquire()
            try:
                yield block[0]
            finally:
                block[1].release()
            left.remove(block)


def hand_looks(hands: Hands) -> showdown_seconds.HandLooks:
    """The hands as the kernels of second cards know them."""
    copies = np.ascontiguousarray(multisets().counts[hands.rests])
    return showdown_seconds.HandLooks(
        copies, hands.jokers, hands.ranks, hands.look_start, hands.class_start, hands.codes_of_classes,
        np.array(hands.deck.ranks, dtype=np.uint8), hands.suits, hands.deck.jokers,
    )  # fmt: skip


def _each_piece(
    showdown: Showdown,
    hands: Hands,
    run: Run,
    what: str,
    use: Callable[[RankWork], None],
    kept: Chunks,
    *,
    every_hand: bool,
) -> None:
    """Use all boards, those of the same ranks together: swept now or, if they are among those kept, before."""
    boards = rank_boards_of(showdown.deck)
    questions_of(showdown, hands, BOARD_CARDS)  # before threads ask for them
    work = partial(sweep_boards, showdown) if every_hand else partial(sweep_boards, showdown, hands=hands)

    def use_one(number: int, swept: Arrays) -> None:
        use(RankWork(showdown, hands, boards[number], swept))

    def check(number: int, swept: Arrays) -> str | None:
        return fault_of_ranks(showdown, hands, boards[number], swept)

    pieces = [(number,) for number in range(len(boards))]
    run.chunks(what, kept, work, pieces, use_one, portable=every_hand, check=check)


def _fitting(run: Run, showdown: Showdown, hands: Hands, shared: int) -> Run:
    """With some bytes for all, and for each piece at once its hands and looks.

    A piece has at most 12 hands for each class on each of its two boards, and 12 bytes for each look, by ranks and by
    up to 4 kinds of suits; a sweep holds about as much again.
    """
    looks = 5 * 12 * int(hands.look_start[-1])
    return run.fitting("counting states and boards", shared, 2 * (12 * 16 * len(hands) + looks))


def count_states(
    showdown: Showdown, hands: Hands | None = None, run: Run | None = None, kept: Chunks | None = None
) -> PlayStates:
    """Count every state of the hands, board by board; all hands of the deck if none are given.

    Sweeps over the boards are kept, if that is asked for: tallies can use them again.
    """
    run = run or Run()
    every_hand = hands is None
    hands = hands or all_hands(showdown.deck, showdown.cards)
    deals = _deals_in_a_state(showdown)
    if hands.suits * deals >= 1 << 32:
        raise TooLargeError(f"{deals} deals in a state: counters hold {1 << 32} divided by the number of suits")
    columns = columns_of(showdown.deck)
    looks_of_all = int(hands.look_start[-1])
    kept = kept or Chunks()
    states_and_sums = STATE_BYTES * len(columns) * len(hands) + SUM_BYTES * looks_of_all
    run = _fitting(run, showdown, hands, states_and_sums + kept.limit)
    outcomes = np.zeros((len(columns), len(hands), len(OUTCOMES)), dtype=np.uint32)
    against = deals_against(showdown, showdown.cards + BOARD_CARDS)
    looks, blocks = hand_looks(hands), PatternBlocks(len(hands.rests))
    sums = showdown_seconds.SecondSums(len(hands.rests), looks_of_all)

    def add(work: RankWork) -> None:
        answers, each_board = work.answers(), work.each_board()
        for first, last in blocks.each_alone():
            showdown_seconds.add_answers(sums, answers, looks, first, last)
            for board, places in each_board:
                if not showdown_states.add_flushes(outcomes, board, places, first, last, against):
                    raise CountError(f"impossible counts on {work.boards}")

    _each_piece(showdown, hands, run, "boards: states", add, kept, every_hand=every_hand)

    jokers = np.ascontiguousarray(hands.jokers[hands.class_patterns])
    ranks, suits = len(showdown.deck.ranks), hands.suits

    def add_block(first: int, last: int) -> bool:
        """Whether the states of these patterns are whole."""
        showdown_seconds.add_seconds(outcomes, sums, looks, showdown.sweeps_weak, deals, first, last)
        classes = int(hands.class_start[first]), int(hands.class_start[last])
        return showdown_states.spread_states(
            outcomes, hands.codes_of_classes, jokers, suits, ranks, showdown.deck.jokers, deals, *classes
        )

    if not all(in_threads(run.jobs, [partial(add_block, *block) for block in blocks.bounds])):
        raise CountError(f"a state does not add up to {deals} deals")
    return PlayStates(showdown, hands, outcomes)


# The choice made in each state, [column, class], and how many hands of each class make it.
Part = tuple[NDArray[np.uint8], NDArray[np.uint32]]


def tally_states(
    states: PlayStates, actions: NDArray[np.uint8], run: Run | None = None, kept: Chunks | None = None
) -> NDArray[np.uint64]:
    """What became of each choice: [action, type of the player's hand, outcome] over all deals in order.

    `actions[column, class]` is the choice made in each state, of all hands of the deck. The total is the number of
    hands x first cards x second cards x dealer hands.
    """
    return tally_parts(states, [(actions, states.hands.weights)], run, kept)


def tally_parts(
    states: PlayStates, parts: Sequence[Part], run: Run | None = None, kept: Chunks | None = None
) -> NDArray[np.uint64]:
    """The same where the hands of a class do not all make the same choice; each part has some of the hands."""
    showdown, hands = states.showdown, states.hands
    against = deals_against(showdown, showdown.cards + BOARD_CARDS)
    choices = max(int(actions.max()) for actions, _ in parts) + 1
    totals = np.zeros((choices, TYPES, len(OUTCOMES)), dtype=np.uint64)
    adding = Lock()
    # The states are there already.
    run = _fitting(run or Run(), showdown, hands, SUM_BYTES * int(hands.look_start[-1]))
    looks = hand_looks(hands)
    by_look = [showdown_seconds.ActionLooks(looks, actions, weights) for actions, weights in parts]

    def tally(work: RankWork) -> None:
        answers, each_board = work.answers(), work.each_board()
        of_boards = np.zeros_like(totals)
        for part in by_look:
            showdown_seconds.tally_answers(of_boards, part, answers, looks, against)
        for (actions, weights), (board, places) in product(parts, each_board):
            showdown_states.tally_flushes(of_boards, actions, weights, board, places, against)
        with adding:
            np.add(totals, of_boards, out=totals)

    _each_piece(showdown, hands, run, "boards: outcomes", tally, kept or Chunks(), every_hand=True)
    deals = int(hands.weights.sum(dtype=np.uint64)) * (showdown.deck.size - showdown.cards) * states.deals
    if deals >= 1 << 64:
        raise TooLargeError(f"{deals} deals: counters hold {1 << 64}")
    if int(totals.sum()) != deals:
        raise CountError(f"the choices add up to {int(totals.sum())} deals, not {deals}")
    return totals
