"""Reading single values out of untrusted TOML."""

from __future__ import annotations

from fractions import Fraction

import pytest

from analyzer.game.sections import Faults, Section, nearest, shown
from analyzer.numbers import NotExact, exact_hint, parse_fraction


def section(**data: object) -> Section:
    return Section(data, "here", Faults())


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (7, Fraction(7)),
        ("3/2", Fraction(3, 2)),
        (" 3/2 ", Fraction(3, 2)),
        ("-4", Fraction(-4)),
        ("6/4", Fraction(3, 2)),
    ],
)
def test_exact_numbers(value: object, number: Fraction) -> None:
    assert parse_fraction(value) == number


@pytest.mark.parametrize(
    "value", [True, None, "1/0", "1.5", NotExact("1.5"), "1/-2", "", "1 /2", "1e3", 10**18, "9" * 19, [], {}, "3/2/1"]
)
def test_what_is_not_an_exact_number(value: object) -> None:
    assert parse_fraction(value) is None


def test_the_fraction_that_was_meant() -> None:
    assert exact_hint(NotExact("0.125")) == '; write "1/8"'
    assert '"3/2"' in exact_hint(NotExact("nan"))
    assert '"3/2"' in exact_hint(object())


def test_the_nearest_word() -> None:
    assert nearest("flsh", ["flush", "straight"]) == " (did you mean 'flush'?)"
    assert nearest("xyz", ["flush"]) == ""
    assert nearest("x" * 10**6, ["x" * 64]) != ""


@pytest.mark.parametrize(
    "value",
    ["x" * 1000, list(range(1000)), 10**4000, 16**20_000, [16**20_000], {"a": "b" * 500}],
    ids=["text", "list", "integer", "huge", "list of huge", "table"],
)
def test_values_are_shown_short(value: object) -> None:
    assert len(shown(value)) <= 60


@pytest.mark.parametrize(
    ("call", "data", "part"),
    [
        (lambda s: s.text("a"), {"a": 1}, "here.a: must be text in quotes, not 1"),
        (lambda s: s.text("a"), {"a": NotExact("1.5")}, "not 1.5"),
        (lambda s: s.text("a", required=True), {}, "here.a: is missing"),
        (lambda s: s.integer("a", 1, 3), {"a": 4}, "from 1 to 3, not 4"),
        (lambda s: s.integer("a", 0, 1), {"a": True}, "not true"),
        (lambda s: s.flag("a"), {"a": 1}, "true or false, not 1"),
        (lambda s: s.choice("a", ("x", "y")), {"a": "z"}, "one of x, y"),
        (lambda s: s.fraction("a", Fraction(0), Fraction(1)), {"a": 2}, "from 0 to 1, not 2"),
        (lambda s: s.texts("a"), {"a": ["b", 1]}, "list of texts"),
        (lambda s: s.section("a"), {"a": 1}, "here.a: must be a table, not 1"),
        (lambda s: s.sections("a"), {"a": [1]}, "[[here.a]]"),
        (lambda s: s.finish(), {"a": 1}, "here.a: unknown key"),
    ],
)
def test_faults_have_a_place_and_a_remedy(call: object, data: dict[str, object], part: str) -> None:
    read = section(**data)
    call(read)  # type: ignore[operator]
    assert len(read.faults) == 1
    assert part in read.faults[0]


def test_good_values_are_returned_without_a_fault() -> None:
    read = section(t="x", i=2, f="1/2", b=False, o="true", l=["p", "q"], one="p", s={"k": 1})
    assert read.text("t") == "x"
    assert read.integer("i", 0, 3) == 2
    assert read.fraction("f", Fraction(0), Fraction(1)) == Fraction(1, 2)
    assert read.flag("b") is False
    assert read.flag("o") is True
    assert read.flag("none") is None
    assert read.texts("l") == ("p", "q")
    assert read.texts("one") == ("p",)
    assert dict(read.section("s").items()) == {"k": 1}
    read.finish()
    assert not read.faults


def test_the_same_fault_is_noted_once() -> None:
    faults = Faults()
    faults.note("a", "b")
    faults.note("a", "b")
    assert faults == ["a: b"]


@pytest.mark.parametrize(
    ("value", "message"),
    [(-1, "must be from 0 to 1,000,000, not -1"), (1_000_001, "must be from 0 to 1,000,000, not 1000001")],
)
def test_a_range_says_what_is_allowed(value: int, message: str) -> None:
    one = section(bet=value)
    assert one.fraction("bet", Fraction(0), Fraction(10**6), Fraction(1)) == 1
    assert one.faults == [f"here.bet: {message}"]


def test_the_ends_of_a_range() -> None:
    one = section(low=0, high="1/100")
    assert one.fraction("low", Fraction(0), Fraction(1)) == 0
    assert one.fraction("high", Fraction(0), Fraction(1, 100)) == Fraction(1, 100)
