"""What five cards are worth where some cards of the deck are wild: jokers, whole ranks, or both."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import FIRST_JOKER, RANKS, Deck
from analyzer.cards.ranking import Joker, Ranking, TopHand, Wheel
from analyzer.errors import CardError
from analyzer.kernels import evaluate

FULL_DECK = Deck()


@dataclass(frozen=True)
class WildDeck:
    """A deck, which of its cards are wild, and the order of hands.

    `wild_ranks` are ranks 0..12 all of whose cards are wild; jokers are wild wherever there are any. With `bug` what is
    wild stands for an ace, or for what completes a straight, a flush or a straight flush.
    """

    deck: Deck = FULL_DECK
    wild_ranks: tuple[int, ...] = ()
    top_hand: TopHand = "royal"
    wheel: Wheel = "lowest"
    five_wilds: bool = False
    bug: bool = False

    def __post_init__(self) -> None:
        missing = [rank for rank in self.wild_ranks if rank not in self.deck.ranks]
        if missing:
            raise CardError(f"the deck has no cards of rank {', '.join(RANKS[rank] for rank in missing)} to be wild")
        if len(set(self.wild_ranks)) < len(self.wild_ranks):
            raise CardError(f"wild ranks {self.wild_ranks} must be distinct")

    @property
    def ranking(self) -> Ranking:
        joker: Joker = "bug" if self.bug else "wild"
        return Ranking(joker if self.wild.any() else "none", self.wheel, self.top_hand)

    @cached_property
    def wild(self) -> NDArray[np.bool_]:
        """Whether the card at each position of the deck is wild."""
        cards = self.deck.cards
        return np.array([card >= FIRST_JOKER or card >> 2 in self.wild_ranks for card in cards], dtype=bool)

    @cached_property
    def _valued(self) -> tuple[NDArray[np.uint32], NDArray[np.uint8]]:
        cards = np.array(self.deck.cards, dtype=np.uint8)
        return evaluate.values_with_wild(
            cards, self.wild.view(np.uint8), self.ranking.kernel_arguments, self.five_wilds and not self.bug
        )

    @property
    def values(self) -> NDArray[np.uint32]:
        """Value of every five cards, by their colex index over the deck's positions (cext/hand.pxd explains it).

        Its natural bit: the hand is worth as much with all its wild cards as they are printed; a joker is printed as
        nothing. Five wild cards that rank above everything have a type of their own, and are not natural.
        """
        return self._valued[0]

    @property
    def wild_counts(self) -> NDArray[np.uint8]:
        """How many of every five cards are wild, in the same order: for lines that ask that no card used is wild."""
        return self._valued[1]


def values_with_wild(
    deck: Deck,
    wild_ranks: tuple[int, ...] = (),
    jokers_wild: bool = True,
    top_hand: TopHand = "royal",
    wheel: Wheel = "lowest",
    five_wilds: bool = False,
) -> NDArray[np.uint32]:
    """Strength and natural bit of every five cards of the deck: WildDeck.values.

    >>> values = values_with_wild(Deck(ranks=(0, 12), suits=(0, 1), jokers=1), (0,))
    >>> [int(value >> 21) for value in values]
    [9]
    """
    if deck.jokers and not jokers_wild:
        raise CardError("a joker that is not wild is worth nothing in a poker hand: leave it out of the deck")
    return WildDeck(deck, wild_ranks, top_hand, wheel, five_wilds).values
