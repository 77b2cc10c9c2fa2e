from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

def representatives(
    moved: NDArray[np.uint8], renamings: NDArray[np.uint8], size: int
) -> tuple[NDArray[np.int32], NDArray[np.uint8], NDArray[np.int64], NDArray[np.uint64]]: ...
def sets_of(indices: NDArray[np.int64], size: int) -> NDArray[np.uint8]: ...
def extended(
    cards: NDArray[np.uint8],
    types: NDArray[np.uint8],
    bases: NDArray[np.int64],
    weights: NDArray[np.int64],
    sets: Sequence[NDArray[np.uint8] | None],
    set_types: Sequence[NDArray[np.uint8] | None],
    set_weights: Sequence[NDArray[np.int64] | None],
) -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64]]: ...
