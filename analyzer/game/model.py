"""A game as data: what a game file says once its options are chosen. Nothing here is particular to one game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from analyzer.cards.deck import Deck
from analyzer.cards.ranking import Ranking
from analyzer.cards.wild import WildDeck
from analyzer.game.house_way import HouseWay
from analyzer.game.lines import LineTest, Uses
from analyzer.units import Unit

if TYPE_CHECKING:
    from analyzer.game.language import Bet, Choice, Hand, PaidLine, Row, Rules, Test

Overlap = Literal["most", "first"]
# Whose cards a question looks at: the compared hands, or, beside community cards, the player's own cards alone.
Side = Literal["player", "dealer", "own"]

NO_HOUSE_WAY = HouseWay("", "", ())
# The seat of the card that a player draws.
DRAW_SEAT = "draw"


@dataclass(frozen=True)
class Source:
    """The document that a game comes from."""

    title: str
    document: str = ""
    sha256: str = ""


@dataclass(frozen=True)
class Option:
    """A choice between readings. Either `values` lists all of them, default first, or it is a number in a range."""

    id: str
    values: tuple[str, ...]
    default: str | None
    meaning: str
    minimum: Fraction = Fraction(0)
    maximum: Fraction = Fraction(0)

    @property
    def is_number(self) -> bool:
        return not self.values


@dataclass(frozen=True)
class Seat:
    """A place that cards are dealt to."""

    name: str
    cards: int


@dataclass(frozen=True)
class Pay:
    """What a line pays: an amount and a share of the meter J."""

    amount: Fraction
    meter: Fraction = Fraction(0)

    @property
    def order(self) -> tuple[Fraction, Fraction]:
        """For finding the line that pays most where the meter is large: a larger share is more than any amount."""
        return self.meter, self.amount

    def at(self, level: Fraction) -> Fraction:
        """What is paid at that level of the meter.

        >>> Pay(Fraction(-1), Fraction(1, 10)).at(Fraction(50))
        Fraction(4, 1)
        """
        return self.amount + self.meter * level

    def __add__(self, other: Pay) -> Pay:
        """
        >>> str(Pay(Fraction(3, 2)) + Pay(Fraction(0), Fraction(1, 10))), str(-Pay(Fraction(1)) * 2)
        ('J/10 + 3/2', '-2')
        """
        return Pay(self.amount + other.amount, self.meter + other.meter)

    def __sub__(self, other: Pay) -> Pay:
        return self + -other

    def __neg__(self) -> Pay:
        return Pay(-self.amount, -self.meter)

    def __mul__(self, factor: Fraction | int) -> Pay:
        return Pay(self.amount * factor, self.meter * factor)

    def __truediv__(self, divisor: Fraction | int) -> Pay:
        return Pay(self.amount / divisor, self.meter / divisor)

    @property
    def zero_at(self) -> Fraction:
        """The level of the meter at which nothing is paid; only where a share of the meter is.

        >>> Pay(Fraction(-1), Fraction(1, 10)).zero_at
        Fraction(10, 1)
        """
        return -self.amount / self.meter

    @property
    def is_gain(self) -> bool:
        """More than nothing; a share of the meter always counts as a gain."""
        return self.meter > 0 or self.amount > 0

    def __str__(self) -> str:
        """
        >>> str(Pay(Fraction(3, 2))), str(Pay(Fraction(0), Fraction(1, 10)))
        ('3/2', 'J/10')
        """
        if not self.meter:
            return str(self.amount)
        top = "J" if self.meter.numerator == 1 else f"{self.meter.numerator}*J"
        share = top if self.meter.denominator == 1 else f"{top}/{self.meter.denominator}"
        return share if not self.amount else f"{share} + {self.amount}"


@dataclass(frozen=True)
class Line:
    """A line of a paytable: its id, its name for people, and what the cards must be."""

    id: str
    name: str
    test: LineTest
    source: str = ""


@dataclass(frozen=True)
class JokerLine:
    """A line about where the jokers are: how many of them each seat has."""

    id: str
    name: str
    jokers: Mapping[str, int]
    source: str = ""


@dataclass(frozen=True)
class Paytable:
    """What each line pays, in the order of the wager's lines."""

    id: str
    pays: tuple[Pay, ...]


