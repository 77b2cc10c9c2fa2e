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
from analyzer.engines.duel.ante_bonus import bonus_units
from analyzer.engines.duel.discard import DrawSolver
from analyzer.engines.duel.one_street import OneStreet
from analyzer.engines.duel.play_states import columns_of
from analyzer.engines.duel.two_streets import BET, CHECK, FOLD, TwoStreets
from analyzer.errors import CountError, SelectionError
from analyzer.game.model import DrawWager, Game, Paytable, PlayWager, Wager
from analyzer.integers import Integers, dot, holding, plus, summed, times
from analyzer.pricing.decided import decided_result
from analyzer.pricing.results import WagerResult
from analyzer.run.jobs import Run
from analyzer.strategy.features import SeenCards
from analyzer.strategy.rules import DISCARDS, STAND_PAT, Decision

Choices = NDArray[np.int8]
FIRST = Decision("fold or play", ("fold", "play"))
SECOND = Decision("check or bet", ("check", "bet"), sees_board=True)


def decisions_of(wager: Wager) -> tuple[Decision, ...]:
    """The decisions of a wager, in the order in which they are made; none for most wagers."""
    if isinstance(wager, DrawWager):
        return (Decision("discard", (*DISCARDS, STAND_PAT) if wager.stand_pat else tuple(DISCARDS)),)
    if isinstance(wager, PlayWager):
        return (FIRST,) if wager.community is None else (FIRST, SECOND)
    return ()


@dataclass(frozen=True, eq=False)
class Stage:
    """All states of one decision: `values[state, choice]`, `weights[state]`, and the cards seen in each.

    A weighted sum of values is an expectation times the `scale` of all stages.
    """

    decision: Decision
    seen: SeenCards
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
    stages: tuple[Stage, ...]
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
        if isinstance(self.wager, DrawWager):
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


def stages_of(game: Game, wager: Wager, paytable: Paytable, run: Run) -> Stages:
    """The stages of a wager; an error where it has none."""
    if isinstance(wager, DrawWager):
        return _of_draw(game, wager, paytable, run)
    if isinstance(wager, PlayWager):
        return (_of_one_street if wager.community is None else _of_two_streets)(game, wager, paytable, run)
    raise SelectionError(f"{game.id} / {wager.id} has no decisions that rules could make")


def _seen(game: Game, wager: DrawWager | PlayWager) -> Callable[..., SeenCards]:
    return lambda own, board=None: SeenCards(game.deck, game.ranking, wager.hand_size, own, board)


def _of_draw(game: Game, wager: DrawWager, paytable: Paytable, run: Run) -> Stages:
    solver = DrawSolver(game, wager, run)
    values, denominator = solver.choice_values(paytable)
    rows = np.flatnonzero(~solver.automatic)
    weights = solver.hands.weights.astype(np.int64)
    hands = int(weights.sum())
    seen = _seen(game, wager)(np.ascontiguousarray(solver.hands.class_cards[rows]))
    stage = Stage(decisions_of(wager)[0], seen, weights[rows], np.ascontiguousarray(values[rows]))
    # Rules are for hands that do not win at once; who may decline such a win decides as well as can be.
    at_once = solver.wins_at_once(solver.choices(paytable).best)
    settled = sum(
        (
            solver.automatic_pays(paytable, category) * int(weights[at_once & (solver.category_of == category)].sum())
            for category in range(len(solver.categories))
        ),
        Fraction(0),
    )
    declined = solver.automatic & ~at_once
    settled += Fraction(dot(weights[declined], values[declined].max(axis=1)), denominator * solver.deals)
    return _complete(game, wager, paytable, (stage,), hands * solver.deals * denominator, hands, settled, solver)


def _of_one_street(game: Game, wager: PlayWager, paytable: Paytable, run: Run) -> Stages:
    street = OneStreet(game, wager, run)
    values, unit = street.values(paytable)
    weights, hands = street.rows.weights, int(street.rows.weights.sum())
    stage = Stage(FIRST, _seen(game, wager)(street.rows.class_cards), weights, values)
    return _complete(game, wager, paytable, (stage,), hands * unit, hands, Fraction(0), street)


def _of_two_streets(game: Game, wager: PlayWager, paytable: Paytable, run: Run) -> Stages:
    streets = TwoStreets(game, wager, run)
    states, rows = streets.states, streets.rows
    weights, columns = rows.weights, columns_of(game.deck)
    first_cards = states.first_cards[:, rows.classes].astype(np.int64)
    every = np.tile(np.arange(len(rows)), len(columns))
    boards = rows.beside(every, np.repeat(np.array(columns, dtype=np.uint8), len(rows)))
    seen = _seen(game, wager)(np.tile(rows.class_cards, (len(columns), 1)), boards)
    second = Stage(SECOND, seen, (first_cards * weights).ravel(), _second_values(streets, paytable))
    values, unit = streets.first_values(paytable)
    first = Stage(FIRST, _seen(game, wager)(rows.class_cards), weights, values)
    hands = int(weights.sum())
    return _complete(game, wager, paytable, (first, second), hands * unit, hands, Fraction(0), streets)


def _second_values(streets: TwoStreets, paytable: Paytable) -> Integers:
    """[column and row, (check, bet)] with the bonus, in the unit of the first values over the first cards."""
    rows = streets.rows
    values = np.concatenate([streets.second_values(column)[rows.classes] for column in streets.states.outcomes])
    if not streets.wager.lines:
        return values
    bonus, denominator = bonus_units(streets.wager, paytable, rows)
    added = np.tile(times(bonus, streets.deals_in_state), len(streets.states.outcomes))
    return plus(times(values, denominator), added[:, None])


def _complete(
    game: Game,
    wager: Wager,
    paytable: Paytable,
    stages: tuple[Stage, ...],
    scale: int,
    hands: int,
    settled_hands: Fraction,
    solver: Any,
) -> Stages:
    """With the expectation of the best play; `settled_hands` is the sum of what hands without a decision win."""
    settled = settled_hands / hands
    best = Fraction(dot(stages[0].weights, stages[0].values.max(axis=1)), scale) + settled
    return Stages(game, wager, paytable, stages, scale, hands, settled, solver, best)
