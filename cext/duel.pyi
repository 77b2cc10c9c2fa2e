import numpy as np
from numpy.typing import NDArray

def in_order(
    hands: NDArray[np.uint8], levels: NDArray[np.uint32], weights: NDArray[np.int64], size: int
) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.uint32], NDArray[np.int64]]: ...
def dealers_in_order(
    deck: int, down: int, levels: NDArray[np.uint32], kinds: NDArray[np.uint8], kind: int, size: int
) -> tuple[NDArray[np.uint8], NDArray[np.uint32]]: ...
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
