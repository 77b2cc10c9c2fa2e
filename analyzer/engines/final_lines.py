"""Which lines each final hand of five cards satisfies, for games without an opponent: events of `final_events`."""

from __future__ import annotations

from functools import cached_property
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.colex import hands
from analyzer.cards.deck import FIRST_JOKER, Deck
from analyzer.cards.ranking import type_code, type_of_code
from analyzer.cards.wild import WildDeck
from analyzer.engines.final_events import MAX_EVENTS
from analyzer.errors import TooLargeError
from analyzer.game.lines import ALL_RANKS, ANY_JOKERS, LineTest
from analyzer.game.model import Game, SoloWager

CARDS = 5
_STRAIGHTS = ("straight", "straight-flush", "royal-flush")
_ACE, _ACE_HIGH, _SECOND_HIGHEST_WHEEL = 12, 15, 14
Mask = NDArray[np.bool_]


def final_sets(game: Game, wager: SoloWager) -> tuple[NDArray[np.uint8], tuple[tuple[int, ...], ...]]:
    """The event of every five cards by colex index, and the lines that each event satisfies."""
    questions = FinalHands(game, wager)
    events = np.zeros(len(questions.values), dtype=np.uint16)
    masks = [0]  # of each event so far: the lines that its hands satisfy, as bits
    for number, line in enumerate(wager.lines):
        split = events * np.uint16(2) + questions.passed(line.test)
        happens = _that_happen(split, 2 * len(masks))
        masks = [masks[key >> 1] | (key & 1) << number for key in happens.tolist()]
        if len(masks) > MAX_EVENTS:
            raise TooLargeError(f"{wager.id} tells more than {MAX_EVENTS} kinds of hands apart; no more are counted")
        renumbered = np.zeros(int(happens[-1]) + 1, dtype=np.uint16)
        renumbered[happens] = np.arange(len(happens))
        events = renumbered[split]
    kinds = sorted(masks)
    sets = tuple(tuple(line for line in range(len(wager.lines)) if mask >> line & 1) for mask in kinds)
    return np.array([kinds.index(mask) for mask in masks], dtype=np.uint8)[events], sets


class FinalHands:
    """Every five cards of a deck, valued; tests are asked of all of them at once."""

    def __init__(self, game: Game, wager: SoloWager) -> None:
        ranking = game.ranking
        self.deck: Deck = game.deck
        self.pack = WildDeck(game.deck, wager.wild_ranks, ranking.top_hand, ranking.wheel)
        self.values = self.pack.values
        self.strengths = self.values >> np.uint32(1)
        self.codes = type_code(self.values).astype(np.uint8)

    def passed(self, test: LineTest) -> Mask:
        passed: Mask = np.ones(len(self.values), dtype=np.bool_)
        if test.hands:
            passed &= self._is_one_of(test.hands)
        if test.floor:
            passed &= self.strengths >= test.floor
        if test.ranks != ALL_RANKS:
            passed &= _are_among(self.tops, test.ranks)
        if test.kicker != ALL_RANKS:
            passed &= _are_among(self.kickers, test.kicker)
        if test.natural is not None:
            passed &= (self.pack.wild_counts == 0) == test.natural
        if test.jokers != ANY_JOKERS:
            passed &= (np.uint8(test.jokers) >> self.jokers & 1).astype(np.bool_)
        for rank, times in test.count:
            passed &= (self.ranks == rank).sum(axis=1) == times
        return passed

    def _is_one_of(self, names: frozenset[str]) -> Mask:
        wanted = np.zeros(int(self.codes.max()) + 1, dtype=np.bool_)
        for code in self._types:
            wanted[code] = type_of_code(code) in names
        return wanted[self.codes]

    @cached_property
    def _types(self) -> list[int]:
        """The type codes that some hand has."""
        types: list[int] = _that_happen(self.codes, int(self.codes.max()) + 1).tolist()
        return types

    def _nibble(self, place: int) -> NDArray[np.int8]:
        nibble: NDArray[np.int8] = (self.strengths >> np.uint32(16 - 4 * place) & np.uint32(15)).astype(np.int8)
        return nibble

    @cached_property
    def _straights(self) -> Mask:
        return self._is_one_of(frozenset(_STRAIGHTS))

    @cached_property
    def tops(self) -> NDArray[np.int8]:
        """The rank of the pair, three, four or five of a kind, or of the top card; the wheel's is its five."""
        first = self._nibble(0)
        straight = np.where(first == _ACE_HIGH, _ACE, np.where(first == _SECOND_HIGHEST_WHEEL, CARDS, first) - 2)
        tops: NDArray[np.int8] = np.where(self._straights, np.where(first == _ACE_HIGH, _ACE, straight), first - 2)
        return tops

    @cached_property
    def kickers(self) -> NDArray[np.int8]:
        """The rank of the lowest group of equal ranks; of a straight its lowest card, of the wheel the ace."""
        last = self._nibble(0)
        for place in range(1, CARDS):
            last = np.where(self._nibble(place) > 0, self._nibble(place), last)
        lowest = self.tops - (CARDS - 1)
        kickers: NDArray[np.int8] = np.where(self._straights, np.where(lowest < 0, _ACE, lowest), last - 2)
        return kickers

    @cached_property
    def _cards(self) -> NDArray[np.uint8]:
        """[hand, card]: the cards of every hand, in colex order of their positions."""
        positions = hands(0, comb(self.deck.size, CARDS), CARDS)
        return np.array(self.deck.cards, dtype=np.uint8)[positions]

    @cached_property
    def ranks(self) -> NDArray[np.uint8]:
        """Ranks as printed; a joker has none of them."""
        cards = self._cards
        ranks: NDArray[np.uint8] = np.where(cards >= FIRST_JOKER, 255, cards >> 2).astype(np.uint8)
        return ranks

    @cached_property
    def jokers(self) -> NDArray[np.uint8]:
        jokers: NDArray[np.uint8] = (self._cards >= FIRST_JOKER).sum(axis=1).astype(np.uint8)
        return jokers


def _that_happen(numbers: NDArray[np.integer[Any]], end: int) -> NDArray[np.intp]:
    """Which of the numbers below the end there are, ascending."""
    happens = np.zeros(end, dtype=np.bool_)
    happens[numbers] = True
    return np.flatnonzero(happens)


def _are_among(ranks: NDArray[np.int8], wanted: int) -> Mask:
    is_wanted = np.zeros(256, dtype=np.bool_)
    is_wanted[[rank for rank in range(13) if wanted >> rank & 1]] = True
    return is_wanted[ranks.view(np.uint8)]
