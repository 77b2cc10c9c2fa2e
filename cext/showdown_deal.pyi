import numpy as np
from numpy.typing import NDArray

def deal_all(
    hand: NDArray[np.uint8],
    board: NDArray[np.uint8],
    left: NDArray[np.uint8],
    dealt: int,
    weak_below: int,
    size: int,
    joker_kind: int,
    wheel_second: bool,
    five_above: bool,
) -> NDArray[np.int64]: ...
