import numpy as np
from numpy.typing import NDArray

def draw_values(
    deck: int,
    hidden: NDArray[np.uint8],
    hidden_levels: NDArray[np.uint32],
    owns: NDArray[np.uint8],
    own_levels: NDArray[np.uint32],
    pays: NDArray[np.int64],
    loss: int,
    deals: int,
    drawn: bool,
) -> NDArray[np.int64]: ...
def draw_counts(
    deck: int,
    hidden: NDArray[np.uint8],
    hidden_levels: NDArray[np.uint32],
    owns: NDArray[np.uint8],
    own_levels: NDArray[np.uint32],
    taken: NDArray[np.uint8],
    own_kinds: NDArray[np.uint16],
    kinds: int,
    drawn: bool,
) -> NDArray[np.int64]: ...
def pat_counts(
    deck: int,
    hidden: NDArray[np.uint8],
    hidden_levels: NDArray[np.uint32],
    owns: NDArray[np.uint8],
    own_levels: NDArray[np.uint32],
) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]: ...
def columns() -> int: ...
