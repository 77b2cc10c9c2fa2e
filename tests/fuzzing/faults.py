"""Faults that are put into engines, to see that a fuzzer finds them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from types import ModuleType

import numpy as np
import pytest
from numpy.typing import NDArray

from analyzer.engines.decide import BestChoice, choose
from analyzer.engines.duel.hands import Hands
from analyzer.integers import Integers


def take_the_last_of_equals(patch: pytest.MonkeyPatch, modules: Iterable[ModuleType]) -> None:
    def wrong(values: Integers) -> BestChoice:
        choice = choose(values[:, ::-1])
        return replace(choice, best=values.shape[1] - 1 - choice.best)

    for module in modules:
        patch.setattr(module, "choose", wrong)


def exchange_two_weights(patch: pytest.MonkeyPatch) -> None:
    """Two classes have each other's weights, so that the sum stays right."""
    right = vars(Hands)["weights"].func

    def wrong(hands: Hands) -> NDArray[np.uint32]:
        weights: NDArray[np.uint32] = right(hands).copy()
        low, high = int(np.argmin(weights)), int(np.argmax(weights))
        weights[[low, high]] = weights[[high, low]]
        return weights

    patch.setattr(Hands, "weights", property(wrong))
