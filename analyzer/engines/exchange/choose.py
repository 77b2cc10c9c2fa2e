"""The best discards of many hands: by the kernel where 64 bits suffice, by Python's own integers beyond."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.exchange.draws import Draws
from analyzer.engines.exchange.rules import DiscardRules, ExchangeAmounts
from analyzer.integers import MAX_VALUE, Integers
from analyzer.kernels import exchange

# Hands whose choices are worked out at a time in Python's integers.
BLOCK = 1 << 12


@dataclass(frozen=True)
class Chosen:
    """For each hand its best discards, and what they are worth over all deals in units of 1/denominator.

    `margin`: how much less the best of the worse choices is worth, -1 where none is worse. `equals`: how many choices
    are worth as much. `is_open`: one of these differs from the best in nothing but the order of the cards, which
    decides between them, and yet ends in other events; so hands that a renaming of suits exchanges may end differently.
    """

    discards: NDArray[np.uint8]
    value: Integers
    margin: Integers
    equals: NDArray[np.uint8]
    is_open: NDArray[np.bool_]


def choose_discards(draws: Draws, rules: DiscardRules, amounts: ExchangeAmounts, hands: NDArray[np.uint8]) -> Chosen:
    """The best discards of each hand of places."""
    if fits(draws, rules, amounts):
        return _by_kernel(draws, rules, amounts, hands)
    blocks = [_exactly(draws, rules, amounts, hands[at : at + BLOCK]) for at in range(0, len(hands), BLOCK)]
    joined = {name: np.concatenate([getattr(block, name) for block in blocks]) for name in Chosen.__annotations__}
    return Chosen(**joined)


def fits(draws: Draws, rules: DiscardRules, amounts: ExchangeAmounts) -> bool:
    """Whether 64 bits hold the kernel's sums: over all final hands or over all deals, of amounts or their squares."""
    largest = max(amounts.largest, amounts.largest**2 if rules.by_variance else 0)
    return largest * max(len(draws.final.events), rules.deals) < MAX_VALUE


def _by_kernel(draws: Draws, rules: DiscardRules, amounts: ExchangeAmounts, hands: NDArray[np.uint8]) -> Chosen:
    amount, square = amounts.array(np.int64), amounts.array(np.int64, 2 if rules.by_variance else 1)
    counts = draws.table.astype(np.int64)
    sums = np.ascontiguousarray((counts @ amount.T).T)
    squares = np.ascontiguousarray((counts @ square.T).T) if rules.by_variance else sums
    numbers = range(rules.cards + 1)
    order = np.full(1 << rules.cards, 255, dtype=np.uint8)
    order[list(rules.permitted)] = np.arange(len(rules.permitted))
    return Chosen(
        *exchange.best_discards(
            hands,
            draws,
            np.array([number in rules.numbers for number in numbers], dtype=np.uint8),
            np.array(amounts.column, dtype=np.uint8),
            sums,
            squares,
            amount,
            square,
            np.array([rules.factor(number) if number in rules.numbers else 0 for number in numbers], dtype=np.int64),
            order,
            rules.by_variance,
        )
    )


def _exactly(draws: Draws, rules: DiscardRules, amounts: ExchangeAmounts, hands: NDArray[np.uint8]) -> Chosen:
    """The same from the events of every choice: slow, and right for any amounts."""
    permitted = list(rules.permitted)
    ends = exchange.all_ends(hands, draws)[:, permitted]
    values = np.empty(ends.shape[:2], dtype=object)
    squares = np.zeros_like(values)
    for place, discards in enumerate(permitted):
        amount = np.array(amounts.of(discards.bit_count()), dtype=object)
        scaled = ends[:, place].astype(object) * rules.factor(discards.bit_count())
        values[:, place] = scaled @ amount
        if rules.by_variance:
            squares[:, place] = scaled @ (amount * amount)
    taken = [_take(values[row], squares[row], ends[row], permitted) for row in range(len(hands))]
    best, margins, equals, opens = zip(*taken, strict=True)
    return Chosen(
        np.array(best, dtype=np.uint8),
        values.max(axis=1),
        np.array(margins, dtype=object),
        np.array(equals, dtype=np.uint8),
        np.array(opens, dtype=np.bool_),
    )


def _take(
    values: Integers, squares: Integers, ends: NDArray[np.int64], permitted: list[int]
) -> tuple[int, int, int, bool]:
    """Of one hand: the discards taken, margin, number of equals, and whether the order of cards alone decided."""
    best = values.max()
    equal = [place for place in range(len(permitted)) if values[place] == best]
    least = min(squares[place] for place in equal)
    taken = next(place for place in equal if squares[place] == least)
    number = permitted[taken].bit_count()
    is_open = any(
        squares[place] == least and permitted[place].bit_count() == number and (ends[place] != ends[taken]).any()
        for place in equal
    )
    worse = values[values < best]
    return permitted[taken], int(best - worse.max()) if len(worse) else -1, len(equal), is_open
