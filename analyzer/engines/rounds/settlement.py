"""How a finished round is settled: the rows and lines of a wager, asked of the answers that its hands give.

Tests are read once, so that what is asked again and again is only whether a numbered question is among those passed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Literal

from analyzer.engines.paid_lines import paid_line
from analyzer.errors import UnsettledError
from analyzer.game.language import Cards, Hand, Test, bare_test, inner_tests
from analyzer.game.model import Paytable
from analyzer.game.wagers.rounds import RoundQuestion, RoundWager

Result = Literal["win", "tie", "loss", "automatic-win", ""]
RESULTS: tuple[Result, ...] = ("win", "tie", "loss")
# The questions that the hands of a round pass, by their numbers.
Passed = frozenset[int]
# (what is asked as it stands in the file, of which hand, whether any reading will do): its number.
Numbered = Mapping[tuple[Test, Hand, bool], int]


def numbered(questions: Sequence[RoundQuestion]) -> Numbered:
    return {(one.test, one.hand, one.any_reading): number for number, one in enumerate(questions)}


@dataclass(frozen=True)
class Paid:
    """What each bet pays for each unit of it, and whether by the paytable; the line that applies ("": none)."""

    pays: tuple[Fraction, ...]
    by_line: tuple[bool, ...]
    line: str
    result: Result
    qualified: bool
    lines: tuple[int, ...]


@dataclass(frozen=True)
class ReadTest:
    """A test with its questions numbered: one of a hand, or one of each compared hand for the winner or the loser."""

    on: frozenset[str]
    qualified: bool | None
    chose: str
    question: int | None
    of_winner: bool | None
    of_each: tuple[int, int]
    any: tuple[ReadTest, ...]
    all: tuple[ReadTest, ...]


def read_test(test: Test, numbers: Numbered, compare: tuple[Hand, Hand] | None, *, readings: bool = False) -> ReadTest:
    """`readings`: it belongs to a line of a wager that uses what pays most."""

    def number(hand: Hand) -> int:
        bare = bare_test(test)
        return numbers[bare, hand, True] if readings else numbers[bare, hand, False]

    of_winner = test.of == "winner" if isinstance(test.of, str) else None
    return ReadTest(
        test.on,
        test.qualified,
        test.chose,
        number(test.of.hand) if isinstance(test.of, Cards) else None,
        of_winner,
        (0, 0) if of_winner is None or compare is None else (number(compare[0]), number(compare[1])),
        tuple(read_test(inner, numbers, compare, readings=readings) for inner in test.any),
        tuple(read_test(inner, numbers, compare, readings=readings) for inner in test.all),
    )


@dataclass(frozen=True)
class FinishedRound:
    """What a test may ask about: a finished round, or with no result what is seen at a stage."""

    passed: Passed
    chosen: frozenset[str]
    result: Result = ""
    qualifies: ReadTest | None = None

    @cached_property
    def results(self) -> frozenset[str]:
        """An automatic win is a win, too."""
        return frozenset({"automatic-win", "win"} if self.result == "automatic-win" else {self.result})

    @cached_property
    def qualified(self) -> bool:
        return self.result == "automatic-win" or self.qualifies is None or self.passes(self.qualifies)

    def passes(self, test: ReadTest) -> bool:
        return (
            (not test.on or bool(test.on & self.results))
            and (test.qualified is None or test.qualified == self.qualified)
            and (not test.chose or test.chose in self.chosen)
            and (test.question is None or test.question in self.passed)
            and (test.of_winner is None or self._passes_each(test))
            and (not test.any or any(self.passes(inner) for inner in test.any))
            and all(self.passes(inner) for inner in test.all)
        )

    def _passes_each(self, test: ReadTest) -> bool:
        """A tie has neither a winner nor a loser."""
        if self.result == "tie":
            return False
        return test.of_each[test.of_winner != ("win" in self.results)] in self.passed


class RoundSettlement:
    """One wager with one paytable; `numbers` are those of all questions about finished rounds."""

    def __init__(self, wager: RoundWager, paytable: Paytable, numbers: Numbered) -> None:
        self.wager, self.paytable = wager, paytable
        compare, readings = wager.compare, any(one.any_reading for one in wager.questions)
        self._qualifies = None if wager.qualifies is None else read_test(wager.qualifies, numbers, compare)
        self._lines = [read_test(line.test, numbers, compare, readings=readings) for line in wager.lines]
        self._rows = [
            [(None if row.test is None else read_test(row.test, numbers, compare), row.pays) for row in rows]
            for rows in wager.rows
        ]
        self._paid: dict[tuple[Passed, Result, frozenset[str]], Paid] = {}

    @cached_property
    def asked_choices(self) -> frozenset[str]:
        """Choices that some row or line asks for."""
        tests = [*(row.test for rows in self.wager.rows for row in rows), *(line.test for line in self.wager.lines)]
        return frozenset(inner.chose for test in tests for inner in inner_tests(test)) - {""}

    def paid(self, passed: Passed, result: Result, chosen: frozenset[str]) -> Paid:
        key = passed, result, chosen & self.asked_choices
        if key not in self._paid:
            self._paid[key] = self._settled(FinishedRound(passed, key[2], result, self._qualifies))
        return self._paid[key]

    def _settled(self, finished: FinishedRound) -> Paid:
        lines = tuple(place for place, test in enumerate(self._lines) if finished.passes(test))
        line = paid_line(lines, self.paytable, self.wager.overlap)
        by_line = self.paytable.pays[line].amount if line >= 0 else None
        rows = [self._row_pays(bet, finished, by_line) for bet in range(len(self.wager.bets))]
        return Paid(
            tuple(pays for pays, _ in rows),
            tuple(by for _, by in rows),
            self.wager.lines[line].id if line >= 0 else "",
            finished.result,
            finished.qualified,
            lines,
        )

    def _row_pays(self, bet: int, finished: FinishedRound, by_line: Fraction | None) -> tuple[Fraction, bool]:
        for test, pays in self._rows[bet]:
            if test is None or finished.passes(test):
                if pays is not None:
                    return pays, False
                if by_line is not None:
                    return by_line, True
        raise UnsettledError(self.wager.id, self.wager.bets[bet].name)
