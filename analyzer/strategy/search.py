"""Short lists of rules that cost little. Every figure is exact, but the search does not prove that a list is the best.

States that no condition tells apart are one cell, with the sum of what each action is worth there. A rule is a box: an
interval of values for each of a few features. A list grows by the rule, at the place in the list, that saves
most; then each rule in turn is replaced by the best rule for its place, until nothing is gained.
Short lists are polished in this way after every rule that is put in.
All sums are integers, and ties go to the first candidate, so every machine finds the same list.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

from analyzer.run.jobs import Run
from analyzer.strategy.box_rules import rule_of
from analyzer.strategy.cells import Box, Cells, cells_of
from analyzer.strategy.evaluation import Evaluation, evaluate
from analyzer.strategy.list_search import ListSearch
from analyzer.strategy.rules import Strategy
from analyzer.strategy.stages import Stages

MAX_REGROWN = 6  # polishing takes longer with the square of the rules


def fallbacks(cells: Cells) -> list[int]:
    """The actions that may be the default where no rule matches; of discards only the first, which every hand has."""
    return [0] if cells.decision.id == "discard" else list(range(len(cells.actions)))


def find_strategy(stages: Stages, most_rules: int, run: Run) -> Evaluation:
    """The cheapest list of at most that many rules that the search finds, evaluated."""
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
