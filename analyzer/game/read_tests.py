"""Tests: one vocabulary for lines, rows of a settlement, qualifiers, automatic wins and the conditions of choices.

A string is `at_least`, a list is passed if every test of it is, a table if every key is.
"""

from __future__ import annotations

from dataclasses import replace

from analyzer.game.card_questions import CARD_KEYS, CardQuestions, read_value
from analyzer.game.language import Looked, Test
from analyzer.game.scopes import RESULTS, Scope, cards_of
from analyzer.game.sections import Faults, Section, nearest, shown

MAX_DEPTH = 8
MAX_TESTS = 24
TEST_KEYS = ("of", *CARD_KEYS, "on", "qualified", "chose", "any")
_NO_CARDS = "of is missing: which cards does this look at? Say a hand or a group, known: {}"


def read_test(section: Section, key: str, scope: Scope) -> Test | None:
    """The test at that key; None where there is none, or where it has a fault."""
    value = section.get(key)
    return None if value is None else _read(value, section.at(key), section.faults, scope, 1)


def read_asked(section: Section, scope: Scope) -> Test | None:
    """The test that keys of this table are; there may be other keys beside them. None if it asks nothing."""
    test = _read_table(section, scope, 1)
    return test if set(section.keys) & set(TEST_KEYS) else None


def _read(value: object, place: str, faults: Faults, scope: Scope, depth: int) -> Test | None:
    if depth > MAX_DEPTH:
        faults.note(place, f"is nested more than {MAX_DEPTH} tests deep")
        return None
    if isinstance(value, list):
        return _read_list(value, place, faults, scope, depth)
    if isinstance(value, str):
        parent, _, key = place.rpartition(".")
        return _read_text(Section({key: value}, parent, faults), key, scope)
    if not isinstance(value, dict):
        faults.note(place, f'must be a test such as "pair 5" or {{ hand = "flush" }}, not {shown(value)}')
        return None
    section = Section(value, place, faults)
    test = _read_table(section, scope, depth)
    section.finish()
    if not value:
        faults.note(place, f"asks nothing; give it one of {', '.join(TEST_KEYS)}")
    return test


def _read_list(value: list[object], place: str, faults: Faults, scope: Scope, depth: int) -> Test | None:
    """All of these must pass."""
    tests = _read_tests(value, place, faults, scope, depth)
    if len(tests) == 1:
        return tests[0]
    return Test(all=tests) if tests else None


def _read_tests(value: object, place: str, faults: Faults, scope: Scope, depth: int) -> tuple[Test, ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= MAX_TESTS:
        faults.note(place, f"must be a list of 1 to {MAX_TESTS} tests, not {shown(value)}")
        return ()
    tests: list[Test] = []
    for number, item in enumerate(value, 1):
        test = _read(item, f"{place}[{number}]", faults, scope, depth + 1)
        if test is not None and test in tests:
            faults.note(f"{place}[{number}]", "asks the same as a test before it")
        if test is not None:
            tests.append(test)
    return tuple(tests)


def _read_text(section: Section, key: str, scope: Scope) -> Test | None:
    """Text alone: that value or better."""
    looked = _default(section, key, scope)
    if looked is None:
        return None
    value = read_value(section, key, cards_of(looked, scope), scope.table.pack.wheel)
    return None if value is None else Test(of=looked, at_least=value)


def _default(section: Section, key: str, scope: Scope) -> Looked | None:
    """The cards that are looked at where a test does not say; a fault if there are none."""
    if scope.default is None and scope.is_broken:
        return None
    if scope.default is None:
        place = section.at(key) if key else section.place
        section.faults.note(place, _NO_CARDS.format(scope.table.known() or "none"))
        return None
    scope.default_used = True
    return scope.default


# --- tables ----------------------------------------------------------------------------------------------------------


def _read_table(section: Section, scope: Scope, depth: int) -> Test:
    asked = [key for key in CARD_KEYS if section.has(key)]
    said = read_looked(section, "of", scope) if section.has("of") else None
    inner = scope if said is None else replace(scope, default=said, default_used=False)
    looked: Looked | None = None
    if asked and not (section.has("of") and said is None):
        looked = _default(section, "", inner)
    test = _read_round(section, scope)
    if section.has("any"):
        anything = _read_tests(section.get("any"), section.at("any"), section.faults, inner, depth)
        test = replace(test, any=anything)
    if said is not None:
        scope.qualified_used |= inner.qualified_used
        if not inner.default_used:
            section.fault("of", f"names cards, but nothing is asked of them; ask one of {', '.join(CARD_KEYS)}")
    return test if looked is None else CardQuestions(section, looked, scope).read(test)


def read_looked(section: Section, key: str, scope: Scope) -> Looked | None:
    """`of`: cards, or the compared hand that won or lost."""
    value = section.get(key)
    if value in ("winner", "loser"):
        if scope.compared is None:
            if not scope.is_broken:
                section.fault(key, f"{value!r} needs compare: without it nobody wins")
            return None
        if scope.compared[0].house_way:
            section.fault(
                key, f"{value!r} cannot be said of hands that are set in two; name a part, such as dealer.front"
            )
            return None
        return value  # type: ignore[no-any-return]  # one of the two literals
    cards = scope.table.read_cards(section, key)
    if cards is None:
        return None
    hidden = [group for group in cards.hand.groups if scope.seen is not None and group not in scope.seen]
    if hidden:
        seen = ", ".join(sorted(scope.seen or ())) or "nothing"
        section.fault(key, f"{', '.join(hidden)} {scope.unseen}: {seen}")
        return None
    return cards


# --- what a test asks of the round -----------------------------------------------------------------------------------


def _read_round(section: Section, scope: Scope) -> Test:
    """on, qualified and chose."""
    words = section.texts("on")
    results = [word for word in words if _is_result(section, word, scope)]
    if section.has("on") and (not words or len(set(words)) < len(words)):
        section.fault("on", f"must be one or more of {', '.join(RESULTS)}, each once")
    qualified = section.flag("qualified")
    if qualified is not None:
        scope.qualified_used = True
        if not scope.has_qualifier:
            section.fault("qualified", "needs qualifies: the test by which the dealer's hand qualifies")
    chose = section.text("chose")
    if section.has("chose"):
        _check_chose(section, chose, scope)
    return Test(on=frozenset(results), qualified=qualified, chose=chose)  # type: ignore[arg-type]  # checked words


def _is_result(section: Section, word: str, scope: Scope) -> bool:
    if word not in RESULTS:
        section.fault("on", f"{shown(word)} is not known{nearest(word, RESULTS)}; one of {', '.join(RESULTS)}")
    elif word in scope.no_results:
        section.fault("on", f"{word!r} cannot happen here: {scope.no_results[word]}")
    return word in RESULTS and word not in scope.no_results


def _check_chose(section: Section, chose: str, scope: Scope) -> None:
    if chose not in scope.choices:
        known = f"; choices: {', '.join(scope.choices)}" if scope.choices else "; no choice was made before"
        section.fault("chose", f"{shown(chose)} is not a choice{nearest(chose, scope.choices)}{known}")
    elif scope.choices[chose]:
        section.fault("chose", f"{chose!r} {scope.choices[chose]}")
