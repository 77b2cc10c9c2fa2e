import numpy as np
from numpy.typing import NDArray

def faced_worth(
    hands: NDArray[np.uint8],
    strengths: NDArray[np.uint32],
    order: NDArray[np.uint32],
    naturals: int,
    jokers: int,
    dealt: int,
    dealer_strengths: NDArray[np.uint32],
    dealer_order: NDArray[np.uint32],
    kinds: NDArray[np.uint16],
    worth: NDArray[np.uint64],
) -> NDArray[np.uint64]: ...
