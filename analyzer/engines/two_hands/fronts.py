"""Two-card hands as numbers: no pair below all pairs, then by ranks."""

from __future__ import annotations

from analyzer.cards.deck import RANKS

FIRST_PAIR = 78
FRONTS = 91


def front_number(one: int, two: int) -> int:
    """The number by which two-card hands compare, from their ranks.

    >>> front_number(12, 11), front_number(0, 0), front_number(1, 0)
    (77, 78, 0)
    """
    high, low = max(one, two), min(one, two)
    return FIRST_PAIR + high if high == low else high * (high - 1) // 2 + low


def front_ranks(front: int) -> tuple[int, int]:
    """
    >>> front_ranks(77), front_ranks(79)
    ((12, 11), (1, 1))
    """
    if front >= FIRST_PAIR:
        return front - FIRST_PAIR, front - FIRST_PAIR
    high = 1
    while high * (high + 1) // 2 <= front:
        high += 1
    return high, front - high * (high - 1) // 2


def front_name(front: int) -> str:
    """
    >>> front_name(77), front_name(79)
    ('A-K', '3-3')
    """
    return "-".join(RANKS[rank] for rank in front_ranks(front))
