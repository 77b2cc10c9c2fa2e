"""A game as data: what a game file says once its options are chosen. Nothing here is particular to one game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from analyzer.cards.deck import Deck
from analyzer.cards.ranking import Ranking
from analyzer.cards.wild import WildDeck
from analyzer.game.house_way import HouseWay
from analyzer.game.lines import LineTest
from analyzer.game.pay import Pay
from analyzer.units import Unit

if TYPE_CHECKING:
    from analyzer.game.language import PaidLine, Rules

Overlap = Literal["most", "first", "all"]
# What the analysis decides for the player: a choice between bets or cards, which of many cards to hold, how hands are
# set; nothing where he has no choice, or a house way makes it.
Decided = Literal["", "choices", "holds", "settings"]


@dataclass(frozen=True)
class Source:
    """The document that a game comes from."""

    title: str
    document: str = ""
    sha256: str = ""


@dataclass(frozen=True)
class Option:
    """A choice between readings. Either `values` lists all of them, default first, or it is a number in a range.

    `weight` says how much speaks for the other readings of the document: 1, it is silent or contradicts itself; 2, a
    literal reading that another sentence speaks against; 3, contradicted. None: no reading, but a variant that is
    offered beside the game. `source` is the sentence that can be read in several ways.
    """

    id: str
    values: tuple[str, ...]
    default: str | None
    meaning: str
    minimum: Fraction = Fraction(0)
    maximum: Fraction = Fraction(0)
    weight: int | None = None
    source: str = ""

    @property
    def is_number(self) -> bool:
        return not self.values


@dataclass(frozen=True)
class Seat:
    """A place that cards are dealt to."""

    name: str
    cards: int


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
    """A charge decided by the cards before the last one, or by all; the first line that they satisfy is charged."""

    lines: tuple[Line, ...]
    amounts: tuple[Fraction, ...]
    before_last: bool = True


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
    """What every wager has, and what every kind of wager can be asked: nobody outside has to know which kind it is.

    The answers here are those of a kind that the rules of the file describe; a kind overrides what differs.
    """

    id: str
    name: str
    paytables: tuple[Paytable, ...]
    source: str = ""
    limits: Limits | None = None
    unit: Unit = Unit.UNITS
    # The wager that must be made too, if any: this one is not offered alone.
    needs: str = ""
    # Which line is paid of several that a hand satisfies: the one that pays most, the first one listed, or all.
    overlap: Overlap = "most"

    @property
    def has_stake(self) -> bool:
        """A wager in dollars a round stakes nothing: its amounts are what they are, whatever is bet beside it."""
        return self.unit.has_stake

    # --- decisions ---

    @property
    def has_decisions(self) -> bool:
        """Whether the player decides something once he has seen cards."""
        return False

    @property
    def decided(self) -> Decided:
        """What the analysis decides for the player."""
        return "choices" if self.has_decisions else ""

    @property
    def pays_change_play(self) -> bool:
        """Whether another pay can make another decision the best one: only pays of the wager that is played for can."""
        return self.has_decisions and self.main is None

    @property
    def main(self) -> Wager | None:
        """The wager that is played for, where it is another one."""
        return None

    # --- pays ---

    @property
    def lines(self) -> Sequence[Line | JokerLine | PaidLine]:
        """The lines of the paytables."""
        return ()

    @property
    def line_ids(self) -> tuple[str, ...]:
        """The keys of the paytables, in the order of their pays."""
        return tuple(line.id for line in self.lines)

    @property
    def names_of_lines(self) -> Mapping[str, str]:
        """What the file calls its lines."""
        return {line.id: line.name for line in self.lines}

    @property
    def high_id(self) -> str:
        """The line that pays more than the next one where both are satisfied, if the rules say so."""
        return ""

    @property
    def tax(self) -> Tax | None:
        return None

    @property
    def meter(self) -> Meter | None:
        return None

    @property
    def without_meter(self) -> Wager:
        """The wager with pays that are what they are at one level of its meter."""
        return self

    @property
    def on_patterns(self) -> bool:
        """Whether nothing but the pattern of its cards decides what is paid."""
        return False

    @property
    def fees(self) -> Fees | None:
        return None

    # --- cards ---

    @property
    def seat_names(self) -> tuple[str, ...]:
        """The seats whose cards it looks at, as a dealt round shows them."""
        return ()

    @property
    def dealt(self) -> tuple[int, ...]:
        """How many cards are dealt at a time, in order."""
        return ()

    @property
    def own_cards(self) -> int:
        """How many cards of his own the player has at his first decision."""
        return 0

    @property
    def board_sizes(self) -> tuple[int, ...]:
        """How many community cards may have been turned when a decision is made, where there are any."""
        return ()

    @property
    def seen_seats(self) -> tuple[Seat, ...]:
        """Cards of others that the player may see when he decides, in the order in which engines take them."""
        return ()

    @property
    def draws_a_card(self) -> bool:
        """Whether a card is dealt that belongs to no seat until it is drawn."""
        return False

    @property
    def hand_size(self) -> int | None:
        """How many cards its hands have; None where it looks at no hand."""
        return 5

    @property
    def ranked_hands(self) -> frozenset[tuple[int, int]]:
        """(cards looked at, cards of the hand) of the hands that kernels rank for it."""
        return frozenset()

    @property
    def ways(self) -> tuple[HouseWay, ...]:
        """The house ways that set the player's and the dealer's hand, where hands are set in two."""
        return ()

    @property
    def used_ways(self) -> tuple[HouseWay, ...]:
        """All house ways that it uses: lines may look at a part of cards that one sets."""
        return self.ways

    @property
    def tells_suits_apart(self) -> bool:
        """Whether a renaming of suits can change what is paid."""
        return False

    def order_asked(self, game: Game) -> Ranking | None:
        """The order of hands as far as the count can depend on it; None where no hand is ranked."""
        return game.ranking

    def set_by(self, _way: HouseWay) -> Wager:
        """The wager with all hands that are set in two set by this house way."""
        return self

    @property
    def by_house_way(self) -> Wager:
        """The wager with hands set by their house ways, whatever is best."""
        return self


@dataclass(frozen=True)
class Fees:
    """Collection fees a hand: (from which bet on, fee) for each seat, and the bets at which edges are shown."""

    bets: tuple[int, ...]
    player: tuple[tuple[int, int], ...]
    dealer: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class JointWagers:
    """Wagers that are made together, each at its stake."""

    wagers: tuple[str, ...]
    stakes: tuple[Fraction, ...]
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

    @cached_property
    def rules_digest(self) -> str:
        """SHA-256 of all that a count can depend on; it is asked for with every result that is kept."""
        from analyzer.game.plain import rules_digest

        return rules_digest(self)

    @property
    def pack(self) -> WildDeck:
        """The deck with its wild cards and the order of hands."""
        return WildDeck.ranked(self.deck, self.ranking, self.wild_ranks, five_wilds=self.five_wilds)
