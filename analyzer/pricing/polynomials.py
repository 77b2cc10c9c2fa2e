"""Exact polynomials in the meter J: what moments are where a line pays from a meter.

They have at most four coefficients. sympy, which takes half a second to import, is asked only by who wants its
expressions.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sympy

METER = "J"
ZERO = Fraction(0)


@dataclass(frozen=True)
class Polynomial:
    """`coefficients[k]` is that of J to the power k; the last one is not zero.

    >>> net = Polynomial.of(Fraction(-1), Fraction(1, 10))
    >>> str(net), str(net * net), str(1 - net), str(net - net)
    ('J/10 - 1', 'J*J/100 - J/5 + 1', '2 - J/10', '0')
    """

    coefficients: tuple[Fraction, ...]

    @staticmethod
    def of(*coefficients: Fraction) -> Polynomial:
        """That of J to the power 0 first; zeros at the end are left out."""
        size = max((power + 1 for power, factor in enumerate(coefficients) if factor), default=0)
        return Polynomial(coefficients[:size])

    def __add__(self, other: Polynomial | Fraction | int) -> Polynomial:
        pairs = zip_longest(self.coefficients, _polynomial(other).coefficients, fillvalue=ZERO)
        return Polynomial.of(*(own + others for own, others in pairs))

    __radd__ = __add__

    def __neg__(self) -> Polynomial:
        return Polynomial(tuple(-factor for factor in self.coefficients))

    def __sub__(self, other: Polynomial | Fraction | int) -> Polynomial:
        return self + -_polynomial(other)

    def __rsub__(self, other: Fraction | int) -> Polynomial:
        return other + -self

    def __mul__(self, other: Polynomial | Fraction | int) -> Polynomial:
        factors = _polynomial(other).coefficients
        product = [ZERO] * (len(self.coefficients) + len(factors))
        for power, own in enumerate(self.coefficients):
            for more, factor in enumerate(factors):
                product[power + more] += own * factor
        return Polynomial.of(*product)

    __rmul__ = __mul__

    def __pow__(self, exponent: int) -> Polynomial:
        power = Polynomial.of(Fraction(1))
        for _ in range(exponent):
            power = power * self
        return power

    @property
    def constant(self) -> Fraction:
        return self.coefficients[0] if self.coefficients else ZERO

    @property
    def is_constant(self) -> bool:
        return len(self.coefficients) < 2

    def at(self, meter: Fraction) -> Fraction:
        """
        >>> Polynomial.of(Fraction(-1), Fraction(1, 10)).at(Fraction(50))
        Fraction(4, 1)
        """
        return sum((factor * meter**power for power, factor in enumerate(self.coefficients)), ZERO)

    def __str__(self) -> str:
        """Integers, + - * / and J, the highest power first; of two terms the positive first, as sympy writes them."""
        terms = [(factor, power) for power, factor in enumerate(self.coefficients) if factor]
        if not (len(terms) == 2 and terms[0][1] == 0 and terms[0][0] > 0 > terms[1][0]):
            terms.reverse()
        words = [f"{'-' if factor < 0 else '+'} {_term(abs(factor), power)}" for factor, power in terms]
        text = " ".join(words) or "0"
        return text.removeprefix("+ ") if not text.startswith("- ") else "-" + text[2:]

    def sympy(self) -> sympy.Expr:
        import sympy

        meter = sympy.Symbol(METER)
        return sympy.Add(*(to_sympy(factor) * meter**power for power, factor in enumerate(self.coefficients)))


def _polynomial(value: Polynomial | Fraction | int) -> Polynomial:
    return value if isinstance(value, Polynomial) else Polynomial.of(Fraction(value))


def _term(factor: Fraction, power: int) -> str:
    """
    >>> _term(Fraction(3, 7), 2), _term(Fraction(1), 1), _term(Fraction(1, 2), 0)
    ('3*J*J/7', 'J', '1/2')
    """
    if not power:
        return str(factor)
    whole = [str(factor.numerator)] if factor.numerator != 1 else []
    divisor = f"/{factor.denominator}" if factor.denominator != 1 else ""
    return "*".join([*whole, *[METER] * power]) + divisor


def to_sympy(value: Fraction) -> sympy.Rational:
    import sympy

    return sympy.Rational(value.numerator, value.denominator)
