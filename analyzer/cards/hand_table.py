"""What every hand of a deck is worth: one value for each, by its colex index over the deck's positions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.colex import MAX_CHOSEN
from analyzer.cards.ranking import Ranking
from analyzer.cards.wild import MAX_HANDS, WildDeck
from analyzer.errors import CardError, TooLargeError
from analyzer.kernels import hand_table

MAX_BEST = 5


@dataclass(frozen=True)
class HandTable:
    """Every hand of `cards` cards of a deck, of which the best `best` count, in the order of that many cards.

    Values and strengths (cext/hand.pxd) of hands of one deck and one `best` compare with each other, whatever `cards`.

    >>> table = HandTable(WildDeck(), cards=3, best=2)
    >>> len(table.values), hex(table.strengths[0])
    (22100, '0x2120000')
    """

    pack: WildDeck
    cards: int = MAX_BEST
    best: int = MAX_BEST

    def __post_init__(self) -> None:
        size = self.pack.deck.size
        if not 1 <= self.best <= MAX_BEST:
            raise CardError(f"the best {self.best} cards have no order of hands; 1 to {MAX_BEST} have")
        if not self.best <= self.cards <= min(MAX_CHOSEN, size):
            raise CardError(
                f"hands of {self.cards} of {size} cards, the best {self.best} of which count, cannot be listed; "
                f"hands have at least the cards that count, and at most {min(MAX_CHOSEN, size)}"
            )
        if len(self) > MAX_HANDS:
            raise TooLargeError(
                f"{self.cards} of {size} cards make {len(self):,} hands; up to {MAX_HANDS:,} are listed one by one"
            )

    def __len__(self) -> int:
        return comb(self.pack.deck.size, self.cards)

    @property
    def ranking(self) -> Ranking:
        return self.pack.ranking

    @property
    def positions(self) -> NDArray[np.uint8]:
        """The card at each position of the deck."""
        return np.array(self.pack.deck.cards, dtype=np.uint8)

    @property
    def wild(self) -> NDArray[np.uint8]:
        """Whether the card at each position is wild, as kernels read it."""
        return self.pack.wild.view(np.uint8)

    @cached_property
    def values(self) -> NDArray[np.uint32]:
        """The strength of each hand and, as its lowest bit, whether cards none of which is wild reach it."""
        pack = self.pack
        values = hand_table.values_of_best(
            self.positions, self.wild, self.best, self.ranking.kernel_arguments, pack.five_wilds and not pack.bug
        )
        for cards in range(self.best + 1, self.cards + 1):
            values = hand_table.values_of_more(values, pack.deck.size, cards)
        return values

    @cached_property
    def strengths(self) -> NDArray[np.uint32]:
        """What hands are compared by."""
        strengths: NDArray[np.uint32] = self.values >> np.uint32(1)
        return strengths
