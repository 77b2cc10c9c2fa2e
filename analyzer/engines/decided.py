"""Rows of tables of decisions: what is seen, and what is done with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from analyzer.cards.deck import FIRST_JOKER, RANKS

JOKER = FIRST_JOKER >> 2


@dataclass(frozen=True)
class DecidedRow:
    """In how many of the cases counted each choice is made by those who see this."""

    seen: str
    counts: tuple[int, ...]


def rank_name(rank: int) -> str:
    """
    >>> rank_name(12), rank_name(13)
    ('A', 'joker')
    """
    return "joker" if rank >= JOKER else RANKS[rank]


def pairs_name(high: int, suited: bool, lower: Sequence[int]) -> str:
    """Pairs of cards with one high rank, from the highest lower rank down.

    >>> pairs_name(12, True, [11, 10, 9]), pairs_name(12, False, [12]), pairs_name(13, False, [12, 11])
    ('A with K-J, suited', 'A with A, a pair', 'joker with A-K')
    """
    ranks = [rank_name(rank) for rank in lower]
    named = ranks[0] if len(ranks) == 1 else f"{ranks[0]}-{ranks[-1]}"
    if high >= JOKER:
        return f"{rank_name(high)} with {named}"
    how = "suited" if suited else "a pair" if list(lower) == [high] else "offsuit"
    return f"{rank_name(high)} with {named}, {how}" + (" or a pair" if how == "offsuit" and high in lower else "")
