"""Wagers on two hands of seven cards that are set in two."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from analyzer.game.house_way import NO_HOUSE_WAY, HouseWay
from analyzer.game.lines import LineTest
from analyzer.game.model import Decided, Fees, Seat, Wager

if TYPE_CHECKING:
    from analyzer.game.language import Copies, Part


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
    # What the file calls the two.
    called: tuple[str, ...] = ()

    @property
    def names_of_lines(self) -> Mapping[str, str]:
        return dict(zip(self.line_ids, self.called, strict=False))

    @property
    def line_ids(self) -> tuple[str, ...]:
        return self.high_id, "push"
