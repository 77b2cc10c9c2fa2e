"""All hands of seven cards, set in two by a house way.

Hands are told apart only as far as they can be set differently: by their kinds (analyzer.engines.two_hands.kinds).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from analyzer.cards.deck import FIRST_JOKER, Deck, hand_name
from analyzer.cards.ranking import Ranking
from analyzer.engines.two_hands.kinds import NO_CARD, SetKinds, all_kinds
from analyzer.errors import CardError, GameFileError
from analyzer.game.house_way import HouseWay
from analyzer.game.lines import line_records
from analyzer.game.wagers.set_in_two import SetQuestion

if TYPE_CHECKING:
    from numpy.typing import NDArray


NO_ROW = 255
# The record `Event` of cext/suited.pxd.
EVENT = np.dtype(
    [("back", "u4"), ("flush", "u2"), ("front", "u1"), ("jokers", "u1"), ("slot", "u1", (4,)), ("weight", "i1", (4,))]
)


@dataclass(frozen=True)
class SetHands:
    """Every kind of hand of a deck, set by a house way.

    Parallel to the kinds: `back` (uint32, a strength), `front` (uint8, 0..90), `row` (uint8, index of the row that
    decided, NO_ROW for none), `foul` (bool).
    """

    kinds: SetKinds
    ranking: Ranking
    way: HouseWay
    back: NDArray[np.uint32]
    front: NDArray[np.uint8]
    row: NDArray[np.uint8]
    foul: NDArray[np.bool_]

    @property
    def deck(self) -> Deck:
        return self.kinds.deck

    @cached_property
    def hands_by_row(self) -> tuple[int, ...]:
        """How many hands each row decides, in the order of the rows."""
        return sums_by_index(self.row, self.kinds.hands, len(self.way.rows))

    @property
    def idle_rows(self) -> tuple[int, ...]:
        """Indices of the rows that decide no hand."""
        return tuple(index for index, hands in enumerate(self.hands_by_row) if hands == 0)

    def faults(self) -> list[str]:
        """Hands that no row sets, and rows that set hands foul: how many, and an example."""
        return list(self._faults)

    @cached_property
    def _faults(self) -> tuple[str, ...]:
        faults = []
        exists = self.kinds.hands > 0
        unset = exists & (self.row == NO_ROW)
        if unset.any():
            faults.append(
                f"rows: no row sets {self._number(unset)} hands, such as {self._one(unset)}; add one that does"
            )
        for index in range(len(self.way.rows)):
            foul = exists & self.foul & (self.row == index)
            if foul.any():
                faults.append(
                    f"rows[{index + 1}]: sets {self._number(foul)} hands foul, such as {self._one(foul)}; "
                    "the front must not outrank the back"
                )
        return tuple(faults)

    def _number(self, which: NDArray[np.bool_]) -> int:
        return int(self.kinds.hands[which].sum())

    def _one(self, which: NDArray[np.bool_]) -> str:
        return hand_name(self.kinds.cards(int(np.flatnonzero(which)[0])))

    def checked(self) -> SetHands:
        """The same, if every hand is set and none foul."""
        if self._faults:
            raise GameFileError(self.way.name, self._faults)
        return self

    # What the kernels take:

    @cached_property
    def subsets(self) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
        from analyzer.kernels import kinds as kernel

        counts = self.kinds.counts
        return kernel.subsets(counts.full, counts.caps, counts.offsets)

    @cached_property
    def plain_order(self) -> NDArray[np.int32]:
        """The rank counts in order of their backs."""
        return np.argsort(self.back[: self.kinds.plain], kind="stable").astype(np.int32)

    @cached_property
    def joker_ways(self) -> NDArray[np.int32]:
        """[held, n]: ways to take n jokers from those that a hand with `held` of them leaves."""
        jokers = self.deck.jokers
        return np.array([[comb(jokers - held, n) for n in range(3)] for held in range(jokers + 1)], dtype=np.int32)

    @cached_property
    def events(self) -> NDArray[np.void]:
        """What hands with a flush change, where all hands are counted."""
        return self.flush_events(np.ones(len(self.back), dtype=np.bool_))

    def flush_events(self, among: NDArray[np.bool_]) -> NDArray[np.void]:
        """The suited kinds that are not set as their ranks are: once as they are, once taken away; by back.

        Of the kinds in `among` only: a suited kind may be one of them where its rank count is not, and the other way
        round.
        """
        suited, plain = self.kinds.suited, self.kinds.plain
        back, front = self.back[plain:], self.front[plain:]
        own, of_ranks = among[plain:], among[suited.row]
        changed = (back != self.back[suited.row]) | (front != self.front[suited.row]) | (own != of_ranks)
        added, taken = np.flatnonzero(own & changed), np.flatnonzero(of_ranks & changed)
        both = np.concatenate((added, taken))
        sign = np.repeat(np.array([1, -1], dtype=np.int8), (len(added), len(taken)))
        events = np.zeros(len(both), dtype=EVENT)
        events["back"] = np.concatenate((back[added], self.back[suited.row[taken]]))
        events["front"] = np.concatenate((front[added], self.front[suited.row[taken]]))
        events["flush"] = suited.flush[both]
        events["jokers"] = suited.jokers[both]
        slots, weights = _slots(self.deck, suited.high, suited.low)
        events["slot"] = slots[both]
        events["weight"] = weights[both] * sign[:, None]
        return events[np.argsort(events["back"], kind="stable")]

    def passing(self, questions: Sequence[SetQuestion]) -> NDArray[np.bool_]:
        """Which kinds pass one of these questions about their fronts and backs."""
        from analyzer.kernels import settings

        back, front = (
            line_records([one.counted for one in questions if one.part == part]) for part in ("back", "front")
        )
        arguments = self.ranking.kernel_arguments
        answers = settings.answers_of_parts(
            self.kinds.sets, self.kinds.jokers, self.back, self.front, back, front, True, arguments
        )
        passed: NDArray[np.bool_] = answers != 0
        return passed


def set_hands(deck: Deck, ranking: Ranking, way: HouseWay, kinds: SetKinds | None = None) -> SetHands:
    """All hands of the deck set by the house way; `kinds` saves time if the deck's are known already."""
    from analyzer.kernels import settings

    kinds = kinds or all_kinds(deck)
    back, front, row, foul = settings.set_hands(kinds.sets, kinds.jokers, way.compiled(), ranking.kernel_arguments)
    return SetHands(kinds, ranking, way, back, front, row, foul)


