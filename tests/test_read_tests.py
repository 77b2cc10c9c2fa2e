"""Tests as a game file says them."""

from __future__ import annotations

from typing import Any

import pytest

from analyzer.documents import JsonDict
from analyzer.game.language import Cards, Group, Hand, Pack, Value, WildCards
from analyzer.game.language import Test as Asked
from analyzer.game.read_hands import NamedCards
from analyzer.game.read_tests import MAX_DEPTH, read_test
from analyzer.game.scopes import Scope
from analyzer.game.sections import Faults, Section

OWN, HOUSE = Hand("own", ("own",)), Hand("house", ("house",))
SEVEN = Hand("own+board", ("own", "board"))
SET = Hand("set", ("own", "board"), house_way="w")
ACE = 1 << 12


def table(wild: bool = True) -> NamedCards:
    groups = {name: Group(name, cards) for name, cards in (("own", 5), ("house", 5), ("board", 2))}
    return NamedCards(Pack(wild=WildCards(ranks=1) if wild else WildCards()), groups, {"set": SET})


def scope(**changes: Any) -> Scope:
    standard: JsonDict = {
        "table": table(),
        "default": Cards(OWN),
        "compared": (OWN, HOUSE),
        "has_qualifier": True,
        "choices": {"raise": "", "fold": "folds"},
    }
    return Scope(**(standard | changes))


def read(value: Any, **changes: Any) -> tuple[Asked | None, list[str]]:
    faults = Faults()
    return read_test(Section({"when": value}, "here", faults), "when", scope(**changes)), list(faults)


def cards(hand: Hand = OWN, **asked: Any) -> Asked:
    return Asked(of=Cards(hand), **asked)


@pytest.mark.parametrize(
    ("value", "test"),
    [
        ("pair 5", cards(at_least=Value("pair", (3,)))),
        (["pair", "pair A"], Asked(all=(cards(at_least=Value("pair")), cards(at_least=Value("pair", (12,)))))),
        (["pair"], cards(at_least=Value("pair"))),
        ({"hand": "flush"}, cards(hands=frozenset({"flush"}))),
        ({"hand": ["flush", "straight"]}, cards(hands=frozenset({"flush", "straight"}))),
        ({"hand": "pair", "ranks": "A"}, cards(hands=frozenset({"pair"}), ranks=ACE)),
        ({"hand": "four-of-a-kind", "kicker": "2-4,A"}, cards(hands=frozenset({"four-of-a-kind"}), kicker=0b111 | ACE)),
        ({"hand": "flush", "natural": "true"}, cards(hands=frozenset({"flush"}), natural=True)),
        ({"hand": "pair", "suited": False}, cards(hands=frozenset({"pair"}), suited=False)),
        ({"hand": "flush", "suit": "s"}, cards(hands=frozenset({"flush"}), suit="s")),
        ({"groups": "3+2"}, cards(groups=(3, 2))),
        ({"whole": "straight"}, cards(whole="straight")),
        ({"high": "9", "without": ["pair"]}, cards(high=1 << 7, without=frozenset({"pair"}))),
        ({"colour": "one"}, cards(colour="one")),
        ({"colour": "black"}, cards(colour="black")),
        ({"high": "9", "ace": "low"}, cards(high=1 << 7, ace_low=True)),
        (
            {"without": ["natural-pair", "flush"]},
            cards(without=frozenset({"flush"}), without_natural=frozenset({"pair"})),
        ),
        ({"count": {"2": 4, "A": 0}}, cards(count=((0, 4), (12, 0)))),
        ({"of": "house", "at_least": "pair"}, cards(HOUSE, at_least=Value("pair"))),
        ({"of": ["own", "board"], "hand": "pair"}, cards(SEVEN, hands=frozenset({"pair"}))),
        ({"of": "set.front", "hand": "pair"}, Asked(of=Cards(SET, "front"), hands=frozenset({"pair"}))),
        ({"of": "set.back", "hand": "flush"}, Asked(of=Cards(SET, "back"), hands=frozenset({"flush"}))),
        ({"of": "loser", "at_least": "pair"}, Asked(of="loser", at_least=Value("pair"))),
        ({"on": "win"}, Asked(on=frozenset({"win"}))),
        ({"on": ["win", "tie"], "qualified": True}, Asked(on=frozenset({"win", "tie"}), qualified=True)),
        ({"chose": "raise"}, Asked(chose="raise")),
        (
            {"of": "house", "any": ["pair A", {"hand": "flush"}]},
            Asked(any=(cards(HOUSE, at_least=Value("pair", (12,))), cards(HOUSE, hands=frozenset({"flush"})))),
        ),
    ],
)
def test_tests(value: Any, test: Asked) -> None:
    assert read(value) == (test, [])


def test_a_royal_match() -> None:
    value = {"of": ["own", "board"], "hand": "royal-flush", "beside": "K,Q"}
    assert read(value, pays_most=True)[0] == cards(SEVEN, hands=frozenset({"royal-flush"}), beside=0b11 << 10)
    assert read(value)[1] == ['here.when.beside: needs hand = "royal-flush", in a line of a wager that uses pays_most']


