"""What the player of a duel may have seen: the dealer's cards that are up, and his own, up to exchanges of suits.

One set of up cards stands for all that an exchange of suits makes of it; beside it the player's own hands are listed up
to those exchanges that leave it as it is. So a state is a pair of up cards and own cards, with the number of pairs that
it stands for. Where no card is up, or nobody sees it before the end, there is one set of up cards: the empty one.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.class_hands import ClassHands
from analyzer.cards.deck import Deck
from analyzer.cards.suit_blocks import SuitBlocks, suit_blocks_of
from analyzer.engines.bets import Bets, Path
from analyzer.engines.contest.inputs import Duel
from analyzer.engines.too_long import refuse_long
from analyzer.errors import CountError, SelectionError, TooLargeError
from analyzer.kernels import colex, suit_blocks
from analyzer.kernels import duel as kernel

MAX_OWN = 5
MAX_DEALER = 7
# Dealer hands of one set of up cards: each takes about 20 bytes while they are sorted.
MAX_DEALER_HANDS = 1 << 25
# Of one state: an own hand beside up cards.
NANOSECONDS = 250
# Strengths below this are numbered through a table.
MAX_TABLE = 1 << 27


@dataclass(frozen=True, eq=False)
class UpStates:
    """The states with these cards up: own hands (positions), ascending in strength, and what is known of them.

    `own` are the colex indices of the hands, `weights` the pairs of own and up cards that each state stands for.
    """

    up: tuple[int, ...]
    hands: NDArray[np.uint8]
    own: NDArray[np.int64]
    weights: NDArray[np.int64]
    kinds: NDArray[np.uint8]
    levels: NDArray[np.uint32]

    def __len__(self) -> int:
        return len(self.hands)

    @property
    def nbytes(self) -> int:
        return sum(array.nbytes for array in (self.hands, self.own, self.weights, self.kinds, self.levels))


@dataclass(frozen=True, eq=False)
class DuelStates:
    """A duel with its bets: `masks` are all the arrays that say with which own hands a choice is offered."""

    duel: Duel
    bets: Bets

    def __post_init__(self) -> None:
        _check_sizes(self.duel)
        _check_arrays(self.duel, self.bets)

    def check_pairs(self) -> None:
        """Refuse what would take hours, before it starts."""
        what = f"a duel of {self.duel.own} own cards beside {self.up} that are up"
        refuse_long(what, self.pairs // self.blocks.order, NANOSECONDS)

    @property
    def deck(self) -> Deck:
        return self.duel.deck

    @property
    def is_seen(self) -> bool:
        """Whether cards are up and some stage sees them."""
        return self.duel.up > 0 and any(self.duel.sees_up)

    @property
    def first_up(self) -> int:
        """The first stage that sees all there is to see."""
        return self.duel.sees_up.index(True) if self.is_seen else 0

    @property
    def up(self) -> int:
        """Cards that are up and seen; those that nobody sees before the end are as good as down."""
        return self.duel.up if self.is_seen else 0

    @property
    def down(self) -> int:
        return self.duel.up + self.duel.down - self.up

    @property
    def left(self) -> int:
        """The cards of the deck without the up cards."""
        return self.deck.size - self.up

    @property
    def pairs(self) -> int:
        """Own hands beside up cards that are seen."""
        return comb(self.deck.size, self.up) * comb(self.left, self.duel.own)

    @property
    def deals_down(self) -> int:
        """In how many ways the dealer's down cards can be dealt once the others are."""
        return comb(self.left - self.duel.own, self.down)

    @property
    def deals_dealer(self) -> int:
        """In how many ways the dealer's cards can be dealt beside an own hand, up cards first."""
        return comb(self.deck.size - self.duel.own, self.up) * self.deals_down

    @property
    def splits(self) -> int:
        """Deals for one that is counted here: up cards that nobody sees are dealt apart all the same."""
        return 1 if self.is_seen else comb(self.duel.up + self.duel.down, self.duel.up)

    @property
    def deals(self) -> int:
        return comb(self.deck.size, self.duel.own) * self.deals_dealer * self.splits

    @property
    def parameters(self) -> dict[str, Any]:
        """All of the duel that a count depends on, for the store; not the bets."""
        duel, deck = self.duel, self.deck
        arrays = duel.own_strengths, duel.own_kinds, duel.dealer_strengths, duel.dealer_kinds
        return {
            "deck": [deck.ranks, deck.suits, deck.jokers],
            "cards": [duel.own, duel.up, duel.down],
            "sees": [self.up, self.first_up],
            "events": [duel.events.player_kinds, duel.events.dealer_kinds],
            "hands": [hashlib.sha256(np.ascontiguousarray(array).data).hexdigest() for array in arrays],
            "exposed": duel.exposed,
        }

    @property
    def numbers(self) -> list[tuple[int]]:
        """The sets of up cards, as pieces of work."""
        return [(number,) for number in range(len(self.ups))]

    @cached_property
    def masks(self) -> list[NDArray[np.bool_]]:
        paths = self.bets.paths()
        masks = [
            self.bets.offered_on(path, choice) for path in paths for choice in range(len(self.bets.stages[len(path)]))
        ]
        return list({id(mask): mask for mask in masks if mask is not None}.values())

    @cached_property
    def _levels(self) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
        own, dealer = levels_of(self.duel.own_strengths, self.duel.dealer_strengths)
        return own, dealer

    @property
    def own_levels(self) -> NDArray[np.uint32]:
        """Strengths of own hands, numbered in order together with those of the dealer."""
        return self._levels[0]

    @cached_property
    def top_level(self) -> int:
        """All levels are below."""
        return 1 + max(int(levels.max()) for levels in self._levels)

    @property
    def dealer_levels(self) -> NDArray[np.uint32]:
        return self._levels[1]

    @cached_property
    def blocks(self) -> SuitBlocks:
        """The exchanges of suits that change no strength, no kind, and nothing that is offered: all are asked."""
        duel, size = self.duel, self.deck.size
        own = _numbered(self.own_levels, duel.own_kinds, *self.masks)
        dealer = _numbered(self.dealer_levels, duel.dealer_kinds)
        sides = [(own, duel.own), (dealer, duel.up + duel.down)]
        if duel.own == duel.up + duel.down and own.max() < 1 << 32 and dealer.max() < 1 << 32:
            sides = [(own << np.uint64(32) | dealer, duel.own)]

        def is_unnoticed(partner: NDArray[np.uint8]) -> bool:
            return all(suit_blocks.same_when_exchanged(keys, size, cards, partner) for keys, cards in sides)

        return suit_blocks_of(self.deck, is_unnoticed)

    @cached_property
    def ups(self) -> ClassHands:
        return self.blocks.hands(self.up)

    @cached_property
    def owns(self) -> ClassHands:
        """Own hands by themselves, in order of their colex index: the states before the up cards are seen."""
        listed = self.blocks.hands(self.duel.own)
        order = np.argsort(colex.rank(listed.hands))
        return ClassHands(np.ascontiguousarray(listed.hands[order]), listed.weights[order])

    @cached_property
    def own_indices(self) -> NDArray[np.int64]:
        return colex.rank(self.owns.hands).astype(np.int64)

    def own_state(self, hands: NDArray[np.uint8]) -> NDArray[np.int64]:
        """The number, among `owns`, of the hand that stands for each."""
        forms = colex.rank(self.blocks.forms(hands)).astype(np.int64)
        places = np.searchsorted(self.own_indices, forms)
        if not np.array_equal(self.own_indices[np.minimum(places, len(self.own_indices) - 1)], forms):
            raise CountError("an own hand has no state that stands for it")
        return places.astype(np.int64)

    def states(self, number: int) -> UpStates:
        """The states with the up cards of that number."""
        up = tuple(int(card) for card in self.ups.hands[number])
        listed = self.blocks.fixing(up).hands(self.duel.own, up)
        hands, own, levels, weights = kernel.in_order(listed.hands, self.own_levels, listed.weights, self.top_level)
        weights *= int(self.ups.weights[number])
        return UpStates(up, hands, own, weights, self.duel.own_kinds[own], levels)


