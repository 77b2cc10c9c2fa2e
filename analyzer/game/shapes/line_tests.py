"""Tests of the language as the tests that kernels count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

from analyzer.cards.deck import Deck
from analyzer.cards.ranking import Ranking
from analyzer.game.card_tests import shared_tests
from analyzer.game.language import ORDER_OF_BEST, Cards, Hand, PaidLine, Test
from analyzer.game.lines import ANY_JOKERS, LineTest, hands_at_least
from analyzer.game.model import Line
from analyzer.game.shapes.refusals import NotCountedError

# Questions that a line of one hand cannot ask.
_NOT_COUNTED = ("on", "qualified", "chose", "any")


@dataclass(frozen=True)
class LineTests:
    """Translates tests of hands of `size` out of `cards` cards; `held`: the wager uses what pays most."""

    deck: Deck
    ranking: Ranking
    hand: Hand
    cards: int
    held: bool = False
    wild_ranks: bool = False

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
        if merged.suited is False:
            raise NotCountedError(f"{key}.suited", "= false is not counted; ask for what is suited")
        of_cards = merged.natural is not None and merged.natural_of == "cards"
        if of_cards and self.wild_ranks:
            raise NotCountedError(f"{key}.natural", "is asked of all the cards, which is counted where jokers are wild")
        counted = LineTest(
            hands=self._hands(merged),
            floor=self._floor(merged),
            natural=None if of_cards else merged.natural,
            suited=bool(merged.suited),
            whole=merged.whole or None,
            jokers=_jokers(merged),
            **shared_tests(merged),
        )
        self._check(counted, key)
        return counted

    def _hands(self, test: Test) -> frozenset[str]:
        """The types asked for; a value without ranks, alone, is a set of types."""
        if test.at_least is None or test.at_least.ranks or test.hands:
            return test.hands
        return hands_at_least(test.at_least.hand, self.ranking, self.size)

    def _floor(self, test: Test) -> int:
        """The least strength; 0 where none is asked for, or types say it."""
        if test.at_least is None or not (test.at_least.ranks or test.hands):
            return 0
        return self.ranking.value_floor(test.at_least.hand, test.at_least.ranks, self.size)

    def _check(self, test: LineTest, key: str) -> None:
        """Tests that have no meaning together, or that are not counted."""
        if test.natural is not None and not (test.asks_hand or test.groups or test.whole):
            raise NotCountedError(f"{key}.natural", "needs hand, groups or whole beside it; for the cards use jokers")
        if (test.without or test.without_natural) and self.size != 5:
            raise NotCountedError(f"{key}.without", "can be asked of hands of five only")


def _jokers(test: Test) -> int:
    """The numbers of jokers that are allowed, as bits; a hand whose cards must all be natural has none."""
    allowed = ANY_JOKERS if test.jokers is None else 1 << test.jokers
    if test.natural is None or test.natural_of == "hand":
        return allowed
    return allowed & (1 if test.natural else ANY_JOKERS & ~1)


def hand_size(hand: Hand) -> int:
    """How many cards count."""
    if ORDER_OF_BEST.get(hand.best) != hand.order:
        raise NotCountedError("of", f"{hand.name} ranks {hand.best} cards in the order {hand.order!r}, not counted yet")
    return hand.best


def flattened(test: Test, key: str) -> Test:
    """A test whose parts `all` are put into one, if that asks what they ask one by one."""
    parts = [_said(test), *(_said(flattened(part, key)) for part in test.all)]
    said: dict[str, object] = {}
    for part in parts:
        for name, value in part.items():
            if said.setdefault(name, value) != value:
                raise NotCountedError(f"{key}.{name}", "is asked twice, of different cards or values; one is counted")
    for name, subjects in _SAID_OF.items():
        if name in said and any(_changes(name, subjects, part, said) for part in parts):
            raise NotCountedError(f"{key}.{name}", "would be asked of what another test of the list says, too")
    return Test(**said)  # type: ignore[arg-type]  # the fields of a test


# Keys that say more about what others ask for, and what that may be: the hand, sets of equal rank, all the cards,
# what lies beside a hand.
_SUBJECTS = (("hands", "at_least"), ("groups",), ("whole",), ("beside",))
_SAID_OF: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "ranks": _SUBJECTS,
    "natural": _SUBJECTS,
    "ace_low": (("high",),),
    "beside_any": (("beside",),),
}
# These make a question weaker, so every test that asks it must say so.
_WEAKER = ("ace_low", "beside_any")


def _changes(
    name: str, subjects: Sequence[Sequence[str]], part: Mapping[str, object], said: Mapping[str, object]
) -> bool:
    """Would `name`, said of all that is `said`, ask something else than this part does?"""
    own, whole = ([any(key in keys for key in subject) for subject in subjects] for keys in (part, said))
    if name in _WEAKER:
        return any(own) and name not in part
    return name in part and own != whole


def _said(test: Test) -> dict[str, object]:
    return {name: value for name, default in _DEFAULTS.items() if (value := getattr(test, name)) != default}


_DEFAULTS = {field.name: getattr(Test(), field.name) for field in fields(Test) if field.name != "all"}
