"""A wager as a table of line sets: how many deals satisfy which lines, and what they are worth beside the paid line.

With it any pays are priced exactly, whatever their order: the line that pays most is found anew in every set. That is
possible where no pay can change a decision; a wager that its pays decide is refused, with the reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from analyzer.engines.decide import choose
from analyzer.engines.duel.line_hands import lines_of_set
from analyzer.engines.duel.one_street import OneStreet, net_results
from analyzer.engines.tally import LineCounts
from analyzer.engines.two_hands.pairs import PairCounts
from analyzer.game.model import Game, Paytable, Tax, Wager
from analyzer.game.wagers.play import PlayWager
from analyzer.pricing.kinds.registry import kind_of
from analyzer.pricing.lines import LOSS
from analyzer.run.jobs import Run

NOT_BY_LINES = "its rounds are counted by how they are settled, not by the lines of the paytable"
ALL_PAID = "every line that a deal satisfies is paid, and a case is paid by one"
DECIDED = "the combinations are those of the play that is best for these pays, and for others it is found anew"
BESIDE = "its rounds are played for another wager and counted by how they are settled, not by the lines of the paytable"
NO_PAYS = "the wager has no paytable, so there is no pay to change"


@dataclass(frozen=True)
class Case:
    """Deals that satisfy the same lines: their net result is `base` and what the paid line, if any, adds."""

    lines: tuple[int, ...]
    base: Fraction
    count: int


@dataclass(frozen=True)
class LineCases:
    """All deals of a wager. Lines are numbered as in its paytables."""

    deals: int
    cases: tuple[Case, ...]


def line_cases(game: Game, wager: Wager, paytable: Paytable, run: Run) -> LineCases | str:
    """The table, or why there is none. It holds for all pays of 0 or more, not for this paytable alone."""
    if not wager.line_ids:
        return NO_PAYS
    return ALL_PAID if wager.overlap == "all" else kind_of(wager).cases(game, wager, paytable, run)


def _collected(deals: int, counted: Iterator[tuple[tuple[int, ...], Fraction, int]]) -> LineCases:
    total: Counter[tuple[tuple[int, ...], Fraction]] = Counter()
    for lines, base, count in counted:
        total[lines, base] += count
    return LineCases(deals, tuple(Case(*key, total[key]) for key in sorted(total) if total[key]))


def cases_of_counts(counts: LineCounts, tax: Tax | None) -> LineCases:
    """A prize less the tax, or a bet that is lost where no line pays."""

    def counted() -> Iterator[tuple[tuple[int, ...], Fraction, int]]:
        for (lines, taxed), count in counts.counts.items():
            if tax is None:
                yield lines, LOSS.amount * (not lines), count
            else:
                yield lines, -tax.amounts[taxed] if taxed >= 0 else Fraction(0), count

    return _collected(counts.deals, counted())


def cases_of_set(pairs: PairCounts) -> LineCases:
    cases = [((0,), Fraction(0), pairs.win), ((), Fraction(0), pairs.push), ((), LOSS.amount, pairs.lose)]
    return _collected(pairs.deals, iter(cases))


def cases_of_push(pairs: PairCounts) -> LineCases:
    """A push with the pair in front satisfies both lines."""
    high, plain = pairs.pushes(True), pairs.pushes(False)
    lost = pairs.deals - high - plain
    cases = [((0, 1), Fraction(0), high), ((1,), Fraction(0), plain), ((), LOSS.amount, lost)]
    return _collected(pairs.deals, iter(cases))


def cases_of_play(game: Game, wager: PlayWager, paytable: Paytable, run: Run) -> LineCases | str:
    """A bonus on the Ante, where every hand that can earn it is played whatever it pays."""
    if wager.community is not None:
        return DECIDED
    street = OneStreet(game, wager, run)
    rows, against = street.rows, street.deals_against
    earns = rows.sets != 0
    if (street.play[rows.classes][earns] <= -against).any():
        return DECIDED
    played = earns | (choose(street.values(paytable)[0]).best == 1)

    def counted() -> Iterator[tuple[tuple[int, ...], Fraction, int]]:
        yield (), LOSS.amount, int(rows.weights[~played].sum()) * against
        for bits in np.unique(rows.sets[played]).tolist():
            counts = street.counts(np.where(played & (rows.sets == bits), rows.weights, 0))
            for count, net in zip(counts, net_results(wager, wager.bets[0]), strict=True):
                yield lines_of_set(int(bits)), Fraction(net), count

    return _collected(int(rows.weights.sum()) * against, counted())
