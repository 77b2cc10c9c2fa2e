"""Wagers on lines alone: what the cards are, or where the jokers are."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from analyzer.cards.ranking import Ranking
from analyzer.game.house_way import NO_HOUSE_WAY, HouseWay
from analyzer.game.lines import LineTest, Uses, ranking_asked
from analyzer.game.model import Game, JokerLine, Line, Meter, Seat, Tax, Wager

if TYPE_CHECKING:
    from analyzer.game.language import Part, Test


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
