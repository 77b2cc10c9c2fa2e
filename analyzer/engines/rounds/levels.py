"""One level of a round: its states, what they are offered, the best choices, and where these lead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.rounds.states import States
from analyzer.engines.rounds.ways import Discarding, End, Node
from analyzer.engines.rounds.wide import Wide
from analyzer.errors import SelectionError, TooLargeError
from analyzer.kernels import round_levels

Target = End | Node | Discarding
NO_TARGET = 0xFFFF
NOTHING = 0x7F
# Sets of columns are bits.
MAX_ENTRIES = 64


@dataclass(frozen=True, eq=False)
class Columns:
    """What lies beyond a level, decisions and exchanges first."""

    targets: tuple[Target, ...]

    def __post_init__(self) -> None:
        if sum(not isinstance(target, End) for target in self.targets) > MAX_ENTRIES:
            raise TooLargeError(f"more than {MAX_ENTRIES} ways lead to the same decision; fewer are counted")

    @cached_property
    def _places(self) -> dict[int, int]:
        return {id(target): place for place, target in enumerate(self.targets)}

    def __len__(self) -> int:
        return len(self.targets)

    def place(self, target: Target) -> int | None:
        return self._places.get(id(target))


def columns_of(targets: Sequence[Target]) -> Columns:
    first = [target for target in targets if not isinstance(target, End)]
    return Columns((*first, *(target for target in targets if isinstance(target, End))))


@dataclass(eq=False)
class LevelRound:
    """The decisions of one level over all its states.

    `kinds[place]` is the number of what a state passes of the questions that its stages ask, offered[node, kind] the
    options as bits, `parents[place]` the state of the level below. `options` of a node are targets.
    """

    states: States
    nodes: Sequence[Node]
    options: Sequence[Sequence[Target]]
    columns: Columns
    lower: Columns
    kinds: NDArray[np.uint16]
    offered: NDArray[np.uint32]
    parents: NDArray[np.int64]
    chosen: NDArray[np.uint8] = field(init=False)

    def __post_init__(self) -> None:
        self.chosen = np.full((len(self.nodes), len(self.states)), NOTHING, dtype=np.uint8)

    @cached_property
    def _node_numbers(self) -> dict[int, int]:
        return {id(node): number for number, node in enumerate(self.nodes)}

    def number(self, target: Target) -> int:
        """A column, or after all columns a decision of the level."""
        column = self.columns.place(target)
        return len(self.columns) + self._node_numbers[id(target)] if column is None else column

    @cached_property
    def _targets(self) -> list[list[int]]:
        return [[self.number(target) for target in options] for options in self.options]

    @cached_property
    def _entries(self) -> NDArray[np.int32]:
        """By column of the level below: where it leads here."""
        return np.array([self.number(target) for target in self.lower.targets], dtype=np.int32)

    def decide(self, sums: Wide, lower: Wide, rows: NDArray[np.int64] | None = None) -> None:
        """The best choices; what they are worth is added to the level below, or to such a row of each state."""
        round_levels.decide(
            sums,
            self.states.numbers,
            self.kinds,
            self._targets,
            self.offered,
            self.parents if rows is None else rows,
            self._entries,
            lower,
            self.chosen,
        )

    def follow(self, came: Came) -> tuple[Came, list[dict[str, int]], list[int]]:
        """Where the choices lead; how many states make each choice of each node, and in how many several are best."""
        after = np.full(self.states.size, NO_TARGET, dtype=np.uint16)
        may = np.zeros(self.states.size, dtype=np.uint64)
        bits = [0 if isinstance(target, End) else 1 << at for at, target in enumerate(self.columns.targets)]
        taken, ties, stuck = round_levels.follow(
            self.kinds,
            self.states.numbers,
            self.states.weights,
            self.parents,
            self._targets,
            len(self.columns),
            self.offered,
            self.chosen,
            came.after,
            came.may,
            self._entries,
            after,
            may,
            np.array(bits, dtype=np.uint64),
        )
        if stuck >= 0:
            raise_nothing_offered(self.nodes[stuck])
        names = [
            {option.name: int(taken[number, at]) for at, option in enumerate(node.options) if option.choice is not None}
            for number, node in enumerate(self.nodes)
        ]
        return Came(after, may), names, [int(count) for count in ties]


@dataclass(frozen=True, eq=False)
class Came:
    """By number of a state: the column that its decisions lead to, and those that other decisions would, as bits."""

    after: NDArray[np.uint16]
    may: NDArray[np.uint64]


def start() -> Came:
    """Before the first level there is one state, with one column."""
    return Came(np.zeros(1, dtype=np.uint16), np.ones(1, dtype=np.uint64))


def raise_nothing_offered(node: Node) -> NoReturn:
    done = ", ".join(name for _, name in node.way)
    place = f"stage {node.stage + 1}, after {done}," if done else f"stage {node.stage + 1}"
    raise SelectionError(f"{place} offers no choice with some cards; leave out `when` of one choice at least")
