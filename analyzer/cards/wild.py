"""Decks some of whose cards are wild: jokers, whole ranks, or both."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Self

from analyzer.cards.deck import FIRST_JOKER, RANKS, Deck
from analyzer.cards.ranking import (
    ALL_RANKS,
    Joker,
    JokerInFlush,
    NaturalBeatsWild,
    Ranking,
    ThreeCardOrder,
    TopHand,
    Wheel,
)
from analyzer.errors import CardError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FULL_DECK = Deck()
# Hands that are listed one by one, four bytes each. Six of any deck's cards are fewer, seven of 52 are more.
MAX_HANDS = 30_000_000


@dataclass(frozen=True)
class WildDeck:
    """A deck, which of its cards are wild, and the order of hands.

    `wild_ranks` are ranks 0..12 all of whose cards are wild; jokers are wild wherever there are any. With `bug` what is
    wild stands for an ace, or for what completes a straight, a flush or a straight flush. `five_wilds` puts five wild
    cards above everything; bugs are not wild enough for that.
    """

    deck: Deck = FULL_DECK
    wild_ranks: tuple[int, ...] = ()
    top_hand: TopHand = "royal"
    wheel: Wheel = "lowest"
    five_wilds: bool = False
    bug: bool = False
    joker_in_flush: JokerInFlush = "missing_rank"
    natural_beats_wild: NaturalBeatsWild = "never"
    three_card_order: ThreeCardOrder = "three_card"
    five_ranks: int = ALL_RANKS

    def __post_init__(self) -> None:
        missing = [rank for rank in self.wild_ranks if rank not in self.deck.ranks]
        if missing:
            raise CardError(f"the deck has no cards of rank {', '.join(RANKS[rank] for rank in missing)} to be wild")
        if len(set(self.wild_ranks)) < len(self.wild_ranks):
            raise CardError(f"wild ranks {self.wild_ranks} must be distinct")

    @classmethod
    def ranked(
        cls, deck: Deck, ranking: Ranking, wild_ranks: tuple[int, ...] = (), *, five_wilds: bool = False
    ) -> Self:
        """From the order of hands of a game: what its jokers are, what is wild is."""
        return cls(
            deck,
            wild_ranks,
            ranking.top_hand,
            ranking.wheel,
            five_wilds,
            ranking.joker == "bug",
            ranking.joker_in_flush,
            ranking.natural_beats_wild,
            ranking.three_card_order,
            ranking.five_ranks,
        )

    @property
    def ranking(self) -> Ranking:
        joker: Joker = "bug" if self.bug else "wild"
        return Ranking(
            joker if self.deck.jokers or self.wild_ranks else "none",
            self.wheel,
            self.top_hand,
            self.joker_in_flush,
            self.natural_beats_wild,
            self.three_card_order,
            self.five_ranks,
        )

    @cached_property
    def wild(self) -> NDArray[np.bool_]:
        """Whether the card at each position of the deck is wild."""
        import numpy as np

        cards = self.deck.cards
        return np.array([card >= FIRST_JOKER or card >> 2 in self.wild_ranks for card in cards], dtype=bool)
