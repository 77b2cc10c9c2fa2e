"""A reveal whose player knows cards of others when he first decides: for each set of them a reveal by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import comb, lcm

import numpy as np

from analyzer.cards.suit_blocks import SuitBlocks, suit_blocks_of
from analyzer.engines.bets import Bets, Path
from analyzer.engines.final_events import FinalEvents
from analyzer.engines.reveal.best import BestReveal, best_reveal
from analyzer.engines.reveal.given import GivenReveal, Turning
from analyzer.engines.too_long import refuse_long
from analyzer.engines.worth import Places, Worth, own_ways, sightings
from analyzer.kernels import suit_blocks
from analyzer.run.jobs import Run

# Of one state of the last decision, on one core.
NANOSECONDS = 2000


@dataclass(frozen=True, eq=False)
class BestSeenReveal:
    """The best play: deals by path and event, how often each choice is made, ties, what each seen card is worth."""

    deals: int
    expectation: Fraction
    outcomes: Mapping[Path, Sequence[int]]
    choices: Mapping[tuple[int, str], Fraction]
    ties: Mapping[int, int]
    worth: Worth
    unit: int


@dataclass(eq=False)
class _Sums:
    value: Fraction = Fraction(0)
    outcomes: dict[Path, list[int]] = field(default_factory=dict)
    choices: Counter[tuple[int, str]] = field(default_factory=Counter)
    ties: Counter[int] = field(default_factory=Counter)
    worth: Worth = field(default_factory=Worth)

    def add(self, best: BestReveal, worth: Worth, weight: int) -> None:
        deals = best.deals * weight
        self.value += best.expectation * deals
        for path, ends in best.outcomes.items():
            before = self.outcomes.setdefault(path, [0] * len(ends))
            self.outcomes[path] = [one + count * weight for one, count in zip(before, ends, strict=True)]
        for made, share in best.choices.items():
            self.choices[made] += int(share * deals)
        for stage, tied in best.ties.items():
            self.ties[stage] += tied * weight
        self.worth.add(worth, weight)


@dataclass(frozen=True, eq=False)
class SeenReveal:
    """`gone` cards of others are known at the first decision; `splits` ways to have dealt them apart.

    `early` of the first group's cards are seen before their time, whichever they are.
    """

    final: FinalEvents
    turning: Turning
    gone: int
    run: Run
    splits: int = 1
    early: int = 0

    @cached_property
    def blocks(self) -> SuitBlocks:
        keys, deck = self.final.events.astype(np.uint64), self.final.deck
        return suit_blocks_of(
            deck, lambda partner: suit_blocks.same_when_exchanged(keys, deck.size, self.final.cards, partner)
        )

    @property
    def _states(self) -> int:
        states, left = 1, self.final.deck.size
        for cards in (self.gone, *self.turning.groups[: self.turning.turned[-1]]):
            states, left = states * comb(left, cards), left - cards
        return states // self.blocks.order

    def given(self, gone: Sequence[int]) -> GivenReveal:
        return GivenReveal.of(self.final, self.turning, tuple(gone), self.blocks.fixing(gone))

    def best(self, bets: Bets) -> BestSeenReveal:
        """The best decisions beside all sets of seen cards, and what then becomes of all deals."""
        refuse_long("a reveal with cards seen", self._states, NANOSECONDS)
        _ = self.final.table  # before threads ask for it
        listed = self.blocks.hands(self.gone)
        sums, unit = _Sums(), 1

        def piece(number: int) -> tuple[int, BestReveal, Worth]:
            best = best_reveal(self.given(listed.hands[number].tolist()), bets)
            return number, best, self._worth(best)

        for number, best, worth in self.run.pieces("reveal", piece, [(number,) for number in range(len(listed))]):
            sums.add(best, worth, int(listed.weights[number]) * self.splits)
            unit = best.denominator * best.counted.deals_after(0)
        deals = sum(map(sum, sums.outcomes.values()))
        return BestSeenReveal(
            deals,
            sums.value / deals,
            sums.outcomes,
            {made: Fraction(count, deals) for made, count in sums.choices.items()},
            sums.ties,
            sums.worth,
            unit,
        )

    def _worth(self, best: BestReveal) -> Worth:
        """The first group is the player's own cards and those seen early: which are which, nothing tells."""
        worth, counted = Worth(), best.counted
        assert isinstance(counted, GivenReveal)
        cards, values, deck = counted.own(0), best.decisions[()].value, self.final.deck
        first = self.turning.groups[0]
        parts = [Places(tuple(range(first)), self.early, first - self.early)]
        ways, seen = own_ways(parts), list(sightings(parts))
        scale = lcm(len(ways), *(share.denominator for share, _, _ in seen))
        for own in ways:
            some = Worth()
            some.see(deck, counted.gone, cards[:, list(own)], counted.weights, values)
            worth.add(some, scale // len(ways))
        for share, place, own in seen:
            some = Worth()
            some.see_each(deck, cards[:, place], cards[:, list(own)], counted.weights, values)
            worth.add(some, int(share * scale))
        return worth
