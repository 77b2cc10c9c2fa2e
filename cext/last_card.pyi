import numpy as np
from numpy.typing import NDArray

def states(
    own: int,
    rest: NDArray[np.uint8],
    span: NDArray[np.uint8],
    whole: NDArray[np.uint64],
    unit: NDArray[np.uint64],
    levels: NDArray[np.uint32],
    labels: NDArray[np.uint8],
) -> NDArray[np.uint64]: ...
