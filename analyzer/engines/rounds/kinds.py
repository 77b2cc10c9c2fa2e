"""Kinds of finished rounds: the questions that their hands pass, what is then offered, and what every end is worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.rounds.asking import AskedHand, passed_by
from analyzer.engines.rounds.settlement import (
    RESULTS,
    FinishedRound,
    Numbered,
    Passed,
    ReadTest,
    Result,
    RoundSettlement,
    read_test,
)
from analyzer.engines.rounds.ways import End, Node, fold_net, unit_of
from analyzer.engines.rounds.wide import Wide, wide_array
from analyzer.errors import TooLargeError
from analyzer.game.language import Stage
from analyzer.game.wagers.rounds import RoundWager

# As many as the kernel has room for.
MAX_PLAYER_KINDS, MAX_DEALER_KINDS = 8000, 256


def check_kinds(kinds: int, most: int) -> None:
    if kinds >= most:
        raise TooLargeError(f"more than {most:,} kinds of hands are told apart; fewer lines and rows tell fewer")


class Offers:
    """What is offered at the decisions of one level: by the questions that are passed there."""

    def __init__(self, nodes: Sequence[Node], stages: Sequence[Stage], numbers: Numbered) -> None:
        self.nodes = nodes
        self._tests: dict[tuple[int, str], ReadTest] = {}
        for number in {node.stage for node in nodes}:
            asked = {choice.name: choice.when for choice in stages[number].choices} | {"": stages[number].automatic_win}
            for name, test in asked.items():
                if test is not None:
                    self._tests[number, name] = read_test(test, numbers, None)

    def offered(self, passed: Passed) -> list[int]:
        """By node: its options as bits. A player who has won has no other option."""
        return [self._of_node(node, passed) for node in self.nodes]

    def _of_node(self, node: Node, passed: Passed) -> int:
        seen = FinishedRound(passed, frozenset(name for _, name in node.way))
        if node.automatic >= 0 and seen.passes(self._tests[node.stage, ""]):
            return 1 << node.automatic
        tests = [self._tests.get((node.stage, option.name)) if option.choice else None for option in node.options]
        return sum(
            1 << at for at, test in enumerate(tests) if at != node.automatic and (test is None or seen.passes(test))
        )


@dataclass(frozen=True, eq=False)
class EndAmounts:
    """Net results of ends as whole numbers of 1/denominator, and a bound for them."""

    main: RoundWager
    settlement: RoundSettlement

    @cached_property
    def denominator(self) -> int:
        """Every product of a bet and a pay, in units of the first bet, is a whole number of parts of it."""
        bets = [bet.amount for bet in self.main.bets]
        shares = [Fraction(1)]
        for stage in self.main.stages:
            for choice in stage.choices:
                bets += [amount for _, amount in choice.bets]
                shares += [share for _, share in choice.loses]
            if stage.exchange is not None:
                bets += [amount for _, by_number in stage.exchange.cost for amount in by_number]
        unit = unit_of(self.main)
        pays = [*self._pays(), *shares]
        return lcm(*((amount / unit).denominator for amount in bets)) * lcm(*(pay.denominator for pay in pays))

    def _pays(self) -> Iterator[Fraction]:
        for rows in self.main.rows:
            yield from (row.pays for row in rows if row.pays is not None)
        yield from (pay.amount for pay in self.settlement.paytable.pays)

    def bound(self, ends: Sequence[End]) -> int:
        """No net result of these ends is larger, in parts of the denominator."""
        most = max([Fraction(1), *(abs(pay) for pay in self._pays())])
        stakes = [sum(abs(amount) for amount in end.amounts.values()) for end in ends]
        return int(max(stakes, default=Fraction(0)) / unit_of(self.main) * most * self.denominator) + 1

    def net(self, end: End, passed: Passed, result: Result) -> int:
        if end.lost is not None:
            return int(fold_net(self.main, end) * self.denominator)
        chosen = frozenset(name for _, name in end.way)
        paid = self.settlement.paid(passed, "automatic-win" if end.automatic else result, chosen)
        total = sum(
            (end.amounts[bet.name] * pays for bet, pays in zip(self.main.bets, paid.pays, strict=True)), Fraction(0)
        )
        return int(total / unit_of(self.main) * self.denominator)


class LeafKinds:
    """What the kernel asks about the leaves of one branch: kinds of both sides, and what their ends are worth.

    `seen` are the hands without hidden cards, `unseen` those with; questions of both are numbered in one list.
    `squares`: whether squares of net results are asked for; only then must 128 bits hold them.

    All threads of a count ask, one at a time: a kind has one number, and its arrays, which the kernel knows by address,
    are made once and stay.
    """

    def __init__(
        self,
        seen: Sequence[AskedHand],
        unseen: Sequence[AskedHand],
        offers: Offers,
        amounts: EndAmounts,
        ends: Sequence[End],
        *,
        compares: bool,
        squares: bool,
    ) -> None:
        self.squares = squares
        self._asking = Lock()
        self.seen, self.unseen, self.offers, self.amounts, self.ends = seen, unseen, offers, amounts, ends
        self.results: tuple[Result, ...] = RESULTS if compares else ("", "", "")
        self.players: list[Passed] = []
        self.dealers: list[Passed] = []
        self._players: dict[int, tuple[int, NDArray[np.uint32]]] = {}
        self._dealers: dict[int, int] = {}
        self._nets: dict[tuple[int, int], tuple[Wide, Wide]] = {}

    def player(self, bits: int) -> tuple[int, NDArray[np.uint32]]:
        with self._asking:
            if bits not in self._players:
                check_kinds(len(self.players), MAX_PLAYER_KINDS)
                passed = passed_by(self.seen, bits)
                offered = np.array(self.offers.offered(passed), dtype=np.uint32)
                self._players[bits] = len(self.players), offered
                self.players.append(passed)
            return self._players[bits]

    def dealer(self, bits: int) -> int:
        with self._asking:
            if bits not in self._dealers:
                check_kinds(len(self.dealers), MAX_DEALER_KINDS)
                self._dealers[bits] = len(self.dealers)
                self.dealers.append(passed_by(self.unseen, bits))
            return self._dealers[bits]

    def passed(self, player: int, dealer: int) -> Passed:
        return self.players[player] | (self.dealers[dealer] if self.dealers else frozenset())

    def nets(self, player: int, dealer: int) -> tuple[Wide, Wide]:
        """[end x result] the net results, and their squares (0 where nobody asks for them)."""
        with self._asking:
            if (player, dealer) not in self._nets:
                passed = self.passed(player, dealer)
                numbers = [self.amounts.net(end, passed, result) for end in self.ends for result in self.results]
                self._nets[player, dealer] = (
                    wide_array(numbers).reshape(-1),
                    wide_array(number * number if self.squares else 0 for number in numbers).reshape(-1),
                )
            return self._nets[player, dealer]
