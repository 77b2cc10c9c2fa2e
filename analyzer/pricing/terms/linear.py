"""Decisions that are linear in the pays (pricing/linear.py): one discard, fold or play."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from analyzer.game.model import Game, Paytable, Wager
from analyzer.integers import dot
from analyzer.pricing.linear import LinearDecisions, linear_decisions
from analyzer.pricing.terms.model import Play, PlayDifference, Plays, terms_of
from analyzer.pricing.terms.undecided import plays_without_lines
from analyzer.run.jobs import Run


@dataclass(frozen=True)
class LinearPlays:
    """`Plays` of such a wager."""

    decisions: LinearDecisions
    decided: bool = True

    def best(self, paytable: Paytable) -> Play:
        decisions = self.decisions
        chosen = decisions.best([pay.amount for pay in paytable.pays])[:, None]
        fixed, *slopes = (
            dot(decisions.weights, np.take_along_axis(values, chosen, axis=1)[:, 0])
            for values in (decisions.fixed, *decisions.slopes)
        )
        totals = [own + settled for own, settled in zip(slopes, decisions.settled_slopes, strict=True)]
        return Play(
            terms_of(
                decisions.hands * decisions.deals,
                fixed + decisions.settled_fixed,
                zip(decisions.sets, totals, strict=True),
                decisions.overlap,
            )
        )

    any_best = best

    def difference(self, one: Paytable, other: Paytable) -> PlayDifference | None:
        """Hands whose first best choice differs and is better under the other paytable."""
        decisions = self.decisions
        before, now = (decisions.best([pay.amount for pay in paytable.pays]) for paytable in (one, other))
        values = decisions.values([pay.amount for pay in other.pays])[0]
        worth = [np.take_along_axis(values, choices[:, None], axis=1)[:, 0] for choices in (before, now)]
        flipped = np.flatnonzero(worth[0] != worth[1])
        if not len(flipped):
            return None
        state = int(flipped[np.argmax(decisions.weights[flipped])])
        names = decisions.names(state)
        return PlayDifference(
            int(decisions.weights[flipped].sum()),
            decisions.state(state)["hand"],
            names[before[state]],
            names[now[state]],
        )


def linear_plays(game: Game, wager: Wager, run: Run) -> Plays:
    decisions = linear_decisions(game, wager, run)
    if decisions is None:
        return plays_without_lines(game, wager, run)
    return LinearPlays(decisions)
