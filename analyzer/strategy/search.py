"""Short lists of rules that cost little. Every figure is exact, but the search does not prove that a list is the best.

States that no condition tells apart are one cell, with the sum of what each action is worth there. A rule is a box: an
interval of values for each of a few features. A list grows by the rule, at the place in the list, that saves
most; then each rule in turn is replaced by the best rule for its place, until nothing is gained.
Short lists are polished in this way after every rule that is put in.
All sums are integers, and ties go to the first candidate, so every machine finds the same list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import RANKS
from analyzer.cards.ranking import read_value
from analyzer.errors import TooLargeError
from analyzer.integers import MAX_VALUE, Integers, magnitude
from analyzer.run.jobs import Run
from analyzer.strategy.evaluation import Evaluation, evaluate
from analyzer.strategy.features import Discards, SeenCards
from analyzer.strategy.file import floor_of
from analyzer.strategy.rules import (
    CONDITIONS,
    KEEP_CONDITIONS,
    MAX_NUMBER,
    NO_RANK,
    Condition,
    Decision,
    Floor,
    Rule,
    Strategy,
)
from analyzer.strategy.stages import Stage, Stages

BEAM = 4
MAX_CONDITIONS = 3
MAX_REGROWN = 6  # polishing takes longer with the square of the rules
STRENGTH = "strength"
_STRAIGHTS = frozenset({"straight", "straight-flush", "royal-flush"})
_LOW_BITS = 26
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
    """States that no axis tells apart, as one: `worth[cell, action]`, and where an action is possible."""

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


# --- making cells ----------------------------------------------------------------------------------------------------


def cells_of(stage: Stage, reached: Integers) -> Cells:
    """The cells of a stage; only states that are reached count."""
    rows = np.flatnonzero(reached)
    seen = stage.seen[rows]
    actions, worth, possible, about = _actions(stage, rows, seen)
    columns: list[tuple[str, NDArray[Any], int]] = [*_shared(seen, stage), *about]
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


def _shared(seen: SeenCards, stage: Stage) -> Iterator[tuple[str, NDArray[Any], int]]:
    """The features that are about the hand."""
    names = FEATURES_WITH_BOARD if stage.decision.sees_board else FEATURES
    for name in FEATURES_TO_DISCARD if stage.chooses_a_card else names:
        yield name, _floors(seen)[0] if name == STRENGTH else seen.feature(name), -1


def _floors(seen: SeenCards) -> tuple[NDArray[np.uint16], tuple[Floor, ...]]:
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
    stage: Stage, rows: NDArray[np.intp], seen: SeenCards
) -> tuple[tuple[str, ...], Integers, NDArray[np.bool_], list[tuple[str, NDArray[Any], int]]]:
    """(the actions, what each is worth in each row, where it is possible, features of what it discards)."""
    actions, values = stage.decision.actions, stage.values[rows]
    if not stage.chooses_a_card:
        return actions, values, np.ones(values.shape, dtype=bool), []
    discards, every = Discards(seen), np.arange(len(rows))
    worth = np.zeros((len(rows), len(actions)), dtype=values.dtype)
    possible = np.zeros(worth.shape, dtype=bool)
    about: list[tuple[str, NDArray[Any], int]] = []
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


def _grouped(columns: Sequence[NDArray[Any]]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
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


# --- searching -------------------------------------------------------------------------------------------------------


class ListSearch:
    """A list of boxes that is made better step by step. `fallback` is the action where no box decides."""

    def __init__(self, cells: Cells, fallback: int = 0, boxes: Sequence[Box] = ()) -> None:
        self.cells = cells
        self.fallback = fallback
        self.boxes = list(boxes)

    def value(self) -> int:
        """What the list is worth."""
        return int(self._current(self.boxes).sum())

    def _current(self, boxes: Sequence[Box]) -> Integers:
        """What the list's choice is worth in each cell."""
        worth = self.cells.worth[:, self.fallback].copy()
        for box in reversed(boxes):
            inside = self.cells.inside(box)
            worth[inside] = self.cells.worth[inside, box.action]
        return worth

    def best_insertion(self, boxes: Sequence[Box], least: int = 0) -> tuple[int, int, Box]:
        """(what is gained, the place, the box) of the best box to insert anywhere, if it gains more than `least`."""
        current = self._current(boxes)
        free = np.ones(len(self.cells), dtype=bool)
        best = (0, len(boxes), Box(self.fallback))
        for place in range(len(boxes) + 1):
            for action in range(len(self.cells.actions)):
                reachable = np.flatnonzero(free & self.cells.possible[:, action])
                gains = self.cells.worth[reachable, action] - current[reachable]
                changed = np.flatnonzero(gains)
                gained, box = self._best_box(action, reachable[changed], gains[changed], max(best[0], least))
                if gained > best[0]:
                    best = (gained, place, box)
            if place < len(boxes):
                free &= ~self.cells.inside(boxes[place])
        return best

    def _best_box(self, action: int, cells: NDArray[np.intp], gains: Integers, least: int) -> tuple[int, Box]:
        """The box that gains most with an action: the best pairs of conditions, with more of them as far as that helps.

        Pairs are tried on all cells and on those of each single hand, unless they cannot gain more than `least`.
        """
        best = (int(gains.sum()), Box(action))
        for seed in self._seeds(action, cells):
            inside = self._inside(seed, cells)
            if int(np.maximum(gains[inside], 0).sum()) <= max(best[0], least):
                continue
            for start in self._best_pairs(seed, cells[inside], gains[inside]):
                tuned = self._tuned(self._narrowest(start, cells, gains), cells, gains)
                if tuned[0] > best[0]:
                    best = tuned
        return best

    def _seeds(self, action: int, cells: NDArray[np.intp]) -> list[Box]:
        hand = next(number for number, axis in enumerate(self.cells.axes) if axis.name == "hand")
        held = np.unique(self.cells.axes[hand].values[cells]).tolist()
        return [Box(action), *(Box(action, ((hand, value, value),)) for value in held if len(held) > 1)]

    def _best_pairs(self, seed: Box, cells: NDArray[np.intp], gains: Integers) -> list[tuple[int, Box]]:
        """The seed with the best intervals of two more axes, for the pairs of axes that gain most."""
        used = {axis for axis, _, _ in seed.bounds}
        usable = [
            (number, axis)
            for number, axis in enumerate(self.cells.axes)
            if number not in used and axis.action in (-1, seed.action)
        ]
        gain_of: dict[Box, int] = {}
        for (one, first), (two, second) in combinations(usable, 2):
            values = first.values[cells], second.values[cells]
            gained, own, other = best_rectangle(values, gains, (first.size, second.size))
            bounds = [*seed.bounds, *self._bound(one, *own), *self._bound(two, *other)]
            gain_of.setdefault(replace(seed, bounds=tuple(sorted(bounds))), gained)
        ranked = sorted(gain_of.items(), key=lambda pair: (-pair[1], len(pair[0].bounds)))
        return [(gained, box) for box, gained in ranked[:BEAM] if gained > 0]

    def _bound(self, axis: int, low: int, high: int) -> list[tuple[int, int, int]]:
        """A condition, or none if every value is allowed."""
        return [] if (low, high) == (0, self.cells.axes[axis].size - 1) else [(axis, low, high)]

    def _narrowest(self, start: tuple[int, Box], cells: NDArray[np.intp], gains: Integers) -> tuple[int, Box]:
        """Add one condition after another, as long as each gains something."""
        best = start
        while len(best[1].bounds) < MAX_CONDITIONS:
            narrower = max(self._narrowed(best[1], cells, gains), key=lambda pair: pair[0], default=best)
            if narrower[0] <= best[0]:
                break
            best = narrower
        return best

    def _narrowed(self, box: Box, cells: NDArray[np.intp], gains: Integers) -> Iterator[tuple[int, Box]]:
        """The box with one more condition: for each axis without one, the best interval."""
        inside = self._inside(box, cells)
        cells, gains = cells[inside], gains[inside]
        used = {axis for axis, _, _ in box.bounds}
        for number, axis in enumerate(self.cells.axes):
            if number not in used and axis.action in (-1, box.action) and len(cells):
                gained, low, high = best_interval(axis.values[cells], gains, axis.size)
                bounds = (*box.bounds, *self._bound(number, low, high))
                yield gained, replace(box, bounds=tuple(sorted(bounds)))

    def _inside(self, box: Box, cells: NDArray[np.intp]) -> NDArray[np.bool_]:
        inside = np.ones(len(cells), dtype=bool)
        for axis, low, high in box.bounds:
            values = self.cells.axes[axis].values[cells]
            inside &= (values >= low) & (values <= high)
        return inside

    def _tuned(self, start: tuple[int, Box], cells: NDArray[np.intp], gains: Integers) -> tuple[int, Box]:
        """Replace one condition at a time by a better one, until nothing is gained."""
        best = start
        improved = True
        while improved:
            improved = False
            for bound in best[1].bounds:
                without = replace(best[1], bounds=tuple(other for other in best[1].bounds if other != bound))
                for gained, box in self._narrowed(without, cells, gains):
                    if gained > best[0]:
                        best, improved = (gained, box), True
        return best

    def grow(self) -> bool:
        """Insert the best box; False if no box gains anything."""
        gained, place, box = self.best_insertion(self.boxes)
        if gained > 0:
            self.boxes.insert(place, box)
        return gained > 0

    def polish(self, step: Callable[[], None] = lambda: None) -> None:
        """Replace boxes one at a time while that gains something."""
        since, number = 0, 0
        while since < len(self.boxes):
            number %= len(self.boxes)
            value, others = self.value(), self.boxes[:number] + self.boxes[number + 1 :]
            needed = value - int(self._current(others).sum())
            gained, place, box = self.best_insertion(others, needed)
            since += 1
            tried = ListSearch(self.cells, self.fallback, [*others[:place], box, *others[place:]])
            if gained > needed and tried.value() > value:
                self.boxes, since = tried.boxes, 0
            number += 1
            step()

    def drop_idle(self) -> None:
        """Leave out boxes without which the list is worth as much."""
        for box in list(self.boxes):
            others = [other for other in self.boxes if other is not box]
            if int(self._current(others).sum()) >= self.value():
                self.boxes = others


