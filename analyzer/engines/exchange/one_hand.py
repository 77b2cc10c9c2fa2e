"""All choices of one hand, best first, without counting the game: one pass over the final hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.exchange.draws import Draws
from analyzer.engines.exchange.rules import DiscardRules, ExchangeAmounts, Nets, amounts_of
from analyzer.engines.final_events import FinalEvents
from analyzer.errors import CardError, CountError
from analyzer.kernels import exchange, subset_sums


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


def holds_of(final: FinalEvents, rules: DiscardRules, nets: Nets, hand: Sequence[int]) -> tuple[Hold, ...]:
    """Every permitted choice of a hand of cards, best first; of equal ones in the order in which they are taken."""
    places = places_of(final, rules, hand)
    ends = subset_sums.counts_within(final.events, rules.deck, np.array(places, dtype=np.uint8), final.kinds)
    return ranked_holds(final, rules, nets, places, ends[::-1])


def seen_holds_of(
    final: FinalEvents, rules: DiscardRules, nets: Nets, hand: Sequence[int], first: Sequence[int], gone: Sequence[int]
) -> tuple[Hold, ...]:
    """The same for a player who knows which cards are drawn first, and which are gone: cards, not positions."""
    places = places_of(final, rules, hand)
    position = {card: place for place, card in enumerate(final.deck.cards)}
    draws = Draws(final, tuple(position[card] for card in first), tuple(position[card] for card in gone))
    ends = exchange.all_ends(draws.places(np.array([places], dtype=np.uint8)), draws)[0]
    return ranked_holds(final, rules, nets, places, ends)


def places_of(final: FinalEvents, rules: DiscardRules, hand: Sequence[int]) -> list[int]:
    """The positions of a hand of cards, ascending."""
    cards = final.deck.cards
    if len(hand) != rules.cards or len(set(hand)) < len(hand) or not set(hand) <= set(cards):
        raise CardError(f"a hand here is {rules.cards} different cards of the deck, not {list(hand)}")
    return sorted(cards.index(card) for card in hand)


def ranked_holds(
    final: FinalEvents, rules: DiscardRules, nets: Nets, places: Sequence[int], ends: NDArray[Any]
) -> tuple[Hold, ...]:
    """Holds from what each choice ends in, by its discards: ends[discards, event]."""
    cards = final.deck.cards
    amounts = amounts_of(nets, rules, final.kinds)
    holds = []
    for discards in rules.permitted:
        counts = tuple(int(count) for count in ends[discards])
        if sum(counts) != rules.draws(discards.bit_count()):
            raise CountError(f"the draws of {discards.bit_count()} cards do not add up")
        holds.append(_hold([cards[place] for place in places], discards, counts, amounts))
    key = (lambda hold: (-hold.expectation, hold.variance)) if rules.by_variance else (lambda hold: -hold.expectation)
    return tuple(sorted(holds, key=key))


def _hold(cards: Sequence[int], discards: int, counts: tuple[int, ...], amounts: ExchangeAmounts) -> Hold:
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
