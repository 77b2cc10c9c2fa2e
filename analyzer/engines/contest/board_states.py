"""Every state of a game with community cards, level by level: what each choice is worth, and who comes there.

For a player who plays by rules of his own: what he does at one level decides in how many orders of turning he comes to
the next. A choice after which the round goes on is valued as if all later decisions were the best ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.bets import Path
from analyzer.engines.contest.board_backwards import Decisions, decide_backwards
from analyzer.engines.contest.board_game import BoardGame
from analyzer.kernels import board as kernel
from analyzer.kernels import colex
from analyzer.run.jobs import Run

Rows = NDArray[np.int64]
# By level below: [set, pair] in how many orders one goes on after it.
GoingOn = Sequence[NDArray[np.uint8]]


@dataclass(frozen=True, eq=False)
class SeenSet:
    """The states with one set of cards turned: it stands for `weight` sets; `pairs` are the player's cards beside it.

    `orders`: in how many orders of turning each pair comes there. `worth[choice]`: of each pair, the sum of net results
    over all deals that follow, in units of `BoardStates.unit`.
    """

    level: int
    number: int
    cards: tuple[int, ...]
    weight: int
    pairs: NDArray[np.intp]
    orders: Rows
    worth: Rows


# What is done in the states of a set: a choice for each pair.
Decide = Callable[[SeenSet], NDArray[np.intp]]


def is_ruled(game: BoardGame) -> bool:
    """Whether every decision is come to in one way, and everything is always offered: so rules can be short."""
    bets = game.bets
    one_each = all(len(plan.nodes) <= 1 for plan in game.plans)
    always = all(
        bets.offered_on(path, choice) is None for path in bets.paths() for choice in range(len(bets.stages[len(path)]))
    )
    return one_each and always and all(len(going_on_with(game, path)) <= 1 for path in bets.paths())


def going_on_with(game: BoardGame, path: Path) -> list[int]:
    choices = range(len(game.bets.stages[len(path)]))
    return [choice for choice in choices if not game.bets.ends((*path, choice))]


@dataclass(frozen=True, eq=False)
class BoardStates:
    """Levels are visited from the lowest, because who comes to a level depends on what was done before."""

    game: BoardGame
    run: Run

    @cached_property
    def decisions(self) -> Decisions:
        return decide_backwards(self.game, self.run)

    @cached_property
    def pairs(self) -> NDArray[np.uint8]:
        """[pair] positions of the two cards."""
        pairs: NDArray[np.uint8] = colex.hands_in_range(0, self.game.levels.pairs, 2)
        return pairs

    @property
    def unit(self) -> int:
        """The common denominator of all net results."""
        return self.game.amounts.denominator

    def node(self, level: int) -> Path | None:
        """The decision of a level."""
        return next(iter(self.game.plans[level].nodes), None)

    def seen(self, level: int, going_on: GoingOn) -> Iterator[SeenSet]:
        """All states of a level with a decision, as far as somebody comes there."""
        path = self.node(level)
        assert path is not None
        worth = self._on_boards(path) if level == self.game.levels.top else self._below(level, path)
        sets = self.game.sets[level]
        for number, weight in enumerate(sets.weights.tolist()):
            cards = tuple(sets.sets[number, : sets.cards].tolist())
            orders = self.orders(level, cards, going_on)
            there = np.flatnonzero((orders > 0) & ~self._has[list(cards)].any(axis=0))
            if len(there):
                yield SeenSet(level, number, cards, weight, there, orders[there], worth(number)[:, there])

    def orders(self, level: int, cards: tuple[int, ...], going_on: GoingOn) -> Rows:
        """[pair] in how many orders one comes to a set of cards from the level below."""
        if level == 0:
            return np.ones(self.game.levels.pairs, dtype=np.int64)
        lower = self.game.indexed[level - 1]
        parts = np.array(list(combinations(cards, lower.cards)), dtype=np.uint8)
        index = colex.rank(parts) if lower.cards else np.zeros(1, dtype=np.intp)
        moved = self.game.renamings.pairs[lower.renaming[index]]
        there = going_on[level - 1][lower.classes[index][:, None], moved]
        orders: Rows = there.sum(axis=0, dtype=np.int64)
        return orders

    @cached_property
    def _has(self) -> NDArray[np.bool_]:
        """[position, pair] whether the pair has the card."""
        return np.array([(self.pairs == card).any(axis=1) for card in range(self.game.board.deck.size)])

    # --- what choices are worth ---

    def _below(self, level: int, path: Path) -> Callable[[int], Rows]:
        """Of a set below whole boards: sums over all deals that follow."""
        plan, bets = self.game.plans[level], self.game.bets
        values = self.decisions.values[level]
        choices = range(len(bets.stages[len(path)]))

        def worth(number: int) -> Rows:
            row = {column: values[number, :, place] for place, column in enumerate(plan.columns)}
            for combination, factors in zip(plan.combinations, plan.factors.tolist(), strict=True):
                row[combination] = sum(
                    (factor * row[column] for factor, column in zip(factors, plan.columns, strict=True)),
                    np.zeros(self.game.levels.pairs, dtype=np.int64),
                )
            for constant, amount in zip(plan.constants, plan.fixed.tolist(), strict=True):
                row[constant] = np.full(self.game.levels.pairs, amount, dtype=np.int64)
            return np.stack([row[*path, choice] for choice in choices])

        return worth

    def _on_boards(self, path: Path) -> Callable[[int], Rows]:
        """Of a whole board: sums over the dealer's pairs, each board swept for itself."""
        game, top = self.game, self.game.levels.top
        plan, sets, one = game.plans[top], game.sets[top], np.ones(1, dtype=np.int64)
        choices = [(*path, choice) for choice in range(len(game.bets.stages[len(path)]))]
        places = np.array([plan.places[choice] for choice in choices], dtype=np.int32)
        target = kernel.Target(game.within(top, 0), places, 1, 0)

        def worth(number: int) -> Rows:
            rows = np.zeros((1, game.levels.pairs, len(choices)), dtype=np.int64)
            turned = np.ascontiguousarray(sets.sets[number : number + 1])
            kernel.sum_boards(game.boards, game.trees[top], plan.nets, turned, one, 0, 1, [target], [rows])
            return np.ascontiguousarray(rows[0].T)

        return worth

    # --- who goes on ---

    def onwards(self, level: int, decide: Decide, going_on: GoingOn) -> NDArray[np.uint8]:
        """[set, pair] orders in which a player who decides so goes on after a level below whole boards."""
        path, sets = self.node(level), self.game.indexed[level]
        onwards = np.zeros((len(sets), self.game.levels.pairs), dtype=np.uint8)
        if path is None:
            for number, row in enumerate(sets.sets[:, : sets.cards].tolist()):
                onwards[number] = self.orders(level, tuple(row), going_on)
            return onwards
        on = going_on_with(self.game, path)
        for seen in self.seen(level, going_on):
            goes = np.isin(decide(seen), on)
            onwards[seen.number, seen.pairs[goes]] = seen.orders[goes]
        return onwards