# --- from boxes to rules ---------------------------------------------------------------------------------------------


def fallbacks(cells: Cells) -> list[int]:
    """The actions that may be the default where no rule matches; of discards only the first, which every hand has."""
    return [0] if cells.decision.id == "discard" else list(range(len(cells.actions)))


def rule_of(cells: Cells, box: Box) -> Rule:
    """A box as a rule."""
    rule = Rule(cells.actions[box.action])
    for number, low, high in box.bounds:
        axis = cells.axes[number]
        if axis.name == STRENGTH:
            at_least = cells.floors[low] if low else None
            below = cells.floors[high + 1] if high < axis.size - 1 else None
            rule = replace(rule, at_least=at_least, below=below)
        elif axis.name == "hand" and low and high == axis.size - 1 and rule.at_least is None:
            rule = replace(rule, at_least=cells.types[low])
        elif axis.name == "hand" and not low and high + 1 < len(cells.types) and rule.below is None:
            rule = replace(rule, below=cells.types[high + 1])
        elif axis.name == DISCARDED:
            rule = replace(rule, discards=_allowed(axis, low, high))
        elif axis.action >= 0:
            rule = replace(rule, keep=(*rule.keep, Condition(axis.name, _allowed(axis, low, high))))
        else:
            rule = replace(rule, when=(*rule.when, Condition(axis.name, _allowed(axis, low, high))))
    return replace(rule, when=_in_order(rule.when, list(CONDITIONS)), keep=_in_order(rule.keep, KEEP_CONDITIONS))


