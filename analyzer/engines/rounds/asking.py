"""What is asked of hands: hands that are looked at, with their questions as bits, and the form that kernels take."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from analyzer.engines.rounds.settlement import Passed
from analyzer.errors import TooLargeError
from analyzer.game.language import Stage, bare_test, inner_tests
from analyzer.game.lines import line_records
from analyzer.game.wagers.rounds import RoundQuestion, RoundWager

MAX_BITS = 64
# What a question may ask of the value of the best hand; everything else is asked of the cards.
_OF_VALUE = ("hands", "floor", "ranks", "kicker", "natural")


@dataclass(frozen=True)
class AskedHand:
    """A hand that is looked at, and the questions about it: numbers in the list of all questions."""

    groups: tuple[str, ...]
    best: int
    any_reading: bool
    questions: tuple[int, ...]
    first: int

    def arguments(self, listed: Sequence[RoundQuestion], *, five_wilds: bool) -> tuple[Any, ...]:
        """In the form that kernels take."""
        tests = [listed[number].counted for number in self.questions]
        asks = [[key for key in vars(test) if getattr(test, key) != getattr(type(test)(), key)] for test in tests]
        of_cards = sum(1 << at for at, keys in enumerate(asks) if not set(keys) <= set(_OF_VALUE))
        without = sum(1 << at for at, keys in enumerate(asks) if {"without", "without_natural"} & set(keys))
        return self.best, line_records(tests), self.first, of_cards, without, self.any_reading, five_wilds


def asked_hands(
    questions: Sequence[RoundQuestion], compared: Sequence[tuple[tuple[str, ...], int]] = ()
) -> list[AskedHand]:
    """Hands that are looked at, those that are compared first, with their questions one after the other as bits."""
    hands: dict[tuple[tuple[str, ...], int, bool], list[int]] = {(*hand, False): [] for hand in compared}
    for number, one in enumerate(questions):
        hands.setdefault((one.hand.groups, one.hand.best, one.any_reading), []).append(number)
    listed: list[AskedHand] = []
    first = 0
    for (groups, best, any_reading), numbers in hands.items():
        listed.append(AskedHand(groups, best, any_reading, tuple(numbers), first))
        first += len(numbers)
    if first > MAX_BITS:
        raise TooLargeError(f"{first} questions are asked about hands; up to {MAX_BITS} are counted")
    return listed


def passed_by(hands: Sequence[AskedHand], bits: int) -> Passed:
    """The questions whose bits are set."""
    return frozenset(
        number for hand in hands for at, number in enumerate(hand.questions) if bits >> (hand.first + at) & 1
    )


def renumbered(hands: Sequence[AskedHand]) -> list[AskedHand]:
    """The same hands with their questions as bits from 0 on."""
    listed: list[AskedHand] = []
    first = 0
    for hand in hands:
        listed.append(replace(hand, first=first))
        first += len(hand.questions)
    return listed


def asked_at(wager: RoundWager, stages: Iterable[Stage]) -> list[RoundQuestion]:
    """The questions that some stages ask."""
    tests = {
        bare_test(inner)
        for stage in stages
        for test in (stage.automatic_win, *(choice.when for choice in stage.choices))
        for inner in inner_tests(test)
        if inner.of is not None
    }
    return [one for one in wager.stage_questions if one.test in tests]


def in_cells(cells: Sequence[Sequence[str]], groups: Iterable[str]) -> int:
    """Of these cells those that have some of the groups, as bits."""
    return sum(1 << number for number, cell in enumerate(cells) if set(cell) & set(groups))
