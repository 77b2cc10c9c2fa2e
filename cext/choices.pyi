import numpy as np
from numpy.typing import NDArray

Subsets = tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]

def count_hand(
    sets: NDArray[np.uint16],
    own: NDArray[np.uint8],
    backs: NDArray[np.uint32],
    fronts: NDArray[np.uint8],
    counts: NDArray[np.uint8],
    ways: NDArray[np.int32],
    plain_back: NDArray[np.uint32],
    plain_front: NDArray[np.uint8],
    events: NDArray[np.void],
    joker_ways: NDArray[np.int32],
) -> NDArray[np.int64]: ...
def plain_fronts(subsets: Subsets, size: int, fronts: NDArray[np.uint8]) -> NDArray[np.int32]: ...
def plain_backs(
    subsets: Subsets,
    size: int,
    order: NDArray[np.int32],
    backs: NDArray[np.uint32],
    query_row: NDArray[np.int32],
    query_back: NDArray[np.uint32],
) -> NDArray[np.int32]: ...
def plain_joint(
    subsets: Subsets,
    size: int,
    order: NDArray[np.int32],
    backs: NDArray[np.uint32],
    fronts: NDArray[np.uint8],
    query_row: NDArray[np.int32],
    query_back: NDArray[np.uint32],
    query_front: NDArray[np.uint8],
) -> NDArray[np.int32]: ...
def suited_values(
    events: NDArray[np.void],
    levels: int,
    counts: NDArray[np.uint8],
    joker_ways: NDArray[np.int32],
    row: NDArray[np.int32],
    setting_first: NDArray[np.int64],
    level: NDArray[np.uint16],
    front: NDArray[np.uint8],
    copied: NDArray[np.uint8],
    copies_lose: bool,
    first: NDArray[np.int64],
    kind: NDArray[np.int32],
    value: NDArray[np.int64],
    most_settings: int,
    ranks: int,
    start: int,
    from_rank: int,
    out: NDArray[np.int32],
) -> None: ...
