import numpy as np
from numpy.typing import NDArray

Subsets = tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]
Queries = tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.uint32], NDArray[np.uint8], NDArray[np.int64]]

def tally_plain(
    subsets: Subsets,
    size: int,
    order: NDArray[np.int32],
    backs: NDArray[np.uint32],
    fronts: NDArray[np.uint8],
    query_row: NDArray[np.int32],
    query_back: NDArray[np.uint32],
    query_front: NDArray[np.uint8],
    query_weight: NDArray[np.int64],
    limit: int,
) -> NDArray[np.int64]: ...
def tally_suited(
    events: NDArray[np.void],
    queries: Queries,
    counts: NDArray[np.uint8],
    joker_ways: NDArray[np.int32],
    ranks: int,
    limit: int,
    start: int,
    from_rank: int,
) -> NDArray[np.int64]: ...
