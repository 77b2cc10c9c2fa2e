"""Outcomes of a showdown by valuing every hand with the literal reference; only the comparisons are vectorised."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import Deck
from analyzer.cards.ranking import Ranking, read_value
from analyzer.engines.duel.showdown import Showdown
from analyzer.kernels import evaluate
from analyzer.reference.hands import (
    HandRules,
    Strength,
    best_strength,
    three_card_hand,
    three_card_strength,
    types_in_order,
)

# Deals the dealer: of a showdown, a hand, a board and further known cards, the outcomes.
Outcomes = Callable[..., Sequence[int] | NDArray[np.int64]]

WILD = Ranking("wild")
FIVE_ON_TOP = Ranking("wild", top_hand="five_of_a_kind")

# High cards, straights, flushes and straight flushes occur in all of them.
DECKS = (
    Deck(ranks=(7, 8, 9, 10, 11, 12), suits=(0, 3), jokers=0),
    Deck(ranks=(0, 1, 2, 3, 7, 12), suits=(1, 2), jokers=1),
    Deck(ranks=(6, 7, 8, 9, 10, 12), suits=(0, 3), jokers=2),
    Deck(ranks=(0, 1, 2, 3, 12), suits=(0, 1, 3), jokers=1),
    Deck(ranks=(8, 9, 11, 12), suits=(0, 1, 2, 3), jokers=0),
)


def rules_of(ranking: Ranking) -> HandRules:
    return HandRules(**asdict(ranking))


def reference_strength(cards: Sequence[int], ranking: Ranking, size: int) -> Strength:
    ordered = tuple(sorted(cards))
    if size == 3:
        return three_card_strength(three_card_hand(ordered, rules_of(ranking)), rules_of(ranking))
    return best_strength(ordered, rules_of(ranking))


def threshold(weak_below: int, ranking: Ranking, size: int) -> Strength:
    """A kernel strength that has a type and a first rank, as the reference writes it."""
    hand = read_value(weak_below << 1)
    types = ranking.types(3) if size == 3 else types_in_order(ranking.top_hand)
    return types.index(hand.type), hand.ranks[:1]


def mask_of(cards: Sequence[int]) -> int:
    return sum(1 << card for card in cards)


@cache
def dealer_hands(
    deck: Deck, ranking: Ranking, size: int, dealt: int, board: tuple[int, ...]
) -> tuple[NDArray[np.uint64], list[Strength], NDArray[np.int64]]:
    """Bit sets of all dealer hands on a board, all strengths in order, and the place of each hand among them."""
    hands = list(combinations([card for card in deck.cards if card not in board], dealt))
    strengths = [reference_strength((*hand, *board), ranking, size) for hand in hands]
    order = sorted(set(strengths))
    places = {strength: place for place, strength in enumerate(order)}
    masks = np.array([mask_of(hand) for hand in hands], dtype=np.uint64)
    return masks, order, np.array([places[strength] for strength in strengths])


@cache
def weak_dealers(showdown: Showdown, board: tuple[int, ...]) -> NDArray[np.bool_]:
    """Whether each dealer hand on a board is weak: by the threshold as the reference reads it, or by spans."""
    deck, ranking, size = showdown.deck, showdown.ranking, showdown.size
    _, order, places = dealer_hands(deck, ranking, size, showdown.dealt, board)
    if showdown.weak.threshold is not None:
        least = threshold(showdown.weak.threshold, ranking, size) if showdown.weak.threshold else (-1, ())
        below: NDArray[np.bool_] = places < sum(strength < least for strength in order)
        return below
    hands = np.array(list(combinations([card for card in deck.cards if card not in board], showdown.dealt)))
    shared = np.tile(np.array(board, dtype=np.uint8), (len(hands), 1))
    cards = hands if showdown.weak.own_cards else np.concatenate([hands, shared], axis=1)
    strengths = evaluate.values_of_cards(np.sort(cards, axis=1).astype(np.uint8), size, ranking.kernel_arguments) >> 1
    spans = [(strengths >= low) & (strengths < high) for low, high in showdown.weak.spans]
    weak: NDArray[np.bool_] = np.any(spans, axis=0)
    return weak


def outcomes_by_reference(
    showdown: Showdown, hand: Sequence[int], board: Sequence[int] = (), known: Sequence[int] = ()
) -> list[int]:
    """Win, tie, loss against a dealer who qualifies, then against a weak one; the slow, literal way."""
    deck, ranking, size = showdown.deck, showdown.ranking, showdown.size
    masks, order, places = dealer_hands(deck, ranking, size, showdown.dealt, tuple(sorted(board)))
    mine = reference_strength((*hand, *board), ranking, size)
    below = sum(strength < mine for strength in order)
    upto = sum(strength <= mine for strength in order)
    is_weak = weak_dealers(showdown, tuple(sorted(board)))
    free = (masks & np.uint64(mask_of([*hand, *known]))) == 0
    outcomes = []
    for some in (places[free & ~is_weak], places[free & is_weak]):
        outcomes += [(some < below).sum(), ((some >= below) & (some < upto)).sum(), (some >= upto).sum()]
    return [int(count) for count in outcomes]
