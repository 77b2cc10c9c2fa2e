"""Every deal of a small deck, once for all games that are played with it: who has which hand, and which is higher.

Deals are dealt one by one and kept as arrays, so that a game asks them all at once. What is kept depends on the deck
and on the order of hands only; lines, pays and rules of a wager come later.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.reference.cards import Cards, without
from analyzer.reference.hands import Strength
from tests.fuzzing.predicates import Order, values_of

Ints = NDArray[np.int64]
State = tuple[Cards, Cards]  # the player's cards and the board that he sees
# The order in which results are counted: the dealer does not qualify, then he does.
COMPARED = ("win", "tie", "lose")
RESULTS = tuple(f"{dealer}/{result}" for dealer in ("does-not-qualify", "qualifies") for result in COMPARED)


# --- hands against each other ----------------------------------------------------------------------------------------


class Showdowns(NamedTuple):
    """One row a deal and state: the state, and the places of both hands among all strengths."""

    states: list[State]
    strengths: list[Strength]
    state: Ints
    own: Ints
    dealer: Ints

    def counts(self, least: Strength) -> Ints:
        """How often each of RESULTS happens in each state, if the dealer qualifies with `least`."""
        qualifies = self.dealer >= bisect_left(self.strengths, least)
        compared = 1 - np.sign(self.own - self.dealer)
        column = len(COMPARED) * qualifies + compared
        size = len(self.states) * len(RESULTS)
        return np.bincount(self.state * len(RESULTS) + column, minlength=size).reshape(-1, len(RESULTS))


@lru_cache(maxsize=2)
def one_street_deals(deck: Cards, order: Order) -> Showdowns:
    """Every hand against every hand of the dealer."""
    values = values_of(deck, order)
    hands = {cards: values.best(cards) for cards in combinations(deck, order.size)}
    strengths = sorted(set(hands.values()))
    places = {cards: bisect_left(strengths, strength) for cards, strength in hands.items()}
    states: list[State] = [(cards, ()) for cards in hands]
    rows = [
        (state, places[cards], places[dealer])
        for state, (cards, _) in enumerate(states)
        for dealer in combinations(without(deck, cards), order.size)
    ]
    return Showdowns(states, strengths, *np.array(rows, dtype=np.int64).T)


@lru_cache(maxsize=2)
def board_deals(deck: Cards, order: Order) -> Showdowns:
    """Every hand, board of two and hand of the dealer; a deal is a row for each card that can come first."""
    values = values_of(deck, order)
    strengths = sorted({values.best(cards) for cards in combinations(deck, order.size + 2)})
    place = {strength: number for number, strength in enumerate(strengths)}
    states: dict[State, int] = {}
    blocks = []
    for board in combinations(deck, 2):
        rest = without(deck, board)
        best = {hand: place[values.best(tuple(sorted(hand + board)))] for hand in combinations(rest, order.size)}
        for first in board:
            numbers = {hand: states.setdefault((hand, (first,)), len(states)) for hand in best}
            rows = [(numbers[cards], best[cards], best[dealer]) for cards, dealer in _pairs(rest, order.size)]
            blocks.append(np.array(rows, dtype=np.int64))
    return Showdowns(list(states), strengths, *np.concatenate(blocks).T)


def _pairs(cards: Cards, size: int) -> Iterator[tuple[Cards, Cards]]:
    for own in combinations(cards, size):
        for dealer in combinations(without(cards, own), size):
            yield own, dealer


# --- one discard -----------------------------------------------------------------------------------------------------


class Discards(NamedTuple):
    """What comes of each card thrown away: a row for each hand and card, in it a column for each card drawn.

    `final` is the place of the final hand among all hands; `faced` says how many dealer hands it beats, ties and loses
    to. `pat` says the same of hands that are kept, against dealers who may have the card that would have been drawn.
    """

    hands: list[Cards]
    strengths: list[Strength]
    final: Ints
    faced: Ints
    pat: Ints

    def counts(self, category: Ints) -> Ints:
        """For each row, how often a final hand of each category wins, ties and loses."""
        number = int(category.max()) + 1
        rows = np.arange(len(self.final))[:, None] * number + category[self.final]
        size = len(self.final) * number
        # Exact: there are far fewer deals than a float has bits for.
        sums = [np.bincount(rows.ravel(), self.faced[:, :, k].ravel(), minlength=size) for k in range(len(COMPARED))]
        return np.stack(sums, axis=1).astype(np.int64).reshape(len(self.final), number, len(COMPARED))


@lru_cache(maxsize=2)
def discard_deals(deck: Cards, order: Order, own: int, dealer: int) -> Discards:
    values = values_of(deck, order)
    hands = list(combinations(deck, own))
    place = {cards: number for number, cards in enumerate(hands)}
    kept: dict[Cards, list[tuple[int, Any]]] = {}
    for known in combinations(deck, own + 1):
        dealers = _dealers(deck, order, known, dealer)
        parts = [known[:out] + known[out + 1 :] for out in range(own + 1)]
        kept[known] = [(place[part], faced_by(values.best(part), dealers)) for part in parts]
    rows = []
    for cards in hands:
        draws = [tuple(sorted((*cards, drawn))) for drawn in without(deck, cards)]
        rows += [[kept[known][known.index(discard)] for known in draws] for discard in cards]
    pat = [faced_by(values.best(cards), _dealers(deck, order, cards, dealer)) for cards in hands]
    return Discards(
        hands,
        [values.best(cards) for cards in hands],
        np.array([[final for final, _ in row] for row in rows], dtype=np.int64),
        np.array([[faced for _, faced in row] for row in rows], dtype=np.int64),
        np.array(pat, dtype=np.int64),
    )


def _dealers(deck: Cards, order: Order, known: Cards, number: int) -> list[Strength]:
    """What the dealer can have beside these cards, in ascending order."""
    values = values_of(deck, order)
    return sorted(values.best(hand) for hand in combinations(without(deck, known), number))


def faced_by(own: Strength, dealers: list[Strength]) -> tuple[int, int, int]:
    """How many of the dealer's hands are lower, equal and higher."""
    below, up_to = bisect_left(dealers, own), bisect_right(dealers, own)
    return below, up_to - below, len(dealers) - up_to
