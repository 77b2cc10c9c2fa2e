"""A game with community cards, checked, with all that both directions of a count need."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.bets import Bets
from analyzer.engines.contest.board_amounts import BoardAmounts, amounts_of
from analyzer.engines.contest.board_kinds import BoardKinds, Labels, label_pairs
from analyzer.engines.contest.board_levels import LevelPlan, Levels
from analyzer.engines.contest.board_sets import (
    MAX_COMMUNITY,
    IndexedSets,
    Renamings,
    Sets,
    indexed_sets,
    renamings_that_keep,
    subsets,
    whole_boards,
)
from analyzer.engines.contest.inputs import Board
from analyzer.errors import SelectionError
from analyzer.kernels import board as kernel

# Beside a choice there is a bit of a byte that tells of ties, and one value that tells that a pair is no state.
MAX_CHOICES = 126
# Of the dealer's hands; cext/board_sweep.pxd has room for as many.
MAX_KINDS = 256


@dataclass(frozen=True, eq=False)
class BoardGame:
    """A board and bets on it; everything else follows from these, and is made when it is first asked for."""

    board: Board
    bets: Bets

    def check(self) -> None:
        """All that would count something else than was meant, before anything is made of it."""
        board, pairs = self.board, comb(self.board.deck.size, 2)
        _check_cards(board)
        _check_kinds(board, pairs)
        self.bets.check([pairs] * len(board.seen), len(board.events))
        self._check_offers(pairs)
        self.amounts.check(self.levels.deals_at_most, len(self.renamings))

    def _check_offers(self, pairs: int) -> None:
        """What is offered may depend on the path, which Bets.check does not ask."""
        bets = self.bets
        for path in bets.paths():
            offered = np.zeros(pairs, dtype=np.bool_)
            for choice in range(len(bets.stages[len(path)])):
                mask = bets.offered_on(path, choice)
                offered |= True if mask is None else mask
            if not offered.all():
                raise SelectionError(f"{bets.place(path)} there is a hand with which no choice is offered")
            if len(bets.stages[len(path)]) > MAX_CHOICES:
                raise SelectionError(f"{bets.place(path)} there are more than {MAX_CHOICES} choices")

    @cached_property
    def amounts(self) -> BoardAmounts:
        return amounts_of(self.bets, len(self.board.events))

    @cached_property
    def levels(self) -> Levels:
        return Levels(self.board, self.bets, self.amounts)

    @cached_property
    def plans(self) -> tuple[LevelPlan, ...]:
        return tuple(self.levels.plan(level) for level in range(len(self.levels.cards)))

    @cached_property
    def trees(self) -> tuple[kernel.Level, ...]:
        *lower, top = self.plans
        return (*(plan.kernel(plan.masks.array) for plan in lower), top.kernel(self.labels.masks))

    @cached_property
    def labels(self) -> Labels:
        return label_pairs(self.board.own_kinds, self.plans[-1].masks.array)

    @cached_property
    def kinds(self) -> BoardKinds:
        return BoardKinds(self.board)

    @cached_property
    def boards(self) -> kernel.Boards:
        return self.kinds.kernel(self.labels)

    def _masks(self) -> Iterator[NDArray[np.bool_]]:
        for path in self.bets.paths():
            for choice in range(len(self.bets.stages[len(path)])):
                mask = self.bets.offered_on(path, choice)
                if mask is not None:
                    yield mask

    @cached_property
    def renamings(self) -> Renamings:
        """Of suits, those that nothing tells apart: kinds of own cards, choices offered with them, a known card."""
        return renamings_that_keep(self.board.deck, [self.board.own_kinds, *self._masks()], self._known)

    @property
    def _known(self) -> int | None:
        """The position of the known card."""
        return None if self.board.known is None else self.board.known.position

    @cached_property
    def sets(self) -> tuple[Sets, ...]:
        """By level; the last are whole boards."""
        return (*self.indexed, whole_boards(self.renamings, self.board.community, self._known))

    @cached_property
    def indexed(self) -> tuple[IndexedSets, ...]:
        return tuple(indexed_sets(self.renamings, cards, self._known) for cards in self.levels.cards[:-1])

    def below(self, level: int) -> kernel.Subsets:
        """The sets of the level below in those of a level; below the lowest there is one set, of no card."""
        return self.within(level, max(level - 1, 0))

    def within(self, level: int, lower: int) -> kernel.Subsets:
        """The sets of a lower level in those of a level."""
        return subsets(self.renamings, self.levels.cards[level], self.indexed[lower])

    def key(self) -> dict[str, Any]:
        """What a count depends on, for the store."""
        board, deck, amounts = self.board, self.board.deck, self.amounts
        bets = self.bets
        masks = [
            [] if (mask := bets.offered_on(path, choice)) is None else np.packbits(mask).tobytes().hex()
            for path in bets.paths()
            for choice in bets.order(path)
        ]
        nets = [[str(net) for net in bets.nets(path, len(board.events))] for path in bets.ended_paths()]
        large = [board.own_kinds.tolist(), self.kinds.player.tolist(), self.kinds.dealer.tolist(), masks, nets]
        return {
            "deck": [deck.ranks, deck.suits],
            "ranking": board.ranking.kernel_arguments,
            "cards": [board.community, board.seen],
            "known": [board.ways, *([] if board.known is None else [board.known.position, board.known.of_dealer])],
            "events": [board.events.player_kinds, board.events.dealer_kinds, board.hand_kinds, amounts.denominator],
            "paths": [self.levels.paths, [bets.order(path) for path in bets.paths()]],
            "digest": hashlib.sha256(json.dumps(large).encode()).hexdigest(),
        }


def _check_cards(board: Board) -> None:
    if board.deck.jokers or board.ranking.joker != "none":
        raise SelectionError("no card may be wild where both sides share community cards")
    if not 1 <= board.community <= MAX_COMMUNITY:
        raise SelectionError(f"there are 1 to {MAX_COMMUNITY} community cards, not {board.community}")
    needed = board.community + 4 + (board.known is not None and not board.known.of_dealer)
    if board.deck.size < needed:
        raise SelectionError(f"{board.deck.size} cards are not enough for two hands and {board.community} in common")
    turned = (0, *board.seen, board.community)
    if not board.seen or list(turned) != sorted(turned):
        raise SelectionError(f"the community cards turned at decisions {board.seen} must ascend to {board.community}")


def _check_kinds(board: Board, pairs: int) -> None:
    if board.own_kinds.shape != (pairs,):
        raise SelectionError(f"each of {pairs} pairs of own cards needs a kind")
    if (int(board.own_kinds.max()) + 1) * board.hand_kinds > board.events.player_kinds:
        raise SelectionError("there are more kinds of the player's hands than events are made for")
    if not 1 <= board.events.dealer_kinds <= MAX_KINDS:
        raise SelectionError(f"the dealer's hands are of 1 to {MAX_KINDS} kinds, not {board.events.dealer_kinds}")
