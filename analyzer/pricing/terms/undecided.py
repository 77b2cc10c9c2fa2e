"""Wagers in which no pay changes what the player does: one play for all paytables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from analyzer.engines.tally import LineCounts, count_jokers, count_lines
from analyzer.engines.two_hands.solver import set_solver
from analyzer.game.model import Game, Meter, Overlap, Paytable, Tax, Wager
from analyzer.game.wagers.lines import JokersWager, LinesWager
from analyzer.game.wagers.set_in_two import PushWager, SetWager
from analyzer.game.wagers.side import SideWager
from analyzer.pricing.analysis import analyze_wager
from analyzer.pricing.side import side_counts
from analyzer.pricing.terms.model import LineSet, Play, PlayDifference, Terms, terms_of
from analyzer.run.jobs import Run


@dataclass(frozen=True)
class OnePlay:
    """`Plays` of a wager without decisions, or whose decisions no pay changes."""

    play: Play
    decided: bool = False

    def best(self, _paytable: Paytable) -> Play:
        return self.play

    any_best = best

    def difference(self, _one: Paytable, _other: Paytable) -> PlayDifference | None:
        return None


def plays_of_lines(game: Game, wager: LinesWager, run: Run) -> OnePlay:
    counts = count_lines(game, wager, run)
    if wager.tax is not None:
        return OnePlay(Play(_with_tax(counts, wager.tax, wager.overlap)))
    terms = _terms(counts, wager.overlap, wager.meter)
    return OnePlay(Play(terms))


def plays_of_jokers(game: Game, wager: JokersWager, _run: Run) -> OnePlay:
    return OnePlay(Play(_terms(count_jokers(game, wager), wager.overlap, None)))


def plays_of_side(game: Game, wager: SideWager, run: Run) -> OnePlay:
    """Its pays decide nothing: the player plays for the main wager."""
    return OnePlay(Play(_terms(side_counts(game, wager, run), wager.overlap, None)))


def _terms(counts: LineCounts, overlap: Overlap, meter: Meter | None) -> Terms:
    """A deal without a line loses the stake; a prize of a progressive is in units of its bet (moments.net_of)."""
    bet = Fraction(1) if meter is None else meter.bet
    stake = 1 if meter is not None and meter.prizes == "for_one" else 0
    lost = sum(count for (satisfied, _), count in counts.counts.items() if not satisfied)
    paid = counts.deals - lost
    return terms_of(counts.deals, -lost - stake * paid, _factors(counts, bet), overlap)


def _with_tax(counts: LineCounts, tax: Tax, overlap: Overlap) -> Terms:
    """In dollars a round: nothing is staked, the tax is charged whatever is paid."""
    charged = sum(
        (tax.amounts[taxed] * count for (_, taxed), count in counts.counts.items() if taxed >= 0), Fraction(0)
    )
    return terms_of(counts.deals, -charged, _factors(counts, Fraction(1)), overlap)


def _factors(counts: LineCounts, bet: Fraction) -> Iterator[tuple[LineSet, Fraction]]:
    for (satisfied, _), count in counts.counts.items():
        if satisfied:
            yield tuple(sorted(satisfied)), count / bet


def plays_of_pushes(game: Game, wager: PushWager, run: Run) -> OnePlay:
    """Two lines that exclude each other: pushes with a high front, and the others."""
    pairs = set_solver(game, wager, run).pairs
    high, plain = pairs.pushes(True), pairs.pushes(False)
    terms = terms_of(pairs.deals, high + plain - pairs.deals, [((0,), high), ((1,), plain)], wager.overlap)
    return OnePlay(Play(terms))


@dataclass(frozen=True)
class SetPlays:
    """`Plays` of hands set in two: by the house way, or as well as can be for what a win pays."""

    game: Game
    wager: SetWager
    run: Run

    @property
    def decided(self) -> bool:
        return self.wager.player_sets == "optimal"

    def best(self, paytable: Paytable) -> Play:
        solver = set_solver(self.game, self.wager, self.run)
        pairs = solver.best(paytable.pays[0].amount).pairs if self.decided else solver.pairs
        return Play(terms_of(pairs.deals, -pairs.lose, [((0,), pairs.win)], self.wager.overlap))

    any_best = best

    def difference(self, _one: Paytable, _other: Paytable) -> PlayDifference | None:
        return None


def plays_without_lines(game: Game, wager: Wager, run: Run) -> OnePlay:
    """Nothing is paid by a line: the result is a number."""
    (result,) = analyze_wager(game, wager, wager.paytables[:1], run)
    return OnePlay(Play(terms_of(result.deals, result.mean.amount * result.deals, [], wager.overlap)))
