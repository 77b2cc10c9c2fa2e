"""Showdown without dealing the dealer: how every hand of a player fares against every hand of a dealer.

A player's hand is a pattern (its ranks and jokers) and a code (in which suits they lie). The dealer's hands are never
dealt: cext/showdown_sweep.pyx counts them by inclusion and exclusion, once by ranks alone and once for each kind of
suit, which corrects for flushes. A hand that no flush makes better finds its answers by its looks; the few others ask
by themselves. All hands below a strength are counted in the sweep of all hands; where others are weak, they are swept
by themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.duel.answers import ANSWER, WEAK_PREFIX, Swept, SweptBoard, kept_answers
from analyzer.engines.duel.boards import Board, kinds_of_suits
from analyzer.engines.duel.hands import Hands, multisets
from analyzer.engines.duel.own_hands import OwnHands
from analyzer.engines.duel.showdown import Showdown, deals_against
from analyzer.engines.duel.suit_codes import Codes
from analyzer.errors import CountError
from analyzer.kernels import showdown_states, showdown_sweep
from analyzer.run.threads import in_threads

# Of hands that ask by themselves: what each asks, and at which strength.
OwnQuestions = tuple[NDArray[np.uint32], NDArray[np.uint32]]


def questions_of(
    showdown: Showdown, hands: Hands, board_cards: int, extra: bool = False
) -> tuple[showdown_sweep.Questions, showdown_sweep.Questions]:
    """What the hands ask by ranks alone, and of a suit. They are listed once, for all boards of that many cards."""
    # With fewer cards of the suit among his own the dealer has no flush in it.
    most_rest = max(0, showdown.dealt - showdown.size + board_cards)
    dealt = showdown.dealt
    return hands.questions(True, dealt, dealt, extra), hands.questions(False, most_rest, dealt, extra)


@dataclass(frozen=True, eq=False)
class Sweeps:
    """The sweeps over one board, or over others that a view cannot tell from it."""

    showdown: Showdown
    hands: Hands
    board: Board
    extra: bool
    strengths: NDArray[np.uint32]
    only_weak: bool = False

    def by_ranks(self, own: Sequence[OwnQuestions]) -> list[NDArray[np.int32]]:
        """Answers to all patterns, then to each part of the questions of hands by themselves."""
        questions, _ = questions_of(self.showdown, self.hands, self.board.cards, self.extra)
        return self._run(questions, self.showdown.rank_view(self.board), own)

    def by_suits(self, suit: int, own: Sequence[OwnQuestions]) -> list[NDArray[np.int32]]:
        """The same for all looks, of a suit and of those that hold the same of the board."""
        _, questions = questions_of(self.showdown, self.hands, self.board.cards, self.extra)
        return self._run(questions, self.showdown.suit_view(self.board, suit), own)

    def _run(
        self, questions: showdown_sweep.Questions, view: showdown_sweep.View, own: Sequence[OwnQuestions]
    ) -> list[NDArray[np.int32]]:
        showdown = self.showdown
        looks, strengths = (np.concatenate(part) for part in zip(*own, strict=True))
        asked = self.strengths, looks, strengths
        if self.only_weak:
            weak = showdown.weak
            answers, own_answers, complete = showdown_sweep.sweep_weak(
                questions, showdown.order, view, showdown.dealt, weak.kernel_spans, weak.own_cards, *asked
            )
        else:
            answers, own_answers, complete = showdown_sweep.sweep(
                questions, showdown.order, view, showdown.dealt, showdown.weak_below, *asked
            )
        if not complete:
            raise CountError(f"the dealer's hands on {self.board} do not add up to the number of deals")
        return [answers, *np.split(own_answers, np.cumsum([len(of_part) for of_part, _ in own])[:-1])]


def asked_on(showdown: Showdown, hands: Hands, board: Board) -> tuple[Codes, NDArray[np.uint32], OwnHands]:
    """What the hands on a board are worth, and which of them ask by themselves: the quick part of a sweep."""
    codes = hands.codes(board.renamings)
    rank_view = showdown.rank_view(board)
    # Hands with a joker of the board do not exist, and what is found for them is not used: they are looked at with the
    # jokers that are left, because the kernels know no hand with more jokers than a deck has.
    jokers = np.minimum(hands.jokers, showdown.deck.jokers - board.jokers).astype(np.uint8)
    strengths = showdown_sweep.rank_strengths(multisets(), showdown.order, rank_view, hands.rests, jokers)
    own = OwnHands(
        *showdown_sweep.flush_hands(
            showdown.order, board.kernel_sets, board.jokers, hands.ranks, jokers, hands.shapes, strengths,
            codes.start, codes.codes, codes.suit_counts,
        )
    )  # fmt: skip
    return codes, strengths, own


def answers_on(showdown: Showdown, hands: Hands, board: Board, extra: bool = False, jobs: int = 1) -> SweptBoard:
    """Sweep a board by ranks and by each kind of suit. With `extra`, also for each further known card."""
    showdown.check_board(board)
    questions_of(showdown, hands, board.cards, extra)  # before threads ask for them
    codes, strengths, own = asked_on(showdown, hands, board)
    sweeps = Sweeps(showdown, hands, board, extra, strengths)
    weak = _swept(replace(sweeps, only_weak=True), own, jobs) if showdown.sweeps_weak else None
    every = _swept(sweeps, own, jobs)
    return SweptBoard(codes, strengths, own.indices, own.strengths, every, weak)


def fault_of_form(
    showdown: Showdown,
    shapes: Mapping[str, tuple[int, ...]],
    known: Mapping[str, NDArray[Any]],
    kept: Mapping[str, NDArray[Any]],
) -> str | None:
    """What is wrong with the form of answers: arrays of these shapes, and others that are known."""
    prefixes = ["", WEAK_PREFIX] if showdown.sweeps_weak else [""]
    forms = {f"{prefix}{name}": (np.int32, (*shape, *ANSWER)) for prefix in prefixes for name, shape in shapes.items()}
    if kept.keys() != forms.keys() | known.keys():
        return "it has other arrays than a sweep"
    for name, (kind, shape) in forms.items():
        if kept[name].dtype != kind or kept[name].shape != shape:
            return f"{name} is not of the right form"
    for name, array in known.items():
        if kept[name].dtype != array.dtype or not np.array_equal(kept[name], array):
            return f"{name} is not what the cards say"
    return None


def _swept(sweeps: Sweeps, own: OwnHands, jobs: int) -> Swept:
    """By ranks and by each kind of suit; `own` are the hands that ask by themselves as they are listed."""
    board, asking = sweeps.board, own.asking
    kinds = kinds_of_suits(board)

    def by_suits(suits: Sequence[int]) -> list[NDArray[np.int32]]:
        looks = [(asking.looks(sweeps.hands, suit), asking.strengths) for suit in suits]
        return sweeps.by_suits(suits[0], looks)

    tasks: list[Callable[[], list[NDArray[np.int32]]]] = [
        lambda: sweeps.by_ranks([(asking.patterns, asking.strengths)]),
        *(partial(by_suits, kind) for kind in kinds),
    ]
    (ranks, own_ranks), *by_kind = in_threads(jobs, tasks)
    looks: dict[int, NDArray[np.int32]] = {}
    own_looks: dict[int, NDArray[np.int32]] = {}
    for kind, (answers, *own_answers) in zip(kinds, by_kind, strict=True):
        looks |= dict.fromkeys(kind, answers)
        own_looks |= dict(zip(kind, own_answers, strict=True))
    suits = range(len(board.sets))
    return Swept(ranks, own_ranks, [looks[suit] for suit in suits], [own_looks[suit] for suit in suits], own)


def for_kernels(
    showdown: Showdown, hands: Hands, board: Board, kept: Mapping[str, Any]
) -> showdown_states.BoardAnswers:
    """The answers on a board (`SweptBoard.arrays`, or a part of `rank_boards.sweep_ranks`), with the hands that asked:
    pattern by pattern, in the order of the codes."""
    codes = hands.codes(board.renamings)
    weak = kept_answers(board, kept, WEAK_PREFIX) if showdown.sweeps_weak else None
    return showdown_states.BoardAnswers(
        kept_answers(board, kept, ""), weak, showdown.weak_below, kept["own_indices"], kept["own_strengths"],
        board.kernel_sets, hands.ranks, hands.shapes, hands.look_start, kept["strengths"], codes.start, codes.codes,
    )  # fmt: skip


def hand_outcomes(showdown: Showdown, hands: Hands) -> NDArray[np.int32]:
    """No board: OUTCOMES of each class of hands against all dealer hands, [class, outcome]."""
    nothing = Board((0,) * hands.suits)
    answers = for_kernels(showdown, hands, nothing, answers_on(showdown, hands, nothing).arrays(nothing))
    outcomes, good = showdown_states.hand_outcomes(answers, deals_against(showdown, hands.cards))
    if not good:
        raise CountError(f"impossible counts of {showdown}")
    return outcomes
