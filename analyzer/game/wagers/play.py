"""Player against a dealer who must qualify: an Ante, then bets as cards are seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from analyzer.game.lines import LineTest
from analyzer.game.model import Line, Seat, Wager

# A card that is seen beside two community cards though it should not be: one of them early, the dealer's, a seat's.
Shown = Literal["first", "second", "dealer", "seat"]


@dataclass(frozen=True)
class PlayWager(Wager):
    """Player against a dealer who must qualify; an Ante of 1, then bets as cards are seen.

    The first decision, on the player's cards, is to fold or to make the first bet; after each community card but the
    last the next one is to check or to bet. If the dealer does not qualify the bets push, and the Ante wins
    (`unqualified = "ante_wins"`) or is settled by comparison (`"compare"`). `lines` are a bonus on the Ante, paid to a
    player who has not folded whatever the dealer holds.

    The dealer qualifies from one value on (`qualify_hand` and its first rank), or, where that is empty, with a hand
    that passes one of the tests `qualifies`; always, if there are none. With `qualifies_own` it is his own cards that
    must, without the community cards.
    """

    player: Seat = Seat("player", 3)
    dealer: Seat = Seat("dealer", 3)
    community: Seat | None = None
    hand_size: int = 3
    bets: tuple[int, ...] = (1,)
    qualify_hand: str = ""
    qualify_rank: int = 0
    qualifies: tuple[LineTest, ...] = ()
    qualifies_own: bool = False
    unqualified: Literal["ante_wins", "compare"] = "compare"
    lines: tuple[Line, ...] = ()

    @property
    def has_decisions(self) -> bool:
        return True

    @property
    def pays_change_play(self) -> bool:
        return bool(self.lines)

    @property
    def shared(self) -> int:
        """How many community cards there are."""
        return self.community.cards if self.community is not None else 0

    @property
    def seat_names(self) -> tuple[str, ...]:
        board = (self.community.name,) if self.community is not None else ()
        return self.player.name, *board, self.dealer.name

    @property
    def dealt(self) -> tuple[int, ...]:
        return self.player.cards, *(1,) * self.shared, self.dealer.cards

    @property
    def ranked_hands(self) -> frozenset[tuple[int, int]]:
        own = {self.player.cards} if self.lines else set()  # the bonus looks at the player's own cards
        return frozenset((cards, self.hand_size) for cards in {self.player.cards + self.shared, *own})

    @property
    def tells_suits_apart(self) -> bool:
        return any(line.test.tells_suits_apart for line in self.lines)

    @property
    def own_cards(self) -> int:
        return self.player.cards

    @property
    def board_sizes(self) -> tuple[int, ...]:
        return (1,) if self.community is not None else ()


@dataclass(frozen=True)
class SeenPlayWager(Wager):
    """The same over community cards, where the player sees one card more from a decision on.

    `plain` is the wager without it, `card` the group that is seen and `shown` which it is; `first` is the community
    card that is turned between the decisions.
    """

    plain: PlayWager | None = None
    shown: Shown = "dealer"
    stage: int = 1
    card: Seat = Seat("dealer", 1)
    first: Seat = Seat("first", 1)

    @property
    def has_decisions(self) -> bool:
        return True

    @property
    def play(self) -> PlayWager:
        assert self.plain is not None
        return self.plain

    @property
    def lines(self) -> tuple[Line, ...]:
        return self.play.lines

    @property
    def own_cards(self) -> int:
        return self.play.own_cards

    @property
    def seen_seats(self) -> tuple[Seat, ...]:
        return (self.card,) if self.stage == 1 else ()
