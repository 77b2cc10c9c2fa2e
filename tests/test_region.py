"""How far one pay can move before another play is better: against every play of a small made-up wager."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.change.formula import region as module
from analyzer.change.formula.region import Region, region_of, simplest_between
from analyzer.errors import TooLargeError
from analyzer.game.model import Overlap, Paytable
from analyzer.game.pay import Pay
from analyzer.pricing.terms.model import LineSet, Play, PlayDifference, Terms

DEALS = 100
LOWEST, HIGHEST = Fraction(0), Fraction(50)
SETS: tuple[LineSet, ...] = ((0,), (1,), (0, 1))


@dataclass
class Listed:
    """`Plays` of a wager that has these plays and no others; pays above `most` are too large for it."""

    plays: Sequence[Play]
    most: Fraction = Fraction(10**12)
    largest_denominator: int = 10**12
    decided: bool = True

    def best(self, paytable: Paytable) -> Play:
        pay = paytable.pays[0].amount
        if pay > self.most or pay.denominator > self.largest_denominator:
            raise TooLargeError("too large")
        return max(self.plays, key=lambda play: play.terms.mean(paytable).amount)

    any_best = best

    def difference(self, _one: Paytable, _other: Paytable) -> PlayDifference | None:
        return None


def paytable(first: Fraction, second: Fraction) -> Paytable:
    return Paytable("1", (Pay(first), Pay(second)))


def play(constant: int, factors: Sequence[int], overlap: Overlap = "most") -> Play:
    counted = {lines: Fraction(factor) for lines, factor in zip(SETS, factors, strict=True) if factor}
    return Play(Terms(DEALS, Fraction(constant), counted, overlap))


def worth(plays: Sequence[Play], first: Fraction, second: Fraction) -> Fraction:
    return max(one.terms.mean(paytable(first, second)).amount for one in plays)


PLAYS = st.builds(play, st.integers(-60, 20), st.tuples(*[st.integers(0, 6)] * 3), st.just("most"))
PAYS = st.fractions(0, 20, max_denominator=4)


@given(st.lists(PLAYS, min_size=1, max_size=8), PAYS, PAYS)
def test_the_ends_are_where_another_play_gets_better(plays: list[Play], first: Fraction, second: Fraction) -> None:
    counted = Listed(plays)
    base = counted.best(paytable(first, second))
    region = region_of(counted, paytable(first, second), base, 0, LOWEST, HIGHEST)
    for end, limit, step in ((region.low, LOWEST, Fraction(-1)), (region.high, HIGHEST, Fraction(1))):
        held = base.terms.mean(paytable(end.inside, second)).amount
        assert held == worth(plays, end.inside, second), "inside the play is the best"
        if end.outside is None:
            assert end.inside == limit
            continue
        assert end.exact
        assert end.next is not None
        assert end.next_at is not None
        tiny = (end.next_at - end.inside) / 10**6
        assert tiny * step > 0
        for beyond in (end.inside + tiny, end.next_at):
            best = worth(plays, beyond, second)
            assert base.terms.mean(paytable(beyond, second)).amount < best, "beyond the end it is not"
            assert end.next.terms.mean(paytable(beyond, second)).amount == best, "and the next one is"


@given(st.lists(PLAYS, min_size=2, max_size=8), PAYS, PAYS)
def test_plays_found_before_change_nothing(plays: list[Play], first: Fraction, second: Fraction) -> None:
    table = paytable(first, second)
    base = Listed(plays).best(table)
    alone = region_of(Listed(plays), table, base, 0, LOWEST, HIGHEST)
    helped = region_of(Listed(plays), table, base, 0, LOWEST, HIGHEST, known=list(plays))
    assert ends(alone) == ends(helped)


def ends(region: Region) -> list[tuple[Fraction, Fraction | None]]:
    return [(end.inside, end.outside) for end in (region.low, region.high)]


def test_the_line_that_is_paid_first_has_no_kinks() -> None:
    plays = [play(0, (1, 0, 2), "first"), play(-10, (3, 0, 2), "first")]
    region = region_of(Listed(plays), paytable(Fraction(3), Fraction(9)), plays[0], 0, LOWEST, HIGHEST)
    assert ends(region) == [(Fraction(0), None), (Fraction(5), Fraction(5))]


def test_pays_that_are_too_large_leave_the_end_open() -> None:
    plays = [play(0, (1, 0, 0)), play(-(10**7), (2, 0, 0))]
    counted = Listed(plays, most=Fraction(40_000))
    region = region_of(counted, paytable(Fraction(3), Fraction(0)), plays[0], 0, LOWEST, Fraction(10**9))
    assert region.high.outside is None
    assert 100 < region.high.inside <= 40_000


def test_an_end_that_needs_too_large_numbers_is_told_by_two_pays() -> None:
    plays = [play(0, (1, 0, 0)), play(-1000, (998, 0, 0))]
    counted = Listed(plays, largest_denominator=500)
    region = region_of(counted, paytable(Fraction(0), Fraction(0)), plays[0], 0, LOWEST, HIGHEST)
    assert region.high.outside == Fraction(1000, 997)
    assert region.high.inside < Fraction(1000, 997)
    assert not region.high.exact


def test_a_crossing_that_is_not_checked_would_be_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sabotage: the first crossing is taken for the end."""
    plays = [play(0, (0, 0, 0)), play(-10, (2, 0, 0)), play(-60, (6, 0, 0))]
    counted = Listed(plays)
    table = paytable(Fraction(0), Fraction(0))
    assert region_of(counted, table, plays[0], 0, LOWEST, HIGHEST).high.exact
    assert region_of(counted, table, plays[0], 0, LOWEST, HIGHEST).high.inside == 5
    monkeypatch.setattr(
        module._Search, "_narrowed", lambda self, inside, crossing, outside: module.RegionEnd(crossing, crossing)
    )
    assert region_of(counted, table, plays[0], 0, LOWEST, HIGHEST).high.inside == 10


@given(st.fractions(-50, 50), st.fractions(-50, 50))
def test_the_simplest_number_between_two(one: Fraction, other: Fraction) -> None:
    low, high = sorted((one, other))
    between = simplest_between(one, other)
    assert low <= between <= high
    for denominator in range(1, min(between.denominator, 200)):
        assert -(-low * denominator // 1) > high * denominator, "no smaller denominator has a number between"
