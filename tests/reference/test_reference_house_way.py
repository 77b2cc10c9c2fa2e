"""The House Way: every row with examples worked out by hand."""

from __future__ import annotations

from itertools import combinations

import pytest

from analyzer.reference.cards import Deck, cards_of, hand_from, without
from analyzer.reference.hands import Hand, five_card_hand
from analyzer.reference.house_way import (
    Setting,
    hand_rules,
    is_foul,
    ranks_of,
    set_house_way,
)
from analyzer.reference.pai_gow_readings import Reading

CHART_FIRST = Reading(house_way_order="chart_first")

RANKS = "23456789TJQKA"


def front_ranks(cards: tuple[int, ...]) -> str:
    """The ranks of the front from high to low, the joker as an ace."""
    return "".join(RANKS[rank] for rank in ranks_of(cards))


@pytest.mark.parametrize(
    ("text", "row", "front"),
    [
        # Five aces
        ("Ac Ad Ah As Jk Kc Kd", 1, "AA"),
        ("Ac Ad Ah As Jk 9c 2d", 1, "AA"),
        # Four of a kind and a pair or trips beside it
        ("Kc Kd Kh Ks 7c 7d 2h", 2, "77"),
        ("2c 2d 2h 2s Ac Jk 9h", 2, "AA"),
        ("Ac Ad Ah Jk 5c 5d 9h", 2, "55"),
        ("Ac Ad Ah As Kc Kd Kh", 2, "KK"),
        ("Kc Kd Kh Ks Ac Ad Jk", 2, "AA"),
        # A pair in front and a complete hand behind
        ("5c 6d 7h 8s 9c Kd Kh", 3, "KK"),
        ("2c 5c 8c Jc Kc 3d 3h", 3, "33"),
        ("9c 9d 9h 5c 6d 7h 8s", 3, "99"),
        ("2c 2d 2h Ac Ad Kc Kd", 3, "AA"),
        ("Kc Kd Kh Qc Qd Ac Jk", 3, "AA"),
        ("Ac Jk Kc Kd 9c 5c 2c", 3, "KK"),
        ("Ac Ad Ah Jk 9c 5c 2c", 3, "AA"),  # before four aces are split
        ("Ac Ad Ah Jk Kd Qs Jh", 3, "AA"),
        ("Qc Qd Qh Ac Jk 9c 4c", 3, "QQ"),  # before the full house
        ("Jk 2c 3d 4h 5s Kc Kd", 3, "KK"),
        # Four of a kind
        ("Ac Ad Ah As Kc Qd Jh", 4, "AA"),
        ("Kc Kd Kh Ks Ac 9d 2h", 4, "KK"),
        ("Qc Qd Qh Qs Ac 7d 2h", 4, "QQ"),
        ("Jc Jd Jh Js Ac 7d 2h", 4, "A7"),
        ("Tc Td Th Ts Kc 7d 2h", 4, "K7"),
        ("Tc Td Th Ts Qc 7d 2h", 4, "TT"),
        ("9c 9d 9h 9s Jk 7d 2h", 4, "A7"),
        ("8c 8d 8h 8s Qc 9d 2h", 4, "Q9"),
        ("6c 6d 6h 6s Jc 9d 2h", 4, "66"),
        ("5c 5d 5h 5s Jc 9d 2h", 4, "J9"),
        ("2c 2d 2h 2s 7c 4d 3h", 4, "74"),
        # Full house
        ("Kc Kd Kh 4c 4d 9h 2s", 5, "44"),
        ("4c 4d 4h Kc Kd 9h 2s", 5, "KK"),
        ("Qc Qd Qh Ac Jk 9d 4h", 5, "AA"),
        # Two threes of a kind
        ("Kc Kd Kh 4c 4d 4h 2s", 6, "KK"),
        ("Ac Ad Jk 4c 4d 4h 2s", 6, "AA"),
        # Three pairs
        ("Kc Kd 9c 9d 4h 4s 2c", 7, "KK"),
        ("Ac Jk 9c 9d 4h 4s 2c", 7, "AA"),
        ("Ac Jk Kc Kd Qc Qd Jc", 7, "AA"),  # although A-K-Q-J with the joker is a royal flush
        # Straight, flush or straight flush
        ("2c 5c 9c Jc Kc Ad Qh", 8, "AQ"),
        ("3c 4d 5h 6s 7c 8d Kh", 8, "K8"),
        ("9c 9d 5h 6s 7c 8d Kh", 8, "K9"),
        ("Ah Kh 9h 7h 4h 2h 3c", 8, "A3"),
        ("Ah Kh 9h 7h 4h 2h Jh", 8, "AK"),
        ("Jk Kh 9h 7h 4h Qc 2d", 8, "Q2"),
        ("Jk 3c 4d 5h 6s 7c Kh", 8, "AK"),
        ("Ac Ad Jk Kh Qs Jd 2c", 8, "A2"),  # before trip aces
        ("2h 3h 4h 5h 6h Ac Kd", 8, "AK"),
        # Two pairs
        ("Ac Ad 4h 4s 9c 7d 2h", 9, "44"),
        ("Qc Qd 4h 4s Ac 7d 2h", 9, "44"),
        ("Jc Jd 4h 4s Ac 7d 2h", 9, "A7"),
        ("Jc Jd 4h 4s Jk 7d 2h", 9, "A7"),
        ("Jc Jd 4h 4s Kc 7d 2h", 9, "44"),
        ("9c 9d 4h 4s Kc 7d 2h", 9, "44"),
        ("8c 8d 4h 4s Kc 7d 2h", 9, "K7"),
        ("6c 6d 4h 4s Ac 7d 2h", 9, "A7"),
        ("8c 8d 4h 4s Qc 7d 2h", 9, "44"),
        ("5c 5d 4h 4s Qc 7d 2h", 9, "Q7"),
        ("3c 3d 2h 2s Kc 7d 9h", 9, "K9"),
        ("5c 5d 4h 4s Jc 7d 2h", 9, "44"),
        ("Jc Jd Th Ts 9c 8d 7h", 9, "TT"),  # the straight is given up
        ("Jc Jd Tc Ts 9c 8c 2c", 9, "TT"),  # the flush is given up
        # Three of a kind
        ("Ac Ad Ah Kc 9d 7h 2s", 10, "AK"),
        ("Ac Ad Jk Kc 9d 7h 2s", 10, "AK"),
        ("Kc Kd Kh Ac 9d 7h 2s", 10, "A9"),
        ("2c 2d 2h Jk 9d 7h 5s", 10, "A9"),
        # One pair
        ("Kc Kd Ah 9s 7c 5d 2h", 11, "A9"),
        ("Kc Kd Jk 9s 7c 5d 2h", 11, "A9"),
        ("Ac Jk Qd 9s 7c 5d 2h", 11, "Q9"),
        # No pair
        ("Ac Qd Jh 9s 7c 5d 2h", 12, "QJ"),
        ("Jk Qd Jh 8s 6c 4d 2h", 12, "QJ"),
        ("2c 3d 4h 6s 7c 8d 9h", 12, "87"),
    ],
)
def test_every_row(text: str, row: int, front: str) -> None:
    seven = hand_from(text)
    setting = set_house_way(seven)
    assert (setting.row, front_ranks(setting.front)) == (row, front)
    assert setting.back == without(seven, setting.front)
    assert not is_foul(Setting(setting.front, setting.back))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Ac Ad Ah As Jk Kc Kd", "full-house"),
        ("Ac Ad Ah As Kc Kd Kh", "four-of-a-kind"),
        ("Qc Qd Qh Ac Jk 9c 4c", "flush"),
        ("9c 9d 9h 5c 6d 7h 8s", "straight"),
        ("9c 9d 9h 5c 6c 7c 8c", "straight-flush"),
        ("Kc Kd Kh 4c 4d 4h 2s", "three-of-a-kind"),
        ("Kc Kd 9c 9d 4h 4s 2c", "two-pair"),
        ("Ac Ad Ah Kc 9d 7h 2s", "pair"),
        ("Ac Qd Jh 9s 7c 5d 2h", "high-card"),
    ],
)
def test_the_hand_behind(text: str, kind: str) -> None:
    """Where suits leave a choice, the cards that make the higher hand stay behind."""
    setting = set_house_way(hand_from(text))
    assert five_card_hand(setting.back, hand_rules()).type == kind


