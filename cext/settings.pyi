import numpy as np
from numpy.typing import NDArray

from analyzer.cards.ranking import KernelArguments

def set_hands(
    sets: NDArray[np.uint16], jokers: NDArray[np.uint8], rows: NDArray[np.uint32], ranking: KernelArguments
) -> tuple[NDArray[np.uint32], NDArray[np.uint8], NDArray[np.uint8], NDArray[np.bool_]]: ...
def all_settings(
    sets: NDArray[np.uint16],
    jokers: NDArray[np.uint8],
    ranking: KernelArguments,
    own_back: NDArray[np.uint32],
    own_front: NDArray[np.uint8],
    dominated: bool,
) -> tuple[NDArray[np.int64], NDArray[np.uint32], NDArray[np.uint8], NDArray[np.uint8]]: ...
def front_places(
    sets: NDArray[np.uint16], jokers: int, high: int, low: int, back: int, ranking: KernelArguments
) -> tuple[int, int] | None: ...
def answers_of_parts(
    sets: NDArray[np.uint16],
    jokers: NDArray[np.uint8],
    backs: NDArray[np.uint32],
    fronts: NDArray[np.uint8],
    back_lines: NDArray[np.void],
    front_lines: NDArray[np.void],
    use_best: bool,
    ranking: KernelArguments,
) -> NDArray[np.uint32]: ...
def answers_of_sevens(
    sets: NDArray[np.uint16],
    jokers: NDArray[np.uint8],
    rows: NDArray[np.uint32],
    lines: NDArray[np.void],
    back_lines: NDArray[np.void],
    front_lines: NDArray[np.void],
    use_best: bool,
    size: int,
    ranking: KernelArguments,
) -> NDArray[np.uint64]: ...
def tally_sevens(
    sets: NDArray[np.uint16],
    weights: NDArray[np.uint8],
    jokers: int,
    rows: NDArray[np.uint32],
    lines: NDArray[np.void],
    back_lines: NDArray[np.void],
    front_lines: NDArray[np.void],
    use_best: bool,
    size: int,
    ranking: KernelArguments,
    colour_ways: NDArray[np.uint8],
    suit_ways: NDArray[np.uint8],
) -> dict[int, int]: ...
