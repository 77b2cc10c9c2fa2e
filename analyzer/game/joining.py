"""Which wagers can be joined with a showdown after a discard, and in words why another cannot.

Exact joint results need to know where a wager's cards lie: among the player's cards as dealt, among these and the card
drawn, or in the dealer's hand.
"""

from __future__ import annotations

from enum import Enum
from typing import TypeGuard

from analyzer.game.model import Wager
from analyzer.game.wagers.draw import DRAW_SEAT, DrawWager
from analyzer.game.wagers.lines import LinesWager


class WagerCards(Enum):
    """The cards that a wager looks at, as seen from the showdown."""

    DEALT = "the player's cards as dealt"
    DRAWN = "the player's cards and the draw"
    DEALER = "the dealer's cards"


def is_showdown(wager: Wager) -> TypeGuard[DrawWager]:
    """Whether others can be joined with it: a showdown after a discard."""
    return isinstance(wager, DrawWager)


def is_on_lines(wager: Wager) -> TypeGuard[LinesWager]:
    """Whether it can be joined with one, if its cards lie where they are counted."""
    return isinstance(wager, LinesWager)


def cards_of(main: DrawWager, wager: LinesWager) -> WagerCards | None:
    """What the wager looks at; None if that is not one of the three."""
    places = {
        frozenset({main.player.name}): (WagerCards.DEALT, main.player.cards),
        frozenset({main.player.name, DRAW_SEAT}): (WagerCards.DRAWN, main.player.cards + 1),
        frozenset({main.dealer.name}): (WagerCards.DEALER, main.dealer.cards),
    }
    place, cards = places.get(frozenset(wager.seats), (None, 0))
    return place if wager.cards == cards else None


def why_not_joined(main: DrawWager, wager: LinesWager) -> str:
    """Why the joint result with the showdown is not counted, and what would be; nothing if it is."""
    place = cards_of(main, wager)
    if place is None:
        known = f"{main.player.name}, or {main.player.name} and {DRAW_SEAT} (one card), or {main.dealer.name}"
        seats = " and ".join(wager.seats)
        return f"{wager.id} looks at {seats}; with {main.id} it can be joined if its cards are {known}"
    if any(line.test.tells_suits_apart for line in wager.lines):
        return f"{wager.id} asks for a colour or a suit; such lines are counted alone, not together with {main.id}"
    if wager.tax is not None and wager.seats != (main.player.name, DRAW_SEAT):
        return (
            f"{wager.id} has a tax, which looks at the cards before the last one; with {main.id} it can be joined "
            f'if its cards are ["{main.player.name}", "{DRAW_SEAT}"]'
        )
    return ""
