"""A game as data: what a game file says once its options are chosen. Nothing here is particular to one game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Literal

from analyzer.cards.deck import Deck
from analyzer.cards.ranking import Ranking
from analyzer.cards.wild import WildDeck
from analyzer.game.house_way import HouseWay
from analyzer.game.lines import LineTest, Uses, ranking_asked
from analyzer.units import Unit

if TYPE_CHECKING:
    from analyzer.game.language import Bet, Choice, Copies, Group, Hand, PaidLine, Part, Row, Rules, Stage, Test

Overlap = Literal["most", "first", "all"]
# A card that is seen beside two community cards though it should not be: one of them early, the dealer's, a seat's.
Shown = Literal["first", "second", "dealer", "seat"]
# What the analysis decides for the player: a choice between bets or cards, which of many cards to hold, how hands are
# set; nothing where he has no choice, or a house way makes it.
Decided = Literal["", "choices", "holds", "settings"]
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

    The answers here are those of a kind whose rounds are told by the rules of the file; a kind overrides what differs.
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
        """Whether another pay can make another decision the best one."""
        return self.has_decisions

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
class LinesWager(Wager):
    """A wager that looks at its cards together and pays by a paytable."""

    seats: tuple[str, ...] = ()
    cards: int = 5
    hand_size: int = 5
    uses: Uses = "best_ranked"
    lines: tuple[Line, ...] = ()
    tax: Tax | None = None
    meter: Meter | None = None

    @property
    def without_meter(self) -> Wager:
        return replace(self, meter=None)

    @property
    def on_patterns(self) -> bool:
        return True

    @property
    def seat_names(self) -> tuple[str, ...]:
        return self.seats

    @property
    def dealt(self) -> tuple[int, ...]:
        return (self.cards - 1, 1) if self.tax is not None and self.tax.before_last else (self.cards,)

    @property
    def ranked_hands(self) -> frozenset[tuple[int, int]]:
        return frozenset({(self.cards, self.hand_size)})

    @property
    def tells_suits_apart(self) -> bool:
        return any(line.test.tells_suits_apart for line in self.lines)

    def order_asked(self, game: Game) -> Ranking:
        """As far as the lines, and those of the tax, can tell."""
        if game.wild_ranks:
            return game.ranking
        tests = [line.test for line in (*self.lines, *(self.tax.lines if self.tax is not None else ()))]
        # A tax asks the hand that ranks highest whatever the prize uses, and perhaps fewer cards.
        any_hand = self.uses == "pays_most" and self.tax is None
        return ranking_asked(game.ranking, tests, self.cards, self.hand_size, game.deck.jokers, any_hand=any_hand)


@dataclass(frozen=True)
class WildLinesWager(LinesWager):
    """The same where whole ranks are wild: every hand is valued by itself, dealt rounds are settled by the rules."""


@dataclass(frozen=True)
class PartQuestion:
    """A question about all the cards of a hand, or about the front or the back that a house way makes of them.

    As the file asks it, and as it is counted.
    """

    test: Test
    part: Part
    counted: LineTest


@dataclass(frozen=True)
class AskedLinesWager(LinesWager):
    """Lines of several questions each: one of some must pass (`any`), or they look at a part of the cards.

    `tests` are those of the lines; what they ask of cards are the `questions`. The `test` of a line is not used.
    """

    house_way: HouseWay = NO_HOUSE_WAY
    questions: tuple[PartQuestion, ...] = ()
    tests: tuple[Test, ...] = ()

    @property
    def used_ways(self) -> tuple[HouseWay, ...]:
        return (self.house_way,) if self.house_way.rows else ()

    @property
    def tells_suits_apart(self) -> bool:
        return any(question.counted.tells_suits_apart for question in self.questions)

    def order_asked(self, game: Game) -> Ranking:
        return game.ranking


@dataclass(frozen=True)
class JokersWager(Wager):
    """A wager on where the jokers are."""

    seats: tuple[Seat, ...] = ()
    lines: tuple[JokerLine, ...] = ()

    @property
    def seat_names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    @property
    def dealt(self) -> tuple[int, ...]:
        return tuple(seat.cards for seat in self.seats)

    @property
    def hand_size(self) -> None:
        return None

    def order_asked(self, _game: Game) -> None:
        return None


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


@dataclass(frozen=True)
class SideWager(Wager):
    """A wager on lines beside the main one whose result depends on what the player does for that one.

    `lined` is the same wager if nothing were done: where the main wager folds, one who folds loses it; where cards are
    exchanged, its lines look at the player's cards after that. `dealt` are the cards dealt at a time, in order.
    """

    lined: LinesWager | JokersWager = LinesWager("", "", ())
    main: PlayWager | DrawWager = PlayWager("", "", ())
    dealt: tuple[int, ...] = ()

    @property
    def lines(self) -> tuple[Line, ...] | tuple[JokerLine, ...]:
        return self.lined.lines


@dataclass(frozen=True)
class Fees:
    """Collection fees a hand: (from which bet on, fee) for each seat, and the bets at which edges are shown."""

    bets: tuple[int, ...]
    player: tuple[tuple[int, int], ...]
    dealer: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class SetInTwoWager(Wager):
    """A wager on two hands of seven cards, each set in two; the dealer's is set by his house way."""

    player: Seat = Seat("player", 7)
    dealer: Seat = Seat("dealer", 7)
    house_way: HouseWay = NO_HOUSE_WAY
    dealers_way: HouseWay = NO_HOUSE_WAY
    copies: Copies = "hand_not_won"

    @property
    def seat_names(self) -> tuple[str, ...]:
        return self.player.name, self.dealer.name

    @property
    def dealt(self) -> tuple[int, ...]:
        return self.player.cards, self.dealer.cards

    @property
    def ranked_hands(self) -> frozenset[tuple[int, int]]:
        return frozenset({(5, 5)})

    @property
    def ways(self) -> tuple[HouseWay, ...]:
        return self.house_way, self.dealers_way

    def set_by(self, way: HouseWay) -> Wager:
        return replace(self, house_way=way, dealers_way=way)

    @property
    def high(self) -> tuple[SetQuestion, ...]:
        """What makes a push pay more: one of these must pass."""
        return ()

    @property
    def high_pair(self) -> int | None:
        """The least pair, if `high` asks for one in either front and for nothing else."""
        pairs = {question.least_pair for question in self.high}
        places = {(question.side, question.part) for question in self.high}
        if len(pairs) != 1 or len(self.high) != len(places) or places != {("player", "front"), ("dealer", "front")}:
            return None
        return pairs.pop()


