"""Tests of the language as the tests that kernels count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

from analyzer.cards.deck import Deck
from analyzer.cards.ranking import Ranking
from analyzer.game.language import Cards, Hand, PaidLine, Test
from analyzer.game.lines import ANY_JOKERS, LineTest, hands_at_least
from analyzer.game.model import Line
from analyzer.game.shapes.refusals import NotCountedError

COUNTED_ORDERS = {"poker": 5, "three-card": 3}
_SETS = frozenset({"pair", "two-pair", "three-of-a-kind", "full-house", "four-of-a-kind", "five-of-a-kind"})
_RANKED_WHEN_HELD = frozenset({"pair", "three-of-a-kind", "full-house", "four-of-a-kind", "five-of-a-kind"})
_NOT_COUNTED = ("kicker", "suited", "suit", "count", "on", "qualified", "chose", "any")


@dataclass(frozen=True)
class LineTests:
    """Translates tests of hands of `size` out of `cards` cards; `held`: the wager uses what pays most."""

    deck: Deck
    ranking: Ranking
    hand: Hand
    cards: int
    held: bool = False

    @property
    def size(self) -> int:
        return hand_size(self.hand)

    def lines(self, lines: Sequence[PaidLine]) -> tuple[Line, ...]:
        return tuple(Line(line.id, line.name, self.test(line.test, f"lines.{line.id}"), line.source) for line in lines)

    def test(self, test: Test, key: str) -> LineTest:
        """One test of one hand; a list of tests becomes one that asks everything, if they do not meet."""
        merged = flattened(test, key)
        if merged.of is not None and merged.of != Cards(self.hand):
            raise NotCountedError(f"{key}.of", f"looks at other cards than the wager's, {self.hand.name}")
        for name in _NOT_COUNTED:
            if getattr(merged, name) != getattr(Test(), name):
                raise NotCountedError(f"{key}.{name}", "is not counted in a line of this wager yet")
        counted = LineTest(
            hands=self._hands(merged, key),
            ranks=merged.ranks,
            natural=merged.natural,
            groups=merged.groups,
            whole=merged.whole or None,
            high=merged.high,
            without=merged.without,
            one_colour=merged.one_colour,
            beside=merged.beside,
            jokers=ANY_JOKERS if merged.jokers is None else 1 << merged.jokers,
        )
        self._check(counted, key)
        return counted

    def _hands(self, test: Test, key: str) -> frozenset[str]:
        if test.at_least is None:
            return test.hands
        if test.at_least.ranks:
            raise NotCountedError(
                f"{key}.at_least", "with ranks is not counted in a line yet; name the hands, with ranks"
            )
        least = hands_at_least(test.at_least.hand, self.ranking, self.size)
        return least & test.hands if test.hands else least

    def _check(self, test: LineTest, key: str) -> None:
        """Tests that have no meaning together, or that are not counted."""
        if test.natural is not None and not (test.hands or test.groups or test.whole):
            raise NotCountedError(f"{key}.natural", "needs hand, groups or whole beside it; for the cards use jokers")
        if test.ranks != LineTest().ranks and self.held and not test.hands <= _RANKED_WHEN_HELD:
            names = ", ".join(sorted(_RANKED_WHEN_HELD))
            raise NotCountedError(f"{key}.ranks", f"can be given for {names} where the wager uses pays_most")
        if test.without and self.size == 3:
            raise NotCountedError(f"{key}.without", "can be asked of hands of five only")
        if test.beside and (test.hands != {"royal-flush"} or not self.held):
            raise NotCountedError(f"{key}.beside", 'needs hand = "royal-flush" and a wager that uses pays_most')
        if test.natural is False and self.held and self.ranking.joker == "bug" and test.hands & _SETS:
            raise NotCountedError(
                f"{key}.natural", "= false is counted for straights and flushes only where there is a bug"
            )


def hand_size(hand: Hand) -> int:
    """How many cards count: 5 or 3."""
    if hand.order not in COUNTED_ORDERS or hand.best != COUNTED_ORDERS[hand.order]:
        raise NotCountedError("of", f"{hand.name} is a hand of {hand.best} cards; hands of 3 and of 5 are counted here")
    return hand.best


def flattened(test: Test, key: str) -> Test:
    """A test whose parts `all` are put into one, if no two of them ask the same thing."""
    said = {name: getattr(test, name) for name in _FIELDS if getattr(test, name) != getattr(Test(), name)}
    for part in test.all:
        for name, value in _said(flattened(part, key)).items():
            if said.setdefault(name, value) != value:
                raise NotCountedError(f"{key}.{name}", "is asked twice, of different cards or values; one is counted")
    return Test(**said)


def _said(test: Test) -> dict[str, object]:
    return {name: getattr(test, name) for name in _FIELDS if getattr(test, name) != getattr(Test(), name)}


_FIELDS = tuple(field.name for field in fields(Test) if field.name != "all")
