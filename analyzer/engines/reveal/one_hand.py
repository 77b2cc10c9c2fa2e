"""All choices of a player who has seen certain cards, without counting the game: the states after one first group."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from analyzer.cards.class_hands import ClassHands
from analyzer.cards.colex import colex_index
from analyzer.engines.bets import Bets, Path
from analyzer.engines.reveal.best import BestReveal, best_reveal
from analyzer.engines.reveal.states import RevealCounts


@dataclass(frozen=True, eq=False)
class OneHandReveal(RevealCounts):
    """A reveal whose first group is known: `first`, as positions in the deck."""

    first: tuple[int, ...] = ()

    @property
    def roots(self) -> ClassHands:
        return ClassHands(np.array([sorted(self.first)], dtype=np.uint8), np.ones(1, dtype=np.int64))

    @property
    def deals(self) -> int:
        return self.deals_after(0)

    def state(self, turned: Sequence[Sequence[int]]) -> int:
        """The state after these further groups, as positions."""
        seen, state = list(self.first), 0
        for stage, group in enumerate(turned, 1):
            left = sorted(place - sum(other < place for other in seen) for place in group)
            state = state * self.ways(stage) + colex_index(left)
            seen += group
        return state


def choices_of(counted: RevealCounts, bets: Bets, groups: Sequence[Sequence[int]]) -> list[tuple[int, Fraction]]:
    """Each choice of the stage after these groups (positions) with its expected net result, the best first.

    What was chosen before is the best of what leads here: with cards that a good player would have folded, he is taken
    to have gone on at the least cost.
    """
    first, *turned = groups
    own = OneHandReveal(counted.final, counted.groups, counted.seen, tuple(sorted(first)))
    best = best_reveal(own, bets)
    path: Path = ()
    for stage in range(len(turned)):
        listed = ranked(best, path, own.state(turned[:stage]))
        path = next(longer for choice, _ in listed if not bets.ends(longer := (*path, choice)))
    return ranked(best, path, own.state(turned))


def ranked(best: BestReveal, path: Path, state: int) -> list[tuple[int, Fraction]]:
    """The choices of a state after a path with their values; of equals those first that are taken."""
    unit = best.denominator * best.counted.deals_after(len(path))
    values = [Fraction(int(column[state]), unit) for column in best.values(path)]
    return [(choice, values[choice]) for choice in sorted(best.bets.order(path), key=lambda choice: -values[choice])]
