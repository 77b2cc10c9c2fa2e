"""What each bet is paid in each outcome, where that follows from the rules and the net result.

An outcome has the net of its round. Where several bets are settled together, every way in which the rules can settle
them is laid out (what was chosen, the result, whether the dealer qualifies, the row and the line of each bet), and
those are kept that agree with the outcome's name and come to its net. What needs the single payments is answered only
if all that are left answer alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product

from analyzer.game.language import Bet, Row, Rules, Stage, Test, WagerRules
from analyzer.pricing.moments import Outcome
from analyzer.pricing.results import WagerResult

MAX_WAYS = 200_000
RESULTS = ("win", "tie", "loss", "automatic-win")
UNQUALIFIED, FOLD = "unqualified", "fold"


@dataclass(frozen=True)
class Payment:
    """What one bet comes to, per unit of the stake, and the odds; a stake kept whatever is paid is paid back of."""

    amount: Fraction
    odds: Fraction
    of_kept_stake: bool = False

    def rounded(self, stake: int) -> Fraction:
        """What is paid is rounded down to a whole unit, what is taken is not."""
        exact = self.amount * stake
        return Fraction(exact.numerator // exact.denominator) if self.is_paid else exact

    @property
    def is_paid(self) -> bool:
        return self.amount > 0 or (self.of_kept_stake and self.amount > -1)

    @property
    def is_broken(self) -> bool:
        return self.is_paid and self.amount.denominator > 1


Payments = tuple[Payment, ...]


@dataclass(frozen=True)
class Way:
    """One way in which a round can be settled."""

    payments: Payments
    chosen: frozenset[str] = frozenset()
    result: str = ""
    is_qualified: bool = True
    line: str | None = ""  # None: several

    @property
    def net(self) -> Fraction:
        return sum((payment.amount for payment in self.payments), Fraction(0))


@dataclass(frozen=True)
class Event:
    """What is known of a finished round: tests of cards are open."""

    chosen: frozenset[str]
    result: str
    is_qualified: bool

    def passes(self, test: Test | None) -> bool | None:
        """None: it depends on the cards."""
        if test is None:
            return True
        results = {self.result, "win"} if self.result == "automatic-win" else {self.result}
        parts: list[bool | None] = [
            not test.on or bool(test.on & results),
            test.qualified in (None, self.is_qualified),
            not test.chose or test.chose in self.chosen,
            True if test.of is None else None,
            _any(self.passes(inner) for inner in test.any) if test.any else True,
            *(self.passes(inner) for inner in test.all),
        ]
        return False if False in parts else None if None in parts else True


def _any(parts: Iterable[bool | None]) -> bool | None:
    kept = list(parts)
    return True if True in kept else None if None in kept else False


@dataclass
class Ledger:
    """The payments of the outcomes of one wager under one paytable."""

    rules: Rules
    result: WagerResult
    _ways: dict[Fraction, list[Way]] | None = field(default=None, init=False)

    @property
    def wager(self) -> WagerRules:
        return next(wager for wager in self.rules.wagers if wager.id == self.result.wager)

    def payments_of(self, outcome: Outcome) -> list[Payments]:
        """All sets of payments that the outcome may stand for; none: the program cannot tell."""
        if len(self.wager.bets) == 1:
            net = outcome.net.amount
            return [(Payment(net, net, self.wager.odds == "for_one"),)]
        ways = self._all().get(outcome.net.amount, [])
        named = [way for way in ways if self._agrees(outcome.name, way)]
        return list(dict.fromkeys(way.payments for way in named or ways))

    def _all(self) -> dict[Fraction, list[Way]]:
        if self._ways is None:
            self._ways = {}
            for number, way in enumerate(self._laid_out()):
                if number == MAX_WAYS:
                    self._ways = {}
                    break
                self._ways.setdefault(way.net, []).append(way)
        return self._ways

    def _agrees(self, name: str, way: Way) -> bool:
        """Whether the parts of a name say nothing else. A part that could mean two things says nothing."""
        parts = name.split("/")
        choices = {choice.name for stage in self.rules.stages for choice in stage.choices}
        lines = {line.id for line in self.wager.lines}
        for part in parts:
            meant = [part in choices, part in lines, part in RESULTS, part == UNQUALIFIED]
            if sum(meant) == 1 and not (
                part in way.chosen
                or way.line in (part, None)
                or part == way.result
                or (part == "win" and way.result == "automatic-win")
                or (part == UNQUALIFIED and not way.is_qualified)
            ):
                return False
        return True

    def _laid_out(self) -> Iterator[Way]:
        wager, is_main = self.wager, self.wager is self.rules.main
        first = wager.bets[0]
        unit = first.amount if first.amount and not first.is_free else Fraction(1)
        start = {bet.name: bet.amount for bet in wager.bets}
        for chosen, bets, loses in _paths(self.rules.stages, start):
            if loses is not None and is_main:
                lost = tuple(
                    Payment(-amount / unit * loses.get(bet.name, Fraction(1)), Fraction(-1))
                    for bet in wager.bets
                    if (amount := bets[bet.name]) and not bet.is_free
                )
                yield Way(lost, chosen)
                continue
            at_stake = bets if is_main else start
            for event in self._events(chosen):
                for line, by_line in self._lines(event):
                    rows = [self._row_pays(bet, event, by_line) for bet in wager.bets]
                    for settled in product(*rows):
                        payments = tuple(
                            Payment(at_stake[bet.name] / unit * pays, pays, kept)
                            for bet, (pays, kept) in zip(wager.bets, settled, strict=True)
                            if at_stake[bet.name]
                        )
                        yield Way(payments, chosen, event.result, event.is_qualified, line)

    def _events(self, chosen: frozenset[str]) -> Iterator[Event]:
        for result in RESULTS if self.wager.compare is not None else ("",):
            for qualified in (True, False) if self.wager.qualifies is not None else (True,):
                if qualified or result != "automatic-win":
                    yield Event(chosen, result, qualified)

    def _lines(self, event: Event) -> Iterator[tuple[str | None, Fraction | None]]:
        """The line that may be paid, and what it pays net: none, one, or with overlap "all" several together."""
        wager = self.wager
        (column,) = (column for column in wager.paytables if column.id == self.result.paytable)
        kept = int(wager.odds == "for_one")
        pays = [
            (line.id, pay.amount)
            for line, pay in zip(wager.lines, column.pays, strict=True)
            if event.passes(line.test) is not False
        ]
        yield "", None
        yield from ((name, amount - kept) for name, amount in pays)
        if wager.overlap == "all":
            sums: set[Fraction] = {Fraction(0)}
            for _, amount in pays:
                sums |= {one + amount for one in sums}
            yield from ((None, one - kept) for one in sums)

    def _row_pays(self, bet: Bet, event: Event, by_line: Fraction | None) -> list[tuple[Fraction, bool]]:
        """What the bet may be paid: by the first row that surely passes, or one before it that may."""
        found = []
        for row in self.wager.rows_of(bet):
            passes = event.passes(row.test)
            pays: tuple[Fraction, bool] | None = _pays(row, by_line, kept=self.wager.odds == "for_one")
            if passes is False or pays is None:
                continue
            found.append(pays)
            if passes:
                break
        return list(dict.fromkeys(found))


def _pays(row: Row, by_line: Fraction | None, *, kept: bool) -> tuple[Fraction, bool] | None:
    if row.pays is not None:
        return row.pays, False
    return None if by_line is None else (by_line, kept)


def _paths(
    stages: Sequence[Stage], bets: Mapping[str, Fraction], chosen: frozenset[str] = frozenset()
) -> Iterator[tuple[frozenset[str], Mapping[str, Fraction], Mapping[str, Fraction] | None]]:
    """Every way through the stages: what was chosen, the bets at the end; after a fold, the shares that are lost."""
    if not stages:
        yield chosen, bets, None
        return
    stage, rest = stages[0], stages[1:]
    if stage.automatic_win is not None:
        yield chosen, bets, None
    for choice in stage.choices:
        now, after = chosen | {choice.name}, {**bets, **dict(choice.bets)}
        if choice.then == "fold":
            yield now, after, dict(choice.loses)
        elif choice.then == "showdown":
            yield now, after, None
        else:
            yield from _paths(rest, after, now)
    if stage.exchange is not None:
        costs = {
            tuple(sorted({**bets, **{bet: bets[bet] + costs[k] for bet, costs in stage.exchange.cost}}.items()))
            for k in stage.exchange.discards
        }
        for after_exchange in sorted(costs):
            yield from _paths(rest, dict(after_exchange), chosen)
    elif not stage.choices:
        yield from _paths(rest, bets, chosen)