def test_joker_with_two_three_four_five_is_six_high_or_the_wheel() -> None:
    seven = hand_from("Jk 2c 3d 4h 5s Kc Kd")
    other = Reading(wheel="second_highest")
    low = five_card_hand(set_house_way(seven).back, hand_rules())
    high = five_card_hand(set_house_way(seven, other).back, hand_rules(other))
    assert low == Hand("straight", (1,), natural=False)
    assert high == Hand("straight", (8,), natural=False)


@pytest.mark.parametrize("wheel", ["lowest", "second_highest"])
def test_the_front_comes_before_the_rank_of_the_wheel(wheel: str) -> None:
    """A-2-3-4-5-6 and a king: A-K in front leaves 2-6 behind, whatever the wheel is worth."""
    assert front_ranks(set_house_way(hand_from("Ac 2d 3h 4s 5c 6d Kh"), Reading(wheel=wheel)).front) == "AK"


def test_chart_first_keeps_the_full_house() -> None:
    """Q-Q-Q-A-Jk with a flush in clubs: the footnote puts queens in front, the chart aces."""
    seven = hand_from("Qc Qd Qh Ac Jk 9c 4c")
    assert front_ranks(set_house_way(seven).front) == "QQ"
    chart_first = set_house_way(seven, CHART_FIRST)
    assert (front_ranks(chart_first.front), chart_first.row) == ("AA", 5)


