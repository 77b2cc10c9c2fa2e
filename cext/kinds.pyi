import numpy as np
from numpy.typing import NDArray

def subsets(
    counts: NDArray[np.uint8], caps: NDArray[np.uint8], offsets: NDArray[np.int32]
) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]: ...
def suit_holdings(
    counts: NDArray[np.uint8], suits: int
) -> tuple[NDArray[np.int64], NDArray[np.uint16], NDArray[np.int64]]: ...
