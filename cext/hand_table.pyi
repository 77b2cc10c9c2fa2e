import numpy as np
from numpy.typing import NDArray

from analyzer.cards.ranking import KernelArguments

def values_of_best(
    cards: NDArray[np.uint8], wild: NDArray[np.uint8], size: int, ranking: KernelArguments, five_wilds: bool
) -> NDArray[np.uint32]: ...
def values_of_more(fewer: NDArray[np.uint32], deck: int, cards: int) -> NDArray[np.uint32]: ...
