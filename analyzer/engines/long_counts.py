"""Which counts are long: those that take more than about a second of one core.

A store can be asked to refuse them (`Store.short`), so that a quick check makes no long count that is not needed.
"""

from __future__ import annotations

from math import comb

from analyzer.cards.deck import Deck

# What a second is enough for: hands whose lines are looked at, and hands of a player who meets a dealer.
SHORT_LINES = 30_000_000
SHORT_SHOWDOWNS = 1_000_000


def lines_are_long(deck: Deck, cards: int) -> bool:
    """
    >>> lines_are_long(Deck(jokers=2), 6), lines_are_long(Deck(), 7)
    (False, True)
    """
    return comb(deck.size, cards) > SHORT_LINES


def showdowns_are_long(deck: Deck, cards: int) -> bool:
    """For a player with that many cards.

    >>> showdowns_are_long(Deck(), 3), showdowns_are_long(Deck(), 5)
    (False, True)
    """
    return comb(deck.size, cards) > SHORT_SHOWDOWNS
