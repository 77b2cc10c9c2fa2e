"""What comparisons of a proof are made of: how much is compared, which hands are sampled, what a comparison says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import FIRST_JOKER, Deck

SAMPLE_SEED = 20_240_229


@dataclass(frozen=True)
class Effort:
    """How much a proof does."""

    hands: int  # sampled by the evaluator, of each size
    settings: int  # sampled for the house way, under each option
    decks: int  # reduced decks of each count, and of each wager for the referee
    pat_states: int  # hands against all dealers, without a draw
    draw_states: int  # hands and discards with every draw against all dealers
    street_states: int  # hands with a first community card
    set_states: int  # set hands against all hands of the other side
    rounds: int
    contest_states: int = 200  # states of the last decision that the referee plays,
    contest_deals: int = 10_000_000  # and about how many deals he settles for all of them


Comparison = tuple[int, list[str]]  # how many cases were compared, and the differences
Task = tuple[str, str, Callable[[], Comparison]]  # the part of the proof, what is compared with what, and how


def sampled_hands(deck: Deck, cards: int, number: int) -> NDArray[np.uint8]:
    """Hands drawn at random, ascending; half of them with one joker at least, where there are any."""
    random = np.random.Generator(np.random.Philox([SAMPLE_SEED, cards, number]))
    pack = np.array(deck.cards, dtype=np.uint8)
    shuffled = random.permuted(np.tile(pack, (number, 1)), axis=1)[:, :cards]
    if deck.jokers:
        without = np.flatnonzero(~(shuffled >= FIRST_JOKER).any(axis=1))[::2]
        shuffled[without, 0] = FIRST_JOKER
    return np.ascontiguousarray(np.sort(shuffled, axis=1))
