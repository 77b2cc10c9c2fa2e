"""Player against dealer, with one card exchanged."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from analyzer.game.model import Line, Seat, Wager

# The seat of the card that a player draws.
DRAW_SEAT = "draw"


@dataclass(frozen=True)
class DrawWager(Wager):
    """Player against dealer; the player may exchange one card.

    A deal of `automatic_win` or better wins at once, at `automatic_win_pays`, or by the paytable where that is None;
    with `may_decline` the player may exchange a card instead. Otherwise one card is discarded and one drawn (or, with
    `stand_pat`, none), the dealer plays the best five, and a win is paid `win_pays`, or where that is None by the line
    of the player's final hand.
    """

    player: Seat = Seat("player", 5)
    dealer: Seat = Seat("dealer", 6)
    hand_size: int = 5
    automatic_win: str | None = None
    automatic_win_pays: Fraction | None = None
    win_pays: Fraction | None = None
    may_decline: bool = False
    stand_pat: bool = False
    lines: tuple[Line, ...] = ()

    @property
    def has_decisions(self) -> bool:
        return True

    @property
    def seat_names(self) -> tuple[str, ...]:
        return self.player.name, DRAW_SEAT, self.dealer.name

    @property
    def dealt(self) -> tuple[int, ...]:
        return self.player.cards, 1, self.dealer.cards

    @property
    def draws_a_card(self) -> bool:
        return True

    @property
    def ranked_hands(self) -> frozenset[tuple[int, int]]:
        return frozenset({(self.player.cards, self.hand_size), (self.dealer.cards, self.hand_size)})

    @property
    def tells_suits_apart(self) -> bool:
        return any(line.test.tells_suits_apart for line in self.lines)

    @property
    def own_cards(self) -> int:
        return self.player.cards


@dataclass(frozen=True)
class SeenDrawWager(Wager):
    """The same where the player has seen more than his own cards: cards of the dealer, the one to be drawn, others.

    `plain` is the wager without them; its dealer has all his cards.
    """

    plain: DrawWager | None = None
    seen: tuple[Seat, ...] = ()
    drawn: Seat | None = None
    gone: tuple[Seat, ...] = ()

    @property
    def has_decisions(self) -> bool:
        return True

    @property
    def draw(self) -> DrawWager:
        assert self.plain is not None
        return self.plain

    @property
    def lines(self) -> tuple[Line, ...]:
        return self.draw.lines

    @property
    def own_cards(self) -> int:
        return self.draw.own_cards

    @property
    def seen_seats(self) -> tuple[Seat, ...]:
        return (*self.seen, *self.gone, *([self.drawn] if self.drawn is not None else []))
