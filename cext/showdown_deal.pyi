import numpy as np
from numpy.typing import NDArray

def deal_all(
    hand: NDArray[np.uint8],
    board: NDArray[np.uint8],
    left: NDArray[np.uint8],
    dealt: int,
    weak_below: int,
    size: int,
    ranking: tuple[int, bool, bool],
) -> NDArray[np.int64]: ...
