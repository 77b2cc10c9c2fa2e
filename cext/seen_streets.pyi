from typing import Any

import numpy as np
from numpy.typing import NDArray

def add_seen_board(states: NDArray[np.uint32], *arguments: Any) -> bool: ...
def share_states(
    states: NDArray[np.uint32],
    codes: NDArray[np.uint32],
    suits: int,
    first_is_joker: bool,
    naturals: int,
    deals: int,
) -> bool: ...
def decide_states(
    states: NDArray[np.uint32],
    check_nets: NDArray[np.int64],
    bet_nets: NDArray[np.int64],
    is_seen_before: bool,
    values: NDArray[np.int64],
    counts: NDArray[np.uint32] | NDArray[np.uint64],
    ties: NDArray[np.uint16],
    bets: NDArray[np.uint8],
) -> None: ...
def add_decided_board(
    states: NDArray[np.uint32],
    counts: NDArray[np.int32],
    deals: int,
    check_nets: NDArray[np.int64],
    bet_nets: NDArray[np.int64],
    ties: NDArray[np.uint32],
    *arguments: Any,
) -> bool: ...
