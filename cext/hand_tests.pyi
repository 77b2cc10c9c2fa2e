import numpy as np
from numpy.typing import NDArray

from analyzer.cards.ranking import KernelArguments

def line_sets_of_values(values: NDArray[np.uint32], lines: NDArray[np.void], size: int) -> NDArray[np.uint32]: ...
def ask_cards(
    sets: NDArray[np.uint32],
    asking: int,
    values: NDArray[np.uint32],
    count: int,
    cards: NDArray[np.uint8],
    wild: NDArray[np.uint8],
    lines: NDArray[np.void],
    size: int,
    ranking: KernelArguments,
) -> None: ...
def distinct_sets(sets: NDArray[np.uint32], most: int) -> tuple[NDArray[np.uint8], NDArray[np.uint32]] | None: ...
