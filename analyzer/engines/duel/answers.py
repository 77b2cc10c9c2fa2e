"""What the sweeps over one board found, and the arrays that are kept of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.duel.boards import Board, kinds_of_suits
from analyzer.engines.duel.suit_codes import Codes
from analyzer.run.entries import Arrays


@dataclass(frozen=True, eq=False)
class Swept:
    """What a sweep found: for patterns and for looks by suit, each also for the hands that ask by themselves."""

    ranks: NDArray[np.int32]
    own_ranks: NDArray[np.int32]
    looks: list[NDArray[np.int32]]
    own_looks: list[NDArray[np.int32]]

    @property
    def parts(self) -> tuple[NDArray[np.int32], NDArray[np.int32], list[NDArray[np.int32]], list[NDArray[np.int32]]]:
        """As kernels take it."""
        return self.ranks, self.own_ranks, self.looks, self.own_looks

    def arrays(self, board: Board, prefix: str) -> Arrays:
        """To be kept: suits that hold the same of the board have their looks once."""
        return {
            f"{prefix}ranks": self.ranks,
            f"{prefix}own_ranks": self.own_ranks,
            f"{prefix}looks": np.stack([self.looks[suits[0]] for suits in kinds_of_suits(board)]),
            f"{prefix}own_looks": np.stack(self.own_looks),
        }

    @classmethod
    def from_arrays(cls, board: Board, kept: Mapping[str, NDArray[Any]], prefix: str) -> Swept:
        kind_of = {suit: kind for kind, suits in enumerate(kinds_of_suits(board)) for suit in suits}
        looks = [kept[f"{prefix}looks"][kind_of[suit]] for suit in range(len(board.sets))]
        return cls(kept[f"{prefix}ranks"], kept[f"{prefix}own_ranks"], looks, list(kept[f"{prefix}own_looks"]))


WEAK_PREFIX = "weak_"
# Of each question, where no further card is known: worth less, worth as much, weak.
ANSWER = (1, 3)


@dataclass(frozen=True, eq=False)
class BoardAnswers:
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

    @classmethod
    def from_arrays(cls, codes: Codes, board: Board, kept: Mapping[str, NDArray[Any]]) -> BoardAnswers:
        weak = Swept.from_arrays(board, kept, WEAK_PREFIX) if f"{WEAK_PREFIX}ranks" in kept else None
        every = Swept.from_arrays(board, kept, "")
        return cls(codes, kept["strengths"], kept["own_indices"], kept["own_strengths"], every, weak)
