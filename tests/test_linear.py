"""Decisions as linear functions of the pays: exact whatever the denominators are."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from analyzer.change.design.decided import DecidedStates
from analyzer.change.design.grid import CandidateGrid, Range, Span
from analyzer.game.model import Paytable
from analyzer.game.pay import Pay
from analyzer.pricing.linear import LinearDecisions
from analyzer.report.sensitivity import Repriced
from analyzer.run.jobs import Run

DEALS = 10**9
LINES = ("a", "b")
PAYS = {
    "small": (Fraction(3, 2), Fraction(40)),
    "large": (Fraction(999_999_999, 999_999_937), Fraction(10**9 - 1, 998_244_353)),
    "huge": (Fraction(10**9), Fraction(1, 10**17 + 3)),
}


def decisions(states: int = 6) -> LinearDecisions:
    random = Random(7)

    def numbers(low: int, high: int, *shape: int) -> np.ndarray:
        return np.array([random.randint(low, high) for _ in range(int(np.prod(shape)))], dtype=np.int64).reshape(shape)

    return LinearDecisions(
        weights=numbers(1, 24, states),
        fixed=numbers(-100 * DEALS, 100 * DEALS, states, 3),
        slopes=numbers(0, DEALS // 2, len(LINES), states, 3),
        settled_fixed=Fraction(5, 3),
        settled_slopes=(7, 11),
        hands=100,
        deals=DEALS,
        state=lambda state: {},
        names=lambda state: (),
        hand_type=lambda state: "",
        sets=((0,), (1,)),
    )


def exact(decided: LinearDecisions, pays: tuple[Fraction, ...]) -> Fraction:
    """The expectation of the best play in Python fractions."""
    total = decided.settled_fixed + sum(pay * slope for pay, slope in zip(pays, decided.settled_slopes, strict=True))
    for state, weight in enumerate(decided.weights.tolist()):
        values = [
            int(decided.fixed[state, choice])
            + sum(pay * int(decided.slopes[line, state, choice]) for line, pay in enumerate(pays))
            for choice in range(3)
        ]
        total += weight * max(values)
    return total / (decided.hands * decided.deals)


@pytest.mark.parametrize("size", PAYS)
def test_no_denominator_overflows(size: str) -> None:
    decided, pays = decisions(), PAYS[size]
    assert (decided.values(pays)[0].dtype == object) == (size != "small"), "64 bits where they are enough"
    assert decided.expectation(pays, decided.best(pays)) == exact(decided, pays)


@pytest.mark.parametrize("size", PAYS)
def test_a_changed_pay(size: str) -> None:
    decided, pays = decisions(), PAYS[size]
    more = (pays[0], pays[1] + 1)
    ((best, _),) = Repriced(decided, pays).edges([Paytable("x", tuple(Pay(pay) for pay in more))])
    assert best == Pay(-exact(decided, more))


@pytest.mark.parametrize("size", PAYS)
def test_a_design(size: str) -> None:
    decided, pays = decisions(), PAYS[size]
    spans = (Span("b", (pays[1], pays[1] + 1, Fraction(0))),)
    grid = CandidateGrid(LINES, Paytable("x", tuple(Pay(pay) for pay in pays)), spans)
    everything = Range(Fraction(-(10**30)), Fraction(10**30))
    searched = dict(DecidedStates(decided, grid).search(everything, Run(jobs=1)))
    assert searched == {(i,): exact(decided, (pays[0], pay)) for i, pay in enumerate(spans[0].pays)}
