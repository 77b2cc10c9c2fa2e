"""Hands told apart by the paytable lines that they satisfy.

A class of hands is one hand up to a renaming of suits, and most lines cannot tell its hands apart. A line about colour
can: of the hands of a class some are of one colour and some are not. Such a class is split into rows, each with as many
hands as satisfy the same lines.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import FIRST_JOKER, MAX_DECK_SIZE, Deck
from analyzer.engines.duel.hands import Hands
from analyzer.errors import CountError
from analyzer.game.lines import line_records
from analyzer.game.model import Game, Line
from analyzer.game.wagers.lines import LinesWager
from analyzer.game.wagers.play import PlayWager
from analyzer.kernels import lines as lines_kernel


def lines_of_set(bits: int) -> tuple[int, ...]:
    """The lines of a set that is written as bits.

    >>> lines_of_set(0b101)
    (0, 2)
    """
    return tuple(line for line in range(bits.bit_length()) if bits >> line & 1)


@dataclass(frozen=True)
class LineQuestion:
    """Which lines hands satisfy: asked of cards, never of a class."""

    lines: tuple[Line, ...]
    arguments: tuple[Any, ...]

    @property
    def tells_suits_apart(self) -> bool:
        """Whether a renaming of suits can change the answer."""
        return any(line.test.tells_suits_apart for line in self.lines)

    def sets(self, cards: NDArray[np.uint8]) -> NDArray[np.uint64]:
        """The set of lines, as bits, that each row of cards satisfies."""
        if not self.lines:
            return np.zeros(len(cards), dtype=np.uint64)
        records = line_records([line.test for line in self.lines])
        return lines_kernel.line_sets_of_cards(np.ascontiguousarray(cards), records, *self.arguments)


def question_of(game: Game, wager: PlayWager | LinesWager) -> LineQuestion:
    best = not isinstance(wager, LinesWager) or wager.uses == "best_ranked"
    return LineQuestion(wager.lines, (best, wager.hand_size, game.ranking.kernel_arguments))


@dataclass(frozen=True, eq=False)
class LineHands:
    """Rows of hands that no line tells apart: one for each class, or several where its hands satisfy different lines.

    `classes[row]` is the class, `weights[row]` the number of hands, `class_cards[row]` one of them, and `sets[row]`
    the lines that all of them satisfy, as bits. The rows of a class stand together. A row's hand is that of its class
    with the suits renamed by `renamings[renaming[row]]`, a map from card to card.
    """

    hands: Hands
    question: LineQuestion
    classes: NDArray[np.intp]
    weights: NDArray[np.int64]
    class_cards: NDArray[np.uint8]
    sets: NDArray[np.uint64]
    renamings: NDArray[np.uint8]
    renaming: NDArray[np.intp]

    @property
    def deck(self) -> Deck:
        return self.hands.deck

    @property
    def cards(self) -> int:
        return self.hands.cards

    def __len__(self) -> int:
        return len(self.classes)

    @property
    def is_split(self) -> bool:
        """Whether some class has several rows."""
        return len(self) > len(self.hands)

    def beside(self, rows: NDArray[np.intp], cards: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Cards beside the hands of some classes, as they lie beside the hands of these rows."""
        return self.renamings[self.renaming[rows], cards] if self.is_split else cards

    def index(self, hand: Iterable[int]) -> int:
        """The row of a hand."""
        cards = sorted(hand)
        own = self.hands.index(cards)
        satisfied = int(self.question.sets(np.array([cards], dtype=np.uint8))[0])
        first, last = np.searchsorted(self.classes, [own, own + 1])
        (row,) = (row for row in range(first, last) if int(self.sets[row]) == satisfied)
        return row

    def parts(self) -> list[NDArray[np.intp]]:
        """All rows in parts that have at most one row of each class: the first rows, the second ones, and so on."""
        place = np.arange(len(self)) - np.searchsorted(self.classes, self.classes)
        return [np.flatnonzero(place == number) for number in range(int(place.max()) + 1)]


def line_hands(hands: Hands, question: LineQuestion) -> LineHands:
    """The classes of hands, split where a line tells the hands of a class apart."""
    weights, cards = hands.weights.astype(np.int64), hands.class_cards
    if not question.tells_suits_apart:
        every, same = np.arange(len(hands)), np.arange(MAX_DECK_SIZE, dtype=np.uint8)[None, :]
        return LineHands(hands, question, every, weights, cards, question.sets(cards), same, np.zeros_like(every))
    renamings = _every_renaming(hands.deck)
    renamed = [np.sort(to[cards], axis=1) for to in renamings]
    sets = np.stack([question.sets(own) for own in renamed])
    # Every hand of a class comes from equally many renamings, so they have its hands in equal shares.
    rows = [_rows_of_set(sets == bits, weights) for bits in np.unique(sets)]
    classes = np.concatenate([own for own, _, _ in rows])
    order = np.argsort(classes, kind="stable")
    shares = np.concatenate([share for _, share, _ in rows])[order]
    which = np.concatenate([first for _, _, first in rows])[order]
    classes = classes[order]
    if int(shares.sum()) != int(weights.sum()):
        raise CountError(f"classes of {int(weights.sum())} hands were split into {int(shares.sum())}")
    own_cards, own_sets = np.stack(renamed)[which, classes], sets[which, classes]
    return LineHands(hands, question, classes, shares, own_cards, own_sets, renamings, which)


def _every_renaming(deck: Deck) -> NDArray[np.uint8]:
    """Every renaming of the deck's suits as a map from card to card."""
    renamings = []
    for suits in permutations(deck.suits):
        to = np.arange(MAX_DECK_SIZE, dtype=np.uint8)
        for suit, other in zip(deck.suits, suits, strict=True):
            to[suit:FIRST_JOKER:4] = np.arange(other, FIRST_JOKER, 4)
        renamings.append(to)
    return np.stack(renamings)


def _rows_of_set(
    has: NDArray[np.bool_], weights: NDArray[np.int64]
) -> tuple[NDArray[np.intp], NDArray[np.int64], NDArray[np.intp]]:
    """(classes with hands of one set, how many hands, the first renaming to one of them), from has[renaming, class]."""
    classes = np.flatnonzero(has.any(axis=0))
    products = weights[classes] * has[:, classes].sum(axis=0)
    if (products % len(has)).any():
        raise CountError("the hands of a class do not come from equally many renamings of suits")
    return classes, products // len(has), np.argmax(has[:, classes], axis=0)