def _in_order(conditions: Sequence[Condition], keys: Sequence[str]) -> tuple[Condition, ...]:
    """In the order in which a file that is read has them."""
    return tuple(sorted(conditions, key=lambda condition: keys.index(condition.feature)))


def _allowed(axis: Axis, low: int, high: int) -> int:
    """An interval as bits. One that reaches the largest value here has no upper end."""
    if high == axis.size - 1:
        kind = "ranks" if axis.name == DISCARDED else CONDITIONS[axis.name]
        last = {"number": MAX_NUMBER, "ranks": len(RANKS) - 1}.get(kind, high)
        high = max(high, last)
    return (1 << high + 1) - (1 << low)


def find_strategy(stages: Stages, most_rules: int, run: Run) -> Evaluation:
    """The cheapest list of at most so many rules that the search finds, evaluated."""
    best = stages.follow([stage.best() for stage in stages.stages])
    every = [cells_of(stage, reached) for stage, reached in zip(stages.stages, best.reached, strict=True)]
    searches = [[ListSearch(cells, fallback) for fallback in fallbacks(cells)] for cells in every]
    with run.steps("rules tried", most_rules * sum(len(own) for own in searches)) as step:
        curves = [[_curve(search, most_rules, step) for search in own] for own in searches]
    fallback_of = [number for number, _ in _split([_cheapest(own, most_rules) for own in curves], most_rules)]
    kept = [own[number] for own, number in zip(searches, fallback_of, strict=True)]
    grown = [own[number] for own, number in zip(curves, fallback_of, strict=True)]
    with run.steps("lists polished", len(kept)) as step:
        polished = [_polished_curve(search, min(most_rules, MAX_REGROWN), step) for search in kept]
    both = [_cheapest(pair, most_rules) for pair in zip(grown, polished, strict=True)]
    lists = [
        _finished(search, (plain, own)[number][rules][1])
        for search, plain, own, (number, rules) in zip(kept, grown, polished, _split(both, most_rules), strict=True)
    ]
    return evaluate(_strategy(stages, lists), stages)


