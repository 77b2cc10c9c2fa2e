import numpy as np
from numpy.typing import NDArray

from analyzer.cards.ranking import KernelArguments

def values_of_sets(
    sets: NDArray[np.uint16], jokers: int, size: int, ranking: KernelArguments
) -> NDArray[np.uint32]: ...
def values_of_cards(hands: NDArray[np.uint8], size: int, ranking: KernelArguments) -> NDArray[np.uint32]: ...
