"""What every shape of wagers needs: the game's table, and what all wagers have."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import factorial, prod
from typing import Any

from analyzer.cards.deck import Deck
from analyzer.cards.ranking import Ranking
from analyzer.game.house_way import HouseWay
from analyzer.game.language import Cards, Hand, PaytableColumn, Rules, Stage, Test, WagerRules, inner_tests
from analyzer.game.model import Limits, Paytable, Seat
from analyzer.game.pay import Pay
from analyzer.game.shapes.line_tests import LineTests
from analyzer.game.shapes.refusals import NotCountedError, require
from analyzer.game.shapes.seats import Seats
from analyzer.units import Unit

ONE = Fraction(1)
MAX_HAND_CARDS = 7


@dataclass(frozen=True)
class TableSetup:
    """The rules, with deck, order of hands and seats as the engines take them."""

    rules: Rules
    ranking: Ranking
    seats: Seats

    @property
    def deck(self) -> Deck:
        return self.rules.pack.deck

    @property
    def wild_ranks(self) -> tuple[int, ...]:
        """Ranks all of whose cards are wild."""
        return tuple(rank for rank in self.deck.ranks if self.rules.pack.wild.ranks >> rank & 1)

    @property
    def house_ways(self) -> Mapping[str, HouseWay]:
        return self.rules.house_ways

    @property
    def sizes(self) -> dict[str, int]:
        """The cards of each group."""
        return {group.name: group.cards for group in self.rules.deal}

    def seat(self, groups: Sequence[str]) -> Seat:
        """Groups that lie together, called by their names."""
        return Seat("+".join(groups), sum(self.sizes[group] for group in groups))

    def line_tests(self, hand: Hand, cards: int, *, held: bool = False) -> LineTests:
        return LineTests(self.deck, self.ranking, hand, cards, held, bool(self.wild_ranks))


def common_fields(wager: WagerRules) -> dict[str, Any]:
    """The fields of `Wager`, but for the paytables."""
    return {
        "id": wager.id,
        "name": wager.name,
        "source": wager.source,
        "limits": _limits(wager),
        "unit": _unit(wager),
        "needs": wager.needs,
        "overlap": wager.overlap,
    }


def _limits(wager: WagerRules) -> Limits | None:
    for bet, _ in wager.limits:
        require(bet == wager.bets[0].name, f"limits.{bet}", "the limits of the first bet are read, no others")
    return Limits(*wager.limits[0][1]) if wager.limits else None


def _unit(wager: WagerRules) -> Unit:
    if wager.unit is Unit.DOLLARS:
        return Unit.DOLLARS
    return Unit.UNITS if wager.meter is None else Unit.BETS


def net_paytables(wager: WagerRules) -> tuple[Paytable, ...]:
    """The paytables with net pays; a meter's prizes keep their own odds."""
    stake = Pay(ONE if wager.odds == "for_one" and wager.meter is None else Fraction(0))
    return tuple(Paytable(column.id, tuple(pay - stake for pay in column.pays)) for column in wager.paytables)


def one_pay(columns: Sequence[PaytableColumn], pays: Fraction) -> tuple[Paytable, ...]:
    """Paytables of a single line that the file says as a row of the settlement."""
    return tuple(Paytable(column.id, (Pay(pays),)) for column in columns)


def nothing_unread(wager: WagerRules, *read: str) -> None:
    """Refuse keys that this shape would accept and not use; `read` are those that it does."""
    given = {
        "fees": wager.fees is not None,
        "meter": wager.meter is not None,
        "uses": wager.uses != "best_ranked",
        "overlap": wager.overlap == "all",
    }
    for key, is_given in given.items():
        why = (
            "= 'all' is counted in wagers on lines alone"
            if key == "overlap"
            else "is not counted in a wager of this shape"
        )
        require(key in read or not is_given, key, f"{why}; leave it out")


def no_rows(wager: WagerRules) -> None:
    """A wager that is settled by its paytable alone."""
    for bet, rows in wager.settle:
        require(not rows, f"settle.{bet}", "rows are not counted in a wager on lines; leave them out")


def one_staked_bet(wager: WagerRules) -> None:
    require(
        len(wager.bets) == 1 and not wager.bets[0].is_free and wager.bets[0].amount == 1,
        "bets",
        "must be one bet of 1 in a wager of this shape",
    )


def dealt_seats(table: TableSetup, hand: Hand, key: str) -> tuple[Seat, ...]:
    """The seats of a hand of dealt cards."""
    dealt = {group.name for group in table.rules.deal}
    made = [group for group in hand.groups if group not in dealt]
    if made:
        raise NotCountedError(
            key, f"looks at {', '.join(made)}, which an exchange makes; that is counted in the main wager"
        )
    return table.seats.of(hand.groups, key)


def looked_at(wager: WagerRules) -> Hand:
    """The hand of a wager on lines: its own, or the one hand that all its lines look at."""
    asked = {inner.of for line in wager.lines for inner in inner_tests(line.test) if inner.of is not None}
    of = asked.pop() if wager.of is None and len(asked) == 1 else wager.of
    if not isinstance(of, Cards) or of.part or of.hand.house_way:
        raise NotCountedError("of", "must be groups of cards or one hand that is not set in two, for a wager on lines")
    return of.hand


def says_only(test: Test, *names: str) -> bool:
    """Is nothing else asked?"""
    return test == Test(**{name: getattr(test, name) for name in names})


def stage_numbers(stages: Sequence[Stage]) -> tuple[int, ...]:
    """The numbers in the file of the stages with choices; empty if no other stage is before them."""
    numbers = tuple(number for number, stage in enumerate(stages, 1) if stage.choices)
    return () if numbers == tuple(range(1, len(numbers) + 1)) else numbers


def splits(table: TableSetup, stages: Sequence[Stage], parts: Iterable[Sequence[str]]) -> int:
    """Into how many deals of the language (docs/language.md, `deals`) one deal of these parts falls.

    An engine deals the groups of a part together where no decision comes between them; the language tells them apart
    if they are seen at different stages.
    """
    seen_at = {group: number for number, stage in reversed([*enumerate(stages)]) for group in stage.sees}
    deciding = [number for number, stage in enumerate(stages) if stage.choices]
    ways = 1
    for part in parts:
        steps: dict[int, Counter[int | None]] = {}
        for group in part:
            number = seen_at.get(group)
            step = len(deciding) if number is None else bisect_left(deciding, number)
            steps.setdefault(step, Counter())[number] += table.sizes[group]
        for together in steps.values():
            ways *= factorial(together.total()) // prod(factorial(cards) for cards in together.values())
    return ways
