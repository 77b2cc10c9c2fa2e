"""Decisions as linear functions of the pays: what a changed pay does to play, without counting anything.

Counting leaves, for every state and choice, sums that do not depend on what is paid. The value of a choice is

    fixed + sum over the line sets of pay x slope

where a line set is what hands satisfy together, and the paytable says which of its lines is paid. So a paytable is a
vector, the best choice an argmax, and the old strategy can be held while the pays change.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.ranking import type_of_value
from analyzer.engines.paid_lines import paid_line
from analyzer.errors import CountError
from analyzer.game.model import Game, Overlap, Paytable, Wager
from analyzer.game.pay import Pay
from analyzer.game.wagers.draw import DrawWager
from analyzer.game.wagers.play import PlayWager
from analyzer.integers import Integers, dot, over_common_denominator, plus, times
from analyzer.pricing.kinds.registry import kind_of
from analyzer.run.jobs import Run

if TYPE_CHECKING:
    from analyzer.engines.duel.discard import DrawSolver


@dataclass(frozen=True, eq=False)
class LinearDecisions:
    """All states with a choice; hands without one (automatic wins) are summed in `settled`.

    `fixed[state, choice]` and `slopes[set, state, choice]` are sums over `deals` deals; `overlap` says which of the
    lines `sets[set]` is paid. `weights[state]` hands are in a state. Expectations are totals over `hands * deals`.
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
    sets: tuple[tuple[int, ...], ...]
    overlap: Overlap = "most"

    def paid(self, pays: Sequence[Fraction]) -> list[int]:
        """The line that each line set is paid by."""
        paytable = Paytable("", tuple(Pay(pay) for pay in pays))
        return [paid_line(lines, paytable, self.overlap) for lines in self.sets]

    def values(self, pays: Sequence[Fraction]) -> tuple[Integers, int]:
        """[state, choice] times the common denominator of the pays, and that denominator."""
        denominator = over_common_denominator(pays)[1]
        values = times(self.fixed, denominator)
        for line, slope in zip(self.paid(pays), self.slopes, strict=True):
            if pays[line]:
                values = plus(values, times(slope, int(pays[line] * denominator)))
        return values, denominator

    def best(self, pays: Sequence[Fraction]) -> NDArray[np.intp]:
        """The best choice in each state, the first of equals, as the analysis takes it."""
        best: NDArray[np.intp] = np.argmax(self.values(pays)[0], axis=1)
        return best

    def expectation(self, pays: Sequence[Fraction], choices: NDArray[np.intp]) -> Fraction:
        """The exact expected result of playing these choices under these pays."""
        return self.expectation_of(*self.values(pays), pays, choices)

    def expectation_of(
        self, values: Integers, denominator: int, pays: Sequence[Fraction], choices: NDArray[np.intp]
    ) -> Fraction:
        """The same from the values under these pays."""
        chosen = np.take_along_axis(values, choices[:, None], axis=1)[:, 0]
        total = Fraction(dot(self.weights, chosen), denominator) + self.settled(pays)
        return total / (self.hands * self.deals)

    def settled(self, pays: Sequence[Fraction]) -> Fraction:
        """The sum over the deals of hands without a choice."""
        paid = zip(self.paid(pays), self.settled_slopes, strict=True)
        return self.settled_fixed + sum((pays[line] * slope for line, slope in paid), Fraction(0))


def linear_decisions(game: Game, wager: Wager, run: Run) -> LinearDecisions | None:
    """The decisions of a wager that its pays can change; None where there are none."""
    return kind_of(wager).linear(game, wager, run)


