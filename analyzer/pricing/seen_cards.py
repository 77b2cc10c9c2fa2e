"""What cards are worth that the player sees and should not: by rank, and by how many of his own are of that suit."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from analyzer.cards.deck import RANKS
from analyzer.engines.worth import JOKER_RANK, Standing
from analyzer.pricing.details import SeenCard


def seen_cards(means: Mapping[Standing, tuple[Fraction, Fraction]]) -> list[SeenCard]:
    """What seen cards are worth, the highest rank first."""
    return [
        SeenCard("joker" if rank == JOKER_RANK else RANKS[rank], suited, share, mean)
        for (rank, suited), (share, mean) in means.items()
    ]