@pytest.mark.parametrize(
    ("value", "changes", "fault"),
    [
        ("pair A" + " " * 80 + "junk", {}, "here.when: 'pair A "),
        (5, {}, 'here.when: must be a test such as "pair 5" or { hand = "flush" }, not 5'),
        ({}, {}, "here.when: asks nothing"),
        ([], {}, "here.when: must be a list of 1 to 24 tests"),
        (["pair"] * 25, {}, "here.when: must be a list of 1 to 24 tests"),
        (["pair", "pair"], {}, "here.when[2]: asks the same as a test before it"),
        ({"any": []}, {}, "here.when.any: must be a list of 1 to 24 tests"),
        ({"any": "pair"}, {}, "here.when.any: must be a list of 1 to 24 tests"),
        ({"hnad": "pair"}, {}, "here.when.hnad: unknown key (did you mean 'hand'?)"),
        ({"hand": "pears"}, {}, "here.when.hand: 'pears' is not a hand of the poker order (did you mean 'pair'?)"),
        ({"hand": ["pair", "pair"]}, {}, "here.when.hand: names a hand twice"),
        ({"hand": []}, {}, "here.when.hand: must name a hand"),
        ({"of": "board", "hand": "straight"}, {}, "here.when.hand: 'straight' is not a hand of the two-card order"),
        ("pair", {"default": None}, "here.when: of is missing: which cards does this look at?"),
        ({"hand": "pair"}, {"default": None}, "here.when: of is missing"),
        ({"of": "hose", "hand": "pair"}, {}, "here.when.of: 'hose' is not a hand or a group (did you mean 'house'?)"),
        ({"of": "house", "on": "win"}, {}, "here.when.of: names cards, but nothing is asked of them"),
        (
            {"of": "house", "hand": "pair"},
            {"seen": frozenset({"own"})},
            "here.when.of: house is not seen at this",
        ),
        ({"of": "winner", "hand": "pair"}, {"compared": None}, "here.when.of: 'winner' needs compare"),
        ({"of": "winner", "hand": "pair"}, {"compared": (SET, SET)}, "here.when.of: 'winner' cannot be said of hands"),
        ({"ranks": "A"}, {}, "here.when.ranks: needs hand, at_least, groups or a whole straight beside it"),
        ({"hand": "pair", "ranks": "A-Q"}, {}, "here.when.ranks: must be ranks such as"),
        ({"hand": "straight", "kicker": "A"}, {}, "here.when.kicker: straight of 5 cards has no kicker"),
        ({"at_least": "pair", "kicker": "A"}, {}, "here.when.kicker: needs hand beside it"),
        ({"natural": True}, {}, "here.when.natural: needs hand, at_least, groups or whole beside it"),
        ({"hand": "pair", "natural": 1}, {}, "here.when.natural: must be true or false, not 1"),
        ({"suit": "x"}, {}, "here.when.suit: 'x' is not known; one of c, d, h, s"),
        ({"suit": "s", "suited": True}, {}, "here.when.suited: cannot stand beside suit"),
        ({"groups": "4+2"}, {}, "here.when.groups: must be set sizes, largest first"),
        ({"jokers": 1}, {}, "here.when.jokers: must be a whole number from 0 to 0, not 1"),
        ({"colour": "blue"}, {}, "here.when.colour: 'blue' is not known; one of one, red, black"),
        ({"ace": "low"}, {}, "here.when.ace: needs high beside it"),
        ({"high": "9", "ace": "high"}, {}, "here.when.ace: 'high' is not known"),
        ({"beside_suits": "any"}, {}, "here.when.beside_suits: needs beside"),
        ({"without": ["pair", "natural-pair"]}, {}, "here.when.without: natural-pair is no more than pair"),
        ({"without": "natural-par"}, {}, "here.when.without: 'par' is not a hand of the poker order"),
        ({"count": {"2": 5}}, {}, "here.when.count.2: must be a whole number from 0 to 4, not 5"),
        ({"count": {"Z": 1}}, {}, "here.when.count.Z: must be a rank of the deck"),
        ({"count": {"T": 1, "10": 1}}, {}, "here.when.count.10: is counted twice"),
        ({"count": {}}, {}, "here.when.count: must say how many of a rank"),
        ({"on": "draw"}, {}, "here.when.on: 'draw' is not known"),
        ({"on": []}, {}, "here.when.on: must be one or more of"),
        ({"on": "win"}, {"no_results": {"win": "nobody wins"}}, "here.when.on: 'win' cannot happen here: nobody wins"),
        ({"qualified": True}, {"has_qualifier": False}, "here.when.qualified: needs qualifies"),
        (
            {"chose": "rais"},
            {},
            "here.when.chose: 'rais' is not a choice (did you mean 'raise'?); choices: raise",
        ),
        ({"chose": "fold"}, {}, "here.when.chose: 'fold' folds"),
        ({"chose": "raise"}, {"choices": {}}, "here.when.chose: 'raise' is not a choice; no choice was made before"),
    ],
)
def test_faults(value: Any, changes: JsonDict, fault: str) -> None:
    faults = read(value, **changes)[1]
    assert any(one.startswith(fault) for one in faults), faults


def test_depth_is_limited() -> None:
    value: Any = "pair"
    for _ in range(MAX_DEPTH - 1):
        value = {"any": [value]}
    assert read(value)[1] == []
    assert read({"any": [value]})[1] == [
        f"here.when{'.any[1]' * MAX_DEPTH}: is nested more than {MAX_DEPTH} tests deep"
    ]


def test_what_depends_on_a_fault_is_no_other_fault() -> None:
    assert read("pair", default=None, is_broken=True)[1] == []
    assert read({"of": "winner", "hand": "pair"}, compared=None, is_broken=True)[1] == []


def test_the_default_is_noted_as_used() -> None:
    for value, used in (("pair", True), ({"of": "house", "hand": "pair"}, False), ({"any": ["pair"]}, True)):
        where = scope()
        read_test(Section({"when": value}, "", Faults()), "when", where)
        assert where.default_used == used
