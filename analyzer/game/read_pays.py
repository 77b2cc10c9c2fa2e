"""What the lines of a wager are and what they pay: lines are rows and paytables columns, as printed."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from analyzer.game.amounts import read_pay
from analyzer.game.hand_names import parse_standard, types_of
from analyzer.game.language import Looked, PaidLine, PaytableColumn, Test, asks_hand, inner_tests
from analyzer.game.lines import MAX_LINES
from analyzer.game.pay import Pay
from analyzer.game.read_hands import order_of
from analyzer.game.read_tests import read_asked, read_test
from analyzer.game.scopes import Scope, cards_of
from analyzer.game.sections import Section, nearest, shown

MAX_PAYTABLES = 100
MAX_PAYTABLE_NAME = 32


def read_lines(wager: Section, scope: Scope) -> tuple[PaidLine, ...]:
    """The lines in the order of `pays`; `lines` says what those are whose name does not say it, or not all of it."""
    pays, tests = wager.section("pays"), wager.section("lines")
    own = {key: _read_line(tests, key, value, scope) for key, value in tests.entries(MAX_LINES)}
    for key in own:
        if key not in pays.keys:
            tests.fault(key, f"has no pays; add it to [{pays.place}]")
    lines = []
    for key, _ in pays.entries(MAX_LINES):
        line = own[key] if key in own else _standard_line(pays, key, scope, tests)
        if line is not None:
            lines.append(line)
    if wager.has("pays") and not pays.keys:
        wager.fault("pays", "must have at least one line, such as flush = 5")
    if scope.pays_most:
        _note_several_hands(tests, lines)
    if not scope.is_broken:  # tests of cards that could not be read look alike
        _note_equal(pays, lines)
    return tuple(lines)


def line_name(line: str) -> str:
    """A name for people.

    >>> line_name("four-of-a-kind")
    'Four of a kind'
    """
    return line.replace("-", " ").capitalize()


def _read_line(tests: Section, key: str, value: object, scope: Scope) -> PaidLine | None:
    line = _told_line(tests, key, value, scope)
    standard = parse_standard(key)
    if line is not None and standard is not None:
        _check_standard(tests, line, standard, scope)
    return line


def _check_standard(tests: Section, line: PaidLine, standard: tuple[str, int, bool | None], scope: Scope) -> None:
    """A standard name says by itself what it is; what a line says beside it must be about that hand, and say more."""
    hand, ranks, natural = standard
    if not any(hand in inner.hands for inner in inner_tests(line.test)):
        tests.fault(line.id, f'is a standard name, so its test must ask for hand = "{hand}"; or choose another name')
    elif line.test == Test(of=scope.default, hands=frozenset({hand}), ranks=ranks, natural=natural):
        tests.fault(line.id, "is a standard name, which says just this by itself; leave it out here")


def _told_line(tests: Section, key: str, value: object, scope: Scope) -> PaidLine | None:
    if not isinstance(value, dict):
        test = read_test(tests, key, scope)
        return None if test is None else PaidLine(key, line_name(key), test)
    section = Section(value, tests.at(key), tests.faults)
    name, source = section.text("name", line_name(key)), section.text("source")
    test = read_asked(section, scope)
    section.finish()
    if test is None:
        tests.fault(key, "asks nothing: say what the cards or the result must be")
        return None
    return PaidLine(key, name, test, source)


def _standard_line(pays: Section, key: str, scope: Scope, tests: Section) -> PaidLine | None:
    standard = parse_standard(key)
    if standard is None:
        near = nearest(key, types_of("poker"))
        pays.fault(
            key, f"is not a standard name{near}; say what it is in [{tests.place}], such as {key} = {{ hand = ... }}"
        )
        return None
    if scope.default is None and scope.is_broken:
        return None
    if scope.default is None:
        pays.fault(key, "needs `of` in the wager: the cards that its lines look at")
        return None
    hand, ranks, natural = standard
    order = order_of(cards_of(scope.default, scope))
    if hand not in types_of(order):
        pays.fault(key, f"{hand} is not a hand of the {order} order; one of {', '.join(types_of(order))}")
        return None
    scope.default_used = True
    return PaidLine(key, line_name(key), Test(of=scope.default, hands=frozenset({hand}), ranks=ranks, natural=natural))


def _note_equal(pays: Section, lines: list[PaidLine]) -> None:
    first: dict[Test, str] = {}
    for line in lines:
        if line.test in first:
            pays.fault(line.id, f"asks the same as line {first[line.test]!r}")
        first.setdefault(line.test, line.id)


def _note_several_hands(tests: Section, lines: list[PaidLine]) -> None:
    """With `pays_most` some cards must pass the whole line: what is asked of them stands in one table."""
    for line in lines:
        if any(number > 1 for number in _hands_asked(line.test).values()):
            tests.fault(line.id, "asks for the hand in several tests that must all pass; with pays_most say it in one")


def _hands_asked(test: Test) -> Counter[Looked | None]:
    """How many tests ask for the hand that these cards make, at most, if all pass that must."""
    asked = Counter([test.of] if asks_hand(test) else [])
    for part in test.all:
        asked += _hands_asked(part)
    either: Counter[Looked | None] = Counter()
    for part in test.any:
        either |= _hands_asked(part)
    return asked + either


# --- paytables -------------------------------------------------------------------------------------------------------


def read_columns(wager: Section, lines: tuple[PaidLine, ...], meter: bool) -> tuple[PaytableColumn, ...]:
    """One paytable for each name; a line pays one amount in all of them, or a list has one for each."""
    names = _read_names(wager)
    pays = wager.section("pays")
    rows = [_read_row(pays, line.id, len(names), meter) for line in lines]
    if meter and lines and not any(pay.meter for row in rows for pay in row):
        wager.fault("meter", 'is paid by no line; a line pays "J", or a share such as "J/10"')
    return tuple(PaytableColumn(name, tuple(row[column] for row in rows)) for column, name in enumerate(names))


def _read_names(wager: Section) -> tuple[str, ...]:
    names = wager.texts("paytables") if wager.has("paytables") else ("1",)
    for name in names:
        if not name or len(name) > MAX_PAYTABLE_NAME or not name.isprintable():
            wager.fault("paytables", f"{shown(name)} is not a name for a paytable")
    if len(set(names)) < len(names):
        wager.fault("paytables", "names a paytable twice")
    if len(names) > MAX_PAYTABLES:
        wager.fault("paytables", f"are {len(names)}, more than {MAX_PAYTABLES}")
    if not names:
        wager.fault("paytables", 'must name at least one paytable, such as ["1"]')
    return names or ("1",)


def _read_row(pays: Section, line: str, columns: int, meter: bool) -> tuple[Pay, ...]:
    value = pays.get(line)
    if not isinstance(value, list):
        return (read_pay(pays, line, value, meter),) * columns
    if len(value) != columns:
        tables = f"{columns} paytables" if columns > 1 else "1 paytable"
        pays.fault(line, f"has {len(value)} amounts for {tables}; give one for each, or one for all")
        return (Pay(Fraction(0)),) * columns
    return tuple(read_pay(pays, f"{line}[{number}]", item, meter) for number, item in enumerate(value, 1))
