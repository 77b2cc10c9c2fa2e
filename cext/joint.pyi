from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.ranking import KernelArguments

MAX_LINE_SETS: int

class Lines:
    def __init__(
        self, dealt: list[tuple[NDArray[np.void], bool, int]], drawn: list[tuple[NDArray[np.void], bool, int]]
    ) -> None: ...

def canonical_keys(hands: NDArray[np.uint8], suits: NDArray[np.uint8]) -> NDArray[np.uint64]: ...
def tally_draws(
    hands: NDArray[np.uint8],
    weights: NDArray[np.uint32],
    discards: NDArray[np.int8],
    deck: NDArray[np.uint8],
    suits: NDArray[np.uint8],
    keys: NDArray[np.uint64],
    places: NDArray[np.uint32],
    faced: NDArray[Any],
    column_of_rank: NDArray[np.uint8],
    dealers: int,
    asked: Lines,
    line_of_class: NDArray[np.uint8],
    ranking: KernelArguments,
    start: int,
    stop: int,
) -> dict[tuple[int, ...], int]: ...
