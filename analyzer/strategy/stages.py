"""The decisions of a wager as stages: every state with what each choice is worth, and what another one costs.

A stage holds all states of one decision. Following a strategy means one choice for each state; its expectation is a
sum over states, and what it costs is the sum of what each wrong choice loses. Nothing is counted here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.decide import check_expectation
from analyzer.engines.duel.two_streets import BET, CHECK, FOLD
from analyzer.errors import CountError
from analyzer.game.model import Game, Paytable, Wager
from analyzer.integers import Integers, dot, holding, plus, summed, times
from analyzer.pricing.decided import decided_result
from analyzer.pricing.results import WagerResult
from analyzer.strategy.features import SeenRows
from analyzer.strategy.kinds import RuledWager
from analyzer.strategy.rules import Decision

Choices = NDArray[np.int8]


@dataclass(frozen=True, eq=False)
class DecisionStage:
    """All states of one decision: `values[state, choice]`, `weights[state]`, and the cards seen in each.

    A weighted sum of values is an expectation times the `scale` of all stages.
    """

    decision: Decision
    seen: SeenRows
    weights: Integers
    values: Integers

    @property
    def chooses_a_card(self) -> bool:
        """Whether a choice is the place of a card."""
        return self.decision.id == "discard"

    def best(self) -> Choices:
        """The best choice of each state, the first of equals."""
        best: Choices = np.argmax(self.values, axis=1).astype(np.int8)
        return best

    def at(self, choices: Choices) -> Integers:
        """The value of the choice made in each state."""
        return np.take_along_axis(self.values, choices[:, None].astype(np.intp), axis=1)[:, 0]

    def loss(self, choices: Choices) -> Integers:
        """How much less the choice made in each state is worth than the best one."""
        return plus(self.values.max(axis=1), -self.at(choices))


@dataclass(frozen=True, eq=False)
class Followed:
    """A strategy followed: for each stage the choices, how often each state is reached, and what each choice loses.

    `reached` and `loss` are weighted; loss is against the best play from there on, so that all losses together are
    what the strategy costs.
    """

    choices: tuple[Choices, ...]
    reached: tuple[Integers, ...]
    loss: tuple[Integers, ...]
    ev: Fraction
    cost: Fraction


@dataclass(frozen=True, eq=False)
class Stages:
    """Every stage of a wager under one paytable. `settled` is what hands without a decision add to the expectation."""

    game: Game
    wager: Wager
    paytable: Paytable
    stages: tuple[DecisionStage, ...]
    scale: int
    hands: int
    settled: Fraction
    solver: Any
    best_ev: Fraction

    def follow(self, choices: Sequence[Choices]) -> Followed:
        """The outcome of making these choices, one array for each stage."""
        first = self.stages[0]
        reached, losses = [first.weights], [first.loss(choices[0])]
        total = 0
        if len(self.stages) == 1:
            total = dot(first.weights, first.at(choices[0]))
        else:
            (_, second), plays = self.stages, choices[0] == 1
            goes_on = np.tile(plays, len(second.weights) // len(plays))
            reached.append(np.where(goes_on, second.weights, 0))
            losses.append(second.loss(choices[1]))
            total = dot(np.where(plays, 0, first.weights), first.values[:, 0])
            total += dot(reached[1], second.at(choices[1]))
        lost = [dot(*pair) for pair in zip(reached, losses, strict=True)]
        # All losses of a stage together bound each of them, and every sum of some.
        loss = tuple(holding(most, own) * often for most, often, own in zip(lost, reached, losses, strict=True))
        ev = Fraction(total, self.scale) + self.settled
        cost = Fraction(sum(lost), self.scale)
        if ev + cost != self.best_ev:
            raise CountError(f"{self.wager.id}: {ev} and its cost {cost} do not add up to {self.best_ev}")
        return Followed(tuple(choices), tuple(reached), loss, ev, cost)

    def first_values_after(self, second: Choices) -> Integers:
        """[state, choice] of the first stage if these choices are made at the second one."""
        first, later = self.stages
        cards = later.weights // np.tile(first.weights, len(later.weights) // len(first.weights))
        worth = times(later.at(second), cards).reshape(-1, len(first.weights))
        return np.stack([first.values[:, 0], summed(worth)], axis=1)

    def played(self, choices: Sequence[Choices]) -> NDArray[Any]:
        """The choices as the solver takes them: discards by class, whether each row plays, or actions [column, row]."""
        if self.stages[0].chooses_a_card:
            every: NDArray[np.intp] = self.solver.choices(self.paytable).best.astype(np.intp)
            every[~self.solver.automatic] = choices[0]
            return every
        if len(self.stages) == 1:
            plays: NDArray[Any] = choices[0] == 1
            return plays
        later = np.where(choices[1] == 1, BET, CHECK).reshape(-1, len(choices[0]))
        return np.where(choices[0][None, :] == 1, later, FOLD).astype(np.uint8)

    def result(self, choices: Sequence[Choices]) -> WagerResult:
        """Every outcome of the wager when these choices are made."""
        result = decided_result(self.solver, self.paytable, self.played(choices))
        check_expectation(self.wager.id, result.ev, self.follow(choices).ev)
        return result


def seen_in(game: Game, wager: RuledWager) -> Callable[..., SeenRows]:
    return lambda own, board=None: SeenRows(game.deck, game.ranking, wager.hand_size, own, board)


def complete(
    game: Game,
    wager: Wager,
    paytable: Paytable,
    stages: tuple[DecisionStage, ...],
    scale: int,
    hands: int,
    settled_hands: Fraction,
    solver: Any,
) -> Stages:
    """With the expectation of the best play; `settled_hands` is the sum of what hands without a decision win."""
    settled = settled_hands / hands
    best = Fraction(dot(stages[0].weights, stages[0].values.max(axis=1)), scale) + settled
    return Stages(game, wager, paytable, stages, scale, hands, settled, solver, best)
