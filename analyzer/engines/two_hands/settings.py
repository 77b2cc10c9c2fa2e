"""Every setting of one hand against every hand that the other side can have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from analyzer.cards.deck import FIRST_JOKER, Deck, hand_name
from analyzer.cards.ranking import KernelArguments
from analyzer.engines.two_hands.fronts import front_name, front_ranks
from analyzer.engines.two_hands.kinds import HAND
from analyzer.engines.two_hands.results import EVEN_MONEY, Payoff, SetResult, cells_of
from analyzer.engines.two_hands.set_hands import NO_ROW, SetHands
from analyzer.errors import CardError, CountError
from analyzer.game.house_way import HouseWay

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True)
class SettingCount:
    """One setting of a hand against every hand of the other side; cells[back][front] as in PairCounts."""

    front_cards: tuple[int, int]
    back: int
    front: int
    cells: tuple[tuple[int, ...], ...]
    is_house_way: bool
    row: int  # index of the row that decided, NO_ROW where it is not the house way's own
    payoff: Payoff = EVEN_MONEY

    @property
    def win(self) -> int:
        return self._ended("win")

    @property
    def lose(self) -> int:
        return self._ended("lose")

    @property
    def push(self) -> int:
        return self._ended("push")

    def _ended(self, result: SetResult) -> int:
        return sum(self.cells[back][front] for back, front in cells_of(result, self.payoff.copies))

    @property
    def net(self) -> Fraction:
        """The sum of the net results against all hands of the other side."""
        return self.payoff.net({"win": self.win, "push": self.push, "lose": self.lose})

    @property
    def order(self) -> tuple[Fraction, int, bool, int]:
        """Larger is better: the net result, then wins, then the house way's own, then the higher front."""
        return self.net, self.win, self.is_house_way, self.front


def hand_settings(
    hands: SetHands, cards: Sequence[int], payoff: Payoff = EVEN_MONEY, way: HouseWay | None = None
) -> tuple[SettingCount, ...]:
    """Every legal setting of the hand that no other dominates, and the house way's own, best first; equal ones once.

    Where copies lose the wager a higher hand can be worse: then no setting is dominated.

    The other side is every hand of seven of the remaining cards, set as `hands` are. `way` is that of this hand, if it
    is another one.
    """
    from analyzer.kernels import choices, settings

    hands.checked()
    sets, jokers = sets_of(hands.deck, cards)
    arguments = hands.ranking.kernel_arguments
    one_set, one_joker = sets[None, :], np.array([jokers], dtype=np.uint8)
    back, front, row, _ = settings.set_hands(one_set, one_joker, (way or hands.way).compiled(), arguments)
    _, backs, fronts, own = settings.all_settings(one_set, one_joker, arguments, back, front, payoff.copies_lose)
    counts = hands.kinds.counts
    held = np.array([*(sum(int(ranks) >> rank & 1 for ranks in sets) for rank in range(13)), jokers], dtype=np.uint8)
    left = [
        [comb(cap - has, n) for n in range(HAND + 1)]
        for cap, has in zip(counts.caps.tolist(), held.tolist(), strict=True)
    ]
    plain = hands.kinds.plain
    cells = choices.count_hand(
        sets[list(hands.deck.suits)],
        held,
        backs,
        fronts,
        counts.full,
        np.array(left, dtype=np.int32),
        hands.back[:plain],
        hands.front[:plain],
        hands.events,
        hands.joker_ways,
    )
    opponents = comb(max(hands.deck.size - HAND, 0), HAND)
    counted = []
    for index in range(len(backs)):
        if int(cells[index].sum()) != opponents:
            raise CountError(
                f"counted {cells[index].sum()} hands against {hand_name(cards)} where there are {opponents}"
            )
        is_own = index == int(own[0])
        front_cards = front_cards_of(sets, jokers, cards, int(fronts[index]), int(backs[index]), arguments)
        table = tuple(tuple(int(count) for count in line) for line in cells[index])
        counted.append(
            SettingCount(
                front_cards,
                int(backs[index]),
                int(fronts[index]),
                table,
                is_own,
                int(row[0]) if is_own else NO_ROW,
                payoff,
            )
        )
    return tuple(sorted(counted, key=lambda setting: setting.order, reverse=True))


def sets_of(deck: Deck, cards: Sequence[int]) -> tuple[NDArray[np.uint16], int]:
    """Ranks held in each of the four suits, and the number of jokers."""
    if len(cards) != HAND or len(set(cards)) != HAND or not set(cards) <= set(deck.cards):
        raise CardError(f"{hand_name(cards)} must be {HAND} different cards of the deck")
    sets = np.zeros(4, dtype=np.uint16)
    for card in cards:
        if card < FIRST_JOKER:
            sets[card & 3] |= 1 << (card >> 2)
    return sets, sum(card >= FIRST_JOKER for card in cards)


def front_cards_of(
    sets: NDArray[np.uint16], jokers: int, cards: Sequence[int], front: int, back: int, ranking: KernelArguments
) -> tuple[int, int]:
    """The two cards of the hand that make that front and leave that back."""
    from analyzer.kernels import settings

    ranks = front_ranks(front)
    places = settings.front_places(sets, jokers, *ranks, back, ranking)
    if places is None:
        raise CountError(f"{hand_name(cards)} cannot be set with {front_name(front)} in front")
    own_jokers = iter(sorted(card for card in cards if card >= FIRST_JOKER))
    first, second = (
        next(own_jokers) if place == 4 else rank * 4 + place for rank, place in zip(ranks, places, strict=True)
    )
    return first, second