def levels_of(*strengths: NDArray[np.uint32]) -> tuple[NDArray[np.uint32], ...]:
    """Strengths numbered from 0, in order: those of all arrays together.

    >>> [levels.tolist() for levels in levels_of(np.array([9, 5], np.uint32), np.array([7, 9], np.uint32))]
    [[2, 0], [1, 2]]
    """
    top = max(int(array.max()) for array in strengths) + 1
    if top > MAX_TABLE:
        distinct = np.unique(np.concatenate(strengths))
        return tuple(np.searchsorted(distinct, array).astype(np.uint32) for array in strengths)
    occurs = np.zeros(top, dtype=np.bool_)
    for array in strengths:
        occurs[array] = True
    values = np.flatnonzero(occurs)
    level = np.empty(top, dtype=np.uint32)
    level[values] = np.arange(len(values), dtype=np.uint32)
    return tuple(level[array] for array in strengths)


def _numbered(*arrays: NDArray[Any]) -> NDArray[np.uint64]:
    """One number for each hand, different wherever any of the arrays is; bits that would not fit are numbered anew."""
    keys: NDArray[np.uint64] = np.zeros(len(arrays[0]), dtype=np.uint64)
    for array in arrays:
        bits = int(array.max()).bit_length()
        if int(keys.max()).bit_length() + bits > 64:
            keys = np.unique(keys, return_inverse=True)[1].astype(np.uint64)
        keys <<= np.uint64(bits)
        keys |= array.astype(np.uint64)
    return keys


