import numpy as np
from numpy.typing import NDArray

from analyzer.cards.ranking import KernelArguments

def line_sets_of_cards(
    hands: NDArray[np.uint8],
    lines: NDArray[np.void],
    use_best: bool,
    size: int,
    ranking: KernelArguments,
) -> NDArray[np.uint64]: ...
def tally_lines(
    sets: NDArray[np.uint16],
    weights: NDArray[np.uint8],
    jokers: int,
    lines: NDArray[np.void],
    use_best: bool,
    size: int,
    ranking: KernelArguments,
    colour_ways: NDArray[np.uint8],
    suit_ways: NDArray[np.uint8],
) -> dict[int, int]: ...
def tally_lines_by_suit(
    sets: NDArray[np.uint16],
    weights: NDArray[np.uint8],
    jokers: int,
    lines: NDArray[np.void],
    lines_in_any_suit: NDArray[np.void],
    apart: int,
    use_best: bool,
    size: int,
    ranking: KernelArguments,
    deck_suits: NDArray[np.uint8],
) -> dict[int, int]: ...
def tally_lines_and_draw(
    sets: NDArray[np.uint16],
    weights: NDArray[np.uint8],
    jokers: int,
    lines: NDArray[np.void],
    lines_before: NDArray[np.void],
    use_best: bool,
    use_best_before: bool,
    size: int,
    ranking: KernelArguments,
) -> dict[int, int]: ...
def tally_two_lists(
    sets: NDArray[np.uint16],
    weights: NDArray[np.uint8],
    jokers: int,
    lines: NDArray[np.void],
    others: NDArray[np.void],
    use_best: bool,
    use_best_others: bool,
    size: int,
    ranking: KernelArguments,
) -> dict[int, int]: ...
def tally_lines_of_parts(
    sets: NDArray[np.uint16],
    weights: NDArray[np.uint8],
    jokers: int,
    lines: NDArray[np.void],
    use_best: bool,
    size: int,
    ranking: KernelArguments,
    deck_suits: NDArray[np.uint8],
    part: int,
    marked: NDArray[np.uint8],
) -> dict[int, int]: ...
