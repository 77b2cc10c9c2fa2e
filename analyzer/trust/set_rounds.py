"""Dealt rounds of hands that are set in two: how each side sets its seven cards, and how the two compare.

One dealt round after the other is looked at, as in cext/deals.pyx. What is shared with the engines is how a hand is
set (cext/split.pxd) and, for a player who sets as well as possible, which setting is the best.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from threading import local
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.two_hands.set_hands import NO_ROW, suit_sets
from analyzer.errors import CountError
from analyzer.game.house_way import HouseWay
from analyzer.game.lines import line_records
from analyzer.game.model import Game
from analyzer.game.wagers.set_in_two import SetQuestion
from analyzer.integers import Integers
from analyzer.kernels import settings

Packs = NDArray[np.uint8]
# (backs, fronts) of dealt hands.
SetSide = tuple[NDArray[np.uint32], NDArray[np.uint8]]


class Setter(Protocol):
    """Sets dealt hands in two. Equal keys set alike."""

    @property
    def key(self) -> Hashable: ...

    def set(self, cards: NDArray[np.uint8]) -> SetSide: ...


@dataclass(frozen=True)
class ByHouseWay:
    """Sets hands by the rows of a house way."""

    game: Game
    way: HouseWay

    @property
    def key(self) -> Hashable:
        return self.way

    def set(self, cards: NDArray[np.uint8]) -> SetSide:
        arguments = self.game.ranking.kernel_arguments
        back, front, row, _ = settings.set_hands(*suit_sets(cards), self.way.compiled(), arguments)
        if (row == NO_ROW).any():
            raise CountError(f"{self.way.name} has no row for a hand that was dealt")
        return back, front


class SetRounds:
    """Hands at given places of the packs, set; those of the last packs are kept, as several wagers ask for them."""

    def __init__(self) -> None:
        self._last = local()

    def side(self, packs: Packs, place: tuple[int, int], setter: Setter) -> SetSide:
        if getattr(self._last, "packs", None) is not packs:
            self._last.packs, self._last.sides = packs, {}
        sides: dict[tuple[tuple[int, int], Hashable], SetSide] = self._last.sides
        key = place, setter.key
        if key not in sides:
            first, number = place
            sides[key] = setter.set(np.ascontiguousarray(packs[:, first : first + number]))
        return sides[key]


def passing(game: Game, cards: NDArray[np.uint8], side: SetSide, questions: Sequence[SetQuestion]) -> NDArray[np.bool_]:
    """Which hands, set so, pass one of these questions about their fronts and backs."""
    back, front = (line_records([one.counted for one in questions if one.part == part]) for part in ("back", "front"))
    arguments = game.ranking.kernel_arguments
    answers = settings.answers_of_parts(*suit_sets(cards), *side, back, front, True, arguments)
    passed: NDArray[np.bool_] = answers != 0
    return passed


def compared(own: SetSide, other: SetSide) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """How backs and fronts compare: LOWER, COPY or HIGHER."""
    return _ranked(own[0], other[0]), _ranked(own[1], other[1])


def _ranked(own: Integers, other: Integers) -> NDArray[np.uint64]:
    ranked: NDArray[np.uint64] = (own >= other).astype(np.uint64) + (own > other)
    return ranked
