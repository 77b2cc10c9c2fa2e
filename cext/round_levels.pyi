from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

class Numbers:
    size: int
    def __init__(self, moved: NDArray[np.uint8], after: NDArray[np.uint8], steps: list[Any]) -> None: ...
    def of(self, cards: NDArray[np.uint8], places: NDArray[np.uint8]) -> NDArray[np.int64]: ...
    def of_renamed(
        self, cards: NDArray[np.uint8], places: NDArray[np.uint8], others: NDArray[np.uint8]
    ) -> tuple[NDArray[np.int64], NDArray[np.uint8]]: ...

def decide(
    sums: NDArray[np.int64],
    states: NDArray[np.int64],
    kinds: NDArray[np.uint16],
    nodes: list[list[int]],
    offered: NDArray[np.uint32],
    parents: NDArray[np.int64],
    passed: NDArray[np.int32],
    lower: NDArray[np.int64],
    chosen: NDArray[np.uint8],
) -> None: ...
def follow(
    kinds: NDArray[np.uint16],
    states: NDArray[np.int64],
    weights: NDArray[np.int64],
    parents: NDArray[np.int64],
    nodes: list[list[int]],
    columns: int,
    offered: NDArray[np.uint32],
    chosen: NDArray[np.uint8],
    came: NDArray[np.uint16],
    may_come: NDArray[np.uint64],
    entries: NDArray[np.int32],
    after: NDArray[np.uint16],
    may: NDArray[np.uint64],
    bits: NDArray[np.uint64],
) -> tuple[NDArray[np.int64], NDArray[np.int64], int]: ...
def exchange(
    moved: NDArray[np.uint8],
    held: NDArray[np.uint8],
    subsets: list[tuple[int, ...]],
    after_discard: NDArray[np.int64],
    sums: Sequence[NDArray[np.int64] | None],
    weights: Sequence[NDArray[np.int64] | None],
    factors: Sequence[int],
    columns: Sequence[int],
    square_columns: Sequence[int],
    of_one_card: bool,
    values: NDArray[np.int64],
    shares: NDArray[np.uint8],
    equals: NDArray[np.uint8],
) -> None: ...
def add_column(
    sums: NDArray[np.int64],
    column: int,
    states: NDArray[np.int64],
    values: NDArray[np.int64],
    weights: NDArray[np.int64],
) -> None: ...
def scale(sums: NDArray[np.int64], factor: int) -> None: ...
def add(sums: NDArray[np.int64], more: NDArray[np.int64]) -> None: ...
