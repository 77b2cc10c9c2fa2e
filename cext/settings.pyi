import numpy as np
from numpy.typing import NDArray

def set_hands(
    sets: NDArray[np.uint16], jokers: NDArray[np.uint8], rows: NDArray[np.uint32], ranking: tuple[int, bool, bool]
) -> tuple[NDArray[np.uint32], NDArray[np.uint8], NDArray[np.uint8], NDArray[np.bool_]]: ...
def all_settings(
    sets: NDArray[np.uint16],
    jokers: NDArray[np.uint8],
    ranking: tuple[int, bool, bool],
    own_back: NDArray[np.uint32],
    own_front: NDArray[np.uint8],
) -> tuple[NDArray[np.int64], NDArray[np.uint32], NDArray[np.uint8], NDArray[np.uint8]]: ...
def front_places(
    sets: NDArray[np.uint16], jokers: int, high: int, low: int, back: int, ranking: tuple[int, bool, bool]
) -> tuple[int, int] | None: ...
