"""How far one pay can move before another strategy is better: exact end points.

With the best play a wager is worth V(p) when one line pays p: convex, because V is the largest of what all plays are
worth, and each of these is convex in p. The play of the paytable is worth L(p), never more than V(p), and it is best
exactly where both are equal. So its region is an interval. Beyond its end the best play at some p crosses L between
the end and p: that crossing is a better p, and after finitely many steps the play found is the next one.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

from analyzer.errors import SelectionError, TooLargeError
from analyzer.game.amounts import MAX_PAY
from analyzer.game.model import Paytable
from analyzer.game.pay import Pay
from analyzer.pricing.terms.model import LineSet, Play, Plays

# The first pay that is tried beside the paytable's own.
NEAR = Fraction(1, 8)
# How much nearer the next one is where a pay is too large to be computed.
NEARER = 64

# The best play under some pays is not known: they are too large for the engine, or it knows it for one pay only.
UNKNOWN = (TooLargeError, SelectionError)


@dataclass(frozen=True)
class RegionEnd:
    """The strategy is best up to `inside`; from `outside` on, that pay itself left out, `next` is better.

    Where both are equal that is the end, exactly. They differ where the pays between need numbers that are too large to
    be computed with. `outside` is None where no end was found up to `inside`. `next` was found at the pay `next_at`,
    and is the best from the end up to there.
    """

    inside: Fraction
    outside: Fraction | None = None
    next: Play | None = None
    next_at: Fraction | None = None

    @property
    def exact(self) -> bool:
        return self.inside == self.outside


@dataclass(frozen=True)
class Region:
    """Both ends, for one line."""

    low: RegionEnd
    high: RegionEnd


def region_of(
    plays: Plays,
    paytable: Paytable,
    base: Play,
    line: int,
    lowest: Fraction,
    highest: Fraction = MAX_PAY,
    known: list[Play] | None = None,
) -> Region:
    """How far the pay of a line can go down and up while `base`, the play of the paytable, stays the best.

    `known` are plays of the wager found for other lines: the search starts with them, and adds those that it finds.
    """
    search = _Search(plays, paytable, base, line, [] if known is None else known)
    return Region(search.end(lowest), search.end(highest))


@dataclass(frozen=True)
class _Search:
    plays: Plays
    paytable: Paytable
    base: Play
    line: int
    known: list[Play]

    @cached_property
    def pay(self) -> Fraction:
        return self.paytable.pays[self.line].amount

    def with_pay(self, pay: Fraction) -> Paytable:
        pays = list(self.paytable.pays)
        pays[self.line] = Pay(pay)
        return Paytable(self.paytable.id, tuple(pays))

    def best(self, pay: Fraction) -> Play:
        play = self.plays.any_best(self.with_pay(pay))
        self.known.append(play)
        return play

    def lead(self, play: Play, pay: Fraction) -> Fraction:
        """How much more a play is worth than the paytable's own when the line pays this."""
        paytable = self.with_pay(pay)
        return play.terms.mean(paytable).amount - self.base.terms.mean(paytable).amount

    def end(self, limit: Fraction) -> RegionEnd:
        """Towards the limit, part by part: in each the paytable's own play is worth a linear function of the pay."""
        start = self.pay
        for stop in self._between(start, limit, self.base):
            end = self._part(start, stop)
            if end.inside != stop or end.outside is not None:
                return end
            start = stop
        return RegionEnd(start)

    def _between(self, start: Fraction, stop: Fraction, play: Play) -> list[Fraction]:
        """Pays at which another line of a set takes over, from start to stop, then stop itself."""
        low, high = sorted((start, stop))
        kinks = {self._others(lines) for lines in play.terms.factors if self.line in lines and len(lines) > 1}
        inner = sorted(kink for kink in kinks if low < kink < high) if play.terms.overlap == "most" else []
        return [*(inner if start < stop else reversed(inner)), stop]

    def _others(self, lines: LineSet) -> Fraction:
        return max(self.paytable.pays[line].amount for line in lines if line != self.line)

    def _part(self, start: Fraction, stop: Fraction) -> RegionEnd:
        """Within one part. The play is best at its start; if it is at its stop too, it is in between."""
        better = [play for play in self.known if self.lead(play, stop) > 0]
        if better:
            crossings = [self._crossing(play, start, stop) for play in better]
            return self._narrowed(start, min(crossings, key=lambda pay: abs(pay - start)), stop)
        inside = start
        for pay in self._probes(start, stop):
            try:
                play = self.best(pay)
            except UNKNOWN:
                continue
            if self.lead(play, pay) > 0:
                return self._narrowed(inside, self._crossing(play, inside, pay), pay)
            inside = pay
            if pay != start + _towards(start, stop, NEAR):
                break
        return RegionEnd(inside)

    def _probes(self, start: Fraction, stop: Fraction) -> Iterator[Fraction]:
        """A pay near the start, then the stop; then nearer and nearer ones, for where that is too large."""
        distance = abs(stop - start)
        if distance > NEAR:
            yield start + _towards(start, stop, NEAR)
        yield stop
        while distance > NEARER:
            distance = Fraction(distance // NEARER)
            yield start + _towards(start, stop, distance)

    def _narrowed(self, inside: Fraction, crossing: Fraction, outside: Fraction) -> RegionEnd:
        """From a pay at which the play is best, and one at which another that crosses it in between is better."""
        while True:
            gap = _towards(crossing, outside, min(abs(outside - crossing), NEAR) / 16)
            beyond = simplest_between(crossing + gap / 2, crossing + gap)
            try:
                play = self.best(beyond)
                nearer = self._crossing(play, inside, beyond)
                if nearer == crossing:
                    if crossing == inside or self.lead(other := self.best(crossing), crossing) == 0:
                        return RegionEnd(crossing, crossing, play, beyond)
                    beyond, nearer = crossing, self._crossing(other, inside, crossing)
            except UNKNOWN:
                return self._around(inside, crossing)
            crossing, outside = nearer, beyond

    def _around(self, inside: Fraction, outside: Fraction) -> RegionEnd:
        """An end that cannot be computed: a pay close by at which the play is still the best."""
        nearer = simplest_between(outside - (outside - inside) / NEARER, outside - (outside - inside) / NEARER / 2)
        with suppress(*UNKNOWN):
            if self.lead(self.best(nearer), nearer) == 0:
                return RegionEnd(nearer, outside)
        return RegionEnd(inside, outside)

    def _crossing(self, play: Play, inside: Fraction, outside: Fraction) -> Fraction:
        """Where the lead of a play turns positive: it is not at the first pay, and is at the second."""
        for one, other in pairwise([inside, *self._between(inside, outside, play)]):
            before, after = self.lead(play, one), self.lead(play, other)
            if after > 0:
                return one + (other - one) * -before / (after - before)
        raise AssertionError("the lead of a better play turns positive somewhere")


def _towards(start: Fraction, stop: Fraction, distance: Fraction) -> Fraction:
    """The distance with the sign of the direction."""
    return distance if stop > start else -distance


def simplest_between(one: Fraction, other: Fraction) -> Fraction:
    """The number with the smallest denominator between two, which may be either of them.

    >>> simplest_between(Fraction(3, 10), Fraction(5, 14)), simplest_between(Fraction(7, 2), Fraction(5, 3))
    (Fraction(1, 3), Fraction(2, 1))
    """
    low, high = sorted((one, other))
    whole = -(-low.numerator // low.denominator)  # the first whole number that is not below
    if whole <= high:
        return Fraction(whole)
    floor = low.numerator // low.denominator
    return floor + 1 / simplest_between(1 / (high - floor), 1 / (low - floor))
