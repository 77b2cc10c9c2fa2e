"""An exchange whose player has seen cards that he may draw, or that others hold: for each set of them a game by itself.

One set of seen cards stands for all that an exchange of suits makes of it; beside it the hands are listed up to those
exchanges that leave it as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.class_hands import ClassHands
from analyzer.cards.suit_blocks import SuitBlocks, suit_blocks_of
from analyzer.engines.decide import check_expectation
from analyzer.engines.exchange.choose import Chosen, choose_discards
from analyzer.engines.exchange.draws import Draws
from analyzer.engines.exchange.rules import DiscardRules, ExchangeAmounts, Nets, amounts_of
from analyzer.engines.final_events import FinalEvents
from analyzer.engines.too_long import refuse_long
from analyzer.engines.worth import Worth
from analyzer.errors import CountError
from analyzer.integers import dot
from analyzer.kernels import exchange, suit_blocks
from analyzer.run.jobs import Run

# Of one state with its 32 choices, on one core.
NANOSECONDS = 700


@dataclass(frozen=True)
class SeenCards:
    """Cards of the draw that are drawn first, and cards that are gone; the number of such pairs they stand for."""

    first: tuple[int, ...]
    gone: tuple[int, ...]
    weight: int


@dataclass(eq=False)
class Found:
    """What became of the deals with some seen cards, or of all."""

    total: int = 0  # the sum of the values of all states
    draws: NDArray[np.int64] | int = 0  # [number discarded, event]
    discarded: NDArray[np.int64] | int = 0  # [number discarded] states, each as often as it stands for
    ties: int = 0
    worth: Worth = field(default_factory=Worth)

    def add(self, other: Found, times: int) -> None:
        self.total += other.total * times
        self.draws = self.draws + other.draws * times
        self.discarded = self.discarded + other.discarded * times
        self.ties += other.ties * times
        self.worth.add(other.worth, times)


@dataclass(frozen=True, eq=False)
class BestSeen:
    """The best play: deals by event, how often each number is discarded, ties, what each seen card is worth."""

    deals: int
    expectation: Fraction
    events: tuple[int, ...]
    choices: dict[int, Fraction]
    ties: int
    worth: Worth
    unit: int


@dataclass(frozen=True, eq=False)
class SeenExchange:
    """An exchange; `rules` say how many cards of the draw are seen, and how many that others hold."""

    final: FinalEvents
    rules: DiscardRules
    run: Run

    @cached_property
    def blocks(self) -> SuitBlocks:
        """The suits that no event tells apart."""
        keys, deck = self.final.events.astype(np.uint64), self.final.deck
        return suit_blocks_of(
            deck, lambda partner: suit_blocks.same_when_exchanged(keys, deck.size, self.final.cards, partner)
        )

    @property
    def pairs(self) -> int:
        """Seen cards beside hands, each deal of them by itself."""
        rules = self.rules
        left = rules.deck - rules.cards
        return comb(rules.deck, rules.cards) * comb(left, rules.seen) * comb(left - rules.seen, rules.gone)

    @property
    def deals(self) -> int:
        return self.pairs * self.rules.deals

    def seen_cards(self) -> Iterator[SeenCards]:
        """One set of seen cards for all that are alike."""
        firsts = self.blocks.hands(self.rules.seen)
        for first, weight in zip(firsts.hands.tolist(), firsts.weights.tolist(), strict=True):
            others = self.blocks.fixing(first).hands(self.rules.gone, first)
            for gone, times in zip(others.hands.tolist(), others.weights.tolist(), strict=True):
                yield SeenCards(tuple(first), tuple(gone), weight * times)

    def hands(self, seen: SeenCards) -> tuple[SuitBlocks, ClassHands]:
        blocks = self.blocks.fixing(seen.first).fixing(seen.gone)
        return blocks, blocks.hands(self.rules.cards, (*seen.first, *seen.gone))

    def best(self, nets: Nets) -> BestSeen:
        """The best discards of every hand beside all seen cards, and what then becomes of all deals."""
        refuse_long("an exchange with cards seen", self.pairs // self.blocks.order, NANOSECONDS)
        amounts = amounts_of(nets, self.rules, self.final.kinds)
        listed = list(self.seen_cards())
        totals = Found()
        pieces = [(number,) for number in range(len(listed))]
        for number, piece in self.run.pieces("exchange", lambda one: (one, self._piece(listed[one], amounts)), pieces):
            totals.add(piece, listed[number].weight)
        return self._result(totals, amounts)

    def _piece(self, seen: SeenCards, amounts: ExchangeAmounts) -> Found:
        draws = Draws(self.final, seen.first, seen.gone)
        blocks, states = self.hands(seen)
        chosen = choose_discards(draws, self.rules, amounts, draws.places(states.hands))
        numbers = np.bitwise_count(chosen.discards)
        worth = Worth()
        worth.see(self.final.deck, (*seen.first, *seen.gone), states.hands, states.weights, chosen.value)
        return Found(
            dot(states.weights, chosen.value),
            self._ends(draws, blocks, states, chosen, amounts),
            np.bincount(numbers, states.weights, self.rules.cards + 1).astype(np.int64),
            int(states.weights[chosen.equals > 1].sum()),
            worth,
        )

    def _ends(
        self, draws: Draws, blocks: SuitBlocks, states: ClassHands, chosen: Chosen, amounts: ExchangeAmounts
    ) -> NDArray[np.int64]:
        """[number discarded, event] draws over all hands beside these seen cards."""
        weights = np.where(chosen.is_open, 0, states.weights)
        ends = exchange.count_ends(draws.places(states.hands), draws, chosen.discards, weights)
        for row in np.flatnonzero(chosen.is_open):
            # The order of the cards decides, and it is not the same in all suits: ask each hand of the class.
            hands = draws.places(blocks.members(states.hands[row].tolist()))
            times = np.full(len(hands), int(states.weights[row]) // len(hands), dtype=np.int64)
            own = choose_discards(draws, self.rules, amounts, hands)
            ends += exchange.count_ends(hands, draws, own.discards, times)
        return ends

    def _result(self, totals: Found, amounts: ExchangeAmounts) -> BestSeen:
        rules, draws = self.rules, np.asarray(totals.draws)
        ends = {number: [int(count) * rules.factor(number) for count in draws[number]] for number in rules.numbers}
        expectation = Fraction(totals.total, self.deals * amounts.denominator)
        worth = sum(
            count * amount
            for number, counts in ends.items()
            for count, amount in zip(counts, amounts.of(number), strict=True)
        )
        if sum(map(sum, ends.values())) != self.deals:
            raise CountError(f"the ends of an exchange do not add up to {self.deals} deals")
        check_expectation("exchange", Fraction(worth, self.deals * amounts.denominator), expectation)
        discarded = np.asarray(totals.discarded)
        return BestSeen(
            self.deals,
            expectation,
            tuple(map(sum, zip(*ends.values(), strict=True))),
            {number: Fraction(int(discarded[number]), self.pairs) for number in rules.numbers},
            totals.ties,
            totals.worth,
            rules.deals * amounts.denominator,
        )
