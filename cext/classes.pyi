import numpy as np
from numpy.typing import NDArray

def canonical_sets(
    ranks: int, suits: int, cards: int, part: int, parts: int
) -> tuple[NDArray[np.uint16], NDArray[np.uint8]]: ...
