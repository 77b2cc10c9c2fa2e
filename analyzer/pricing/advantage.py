"""Whether the player has the advantage: decided here, and shown by every output.

An expected result is an amount, or grows with the meter J of a progressive. The player has an advantage where it is
above zero: of that much, at every meter that there can be, or above a meter. A meter is more than 0; where the seed is
known and no line takes a part of the meter, it is never below the seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from analyzer.game.pay import Pay
from analyzer.numbers import grouped_text
from analyzer.units import Unit

MARK = "player's edge"


@dataclass(frozen=True)
class Advantage:
    """An advantage of the player; `amount` is how much, where no meter decides it."""

    unit: Unit
    amount: Fraction | None = None
    at_meter: Fraction | None = None
    above_meter: Fraction | None = None
    below_meter: Fraction | None = None

    @property
    def certain(self) -> bool:
        """Whatever the meter is."""
        return self.above_meter is None and self.below_meter is None

    @property
    def extent(self) -> str:
        """
        >>> Advantage(Unit.UNITS, above_meter=Fraction(1581255, 2)).extent
        'above a meter of 790,627.50'
        """
        if self.above_meter is not None:
            return f"above a meter of {grouped_text(self.above_meter)}"
        if self.below_meter is not None:
            return f"below a meter of {grouped_text(self.below_meter)}"
        if self.amount is None:
            return "at every meter"
        where = "" if self.at_meter is None else f" at a meter of {grouped_text(self.at_meter)}"
        return f"of {self.unit.text(self.amount)}{where}"

    @property
    def text(self) -> str:
        return f"the player has an advantage {self.extent}"


def advantage_of(
    ev: Pay, unit: Unit, *, meter: Fraction | None = None, least_meter: Fraction = Fraction(0)
) -> Advantage | None:
    """The player's advantage at the meter, or at any that there can be; None if there is none.

    >>> print(advantage_of(Pay(Fraction(-1)), Unit.UNITS))
    None
    >>> advantage_of(Pay(Fraction(1, 50), Fraction(1, 10)), Unit.UNITS).text
    'the player has an advantage at every meter'
    >>> advantage_of(Pay(Fraction(1, 50)), Unit.DOLLARS).text
    'the player has an advantage of 0.02000000 $ a round'
    """
    if meter is not None and ev.meter:
        amount = ev.at(meter)
        return Advantage(unit, amount, at_meter=meter) if amount > 0 else None
    if not ev.meter:
        return Advantage(unit, ev.amount) if ev.amount > 0 else None
    level = ev.zero_at
    if ev.meter < 0:
        return Advantage(unit, below_meter=level) if level > least_meter else None
    return Advantage(unit) if level <= 0 or level < least_meter else Advantage(unit, above_meter=level)


def advantage_over(
    pieces: Sequence[tuple[Fraction, Pay]], unit: Unit, *, least_meter: Fraction = Fraction(0)
) -> Advantage | None:
    """The same for an expected result in pieces, each from a meter on, that never falls as the meter rises.

    >>> pieces = [(Fraction(0), Pay(Fraction(-1))), (Fraction(50), Pay(Fraction(-2), Fraction(1, 50)))]
    >>> advantage_over(pieces, Unit.UNITS).text
    'the player has an advantage above a meter of 100'
    """
    ends = [start for start, _ in pieces[1:]]
    for (start, ev), end in zip(pieces, [*ends, None], strict=True):
        advantage = advantage_of(ev, unit, least_meter=max(start, least_meter))
        if advantage is None or (
            end is not None and advantage.above_meter is not None and advantage.above_meter >= end
        ):
            continue
        above = start if advantage.certain else advantage.above_meter
        return Advantage(unit) if advantage.certain and start <= least_meter else Advantage(unit, above_meter=above)
    return None


def turned(old: Advantage | None, new: Advantage | None) -> str | None:
    """What a change did to the player's advantage; None where he had none and has none.

    >>> turned(None, Advantage(Unit.UNITS, Fraction(1, 50)))
    'the player now has an advantage of 2.000000 %'
    >>> turned(Advantage(Unit.UNITS, Fraction(1, 50)), None)
    'the player no longer has an advantage'
    """
    if new is None:
        return None if old is None else "the player no longer has an advantage"
    if old is None:
        return f"the player now has an advantage {new.extent}"
    return new.text if old == new else f"{new.text}; before it was {old.extent}"
