"""Tests of lines, asked of all hands of a deck at once, or of strengths alone where hands are not listed.

They look at the hand that ranks highest, of equal ones at a natural one (`best_ranked`); `game/lines.py` has their
meaning. A hand of fewer than five cards has the types of its own order.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.hand_table import HandTable
from analyzer.errors import CountError
from analyzer.game.card_tests import ALL_RANKS
from analyzer.game.lines import LineTest, line_records
from analyzer.kernels import hand_tests

Mask = NDArray[np.bool_]
LineSets = NDArray[np.uint32]

# Asked of the hand's strength alone, and what else is asked of the hand or of the cards.
OF_STRENGTH = ("hands", "floor", "ranks", "kicker")
_OF_VALUE = (*OF_STRENGTH, "natural")
_NOTHING = LineTest()


def asked(test: LineTest) -> list[str]:
    """The keys of a test that ask something.

    >>> asked(LineTest(hands=frozenset({"flush"}), natural=True))
    ['hands', 'natural']
    """
    return [key for key in vars(_NOTHING) if getattr(test, key) != getattr(_NOTHING, key)]


def why_not(test: LineTest, best: int) -> str | None:
    """Why a test cannot be asked of all hands of which the best `best` cards count; None if it can."""
    if test.beside:
        return "beside is for what pays most; of the hand that ranks highest it is not asked"
    if (test.without or test.without_natural) and best != 5:
        return f"without is asked of hands of five only, not of the best {best}"
    if test.ranks != ALL_RANKS and test.whole == "flush" and not (test.groups or test.asks_hand):
        return "ranks beside a whole flush alone are asked of nothing; they need hands, a floor or groups"
    return None


def why_not_of_strengths(test: LineTest) -> str | None:
    """Why a test cannot be asked of strengths alone; None if it can."""
    others = sorted(key for key in asked(test) if key not in OF_STRENGTH)
    if others:
        return f"{', '.join(others)} cannot be told from the strength of a hand; {', '.join(OF_STRENGTH)} can"
    return None


def of_strengths(strengths: NDArray[np.uint32], test: LineTest, best: int) -> Mask:
    """Which strengths of the best `best` cards, an array of any shape, pass a test of nothing but the strength."""
    _refuse(why_not_of_strengths(test))
    values = strengths.ravel() << np.uint32(1)
    sets = hand_tests.line_sets_of_values(values, line_records([test]), best)
    return sets.astype(np.bool_).reshape(strengths.shape)


def passed(table: HandTable, test: LineTest) -> Mask:
    """Which hands of the table pass a test."""
    return line_sets(table, [test]).astype(np.bool_)


def line_sets(table: HandTable, tests: Sequence[LineTest]) -> LineSets:
    """The tests (at most 32) that each hand of the table passes, as bits."""
    for test in tests:
        _refuse(why_not(test, table.best))
    records = line_records(tests)
    sets = hand_tests.line_sets_of_values(table.values, records, table.best)
    asking = sum(1 << number for number, test in enumerate(tests) if not set(asked(test)) <= set(_OF_VALUE))
    if asking:
        hand_tests.ask_cards(
            sets,
            asking,
            table.values,
            table.cards,
            table.positions,
            table.wild,
            records,
            table.best,
            table.ranking.kernel_arguments,
        )
    return sets


def _refuse(fault: str | None) -> None:
    if fault is not None:
        raise CountError(fault)