def _check_sizes(duel: Duel) -> None:
    size, dealer = duel.deck.size, duel.up + duel.down
    if duel.own < 1 or duel.up < 0 or duel.down < 1 or duel.own + dealer > size:
        raise SelectionError(
            f"{duel.own} own cards against {duel.up} up and {duel.down} down cannot be dealt from {size} cards: "
            "a side needs at least one card, and one of the dealer's is down"
        )
    if duel.own > MAX_OWN:
        raise TooLargeError(f"{duel.own} own cards are more than a duel counts; it counts 1 to {MAX_OWN}")
    up = duel.up if any(duel.sees_up) else 0
    if dealer > MAX_DEALER or comb(size - up, dealer - up) > MAX_DEALER_HANDS:
        raise TooLargeError(
            f"{dealer} dealer cards of {size} are more than a duel counts; it counts up to {MAX_DEALER} cards and "
            f"{MAX_DEALER_HANDS:,} dealer hands beside the cards that are up"
        )


def _check_arrays(duel: Duel, bets: Bets) -> None:
    if len(duel.sees_up) != len(bets.stages):
        raise SelectionError(f"there are {len(bets.stages)} stages of choices, but {len(duel.sees_up)} that see cards")
    sides = (
        ("own", duel.own, duel.own_strengths, duel.own_kinds, duel.events.player_kinds),
        ("dealer", duel.up + duel.down, duel.dealer_strengths, duel.dealer_kinds, duel.events.dealer_kinds),
    )
    for name, cards, strengths, kinds, limit in sides:
        hands = comb(duel.deck.size, cards)
        if strengths.shape != (hands,) or strengths.dtype != np.uint32:
            raise CountError(f"{hands} {name} hands need as many strengths (uint32), not {strengths.shape}")
        if kinds.shape != (hands,) or kinds.dtype != np.uint8 or int(kinds.max()) >= limit:
            raise CountError(f"{hands} {name} hands need as many kinds (uint8), all below {limit}")
    bets.check([comb(duel.deck.size, duel.own)] * len(bets.stages), len(duel.events))
    _check_offers(duel, bets)


def _check_offers(duel: Duel, bets: Bets) -> None:
    """With every own hand some choice is offered after every path that is possible with it."""
    hands = comb(duel.deck.size, duel.own)
    possible: dict[Path, NDArray[np.bool_]] = {(): np.ones(hands, dtype=np.bool_)}
    for path in bets.paths():
        offered = np.zeros(hands, dtype=np.bool_)
        for choice in range(len(bets.stages[len(path)])):
            mask = bets.offered_on(path, choice)
            if mask is not None and (mask.shape != (hands,) or mask.dtype != np.bool_):
                raise SelectionError(f"a choice must be offered or not (bool) with each of {hands} own hands")
            taken = possible[path] if mask is None else possible[path] & mask
            possible[(*path, choice)] = taken
            offered |= taken
        if not np.array_equal(offered, possible[path]):
            raise SelectionError(f"{bets.place(path)} there is a hand with which no choice is offered")
