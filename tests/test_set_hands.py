"""analyzer/reference/set_hands.py: rows of a house way read as data, against the transcription of the chart."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from fractions import Fraction
from functools import cache

import pytest

from analyzer.cards.deck import Deck
from analyzer.documents import JsonDict
from analyzer.game.house_way import HouseWay, parse_house_way
from analyzer.game.language import Pack, Rules, WildCards
from analyzer.game.library import tables_folder
from analyzer.reference import pai_gow
from analyzer.reference.cards import Cards, hand_from
from analyzer.reference.cards import Deck as ReferenceDeck
from analyzer.reference.house_way import Setting, set_house_way
from analyzer.reference.pai_gow_readings import Reading
from analyzer.reference.referee import best_choices, play
from analyzer.reference.set_hands import SetHands
from tests.rounds import rules_of
from tests.test_ranked import some_hands

GAME = """
deck = { ranks = "8-A", suits = "cd", jokers = 1, bug = "Jk", wheel = "WHEEL", top_hand = "five_of_a_kind" }
deal = { own = 7, house = 7 }
[hands]
player = { of = "own", house_way = "ours", sets = "SETS" }
by-house-way = { of = "own", house_way = "ours" }
dealer = { of = "house", house_way = "ours" }
[wagers.base]
name = "Pai Gow"
compare = ["player", "dealer"]
[wagers.wrangler]
name = "Wrangler Push"
compare = ["by-house-way", "dealer"]
settle.wrangler = [{ pays = "paytable" }, { pays = -1 }]
lines.push = { on = "tie" }
[wagers.wrangler.lines.high]
on = "tie"
any = [{ of = "by-house-way.front", at_least = "pair 3" }, { of = "dealer.front", at_least = "pair 3" }]
[wagers.wrangler.pays]
high = 2
push = 1
HOUSE_WAY
"""


def house_way_text() -> str:
    text = (tables_folder() / "pai-gow-wrangler-outlaw.toml").read_text(encoding="utf-8")
    rows = tomllib.loads(text)["house_ways"]["footnote-first"]["rows"]
    return "[house_ways.ours]\nname = 'Ours'\nrows = [\n" + ",\n".join(toml(row) for row in rows) + "\n]\n"


def toml(value: object) -> str:
    """A row on one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(toml(one) for one in value) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


@cache
def rules(wheel: str = "lowest", sets: str = "house_way") -> Rules:
    return rules_of(GAME.replace("WHEEL", wheel).replace("SETS", sets).replace("HOUSE_WAY", house_way_text()))


def sevens(number: int) -> list[Cards]:
    chance = random.Random(7)
    return [hand for hand in some_hands(7, number, seed=7) if 53 not in hand] + [
        tuple(sorted(chance.sample(range(53), 7))) for _ in range(number)
    ]


@pytest.mark.parametrize("wheel", ["lowest", "second_highest"])
def test_the_rows_of_the_chart(wheel: str) -> None:
    table = SetHands(Pack(Deck(jokers=1), WildCards(jokers=True, is_bug=True), "five_of_a_kind", wheel))  # type: ignore[arg-type]
    way = rules().house_ways["ours"]
    for seven in sevens(250):
        setting, literal = table.by_house_way(seven, way), set_house_way(seven, Reading(wheel=wheel))
        own = pai_gow.strengths_of(Setting(literal.front, literal.back), Reading(wheel=wheel))
        assert (own.front, own.back) == (setting.front_strength, setting.back_strength)
        legal = pai_gow.legal_settings(seven, Reading(wheel=wheel))
        assert {one.front for one in table.legal(seven)} == {one.front for one in legal}


def test_every_front_and_condition() -> None:
    """Rows of two lines each: the first applies to some of the cards only."""
    table = SetHands(Pack(Deck(jokers=1), WildCards(jokers=True, is_bug=True), "five_of_a_kind"))
    cases: list[tuple[JsonDict, str, str | None]] = [
        ({"front": "pair-of-the-third-set", "when": {"shape": "2-2-2-1"}}, "Ac Ad 9c 9d 4c 4d 7h", "4c 4d"),
        ({"front": "highest-others", "when": {"second_other": "Q"}}, "9c 9d Ac Qd 5h 3s 2c", "Ac Qd"),
        ({"front": "highest-others", "when": {"second_other": "J"}}, "9c 9d Ac Qd 5h 3s 2c", "2c 3s"),
        ({"front": "set-card-and-highest-other", "when": {"lacks": ["joker"]}}, "9c 9d 9h Qd 5h 3s 2c", None),
        ({"front": "second-and-third", "when": {"has": ["joker"]}}, "Jk 9d 8h Qd 5h 3s 2c", "9d Qd"),
        ({"front": "highest-pair", "behind": "flush"}, "Kd Kh 9c 8c 5c 3c 2c", "Kd Kh"),
        ({"front": "highest-two", "behind": "flush"}, "Kc Kd 9c Ad 5c 3c 2c", "Kd Ad"),
    ]
    last = {"row": 2, "name": "Else", "front": "highest-two", "behind": "pair"}
    for row, cards, front in cases:
        first = {"row": 1, "name": "First"} | row
        way, faults = parse_house_way({"name": "Two", "rows": [first, last]})
        assert isinstance(way, HouseWay), faults
        setting = SetHands(table.pack).by_house_way(hand_from(cards), way)
        if front == "2c 3s":  # the first row does not apply, the second wants a pair behind
            assert setting.front == hand_from("Qd Ac")
        elif front is None:
            assert sorted(card // 4 for card in setting.front) == [7, 10]
        else:
            assert set(setting.front) == set(hand_from(front)), cards


@pytest.mark.parametrize("wheel", ["lowest", pytest.param("second_highest", marks=pytest.mark.long)])
def test_both_hands_by_the_house_way(wheel: str) -> None:
    deck = ReferenceDeck("89TJQKA", "cd", 1)
    base = play(rules(wheel), "base", "1")
    counts = pai_gow.count_base(deck, Reading(wheel=wheel))
    assert base.results == {Fraction(1): counts["win"], Fraction(0): counts["push"], Fraction(-1): counts["lose"]}
    wrangler = play(rules(wheel), "wrangler", "1")
    pushes = pai_gow.count_wrangler(deck, Reading(wheel=wheel))
    assert Counter(name for name, _ in wrangler.outcomes) == Counter(["push", "high", "lose"])
    assert wrangler.results[Fraction(2)] == pushes["push-with-a-pair-of-threes-or-higher"]
    assert wrangler.results[Fraction(1)] == pushes["push"]


def test_a_player_who_sets_as_well_as_possible() -> None:
    deck = ReferenceDeck("89TJQKA", "cd", 1)
    for text in ("8c 9c Tc Jc Qc Kd Jk", "8c 8d 9c 9d Td Jd Ad", "8c 9d Td Jc Kd Ad Jk", "8c 8d Kc Kd Qc Qd Ad"):
        seven = hand_from(text)
        literal = pai_gow.best_setting(seven, deck)
        chosen = best_choices(rules(sets="optimal"), {"own": seven})
        total = literal.win + literal.push + literal.lose
        assert chosen[0][1] == Fraction(literal.win - literal.lose, total)
        assert len(chosen) == len(pai_gow.legal_settings(seven))


@pytest.mark.long
def test_every_hand_set_as_well_as_possible() -> None:
    best = play(rules(sets="optimal"), "base", "1")
    counts = pai_gow.count_base_optimal(ReferenceDeck("89TJQKA", "cd", 1))
    assert best.results == {Fraction(1): counts["win"], Fraction(0): counts["push"], Fraction(-1): counts["lose"]}
