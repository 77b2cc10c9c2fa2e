from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.ranking import KernelArguments

def answers(
    ranking: KernelArguments,
    deck: NDArray[np.uint8],
    wild: NDArray[np.uint8],
    cards: NDArray[np.uint8],
    hands: list[Any],
) -> NDArray[np.uint64]: ...
