import numpy as np
from numpy.typing import NDArray

Places = tuple[
    NDArray[np.int32],
    NDArray[np.int32],
    NDArray[np.int32],
    NDArray[np.int32],
    NDArray[np.int64],
    NDArray[np.int64],
    int,
]

def choose(
    sets: NDArray[np.uint16],
    jokers: int,
    places: Places,
    house: NDArray[np.uint8],
    plain_values: NDArray[np.int32],
    suited_values: NDArray[np.int32],
    weights: tuple[int, int] | None,
) -> tuple[NDArray[np.int32], NDArray[np.uint8], NDArray[np.int32], NDArray[np.uint8]]: ...
def weigh(
    sets: NDArray[np.uint16],
    weights: NDArray[np.uint8],
    jokers: int,
    joker_ways: int,
    places: Places,
    choice: NDArray[np.uint8],
    setting_weight: NDArray[np.int64],
    value_weight: NDArray[np.int32],
) -> None: ...
