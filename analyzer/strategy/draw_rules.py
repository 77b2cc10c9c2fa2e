"""Rules for a player who may exchange one card: his decision, its states, and the strategy that every such game has."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from analyzer.engines.duel.discard import DrawSolver
from analyzer.game.model import Game, Paytable
from analyzer.game.wagers.draw import DrawWager
from analyzer.integers import dot
from analyzer.run.jobs import Run
from analyzer.strategy.kinds import RuledKind
from analyzer.strategy.rules import DISCARDS, STAND_PAT, Decision, Strategy
from analyzer.strategy.stages import DecisionStage, Stages, complete, seen_in


class DrawRules(RuledKind[DrawWager]):
    def decisions(self, wager: DrawWager) -> tuple[Decision, ...]:
        return (_decision(wager),)

    def stages(self, game: Game, wager: DrawWager, paytable: Paytable, run: Run) -> Stages:
        return _stages(game, wager, paytable, run)

    def named(self, game: Game, wager: DrawWager) -> Sequence[Strategy]:
        action = next(iter(DISCARDS))
        title = "Always discard the lowest card that is not paired"
        return [Strategy(game.id, wager.id, "discard-lowest", (), {_decision(wager).id: action}, title)]


def _decision(wager: DrawWager) -> Decision:
    return Decision("discard", (*DISCARDS, STAND_PAT) if wager.stand_pat else tuple(DISCARDS))


def _stages(game: Game, wager: DrawWager, paytable: Paytable, run: Run) -> Stages:
    solver = DrawSolver(game, wager, run)
    values, denominator = solver.choice_values(paytable)
    rows = np.flatnonzero(~solver.automatic)
    weights = solver.hands.weights.astype(np.int64)
    hands = int(weights.sum())
    seen = seen_in(game, wager)(np.ascontiguousarray(solver.hands.class_cards[rows]))
    stage = DecisionStage(_decision(wager), seen, weights[rows], np.ascontiguousarray(values[rows]))
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
    return complete(game, wager, paytable, (stage,), hands * solver.deals * denominator, hands, settled, solver)
