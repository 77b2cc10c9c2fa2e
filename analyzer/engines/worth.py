"""What each card is worth to a player who sees it: results by its rank, and by how it stands to his own suits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import FIRST_JOKER, Deck
from analyzer.integers import Integers, dot

# In place of the rank of a joker.
JOKER_RANK = 13
# Own cards are fewer.
MAX_HAND = 8
# Numbers of standings, see `codes`.
CODES = (JOKER_RANK + 1) * MAX_HAND
# The rank of a seen card, and how many of the player's own cards are of its suit.
Standing = tuple[int, int]


@dataclass(eq=False)
class Worth:
    """Deals, and the sum of results over them, by rank and suits; each of several seen cards counts by itself."""

    deals: dict[Standing, int] = field(default_factory=dict)
    totals: dict[Standing, int] = field(default_factory=dict)

    def add(self, other: Worth, times: int = 1) -> None:
        for standing, deals in other.deals.items():
            self.deals[standing] = self.deals.get(standing, 0) + deals * times
            self.totals[standing] = self.totals.get(standing, 0) + other.totals[standing] * times

    def put(self, code: int, deals: int, total: int) -> None:
        """Deals of a standing, by its number, and the sum of their results."""
        standing = divmod(code, MAX_HAND)
        self.deals[standing] = self.deals.get(standing, 0) + deals
        self.totals[standing] = self.totals.get(standing, 0) + total

    def see(
        self, deck: Deck, seen: Iterable[int], hands: NDArray[np.uint8], weights: NDArray[np.int64], values: Integers
    ) -> None:
        """States in which these cards (positions) are seen beside own hands (positions): deals and values of each."""
        for card in seen:
            self.see_each(deck, np.full(len(hands), card, dtype=np.uint8), hands, weights, values)

    def see_each(
        self,
        deck: Deck,
        seen: NDArray[np.uint8],
        hands: NDArray[np.uint8],
        weights: NDArray[np.int64],
        values: Integers,
    ) -> None:
        """The same where each state sees a card of its own."""
        code = codes(deck, seen, hands)
        for number in np.unique(code).tolist():
            here = code == number
            standing = divmod(number, MAX_HAND)
            self.deals[standing] = self.deals.get(standing, 0) + int(weights[here].sum())
            self.totals[standing] = self.totals.get(standing, 0) + dot(weights[here], values[here])

    def means(self, unit: int) -> dict[Standing, tuple[Fraction, Fraction]]:
        """By standing: the share of all deals, and the mean result; values are sums over deals in units of 1/unit."""
        every = sum(self.deals.values())
        return {
            standing: (Fraction(deals, every), Fraction(self.totals[standing], deals * unit))
            for standing, deals in sorted(self.deals.items(), reverse=True)
        }

    def document(self) -> list[list[int]]:
        return [[*standing, deals, self.totals[standing]] for standing, deals in self.deals.items()]

    @classmethod
    def read(cls, document: Sequence[Sequence[int]]) -> Worth:
        return cls(
            {(rank, suited): deals for rank, suited, deals, _ in document},
            {(rank, suited): total for rank, suited, _, total in document},
        )


@dataclass(frozen=True)
class Places:
    """Places of cards that nothing tells apart: how many of them should not be seen, and how many are the player's."""

    places: tuple[int, ...]
    exposed: int
    own: int


def sightings(parts: Sequence[Places]) -> Iterator[tuple[Fraction, int, tuple[int, ...]]]:
    """(how many of the cards that should not be seen, the place of one, places of the player's own), in every way.

    Which card of a part is the one that should not be seen, and which are the player's own, is one of several ways
    that are equally likely.

    >>> [(str(share), place, own) for share, place, own in sightings([Places((0, 1), 1, 1)])]
    [('1/2', 0, (1,)), ('1/2', 1, (0,))]
    """
    for part in parts:
        for place in part.places if part.exposed else ():
            ways = own_ways(parts, place)
            for own in ways:
                yield Fraction(part.exposed, len(part.places) * len(ways)), place, own


def own_ways(parts: Sequence[Places], seen: int = -1) -> list[tuple[int, ...]]:
    """Which places the player's own cards may be, beside the one that is seen."""
    listed = [combinations([place for place in part.places if place != seen], part.own) for part in parts]
    return [tuple(place for some in way for place in some) for way in product(*listed)]


def codes(deck: Deck, seen: NDArray[np.uint8], hands: NDArray[np.uint8]) -> NDArray[np.intp]:
    """[state] the standing of the card seen beside a hand (positions), as one number: below `CODES`."""
    numbered: NDArray[np.intp] = _ranks(deck)[seen] * MAX_HAND + own_of_its_suit(deck, seen, hands)
    return numbered


def _ranks(deck: Deck) -> NDArray[np.intp]:
    """[position] the rank of each card."""
    return np.array([JOKER_RANK if card >= FIRST_JOKER else card >> 2 for card in deck.cards], dtype=np.intp)


def own_of_its_suit(deck: Deck, seen: NDArray[np.uint8], hands: NDArray[np.uint8]) -> NDArray[np.intp]:
    """[hand] how many cards of each hand are of the suit of the card seen beside it; a joker has none.

    >>> hands = np.array([[0, 3, 7], [4, 5, 6]], dtype=np.uint8)
    >>> own_of_its_suit(Deck(), np.array([51, 51], dtype=np.uint8), hands).tolist()
    [2, 0]
    """
    # A joker's suit is no card's, not even another joker's.
    suits = np.array([card & 3 if card < FIRST_JOKER else 4 for card in deck.cards])
    of_seen = np.where(suits[seen] == 4, -1, suits[seen])
    counts: NDArray[np.intp] = (suits[hands] == of_seen[:, None]).sum(axis=1)
    return counts


def by_rank(means: Mapping[Standing, tuple[Fraction, Fraction]]) -> dict[int, tuple[Fraction, Fraction]]:
    """The same by rank alone."""
    ranks: dict[int, tuple[Fraction, Fraction]] = {}
    for (rank, _), (share, mean) in means.items():
        other, before = ranks.get(rank, (Fraction(0), Fraction(0)))
        ranks[rank] = share + other, (share * mean + other * before) / (share + other)
    return ranks