def suit_sets(cards: NDArray[np.uint8]) -> tuple[NDArray[np.uint16], NDArray[np.uint8]]:
    """(ranks held in each of the four suits, number of jokers) of hands given as rows of cards."""
    natural = cards < FIRST_JOKER
    sets = np.zeros((len(cards), 4), dtype=np.uint16)
    rows = np.arange(len(cards))
    for place in range(cards.shape[1]):
        held, card = natural[:, place], cards[:, place]
        sets[rows[held], card[held] & 3] |= np.uint16(1) << (card[held] >> 2).astype(np.uint16)
    return sets, (~natural).sum(axis=1).astype(np.uint8)


def sums_by_index(index: NDArray[Any], values: NDArray[np.int64], size: int) -> tuple[int, ...]:
    """The sum of the values at each index below `size`, in integers."""
    totals = np.zeros(max(size, 256), dtype=np.int64)
    np.add.at(totals, index, values)
    return tuple(int(total) for total in totals[:size])


def _slots(deck: Deck, high: NDArray[np.uint8], low: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
    """For the cards beside a flush: the sets of them (cext/suited.pxd), and how many hands contain each such set."""
    others = len(deck.suits) - 1
    first, second = high.astype(np.int64), low.astype(np.int64)
    none, single, equal = high == NO_CARD, (high != NO_CARD) & (low == NO_CARD), (high == low) & (high != NO_CARD)
    both = 14 + first * (first + 1) // 2 + second
    zero = np.zeros_like(first)
    cases = (
        (none, (zero, zero, zero, zero), (1, 0, 0, 0)),
        (single, (zero, 1 + first, zero, zero), (others, 1, 0, 0)),
        (equal, (zero, 1 + first, both, zero), (comb(others, 2), others - 1, 1, 0)),
        (~(none | single | equal), (zero, 1 + first, 1 + second, both), (others**2, others, others, 1)),
    )
    slots = np.zeros((len(high), 4), dtype=np.uint8)
    weights = np.zeros((len(high), 4), dtype=np.int8)
    for case, columns, ways in cases:
        weights[case] = ways
        slots[case] = np.stack(columns, axis=1)[case]
    return slots, weights


# --- two house ways --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class WayDifference:
    """Hands that two house ways set differently, by the rows that decide them; an example of each."""

    rows: tuple[int, int]
    hands: int
    example: tuple[int, ...]


def compare_ways(one: SetHands, other: SetHands) -> tuple[WayDifference, ...]:
    """Where two house ways differ on the same deck, most hands first."""
    if one.deck != other.deck or one.ranking != other.ranking:
        raise CardError("house ways can be compared on the same deck and with the same ranking only")
    differs = ((one.back != other.back) | (one.front != other.front)) & (one.kinds.hands > 0)
    differences = []
    for pair in sorted({(int(a), int(b)) for a, b in zip(one.row[differs], other.row[differs], strict=True)}):
        which = np.flatnonzero(differs & (one.row == pair[0]) & (other.row == pair[1]))
        most = which[int(one.kinds.hands[which].argmax())]
        differences.append(WayDifference(pair, int(one.kinds.hands[which].sum()), one.kinds.cards(int(most))))
    return tuple(sorted(differences, key=lambda difference: -difference.hands))
