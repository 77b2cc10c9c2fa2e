"""What may be drawn to a hand: from the whole deck, or from what is left of it where some cards were seen.

Cards of the draw that were seen are drawn first; cards that somebody else holds are not drawn at all. Both are
positions in the deck. The other cards, in order, have places: hands are given as these.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.final_events import FinalEvents
from analyzer.kernels import duel, subset_sums

Cards = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Draws:
    """Final hands of a deck, some of whose cards are known: `first` are drawn first, `gone` never.

    `events[colex index over places]` are those of final hands without the cards drawn first.
    """

    final: FinalEvents
    first: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()

    @cached_property
    def seen(self) -> Cards:
        return np.array(sorted(self.first), dtype=np.uint8)

    @cached_property
    def positions(self) -> Cards:
        """[place] the position in the deck of the cards that are left."""
        known = np.array([*self.first, *self.gone], dtype=np.uint8)
        return np.setdiff1d(np.arange(self.final.deck.size, dtype=np.uint8), known)

    @property
    def cards(self) -> int:
        """Cards of a final hand that are not yet known."""
        return self.final.cards - len(self.first)

    @property
    def kinds(self) -> int:
        return self.final.kinds

    @property
    def all_events(self) -> Cards:
        return self.final.events

    @cached_property
    def events(self) -> Cards:
        if not self.first and not self.gone:
            return self.final.events
        if not self.cards:  # the seen cards are a hand
            return np.zeros(1, dtype=np.uint8)
        return self.final.events[duel.joined(self.positions, self.seen, self.cards)]

    @cached_property
    def table(self) -> NDArray[np.uint32]:
        """[set, event]: how many of these hands that contain the set end in the event (cext/subset_sums.pyx)."""
        if not self.first and not self.gone:
            return self.final.table
        if not self.cards:
            return np.zeros((0, self.kinds), dtype=np.uint32)
        return subset_sums.subset_sums(self.events, len(self.positions), self.cards, self.kinds)

    def places(self, hands: Cards) -> Cards:
        """Hands of positions as places."""
        place = np.zeros(self.final.deck.size, dtype=np.uint8)
        place[self.positions] = np.arange(len(self.positions), dtype=np.uint8)
        return np.ascontiguousarray(place[hands])
