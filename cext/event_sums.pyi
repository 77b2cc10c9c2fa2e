import numpy as np
from numpy.typing import NDArray

def worth(
    counts: NDArray[np.uint32] | NDArray[np.int64], kinds: NDArray[np.uint8], amounts: NDArray[np.int64]
) -> NDArray[np.int64]: ...
def tally(
    counts: NDArray[np.uint32] | NDArray[np.int64],
    kinds: NDArray[np.uint8],
    weights: NDArray[np.int64],
    chosen: NDArray[np.uint8],
    choices: int,
    player_kinds: int,
) -> NDArray[np.int64]: ...
def add_to_groups(
    counts: NDArray[np.uint32] | NDArray[np.int64],
    weights: NDArray[np.int64],
    groups: NDArray[np.int64],
    size: int,
) -> NDArray[np.int64]: ...
