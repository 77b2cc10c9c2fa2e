"""Count an exchange: for every hand what each choice of discards may end in, and the best choice under given pays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.class_hands import ClassHands, members
from analyzer.cards.deck import Deck
from analyzer.engines.decide import check_expectation
from analyzer.engines.exchange.choose import Chosen, choose_discards
from analyzer.engines.exchange.draws import Draws
from analyzer.engines.exchange.one_hand import Hold, holds_of
from analyzer.engines.exchange.rules import DiscardRules, ExchangeAmounts, Nets, amounts_of
from analyzer.engines.final_events import FinalEvents
from analyzer.errors import CountError
from analyzer.integers import dot
from analyzer.kernels import exchange


@dataclass(frozen=True, eq=False)
class ExchangeCounts:
    """An exchange: its final hands, and which numbers of cards may be discarded.

    Nothing is kept for each hand and choice: the table of final hands has all of it, and both a hand's counts and the
    best choices of all hands come from it at once.
    """

    final: FinalEvents
    rules: DiscardRules

    @cached_property
    def draws(self) -> Draws:
        return Draws(self.final)

    @cached_property
    def states(self) -> ClassHands:
        """The hands that the player may be dealt, one of each suit class where suits are alike."""
        return self.final.hands(self.rules.cards)

    @property
    def deals(self) -> int:
        """Hands times the least common multiple of the numbers of draws: what all counts add up to."""
        return comb(self.rules.deck, self.rules.cards) * self.rules.deals

    def counts(self, hands: NDArray[np.uint8]) -> NDArray[np.int64]:
        """[hand, discards, event]: how many draws end in the event; of discards that are not permitted too."""
        return exchange.all_ends(hands, self.draws)

    def holds(self, hand: Sequence[int], nets: Nets) -> tuple[Hold, ...]:
        """All choices of one hand of cards, best first; needs no table."""
        return holds_of(self.final, self.rules, nets, hand)

    def best(self, nets: Nets) -> BestExchange:
        """The best discards of every hand under these net results, and what then becomes of all deals."""
        amounts = amounts_of(nets, self.rules, self.final.kinds)
        chosen = choose_discards(self.draws, self.rules, amounts, self.states.hands)
        ends = self._ends(chosen, amounts)
        best = BestExchange(self.states, self.rules, amounts, chosen, ends)
        if sum(map(sum, ends.values())) != self.deals:
            raise CountError(f"the ends of an exchange do not add up to {self.deals} deals")
        check_expectation("exchange", best.moment(1), best.expectation)
        return best

    def _ends(self, chosen: Chosen, amounts: ExchangeAmounts) -> dict[int, tuple[int, ...]]:
        """By number discarded and event: the deals that end so, over all hands."""
        # Where any of equals will do, every hand of a class is played as the one that stands for it.
        asks_each = self.final.suits_alike and not self.rules.any_of_equals
        is_open = chosen.is_open if asks_each else np.zeros(len(self.states), dtype=np.bool_)
        draws = self._draws(self.states.hands, chosen.discards, np.where(is_open, 0, self.states.weights))
        if is_open.any():
            # The order of the cards decides, and it is not the same in all suits: ask each hand of these classes.
            classes = [members(self.final.deck, hand.tolist()) for hand in self.states.hands[is_open]]
            sizes = [len(hands) for hands in classes]
            hands = np.concatenate(classes)
            weights = np.repeat(self.states.weights[is_open] // sizes, sizes).astype(np.int64)
            draws += self._draws(hands, choose_discards(self.draws, self.rules, amounts, hands).discards, weights)
        return {
            number: tuple(int(count) * self.rules.factor(number) for count in draws[number])
            for number in self.rules.numbers
        }

    def _draws(
        self, hands: NDArray[np.uint8], discards: NDArray[np.uint8], weights: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        return exchange.count_ends(hands, self.draws, discards, weights)


@dataclass(frozen=True, eq=False)
class BestExchange:
    """The best play: `chosen` for each state, and `ends[number discarded][event]`, deals of all hands together."""

    states: ClassHands
    rules: DiscardRules
    amounts: ExchangeAmounts
    chosen: Chosen
    ends: dict[int, tuple[int, ...]]

    @property
    def events(self) -> tuple[int, ...]:
        """Deals that end in each event, however many cards were discarded."""
        return tuple(map(sum, zip(*self.ends.values(), strict=True)))

    @property
    def deals(self) -> int:
        return comb(self.rules.deck, self.rules.cards) * self.rules.deals

    @cached_property
    def expectation(self) -> Fraction:
        """Of the net result, from the values of the choices and not from what became of the deals."""
        return Fraction(dot(self.states.weights, self.chosen.value), self.deals * self.amounts.denominator)

    def moment(self, power: int) -> Fraction:
        """The expectation of a power of the net result, from what became of the deals."""
        total = sum(
            count * amount**power
            for number, counts in self.ends.items()
            for count, amount in zip(counts, self.amounts.of(number), strict=True)
        )
        return Fraction(total, self.deals * self.amounts.denominator**power)

    @property
    def variance(self) -> Fraction:
        return self.moment(2) - self.moment(1) ** 2

    @cached_property
    def choices(self) -> dict[int, Fraction]:
        """How often each number of cards is discarded."""
        numbers = np.bitwise_count(self.chosen.discards)
        hands = comb(self.rules.deck, self.rules.cards)
        return {
            number: Fraction(int(self.states.weights[numbers == number].sum()), hands) for number in self.rules.numbers
        }

    @cached_property
    def ties(self) -> int:
        """Hands whose best choices are worth the same."""
        return int(self.states.weights[self.chosen.equals > 1].sum())


def count(deck: Deck, events: NDArray[np.uint8], discards: Iterable[int], cards: int = 5) -> ExchangeCounts:
    """An exchange of that many cards out of a hand; events[colex index] is what a final hand ends in.

    >>> pairs = np.array([1, 0, 0, 0, 0, 1], dtype=np.uint8)  # two cards of 2c 2d 3c 3d
    >>> deck = Deck(ranks=(0, 1), suits=(0, 1))
    >>> best = count(deck, pairs, (0, 1, 2), cards=2).best([Fraction(-1), Fraction(1)])
    >>> best.expectation, best.choices[1]
    (Fraction(1, 3), Fraction(2, 3))
    """
    return ExchangeCounts(FinalEvents(deck, cards, events), DiscardRules(deck.size, cards, tuple(discards)))
