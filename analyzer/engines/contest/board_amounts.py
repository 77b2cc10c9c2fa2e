"""What rounds with community cards end with, as whole numbers, and as few sums of them as do.

With a raise of three and one of four added up, one of two is known: twice the first less the second. So a path whose
net results are a sum of those of others, with small whole factors, is a combination of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from analyzer.engines.bets import Bets, Path
from analyzer.errors import TooLargeError
from analyzer.integers import over_common_denominator

# The factors of a combination, added up without their signs.
MAX_FACTORS = 16
_BITS = 63


@dataclass(frozen=True)
class BoardAmounts:
    """Net results of the paths that end a round, in units of 1 / denominator.

    `constant` has those that end alike in every event (folds), `varying` the others by event.
    """

    denominator: int
    constant: Mapping[Path, int]
    varying: Mapping[Path, tuple[int, ...]]

    def check(self, deals: int, renamings: int) -> None:
        """Refuse amounts whose sums 64 bits would not hold.

        Bound: a value is a sum over at most `deals` deals, those of one pair of own cards, and so is what is added up
        for all pairs of the same faces; before it is divided by the number of renamings it is that many times as large;
        a combination adds up MAX_FACTORS of them at most.
        """
        rows = [*self.varying.values(), tuple(self.constant.values())]
        largest = max((abs(amount) for row in rows for amount in row), default=0)
        if largest * deals * max(renamings, MAX_FACTORS) >= 1 << _BITS:
            raise TooLargeError(
                f"the pays are too large, or their common denominator ({self.denominator:,}) is: sums over {deals:,} "
                "deals would need more than 64 bits; write pays with smaller denominators"
            )

    def reduced(self, paths: Iterable[Path]) -> Reduced:
        """Of these paths, in this order, those that the others are made of, and how."""
        columns: dict[Path, tuple[int, ...]] = {}
        combinations: dict[Path, Mapping[Path, int]] = {}
        for path in paths:
            factors = _factors(list(columns.values()), self.varying[path])
            if factors is None:
                columns[path] = self.varying[path]
            else:
                combinations[path] = dict(zip(columns, factors, strict=True))
        return Reduced(tuple(columns), combinations)


@dataclass(frozen=True)
class Reduced:
    """Paths whose sums are needed, and by path the factors of those that follow from them."""

    columns: tuple[Path, ...]
    combinations: Mapping[Path, Mapping[Path, int]]


def amounts_of(bets: Bets, events: int) -> BoardAmounts:
    nets = {path: bets.nets(path, events) for path in bets.ended_paths()}
    flat, denominator = over_common_denominator([net for row in nets.values() for net in row])
    whole = {path: tuple(flat[at * events :][:events]) for at, path in enumerate(nets)}
    constant = {path: row[0] for path, row in whole.items() if len(set(row)) == 1}
    return BoardAmounts(denominator, constant, {path: row for path, row in whole.items() if path not in constant})


def _factors(columns: Sequence[Sequence[int]], target: Sequence[int]) -> list[int] | None:
    """Small whole factors with which the columns add up to the target, if there are any.

    >>> _factors([[1, 5], [1, 4]], [1, 3]), _factors([[2, 2]], [1, 1]), _factors([], [1])
    ([-1, 2], None, None)
    """
    rows = [[Fraction(number) for number in row] for row in sorted(set(zip(*columns, target, strict=True)))]
    for place in range(len(columns)):
        pivot = next((row for row in rows[place:] if row[place]), None)
        if pivot is None:
            return None  # columns that depend on each other are never listed
        rows.remove(pivot)
        rows = [_without(row, pivot, place) for row in rows]
        rows.insert(place, [number / pivot[place] for number in pivot])
    factors = [row[-1] for row in rows[: len(columns)]]
    is_sum = all(not row[-1] for row in rows[len(columns) :])
    are_small = all(factor.denominator == 1 for factor in factors) and sum(map(abs, factors)) <= MAX_FACTORS
    return [int(factor) for factor in factors] if columns and is_sum and are_small else None


def _without(row: Sequence[Fraction], pivot: Sequence[Fraction], place: int) -> list[Fraction]:
    factor = row[place] / pivot[place]
    return [number - factor * other for number, other in zip(row, pivot, strict=True)]