Curve = list[tuple[int, tuple[Box, ...]]]


def _curve(search: ListSearch, most: int, step: Callable[[], None]) -> Curve:
    """What the list is worth with no rule, with one, and so on, and the rules."""
    curve: Curve = [(search.value(), ())]
    for _ in range(most):
        if search.grow():
            curve.append((search.value(), tuple(search.boxes)))
        step()
    return curve


def _polished_curve(search: ListSearch, most: int, step: Callable[[], None]) -> Curve:
    """The same, but every list is polished before the next rule is added, which often leads to a better one."""
    anew = ListSearch(search.cells, search.fallback)
    curve: Curve = [(anew.value(), ())]
    while len(anew.boxes) < most and anew.grow():
        anew.polish()
        curve.append((anew.value(), tuple(anew.boxes)))
    step()
    return curve


def _finished(search: ListSearch, boxes: Sequence[Box]) -> ListSearch:
    """The list polished, without rules that do nothing."""
    finished = ListSearch(search.cells, search.fallback, boxes)
    finished.polish()
    finished.drop_idle()
    return finished


def _cheapest(curves: Sequence[Curve], most: int) -> list[tuple[int, tuple[int, int]]]:
    """For each number of rules: what the best list is worth, and which it is (the search, its length)."""
    cheapest = []
    for rules in range(most + 1):
        lists = [
            (curve[length][0], (number, length))
            for number, curve in enumerate(curves)
            for length in range(min(rules, len(curve) - 1) + 1)
        ]
        cheapest.append(max(lists, key=lambda pair: (pair[0], -pair[1][1], -pair[1][0])))
    return cheapest


def _split(cheapest: Sequence[list[tuple[int, tuple[int, int]]]], most: int) -> list[tuple[int, int]]:
    """How many rules each decision gets, so that together they are worth the most."""
    splits = [split for split in product(range(most + 1), repeat=len(cheapest)) if sum(split) <= most]
    worth = {split: sum(own[rules][0] for own, rules in zip(cheapest, split, strict=True)) for split in splits}
    best = max(splits, key=lambda split: (worth[split], -sum(split), split))
    return [own[rules][1] for own, rules in zip(cheapest, best, strict=True)]


