"""Games with community cards in which the player knows one card more: the dealer's, or one that is out of the deck.

With that card given it is a game like any other (`Board.known`), so there is one game for each card that stands for
others: thirteen of the real deck, and each result counts for all cards that it stands for. Where the card is known from
a later stage on, the decisions before it are made without it: what follows them is summed over all cards that may be
known.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.bets import Bets
from analyzer.engines.contest.board import counted, solved_of, sum_of
from analyzer.engines.contest.board_backwards import Decisions, decide_backwards, decide_levels
from analyzer.engines.contest.board_forwards import (
    Lanes,
    end_boards,
    first_lanes,
    follow_levels,
    no_ends,
)
from analyzer.engines.contest.board_game import BoardGame
from analyzer.engines.contest.board_sets import IndexedSets
from analyzer.engines.contest.inputs import Board, Known
from analyzer.engines.contest.solved import Solved
from analyzer.engines.sums import Rows
from analyzer.engines.worth import Worth
from analyzer.kernels import colex
from analyzer.run.jobs import Run

Taken = tuple[NDArray[np.uint8], ...]


@dataclass(frozen=True)
class CardClass:
    """A card that stands for others: (position, the renaming that takes it to this one) of each of them."""

    position: int
    cards: tuple[tuple[int, int], ...]

    @property
    def weight(self) -> int:
        return len(self.cards)


@dataclass(frozen=True, eq=False)
class KnownBoards:
    """`board` has no known card; one is known from a stage on, the dealer's or nobody's."""

    board: Board
    bets: Bets
    of_dealer: bool
    stage: int

    # --- the games ---

    @cached_property
    def unaware(self) -> BoardGame:
        """The game of one who knows no card: decisions before the card is seen are made in it."""
        board = self.board
        # Which of the dealer's two cards it is, or which of those that are left.
        ways = 2 if self.of_dealer else board.deck.size - board.community - 4
        game = BoardGame(replace(board, ways=ways), self.bets)
        game.check()
        return game

    @cached_property
    def first(self) -> int:
        """The level from which on the card is known; it may be known at levels at which nothing is decided."""
        level = self.unaware.levels.level_of(self.stage)
        return level if any(self.unaware.plans[lower].nodes for lower in range(level)) else 0

    @cached_property
    def classes(self) -> list[CardClass]:
        moved = self.unaware.renamings.positions
        lowest = moved.min(axis=0)
        cards: dict[int, list[tuple[int, int]]] = {}
        for position, (card, renaming) in enumerate(zip(lowest.tolist(), moved.argmin(axis=0).tolist(), strict=True)):
            cards.setdefault(card, []).append((position, renaming))
        return [CardClass(card, tuple(others)) for card, others in cards.items()]

    def game(self, known: CardClass) -> BoardGame:
        game = BoardGame(replace(self.board, known=Known(known.position, self.of_dealer)), self.bets)
        game.check()
        return game

    # --- a solution ---

    def solved(self, run: Run) -> Solved:
        return self._seen_later(run) if self.first else self._seen_at_once(run)

    def _seen_at_once(self, run: Run) -> Solved:
        """What becomes of each game is counted for itself, and kept as soon as it is."""
        ends, worth, total, unit = no_ends(self.unaware), Worth(), 0, 1
        for known in self.classes:
            game = self.game(known)
            own, root = counted(game, run)
            ends.add(own, known.weight)
            total += known.weight * sum_of(root)
            pairs = colex.hands_in_range(0, game.levels.pairs, 2)
            beside = ~(pairs == known.position).any(axis=1)
            weights = np.full(int(beside.sum()), known.weight, dtype=np.int64)
            worth.see(self.board.deck, [known.position], pairs[beside], weights, root[beside])
            unit = game.levels.deals_after(0) * game.amounts.denominator
        return solved_of(self.unaware, ends, total, worth, unit)

    def _seen_later(self, run: Run) -> Solved:
        taken, before = self.decided(run)
        ends = no_ends(self.unaware)
        lanes = follow_levels(self.unaware, before.taken, run, range(self.first), first_lanes(self.unaware), ends)
        for known in self.classes:
            game = self.game(known)
            own, beside, levels = no_ends(game), self._lanes_beside(game, known, lanes), game.levels
            last = follow_levels(game, taken[known.position], run, range(self.first, levels.top), beside, own)
            end_boards(game, run, last, own)
            ends.add(own, known.weight)
        return solved_of(self.unaware, ends, sum_of(before.root))

    # --- decisions ---

    def decided(self, run: Run) -> tuple[dict[int, Taken], Decisions]:
        """By position of a known card what is taken from the first level on, and the decisions before it."""
        unaware, below = self.unaware, range(self.first)
        columns = [max(1, len(unaware.plans[level].columns)) for level in below]
        values = [
            np.zeros((len(unaware.indexed[level]), unaware.levels.pairs, columns[level]), dtype=np.int64)
            for level in below
        ]
        taken: dict[int, Taken] = {}
        for known in self.classes:
            game = self.game(known)
            decisions = decide_backwards(game, run, self.first)
            # Of the levels before the card is known nothing is kept.
            nothing = np.zeros((0, 0, 0), dtype=np.uint8)
            taken[known.position] = (*(nothing for _ in below), *decisions.taken[self.first :])
            for level in below:
                self._add_values(game, known, level, decisions.values[level], values[level])
        for level in below:
            # As sums over boards are: a set's counts as often as there are sets that it stands for.
            values[level] *= unaware.indexed[level].weights[:, None, None]
        return taken, decide_levels(unaware, run, values)

    def _add_values(self, game: BoardGame, known: CardClass, level: int, values: Rows, to: Rows) -> None:
        """What the states of a level are worth that know nothing: the sum over all cards that may be known."""
        sets, moved = self.unaware.indexed[level], self.unaware.renamings
        cards = sets.sets[:, : sets.cards]
        for position, renaming in known.cards:
            beside = ~(cards == position).any(axis=1)
            places, renamings = _places(game.indexed[level], moved.positions[renaming][cards[beside]])
            pairs = game.renamings.pairs[renamings][:, moved.pairs[renaming]]
            to[beside] += values[places[:, None], pairs]

    def _lanes_beside(self, game: BoardGame, known: CardClass, lanes: Lanes) -> Lanes:
        """The lanes of those who knew nothing, as the sets of a game with a known card have them."""
        sets = game.indexed[self.first - 1]
        places, renamings = _places(self.unaware.indexed[self.first - 1], sets.sets[:, : sets.cards])
        beside: Lanes = lanes[places[:, None], self.unaware.renamings.pairs[renamings]]
        pairs = colex.hands_in_range(0, game.levels.pairs, 2)
        beside[:, (pairs == known.position).any(axis=1)] = 0
        beside[sets.weights == 0] = 0
        return np.ascontiguousarray(beside)


def _places(sets: IndexedSets, cards: NDArray[np.uint8]) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    """The class of each set of cards (positions), and the renaming that takes it there."""
    index = np.zeros(len(cards), dtype=np.intp)
    if sets.cards:
        index = colex.rank(np.ascontiguousarray(np.sort(cards, axis=1))).astype(np.intp)
    return sets.classes[index], sets.renaming[index]
