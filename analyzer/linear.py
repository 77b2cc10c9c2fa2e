"""Decisions as linear functions of the pays: what a changed pay does to play, without counting anything.

Counting leaves, for every state and choice, sums that do not depend on what is paid. The value of a choice is

    fixed + sum over the lines of pay x slope

so a paytable is a vector, the best choice an argmax, and the old strategy can be held while the pays change.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.decisions import MOST_VALUE
from analyzer.game import DrawWager, Game, PlayWager, Wager
from analyzer.ranking import type_of_code
from analyzer.run import Run

Integers = NDArray[np.int64]
# Pays of more bits than this do not fit into 64 bits with any count.
_LONGEST = 62
# Far more than the rounding of a sum of a few dozen floats.
_ROUNDING = 1e-9


@dataclass(frozen=True, eq=False)
class LinearDecisions:
    """All states with a choice; hands without one (automatic wins) are summed in `settled`.

    `fixed[state, choice]` and `slopes[line, state, choice]` are sums over `deals` deals; `weights[state]` hands are
    in a state. Expectations are totals over `hands * deals`.
    """

    weights: Integers
    fixed: Integers
    slopes: Integers
    settled_fixed: Fraction
    settled_slopes: tuple[int, ...]
    hands: int
    deals: int
    state: Callable[[int], dict[str, str]]
    names: Callable[[int], Sequence[str]]
    hand_type: Callable[[int], str]

    def values(self, pays: Sequence[Fraction]) -> tuple[NDArray[Any], int]:
        """[state, choice] times a common denominator, and that denominator; Python integers where 64 bits are short."""
        denominator = lcm(*(pay.denominator for pay in pays))
        integers = [int(pay * denominator) for pay in pays]
        kind = self.kind_for(integers, denominator)
        values: NDArray[Any] = self.fixed.astype(kind) * denominator
        for pay, slope in zip(integers, self.slopes, strict=False):
            if pay:
                values = values + pay * slope.astype(kind)
        return values, denominator

    def kind_for(self, pays: Sequence[int], unit: int) -> Any:
        """The type of array in which values under pays up to these, over the unit, cannot overflow."""
        return np.int64 if self.bound(pays, unit) < MOST_VALUE else object

    def bound(self, pays: Sequence[int], unit: int) -> int:
        """No value, and no part of its sum, is farther from 0 than this: terms are added without their signs.

        The sum is made in floats, whose error is far below what is added for it; it stops at MOST_VALUE.
        """
        if max([unit, *map(abs, pays)]).bit_length() > _LONGEST:
            return MOST_VALUE
        total = np.abs(self.fixed) * float(unit)
        for pay, slope in zip(pays, self.slopes, strict=False):
            total += np.abs(slope) * float(abs(pay))
        return min(int(total.max(initial=0.0) * (1 + _ROUNDING)) + 1, MOST_VALUE)

    def best(self, pays: Sequence[Fraction]) -> NDArray[np.intp]:
        """The best choice in each state, the first of equals, as the analysis takes it."""
        best: NDArray[np.intp] = np.argmax(self.values(pays)[0], axis=1)
        return best

    def expectation(self, pays: Sequence[Fraction], choices: NDArray[np.intp]) -> Fraction:
        """The exact expected result of playing these choices under these pays."""
        values, denominator = self.values(pays)
        chosen = np.take_along_axis(values, choices[:, None], axis=1)[:, 0]
        total = Fraction(exact_dot(self.weights, chosen), denominator) + self.settled_fixed
        total += sum((pay * slope for pay, slope in zip(pays, self.settled_slopes, strict=False)), Fraction(0))
        return total / (self.hands * self.deals)


def exact_dot(weights: Integers, values: NDArray[Any]) -> int:
    """The sum of products in Python integers, which cannot overflow."""
    return int(np.dot(weights.astype(object), values.astype(object))) if len(weights) else 0


def linear_decisions(game: Game, wager: Wager, run: Run) -> LinearDecisions | None:
    """The decisions of a wager that its pays can change; None where there are none."""
    if isinstance(wager, DrawWager):
        return _of_draw(game, wager, run)
    if isinstance(wager, PlayWager) and wager.community is None:
        return _of_one_street(game, wager, run)
    return None


def _of_draw(game: Game, wager: DrawWager, run: Run) -> LinearDecisions:
    from analyzer.draws import DrawSolver
    from analyzer.plays import class_state

    solver = DrawSolver(game, wager, run)
    counted, rows = solver.counted, np.flatnonzero(~solver.automatic)
    lines = len(wager.lines)
    line_of = np.array([category.line for category in solver.categories])
    wins, ties = counted.wins[rows], counted.ties[rows]
    by_line = [wins[:, :, line_of == line].sum(axis=2, dtype=np.int64) for line in range(lines)]
    fixed = ties.sum(axis=2, dtype=np.int64) + sum(by_line) - solver.deals
    if wager.stand_pat:
        own = line_of[solver.category_of[rows]]
        pat_wins, pat_ties = (
            array[rows].astype(np.int64) * solver.pat_factor for array in (counted.pat_wins, counted.pat_ties)
        )
        by_line = [np.column_stack([found, np.where(own == line, pat_wins, 0)]) for line, found in enumerate(by_line)]
        fixed = np.column_stack([fixed, pat_wins + pat_ties - solver.deals])
    weights = solver.hands.weights.astype(np.int64)
    automatic = [
        int(weights[solver.automatic & (line_of[solver.category_of] == line)].sum()) * solver.deals
        for line in range(lines)
    ]
    pays = wager.automatic_win_pays
    return LinearDecisions(
        weights=weights[rows],
        fixed=fixed,
        slopes=np.stack(by_line),
        settled_fixed=Fraction(0) if pays is None else pays * sum(automatic),
        settled_slopes=tuple(automatic) if pays is None else (0,) * lines,
        hands=int(weights.sum()),
        deals=solver.deals,
        state=lambda state: class_state(solver.hands, int(rows[state])),
        names=lambda state: solver.choice_names(solver.hands.class_cards[rows[state]]),
        hand_type=lambda state: type_of_code(int(solver.values[rows[state]]) >> 21),
    )


def _of_one_street(game: Game, wager: PlayWager, run: Run) -> LinearDecisions:
    from analyzer.plays import OneStreet, class_state, net_results

    street = OneStreet(game, wager, run)
    deals = street.deals_against
    played = street.outcomes @ np.array(net_results(wager, wager.bets[0]), dtype=np.int64)
    none = np.zeros_like(played)
    slopes: list[Any] = [
        np.column_stack([none, np.where(street.bonus_lines == line, deals, 0)]) for line in range(len(wager.lines))
    ]
    weights = street.hands.weights.astype(np.int64)
    values = street.hands.values(game.ranking, wager.hand_size)
    return LinearDecisions(
        weights=weights,
        fixed=np.column_stack([none - deals, played]),
        slopes=np.stack(slopes) if slopes else np.zeros((0, len(played), 2), dtype=np.int64),
        settled_fixed=Fraction(0),
        settled_slopes=(0,) * len(slopes),
        hands=int(weights.sum()),
        deals=deals,
        state=lambda state: class_state(street.hands, state),
        names=lambda state: ("fold", "play"),
        hand_type=lambda state: type_of_code(int(values[state]) >> 21),
    )
