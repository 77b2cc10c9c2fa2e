import numpy as np
from numpy.typing import NDArray

from analyzer.cards.ranking import KernelArguments

class Boards:
    def __init__(
        self,
        cards: NDArray[np.uint8],
        community: int,
        ranking: KernelArguments,
        base: int,
        player_kind: NDArray[np.uint8],
        dealer_kind: NDArray[np.uint8],
        dealer_kinds: int,
        hand_kinds: int,
        own_kind: NDArray[np.uint8],
        label_of: NDArray[np.uint16],
        known: int,
        of_dealer: bool,
    ) -> None: ...

class Level:
    def __init__(
        self,
        cards: int,
        cards_are_all: bool,
        columns: int,
        factors: NDArray[np.int64],
        amounts: NDArray[np.int64],
        start: NDArray[np.int32],
        place: NDArray[np.int32],
        number: NDArray[np.uint8],
        mask: NDArray[np.int32],
        masks: NDArray[np.uint8],
        node_of: NDArray[np.int32],
        child: NDArray[np.int32],
        lanes_in: NDArray[np.int32],
        lane_of: NDArray[np.int32],
    ) -> None: ...

class Subsets:
    def __init__(
        self,
        size: int,
        picks: NDArray[np.uint8],
        classes: NDArray[np.int32],
        renaming: NDArray[np.uint8],
        pair_map: NDArray[np.uint16],
        positions: NDArray[np.uint8],
    ) -> None: ...

class Target:
    def __init__(self, below: Subsets, places: NDArray[np.int32], factor: int, offset: int) -> None: ...

def face_places() -> tuple[int, int]: ...
def canonical_sets(
    size: int, renamings: NDArray[np.uint8]
) -> tuple[NDArray[np.int32], NDArray[np.uint8], NDArray[np.uint8], NDArray[np.int64]]: ...
def sum_boards(
    boards: Boards,
    level: Level,
    nets: NDArray[np.int64],
    sets: NDArray[np.uint8],
    weights: NDArray[np.int64],
    start: int,
    stop: int,
    targets: list[Target],
    rows: list[NDArray[np.int64]],
) -> None: ...
def decide_rows(
    level: Level,
    boards: Boards,
    renamings: NDArray[np.uint8],
    pair_map: NDArray[np.uint16],
    sets: NDArray[np.uint8],
    weights: NDArray[np.int64],
    start: int,
    stop: int,
    rows: NDArray[np.int64],
    targets: list[Target],
    lower: list[NDArray[np.int64]],
    taken: NDArray[np.uint8],
) -> bool: ...
def follow_rows(
    level: Level,
    boards: Boards,
    sets: NDArray[np.uint8],
    weights: NDArray[np.int64],
    start: int,
    stop: int,
    below: Subsets,
    lower: NDArray[np.uint64],
    taken: NDArray[np.uint8],
    lanes: NDArray[np.uint64],
    reached: NDArray[np.int64],
    ties: NDArray[np.int64],
) -> None: ...
def sum_lanes(boards: Boards, lanes: NDArray[np.uint64], start: int, stop: int, faces: NDArray[np.uint64]) -> None: ...
def end_boards(
    boards: Boards,
    level: Level,
    nets: NDArray[np.int64],
    sets: NDArray[np.uint8],
    weights: NDArray[np.int64],
    start: int,
    stop: int,
    below: Subsets,
    lower: NDArray[np.uint64],
    faces: NDArray[np.uint64],
    ends: NDArray[np.int32],
    is_fold: NDArray[np.uint8],
    outcomes: NDArray[np.int64],
    reached: NDArray[np.int64],
    ties: NDArray[np.int64],
) -> None: ...
def against_all(
    boards: Boards, first: int, second: int, sets: NDArray[np.uint8]
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]: ...
