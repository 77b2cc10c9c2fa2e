"""Suits that a game does not tell apart: blocks of suits within which they may be exchanged, and hands up to that.

All suits in one block is the usual case; where something tells colours apart, say, the red suits are a block and the
black ones another. An exchange of two suits is asked about literally, so nothing is believed about a game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from math import comb, factorial, prod

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.class_hands import ClassHands
from analyzer.cards.deck import Deck
from analyzer.errors import CountError
from analyzer.kernels import colex, suit_blocks

# Whether nothing changes when every position is exchanged for its partner.
Unnoticed = Callable[[NDArray[np.uint8]], bool]


@dataclass(frozen=True)
class SuitBlocks:
    """`blocks[suit]`, by place in the deck's suits, numbers the block of a suit; two jokers may be alike."""

    deck: Deck
    blocks: tuple[int, ...]
    jokers_alike: bool

    @property
    def _blocks(self) -> NDArray[np.uint8]:
        return np.array(self.blocks, dtype=np.uint8)

    @property
    def _naturals(self) -> int:
        return self.deck.size - self.deck.jokers

    @property
    def order(self) -> int:
        """How many ways there are to exchange suits and jokers.

        >>> SuitBlocks(Deck(), (0, 1, 1, 0), jokers_alike=False).order
        4
        """
        sizes = Counter(self.blocks).values()
        return prod(factorial(size) for size in sizes) * (2 if self.jokers_alike else 1)

    def fixing(self, positions: Sequence[int]) -> SuitBlocks:
        """Those exchanges that leave these cards as they are.

        >>> blocks = SuitBlocks(Deck(jokers=2), (0, 0, 0, 0), jokers_alike=True)
        >>> blocks.fixing([0, 5, 52]).blocks, blocks.fixing([0, 5, 52]).jokers_alike
        ((0, 1, 2, 2), False)
        """
        suits = len(self.deck.suits)
        held = [
            frozenset(card // suits for card in positions if card < self._naturals and card % suits == suit)
            for suit in range(suits)
        ]
        looks = list(zip(self.blocks, held, strict=True))
        numbers = {look: number for number, look in enumerate(dict.fromkeys(looks))}
        jokers = sum(card >= self._naturals for card in positions)
        return replace(
            self,
            blocks=tuple(numbers[look] for look in looks),
            jokers_alike=self.jokers_alike and jokers in (0, self.deck.jokers),
        )

    def hands(self, cards: int, without: Sequence[int] = ()) -> ClassHands:
        """One hand for all those that an exchange makes of each other; exchanges must fix the cards left out."""
        if self.fixing(without) != self.fixing(()):
            raise CountError(f"positions {tuple(without)} are changed by an exchange of suits")
        jokers = [card for card in range(self._naturals, self.deck.size) if card not in without]
        listed, weights = suit_blocks.canonical_hands(
            len(self.deck.ranks),
            self._blocks,
            np.array(jokers, dtype=np.uint8),
            self.jokers_alike,
            np.array(sorted(without), dtype=np.uint8),
            cards,
        )
        hands = ClassHands(listed, weights.astype(np.int64))
        if int(hands.weights.sum()) != comb(self.deck.size - len(without), cards):
            raise CountError(f"the hands of {cards} cards up to exchanges of suits do not stand for all hands")
        return hands

    def forms(self, hands: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The hand that stands for each."""
        return suit_blocks.canonical_forms(
            hands, len(self.deck.ranks), self._blocks, self.deck.jokers, self.jokers_alike
        )

    def moves(self) -> Iterator[NDArray[np.uint8]]:
        """[position] where each card goes, for every exchange within blocks."""
        suits = len(self.deck.suits)
        naturals = np.arange(self._naturals)
        jokers = list(range(self._naturals, self.deck.size))
        for to in permutations(range(suits)):
            if all(self.blocks[suit] == self.blocks[other] for suit, other in enumerate(to)):
                moved = naturals - naturals % suits + np.array(to)[naturals % suits]
                yield np.array([*moved, *jokers], dtype=np.uint8)
                if self.jokers_alike:
                    yield np.array([*moved, *reversed(jokers)], dtype=np.uint8)

    def members(self, hand: Sequence[int]) -> NDArray[np.uint8]:
        """All hands that exchanges make of a hand, one row each, ascending."""
        moved = [np.sort(move[list(hand)]) for move in self.moves()]
        return np.unique(np.array(moved, dtype=np.uint8), axis=0)

    def standing(self, listed: ClassHands, cards: int) -> Standing:
        """Which of the listed hands stands for each hand of that many cards, and the exchange that leads there."""
        moves = list(self.moves())
        numbers = np.full(comb(self.deck.size, cards), -1, dtype=np.intp)
        back = np.zeros(len(numbers), dtype=np.intp)
        for number, move in enumerate(moves):
            index = _rank(move[listed.hands])
            numbers[index], back[index] = np.arange(len(listed)), number
        return Standing(numbers, back, np.array([np.argsort(move) for move in moves], dtype=np.uint8))


@dataclass(frozen=True, eq=False)
class Standing:
    """By colex index of a hand: the number of the hand that stands for it (-1: none does), and the move to it.

    `moves[move, position]` is where a card goes.
    """

    numbers: NDArray[np.intp]
    back: NDArray[np.intp]
    moves: NDArray[np.uint8]

    def of(self, hands: NDArray[np.uint8]) -> tuple[NDArray[np.intp], NDArray[np.uint8]]:
        """[row] the number of the hand that stands for each, and [row, position] where the cards go with it."""
        index = _rank(hands)
        if np.any(self.numbers[index] < 0):
            raise CountError("a hand has none that stands for it")
        return self.numbers[index], self.moves[self.back[index]]


def moved(moves: NDArray[np.uint8], cards: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """[row, card] where the cards of each row go."""
    return np.take_along_axis(moves, cards.astype(np.intp), axis=1)


def _rank(hands: NDArray[np.uint8]) -> NDArray[np.intp]:
    """The colex index of each row, in whatever order its cards are; of no card it is 0."""
    if not hands.shape[1]:
        return np.zeros(len(hands), dtype=np.intp)
    return colex.rank(np.ascontiguousarray(np.sort(hands, axis=1))).astype(np.intp)


def suit_blocks_of(deck: Deck, is_unnoticed: Unnoticed) -> SuitBlocks:
    """The blocks of suits that may be exchanged without anything noticing; neighbours are tried first."""
    suits = len(deck.suits)
    block = list(range(suits))
    for one, other in sorted(combinations(range(suits), 2), key=lambda pair: pair[1] - pair[0]):
        if block[one] != block[other] and is_unnoticed(_exchange(deck, one, other)):
            block = [block[one] if number == block[other] else number for number in block]
    order = list(dict.fromkeys(block))
    alike = deck.jokers == 2 and is_unnoticed(_exchange_of_jokers(deck))
    return SuitBlocks(deck, tuple(order.index(number) for number in block), alike)


def _exchange(deck: Deck, one: int, other: int) -> NDArray[np.uint8]:
    """The partner of each position where two suits, by their places, change places."""
    partner = np.arange(deck.size, dtype=np.uint8)
    naturals = partner[: deck.size - deck.jokers]
    suit = naturals % len(deck.suits)
    low, high = np.flatnonzero(suit == one), np.flatnonzero(suit == other)
    partner[low], partner[high] = high, low
    return partner


def _exchange_of_jokers(deck: Deck) -> NDArray[np.uint8]:
    partner = np.arange(deck.size, dtype=np.uint8)
    partner[-2:] = partner[:-3:-1].copy()
    return partner
