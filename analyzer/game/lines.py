"""The vocabulary of paytable lines: what a game file may say about cards, and how a kernel reads it.

A line is a set of tests; the cards satisfy the line when they pass all of them.

| key        | example               | meaning                                                                  |
|------------|-----------------------|--------------------------------------------------------------------------|
| `hand`     | `"flush"`             | the hand; a list means any of them                                       |
| `at_least` | `"straight"`          | that hand or a better one                                                |
| `ranks`    | `"Q-A"`               | rank of the pair, three, four or five of a kind, or of the top card      |
| `natural`  | `true` / `false`      | without a joker / with one                                               |
| `groups`   | `"4+2"`               | sets of equal rank in all the cards, largest first                       |
| `whole`    | `"straight-flush"`    | all the cards together are one straight, flush or straight flush         |
| `high`     | `"9"`                 | the highest natural card                                                 |
| `without`  | `["straight"]`        | the cards do not hold any of these hands, jokers included                |
| `colour`   | `"one"`               | all natural cards are red, or all are black                              |
| `beside`   | `"K,Q"`               | these ranks, in one suit, among the cards that a royal flush leaves      |
| `jokers`   | `0`                   | how many jokers the cards have                                           |

How `hand` is read depends on what the wager `uses`: with `best_ranked` it is the type of the hand that ranks highest;
with `pays_most` the cards need only hold it (three of a kind is held by a full house), and of all lines that the cards
satisfy the one that pays most is paid.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import RANKS
from analyzer.cards.ranking import FIVE_CARD_TYPES, Ranking

Uses = Literal["best_ranked", "pays_most"]
ALL_RANKS = (1 << 13) - 1
ANY_JOKERS = 0b111
WHOLE_HANDS = ("straight", "flush", "straight-flush")
MAX_LINES = 32

# The record `Line` of cext/lines.pxd.
_LINE_FIELDS: list[tuple[str, str] | tuple[str, str, tuple[int]]] = [
    ("hands", "u2"),
    ("ranks", "u2"),
    ("high", "u2"),
    ("without", "u2"),
    ("beside", "u2"),
    ("natural", "u1"),
    ("jokers", "u1"),
    ("one_colour", "u1"),
    ("whole", "u1"),
    ("groups", "u1", (4,)),
]


@dataclass(frozen=True)
class LineTest:
    """The tests of one line; the defaults test nothing."""

    hands: frozenset[str] = frozenset()
    ranks: int = ALL_RANKS
    natural: bool | None = None
    groups: tuple[int, ...] = ()
    whole: str | None = None
    high: int = ALL_RANKS
    without: frozenset[str] = frozenset()
    one_colour: bool = False
    beside: int = 0
    jokers: int = ANY_JOKERS

    @property
    def says_nothing(self) -> bool:
        return self == LineTest()


def parse_ranks(text: str) -> int | None:
    """Ranks as bits: single ranks and ranges, with commas between; None if it cannot be read.

    >>> [format(parse_ranks(text), "013b") for text in ("A", "Q-A", "2-4,K")]
    ['1000000000000', '1110000000000', '0100000000111']
    >>> parse_ranks("A-Q")
    """
    bits = 0
    for piece in text.upper().replace(" ", "").replace("10", "T").split(","):
        low, dash, high = piece.partition("-")
        if not dash:
            high = low
        if len(low) != 1 or len(high) != 1 or low not in RANKS or high not in RANKS:
            return None
        first, last = RANKS.index(low), RANKS.index(high)
        if first > last:
            return None
        bits |= sum(1 << rank for rank in range(first, last + 1))
    return bits


def parse_groups(text: str) -> tuple[int, ...] | None:
    """
    >>> parse_groups("4+2"), parse_groups("2+4"), parse_groups("six")
    ((4, 2), None, None)
    """
    pieces = text.replace(" ", "").split("+")
    if not 1 <= len(pieces) <= 4 or not all(len(piece) == 1 and piece in "23456" for piece in pieces):
        return None
    sizes = tuple(int(piece) for piece in pieces)
    return sizes if list(sizes) == sorted(sizes, reverse=True) else None


def hands_at_least(name: str, ranking: Ranking, size: int) -> frozenset[str]:
    """The hand of that name and all better ones."""
    types = ranking.types(size)
    return frozenset(types[types.index(name) :])


def line_records(tests: Sequence[LineTest]) -> NDArray[np.void]:
    """The tests as the records that kernels read."""
    records = np.zeros(len(tests), dtype=np.dtype(_LINE_FIELDS))
    for record, test in zip(records, tests, strict=True):
        record["hands"] = _type_bits(test.hands)
        record["ranks"] = test.ranks
        record["high"] = test.high
        record["without"] = _type_bits(test.without)
        record["beside"] = test.beside
        record["natural"] = {None: 0, True: 1, False: 2}[test.natural]
        record["jokers"] = test.jokers
        record["one_colour"] = test.one_colour
        record["whole"] = 0 if test.whole is None else 1 + WHOLE_HANDS.index(test.whole)
        record["groups"][: len(test.groups)] = test.groups
    return records


def _type_bits(names: frozenset[str]) -> int:
    return sum(1 << FIVE_CARD_TYPES.index(name) for name in names)
