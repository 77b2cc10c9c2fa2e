import numpy as np
from numpy.typing import NDArray

# By ranks [pattern, 1, 3], and by looks of each kind of suit [kind, look, 1, 3].
Answers = tuple[NDArray[np.int32], NDArray[np.int32]]

class HandLooks:
    def __init__(
        self,
        copies: NDArray[np.uint8],
        jokers: NDArray[np.uint8],
        ranks: NDArray[np.uint16],
        look_start: NDArray[np.uint32],
        class_start: NDArray[np.uint32],
        codes: NDArray[np.uint32],
        deck_ranks: NDArray[np.uint8],
        suits: int,
        deck_jokers: int,
    ) -> None: ...

class RankAnswers:
    def __init__(
        self,
        every: Answers,
        of_weak: Answers | None,
        weak_below: int,
        strengths: NDArray[np.uint32],
        targets: list[tuple[int, int, int, int, int]],
    ) -> None: ...

class SecondSums:
    def __init__(self, patterns: int, looks: int) -> None: ...

class ActionLooks:
    def __init__(self, hands: HandLooks, actions: NDArray[np.uint8], weights: NDArray[np.uint32]) -> None: ...

def add_answers(sums: SecondSums, answers: RankAnswers, hands: HandLooks, first: int, last: int) -> None: ...
def add_seconds(
    states: NDArray[np.uint32], sums: SecondSums, hands: HandLooks, swept: bool, deals: int, first: int, last: int
) -> None: ...
def tally_answers(
    totals: NDArray[np.uint64], weights: ActionLooks, answers: RankAnswers, hands: HandLooks, deals: int
) -> None: ...