def linear_draw(game: Game, wager: DrawWager, run: Run) -> LinearDecisions:
    from analyzer.engines.duel.discard import DrawSolver
    from analyzer.pricing.decisions import class_state
    from analyzer.pricing.draws import choice_names

    solver = DrawSolver(game, wager, run)
    counted, rows = solver.counted, np.flatnonzero(~solver.settled)
    sets = tuple(sorted({category.lines for category in solver.categories}))
    set_of = np.array([sets.index(category.lines) for category in solver.categories])
    wins, ties = counted.wins[rows], counted.ties[rows]
    slopes = [wins[:, :, set_of == own].sum(axis=2, dtype=np.int64) for own in range(len(sets))]
    fixed = ties.sum(axis=2, dtype=np.int64) + sum(slopes) - solver.deals
    if wager.stand_pat:
        held = set_of[solver.category_of[rows]]
        pat_wins, pat_ties = (
            array[rows].astype(np.int64) * solver.pat_factor for array in (counted.pat_wins, counted.pat_ties)
        )
        slopes = [np.column_stack([slope, np.where(held == own, pat_wins, 0)]) for own, slope in enumerate(slopes)]
        fixed = np.column_stack([fixed, pat_wins + pat_ties - solver.deals])
    if wager.win_pays is not None:
        fixed = fixed + int(wager.win_pays) * sum(slopes)
        slopes = [np.zeros_like(slope) for slope in slopes]
    pays = wager.automatic_win_pays
    if wager.may_decline:
        _take_wins(solver, rows, held, slopes, fixed)
    weights = solver.hands.weights.astype(np.int64)
    automatic = [
        int(weights[solver.settled & (set_of[solver.category_of] == own)].sum()) * solver.deals
        for own in range(len(sets))
    ]
    return LinearDecisions(
        weights=weights[rows],
        fixed=fixed,
        slopes=np.stack(slopes),
        settled_fixed=Fraction(0) if pays is None else pays * sum(automatic),
        settled_slopes=tuple(automatic) if pays is None else (0,) * len(sets),
        hands=int(weights.sum()),
        deals=solver.deals,
        state=lambda state: class_state(solver.hands, int(rows[state])),
        names=lambda state: choice_names(
            wager, solver.hands.class_cards[rows[state]], wins_at_once=bool(solver.automatic[rows[state]])
        ),
        hand_type=lambda state: type_of_value(int(solver.values[rows[state]])),
        sets=sets,
        overlap=wager.overlap,
    )


def _take_wins(
    solver: DrawSolver,
    rows: NDArray[np.intp],
    held: NDArray[np.intp],
    slopes: Sequence[NDArray[np.int64]],
    fixed: NDArray[np.int64],
) -> None:
    """Automatic winners who may exchange a card instead win all deals by keeping all cards, the last choice."""
    wins = solver.automatic[rows]
    pays = solver.wager.automatic_win_pays
    amount = Fraction(0) if pays is None else pays * solver.deals
    if amount.denominator > 1:
        raise CountError(f"an automatic win of {pays} over {solver.deals} deals is no whole amount")
    for own, slope in enumerate(slopes):
        slope[wins, -1] = np.where((held[wins] == own) & (pays is None), solver.deals, 0)
    fixed[wins, -1] = int(amount)


def linear_play(game: Game, wager: PlayWager, run: Run) -> LinearDecisions:
    """Fold or play: later decisions, if any, are made as well as can be, and no pay changes them."""
    from analyzer.engines.duel.line_hands import lines_of_set
    from analyzer.engines.duel.one_street import OneStreet
    from analyzer.engines.duel.two_streets import TwoStreets
    from analyzer.pricing.decisions import class_state

    streets: Any = (OneStreet if wager.community is None else TwoStreets)(game, wager, run)
    deals = streets.deals_against if wager.community is None else streets.deals_in_hand
    rows = streets.rows
    played = streets.play[rows.classes]
    none = np.zeros_like(played)
    sets = [bits for bits in np.unique(rows.sets).tolist() if bits]
    slopes = [np.column_stack([none, np.where(rows.sets == bits, deals, 0)]) for bits in sets]
    values = rows.hands.values(game.ranking, wager.hand_size)[rows.classes]
    return LinearDecisions(
        weights=rows.weights,
        fixed=np.column_stack([none - deals, played]),
        slopes=np.stack(slopes) if slopes else np.zeros((0, len(played), 2), dtype=np.int64),
        settled_fixed=Fraction(0),
        settled_slopes=(0,) * len(slopes),
        hands=int(rows.weights.sum()),
        deals=deals,
        state=lambda state: class_state(rows, state),
        names=lambda state: ("fold", "play"),
        hand_type=lambda state: type_of_value(int(values[state])),
        sets=tuple(lines_of_set(bits) for bits in sets),
        overlap=wager.overlap,
    )
