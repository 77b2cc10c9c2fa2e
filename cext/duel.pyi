import numpy as np
from numpy.typing import NDArray

def sweep(
    deck: int,
    dealers: NDArray[np.uint8],
    dealer_strengths: NDArray[np.uint32],
    owns: NDArray[np.uint8],
    own_strengths: NDArray[np.uint32],
    counts: NDArray[np.uint32],
    kind: int,
) -> None: ...
def joined(rest: NDArray[np.uint8], up: NDArray[np.uint8], down: int) -> NDArray[np.uint32]: ...
def meet(
    strength: int,
    rest: NDArray[np.uint8],
    up: NDArray[np.uint8],
    down: int,
    dealer_strengths: NDArray[np.uint32],
    dealer_kinds: NDArray[np.uint8],
    kinds: int,
) -> NDArray[np.int64]: ...