def test_chart_first_is_the_same_for_two_pairs() -> None:
    """A-Jk and K-K with a flush: both readings put kings in front and leave the flush behind."""
    seven = hand_from("Ac Jk Kc Kd 9c 5c 2c")
    footnote_first, chart_first = set_house_way(seven), set_house_way(seven, CHART_FIRST)
    assert (footnote_first.row, chart_first.row) == (3, 9)
    assert footnote_first.front == chart_first.front


@pytest.mark.parametrize(
    ("front", "back", "foul"),
    [
        ("Ac Ad", "Ah As Kc 9d 2h", False),
        ("Kc Kd", "Qc Qd 9h 5s 2c", True),
        ("Kc Kd", "Kh Ks 9h 5s 2c", False),
        ("2c 2d", "Ac Kd 9h 5s 3c", True),
        ("Ac Kd", "Ah Ks 9h 5s 3c", False),
        ("Ac Qd", "Ah Js 9h 5s 3c", True),
        ("Ac 2d", "Kh Qs 9h 5s 3c", True),
        ("Kc Qd", "Ah Js 9h 5s 3c", False),
        ("Ac Ad", "2h 2s 3h 3s 9c", False),
        ("Jk Ad", "Kh Ks Qh 3s 9c", True),
        ("Kc Kd", "Jk As 9h 5s 3c", False),
    ],
)
def test_fouls(front: str, back: str, foul: bool) -> None:
    assert is_foul(Setting(hand_from(front), hand_from(back))) is foul


def test_every_hand_of_a_small_deck_is_set_without_a_foul() -> None:
    for seven in combinations(cards_of(Deck("9JQKA", "cd", 1)), 7):
        setting = set_house_way(seven)
        assert not is_foul(Setting(setting.front, setting.back))
