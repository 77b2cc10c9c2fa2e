"""A pay: an amount and a share of the meter J, with its arithmetic."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Pay:
    """What a line pays: an amount and a share of the meter J."""

    amount: Fraction
    meter: Fraction = Fraction(0)

    @property
    def order(self) -> tuple[Fraction, Fraction]:
        """For finding the line that pays most where the meter is large: a larger share is more than any amount."""
        return self.meter, self.amount

    def at(self, level: Fraction) -> Fraction:
        """What is paid at that level of the meter.

        >>> Pay(Fraction(-1), Fraction(1, 10)).at(Fraction(50))
        Fraction(4, 1)
        """
        return self.amount + self.meter * level

    def __add__(self, other: Pay) -> Pay:
        """
        >>> str(Pay(Fraction(3, 2)) + Pay(Fraction(0), Fraction(1, 10))), str(-Pay(Fraction(1)) * 2)
        ('J/10 + 3/2', '-2')
        """
        return Pay(self.amount + other.amount, self.meter + other.meter)

    def __sub__(self, other: Pay) -> Pay:
        return self + -other

    def __neg__(self) -> Pay:
        return Pay(-self.amount, -self.meter)

    def __mul__(self, factor: Fraction | int) -> Pay:
        return Pay(self.amount * factor, self.meter * factor)

    def __truediv__(self, divisor: Fraction | int) -> Pay:
        return Pay(self.amount / divisor, self.meter / divisor)

    @property
    def zero_at(self) -> Fraction:
        """The level of the meter at which nothing is paid; only where a share of the meter is.

        >>> Pay(Fraction(-1), Fraction(1, 10)).zero_at
        Fraction(10, 1)
        """
        return -self.amount / self.meter

    @property
    def is_gain(self) -> bool:
        """More than nothing; a share of the meter always counts as a gain."""
        return self.meter > 0 or self.amount > 0

    def __str__(self) -> str:
        """
        >>> str(Pay(Fraction(3, 2))), str(Pay(Fraction(0), Fraction(1, 10)))
        ('3/2', 'J/10')
        """
        if not self.meter:
            return str(self.amount)
        top = "J" if self.meter.numerator == 1 else f"{self.meter.numerator}*J"
        share = top if self.meter.denominator == 1 else f"{top}/{self.meter.denominator}"
        return share if not self.amount else f"{share} + {self.amount}"