@dataclass(frozen=True)
class SetWager(SetInTwoWager):
    """Both of the player's hands must be strictly higher to win.

    They are set by his house way unless `player_sets` is "optimal".
    """

    player_sets: Literal["house_way", "optimal"] = "house_way"
    fees: Fees | None = None

    @property
    def has_decisions(self) -> bool:
        return True

    @property
    def decided(self) -> Decided:
        return "settings" if self.player_sets == "optimal" else ""

    @property
    def pays_change_play(self) -> bool:
        """Settings are the best for one pay of a win, and held under others."""
        return False

    @property
    def line_ids(self) -> tuple[str, ...]:
        return ("win",)

    @property
    def own_cards(self) -> int:
        return self.player.cards

    @property
    def by_house_way(self) -> Wager:
        return replace(self, player_sets="house_way")


@dataclass(frozen=True)
class SetQuestion:
    """A question about the front or the back of one side's hand, as it is counted.

    `least_pair` is the rank of the pair, if that is asked for: a pair of that rank or a better one.
    """

    side: Literal["player", "dealer"]
    part: Part
    counted: LineTest
    least_pair: int | None = None


@dataclass(frozen=True)
class PushWager(SetInTwoWager):
    """Wins when two hands, both set by a house way, push, and more if one of the questions in `high` passes."""

    high_id: str = ""
    high: tuple[SetQuestion, ...] = ()

    @property
    def line_ids(self) -> tuple[str, ...]:
        return self.high_id, "push"


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
    """

    groups: tuple[Seat, ...] = ()
    bets: tuple[tuple[str, Fraction], ...] = ()
    stages: tuple[tuple[Choice, ...], ...] = ()

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

    @property
    def own_cards(self) -> int:
        return self.groups[0].cards

    @property
    def seen_seats(self) -> tuple[Seat, ...]:
        return self.gone


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


@dataclass(frozen=True)
class RoundQuestion:
    """A question about the cards of a hand: as the file asks it, and as it is counted.

    `any_reading`: it is asked of whatever the cards make, not of the hand that ranks highest (`uses = "pays_most"`).
    """

    test: Test
    hand: Hand
    counted: LineTest
    any_reading: bool = False


@dataclass(frozen=True)
class RoundWager(Wager):
    """Any round of the language: what is dealt, seen and done, and how each bet is settled, as the file says it.

    `stages` are those that its result depends on: none where nothing that the player does changes it. `questions` are
    about finished rounds, `stage_questions` about what is seen at a stage. `main` is the wager that is played for, if
    it is another one.
    """

    deal: tuple[Group, ...] = ()
    stages: tuple[Stage, ...] = ()
    compare: tuple[Hand, Hand] | None = None
    qualifies: Test | None = None
    bets: tuple[Bet, ...] = ()
    rows: tuple[tuple[Row, ...], ...] = ()
    lines: tuple[PaidLine, ...] = ()
    questions: tuple[RoundQuestion, ...] = ()
    stage_questions: tuple[RoundQuestion, ...] = ()
    main: RoundWager | None = None
    # Groups that should not be seen and are, from the first decision on: what their cards are worth is told.
    exposed: tuple[str, ...] = ()

    @property
    def has_decisions(self) -> bool:
        return any(len(stage.choices) > 1 or stage.exchange is not None for stage in self.stages)


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
