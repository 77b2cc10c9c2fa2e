"""Renamings of suits that a round does not notice, and sets of cards up to some of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import FIRST_JOKER, SUITS, Deck
from analyzer.errors import TooLargeError
from analyzer.kernels import round_states

RED = frozenset({1, 2})
ONE_COLOUR = "one"
MAX_TYPES = 128


@dataclass(frozen=True, eq=False)
class SetClasses:
    """Sets of that many cards up to the renamings of one type.

    By colex index: the class of a set and the renaming that leads to the one that stands for it. By class: its cards,
    the type of the renamings that leave it, too, as it is, and how many sets it stands for.
    """

    class_of: NDArray[np.int32]
    mover: NDArray[np.uint8]
    cards: NDArray[np.uint8]
    leads_to: NDArray[np.uint8]
    weights: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.cards)


def renamed_suits(deck: Deck, told_apart: str, colours: Collection[str]) -> Iterator[tuple[int, ...]]:
    """For each suit 0..3 another: those of the deck in every order that leaves what is told apart.

    Where cards must be of one colour, red and black may change places; where a colour is named, they may not.
    """
    suits = deck.suits
    for order in permutations(suits):
        to = list(range(4))
        for suit, other in zip(suits, order, strict=True):
            to[suit] = other
        fixed = all(to[SUITS.index(letter)] == SUITS.index(letter) for letter in told_apart)
        kept = {(suit in RED) == (to[suit] in RED) for suit in suits}
        if fixed and (not colours or kept == {True} or (kept == {False} and set(colours) == {ONE_COLOUR})):
            yield tuple(to)


class Suits:
    """Renamings of the cards of a deck: of suits, and of jokers for each other.

    `cards` are those that are dealt from, `fixed` sets of cards that lie somewhere already: renamings leave each of
    these as it is. A type is a set of renamings; type 0 is all of them.
    """

    def __init__(
        self,
        deck: Deck,
        cards: Sequence[int],
        told_apart: str = "",
        colours: Collection[str] = (),
        fixed: Sequence[Sequence[int]] = (),
    ) -> None:
        self.cards = tuple(cards)
        place = {card: position for position, card in enumerate(self.cards)}
        moves = [
            tuple(place[to[card]] for card in self.cards)
            for to in self._renamings(deck, told_apart, colours)
            if all({to[card] for card in part} == set(part) for part in fixed)
        ]
        moves.sort(key=lambda move: move != tuple(range(len(self.cards))))
        self.moves = moves
        self.moved: NDArray[np.uint8] = np.array(moves, dtype=np.uint8).reshape(len(moves), len(self.cards))
        number = {move: at for at, move in enumerate(moves)}
        self.after: NDArray[np.uint8] = np.array(
            [[number[tuple(second[card] for card in first)] for first in moves] for second in moves], dtype=np.uint8
        )
        self.types: list[int] = [(1 << len(moves)) - 1]
        self._classes: dict[tuple[int, int], SetClasses] = {}

    @staticmethod
    def _renamings(deck: Deck, told_apart: str, colours: Collection[str]) -> Iterator[dict[int, int]]:
        jokers = [card for card in deck.cards if card >= FIRST_JOKER]
        for suits in renamed_suits(deck, told_apart, colours):
            naturals = {card: card - card % 4 + suits[card % 4] for card in deck.cards if card < FIRST_JOKER}
            for order in permutations(jokers):
                yield naturals | dict(zip(jokers, order, strict=True))

    @property
    def order(self) -> int:
        """How many renamings there are."""
        return len(self.moves)

    def type_of(self, renamings: int) -> int:
        """The number of a set of renamings."""
        if renamings not in self.types:
            if len(self.types) == MAX_TYPES:
                raise TooLargeError("too many ways to tell suits apart")
            self.types.append(renamings)
        return self.types.index(renamings)

    def classes(self, kind: int, size: int) -> SetClasses:
        """Sets of that many cards, up to the renamings of a type."""
        if (kind, size) not in self._classes:
            self._classes[kind, size] = self._classed(kind, size)
        return self._classes[kind, size]

    def _classed(self, kind: int, size: int) -> SetClasses:
        renamings = self.types[kind]
        numbers = np.array([at for at in range(self.order) if renamings >> at & 1], dtype=np.uint8)
        class_of, mover, first, fixed = round_states.representatives(self.moved, numbers, size)
        distinct, inverse = np.unique(fixed, return_inverse=True)
        types = np.array([self.type_of(int(mask)) for mask in distinct], dtype=np.uint8)
        orders = np.array([int(mask).bit_count() for mask in distinct], dtype=np.int64)
        return SetClasses(
            class_of, mover, round_states.sets_of(first, size), types[inverse], renamings.bit_count() // orders[inverse]
        )
