"""A round against a dealer in general: decisions between the cards seen, and rows that settle each bet."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from analyzer.game.lines import LineTest
from analyzer.game.model import Seat, Wager

if TYPE_CHECKING:
    from analyzer.game.language import Bet, Choice, Hand, PaidLine, Row, Test

# Whose cards a question looks at: the compared hands, or, beside community cards, the player's own cards alone.
Side = Literal["player", "dealer", "own"]


@dataclass(frozen=True)
class CardQuestion:
    """A question about one side's cards: as the file asks it, of which hand, and as it is counted."""

    test: Test
    side: Side
    hand: Hand
    counted: LineTest


@dataclass(frozen=True)
class KnownCard:
    """One card that is seen before its time beside community cards: of the dealer's hand, or of another seat.

    `stage`: of the stages with choices, from 0, the first at which it is known; `after` so many community cards that
    are turned before it.
    """

    seat: Seat
    of_dealer: bool
    stage: int
    after: int


@dataclass(frozen=True)
class ContestWager(Wager):
    """A round against a dealer: decisions between the cards that are seen, and rows that settle each bet.

    `own` are cards of the player alone, `down` of the dealer alone; `up` cards of the dealer are seen by the player at
    some stage, `community` cards belong to both hands. `seen[stage]` tells how many of the `up` or `community` cards
    the player knows when he decides; his own he knows always. `rows[bet]` has the rows that go unsaid too.
    """

    own: Seat = Seat("player", 5)
    up: Seat | None = None
    down: Seat = Seat("dealer", 5)
    community: Seat | None = None
    hands: tuple[Hand, ...] = ()
    qualifies: Test | None = None
    bets: tuple[Bet, ...] = ()
    rows: tuple[tuple[Row, ...], ...] = ()
    stages: tuple[tuple[Choice, ...], ...] = ()
    seen: tuple[int, ...] = ()
    lines: tuple[PaidLine, ...] = ()
    questions: tuple[CardQuestion, ...] = ()
    # Whether cards of the dealer are seen that should not be.
    exposed: bool = False
    # One of the down cards whose back is seen, and the classes of ranks (bits) that it tells.
    back: Seat | None = None
    backs: tuple[int, ...] = ()
    # Beside community cards; the dealer's is not among the `down` cards.
    known: KnownCard | None = None
    # Deals of the language for one that is counted: cards that are shown one after the other before a decision.
    splits: int = 1
    # In the file, where a stage without choices comes before one with choices.
    stage_numbers: tuple[int, ...] = ()

    @property
    def is_known(self) -> bool:
        """Whether the player sees all cards of the dealer."""
        return not self.down.cards

    @property
    def has_decisions(self) -> bool:
        return any(len(choices) > 1 for choices in self.stages)

    @property
    def own_cards(self) -> int:
        return self.own.cards

    @property
    def board_sizes(self) -> tuple[int, ...]:
        return tuple(count for count in self.seen if count) if self.community is not None else ()

    @property
    def dealt(self) -> tuple[int, ...]:
        """Own cards, those turned one after the other (what stays hidden as one group), the dealer's own."""
        later = self.community or self.up
        steps = [0, *self.seen, *([later.cards] if later is not None else [])]
        turned = [after - before for before, after in pairwise(steps) if after > before]
        known = [] if self.known is None else [self.known.seat.cards]
        return self.own.cards, *turned, *known, self.down.cards

    @property
    def seen_seats(self) -> tuple[Seat, ...]:
        return (self.up,) if self.up is not None else ()
