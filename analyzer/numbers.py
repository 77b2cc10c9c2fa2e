"""Exact numbers from text and to text. Nothing is rounded before this module, and nothing after it computes."""

from __future__ import annotations

import re
from decimal import Context, Decimal, localcontext
from fractions import Fraction

ROOT_DIGITS = 30
MAX_FRACTION_CHARACTERS = 4000
MAX_DECIMAL_CHARACTERS = 36
MAX_WHOLE_CHARACTERS = 30
_FRACTION = re.compile(r"[+-]?[0-9]{1,18}(/[0-9]{1,18})?")
_WHOLE = re.compile(r"([1-9][0-9]{0,2}(?:,[0-9]{3})+|[0-9]+(?:\.[0-9]+)?)(?:[eE]\+?([0-9]{1,2}))?")
_GROUPED = re.compile(r"[+-]?[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]+)?")
# A comma where a point is meant; before it, perhaps, points between thousands.
_COMMA_AS_POINT = re.compile(r"([+-]?)([0-9]*|[0-9]{1,3}(?:\.[0-9]{3})+),([0-9]*)")
_DECIMAL = re.compile(r"[+-]?[0-9]+\.[0-9]+")


# --- from text -------------------------------------------------------------------------------------------------------


class NotExact(str):
    """The text of a TOML float, kept so that it can be refused with the fraction that was meant."""


def parse_fraction(value: object) -> Fraction | None:
    """An exact number: an integer, or text like "3/2"; None if it is neither.

    >>> parse_fraction("3/2"), parse_fraction(7), parse_fraction("1/0"), parse_fraction(True)
    (Fraction(3, 2), Fraction(7, 1), None, None)
    """
    if isinstance(value, bool | NotExact):
        return None
    if isinstance(value, int):
        return Fraction(value) if abs(value) < 10**18 else None
    if isinstance(value, str) and _FRACTION.fullmatch(value.strip()):
        numerator, _, denominator = value.strip().partition("/")
        return Fraction(int(numerator), int(denominator or 1)) if int(denominator or 1) else None
    return None


def exact_hint(value: object) -> str:
    """What would be right in place of a number that is not exact.

    >>> exact_hint("1.5"), exact_hint("12,50"), exact_hint("six")
    ('; write "3/2"', '; write "25/2"', '; write an integer or a fraction in quotes, such as "3/2"')
    """
    meant = grouped_number(comma_hint(value).removeprefix("; write ")) or grouped_number(value)
    if meant is not None and parse_fraction(str(meant)) is not None:
        return f'; write "{meant}"'
    return '; write an integer or a fraction in quotes, such as "3/2"'


def parse_number(value: object) -> Fraction | None:
    """An exact number as people write it: 3, "3/2" or "0.03"; None if it is none of these.

    >>> parse_number("-0.03"), parse_number("3/2"), parse_number(".5"), parse_number("1e9")
    (Fraction(-3, 100), Fraction(3, 2), None, None)
    """
    if isinstance(value, str) and len(value) <= MAX_DECIMAL_CHARACTERS and _DECIMAL.fullmatch(value.strip()):
        return Fraction(value.strip())
    return parse_fraction(str(value) if isinstance(value, NotExact) else value)


def grouped_number(value: object) -> Fraction | None:
    """The same as it is typed, also with commas between thousands: every amount of a command is read here.

    >>> grouped_number("50,000.5"), grouped_number("3/2"), grouped_number("5,0"), grouped_number("1/0")
    (Fraction(100001, 2), Fraction(3, 2), None, None)
    """
    is_grouped = isinstance(value, str) and _GROUPED.fullmatch(value.strip()) is not None
    return parse_number(str(value).replace(",", "") if is_grouped else value)


