import numpy as np
from numpy.typing import NDArray

from analyzer.cards.ranking import KernelArguments

def deal_all(
    hand: NDArray[np.uint8],
    board: NDArray[np.uint8],
    left: NDArray[np.uint8],
    dealt: int,
    weak: NDArray[np.uint32],
    own_cards: bool,
    size: int,
    ranking: KernelArguments,
) -> NDArray[np.int64]: ...
