import numpy as np
from numpy.typing import NDArray

def canonical_hands(
    ranks: int,
    blocks: NDArray[np.uint8],
    jokers: NDArray[np.uint8],
    jokers_alike: bool,
    without: NDArray[np.uint8],
    cards: int,
) -> tuple[NDArray[np.uint8], NDArray[np.uint16]]: ...
def canonical_forms(
    hands: NDArray[np.uint8], ranks: int, blocks: NDArray[np.uint8], jokers: int, jokers_alike: bool
) -> NDArray[np.uint8]: ...
def same_when_exchanged(keys: NDArray[np.uint64], deck: int, cards: int, partner: NDArray[np.uint8]) -> bool: ...