@dataclass(frozen=True)
class Tax:
    """A charge decided by the cards before the last one; the first line that they satisfy is charged."""

    lines: tuple[Line, ...]
    amounts: tuple[Fraction, ...]


@dataclass(frozen=True)
class Meter:
    """A progressive meter J: the price of a bet, whether the stake comes back with a prize, and how J grows."""

    bet: Fraction
    prizes: Literal["for_one", "to_one"]
    contribution: Fraction | None
    seed: Fraction | None


@dataclass(frozen=True)
class Limits:
    """Smallest and largest stake."""

    minimum: Fraction
    maximum: Fraction


@dataclass(frozen=True)
class Wager:
    """What every wager has."""

    id: str
    name: str
    paytables: tuple[Paytable, ...]
    source: str = ""
    limits: Limits | None = None
    unit: Unit = Unit.UNITS
    # The wager that must be made too, if any: this one is not offered alone.
    needs: str = ""
    # Which line is paid of several that a hand satisfies: the one that pays most, or the first one listed.
    overlap: Overlap = "most"

    @property
    def has_stake(self) -> bool:
        """A wager in dollars a round stakes nothing: its amounts are what they are, whatever is bet beside it."""
        return self.unit.has_stake

    @property
    def has_decisions(self) -> bool:
        """Whether the player decides something once he has seen cards."""
        return False


@dataclass(frozen=True)
class LinesWager(Wager):
    """A wager that looks at its cards together and pays by a paytable."""

    seats: tuple[str, ...] = ()
    cards: int = 5
    hand_size: int = 5
    uses: Uses = "best_ranked"
    lines: tuple[Line, ...] = ()
    tax: Tax | None = None
    meter: Meter | None = None


@dataclass(frozen=True)
class WildLinesWager(LinesWager):
    """The same where whole ranks are wild: every hand is valued by itself, dealt rounds are settled by the rules."""


@dataclass(frozen=True)
class JokersWager(Wager):
    """A wager on where the jokers are."""

    seats: tuple[Seat, ...] = ()
    lines: tuple[JokerLine, ...] = ()


@dataclass(frozen=True)
class DrawWager(Wager):
    """Player against dealer; the player may exchange one card.

    A deal of `automatic_win` or better wins at once, at `automatic_win_pays`, or by the paytable where that is None.
    Otherwise one card is discarded and one drawn (or, with `stand_pat`, none), the dealer plays the best five, and
    a win is paid by the line of the player's final hand.
    """

    player: Seat = Seat("player", 5)
    dealer: Seat = Seat("dealer", 6)
    hand_size: int = 5
    automatic_win: str | None = None
    automatic_win_pays: Fraction | None = None
    stand_pat: bool = False
    lines: tuple[Line, ...] = ()

    @property
    def has_decisions(self) -> bool:
        return True


@dataclass(frozen=True)
class PlayWager(Wager):
    """Player against a dealer who must qualify; an Ante of 1, then bets as cards are seen.

    The first decision, on the player's cards, is to fold or to make the first bet; after each community card but the
    last the next one is to check or to bet. If the dealer does not qualify the bets push, and the Ante wins
    (`unqualified = "ante_wins"`) or is settled by comparison (`"compare"`). `lines` are a bonus on the Ante, paid to a
    player who has not folded whatever the dealer holds.
    """

    player: Seat = Seat("player", 3)
    dealer: Seat = Seat("dealer", 3)
    community: Seat | None = None
    hand_size: int = 3
    bets: tuple[int, ...] = (1,)
    qualify_hand: str = "high-card"
    qualify_rank: int = 0
    unqualified: Literal["ante_wins", "compare"] = "compare"
    lines: tuple[Line, ...] = ()

    @property
    def has_decisions(self) -> bool:
        return True


