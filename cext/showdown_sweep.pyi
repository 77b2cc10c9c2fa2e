from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.ranking import KernelArguments

class Multisets:
    @property
    def first(self) -> list[int]: ...
    @property
    def counts(self) -> NDArray[np.uint8]: ...
    @property
    def plus(self) -> NDArray[np.uint16]: ...
    def without(self, rests: NDArray[np.uint16], masks: NDArray[np.uint16]) -> NDArray[np.uint16]: ...

class Order:
    size: int
    def __init__(self, size: int, ranking: KernelArguments) -> None: ...

class View:
    def __init__(
        self,
        ranks_alone: bool,
        board_suit: int,
        board_rest: Sequence[int],
        board_jokers: int,
        suit: int,
        available: Sequence[int],
        jokers: int,
    ) -> None: ...

class Questions:
    extra: bool
    def __init__(
        self,
        sets: Multisets,
        ranks_alone: bool,
        most_rest: int,
        jokers: int,
        most_cards: int,
        extra: bool,
        start: NDArray[np.uint32],
        suits: NDArray[np.uint16],
        rests: NDArray[np.uint16],
        held_jokers: NDArray[np.uint8],
    ) -> None: ...

def sweep(
    questions: Questions,
    order: Order,
    view: View,
    dealt: int,
    weak_below: int,
    strengths: NDArray[np.uint32],
    own_looks: NDArray[np.uint32],
    own_strengths: NDArray[np.uint32],
) -> tuple[NDArray[np.int32], NDArray[np.int32], bool]: ...
def sweep_weak(
    questions: Questions,
    order: Order,
    view: View,
    dealt: int,
    spans: NDArray[np.uint32],
    own_cards: bool,
    strengths: NDArray[np.uint32],
    own_looks: NDArray[np.uint32],
    own_strengths: NDArray[np.uint32],
) -> tuple[NDArray[np.int32], NDArray[np.int32], bool]: ...
def rank_strengths(
    sets: Multisets, order: Order, view: View, rests: NDArray[np.uint16], jokers: NDArray[np.uint8]
) -> NDArray[np.uint32]: ...
def flush_hands(
    order: Order,
    board_sets: NDArray[np.uint32],
    board_jokers: int,
    ranks: NDArray[np.uint16],
    jokers: NDArray[np.uint8],
    shapes: NDArray[np.uint8],
    strengths: NDArray[np.uint32],
    start: NDArray[np.uint32],
    codes: NDArray[np.uint32],
    suit_counts: NDArray[np.uint16],
) -> tuple[NDArray[np.uint32], NDArray[np.uint32], NDArray[np.uint32], NDArray[np.uint32], NDArray[np.uint32]]: ...
def spread_codes(codes: NDArray[np.uint32], ranks: NDArray[np.uint16]) -> NDArray[np.uint16]: ...
