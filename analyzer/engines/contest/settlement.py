"""What each bet pays in each event of a contest: the rows of a game file, asked of kinds of hands.

Every question about cards is answered once for every kind; the rest (the result, whether the dealer qualifies, what was
chosen) belongs to the event and the path.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from analyzer.engines.contest.solved import RESULTS, TIE, WIN, EventNumbers
from analyzer.engines.paid_lines import paid_line
from analyzer.errors import UnsettledError
from analyzer.game.language import Test, bare_test, inner_tests
from analyzer.game.model import Paytable
from analyzer.game.wagers.contest import CardQuestion, ContestWager, Side

# The questions that a kind of hand passes, by their numbers in the wager.
Passed = frozenset[int]


@dataclass(frozen=True)
class Finished:
    """A round that has ended: what a test may ask about."""

    settlement: ContestSettlement
    player: Passed
    dealer: Passed
    result: int
    chosen: frozenset[str]

    @cached_property
    def qualified(self) -> bool:
        test = self.settlement.wager.qualifies
        return test is None or self.passes(test)

    def passes(self, test: Test) -> bool:
        return (
            (not test.on or RESULTS[self.result] in test.on)
            and (test.qualified is None or test.qualified == self.qualified)
            and (not test.chose or test.chose in self.chosen)
            and (test.of is None or self._passes_cards(test))
            and (not test.any or any(self.passes(inner) for inner in test.any))
            and all(self.passes(inner) for inner in test.all)
        )

    def _passes_cards(self, test: Test) -> bool:
        bare = bare_test(test)
        if not isinstance(test.of, str):
            return self.settlement.number_of(bare) in self.player | self.dealer
        if self.result == TIE:
            return False
        is_player = (test.of == "winner") == (self.result == WIN)
        side: Side = "player" if is_player else "dealer"
        return self.settlement.number_of(bare, side) in (self.player if is_player else self.dealer)


@dataclass(frozen=True)
class ContestSettlement:
    """A wager and the kinds of hands that its questions tell apart."""

    wager: ContestWager
    player_kinds: Sequence[Passed]
    dealer_kinds: Sequence[Passed]

    @property
    def kinds(self) -> tuple[Sequence[Passed], Sequence[Passed]]:
        return self.player_kinds, self.dealer_kinds

    @property
    def events(self) -> EventNumbers:
        return EventNumbers(len(self.player_kinds), len(self.dealer_kinds))

    @cached_property
    def _numbers(self) -> dict[tuple[Test, Side | None], int]:
        numbers: dict[tuple[Test, Side | None], int] = {}
        for number, question in enumerate(self.wager.questions):
            numbers[question.test, question.side] = number
            numbers.setdefault((question.test, None), number)
        return numbers

    def number_of(self, test: Test, side: Side | None = None) -> int:
        return self._numbers[test, side]

    def finished(self, event: int, chosen: frozenset[str] = frozenset()) -> Finished:
        player, result, dealer = self.events.event(event)
        return Finished(self, self.player_kinds[player], self.dealer_kinds[dealer], result, chosen)

    @cached_property
    def asked_choices(self) -> frozenset[str]:
        """Choices that some row or line asks for."""
        tests = [*(row.test for rows in self.wager.rows for row in rows), *(line.test for line in self.wager.lines)]
        return frozenset(inner.chose for test in tests for inner in inner_tests(test)) - {""}

    def lines(self, finished: Finished) -> tuple[int, ...]:
        """The lines that apply."""
        return tuple(place for place, line in enumerate(self.wager.lines) if finished.passes(line.test))

    def paid(self, finished: Finished, paytable: Paytable) -> tuple[int, list[tuple[Fraction, bool]]]:
        """The line of the paytable that applies, or -1; what one unit of each bet pays, and whether by the line."""
        line = paid_line(self.lines(finished), paytable, self.wager.overlap)
        by_line = paytable.pays[line].amount if line >= 0 else None
        return line, [self._row_pays(bet, finished, by_line) for bet in range(len(self.wager.bets))]

    def _row_pays(self, bet: int, finished: Finished, by_line: Fraction | None) -> tuple[Fraction, bool]:
        for row in self.wager.rows[bet]:
            if row.test is None or finished.passes(row.test):
                if row.pays is not None:
                    return row.pays, False
                if by_line is not None:
                    return by_line, True
        raise UnsettledError(self.wager.id, self.wager.bets[bet].name)

    def all_events(self) -> Iterator[int]:
        return iter(range(len(self.events)))


def questions_of(wager: ContestWager, *sides: Side) -> list[tuple[int, CardQuestion]]:
    """The questions about these sides' cards, with their numbers."""
    return [(number, question) for number, question in enumerate(wager.questions) if question.side in sides]
