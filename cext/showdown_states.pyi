import numpy as np
from numpy.typing import NDArray

# By ranks, of hands that ask by themselves, by looks of each suit.
KeptAnswers = tuple[NDArray[np.int32], NDArray[np.int32], list[NDArray[np.int32]]]

class BoardAnswers:
    def __init__(
        self,
        every: KeptAnswers,
        of_weak: KeptAnswers | None,
        weak_below: int,
        own_indices: NDArray[np.uint32],
        own_strengths: NDArray[np.uint32],
        board_sets: NDArray[np.uint32],
        ranks: NDArray[np.uint16],
        shapes: NDArray[np.uint8],
        look_start: NDArray[np.uint32],
        strengths: NDArray[np.uint32],
        start: NDArray[np.uint32],
        codes: NDArray[np.uint32],
    ) -> None: ...

class BoardPlaces:
    def __init__(
        self,
        card_columns: NDArray[np.int32],
        card_suits: NDArray[np.int32],
        joker_ways: NDArray[np.uint32],
        jokers: NDArray[np.uint8],
        class_start: NDArray[np.uint32],
        classes: NDArray[np.uint16],
        suit_to: NDArray[np.uint8],
        times: NDArray[np.uint8],
    ) -> None: ...

def hand_outcomes(board: BoardAnswers, deals: int) -> tuple[NDArray[np.int32], bool]: ...
def hand_counts(board: BoardAnswers) -> NDArray[np.int32]: ...
def add_flushes(
    states: NDArray[np.uint32], board: BoardAnswers, places: BoardPlaces, first: int, last: int, deals: int
) -> bool: ...
def tally_flushes(
    totals: NDArray[np.uint64],
    actions: NDArray[np.uint8],
    weights: NDArray[np.uint32],
    board: BoardAnswers,
    places: BoardPlaces,
    deals: int,
) -> None: ...
def spread_states(
    states: NDArray[np.uint32],
    codes: NDArray[np.uint32],
    jokers: NDArray[np.uint8],
    suits: int,
    ranks: int,
    deck_jokers: int,
    deals: int,
    first: int,
    last: int,
) -> bool: ...
def choose_of_two(
    outcomes: NDArray[np.uint32], nets: NDArray[np.int64]
) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.bool_], NDArray[np.int64]]: ...
