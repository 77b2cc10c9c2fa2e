"""An expression in the pays of lines and the meter J: as text, as LaTeX, and for sympy.

It is kept as whole numbers over one divisor, because sympy would cancel each coefficient, and the counts of deals
could no longer be seen in it.
"""

from __future__ import annotations

import keyword
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import sympy

METER = "J"


def symbol_names(ids: Sequence[str]) -> list[str]:
    """Names of lines that Python and sympy read as one symbol each.

    >>> symbol_names(["four-of-a-kind", "3-of-a-kind", "lambda"])
    ['four_of_a_kind', 'pay_3_of_a_kind', 'pay_lambda']
    """
    names: list[str] = []
    for line in ids:
        name = line.replace("-", "_")
        if not name.isidentifier() or keyword.iskeyword(name) or name == METER or len(name) == 1:
            name = f"pay_{name}"
        while name in names:
            name += "_"
        names.append(name)
    return names


@dataclass(frozen=True)
class Expression:
    """(sum of coefficient x symbol + constant) / divisor, in whole numbers."""

    coefficients: Mapping[str, int]
    constant: int
    divisor: int

    @classmethod
    def over(cls, divisor: int, coefficients: Mapping[str, Fraction], constant: Fraction) -> Expression:
        """The same from fractions, which are brought over one divisor.

        >>> Expression.over(10, {"flush": Fraction(1, 2)}, Fraction(3)).text
        '(flush + 6)/20'
        """
        scale = lcm(constant.denominator, *(coefficient.denominator for coefficient in coefficients.values()))
        whole = {name: int(coefficient * scale) for name, coefficient in coefficients.items() if coefficient}
        return cls(whole, int(constant * scale), divisor * scale)

    def plus(self, units: int) -> Expression:
        return Expression(self.coefficients, self.constant + units * self.divisor, self.divisor)

    def negated(self) -> Expression:
        negative = {name: -coefficient for name, coefficient in self.coefficients.items()}
        return Expression(negative, -self.constant, self.divisor)

    @property
    def text(self) -> str:
        """As Python and sympy read it.

        >>> Expression({"flush": 4, "pair": -1}, -7, 52).text, Expression({}, -7, 52).text
        ('(4*flush - pair - 7)/52', '-7/52')
        """
        return self._joined({name: name for name in self.coefficients}, "*", "{}/{}")

    def latex(self, lines: Mapping[str, str]) -> str:
        r"""For a document; `lines` are the ids that symbols stand for.

        >>> Expression({"two_pair": 4}, -7, 52).latex({"two_pair": "two-pair"})
        '\\frac{4\\,\\text{two pair} - 7}{52}'
        """
        names = {
            name: rf"\text{{{lines[name].replace('-', ' ')}}}" if name in lines else name for name in self.coefficients
        }
        return self._joined(names, r"\,", r"\frac{{{}}}{{{}}}", bracket=False)

    def _joined(self, names: Mapping[str, str], times: str, quotient: str, *, bracket: bool = True) -> str:
        words = "".join(self._terms(names, times)).strip() or "0"
        words = f"-{words[2:]}" if words.startswith("- ") else words.removeprefix("+ ")
        if self.divisor == 1:
            return words
        several = len(self.coefficients) + bool(self.constant) > 1
        return quotient.format(f"({words})" if bracket and several else words, self.divisor)

    def _terms(self, names: Mapping[str, str], times: str) -> Iterator[str]:
        for name, coefficient in self.coefficients.items():
            number = "" if abs(coefficient) == 1 else f"{abs(coefficient)}{times}"
            yield f" {'-' if coefficient < 0 else '+'} {number}{names[name]}"
        if self.constant:
            yield f" {'-' if self.constant < 0 else '+'} {abs(self.constant)}"

    def sympy(self) -> sympy.Expr:
        """The quotient as it stands; `expand` cancels it."""
        import sympy

        parts: list[Any] = [coefficient * sympy.Symbol(name) for name, coefficient in self.coefficients.items()]
        numerator = sympy.Add(*parts, sympy.Integer(self.constant))
        if numerator.is_Rational:
            return numerator / self.divisor
        return sympy.Mul(sympy.Rational(1, self.divisor), numerator, evaluate=False)

    def value(self, amounts: Mapping[str, Fraction]) -> Fraction:
        """What it is where every symbol is this much."""
        total = sum((number * amounts[name] for name, number in self.coefficients.items()), Fraction(self.constant))
        return total / self.divisor
