"""The best decisions of a reveal, backwards from the last one, and what then becomes of all deals."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.bets import Bets, Path
from analyzer.engines.decide import BestChoice, check_expectation, choose_offered
from analyzer.engines.reveal.states import RevealCounts
from analyzer.errors import CountError
from analyzer.integers import (
    Integers,
    array_of,
    dot,
    matrix_product,
    over_common_denominator,
    summed,
)


@dataclass(frozen=True, eq=False)
class BestReveal:
    """The best play, and what became of all deals.

    `decisions[path]` has for each state of the stage that follows the path the choice taken and its value, a sum of net
    results over the deals of all groups still to come, in units of 1/denominator. `reached[path]` is how many deals of
    the groups seen come to each of these states by that path. `outcomes[path][event]` are the deals that end so.
    """

    counted: RevealCounts
    bets: Bets
    denominator: int
    decisions: dict[Path, BestChoice]
    reached: dict[Path, NDArray[np.int64]]
    outcomes: dict[Path, tuple[int, ...]]

    @property
    def deals(self) -> int:
        return self.counted.deals

    @property
    def expectation(self) -> Fraction:
        """Of the net result, from the values of the decisions and not from the outcomes."""
        return Fraction(dot(self.counted.weights, self.decisions[()].value), self.deals * self.denominator)

    def moment(self, power: int) -> Fraction:
        """The expectation of a power of the net result, from the outcomes."""
        total = Fraction(0)
        for path, counts in self.outcomes.items():
            nets = self.bets.nets(path, self.counted.final.kinds)
            total += sum((count * net**power for count, net in zip(counts, nets, strict=True)), Fraction(0))
        return total / self.deals

    @property
    def variance(self) -> Fraction:
        return self.moment(2) - self.moment(1) ** 2

    def values(self, path: Path) -> list[Integers]:
        """[choice][state] what each choice after a path is worth, offered or not, if the best play follows."""
        return self.values_with(path, self.decisions)

    def values_with(self, path: Path, decisions: dict[Path, BestChoice]) -> list[Integers]:
        """The same where these decisions follow."""
        backwards = _Backwards(self.counted, self.bets)
        return [backwards.value((*path, choice), decisions) for choice in range(len(self.bets.stages[len(path)]))]

    @property
    def average_bet(self) -> Fraction:
        """All staked bets as they stand at the end."""
        total = sum((sum(counts) * self.bets.at_stake(path) for path, counts in self.outcomes.items()), Fraction(0))
        return total / self.deals

    @cached_property
    def choices(self) -> dict[tuple[int, str], Fraction]:
        """By stage, from 0, and name: in which share of all deals the choice is made."""
        listed = {(stage, choice.name): Fraction(0) for stage, row in enumerate(self.bets.stages) for choice in row}
        for path, chosen in self.decisions.items():
            for number, choice in enumerate(self.bets.stages[len(path)]):
                seen = int(self.reached[path][chosen.best == number].sum())
                listed[len(path), choice.name] += Fraction(seen * self.counted.deals_after(len(path)), self.deals)
        return listed

    @cached_property
    def ties(self) -> dict[int, int]:
        """By stage, from 0: deals of the groups seen that come to a state whose best choices are equal."""
        tied = dict.fromkeys(range(len(self.bets.stages)), 0)
        for path, chosen in self.decisions.items():
            tied[len(path)] += int(self.reached[path][chosen.tied].sum())
        return tied


def best_reveal(counted: RevealCounts, bets: Bets) -> BestReveal:
    """The best choice in every state after every path, and the deals by path and event; both must be worth the same."""
    bets.check([len(stage) for stage in counted.states], counted.final.kinds)
    backwards = _Backwards(counted, bets)
    reached, outcomes = forwards(counted, bets, backwards.decisions)
    best = BestReveal(counted, bets, backwards.denominator, backwards.decisions, reached, outcomes)
    if sum(map(sum, outcomes.values())) != counted.deals:
        raise CountError(f"the outcomes of a reveal do not add up to {counted.deals} deals")
    check_expectation("reveal", best.moment(1), best.expectation)
    return best


def best_value(counted: RevealCounts, bets: Bets) -> Fraction:
    """The expectation of the best play alone, without what becomes of the deals."""
    bets.check([len(stage) for stage in counted.states], counted.final.kinds)
    backwards = _Backwards(counted, bets)
    total = dot(counted.weights, backwards.decisions[()].value)
    return Fraction(total, counted.deals * backwards.denominator)


@dataclass(frozen=True, eq=False)
class _Backwards:
    """Values of all choices in all states, from the last stage to the first."""

    counted: RevealCounts
    bets: Bets

    @cached_property
    def _amounts(self) -> tuple[dict[Path, Integers], int]:
        """The net result of each event on every path that ends, over one denominator."""
        kinds = self.counted.final.kinds
        nets = {path: self.bets.nets(path, kinds) for path in self.bets.ended_paths()}
        flat, denominator = over_common_denominator([net for row in nets.values() for net in row])
        return {path: array_of(flat[at * kinds :][:kinds]) for at, path in enumerate(nets)}, denominator

    @property
    def denominator(self) -> int:
        return self._amounts[1]

    @cached_property
    def decisions(self) -> dict[Path, BestChoice]:
        decided: dict[Path, BestChoice] = {}
        for path in reversed(self.bets.paths()):
            order = self.bets.order(path)
            columns = [self.value((*path, choice), decided) for choice in order]
            offered = [self._offered(path, choice) for choice in order]
            chosen = choose_offered(columns, offered)
            decided[path] = BestChoice(np.array(order)[chosen.best], chosen.value, chosen.equals, chosen.margin)
        return decided

    def value(self, path: Path, decided: dict[Path, BestChoice]) -> Integers:
        """[state] what the last choice of the path is worth at its stage."""
        stage = len(path) - 1
        if path not in self._amounts[0]:
            return summed(self.counted.by_next(stage, decided[path].value), axis=1)
        return matrix_product(self.counted.counts[stage], self._amounts[0][path][:, None])[:, 0]

    def _offered(self, path: Path, choice: int) -> NDArray[np.bool_]:
        offered = self.bets.offered_on(path, choice)
        return np.ones(len(self.counted.states[len(path)]), dtype=np.bool_) if offered is None else offered


def forwards(
    counted: RevealCounts, bets: Bets, decisions: dict[Path, BestChoice]
) -> tuple[dict[Path, NDArray[np.int64]], dict[Path, tuple[int, ...]]]:
    """Deals of the groups seen that come to each state by each path, and how all deals end.

    Bound: no sum is larger than the number of deals, below 2**29 (RevealCounts.counts).
    """
    reached: dict[Path, NDArray[np.int64]] = {(): counted.weights}
    outcomes: dict[Path, tuple[int, ...]] = {}
    for path in bets.paths():
        for choice in range(len(bets.stages[len(path)])):
            deals = np.where(decisions[path].best == choice, reached[path], 0)
            longer = (*path, choice)
            if bets.ends(longer):
                states = np.flatnonzero(deals)
                ends = deals[states] @ counted.counts[len(path)][states]
                outcomes[longer] = tuple(int(count) for count in ends)
            else:
                reached[longer] = np.repeat(deals, counted.ways(len(longer)))
    return reached, outcomes