def comma_hint(value: object) -> str:
    """What was meant by a comma that does not stand between thousands; empty where there is none.

    >>> [comma_hint(text) for text in ("12,50", "1.200,50", ",5", "5,", "1,2,0", "ten")]
    ['; write 12.50', '; write 1,200.50', '; write 0.5', '; write 5', '; write commas only as in 1,200 or 1,200.50', '']
    """
    text = str(value).strip()
    if "," not in text:
        return ""
    meant = _COMMA_AS_POINT.fullmatch(text)
    if meant is None or text.strip("+-") == ",":
        return "; write commas only as in 1,200 or 1,200.50"
    sign, whole, rest = meant.groups()
    return f"; write {sign}{whole.replace('.', ',') or '0'}" + (f".{rest}" if rest else "")


def exact_number(value: object) -> Fraction | None:
    """The same, or a percentage such as "3 %".

    >>> exact_number("0.03"), exact_number("3 %"), exact_number("3/2"), exact_number("three")
    (Fraction(3, 100), Fraction(3, 100), Fraction(3, 2), None)
    """
    if not isinstance(value, str) or not value.rstrip().endswith("%"):
        return parse_number(value)
    number = parse_number(value.rstrip().removesuffix("%"))
    return None if number is None else number / 100


def unclear_share(value: object) -> str | None:
    """What to write in place of a bare number of 1 or more where a share is meant: is 5 five percent, or 500?

    >>> unclear_share("5")
    '5 would be 500 %; write "5 %" or "1/20", or "500 %" if that is meant'
    >>> unclear_share("5 %"), unclear_share("3/2"), unclear_share("0.05")
    (None, None, None)
    """
    text = str(value).strip()
    number = parse_number(value)
    if number is None or abs(number) < 1 or "/" in text:
        return None
    whole = f"{number * 100} %"
    return f'{text} would be {whole}; write "{text} %" or "{number / 100}", or "{whole}" if that is meant'


def parse_long_fraction(text: str) -> Fraction | None:
    """A fraction of any length: certified variances have hundreds of digits.

    >>> parse_long_fraction("-1/3"), parse_long_fraction("1/0"), parse_long_fraction("1.5")
    (Fraction(-1, 3), None, None)
    """
    top, slash, bottom = text.partition("/")
    sign = "-" if top.startswith("-") else ""
    digits = top.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal()) or len(text) > MAX_FRACTION_CHARACTERS:
        return None
    if slash and not (bottom.isascii() and bottom.isdecimal() and int(bottom)):
        return None
    return Fraction(int(sign + digits), int(bottom) if slash else 1)


def parse_linear(text: str) -> tuple[Fraction, Fraction] | None:
    """An amount and a share of the meter J, as a result document writes their sum; None if it is neither.

    >>> parse_linear("19*J/40 - 2/3"), parse_linear("-J + 1"), parse_linear("J*J")
    ((Fraction(-2, 3), Fraction(19, 40)), (Fraction(1, 1), Fraction(-1, 1)), None)
    """
    amount = meter = Fraction(0)
    for term in text.replace(" - ", " + -").split(" + "):
        left, letter, right = term.partition("J")
        share = left.removesuffix("*") + ("1" if letter and left in ("", "-") else "") + right
        value = parse_long_fraction(share)
        if value is None:
            return None
        meter, amount = (meter + value, amount) if letter else (meter, amount + value)
    return amount, meter


def whole_number(text: str) -> int | None:
    """A whole number as people write it; None if it is none.

    >>> [whole_number(text) for text in ("20000", "20,000", "1e6", "2.5e3", "2,00", "1.5", "ten")]
    [20000, 20000, 1000000, 2500, None, None, None]
    """
    matched = _WHOLE.fullmatch(text.strip())
    if matched is None or len(text) > MAX_WHOLE_CHARACTERS:
        return None
    number = Fraction(matched[1].replace(",", "")) * 10 ** int(matched[2] or 0)
    return int(number) if number.denominator == 1 else None


# --- to text ---------------------------------------------------------------------------------------------------------


