from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.ranking import KernelArguments

Seats = list[tuple[int, int]]

class RoundDealer:
    def __init__(self, pack: NDArray[np.uint8], dealt: int, ranking: KernelArguments) -> None: ...
    def add_lines(
        self,
        seats: Seats,
        lines: NDArray[np.void],
        before: NDArray[np.void],
        use_best: bool,
        size: int,
        before_all: bool = ...,
    ) -> None: ...
    def add_jokers(self, seats: Seats) -> None: ...
    def add_discard(
        self,
        seats: Seats,
        discards: NDArray[np.uint8],
        automatic: int | None,
        may_decline: bool,
        lines: NDArray[np.void],
        size: int,
        as_before: bool,
    ) -> None: ...
    def add_play(
        self,
        seats: Seats,
        plays: NDArray[np.uint64],
        weak: NDArray[np.uint32],
        own_cards: bool,
        lines: NDArray[np.void],
        size: int,
    ) -> None: ...
    def deal(self, bit_generator: Any, rounds: int) -> list[dict[int, int]]: ...
    def packs(self, bit_generator: Any, rounds: int) -> NDArray[np.uint8]: ...
    def settle_cards(self, packs: NDArray[np.uint8]) -> NDArray[np.uint64]: ...

def meet_dealers(
    left: NDArray[np.uint8],
    cards: int,
    shared: NDArray[np.uint8],
    own: int,
    weak: NDArray[np.uint32],
    own_cards: bool,
    size: int,
    ranking: KernelArguments,
) -> NDArray[np.int64]: ...
def meet_set_dealers(
    left: NDArray[np.uint8], rows: NDArray[np.uint32], back: int, front: int, ranking: KernelArguments
) -> NDArray[np.int64]: ...
