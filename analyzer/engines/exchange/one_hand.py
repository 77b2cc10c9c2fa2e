"""All choices of one hand, best first, without counting the game: one pass over the final hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from analyzer.engines.exchange.rules import Amounts, Discards, Nets, amounts_of
from analyzer.engines.final_events import FinalEvents
from analyzer.errors import CardError, CountError
from analyzer.kernels import subset_sums


@dataclass(frozen=True)
class Hold:
    """A choice: the cards held and discarded, how many draws end in each event, and what that comes to."""

    held: tuple[int, ...]
    discarded: tuple[int, ...]
    counts: tuple[int, ...]
    expectation: Fraction
    variance: Fraction

    @property
    def draws(self) -> int:
        return sum(self.counts)


def holds_of(final: FinalEvents, rules: Discards, nets: Nets, hand: Sequence[int]) -> tuple[Hold, ...]:
    """Every permitted choice of a hand of cards, best first; of equal ones in the order in which they are taken."""
    cards = final.deck.cards
    if len(hand) != rules.cards or len(set(hand)) < len(hand) or not set(hand) <= set(cards):
        raise CardError(f"a hand here is {rules.cards} different cards of the deck, not {list(hand)}")
    places = sorted(cards.index(card) for card in hand)
    amounts = amounts_of(nets, rules, final.kinds)
    ends = subset_sums.counts_within(final.events, rules.deck, np.array(places, dtype=np.uint8), final.kinds)
    holds = []
    for discards in rules.permitted:
        counts = tuple(int(count) for count in ends[((1 << rules.cards) - 1) ^ discards])
        if sum(counts) != rules.draws(discards.bit_count()):
            raise CountError(f"the draws of {discards.bit_count()} cards do not add up")
        holds.append(_hold([cards[place] for place in places], discards, counts, amounts))
    key = (lambda hold: (-hold.expectation, hold.variance)) if rules.by_variance else (lambda hold: -hold.expectation)
    return tuple(sorted(holds, key=key))


def _hold(cards: Sequence[int], discards: int, counts: tuple[int, ...], amounts: Amounts) -> Hold:
    of = amounts.of(discards.bit_count())
    draws = sum(counts)
    mean, square = (
        Fraction(
            sum(count * amount**power for count, amount in zip(counts, of, strict=True)),
            draws * amounts.denominator**power,
        )
        for power in (1, 2)
    )
    held = tuple(card for place, card in enumerate(cards) if not discards >> place & 1)
    gone = tuple(card for place, card in enumerate(cards) if discards >> place & 1)
    return Hold(held, gone, counts, mean, square - mean**2)
