"""Lines of several questions each: one of some must pass, or they look at the front or the back of a set hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from analyzer.game.house_way import NO_HOUSE_WAY, HouseWay
from analyzer.game.language import ORDER_OF_BEST, Cards, Hand, Test, WagerRules, bare_test, inner_tests
from analyzer.game.lines import MAX_LINES, LineTest
from analyzer.game.model import Line
from analyzer.game.shapes.common import TableSetup
from analyzer.game.shapes.refusals import NotCountedError, require
from analyzer.game.wagers.lines import PartQuestion

FRONT_CARDS, BACK_CARDS = 2, 5
# Questions about the round, which a wager without an opponent cannot ask.
_OF_THE_ROUND = ("on", "qualified", "chose")


def asks_several(wager: WagerRules) -> bool:
    """Whether some line asks for one of several tests, or looks at a part of a hand that is set in two."""
    return any(
        inner.any or (isinstance(inner.of, Cards) and inner.of.part)
        for line in wager.lines
        for inner in inner_tests(line.test)
    )


def whole_hand(wager: WagerRules) -> Hand:
    """The hand that lines look at which do not look at a part; all must look at the same cards."""
    looked = {inner.of for line in wager.lines for inner in inner_tests(line.test) if isinstance(inner.of, Cards)}
    groups = {one.hand.groups for one in looked}
    require(len({frozenset(own) for own in groups}) == 1, "lines", "must all look at the same cards")
    whole = {one.hand for one in looked if not one.part}
    require(len(whole) <= 1, "lines", f"look at {' and '.join(sorted(hand.name for hand in whole))}; one is counted")
    if whole:
        return whole.pop()
    (own, *_) = groups
    return Hand("+".join(own), own, BACK_CARDS, ORDER_OF_BEST[BACK_CARDS])


def asked_fields(table: TableSetup, wager: WagerRules, hand: Hand, cards: int) -> dict[str, Any]:
    """The fields of `AskedLinesWager` beside those of a wager on lines."""
    questions: dict[Test, PartQuestion] = {}
    for key, test in _tests(wager):
        for name in _OF_THE_ROUND:
            if getattr(test, name) != getattr(Test(), name):
                raise NotCountedError(f"{key}.{name}", "is not asked in a wager without an opponent")
        if test.of is not None and bare_test(test) not in questions:
            questions[bare_test(test)] = _question(table, wager, bare_test(test), hand, cards, key)
    parts = [question for question in questions.values() if question.part]
    most = max(len(parts), len(questions) - len(parts))
    require(most <= MAX_LINES, "lines", f"ask {most} questions of one hand or its parts; up to {MAX_LINES} are counted")
    for question in questions.values() if parts else ():
        suit = question.counted.suit or (question.part and question.counted.colour)
        require(not suit, "lines", "tell suits apart where a house way sets the cards; that is not counted")
    return {
        "house_way": _house_way(table, wager) if parts else NO_HOUSE_WAY,
        "questions": tuple(questions.values()),
        "tests": tuple(line.test for line in wager.lines),
        "lines": tuple(Line(line.id, line.name, LineTest(), line.source) for line in wager.lines),
    }


def _tests(wager: WagerRules) -> Iterator[tuple[str, Test]]:
    for line in wager.lines:
        for inner in inner_tests(line.test):
            yield f"lines.{line.id}", inner


def _question(table: TableSetup, wager: WagerRules, test: Test, hand: Hand, cards: int, key: str) -> PartQuestion:
    assert isinstance(test.of, Cards)
    held = wager.uses == "pays_most"
    if test.of.part:
        return part_question(table, test, key, held=held)
    return PartQuestion(test, "", table.line_tests(hand, cards, held=held).test(test, key))


def part_question(table: TableSetup, test: Test, key: str, *, held: bool = False) -> PartQuestion:
    """A question about the front or the back of a hand that is set in two."""
    assert isinstance(test.of, Cards)
    size = FRONT_CARDS if test.of.part == "front" else BACK_CARDS
    own = Hand(test.of.hand.name, test.of.hand.groups, size, ORDER_OF_BEST[size])
    counted = table.line_tests(own, size, held=held).test(replace(test, of=Cards(own)), key)
    return PartQuestion(test, test.of.part, counted)


def _house_way(table: TableSetup, wager: WagerRules) -> HouseWay:
    hands = {test.of.hand for _, test in _tests(wager) if isinstance(test.of, Cards) and test.of.part}
    require(
        len({hand.house_way for hand in hands}) == 1 and all(hand.sets == "house_way" for hand in hands),
        "lines",
        "must look at parts of one hand that a house way sets",
    )
    return table.house_ways[hands.pop().house_way]
