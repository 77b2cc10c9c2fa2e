"""Paytables, and what a wager returns once its outcomes have been counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TypeVar

from analyzer.reference.hands import Hand

LOSE = "lose"
Paytable = dict[str, Fraction]
Outcome = TypeVar("Outcome")


def paytables(names: str, rows: Mapping[str, str], losing: int = -1) -> dict[str, Paytable]:
    """Paytables from rows as they are printed: the names of the columns, then one row of payoffs a hand.

    What is on no row loses the wager: `losing` is its result.
    """
    tables: dict[str, Paytable] = {name: {} for name in names.split()}
    for line, payoffs in rows.items():
        for name, payoff in zip(names.split(), payoffs.split(), strict=True):
            tables[name][line] = Fraction(payoff)
    for table in tables.values():
        table[LOSE] = Fraction(losing)
    return tables


def highest_paying(lines: Iterable[str], table: Paytable) -> str:
    """Of several lines the one that pays most; "lose" if none of them is in the paytable."""
    return max((line for line in lines if line in table), key=lambda line: table[line], default=LOSE)


def line_or_lose(line: str, table: Paytable) -> str:
    """The line itself if the paytable has it, otherwise "lose"."""
    return line if line in table else LOSE


def line_of(hand: Hand) -> str:
    """The type of a hand, with the natural and the wild royal flush told apart."""
    if hand.type == "royal-flush":
        return "natural-royal-flush" if hand.natural else "wild-royal-flush"
    return hand.type


def expected_value(counts: Counter[Outcome], pays: Mapping[Outcome, Fraction]) -> Fraction:
    """The average result of a wager, each outcome weighted by the number of deals that lead to it."""
    total = sum((count * pays[outcome] for outcome, count in counts.items()), Fraction(0))
    return total / counts.total()
