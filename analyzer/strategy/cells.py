"""Cells: states that no condition of a rule distinguishes, taken as one, with what each action is worth there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import RANKS
from analyzer.cards.ranking import read_value
from analyzer.errors import TooLargeError
from analyzer.integers import MAX_VALUE, Integers, magnitude
from analyzer.strategy.features import NamedDiscards, SeenRows
from analyzer.strategy.file import floor_of
from analyzer.strategy.rules import CONDITIONS, NO_RANK, Decision, Floor
from analyzer.strategy.stages import DecisionStage

STRENGTH = "strength"
_STRAIGHTS = frozenset({"straight", "straight-flush", "royal-flush"})
# The features that the search looks at: of the hand, of the community card, of the card discarded.
FEATURES = (
    STRENGTH, "hand", "ranks", "kicker", "jokers", "suited", "connected", "straight_ranks", "total", "low",
    "flush_high", "second_high", "third_high", "outs", "start_points",
)  # fmt: skip
FEATURES_WITH_BOARD = (
    STRENGTH, "hand", "ranks", "kicker", "jokers", "own_jokers", "outs", "points", "board", "board_pairs", "board_over",
)  # fmt: skip
FEATURES_TO_DISCARD = ("hand", "jokers", "suited", "straight_ranks")
DISCARDED, KEPT = "discards", ("straight_ranks", "high")


@dataclass(frozen=True)
class Axis:
    """One feature of the cells: its values, how many there can be, and how an interval of them is written."""

    name: str
    values: NDArray[np.uint16]
    size: int
    action: int = -1  # the action that it is about, where it is about the discard


@dataclass(frozen=True)
class Box:
    """A rule of the search: an action for the cells within an interval of each of some axes."""

    action: int
    bounds: tuple[tuple[int, int, int], ...] = ()  # (axis, low, high)


@dataclass(frozen=True, eq=False)
class Cells:
    """States that no axis distinguishes, taken as one: `worth[cell, action]`, and where an action is possible."""

    decision: Decision
    actions: tuple[str, ...]
    axes: tuple[Axis, ...]
    worth: Integers
    possible: NDArray[np.bool_]
    floors: tuple[Floor, ...]
    types: tuple[Floor, ...]

    def __len__(self) -> int:
        return len(self.worth)

    def inside(self, box: Box) -> NDArray[np.bool_]:
        """The cells for which a rule decides if none before it does."""
        inside = self.possible[:, box.action].copy()
        for axis, low, high in box.bounds:
            values = self.axes[axis].values
            inside &= (values >= low) & (values <= high)
        return inside


def cells_of(stage: DecisionStage, reached: Integers) -> Cells:
    """The cells of a stage; only states that are reached count."""
    rows = np.flatnonzero(reached)
    seen = stage.seen[rows]
    actions, worth, possible, about = _actions(stage, rows, seen)
    columns: list[tuple[str, Integers, int]] = [*_shared(seen, stage), *about]
    group, first = _grouped([values for _, values, _ in columns])
    weights = reached[rows]
    if magnitude(worth) * int(weights.sum()) >= MAX_VALUE:
        raise TooLargeError(
            "the pays are too large, or their common denominator is, for a search in 64-bit numbers; "
            "search with rounder pays and evaluate the rules found with these"
        )
    worth = worth.astype(np.int64)
    sums = np.zeros((len(first), len(actions)), dtype=np.int64)
    for number in range(len(actions)):
        np.add.at(sums[:, number], group, worth[:, number] * weights)
    strengths, floors = _floors(seen)
    axes = []
    for name, values, action in columns:
        own = strengths[first] if name == STRENGTH else values[first]
        size = len(floors) if name == STRENGTH else int(own.max()) + 1
        # No rule asks for a rank that a hand does not have; it may ask for a joker on the board.
        ranked = (name == DISCARDED or CONDITIONS.get(name) == "ranks") and name != "board"
        axes.append(Axis(name, own.astype(np.uint16), min(size, NO_RANK) if ranked else size, action))
    ranking, hand_size = seen.ranking, seen.size
    types = tuple(floor_of(name, ranking, hand_size) for name in ranking.types(hand_size))
    return Cells(stage.decision, actions, tuple(axes), sums, possible[first], floors, types)


def _shared(seen: SeenRows, stage: DecisionStage) -> Iterator[tuple[str, Integers, int]]:
    """The features that are about the hand."""
    names = FEATURES_WITH_BOARD if stage.decision.sees_board else FEATURES
    for name in FEATURES_TO_DISCARD if stage.chooses_a_card else names:
        yield name, _floors(seen)[0] if name == STRENGTH else seen.feature(name), -1


def _floors(seen: SeenRows) -> tuple[NDArray[np.uint16], tuple[Floor, ...]]:
    """Which of the hands that a rule can name each row has, and those hands, lowest first."""
    detail = 3 if seen.size == 3 else 2
    different, place = np.unique(seen.values >> 1, return_inverse=True)
    texts = []
    for strength in different:
        hand = read_value(int(strength) << 1 | 1)
        ranks = "-".join(RANKS[rank] for rank in hand.ranks[:detail])
        texts.append(hand.type if hand.type in _STRAIGHTS or not ranks else f"{hand.type} {ranks}")
    names = list(dict.fromkeys(texts))
    of_strength = np.array([names.index(text) for text in texts], dtype=np.uint16)
    return of_strength[place], tuple(floor_of(name, seen.ranking, seen.size) for name in names)


def _actions(
    stage: DecisionStage, rows: NDArray[np.intp], seen: SeenRows
) -> tuple[tuple[str, ...], Integers, NDArray[np.bool_], list[tuple[str, Integers, int]]]:
    """(the actions, what each is worth in each row, where it is possible, features of what it discards)."""
    actions, values = stage.decision.actions, stage.values[rows]
    if not stage.chooses_a_card:
        return actions, values, np.ones(values.shape, dtype=bool), []
    discards, every = NamedDiscards(seen), np.arange(len(rows))
    worth = np.zeros((len(rows), len(actions)), dtype=values.dtype)
    possible = np.zeros(worth.shape, dtype=bool)
    about: list[tuple[str, Integers, int]] = []
    for number, action in enumerate(actions):
        places = discards.places(action)
        possible[:, number] = places >= 0
        named = np.where(places >= 0, places, 0).astype(np.intp)
        worth[:, number] = np.where(places >= 0, values[every, named], 0)
        if action.startswith(("keep", "discard")):
            own = np.minimum(named, seen.own.shape[1] - 1)
            about.append((DISCARDED, np.minimum(seen.own[every, own] >> 2, NO_RANK), number))
            for name in KEPT:
                kept = np.stack([left.feature(name) for left in discards.kept], axis=1)
                about.append((name, kept[every, own], number))
    return actions, worth, possible, about


def _grouped(columns: Sequence[Integers]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """(the group of each row, the first row of each group): rows with equal values in all columns are a group."""
    group = np.zeros(len(columns[0]), dtype=np.int64)
    size = 1
    for column in columns:
        values = int(column.max()) + 1
        if size * values >= 1 << 62:
            different, group = np.unique(group, return_inverse=True)
            size = len(different)
        group = group * values + column
        size *= values
    _, first, place = np.unique(group, return_index=True, return_inverse=True)
    return place, first
