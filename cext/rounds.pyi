from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

class Kinds(Protocol):
    def player(self, bits: int) -> tuple[int, NDArray[np.uint32]]: ...
    def dealer(self, bits: int) -> int: ...
    def nets(self, player: int, dealer: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]: ...

class Leaves:
    def __init__(self, given: dict[str, Any], kinds: Kinds) -> None: ...
    def values(self, start: int, stop: int, first: int, last: int, parts: int, sums: NDArray[np.int64]) -> None: ...
    def outcomes(
        self,
        start: int,
        stop: int,
        first: int,
        last: int,
        parts: int,
        after: NDArray[np.uint16],
        possible: NDArray[np.uint64],
        shares: NDArray[np.int64] | None = None,
    ) -> tuple[list[tuple[int, int, NDArray[np.int64]]] | None, Any, Any]: ...
    def endings(
        self, contexts: NDArray[np.int64], own: NDArray[np.uint8], entries: NDArray[np.uint16]
    ) -> tuple[NDArray[np.uint16] | None, int]: ...
