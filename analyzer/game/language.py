"""The language of rounds: a game file as data, its options chosen. docs/language.md is the reference made from it.

A file says what is dealt, what the player sees and may do, and how each bet is settled. The referee
(analyzer/reference/referee.py) plays exactly this; the engines count it (analyzer/game/plan.py says which one).
Ranks are 0 (deuce) to 12 (ace), sets of ranks are bits, amounts are exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal

from analyzer.cards.deck import Deck
from analyzer.cards.ranking import JokerInFlush, NaturalBeatsWild, ThreeCardOrder, TopHand, Wheel
from analyzer.game.card_tests import ALL_RANKS, CardTests
from analyzer.game.house_way import HouseWay
from analyzer.game.model import Fees, Option, Source
from analyzer.game.pay import Pay
from analyzer.units import Unit

ACE = 12
# The bit of a joker among those of ranks, in the classes of a card's back.
JOKER = 13

# The orders of hands, by how many cards count: the hand types of each from worst to best.
Order = Literal["poker", "four-card", "three-card", "two-card", "one-card"]
ORDER_OF_BEST: Mapping[int, Order] = {5: "poker", 4: "four-card", 3: "three-card", 2: "two-card", 1: "one-card"}

Sets = Literal["house_way", "optimal"]
Part = Literal["", "front", "back"]
Then = Literal["next", "showdown", "fold"]
Result = Literal["win", "tie", "loss", "automatic-win"]
Uses = Literal["best_ranked", "pays_most"]
Overlap = Literal["most", "first", "all"]
Odds = Literal["to_one", "for_one"]
# What an equal hand does to a wager on hands that are set in two: it is not won, or it loses the whole wager.
Copies = Literal["hand_not_won", "lose_wager"]
# What must be without a wild card for a hand to be natural: the cards that make it, or all cards that are looked at.
NaturalOf = Literal["hand", "cards"]


@dataclass(frozen=True)
class WildCards:
    """Cards that stand for others: all cards of these ranks, and the jokers if `jokers`.

    A wild card is any card of the 52; a bug is an ace, or what completes a straight, a flush or a straight flush.
    """

    ranks: int = 0
    jokers: bool = False
    is_bug: bool = False

    def __bool__(self) -> bool:
        return bool(self.ranks or self.jokers)


@dataclass(frozen=True)
class Pack:
    """The deck, its wild cards, and what the order of hands depends on."""

    deck: Deck = field(default_factory=Deck)
    wild: WildCards = WildCards()
    top_hand: TopHand = "royal"
    wheel: Wheel = "lowest"
    five_wilds: bool = False
    joker_in_flush: JokerInFlush = "missing_rank"
    natural_beats_wild: NaturalBeatsWild = "never"
    three_card_order: ThreeCardOrder = "three_card"
    five_ranks: int = ALL_RANKS  # of which wild cards can make five of a kind


@dataclass(frozen=True)
class Group:
    """Cards dealt together: a name and how many. A group that an exchange makes is one too, with `made` set."""

    name: str
    cards: int
    made: bool = False


@dataclass(frozen=True)
class Hand:
    """What is ranked: the cards of some groups, of which the best `best` count, in one order of hands.

    A group, or a list of groups, is a hand by itself; its name is then theirs with "+" between. `house_way` sets the
    cards in a front and a back hand; `sets` says whether the player follows it or sets as well as possible.
    """

    name: str
    groups: tuple[str, ...]
    best: int = 5
    order: Order = "poker"
    house_way: str = ""
    sets: Sets = "house_way"


@dataclass(frozen=True)
class Cards:
    """What a test looks at: a hand, or the part of it that was set in front or at the back."""

    hand: Hand
    part: Part = ""


# The compared hand that won or lost; a tie has neither.
Looked = Cards | Literal["winner", "loser"]


@dataclass(frozen=True)
class Value:
    """A hand type and its ranks, high first, as far as they are said: "pair 5", "high-card A K", "straight"."""

    hand: str
    ranks: tuple[int, ...] = ()


@dataclass(frozen=True)
class Test(CardTests):
    """Passes if everything that is said in it holds. What is left at its default is not asked.

    `of` is what the questions about cards look at; None where there is no such question.
    """

    of: Looked | None = None
    hands: frozenset[str] = frozenset()  # `hand`: any of these types
    at_least: Value | None = None
    natural: bool | None = None
    natural_of: NaturalOf = "hand"
    suited: bool | None = None
    whole: str = ""
    jokers: int | None = None
    on: frozenset[Result] = frozenset()
    qualified: bool | None = None
    chose: str = ""
    any: tuple[Test, ...] = ()  # one of these must pass, if there are any
    all: tuple[Test, ...] = ()  # each of these must pass


def inner_tests(test: Test | None) -> Iterator[Test]:
    """A test and all those inside it."""
    if test is not None:
        yield test
        for part in (*test.any, *test.all):
            yield from inner_tests(part)


def asks_hand(test: Test) -> bool:
    """Does the test itself ask for the hand that the cards make? `ranks` and `natural` may be said of other things."""
    says_more = test.ranks != ALL_RANKS or test.natural is not None
    return (
        bool(test.hands or test.suit)
        or test.at_least is not None
        or test.kicker != ALL_RANKS
        or test.suited is not None
        or (says_more and not test.groups and not test.whole)
    )


def natural_of_cards(test: Test) -> Test:
    """The test with everything that it asks about natural hands asked of all the cards."""
    own = replace(test, natural_of="cards") if test.natural is not None else test
    return replace(own, any=tuple(map(natural_of_cards, test.any)), all=tuple(map(natural_of_cards, test.all)))


def bare_test(test: Test) -> Test:
    """What a test asks about cards, by itself."""
    return replace(test, on=frozenset(), qualified=None, chose="", any=(), all=())


@dataclass(frozen=True)
class Choice:
    """A choice of a stage: the bets that are now that much, when it is offered, and what follows."""

    name: str
    bets: tuple[tuple[str, Fraction], ...] = ()
    when: Test | None = None
    then: Then = "next"
    # With "fold": the share of each staked bet of the main wager that is lost; 1 for those not named.
    loses: tuple[tuple[str, Fraction], ...] = ()


@dataclass(frozen=True)
class Exchange:
    """The player discards some cards of a group and gets as many of the draw; the result is a new group."""

    taken_from: str
    discards: tuple[int, ...]  # the permitted numbers of discards, ascending; 0 is standing pat
    draw: str
    makes: str
    cost: tuple[tuple[str, tuple[Fraction, ...]], ...] = ()  # BET: what is added to it, by the number discarded
    # Cards of the draw that the player has seen (analyzer/game/exposed_cards.py): they are drawn before the others.
    first: str = ""


@dataclass(frozen=True)
class Back:
    """A group of one card whose back tells a class of cards: `classes` are sets of ranks as bits, a joker's is JOKER.

    Every card of the deck is in one of them.
    """

    group: str
    classes: tuple[int, ...]


@dataclass(frozen=True)
class Stage:
    """What the player sees now, a hand that wins at once, and what he may do: choices or an exchange, not both.

    `backs` are cards of which he learns the class and no more; no file says that, an exposure does.
    """

    sees: tuple[str, ...] = ()
    automatic_win: Test | None = None
    choices: tuple[Choice, ...] = ()
    exchange: Exchange | None = None
    may_decline: bool = False  # who wins at once may give that up, and choose or exchange instead
    backs: tuple[Back, ...] = ()


@dataclass(frozen=True)
class Bet:
    """A bet of a wager and its amount at the start; a free bet stakes nothing and pays amounts."""

    name: str
    amount: Fraction
    is_free: bool = False


@dataclass(frozen=True)
class Row:
    """A row of a settlement: if the test passes (or there is none), the bet pays that much for each unit of it.

    `pays` is None for "paytable": the row then passes only if a line applies, and pays what the line does.
    """

    test: Test | None
    pays: Fraction | None


@dataclass(frozen=True)
class PaidLine:
    """A line of the paytables: its id, its name for people, the test."""

    id: str
    name: str
    test: Test
    source: str = ""


@dataclass(frozen=True)
class PaytableColumn:
    """A paytable: what each line pays, in the order of the lines."""

    id: str
    pays: tuple[Pay, ...]


@dataclass(frozen=True)
class ProgressiveMeter:
    """The price of a progressive bet, and how its meter J grows."""

    bet: Fraction
    contribution: Fraction | None
    seed: Fraction | None


@dataclass(frozen=True)
class WagerRules:
    """Bets settled together. `settle` has the rows as the file says them; `rows_of` adds those that go unsaid."""

    id: str
    name: str
    source: str
    bets: tuple[Bet, ...]
    compare: tuple[Hand, Hand] | None = None
    copies: Copies = "hand_not_won"
    qualifies: Test | None = None
    settle: tuple[tuple[str, tuple[Row, ...]], ...] = ()
    of: Looked | None = None
    lines: tuple[PaidLine, ...] = ()
    paytables: tuple[PaytableColumn, ...] = (PaytableColumn("1", ()),)
    uses: Uses = "best_ranked"
    overlap: Overlap = "most"
    natural: NaturalOf = "hand"
    odds: Odds = "to_one"
    unit: Unit = Unit.UNITS
    limits: tuple[tuple[str, tuple[Fraction, Fraction]], ...] = ()
    fees: Fees | None = None
    meter: ProgressiveMeter | None = None
    needs: str = ""

    def rows_of(self, bet: Bet) -> tuple[Row, ...]:
        """All rows that settle a bet, in order: its own, then those that go unsaid."""
        own = dict(self.settle).get(bet.name, ())
        if bet.is_free:
            return (*own, Row(None, Fraction(0)))
        if self.compare is not None:
            results: tuple[tuple[Result, int], ...] = (("win", 1), ("tie", 0), ("loss", -1))
            return own + tuple(Row(Test(on=frozenset({result})), Fraction(pays)) for result, pays in results)
        return own or (Row(None, None), Row(None, Fraction(-1)))


@dataclass(frozen=True)
class JointRules:
    """Wagers made together, and their stakes."""

    wagers: tuple[str, ...]
    stakes: tuple[Fraction, ...]
    source: str = ""


@dataclass(frozen=True)
class Rules:
    """A whole game file with its options chosen."""

    id: str
    name: str
    rules_version: str
    source: Source
    banker: str
    pack: Pack
    deal: tuple[Group, ...]
    hands: tuple[Hand, ...]
    stages: tuple[Stage, ...]
    wagers: tuple[WagerRules, ...]
    joint: tuple[JointRules, ...] = ()
    house_ways: Mapping[str, HouseWay] = field(default_factory=dict)
    options: Mapping[str, Option] = field(default_factory=dict)
    chosen: Mapping[str, str] = field(default_factory=dict)
    # Cards that the player sees beyond what the file shows him, as they were asked for: "dealer=1@1".
    exposed: tuple[str, ...] = ()
    exposed_groups: tuple[str, ...] = ()

    @property
    def main(self) -> WagerRules:
        """The wager whose bets the choices change and whose expectation the decisions maximise."""
        return self.wagers[0]
