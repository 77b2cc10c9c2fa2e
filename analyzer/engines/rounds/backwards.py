"""The best decisions of a round, from the leaves down to the first level."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.rounds.asking import asked_at, asked_hands, in_cells, passed_by
from analyzer.engines.rounds.exchanges import ExchangeRound
from analyzer.engines.rounds.kinds import LeafKinds, Offers
from analyzer.engines.rounds.leaves import Branch
from analyzer.engines.rounds.levels import Columns, LevelRound, Target, columns_of
from analyzer.engines.rounds.seen_cards import worth_of_seen
from analyzer.engines.rounds.setting import RoundSetting
from analyzer.engines.rounds.settlement import numbered
from analyzer.engines.rounds.ways import Discarding, End, Node, is_of_one_card
from analyzer.engines.rounds.wide import Wide, check_bound, integers, wide_zeros
from analyzer.engines.sums import Sums
from analyzer.engines.worth import Worth
from analyzer.game.layout import Part
from analyzer.kernels import round_answers, round_levels, rounds
from analyzer.run.jobs import Run

# Own hands that one piece of work lists at once.
OWN_HANDS = 1 << 21
PIECES = 64


@dataclass(eq=False)
class Leafwork:
    """The leaves of one branch, and the columns that they bring to the level before: values, or squares of them."""

    setting: RoundSetting
    branch: Branch
    ends: list[End]
    nodes: list[Node]
    columns: list[tuple[Target, bool]]
    sums: Wide = field(init=False)

    @cached_property
    def kinds(self) -> LeafKinds:
        setting = self.setting
        offers = Offers(self.nodes, setting.main.stages, setting.numbers)
        seen, unseen = setting.leaf_hands
        compares, squares = setting.compare is not None, any(square for _, square in self.columns)
        return LeafKinds(seen, unseen, offers, setting.amounts, self.ends, compares=compares, squares=squares)

    @cached_property
    def kernel(self) -> rounds.Leaves:
        return rounds.Leaves(self._given(), self.kinds)

    @cached_property
    def _numbers(self) -> dict[int, int]:
        return {id(target): number for number, target in enumerate([*self.ends, *self.nodes])}

    def target(self, target: Target) -> int | None:
        """An end, or after all ends a decision; None if it is not of this branch."""
        return self._numbers.get(id(target))

    def _given(self) -> dict[str, Any]:
        setting, cells = self.setting, self.branch.cells
        seen, unseen = setting.leaf_hands
        hands = [*seen, *unseen]
        places = {(hand.groups, hand.best, hand.any_reading): at for at, hand in enumerate(hands)}
        compared = [places[hand.groups, hand.best, False] for hand in setting.compare or ()] or [-1, -1]
        return self.branch.given() | {
            "ranking": setting.pack.ranking.kernel_arguments,
            "cards": setting.cards,
            "wild": setting.wild(setting.suits.cards),
            "fixed": [setting.lying(cell) for cell in cells],
            "hands": [
                (
                    in_cells(cells, setting.final(hand.groups)),
                    *hand.arguments(setting.questions, five_wilds=setting.five_wilds),
                )
                for hand in hands
            ],
            "player_hand": compared[0],
            "dealer_hand": compared[1],
            "ends": len(self.ends),
            "nodes": [[self.target(option.target) for option in node.options] for node in self.nodes],
            "columns": [(self.target(target), square) for target, square in self.columns],
        }

    def pieces(self) -> list[tuple[int, int, int, int, int]]:
        """Ranges of contexts, and of parts of their own hands; with few contexts several ranges of parts."""
        contexts, own = len(self.branch.contexts), self.branch.own_hands
        parts = max(1, -(-own // OWN_HANDS))
        if not self.setting.layout.hidden and contexts < PIECES:
            parts = max(parts, PIECES // max(1, contexts))
        groups = min(parts, max(1, PIECES // max(1, contexts)))
        ranges = [(begin, stop) for begin, stop in pairwise(_bounds(contexts, PIECES)) if begin < stop]
        return [(*one, *some, parts) for one in ranges for some in pairwise(_bounds(parts, groups))]

    def sum_up(self, run: Run) -> None:
        """What all leaves are worth to the states of the level before."""
        sums = Sums((self.branch.level.size, len(self.columns), 2))
        run = run.fitting("the states of a round", 0, sums.bytes)
        kernel = self.kernel  # one for all threads

        def piece(begin: int, stop: int, first: int, last: int, parts: int) -> None:
            sums.with_rows(lambda rows: kernel.values(begin, stop, first, last, parts, rows[0]))

        for _ in run.pieces("deals", piece, self.pieces()):
            pass
        self.sums = sums.taken()[0][0]
        for more in sums.taken()[1:]:
            round_levels.add(self.sums, more[0])


class Backwards:
    """Decisions of all levels before the leaves; those of the leaves the kernel makes by itself."""

    def __init__(self, setting: RoundSetting) -> None:
        self.setting, self.layout, self.ways = setting, setting.layout, setting.ways
        self.wanted = Columns(tuple(setting.ways.roots))
        self.exchange_nodes = [
            node for node in self.ways.nodes if node.exchange is not None and self.layout.exchange is not None
        ]
        self.works = [self._leafwork(number) for number in setting.discards]
        self.exchange: ExchangeRound | None = None
        # What each card is worth that should not be seen, in units of 1/worth_unit.
        self.worth, self.worth_unit = Worth(), 1

    def check(self) -> None:
        """Refuse what integers of 128 bits would not hold."""
        bound = self.setting.amounts.bound(self.ways.ends)
        check_bound("sums of net results", bound * self.setting.total)
        if self.exchange_nodes:
            squares = bound * bound * self.setting.all_completions
            check_bound("sums of squares", squares * self.setting.suits.order)

    # --- columns ---

    @cached_property
    def columns(self) -> tuple[Columns, ...]:
        """What lies beyond each level."""
        return tuple(
            columns_of(
                [
                    *self.ways.beyond(number),
                    *(node.discarding for node in self.exchange_nodes if node.level == number),
                ]
            )
            for number in range(len(self.layout.levels))
        )

    def _leafwork(self, discards: int) -> Leafwork:
        ends = [end for end in self.ways.ends if end.discards == discards]
        columns = self._leaf_columns(discards)
        entries = [id(target) for target, _ in columns]
        nodes = [node for node in self.ways.nodes if node.level == self.ways.leaf_level and node.discards == discards]
        nodes.sort(key=lambda node: id(node) not in entries)
        drawn = discards if self.layout.exchange is not None else 0
        return Leafwork(self.setting, Branch(self.layout, self.setting.suits, drawn), ends, nodes, columns)

    def _leaf_columns(self, discards: int) -> list[tuple[Target, bool]]:
        """What the level before asks of the leaves of a branch; squares only for discards that may be equal."""
        if not self.layout.levels:
            return [(target, False) for target in self.wanted.targets]
        columns: list[tuple[Target, bool]] = []
        if discards == 0 or self.layout.exchange is None:
            columns = [(one, False) for one in self.columns[-1].targets if not isinstance(one, Discarding)]
        for node in self.exchange_nodes:
            assert node.exchange is not None
            for number, option in zip(node.exchange.discards, node.options, strict=False):
                if number == discards:
                    columns.append((option.target, False))
                    if not is_of_one_card(node.exchange):
                        columns.append((option.target, True))
        return columns

    # --- levels ---

    @cached_property
    def levels(self) -> tuple[LevelRound, ...]:
        return tuple(self._level(number) for number in range(len(self.layout.levels)))

    def _level(self, number: int) -> LevelRound:
        level, states = self.layout.levels[number], self.setting.states[number]
        nodes = [node for node in self.ways.nodes if node.level == number]
        kinds, offered = self._offered(number, nodes)
        parents: NDArray[np.int64] = np.zeros(len(states), dtype=np.int64)
        lower = self.wanted
        if number:
            where = places_of(level.parts)
            places = [place for part in self.layout.levels[number - 1].parts for place in where[part.groups]]
            parents = self.setting.states[number - 1].numbering.of(states.cards, np.array(places, dtype=np.uint8))
            lower = self.columns[number - 1]
        options = [_options(node) for node in nodes]
        return LevelRound(states, nodes, options, self.columns[number], lower, kinds, offered, parents)

    def _offered(self, number: int, nodes: Sequence[Node]) -> tuple[NDArray[np.uint16], NDArray[np.uint32]]:
        """By state the number of what it passes, and by node and such a number the options as bits."""
        setting, level = self.setting, self.layout.levels[number]
        questions = asked_at(setting.main, [setting.main.stages[stage] for stage in level.stages])
        hands = asked_hands(questions)
        bits: NDArray[np.uint64] = np.zeros(len(setting.states[number]), dtype=np.uint64)
        where = {group: places for groups, places in places_of(level.parts).items() for group in groups}
        asked = []
        for hand in hands:
            groups = setting.final(hand.groups)
            places = sorted({place for group in groups for place in where.get(group, ())})
            arguments = hand.arguments(questions, five_wilds=setting.five_wilds)
            asked.append((np.array(places, dtype=np.uint8), *setting.lying(groups), *arguments))
        if asked:
            ranking, cards = setting.pack.ranking.kernel_arguments, setting.states[number].cards
            bits = round_answers.answers(ranking, setting.cards, setting.wild(setting.suits.cards), cards, asked)
        distinct, kinds = np.unique(bits, return_inverse=True)
        offers = Offers(nodes, setting.main.stages, numbered(questions))
        offered = [offers.offered(passed_by(hands, int(one))) for one in distinct]
        table = np.array(offered, dtype=np.uint32).reshape(len(distinct), len(nodes)).T
        for at, node in enumerate(nodes):
            if node.exchange is not None:  # its options are the discards together, and the win
                table[at] = np.where(table[at] == 1 << node.automatic, 2, 1) if node.automatic >= 0 else 1
        return kinds.astype(np.uint16), np.ascontiguousarray(table)

    # --- decisions ---

    def sum_leaves(self, run: Run) -> None:
        self.check()
        for work in self.works:
            work.sum_up(run)
        if self.exchange_nodes:
            self.exchange = self._exchange()

    def decide(self, run: Run) -> list[int]:
        """The best decisions of all levels, and what the round is worth, from each of its roots, over all deals."""
        self.sum_leaves(run)
        if not self.levels:
            return integers(self.works[0].sums)
        sums = self.last_sums()
        for number in range(len(self.levels) - 1, -1, -1):
            if number == 0 and self.setting.wager.exposed:
                self.worth, self.worth_unit = worth_of_seen(self.setting, self.levels[0], sums)
            below = self.setting.states[number - 1].size if number else 1
            lower = wide_zeros(below, len(self.levels[number].lower))
            self.levels[number].decide(sums, lower)
            sums = lower
        return integers(sums)

    def _exchange(self) -> ExchangeRound:
        columns: dict[int, dict[int, tuple[int, int]]] = {}
        for node in self.exchange_nodes:
            assert node.exchange is not None
            by_number = {}
            for number, option in zip(node.exchange.discards, node.options, strict=False):
                places = [at for at, (one, _) in enumerate(self.work(number).columns) if one is option.target]
                by_number[number] = places[0], places[-1]
            columns[id(node)] = by_number
        return ExchangeRound(
            self.layout,
            self.setting.states[-1],
            {work.branch.discards: work.branch for work in self.works},
            {work.branch.discards: work.sums for work in self.works},
            self.setting.factors,
            columns,
        )

    def work(self, discards: int) -> Leafwork:
        return next(work for work in self.works if work.branch.discards == discards)

    def last_sums(self) -> Wide:
        """The sums of the last level before the leaves, by its columns."""
        if self.exchange is None:
            return self.works[0].sums
        level, states = self.levels[-1], self.setting.states[-1]
        sums = wide_zeros(states.size, len(level.columns))
        for work in self.works:
            if work.branch.discards == 0:
                for at, (target, square) in enumerate(work.columns):
                    place = level.columns.place(target)
                    if place is not None and not square:
                        sums[:, place] = work.sums[:, at]
                round_levels.scale(sums, self.setting.factors[0])
        for node in self.exchange_nodes:
            place = level.columns.place(node.discarding)
            assert place is not None
            for best in self.exchange.best(node, np.arange(len(states))):
                rows = best.places
                round_levels.add_column(sums, place, states.numbers[rows], best.values, states.weights[rows])
        return sums


def _bounds(total: int, pieces: int) -> list[int]:
    return [total * number // pieces for number in range(pieces + 1)]


def _options(node: Node) -> list[Target]:
    """Of an exchange: all discards together, and the end of a player who has won."""
    if node.exchange is None:
        return [option.target for option in node.options]
    won = [node.options[node.automatic].target] if node.automatic >= 0 else []
    return [node.discarding, *won]


def places_of(parts: Sequence[Part]) -> dict[tuple[str, ...], list[int]]:
    """Where the cards of each part lie in a state."""
    listed: dict[tuple[str, ...], list[int]] = {}
    start = 0
    for part in parts:
        listed[part.groups] = list(range(start, start + part.cards))
        start += part.cards
    return listed
