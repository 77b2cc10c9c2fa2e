"""Boards with the same ranks and jokers, swept together.

By its ranks a hand meets the same dealer's hands on all of them. So does a look in a suit, if suits that hold the same
are compared: the ranks of the board that are not in the suit are in others, and it does not matter in which.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import Deck
from analyzer.engines.duel.answers import WEAK_PREFIX
from analyzer.engines.duel.boards import Board, board_classes, kinds_of_suits
from analyzer.engines.duel.hands import Hands
from analyzer.engines.duel.own_hands import OwnHands
from analyzer.engines.duel.showdown import Showdown
from analyzer.engines.duel.sweeps import Sweeps, asked_on, fault_of_form
from analyzer.kernels import showdown_seconds
from analyzer.run.entries import Arrays

# As the kernel numbers them: first cards, and what a second card is to a suit.
FIRST_JOKERS, FIRST_JOKERS_BY_RANKS = 26, 13
OF_SUIT, OF_OTHER, OF_JOKER = 0, 1, 2
BY_RANKS = -1
# (kind of suit, the first card, what the second card is, its rank, how many of its like the first card is).
Target = tuple[int, int, int, int, int]


@dataclass(frozen=True)
class RankBoards:
    """All boards of two cards with the same ranks and jokers, up to a renaming of suits."""

    boards: tuple[Board, ...]

    @property
    def jokers(self) -> int:
        return self.boards[0].jokers

    @property
    def counts(self) -> tuple[int, ...]:
        """How many cards of each rank."""
        return self.boards[0].counts

    @cached_property
    def views(self) -> tuple[int, ...]:
        """The ranks that a suit can hold, on any of the boards."""
        return tuple(sorted({ranks for board in self.boards for ranks in board.sets}))

    def places(self, view: int) -> list[tuple[int, int]]:
        """(board, suit) of all suits that hold the ranks of a view."""
        held = self.views[view]
        sets = [
            (number, suit, ranks) for number, board in enumerate(self.boards) for suit, ranks in enumerate(board.sets)
        ]
        return [(number, suit) for number, suit, ranks in sets if ranks == held]

    @cached_property
    def targets(self) -> list[Target]:
        """Either card of a board as the first one, as each kind of suit sees it, and by ranks alone.

        >>> RankBoards((Board((1 << 12, 1 << 3)), Board((1 << 12 | 1 << 3, 0)))).targets[:4]
        [(-1, 3, 1, 12, 0), (-1, 12, 1, 3, 0), (0, 7, 1, 12, 0), (0, 25, 1, 3, 0)]
        """
        ranks = [(rank, OF_OTHER, rank) for rank in range(13) for _ in range(self.counts[rank])]
        found = _either_first(BY_RANKS, ranks + [(FIRST_JOKERS_BY_RANKS, OF_JOKER, 0)] * self.jokers)
        for view, held in enumerate(self.views):
            cards = [(2 * rank, OF_SUIT, rank) for rank in range(13) if held >> rank & 1]
            for rank in range(13):
                cards += [(2 * rank + 1, OF_OTHER, rank)] * (self.counts[rank] - (held >> rank & 1))
            found += _either_first(view, cards + [(FIRST_JOKERS, OF_JOKER, 0)] * self.jokers)
        return found


def _either_first(view: int, cards: list[tuple[int, int, int]]) -> list[Target]:
    """The targets of two cards: one if they are alike."""
    first, second = cards
    if first == second:
        return [(view, first[0], second[1], second[2], 1)]
    return [(view, a[0], b[1], b[2], 0) for a, b in ((first, second), (second, first))]


def rank_boards(deck: Deck) -> tuple[RankBoards, ...]:
    """All boards of two cards.

    >>> len(rank_boards(Deck(jokers=1)))
    104
    """
    of_ranks: dict[tuple[tuple[int, ...], int], list[Board]] = {}
    for board in board_classes(deck, 2):
        of_ranks.setdefault((board.counts, board.jokers), []).append(board)
    return tuple(RankBoards(tuple(boards)) for boards in of_ranks.values())


def sweep_ranks(showdown: Showdown, hands: Hands, boards: RankBoards) -> Arrays:
    """What the sweeps over all these boards find.

    `looks` are [view, look], `own` the hands that ask by themselves, board after board: those of a board start at
    `own_start[board]`.
    """
    showdown.check_board(boards.boards[0])
    strengths, owns = _asked_on(showdown, hands, boards)
    found = _known(strengths, owns) | _swept(showdown, hands, boards, strengths, owns, only_weak=False)
    if showdown.sweeps_weak:
        weak = _swept(showdown, hands, boards, strengths, owns, only_weak=True)
        found |= {f"{WEAK_PREFIX}{name}": array for name, array in weak.items()}
    return found


def _asked_on(showdown: Showdown, hands: Hands, boards: RankBoards) -> tuple[NDArray[np.uint32], list[OwnHands]]:
    asked = [asked_on(showdown, hands, board) for board in boards.boards]
    return asked[0][1], [own for _, _, own in asked]


def _known(strengths: NDArray[np.uint32], owns: list[OwnHands]) -> Arrays:
    """What is found without a sweep."""
    return {
        "strengths": strengths,
        "own_start": np.cumsum([0, *(len(own.indices) for own in owns)], dtype=np.uint32),
        "own_indices": np.concatenate([own.indices for own in owns]),
        "own_strengths": np.concatenate([own.strengths for own in owns]),
    }


def _swept(
    showdown: Showdown,
    hands: Hands,
    boards: RankBoards,
    strengths: NDArray[np.uint32],
    owns: list[OwnHands],
    *,
    only_weak: bool,
) -> Arrays:
    sweeps = Sweeps(showdown, hands, boards.boards[0], False, strengths, only_weak)
    asking = [own.asking for own in owns]
    every = [(own.patterns, own.strengths) for own in asking]
    ranks, *own_sums = sweeps.by_ranks(every)
    looks = []
    for view in range(len(boards.views)):
        places = boards.places(view)
        board, suit = places[0]
        own = [(asking[number].looks(hands, of_suit), asking[number].strengths) for number, of_suit in places]
        of_looks, *of_own = replace(sweeps, board=boards.boards[board]).by_suits(suit, own)
        looks.append(of_looks)
        for (number, _), answers in zip(places, of_own, strict=True):
            own_sums[number] += answers
    listed = [own.listed(answers) for own, answers in zip(owns, own_sums, strict=True)]
    return {"ranks": ranks, "own": np.concatenate(listed), "looks": np.stack(looks)}


def fault_of_ranks(
    showdown: Showdown, hands: Hands, boards: RankBoards, kept: Mapping[str, NDArray[Any]]
) -> str | None:
    """What is wrong with the form of answers that were found elsewhere: kernels take it for granted."""
    strengths, owns = _asked_on(showdown, hands, boards)
    known = _known(strengths, owns)
    shapes: dict[str, tuple[int, ...]] = {
        "ranks": (len(strengths),),
        "own": (len(known["own_indices"]),),
        "looks": (len(boards.views), int(hands.look_start[-1])),
    }
    return fault_of_form(showdown, shapes, known, kept)


def of_each_board(boards: RankBoards, swept: Mapping[str, NDArray[Any]]) -> list[Mapping[str, Any]]:
    """The part of the answers that each board has: what `for_kernels` takes."""
    parts: list[Mapping[str, Any]] = []
    for board, (first, last) in zip(boards.boards, pairwise(swept["own_start"].tolist()), strict=True):
        part: dict[str, Any] = dict(swept)
        views = [boards.views.index(board.sets[suits[0]]) for suits in kinds_of_suits(board)]
        for name in swept:
            if name.endswith("looks"):
                part[name] = [swept[name][view] for view in views]
            elif name in ("own_indices", "own_strengths") or name.endswith("own"):
                part[name] = swept[name][first:last]
        parts.append(part)
    return parts


def rank_answers(
    showdown: Showdown, boards: RankBoards, swept: Mapping[str, NDArray[Any]]
) -> showdown_seconds.RankAnswers:
    """What the boards are answered, for kernels that know no board."""
    weak = (swept[f"{WEAK_PREFIX}ranks"], swept[f"{WEAK_PREFIX}looks"]) if showdown.sweeps_weak else None
    return showdown_seconds.RankAnswers(
        (swept["ranks"], swept["looks"]), weak, showdown.weak_below, swept["strengths"], boards.targets
    )
