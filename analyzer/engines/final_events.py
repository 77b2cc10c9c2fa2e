"""Final hands of games without an opponent: in which event each ends, and how many of those with given cards do.

An event is whatever a wager tells final hands apart by, as a small number: a set of lines, say. Which hand ends in
which event comes from outside, as one array by colex index over the deck's positions.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.class_hands import ClassHands, class_hands, every_hand, partners
from analyzer.cards.deck import Deck
from analyzer.errors import CountError, TooLargeError
from analyzer.kernels import subset_sums

MAX_HAND = 5


@dataclass(frozen=True, eq=False)
class FinalEvents:
    """A deck, the number of cards of a final hand, and the event of each: `events[colex index]`.

    `tells_suits`: something else in the game tells suits apart, a condition of a choice say, though events do not.
    """

    deck: Deck
    cards: int
    events: NDArray[np.uint8]
    tells_suits: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.cards <= MAX_HAND:
            raise TooLargeError(f"final hands of {self.cards} cards are not counted; those of 1 to {MAX_HAND} are")
        hands = comb(self.deck.size, self.cards)
        if self.events.dtype != np.uint8 or self.events.shape != (hands,) or not hands:
            raise CountError(
                f"{self.cards} cards of {self.deck.size} make {hands} hands, but there are events (uint8) for "
                f"{self.events.shape} of type {self.events.dtype}"
            )

    @cached_property
    def kinds(self) -> int:
        """How many events there are: one more than the largest number."""
        return int(self.events.max()) + 1

    @cached_property
    def suits_alike(self) -> bool:
        """Whether no renaming of suits, and no exchange of jokers, changes anything: it is asked of every hand."""
        if self.tells_suits:
            return False
        size = self.deck.size
        return all(subset_sums.ends_alike(self.events, size, self.cards, partner) for partner in partners(self.deck))

    @cached_property
    def table(self) -> NDArray[np.uint32]:
        """[set, event]: how many hands that contain the set end in the event (cext/subset_sums.pyx)."""
        return subset_sums.subset_sums(self.events, self.deck.size, self.cards, self.kinds)

    def hands(self, cards: int) -> ClassHands:
        """Hands of that many cards that stand for all others: one of each suit class, or all where suits matter."""
        return class_hands(self.deck, cards) if self.suits_alike else every_hand(self.deck, cards)

    def containing(self, cards: int) -> NDArray[np.uint32]:
        """[colex index, event]: the final hands that contain these cards; a view of the table."""
        first = subset_sums.first_row(self.deck.size, cards)
        return self.table[first : first + comb(self.deck.size, cards)]
