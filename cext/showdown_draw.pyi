import numpy as np
from numpy.typing import NDArray

class Classes:
    patterns: int
    count: int
    def __init__(
        self,
        suits: int,
        deck_jokers: int,
        rests: NDArray[np.uint16],
        ranks: NDArray[np.uint16],
        jokers: NDArray[np.uint8],
        shapes: NDArray[np.uint8],
        class_start: NDArray[np.uint32],
        shape_start: NDArray[np.uint32],
        codes: NDArray[np.uint32],
        pattern_of: NDArray[np.int32],
    ) -> None: ...

def faced(
    classes: Classes,
    deck_ranks: NDArray[np.uint8],
    look_start: NDArray[np.uint32],
    rank_answers: NDArray[np.int32],
    own_rank_answers: NDArray[np.int32],
    look_answers: list[NDArray[np.int32]],
    own_look_answers: list[NDArray[np.int32]],
    own_indices: NDArray[np.uint32],
) -> NDArray[np.uint32]: ...
def kept_totals(
    kept: Classes,
    hands: Classes,
    deck_ranks: NDArray[np.uint8],
    plus: NDArray[np.uint16],
    faced: NDArray[np.uint32],
    categories: NDArray[np.uint16],
    category_count: int,
    first_pattern: int,
    last_pattern: int,
    totals: NDArray[np.uint32],
) -> None: ...
def discards(
    hands: Classes, kept: Classes, cards: int, deck_ranks: NDArray[np.uint8], minus: NDArray[np.uint16]
) -> tuple[NDArray[np.uint32], NDArray[np.uint8]]: ...