def _strategy(stages: Stages, lists: Sequence[ListSearch]) -> Strategy:
    rules = [rule_of(search.cells, box) for search in lists for box in search.boxes]
    otherwise = {search.cells.decision.id: search.cells.actions[search.fallback] for search in lists}
    return Strategy(
        game=stages.game.id,
        wager=stages.wager.id,
        name=f"simple-{len(rules)}",
        rules=tuple(rules),
        otherwise=otherwise,
        title=f"{len(rules)} rule{'s' if len(rules) != 1 else ''} found by search",
        paytable=stages.paytable.id,
    )


# --- intervals -------------------------------------------------------------------------------------------------------


def best_interval(values: NDArray[np.uint16], gains: Integers, size: int) -> tuple[int, int, int]:
    """(what is gained, low, high): the interval of values below `size` with the largest sum of gains, the widest such.

    >>> best_interval(np.array([0, 1, 2, 3], dtype=np.uint16), np.array([-1, 5, -2, 4]), 4)
    (7, 1, 3)
    """
    sums = _sums(values.astype(np.int64), gains, max(size, int(values.max()) + 1))[None, :size]
    gained, low, high = _intervals(sums)
    return int(gained[0]), int(low[0]), int(high[0])


def best_rectangle(
    values: tuple[NDArray[np.uint16], NDArray[np.uint16]], gains: Integers, sizes: tuple[int, int]
) -> tuple[int, tuple[int, int], tuple[int, int]]:
    """(what is gained, an interval of each of two axes): the intervals with the largest sum of gains.

    >>> one, two = np.array([0, 0, 1, 1], dtype=np.uint16), np.array([0, 1, 0, 1], dtype=np.uint16)
    >>> best_rectangle((one, two), np.array([5, -9, 3, -1]), (2, 2))
    (8, (0, 1), (0, 0))
    """
    if sizes[0] > sizes[1]:
        gained, other, own = best_rectangle((values[1], values[0]), gains, (sizes[1], sizes[0]))
        return gained, own, other
    inside = (values[0] < sizes[0]) & (values[1] < sizes[1])
    places = values[0][inside].astype(np.int64) * sizes[1] + values[1][inside]
    sums = _sums(places, gains[inside], sizes[0] * sizes[1]).reshape(sizes)
    before = np.concatenate([np.zeros((1, sizes[1]), dtype=np.int64), np.cumsum(sums, axis=0)])
    # The widest intervals of the first axis come first, so that of equals they are taken.
    lows, highs = np.triu_indices(sizes[0])
    order = np.argsort(lows - highs, kind="stable")
    lows, highs = lows[order], highs[order]
    gained_all, low, high = _intervals(before[highs + 1] - before[lows])
    best = int(np.argmax(gained_all))
    return int(gained_all[best]), (int(lows[best]), int(highs[best])), (int(low[best]), int(high[best]))


def _intervals(sums: Integers) -> tuple[Integers, NDArray[np.intp], NDArray[np.intp]]:
    """(what is gained, low, high) of the best interval of each row, the widest of equals."""
    rows, size = np.arange(len(sums)), sums.shape[1]
    before = np.concatenate([np.zeros((len(sums), 1), dtype=np.int64), np.cumsum(sums, axis=1)], axis=1)
    gained = before[:, 1:] - np.minimum.accumulate(before, axis=1)[:, :-1]
    high = size - 1 - np.argmax(gained[:, ::-1], axis=1)
    reachable = np.where(np.arange(size)[None, :] <= high[:, None], before[:, :-1], np.iinfo(np.int64).max)
    return gained[rows, high], np.argmin(reachable, axis=1), high


def _sums(values: Integers, gains: Integers, size: int) -> Integers:
    """Sums of gains by value, exactly: floats hold each half, and less than 2^53 in all."""
    low = np.bincount(values, weights=gains & ((1 << _LOW_BITS) - 1), minlength=size)
    high = np.bincount(values, weights=gains >> _LOW_BITS, minlength=size)
    return (high.astype(np.int64) << _LOW_BITS) + low.astype(np.int64)
