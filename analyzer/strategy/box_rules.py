"""Boxes of a search as rules of a strategy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from analyzer.cards.deck import RANKS
from analyzer.strategy.cells import DISCARDED, STRENGTH, Axis, Box, Cells
from analyzer.strategy.rules import CONDITIONS, KEEP_CONDITIONS, MAX_NUMBER, Condition, Rule


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
