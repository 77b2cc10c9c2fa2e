"""Wagers made together on one deal: the joint distribution of their results, and the moments of any stakes.

A showdown after a discard is joined with wagers whose lines look at the cards as dealt, at those with the card drawn,
or at the dealer's cards (analyzer.game.joining). All deals are tallied by engines/duel/joint_tally.py; a paytable for
each wager then makes a distribution of vectors of net results.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import lcm
from operator import mul
from typing import Any

from analyzer.engines.duel.joint_dealer import DealerWorth, dealer_worth, products_of
from analyzer.engines.duel.joint_tally import AUTOMATIC, LOSS, TIE, WIN, JointTally
from analyzer.engines.duel.line_hands import lines_of_set
from analyzer.engines.paid_lines import paid_lines, pay_of
from analyzer.errors import CountError, SelectionError
from analyzer.game.joining import WagerCards, cards_of, is_on_lines, is_showdown, why_not_joined
from analyzer.game.model import Game, Paytable, Wager
from analyzer.game.wagers.draw import DrawWager
from analyzer.game.wagers.lines import LinesWager
from analyzer.pricing.solvers import Solvers
from analyzer.run.jobs import Run

Bet = tuple[str, str]  # a wager and its paytable
Made = tuple[Wager, Paytable]


def bet_of(made: Made) -> Bet:
    return made[0].id, made[1].id


# --- moments ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class JointMoments:
    """Means of the bets' net results, and of the product of any two of them."""

    deals: int
    means: Mapping[Bet, Fraction]
    products: Mapping[tuple[Bet, Bet], Fraction]

    def covariance(self, one: Bet, other: Bet) -> Fraction:
        return self.products[one, other] - self.means[one] * self.means[other]

    def checked(self, evs: Mapping[Bet, Fraction | None]) -> JointMoments:
        """The moments, if each wager has the mean that it has alone: then the joint mean is the sum of the means."""
        for bet, mean in self.means.items():
            if mean != evs[bet]:
                name = " ".join(bet)
                raise CountError(f"{name}: the mean of the joint results is {mean}, of the wager alone {evs[bet]}")
        return self

    def result(self, bets: Sequence[Bet], stakes: Sequence[Fraction], staked: Fraction | None = None) -> dict[str, Any]:
        """Expected net result of all stakes together, and its variance; the house edge of what is staked, if it is."""
        total = sum(stakes, Fraction(0)) if staked is None else staked
        pairs = list(zip(bets, stakes, strict=True))
        ev = sum((stake * self.means[bet] for bet, stake in pairs), Fraction(0))
        variance = sum(
            (one_stake * other_stake * self.covariance(one, other))
            for one, one_stake in pairs
            for other, other_stake in pairs
        )
        return {
            "wagers": [wager for wager, _ in bets],
            "paytables": [paytable for _, paytable in bets],
            "stakes": [str(stake) for stake in stakes],
            "deals": str(self.deals),
            "ev": str(ev),
            "house_edge": str(-ev / total) if total else None,
            "variance": str(variance),
        }


def joint_results(solvers: Solvers, evs: Mapping[Bet, Fraction | None]) -> tuple[dict[str, Any], ...]:
    """Return and variance of each combination that the game names, for every paytable; `evs` of each bet alone."""
    known = {wager.id: wager for wager in solvers.game.wagers}
    moments = {bet: joined.checked(evs) for bet, joined in _moments_by_main(solvers, known)}
    results = []
    for group in solvers.game.joint:
        tables = ([(wager, paytable.id) for paytable in known[wager].paytables] for wager in group.wagers)
        results += [moments[bets[0]].result(bets, group.stakes) for bets in product(*tables)]
    return tuple(results)


def _moments_by_main(solvers: Solvers, known: Mapping[str, Wager]) -> Iterator[tuple[Bet, JointMoments]]:
    """For each showdown and each of its paytables: it decides the discards, so the other wagers depend on it."""
    groups = solvers.game.joint
    for first in dict.fromkeys(group.wagers[0] for group in groups):
        named = dict.fromkeys(wager for group in groups if group.wagers[0] == first for wager in group.wagers[1:])
        sides = [(known[wager], paytable) for wager in named for paytable in known[wager].paytables]
        for paytable in known[first].paytables:
            yield (first, paytable.id), _moments(solvers, [(known[first], paytable), *sides])


def draw_moments(game: Game, made: Sequence[Made], run: Run) -> JointMoments:
    """Moments of one wager with a discard and of wagers on lines, in their order."""
    return _moments(Solvers(game, run), made)


def _moments(solvers: Solvers, made: Sequence[Made]) -> JointMoments:
    joined = _Joined(solvers, made)
    pairs = combinations_with_replacement(made, 2)
    products = {(bet_of(one), bet_of(other)): joined.product(one, other) for one, other in pairs}
    both_ways = products | {(other, one): value for (one, other), value in products.items()}
    return JointMoments(joined.deals, {bet: joined.mean(bet) for bet in map(bet_of, made)}, both_ways)


