"""States of a game with two community cards: a player's hand and the first of them.

A board is counted once for both orders of its cards. States hold how often each outcome happens over all second
cards and all dealer hands; what is best to do in a state is for the caller to say, who may then ask what
became of each choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from itertools import pairwise
from math import comb, factorial
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import Deck
from analyzer.engines.duel.boards import Board, board_classes
from analyzer.engines.duel.hands import Hands, hands_of
from analyzer.engines.duel.showdown import OUTCOMES, Showdown, deals_against
from analyzer.engines.duel.suit_codes import Codes, piece_lengths
from analyzer.engines.duel.sweeps import answers_on, fault_of_answers, for_kernels, questions_of
from analyzer.errors import CountError, TooLargeError
from analyzer.kernels import showdown_states
from analyzer.run.entries import Arrays
from analyzer.run.jobs import Run
from analyzer.run.store import Chunks

BOARD_CARDS = 2
# A state's outcomes (24 bytes), and what deciding about it takes: values, margins, weights.
STATE_BYTES = 72
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
        some = np.zeros(self.outcomes.shape[:2], dtype=np.uint32)
        for outcome in range(len(OUTCOMES)):
            some |= self.outcomes[:, :, outcome]
        return (some > 0) * _cards_of_columns(self.hands)


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


@cache
def all_hands(deck: Deck, cards: int) -> Hands:
    """Hands are listed once in a process, whatever the number of boards."""
    return hands_of(deck, cards)


@cache
def boards_of(deck: Deck) -> tuple[Board, ...]:
    return tuple(board_classes(deck, BOARD_CARDS))


def sweep_board(showdown: Showdown, number: int, hands: Hands | None = None) -> Arrays:
    """What the sweeps over one board find: all that counting it needs, and the part that takes long."""
    hands = hands or all_hands(showdown.deck, showdown.cards)
    board = boards_of(showdown.deck)[number]
    return answers_on(showdown, hands, board).arrays(board)


@dataclass(frozen=True, eq=False)
class BoardWork:
    """What the kernels need to know to add one board to the states."""

    showdown: Showdown
    hands: Hands
    board: Board
    swept: Arrays

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


class PatternBlocks:
    """Patterns in blocks, each with a lock: boards add to the same columns, but patterns have classes of their own."""

    def __init__(self, patterns: int) -> None:
        bounds = [patterns * block // BLOCKS for block in range(BLOCKS + 1)]
        self._blocks = [((first, last), Lock()) for first, last in pairwise(bounds)]

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


def _each_board(
    showdown: Showdown,
    hands: Hands,
    run: Run,
    what: str,
    use: Callable[[BoardWork], None],
    kept: Chunks,
    *,
    every_hand: bool,
) -> None:
    """Use every board, swept now or, if it is among those kept, before."""
    boards = boards_of(showdown.deck)
    questions_of(showdown, hands, BOARD_CARDS)  # before threads ask for them
    work = partial(sweep_board, showdown) if every_hand else partial(sweep_board, showdown, hands=hands)

    def use_one(number: int, swept: Arrays) -> None:
        use(BoardWork(showdown, hands, boards[number], swept))

    def check(number: int, swept: Arrays) -> str | None:
        return fault_of_answers(showdown, hands, boards[number], swept)

    pieces = [(number,) for number in range(len(boards))]
    run.chunks(what, kept, work, pieces, use_one, portable=every_hand, check=check)


def _fitting(run: Run, showdown: Showdown, hands: Hands, states: int) -> Run:
    """With that many states to be held, and for each board at once its hands and looks.

    A board has at most 12 hands for each class and 12 bytes for each look, by ranks and by up to 4 suits; a sweep
    holds about as much again.
    """
    looks = 5 * 12 * int(hands.look_start[-1])
    return run.fitting("counting states and boards", STATE_BYTES * states, 2 * (12 * 16 * len(hands) + looks))


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
    run = _fitting(run, showdown, hands, len(columns) * len(hands))
    outcomes = np.zeros((len(columns), len(hands), len(OUTCOMES)), dtype=np.uint32)
    against = deals_against(showdown, showdown.cards + BOARD_CARDS)
    blocks = PatternBlocks(len(hands.rests))

    def add(work: BoardWork) -> None:
        answers, places = work.for_kernels()
        for first, last in blocks.each_alone():
            if not showdown_states.add_board(outcomes, answers, places, first, last, against):
                raise CountError(f"impossible counts on {work.board}")

    _each_board(showdown, hands, run, "boards: states", add, kept or Chunks(), every_hand=every_hand)
    jokers = np.ascontiguousarray(hands.jokers[hands.class_patterns])
    if not showdown_states.spread_states(
        outcomes, hands.codes_of_classes, jokers, hands.suits, len(showdown.deck.ranks), showdown.deck.jokers, deals
    ):
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

    def tally(work: BoardWork) -> None:
        answers, places = work.for_kernels()
        of_board = np.zeros_like(totals)
        for actions, weights in parts:
            showdown_states.tally_board(of_board, actions, weights, answers, places, against)
        with adding:
            np.add(totals, of_board, out=totals)

    run = _fitting(run or Run(), showdown, hands, 0)  # the states are there already
    _each_board(showdown, hands, run, "boards: outcomes", tally, kept or Chunks(), every_hand=True)
    deals = int(hands.weights.sum(dtype=np.uint64)) * (showdown.deck.size - showdown.cards) * states.deals
    if deals >= 1 << 64:
        raise TooLargeError(f"{deals} deals: counters hold {1 << 64}")
    if int(totals.sum()) != deals:
        raise CountError(f"the choices add up to {int(totals.sum())} deals, not {deals}")
    return totals
