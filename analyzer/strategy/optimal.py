"""The optimal strategy as a table that a person can read, and as the complete table of all suit classes.

The readable table splits hands by type, jokers, draw, rank and kicker, each only where that is worth anything; what it
costs to always do what a row says is exact, and no row is split that costs less than `TOLERANCE`.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import card_name, hand_name
from analyzer.csv_text import csv_text
from analyzer.documents import JsonDict
from analyzer.errors import SelectionError
from analyzer.files import write_bytes, write_text
from analyzer.game.house_way import ranks_text
from analyzer.integers import Integers, array_of, sums_by_group
from analyzer.pricing.decided import decided_result
from analyzer.strategy.evaluation import word_of
from analyzer.strategy.features import NamedDiscards, SeenRows
from analyzer.strategy.rules import NO_RANK, STAND_PAT
from analyzer.strategy.stages import DecisionStage, Stages

SCHEMA = "exactodds/optimal-strategy/1"
TOLERANCE = Fraction(1, 20_000)
NO_DRAW, INSIDE, OPEN, FLUSH = range(4)
DRAWS = ("none", "one rank makes a straight", "two or more ranks make a straight", "one card short of a flush")
_KEYS = ("hand", "jokers", "draw", "ranks", "kicker")


@dataclass(frozen=True)
class HandGroup:
    """Hands alike in all keys: how many, what each action is worth (None: not possible), the best."""

    key: tuple[int, ...]
    weight: int
    worth: tuple[int | None, ...]
    best: int


@dataclass(frozen=True)
class StrategyRow:
    """A line of the table: ranks and kickers (bits, 0 for any), the action, how often, and what it loses."""

    hand: int
    jokers: int
    draw: int
    ranks: int
    kickers: int
    action: int
    weight: int
    loss: int


def optimal_document(stages: Stages) -> JsonDict:
    """The optimal strategy for JSON and for the screen: the table, how often each choice is made, the closest calls."""
    result = decided_result(stages.solver, stages.paytable).document()
    closest = result.get("closest", [])
    return {
        "schema": SCHEMA,
        "game": stages.game.id,
        "options": dict(stages.game.chosen),
        "wager": stages.wager.id,
        "paytable": stages.paytable.id,
        "ev": str(stages.best_ev),
        "choices": result["choices"],
        "tables": [_table(stages, stage) for stage in stages.stages],
        "closest": closest,
    }


def _table(stages: Stages, stage: DecisionStage) -> JsonDict:
    more_to_come = stages.stages[0].chooses_a_card or len(stages.stages) > 1
    weights = stage.weights if stage is stages.stages[0] else _reached(stages)
    total = stages.hands if stage is stages.stages[0] else int(stage.weights.sum())
    groups = _hand_groups(stage, weights, more_to_come)
    limit = int(TOLERANCE * stages.scale)
    rows = list(_rows(groups, limit))
    types = stage.seen.ranking.types(stage.seen.size)
    return {
        "decision": stage.decision.id,
        "cost": str(Fraction(sum(row.loss for row in rows), stages.scale)),
        "rows": [
            {
                "hand": types[row.hand],
                "jokers": str(row.jokers) if row.jokers >= 0 else "",
                "ranks": ranks_text(row.ranks) if row.ranks else "",
                "kicker": ranks_text(row.kickers) if row.kickers else "",
                "draw": DRAWS[row.draw] if row.draw >= 0 else "",
                "action": word_of(stage, row.action),
                "frequency": str(Fraction(row.weight, total)),
                "cost": str(Fraction(row.loss, stages.scale)),
            }
            for row in rows
        ],
    }


def _reached(stages: Stages) -> Integers:
    """How often each state of the second stage is reached by the best play."""
    return stages.follow([stage.best() for stage in stages.stages]).reached[1]


def _hand_groups(stage: DecisionStage, weights: Integers, more_to_come: bool) -> list[HandGroup]:
    rows = np.flatnonzero(weights)
    seen = stage.seen[rows]
    worth, possible = _worth(stage, rows, seen)
    draw = _draws(seen) if more_to_come else np.zeros(len(rows), dtype=np.uint8)
    columns = [draw if name == "draw" else seen.feature(name) for name in _KEYS]
    key = np.zeros(len(rows), dtype=np.int64)
    for column in columns:
        key = key * 16 + column
    different, group_of = np.unique(key, return_inverse=True)
    often, size = weights[rows], len(different)
    weight = sums_by_group(group_of, often, np.ones(len(rows), dtype=np.int64), size)
    best = sums_by_group(group_of, often, stage.values[rows].max(axis=1), size)
    sums = [sums_by_group(group_of, often, worth[:, action], size) for action in range(worth.shape[1])]
    never = [np.bincount(group_of, ~possible[:, action], len(different)) > 0 for action in range(worth.shape[1])]
    return [
        HandGroup(
            tuple(int(code) >> shift & 15 for shift in (16, 12, 8, 4, 0)),
            int(weight[place]),
            tuple(None if no[place] else int(own[place]) for own, no in zip(sums, never, strict=True)),
            int(best[place]),
        )
        for place, code in enumerate(different)
    ]


def _worth(stage: DecisionStage, rows: NDArray[np.intp], seen: SeenRows) -> tuple[Integers, NDArray[np.bool_]]:
    """[row, action] what each action is worth, and where it is possible."""
    values = stage.values[rows]
    if not stage.chooses_a_card:
        return values, np.ones(values.shape, dtype=bool)
    places = np.stack([NamedDiscards(seen).places(action) for action in stage.decision.actions], axis=1)
    return np.take_along_axis(values, np.where(places >= 0, places, 0).astype(np.intp), axis=1), places >= 0


def _draws(seen: SeenRows) -> NDArray[np.uint8]:
    """What a hand draws to: a flush before a straight."""
    straight = np.minimum(seen.feature("straight_ranks"), OPEN)
    return np.where(seen.feature("suited") == seen.size - 1, FLUSH, straight).astype(np.uint8)


def _best_action(groups: Sequence[HandGroup]) -> tuple[int, int]:
    """(the single action that is best for all groups together, what it loses); -1 if none is always possible."""
    sums: list[tuple[int, int]] = []
    for action in range(len(groups[0].worth)):
        own = [group.worth[action] for group in groups]
        if None not in own:
            sums.append((sum(worth for worth in own if worth is not None), -action))
    if not sums:
        return -1, 0
    worth, action = max(sums)
    return -action, sum(group.best for group in groups) - worth


def _rows(groups: Sequence[HandGroup], limit: int, level: int = 1) -> Iterator[StrategyRow]:
    """The groups, hand by hand, split by the next key only where a single action would lose too much."""
    for hand, of_hand in groupby(groups, key=lambda group: group.key[0]):
        yield from _split(hand, list(of_hand), limit, level)


def _split(hand: int, groups: Sequence[HandGroup], limit: int, level: int) -> Iterator[StrategyRow]:
    action, loss = _best_action(groups)
    if action >= 0 and (loss <= limit or level == len(_KEYS)):
        yield _row(hand, groups, action, loss, level)
        return
    by_next_key = groupby(groups, key=lambda group: group.key[level])
    yield from _merged([row for _, own in by_next_key for row in _split(hand, list(own), limit, level + 1)])


def _row(hand: int, groups: Sequence[HandGroup], action: int, loss: int, level: int) -> StrategyRow:
    """A row for groups that agree in all keys before `level`."""
    _, jokers, draw, rank, kicker = (value if place < level else -1 for place, value in enumerate(groups[0].key))
    ranks, kickers = (1 << value if 0 <= value < NO_RANK else 0 for value in (rank, kicker))
    return StrategyRow(hand, jokers, draw, ranks, kickers, action, sum(group.weight for group in groups), loss)


def _merged(rows: Sequence[StrategyRow]) -> list[StrategyRow]:
    """Adjacent rows that say the same and differ only by rank or by kicker, merged into one."""
    merged: list[StrategyRow] = []
    for row in rows:
        last = merged[-1] if merged else None
        if last is not None and _alike(last, row):
            ranks, kickers = last.ranks | row.ranks, last.kickers | row.kickers
            weight, loss = last.weight + row.weight, last.loss + row.loss
            merged[-1] = replace(row, ranks=ranks, kickers=kickers, weight=weight, loss=loss)
        else:
            merged.append(row)
    return merged


def _alike(one: StrategyRow, other: StrategyRow) -> bool:
    if (one.hand, one.jokers, one.draw, one.action) != (other.hand, other.jokers, other.draw, other.action):
        return False
    by_rank = not one.kickers and not other.kickers and bool(one.ranks) == bool(other.ranks)
    return by_rank or (one.ranks == other.ranks and bool(one.kickers and other.kickers))


# --- the complete table ----------------------------------------------------------------------------------------------


def export(stages: Stages, path: Path) -> None:
    """Write every suit class with what each choice is worth: a text table, or numpy arrays with all states."""
    if path.suffix not in (".csv", ".npz"):
        raise SelectionError(f"{path} cannot be written: the complete table is a .csv or an .npz file")
    if path.suffix == ".csv":
        write_text(path, csv_text(_lines(stages)))
        return
    arrays = {name: _plain(array) for name, array in _arrays(stages).items()}
    made = io.BytesIO()
    np.savez_compressed(made, **arrays)  # type: ignore[arg-type]  # arrays by name
    write_bytes(path, made.getvalue())


def _plain(array: Integers) -> Integers:
    """Numbers beyond 64 bits as text: only Python could read an array of Python objects."""
    return array.astype(str) if array.dtype == object else array


def _unit(stages: Stages) -> int:
    """The denominator of the values of the first stage."""
    return stages.scale // stages.hands


def _arrays(stages: Stages) -> Mapping[str, Integers]:
    first = stages.stages[0]
    arrays: dict[str, Integers] = {
        "cards": first.seen.own,
        "hands": first.weights,
        "values": first.values,
        "best": first.best(),
        "unit": array_of([_unit(stages)]),
    }
    for second in stages.stages[1:]:
        shape = (-1, len(first.weights))
        arrays |= {
            "board": _boards(stages, second),
            "states": second.weights.reshape(shape),
            "second_values": second.values.reshape(*shape, second.values.shape[1]),
            "second_best": second.best().reshape(shape),
            "second_unit": array_of([_unit(stages) // (stages.game.deck.size - first.seen.own.shape[1])]),
        }
    return arrays


def _boards(stages: Stages, second: DecisionStage) -> NDArray[np.uint8]:
    """The first community cards: [column], or [column, row] where rows see them in different orders."""
    assert second.seen.board is not None
    boards = second.seen.board.reshape(-1, len(stages.stages[0].weights))
    same = bool((boards == boards[:, :1]).all())
    return np.ascontiguousarray(boards[:, 0]) if same else boards


def _lines(stages: Stages) -> Iterator[Sequence[object]]:
    first = stages.stages[0]
    best = first.best()
    bets = _bets_after(stages)
    yield (
        "hand",
        "hands",
        "best",
        *(f"value_{name.replace(' ', '_')}" for name in _choice_names(first)),
        "unit",
        *bets[:1],
    )
    unit = _unit(stages)
    for row in range(len(first.weights)):
        cards = [int(card) for card in first.seen.own[row]]
        choice = int(best[row])
        if first.chooses_a_card:
            action = "stand pat" if choice == len(cards) else f"discard {card_name(cards[choice])}"
        else:
            action = first.decision.actions[choice]
        values = (int(value) for value in first.values[row])
        yield (hand_name(cards), int(first.weights[row]), action, *values, unit, *(own[row] for own in bets[1:]))


def _choice_names(stage: DecisionStage) -> Sequence[str]:
    """The choices of a stage. Discards are named by the place of the card, since every hand has different cards."""
    if not stage.chooses_a_card:
        return stage.decision.actions
    cards = stage.seen.own.shape[1]
    discards = [f"discard {place}" for place in range(1, cards + 1)]
    return [*discards, STAND_PAT] if stage.values.shape[1] > cards else discards


def _bets_after(stages: Stages) -> list[Any]:
    """Nothing, or a heading and for each class the community cards after which it bets again."""
    if len(stages.stages) == 1:
        return []
    second = stages.stages[1]
    assert second.seen.board is not None
    bets = ((second.best() == 1) & (second.weights > 0)).reshape(-1, len(stages.stages[0].weights))
    boards = second.seen.board.reshape(bets.shape)
    columns = [
        " ".join(card_name(int(card)) for card in np.sort(cards[own]))
        for own, cards in zip(bets.T, boards.T, strict=True)
    ]
    return ["bets_after", columns]