def decimal_text(value: Fraction, places: int) -> str:
    """The value rounded to that many places, a half to the even digit.

    >>> decimal_text(Fraction(1, 3), 4), decimal_text(Fraction(-1, 8), 2), decimal_text(Fraction(5), 0)
    ('0.3333', '-0.12', '5')
    """
    scaled = round(value * 10**places)
    sign = "-" if scaled < 0 else ""
    digits = str(abs(scaled)).rjust(places + 1, "0")
    return sign + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)


def percent_text(value: Fraction, places: int = 4) -> str:
    """
    >>> percent_text(Fraction(1, 40))
    '2.5000 %'
    """
    return decimal_text(value * 100, places) + " %"


def grouped_text(value: Fraction) -> str:
    """A number with separators: whole, or to the cent.

    >>> grouped_text(Fraction(1000000)), grouped_text(Fraction(1581255, 2)), grouped_text(Fraction(-5, 4))
    ('1,000,000', '790,627.50', '-1.25')
    """
    whole, point, cents = decimal_text(value, 0 if value.denominator == 1 else 2).partition(".")
    sign = "-" if whole.startswith("-") else ""
    return f"{sign}{abs(int(whole)):,}{point}{cents}"


def range_text(low: Fraction | int, high: Fraction | int) -> str:
    """What is allowed, exactly.

    >>> range_text(Fraction(1, 100), 1000000)
    '1/100 to 1,000,000'
    """
    return " to ".join(f"{int(end):,}" if end.denominator == 1 else str(end) for end in (low, high))


def one_in_text(probability: Fraction) -> str:
    """How rare a thing is.

    >>> one_in_text(Fraction(1, 2598960)), one_in_text(Fraction(2, 3)), one_in_text(Fraction(0))
    ('2,598,960', '1.50', 'never')
    """
    if probability == 0:
        return "never"
    rounds = 1 / probability
    places = 0 if rounds >= 1000 else 2
    whole, _, rest = decimal_text(rounds, places).partition(".")
    return f"{int(whole):,}" + (f".{rest}" if rest else "")


def _wide() -> Context:
    return Context(prec=ROOT_DIGITS + 10)


def _decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / Decimal(value.denominator)


def root_text(variance: Fraction) -> str:
    """The square root, to 30 significant digits.

    >>> root_text(Fraction(2))
    '1.41421356237309504880168872421'
    """
    with localcontext(_wide()):
        root = _decimal(variance).sqrt()
    return _significant(root)


def ratio_text(value: Fraction, variance: Fraction, places: int) -> str:
    """A value over the root of a variance, rounded to that many places; 0 where nothing varies.

    >>> ratio_text(Fraction(-3), Fraction(4), 3), ratio_text(Fraction(1), Fraction(0), 3)
    ('-1.500', '0')
    """
    if variance == 0:
        return "0"
    with localcontext(_wide()):
        ratio = _decimal(value) / _decimal(variance).sqrt()
    return decimal_text(Fraction(ratio), places)


def skewness_text(third: Fraction, variance: Fraction) -> str:
    """Third central moment over the cube of the standard deviation, to 30 significant digits."""
    if variance == 0:
        return "0"
    with localcontext(_wide()):
        root = _decimal(variance).sqrt()
        skewness = _decimal(third) / (_decimal(variance) * root)
    return _significant(skewness)


def _significant(value: Decimal) -> str:
    return format(value.normalize(Context(prec=ROOT_DIGITS)), "f")


def duration(seconds: float) -> str:
    """
    >>> duration(90), duration(3600), duration(7.2e4), duration(1e9)
    ('2 minutes', '1 hour', '20 hours', '32 years')
    """
    units = (("year", 365.25 * 86400), ("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1))
    name, size = next((name, size) for name, size in units if seconds >= size or size == 1)
    number = max(1, round(seconds / size))
    return f"{number:,} {name}" + ("s" if number > 1 else "")
