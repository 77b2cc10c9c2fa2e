import numpy as np
from numpy.typing import NDArray

from analyzer.cards.ranking import KernelArguments

def against_dealers(
    cards: NDArray[np.uint8],
    community: int,
    ranking: KernelArguments,
    base: int,
    player_kind: NDArray[np.uint8],
    dealer_kind: NDArray[np.uint8],
    dealer_kinds: int,
    own: NDArray[np.uint8],
    boards: NDArray[np.uint8],
    known: NDArray[np.uint8],
    of_dealer: bool,
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]: ...
