"""Community cards of a showdown, up to a renaming of suits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import FIRST_JOKER, Deck
from analyzer.engines.duel.suit_codes import SUIT_BYTES, Renaming, all_renamings


@dataclass(frozen=True)
class Board:
    """Community cards: the ranks (bits) in each of the deck's suits, and jokers. The first suit has the largest set."""

    sets: tuple[int, ...]
    jokers: int = 0

    @property
    def cards(self) -> int:
        return self.jokers + sum(ranks.bit_count() for ranks in self.sets)

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """How many cards of each rank."""
        return tuple(sum(ranks >> rank & 1 for ranks in self.sets) for rank in range(13))

    @property
    def renamings(self) -> tuple[Renaming, ...]:
        """The renamings of suits that leave the board as it is; suit s becomes renaming[s]."""
        every = all_renamings(len(self.sets))
        return tuple(to for to in every if all(self.sets[to[s]] == ranks for s, ranks in enumerate(self.sets)))

    @property
    def kernel_sets(self) -> NDArray[np.uint32]:
        return np.array([*self.sets, 0, 0, 0][:SUIT_BYTES], dtype=np.uint32)


def board_of(deck: Deck, cards: Iterable[int]) -> Board:
    """The board that these cards are, up to a renaming of suits.

    >>> board_of(Deck(jokers=1), [51, 52])
    Board(sets=(4096, 0, 0, 0), jokers=1)
    """
    sets = dict.fromkeys(deck.suits, 0)
    jokers = 0
    for card in cards:
        if card >= FIRST_JOKER:
            jokers += 1
        else:
            sets[card & 3] |= 1 << (card >> 2)
    return Board(tuple(sorted(sets.values(), reverse=True)), jokers)


def board_classes(deck: Deck, cards: int) -> dict[Board, int]:
    """All boards up to a renaming of suits, and how many there are of each.

    >>> classes = board_classes(Deck(jokers=1), 2)
    >>> len(classes), sum(classes.values())
    (182, 1378)
    """
    return dict(Counter(board_of(deck, board) for board in combinations(deck.cards, cards)))


def kinds_of_suits(board: Board) -> list[list[int]]:
    """The suits, together with those that hold the same of the board."""
    return [[s for s, ranks in enumerate(board.sets) if ranks == held] for held in sorted(set(board.sets))]
