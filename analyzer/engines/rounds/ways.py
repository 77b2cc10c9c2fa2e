"""The decisions of a round and its ends: a tree of what may be done, with the bets that then stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from analyzer.errors import TooLargeError
from analyzer.game.language import Choice, Exchange, Stage
from analyzer.game.layout import Layout
from analyzer.game.wagers.rounds import RoundWager

# What was done: (number of the stage from 0, name of the choice).
Way = tuple[tuple[int, str], ...]
Amounts = Mapping[str, Fraction]
MAX_NODES = 1000
MAX_ENDS = 1000


@dataclass(frozen=True)
class End:
    """A round that has ended: what was done, and the bets of the main wager.

    `lost` is for folds: the share of each bet that is lost. `discards` is how many cards were exchanged; 0 where the
    exchange was not come to.
    """

    way: Way
    amounts: Amounts
    lost: Amounts | None = None
    automatic: bool = False
    discards: int = 0
    # Of an automatic win: where it was won.
    stage: int = -1


@dataclass
class Node:
    """A decision: options in the order in which equals are taken, each with its place in the stage and its target.

    A target is an `End` or a `Node`. `automatic` is the option of a player who has won, `-1` if nobody can here. Of an
    exchange the options are numbers of discards.
    """

    stage: int
    way: Way
    level: int
    discards: int
    options: list[Option] = field(default_factory=list)
    automatic: int = -1
    exchange: Exchange | None = None

    @cached_property
    def discarding(self) -> Discarding:
        return Discarding(self)


@dataclass(frozen=True, eq=False)
class Discarding:
    """What the best discards of an exchange are worth: a column of its level."""

    node: Node


@dataclass(frozen=True)
class Option:
    name: str
    choice: Choice | None
    target: End | Node


class Ways:
    """All ways through a round. Nodes are in an order in which every one comes before those that follow it."""

    def __init__(self, main: RoundWager, layout: Layout) -> None:
        self.main, self.layout, self.stages = main, layout, main.stages
        self.level_of = {stage: number for number, level in enumerate(layout.levels) for stage in level.stages}
        self.nodes: list[Node] = []
        self.ends: list[End] = []
        # Where the round begins: one, unless only what is left of it is looked at.
        self.roots: list[End | Node] = [self._from(0, (), {bet.name: bet.amount for bet in main.bets}, 0)]
        if len(self.nodes) > MAX_NODES or len(self.ends) > MAX_ENDS:
            raise TooLargeError(f"{main.id} can be played in more than {MAX_ENDS} ways; fewer are counted")

    @property
    def leaf_level(self) -> int:
        return len(self.layout.levels)

    def _from(self, number: int, way: Way, amounts: Amounts, discards: int) -> End | Node:
        """What follows from a stage on."""
        if number == len(self.stages):
            return self._end(End(way, amounts, discards=discards))
        stage = self.stages[number]
        if not (stage.choices or stage.exchange is not None or stage.automatic_win is not None):
            return self._from(number + 1, way, amounts, discards)
        node = Node(number, way, self.level_of.get(number, self.leaf_level), discards, exchange=stage.exchange)
        self.nodes.append(node)
        if len(self.nodes) <= MAX_NODES:
            self._add_options(node, stage, amounts)
        return node

    def _end(self, end: End) -> End:
        self.ends.append(end)
        return end

    def _add_options(self, node: Node, stage: Stage, amounts: Amounts) -> None:
        if stage.exchange is not None:
            self._add_discards(node, stage.exchange, amounts)
        elif stage.choices:
            after = [{**amounts, **dict(choice.bets)} for choice in stage.choices]
            order = sorted(range(len(after)), key=lambda place: (self._staked(after[place]), place))
            for place in order:
                choice = stage.choices[place]
                node.options.append(Option(choice.name, choice, self._chosen(node, choice, after[place])))
        else:
            node.options.append(Option("", None, self._from(node.stage + 1, node.way, amounts, node.discards)))
        if stage.automatic_win is not None:
            node.automatic = len(node.options)
            won = self._end(End(node.way, amounts, automatic=True, discards=node.discards, stage=node.stage))
            node.options.append(Option("", None, won))

    def _chosen(self, node: Node, choice: Choice, amounts: Amounts) -> End | Node:
        way = (*node.way, (node.stage, choice.name))
        if choice.then == "next":
            return self._from(node.stage + 1, way, amounts, node.discards)
        lost = dict(choice.loses) if choice.then == "fold" else None
        return self._end(End(way, amounts, lost, discards=node.discards))

    def _add_discards(self, node: Node, exchange: Exchange, amounts: Amounts) -> None:
        for number in exchange.discards:
            costs = {bet: amounts[bet] + by_number[number] for bet, by_number in exchange.cost}
            way = (*node.way, (node.stage, exchange_name(exchange, number)))
            after = self._from(node.stage + 1, way, {**amounts, **costs}, number)
            node.options.append(Option(exchange_name(exchange, number), None, after))

    def _staked(self, amounts: Amounts) -> Fraction:
        return sum((amounts[bet.name] for bet in self.main.bets if not bet.is_free), Fraction(0))

    def after(self, targets: Sequence[End | Node], layout: Layout, levels: int) -> Ways:
        """What is left once the round has come to one of these, and that many levels are passed."""
        left = Ways.__new__(Ways)
        left.main, left.layout, left.stages, left.level_of = self.main, layout, self.stages, {}
        left.nodes, left.ends = [], []
        left.roots = [left._copied(target, levels) for target in targets]
        return left

    def _copied(self, target: End | Node, levels: int) -> End | Node:
        if isinstance(target, End):
            return self._end(replace(target))
        node = replace(target, level=target.level - levels, options=[])
        self.nodes.append(node)
        node.options += [replace(one, target=self._copied(one.target, levels)) for one in target.options]
        return node

    # --- what lies beyond a level ---

    def beyond(self, level: int) -> list[End | Node]:
        """Where the decisions up to a level lead: ends, and decisions of later levels; by exchanges apart."""
        targets = self.roots + [
            option.target
            for node in self.nodes
            if node.level <= level
            for at, option in enumerate(node.options)
            if node.exchange is None or at == node.automatic
        ]
        return [target for target in targets if isinstance(target, End) or target.level > level]


def is_of_one_card(exchange: Exchange) -> bool:
    return exchange.discards in ((1,), (0, 1))


def exchange_name(exchange: Exchange, number: int) -> str:
    """As the language names it (docs/language.md, Meaning 10)."""
    return ("stand-pat", "discard")[number] if is_of_one_card(exchange) else f"discard-{number}"


def staked(wager: RoundWager, amounts: Amounts) -> Fraction:
    """The sum of the staked bets, in units of the first one."""
    return sum((amounts[bet.name] for bet in wager.bets if not bet.is_free), Fraction(0)) / unit_of(wager)


def unit_of(wager: RoundWager) -> Fraction:
    """The first bet is the unit; a wager without a stake counts what it pays."""
    first = wager.bets[0]
    return first.amount if first.amount and not first.is_free and wager.has_stake else Fraction(1)


def fold_net(wager: RoundWager, end: End) -> Fraction:
    """What a fold loses."""
    assert end.lost is not None
    gone = [end.amounts[bet.name] * end.lost.get(bet.name, Fraction(1)) for bet in wager.bets if not bet.is_free]
    return -sum(gone, Fraction(0)) / unit_of(wager)


def names_of(stages: Sequence[Stage], number: int) -> list[str]:
    """All that a stage offers."""
    stage = stages[number]
    if stage.exchange is not None:
        return [exchange_name(stage.exchange, k) for k in stage.exchange.discards]
    return [choice.name for choice in stage.choices]