@dataclass(frozen=True)
class Fees:
    """Collection fees a hand: (from which bet on, fee) for each seat, and the bets at which edges are shown."""

    bets: tuple[int, ...]
    player: tuple[tuple[int, int], ...]
    dealer: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class SetWager(Wager):
    """Two hands of seven cards, each set in two; both of the player's must be strictly higher to win.

    The dealer's hand is set by the house way, the player's too unless `player_sets` is "optimal".
    """

    player: Seat = Seat("player", 7)
    dealer: Seat = Seat("dealer", 7)
    house_way: HouseWay = NO_HOUSE_WAY
    player_sets: Literal["house_way", "optimal"] = "house_way"
    fees: Fees | None = None

    @property
    def has_decisions(self) -> bool:
        return True


@dataclass(frozen=True)
class PushWager(Wager):
    """Wins when two hands, both set by the house way, push; more if either front is a pair of `high_pair` or higher."""

    player: Seat = Seat("player", 7)
    dealer: Seat = Seat("dealer", 7)
    house_way: HouseWay = NO_HOUSE_WAY
    high_id: str = ""
    high_pair: int = 0


@dataclass(frozen=True)
class SoloWager(Wager):
    """Played without an opponent, and paid by the lines of the final five cards."""

    lines: tuple[Line, ...] = ()

    @property
    def has_decisions(self) -> bool:
        return True


@dataclass(frozen=True)
class ExchangeWager(SoloWager):
    """The player may discard any of the permitted numbers of cards, and gets as many new ones."""

    player: Seat = Seat("player", 5)
    draw: Seat = Seat("draw", 5)
    discards: tuple[int, ...] = (0, 1, 2, 3, 4, 5)


@dataclass(frozen=True)
class RevealWager(SoloWager):
    """Cards are turned one group after the other; between the reveals the player decides about his bets.

    A decision follows each of the first groups, one stage of choices for each; the other groups are turned at the end.
    """

    groups: tuple[Seat, ...] = ()
    bets: tuple[tuple[str, Fraction], ...] = ()
    stages: tuple[tuple[Choice, ...], ...] = ()


@dataclass(frozen=True)
class CardQuestion:
    """A question about one side's cards: as the file asks it, of which hand, and as it is counted."""

    test: Test
    side: Side
    hand: Hand
    counted: LineTest


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

    @property
    def has_decisions(self) -> bool:
        return any(len(choices) > 1 for choices in self.stages)


@dataclass(frozen=True)
class JointWagers:
    """Wagers that are made together at equal stakes."""

    wagers: tuple[str, ...]
    source: str = ""


@dataclass(frozen=True)
class Game:
    """Everything that the analysis needs, with the options chosen."""

    id: str
    name: str
    rules_version: str
    source: Source
    deck: Deck
    ranking: Ranking
    seats: tuple[Seat, ...]
    wagers: tuple[Wager, ...]
    joint: tuple[JointWagers, ...] = ()
    house_ways: Mapping[str, HouseWay] = field(default_factory=dict)
    banker: str = ""
    options: Mapping[str, Option] = field(default_factory=dict)
    chosen: Mapping[str, str] = field(default_factory=dict)
    # Ranks all of whose cards are wild beside the jokers, and whether five wild cards rank above everything.
    wild_ranks: tuple[int, ...] = ()
    five_wilds: bool = False
    # What the file says, as the referee reads it.
    rules: Rules | None = None

    @property
    def pack(self) -> WildDeck:
        """The deck with its wild cards and the order of hands."""
        return WildDeck.ranked(self.deck, self.ranking, self.wild_ranks, five_wilds=self.five_wilds)
