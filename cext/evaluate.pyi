import numpy as np
from numpy.typing import NDArray

def values_of_sets(
    sets: NDArray[np.uint16], jokers: int, size: int, ranking: tuple[int, bool, bool]
) -> NDArray[np.uint32]: ...
def values_of_cards(hands: NDArray[np.uint8], size: int, ranking: tuple[int, bool, bool]) -> NDArray[np.uint32]: ...
