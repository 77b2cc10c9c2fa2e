import numpy as np
from numpy.typing import NDArray

MOST_LINES: int

def canonical_keys(hands: NDArray[np.uint8]) -> NDArray[np.uint64]: ...
def tally_draws(
    hands: NDArray[np.uint8],
    weights: NDArray[np.uint32],
    discards: NDArray[np.int8],
    deck: NDArray[np.uint8],
    suits_in_deck: int,
    keys: NDArray[np.uint64],
    places: NDArray[np.uint32],
    faced: NDArray[np.uint32],
    column_of_rank: NDArray[np.uint8],
    dealers: int,
    lines: NDArray[np.void],
    draw_lines_best: NDArray[np.void],
    draw_lines_held: NDArray[np.void],
    size: int,
    joker_kind: int,
    wheel_second: bool,
    five_above: bool,
    start: int,
    stop: int,
) -> dict[int, int]: ...
