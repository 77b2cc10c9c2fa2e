"""Hands that a flush makes better than their ranks: they ask by themselves, each at its own strength."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.duel.hands import Hands


@dataclass(frozen=True, eq=False)
class OwnHands:
    """These hands, as they are listed.

    `by_strength` are their places in the order of their strengths: they ask in the order in which they are answered.
    """

    indices: NDArray[np.uint32]
    patterns: NDArray[np.uint32]
    codes: NDArray[np.uint32]
    strengths: NDArray[np.uint32]
    by_strength: NDArray[np.uint32]

    def looks(self, hands: Hands, suit: int) -> NDArray[np.uint32]:
        """How a suit sees each of them."""
        return hands.look_start[self.patterns] + (self.codes >> np.uint32(8 * suit) & np.uint32(255))

    @cached_property
    def asking(self) -> OwnHands:
        """The same hands by strength."""
        order = self.by_strength
        return OwnHands(self.indices[order], self.patterns[order], self.codes[order], self.strengths[order], order)

    def listed(self, answers: NDArray[np.int32]) -> NDArray[np.int32]:
        """Answers to the hands by strength, as the hands are listed."""
        listed = np.empty_like(answers)
        listed[self.by_strength] = answers
        return listed
