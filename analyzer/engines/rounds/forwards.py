"""What becomes of all deals under the best decisions of a round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.rounds.backwards import Backwards, Leafwork
from analyzer.engines.rounds.exchanges import BestDiscards, ExchangeRound
from analyzer.engines.rounds.levels import NO_TARGET, Came, raise_nothing_offered, start
from analyzer.engines.rounds.setting import RoundSetting
from analyzer.engines.rounds.settlement import Passed
from analyzer.engines.rounds.ways import Node
from analyzer.engines.rounds.wide import integers
from analyzer.engines.worth import Worth
from analyzer.errors import CountError
from analyzer.run.jobs import Run

MAX_OPTIONS = 16
RESULTS = 3

# How a round ends: the number of the end, the questions that are passed, the result (0 win, 1 tie, 2 loss).
Outcome = tuple[int, Passed, int]


@dataclass(frozen=True, eq=False)
class CountedRounds:
    """What becomes of `total` equally likely rounds.

    `choices[stage, name]` is the share of rounds in which a choice is made, `ties[stage]` how many states (not rounds)
    are come to in which several are best. `expectation` is from the values of the decisions, not from the outcomes.
    """

    total: int
    outcomes: Mapping[Outcome, int]
    choices: Mapping[tuple[int, str], Fraction]
    ties: Mapping[int, int]
    expectation: Fraction
    # What each card is worth that should not be seen, in units of 1/worth_unit of the sums.
    worth: Worth = field(default_factory=Worth)
    worth_unit: int = 1


@dataclass(frozen=True, eq=False)
class Arriving:
    """By state of a branch: where its decisions lead, which last decisions may be come to, and how many of all
    renamings of it make the discard (None: there is no exchange)."""

    after: NDArray[np.uint16]
    may: NDArray[np.uint64]
    shares: NDArray[np.int64] | None = None


def count_round(setting: RoundSetting, run: Run) -> CountedRounds:
    """The best play, and what becomes of all rounds."""
    backwards = Backwards(setting)
    (value,) = backwards.decide(run)
    return _Forwards(backwards).count(Fraction(value, setting.total * setting.amounts.denominator), run)


class _Forwards:
    def __init__(self, backwards: Backwards) -> None:
        self.backwards, self.setting = backwards, backwards.setting
        self.order = self.setting.suits.order if backwards.exchange is not None else 1
        self.total = self.setting.total * self.order
        self.outcomes: Counter[Outcome] = Counter()
        self.choices: Counter[tuple[int, str]] = Counter()
        # A discard is shared between renamings of a state: states are counted as often as there are renamings.
        self.ties = {
            number: 0
            for number, stage in enumerate(self.setting.main.stages)
            if stage.choices or stage.exchange is not None
        }

    def count(self, expectation: Fraction, run: Run) -> CountedRounds:
        came = start()
        for number, level in enumerate(self.backwards.levels):
            came, taken, ties = level.follow(came)
            states = int(self.setting.states[number].weights.sum())
            for node, by_name, tied in zip(level.nodes, taken, ties, strict=True):
                for name, count in by_name.items():
                    self.choices[node.stage, name] += count * (self.total // states)
                if node.exchange is None:
                    self.ties[node.stage] += tied * self.order
        for work, arriving in self._arriving(came):
            self._add_leaves(work, self._played(work, arriving, run))
        if self.outcomes.total() != self.total:
            raise CountError(f"the outcomes of {self.setting.wager.id} do not add up to {self.total:,} deals")
        choices = {key: Fraction(count, self.total) for key, count in self.choices.items()}
        tied_states = {stage: states // self.order for stage, states in self.ties.items()}
        worth, unit = self.backwards.worth, self.backwards.worth_unit
        return CountedRounds(self.total, _in_order(self.outcomes), choices, tied_states, expectation, worth, unit)

    # --- from the last level to the leaves ---

    def _arriving(self, came: Came) -> Iterator[tuple[Leafwork, Arriving]]:
        works, exchange = self.backwards.works, self.backwards.exchange
        if exchange is None:
            yield works[0], self._leading(came, works[0])
            return
        arriving = {work.branch.discards: self._before_discards(came, work) for work in works}
        for node in self.backwards.exchange_nodes:
            self._discard(node, came, exchange, arriving)
        for work in works:
            yield work, arriving[work.branch.discards]

    def _leading(self, came: Came, work: Leafwork) -> Arriving:
        """Where the last level leads, as the kernel of the leaves numbers it."""
        columns = self.backwards.columns
        targets = columns[-1].targets if columns else tuple(self.backwards.ways.roots)
        lookup = np.full(NO_TARGET + 1, NO_TARGET, dtype=np.uint16)
        may = np.zeros(len(came.may), dtype=np.uint64)
        for at, target in enumerate(targets):
            number = work.target(target)
            if number is None:
                continue
            lookup[at] = number
            if isinstance(target, Node):
                comes = came.may >> np.uint64(at) & np.uint64(1)
                may |= np.where(comes, _bit(work, number), np.uint64(0))
        return Arriving(lookup[came.after], may)

    def _before_discards(self, came: Came, work: Leafwork) -> Arriving:
        """Rounds that end before the exchange; what is discarded is still to be written."""
        size = work.branch.level.size
        if work.branch.discards == 0:
            leading = self._leading(came, work)
            return Arriving(leading.after, leading.may, np.full(size, self.order, dtype=np.int64))
        nowhere = np.full(size, NO_TARGET, dtype=np.uint16)
        return Arriving(nowhere, np.zeros(size, dtype=np.uint64), np.zeros(size, dtype=np.int64))

    def _discard(self, node: Node, came: Came, exchange: ExchangeRound, arriving: Mapping[int, Arriving]) -> None:
        states = self.setting.states[-1]
        column = self.backwards.columns[-1].place(node.discarding)
        assert column is not None
        may = (came.may[states.numbers] >> np.uint64(column) & np.uint64(1)).astype(np.bool_)
        comes = came.after[states.numbers] == column
        for best in exchange.best(node, np.flatnonzero(may | comes)):
            self._spread(node, best, comes[best.places], exchange, arriving)

    def _spread(
        self,
        node: Node,
        best: BestDiscards,
        comes: NDArray[np.bool_],
        exchange: ExchangeRound,
        arriving: Mapping[int, Arriving],
    ) -> None:
        """Write where every discard of some states leads, and how often it is made."""
        weights = self.setting.states[-1].weights[best.places]
        options = dict(zip(exchange.numbers, node.options, strict=False))
        for at, gone in enumerate(exchange.subsets):
            option, work, to = options[len(gone)], self.backwards.work(len(gone)), arriving[len(gone)]
            number = work.target(option.target)
            assert number is not None
            assert to.shares is not None
            rows = best.after[:, at]
            if isinstance(option.target, Node):
                to.may[rows] |= _bit(work, number)
            made = comes & (best.shares[:, at] > 0)
            to.after[rows[made]] = number
            to.shares[rows[made]] = best.shares[made, at]
            times = int((weights[made] * best.shares[made, at].astype(np.int64)).sum())
            self.choices[node.stage, option.name] += times * (self.setting.total // self.setting.last_states)
        self.ties[node.stage] += int(weights[comes & (best.equals > 1)].sum()) * self.order

    # --- leaves ---

    @staticmethod
    def _played(work: Leafwork, arriving: Arriving, run: Run) -> Iterator[tuple[Any, Any, Any]]:
        kernel = work.kernel  # one for all threads

        def piece(start: int, stop: int, first: int, last: int, parts: int) -> Any:
            bounds = start, stop, first, last, parts
            return kernel.outcomes(*bounds, arriving.after, arriving.may, arriving.shares)

        for leaves, choices, ties in run.pieces("outcomes", piece, work.pieces()):
            if leaves is None:
                raise_nothing_offered(work.nodes[choices])
            yield leaves, choices, ties

    def _add_leaves(self, work: Leafwork, played: Iterator[tuple[Any, Any, Any]]) -> None:
        numbers = {id(end): number for number, end in enumerate(self.backwards.ways.ends)}
        factor = self.setting.factors[work.branch.discards]
        for leaves, choices, ties in played:
            for player, dealer, counts in leaves:
                passed = work.kinds.passed(player, dealer)
                for at, count in enumerate(integers(counts)):
                    if count:
                        end = work.ends[at // RESULTS]
                        self.outcomes[numbers[id(end)], passed, at % RESULTS] += count * factor
            self._add_choices(work.nodes, integers(choices), integers(ties), factor)

    def _add_choices(self, nodes: Sequence[Node], choices: Sequence[int], ties: Sequence[int], factor: int) -> None:
        for number, node in enumerate(nodes):
            for place, option in enumerate(node.options):
                if option.choice is not None:
                    self.choices[node.stage, option.name] += choices[number * MAX_OPTIONS + place] * factor
            self.ties[node.stage] += ties[number]


def _in_order(outcomes: Mapping[Outcome, int]) -> dict[Outcome, int]:
    """In an order of their own: pieces of a count come as they are done, and what is kept must not show it."""
    return dict(sorted(outcomes.items(), key=lambda item: (item[0][0], item[0][2], sorted(item[0][1]))))


def _bit(work: Leafwork, number: int) -> np.uint64:
    """The bit of a last decision."""
    return np.uint64(1 << (number - len(work.ends)))