class _Joined:
    """The tally of a showdown with the lines on the player's cards, and what the dealer's cards add."""

    def __init__(self, solvers: Solvers, made: Sequence[Made]) -> None:
        ((main, main_pays),) = ((wager, pays) for wager, pays in made if is_showdown(wager))
        self.tally = JointTally(solvers.draw(main), main_pays, _line_wagers(main, made))
        self.game, self.run, self.deals = solvers.game, solvers.run, self.tally.deals
        self.own: dict[Bet, tuple[list[int], int]] = {}
        self.dealer: dict[Bet, DealerWorth] = {}
        self.added: dict[Bet, list[int]] = {}
        for wager, paytable in made:
            if is_on_lines(wager) and cards_of(main, wager) is WagerCards.DEALER:
                worth = dealer_worth(self.game, wager, paytable, self.run)
                self.dealer[wager.id, paytable.id] = worth
                self.added[wager.id, paytable.id] = self.tally.added(worth)
            else:
                self.own[wager.id, paytable.id] = _scaled(nets_of(self.tally, wager, paytable))

    def mean(self, bet: Bet) -> Fraction:
        if bet not in self.dealer:
            nets, unit = self.own[bet]
            return Fraction(sum(map(mul, self.tally.counts, nets)), self.deals * unit)
        # From the tally, not from the count of the dealer's hands: so that the two are compared.
        return Fraction(sum(self.added[bet]), self.deals * self.dealer[bet].unit) - 1

    def product(self, one: Made, other: Made) -> Fraction:
        """The mean of the product; in integers, which is what makes it quick."""
        first, second = bet_of(one), bet_of(other)
        if first in self.dealer and second in self.dealer:
            return products_of(self.game, one, other, self.run)
        if first in self.dealer:
            first, second = second, first
        nets, unit = self.own[first]
        if second in self.dealer:
            total = sum(map(mul, self.added[second], nets))
            return Fraction(total, self.deals * unit * self.dealer[second].unit) - self.mean(first)
        others, other_unit = self.own[second]
        total = sum(map(mul, self.tally.counts, map(mul, nets, others)))
        return Fraction(total, self.deals * unit * other_unit)


def _line_wagers(main: DrawWager, made: Sequence[Made]) -> list[LinesWager]:
    """The wagers beside the showdown, each once; an error if one of them cannot be joined."""
    wagers = list(dict.fromkeys(wager for wager, _ in made if wager.id != main.id))
    for wager in wagers:
        if not is_on_lines(wager):
            raise SelectionError(f"{wager.id} cannot be joined with {main.id}: it is not a wager of kind 'lines'")
        if why := why_not_joined(main, wager):
            raise SelectionError(why)
        if wager.meter is not None:
            raise SelectionError(f"{wager.id} depends on its meter, so it has no joint result without one")
    return [wager for wager in wagers if is_on_lines(wager)]


def _scaled(values: Sequence[Fraction]) -> tuple[list[int], int]:
    """The values as integers over a common denominator."""
    denominator = lcm(*(value.denominator for value in values))
    return [int(value * denominator) for value in values], denominator


# --- net results ------------------------------------------------------------------------------------------------------


def nets_of(tally: JointTally, wager: Wager, paytable: Paytable) -> list[Fraction]:
    """Net result of the wager for each row."""
    if is_showdown(wager):
        return [_showdown_net(tally.main, paytable, line, result) for *_, line, result in tally.rows]
    assert is_on_lines(wager)
    column = tally.columns.of[wager.id]
    sets = [row[column] for row in tally.rows]
    nets = {bits: _line_net(wager, paytable, bits) for bits in set(sets)}
    if wager.tax is None:
        return [nets[bits] for bits in sets]
    amounts, tax = [*wager.tax.amounts, Fraction(0)], tally.columns.tax_of[wager.id]
    taxed = (min(lines_of_set(row[tax]), default=-1) for row in tally.rows)
    return [nets[bits] - amounts[line] for bits, line in zip(sets, taxed, strict=True)]


def _line_net(wager: LinesWager, paytable: Paytable, bits: int) -> Fraction:
    lines = paid_lines(lines_of_set(bits), paytable, wager.overlap)
    lost = Fraction(-1) if wager.tax is None else Fraction(0)
    return pay_of(lines, paytable).amount if lines else lost


def _showdown_net(main: DrawWager, paytable: Paytable, line: int, result: int) -> Fraction:
    pays = paytable.pays[line].amount
    automatic = pays if main.automatic_win_pays is None else main.automatic_win_pays
    win = pays if main.win_pays is None else main.win_pays
    return {WIN: win, TIE: Fraction(0), LOSS: Fraction(-1), AUTOMATIC: automatic}[result]
