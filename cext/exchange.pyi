from typing import Protocol

import numpy as np
from numpy.typing import NDArray

class Draws(Protocol):
    @property
    def events(self) -> NDArray[np.uint8]: ...
    @property
    def all_events(self) -> NDArray[np.uint8]: ...
    @property
    def table(self) -> NDArray[np.uint32]: ...
    @property
    def positions(self) -> NDArray[np.uint8]: ...
    @property
    def seen(self) -> NDArray[np.uint8]: ...

def best_discards(
    hands: NDArray[np.uint8],
    draws: Draws,
    permitted: NDArray[np.uint8],
    column: NDArray[np.uint8],
    sums: NDArray[np.int64],
    squares: NDArray[np.int64],
    amounts: NDArray[np.int64],
    amounts_squared: NDArray[np.int64],
    factors: NDArray[np.int64],
    order: NDArray[np.uint8],
    by_variance: bool,
) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64], NDArray[np.uint8], NDArray[np.bool_]]: ...
def count_ends(
    hands: NDArray[np.uint8],
    draws: Draws,
    discards: NDArray[np.uint8],
    weights: NDArray[np.int64],
) -> NDArray[np.int64]: ...
def all_ends(hands: NDArray[np.uint8], draws: Draws) -> NDArray[np.int64]: ...
