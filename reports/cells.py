"""What a cell of a spreadsheet can hold: it shows fifteen digits and computes with doubles."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.workbook import Workbook
    from xlsxwriter.worksheet import Worksheet

DIGITS = 15
DECIMALS = "0." + "0" * 12


class Looks:
    """How cells look, by what they are for."""

    def __init__(self, book: Workbook) -> None:
        self._book = book
        self._patterns: dict[str, Format] = {}
        header = {"bold": True, "bottom": 1, "bg_color": "#EEF1F4", "valign": "bottom"}
        self.title = self._made(bold=True, font_size=14)
        self.header = self._made(**header)
        self.right_header = self._made(**header, align="right")
        self.text = self._made(valign="top")
        self.aside = self._made(indent=1)
        self.wrapped = self._made(text_wrap=True, valign="top")
        self.quiet = self._made(font_color="#55595E", valign="top")
        self.quiet_aside = self._made(font_color="#55595E", indent=1)
        self.pay = self._made(bg_color="#FFF3C4", border=1, border_color="#B9A14A")
        self.plain = self._made(align="right")
        self.number = self._made(num_format=DECIMALS)
        self.result = self._made(num_format=DECIMALS, bold=True)
        self.integer = self._made(num_format="#,##0")
        self.right = self._made(align="right", valign="top")
        self.total = self._made(bold=True, top=1)
        self.word = self._made(bold=True, font_color="#8C1D18")
        self.link = self._made(font_color="#14578F", underline=1)

    def _made(self, **properties: Any) -> Format:
        return self._book.add_format(properties)

    def pattern(self, pattern: str) -> Format:
        """The look of a number that is shown by the pattern."""
        if pattern not in self._patterns:
            self._patterns[pattern] = self._made(num_format=pattern, valign="top")
        return self._patterns[pattern]


def fits(number: int) -> bool:
    """Whether a spreadsheet shows all its digits."""
    return len(str(abs(number))) <= DIGITS


def quotient(value: Fraction) -> str:
    """A formula for the fraction whose every constant has at most fifteen digits."""
    return f"{integer_formula(value.numerator)}/{integer_formula(value.denominator)}"


def integer_formula(number: int) -> str:
    """
    >>> integer_formula(-12), integer_formula(1234567890123456789)
    ('-12', '(1234*10^15+567890123456789)')
    """
    if fits(number):
        return str(number)
    sign = "-" if number < 0 else ""
    digits = str(abs(number))
    parts = []
    for end in range(len(digits), 0, -DIGITS):
        power = len(digits) - end
        part = int(digits[max(0, end - DIGITS) : end])
        parts.append(f"{part}*10^{power}" if power else str(part))
    return f"{sign}({'+'.join(reversed(parts))})"


def cached(value: Fraction) -> float:
    """What the cell shows before anything is computed: the nearest number that it can hold."""
    return float(value)


def write_number(sheet: Worksheet, row: int, column: int, value: Fraction, look: Format) -> None:
    """A number that the file's sixteen digits hold, or else a quotient of two that they do."""
    if value.denominator == 1 and fits(value.numerator):
        sheet.write_number(row, column, value.numerator, look)
    elif Fraction(f"{float(value):.16G}") == value:
        sheet.write_number(row, column, float(value), look)
    else:
        sheet.write_formula(row, column, f"={quotient(value)}", look, cached(value))
