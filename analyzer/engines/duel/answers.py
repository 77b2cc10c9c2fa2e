"""What the sweeps over one board found, and the arrays that are kept of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.duel.boards import Board, kinds_of_suits
from analyzer.engines.duel.own_hands import OwnHands
from analyzer.engines.duel.suit_codes import Codes
from analyzer.kernels import showdown_states
from analyzer.run.entries import Arrays


@dataclass(frozen=True, eq=False)
class Swept:
    """What a sweep found: for patterns and for looks by suit, each also for the hands that ask by themselves."""

    ranks: NDArray[np.int32]
    _ranks_by_strength: NDArray[np.int32]
    looks: list[NDArray[np.int32]]
    _looks_by_strength: list[NDArray[np.int32]]
    _own: OwnHands

    @cached_property
    def own_ranks(self) -> NDArray[np.int32]:
        return self._own.listed(self._ranks_by_strength)

    @cached_property
    def own_looks(self) -> list[NDArray[np.int32]]:
        return [self._own.listed(answers) for answers in self._looks_by_strength]

    @property
    def parts(self) -> tuple[NDArray[np.int32], NDArray[np.int32], list[NDArray[np.int32]], list[NDArray[np.int32]]]:
        """As kernels take it."""
        return self.ranks, self.own_ranks, self.looks, self.own_looks

    def arrays(self, board: Board, prefix: str) -> Arrays:
        """To be kept: looks once for suits that hold the same of the board, of a hand that asks by itself the sum."""
        return {
            f"{prefix}ranks": self.ranks,
            f"{prefix}own": self._own.listed(sum(self._looks_by_strength, start=self._ranks_by_strength)),
            f"{prefix}looks": np.stack([self.looks[suits[0]] for suits in kinds_of_suits(board)]),
        }


def kept_answers(board: Board, kept: Mapping[str, Any], prefix: str) -> showdown_states.KeptAnswers:
    """What `Swept.arrays` keeps, with the looks of every suit."""
    kind_of = {suit: kind for kind, suits in enumerate(kinds_of_suits(board)) for suit in suits}
    looks = [kept[f"{prefix}looks"][kind_of[suit]] for suit in range(len(board.sets))]
    return kept[f"{prefix}ranks"], kept[f"{prefix}own"], looks


WEAK_PREFIX = "weak_"
# Of each question, where no further card is known: worth less, worth as much, weak.
ANSWER = (1, 3)


@dataclass(frozen=True, eq=False)
class SweptBoard:
    """What the sweeps over one board found: against all hands of the dealer, and against weak ones if they are swept.

    `own_indices` are the hands that ask by themselves, `own_strengths` what each is worth.
    """

    codes: Codes
    strengths: NDArray[np.uint32]
    own_indices: NDArray[np.uint32]
    own_strengths: NDArray[np.uint32]
    every: Swept
    weak: Swept | None = None

    def arrays(self, board: Board) -> Arrays:
        """To be kept."""
        return {
            "strengths": self.strengths,
            "own_indices": self.own_indices,
            "own_strengths": self.own_strengths,
            **self.every.arrays(board, ""),
            **({} if self.weak is None else self.weak.arrays(board, WEAK_PREFIX)),
        }
