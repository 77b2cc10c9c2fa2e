"""Wagers that are played without an opponent: cards are exchanged, or turned between decisions."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING

from analyzer.game.model import Decided, Line, Seat, Wager

if TYPE_CHECKING:
    from analyzer.game.language import Choice


@dataclass(frozen=True)
class SoloWager(Wager):
    """Played without an opponent, and paid by the lines of the final five cards.

    `splits`: deals of the language for one that is counted, where cards are shown one after the other before a
    decision.
    """

    lines: tuple[Line, ...] = ()
    splits: int = 1

    @property
    def has_decisions(self) -> bool:
        return True


@dataclass(frozen=True)
class ExchangeWager(SoloWager):
    """The player may discard any of the permitted numbers of cards, and gets as many new ones."""

    player: Seat = Seat("player", 5)
    draw: Seat = Seat("draw", 5)
    discards: tuple[int, ...] = (0, 1, 2, 3, 4, 5)

    @property
    def decided(self) -> Decided:
        return "holds"

    @property
    def own_cards(self) -> int:
        return self.player.cards


@dataclass(frozen=True)
class SeenExchangeWager(SoloWager):
    """The same where the player has seen `seen` cards of the draw, which are drawn first, and `gone` cards of others.

    `first` is the group of the draw's seen cards, `others` the groups of cards that no hand of the wager uses.
    """

    player: Seat = Seat("player", 5)
    discards: tuple[int, ...] = (0, 1, 2, 3, 4, 5)
    first: Seat | None = None
    others: tuple[Seat, ...] = ()

    @property
    def seen(self) -> int:
        return 0 if self.first is None else self.first.cards

    @property
    def gone(self) -> int:
        return sum(seat.cards for seat in self.others)

    @property
    def own_cards(self) -> int:
        return self.player.cards

    @property
    def seen_seats(self) -> tuple[Seat, ...]:
        return (*([self.first] if self.first is not None else []), *self.others)


@dataclass(frozen=True)
class RevealWager(SoloWager):
    """Cards are turned one group after the other; between the reveals the player decides about his bets.

    A decision follows each of the first groups, one stage of choices for each; the other groups are turned at the end.
    `stage_numbers`: in the file, where a stage without choices comes before one with choices.
    """

    groups: tuple[Seat, ...] = ()
    bets: tuple[tuple[str, Fraction], ...] = ()
    stages: tuple[tuple[Choice, ...], ...] = ()
    stage_numbers: tuple[int, ...] = ()

    @property
    def own_cards(self) -> int:
        return self.groups[0].cards

    @property
    def board_sizes(self) -> tuple[int, ...]:
        return tuple(accumulate(seat.cards for seat in self.groups[1 : len(self.stages)]))


@dataclass(frozen=True)
class SeenRevealWager(SoloWager):
    """The same where cards are seen that the hand does not have, or two decisions see the same cards.

    `groups` are turned in order, `used[group]` if the hand has them; `turned[stage]` of them when the player decides.
    `gone` are groups that the hand does not have and that are seen at the first decision, before all others. `early`:
    how many cards of the first group are seen there though they should not be.
    """

    groups: tuple[Seat, ...] = ()
    used: tuple[bool, ...] = ()
    turned: tuple[int, ...] = ()
    gone: tuple[Seat, ...] = ()
    early: int = 0
    bets: tuple[tuple[str, Fraction], ...] = ()
    stages: tuple[tuple[Choice, ...], ...] = ()
    stage_numbers: tuple[int, ...] = ()

    @property
    def own_cards(self) -> int:
        return self.groups[0].cards

    @property
    def seen_seats(self) -> tuple[Seat, ...]:
        return self.gone
