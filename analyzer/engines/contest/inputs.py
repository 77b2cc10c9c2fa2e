"""What the engines of contests are given: cards, values and kinds of hands, and when which cards are seen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import Deck
from analyzer.cards.ranking import Ranking
from analyzer.engines.contest.solved import EventNumbers

KindsOf = Callable[[NDArray[np.uint32]], NDArray[np.uint8]]


@dataclass(frozen=True, eq=False)
class Duel:
    """Each side has cards of its own; `up` of the dealer's cards may be seen by the player, `down` are not.

    Hands are indexed by colex over the deck's positions: the player's of `own` cards, the dealer's of `up` + `down`.
    The higher strength wins. `sees_up[stage]` tells whether the dealer's `up` cards are seen at a stage; the player's
    own cards are seen from the first stage on, and what was seen stays seen. Where a choice of `Bets` is offered with
    some hands only, `offered` is indexed by the player's own hand (colex), whatever else is seen.
    """

    deck: Deck
    own: int
    up: int
    down: int
    own_strengths: NDArray[np.uint32]
    own_kinds: NDArray[np.uint8]
    dealer_strengths: NDArray[np.uint32]
    dealer_kinds: NDArray[np.uint8]
    sees_up: tuple[bool, ...]
    events: EventNumbers
    # Whether some of the up cards should not be seen: what they are worth is then told.
    exposed: bool = False


@dataclass(frozen=True)
class Known:
    """A card that the player knows beside his own: its position, and whether it is the dealer's or nobody's."""

    position: int
    of_dealer: bool


@dataclass(frozen=True, eq=False)
class Board:
    """Two cards for each side and up to five community cards; each plays the best five of all that it has.

    `seen[stage]` is how many community cards are turned at a stage, ascending: (0, 3, 5). The player sees his own cards
    from the first stage on. No card is wild. `player_kinds(strengths)` and `dealer_kinds(strengths)` give the kinds of
    final hands of these strengths (Ranking, cext/hand.pxd, without the natural bit); `own_kinds[pair]`, by colex over
    the deck's positions, is a kind of the two own cards alone. The kind of the player in an event is
    own kind x `hand_kinds` + kind of the final hand. Where a choice of `Bets` is offered with some hands only,
    `offered` is indexed by the pair of own cards (colex), whatever else is seen. A `known` card is known from the first
    stage on. `ways`: every deal counts so often, because there are so many cards that will be known later.
    """

    deck: Deck
    ranking: Ranking
    community: int
    seen: tuple[int, ...]
    player_kinds: KindsOf
    hand_kinds: int
    own_kinds: NDArray[np.uint8]
    dealer_kinds: KindsOf
    events: EventNumbers
    known: Known | None = None
    ways: int = 1

    @property
    def in_play(self) -> int:
        """Cards of the deck that the player does not know before he looks at his own."""
        return self.deck.size - (self.known is not None)

    def dealer_hands(self, left: int) -> int:
        """How many hands the dealer may have of so many cards, each as often as it counts."""
        return self.ways * (left if self.known is not None and self.known.of_dealer else comb(left, 2))
