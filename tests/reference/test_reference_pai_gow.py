"""The wagers of Pai Gow Poker with Wrangler Push and Outlaw 9."""

from __future__ import annotations

from itertools import combinations
from math import comb

import pytest

from analyzer.reference.cards import Deck, cards_of, hand_from
from analyzer.reference.house_way import Setting, set_house_way
from analyzer.reference.pai_gow import (
    OUTLAW_9_PAYS,
    SetHand,
    best_setting,
    count_base,
    count_base_optimal,
    count_outlaw_9,
    count_wrangler,
    every_dealer,
    house_way_hand,
    legal_settings,
    outlaw_9,
    result_of_setting,
    settle_base,
    strengths_of,
    wrangler_push,
)

FOURTEEN = Deck("9TJQKA8", "cd", 0)


def set_hand(front: str, back: str) -> SetHand:
    return strengths_of(Setting(hand_from(front), hand_from(back)))


KINGS_OVER_FLUSH = set_hand("Kc Kd", "2h 5h 8h Th Jh")
ACE_KING_OVER_STRAIGHT = set_hand("Ac Ks", "5c 6d 7h 8s 9c")
TWOS_OVER_ACES = set_hand("2c 2d", "Ah As 9h 5s 3c")
THREES_OVER_ACES = set_hand("3d 3h", "Ah As 9h 5s 2c")
ACE_QUEEN_OVER_TWO_PAIR = set_hand("Ac Qd", "8h 8s 4h 4s 9c")


def test_base_wager() -> None:
    assert settle_base(KINGS_OVER_FLUSH, ACE_KING_OVER_STRAIGHT) == "win"
    assert settle_base(ACE_KING_OVER_STRAIGHT, KINGS_OVER_FLUSH) == "lose"
    assert settle_base(TWOS_OVER_ACES, ACE_KING_OVER_STRAIGHT) == "push"
    assert settle_base(ACE_KING_OVER_STRAIGHT, TWOS_OVER_ACES) == "push"


def test_copies_go_to_the_dealer() -> None:
    higher_behind = set_hand("Kh Ks", "2s 5s 8s Ts Qs")
    assert settle_base(KINGS_OVER_FLUSH, KINGS_OVER_FLUSH) == "lose"
    assert settle_base(higher_behind, KINGS_OVER_FLUSH) == "push"
    assert settle_base(KINGS_OVER_FLUSH, higher_behind) == "lose"


def test_wrangler_push() -> None:
    assert wrangler_push(TWOS_OVER_ACES, ACE_KING_OVER_STRAIGHT) == "push"
    assert wrangler_push(THREES_OVER_ACES, ACE_QUEEN_OVER_TWO_PAIR) == "push-with-a-pair-of-threes-or-higher"
    assert wrangler_push(ACE_QUEEN_OVER_TWO_PAIR, THREES_OVER_ACES) == "push-with-a-pair-of-threes-or-higher"
    assert wrangler_push(ACE_QUEEN_OVER_TWO_PAIR, TWOS_OVER_ACES) == "push"
    assert wrangler_push(KINGS_OVER_FLUSH, ACE_KING_OVER_STRAIGHT) == "lose"
    assert wrangler_push(ACE_KING_OVER_STRAIGHT, KINGS_OVER_FLUSH) == "lose"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("3h 4h 5h 6h 7h 8h 9h", "seven-card-straight-flush-no-joker"),
        ("Ah 2h 3h 4h 5h 6h 7h", "seven-card-straight-flush-no-joker"),
        ("8h 9h Th Jh Qh Kh Ah", "seven-card-straight-flush-no-joker"),
        ("Ah Kh Qh Jh Th Ks Qs", "royal-flush-and-royal-match"),
        ("Ah Jk Qh Jh Th Ks Qs", "royal-flush-and-royal-match"),
        ("Ah Kh Qh Jh Jk Ks Qs", "royal-flush-and-royal-match"),
        ("Ah Kh Qh Jh Th Ks Qd", "royal-flush"),
        ("Ah Kh Qh Jh Th Ks Jk", "royal-flush"),  # the joker is not the queen of the match
        ("3h 4h 5h 6h 7h 8h Jk", "seven-card-straight-flush-with-the-joker"),
        ("3h 4h 5h 6h 8h 9h Jk", "seven-card-straight-flush-with-the-joker"),
        ("9h Th Jh Qh Kh Ah Jk", "seven-card-straight-flush-with-the-joker"),
        ("Ac Ad Ah As Jk 9d 2c", "five-aces"),
        ("Ah Kh Qh Jh Th 3s 2c", "royal-flush"),
        ("Ah Kh Qh Jh Jk 3s 2c", "royal-flush"),
        ("5h 6h 7h 8h 9h Kc 2d", "straight-flush"),
        ("5h 6h 7h 8h Jk Kc 2d", "straight-flush"),
        ("9c 9d 9h 9s Kc Qd 2h", "four-of-a-kind"),
        ("Ac Ad Ah Jk Kc Qd 2h", "four-of-a-kind"),
        ("9c 9d 9h Jk Kc Qd 2h", "three-of-a-kind"),
        ("2c 3d 4h 6s 7c 8d 9h", "nine-high"),
        ("2c 3d 4h 6s 7c 8d Th", "ten-high"),
        ("2c 3d 4h 6s 7c 9d Jh", "lose"),
        ("2d 4h 6d 8h Td Qh Kd", "all-seven-red-or-all-seven-black"),
        ("2c 2s 6c 8s Tc Qs Kc", "all-seven-red-or-all-seven-black"),  # a pair does not matter
        ("2d 4h 6d 8h Td Qd Kd", "flush"),
        ("2d 3h 4d 5h 6d Qh Kh", "straight"),  # a straight spoils the colour
        ("2d 3h 4h 6d 7d 8h 9h", "nine-high"),  # pays more than the colour
        ("2d 4h 7d 8h Jd Kh Jk", "other-six-red-or-black-with-the-joker"),
        ("2d 4h 7d 8h Jd Kd Jk", "flush"),  # the joker completes it
        ("2d 4h 5d 6h Jd Kh Jk", "straight"),  # the joker completes it: 2-3-4-5-6
        ("Ad Ah 7d 8h Jd Kh Jk", "other-six-red-or-black-with-the-joker"),  # more than three aces
        ("Kc Kd Kh 4c 4d 9h 2s", "full-house"),
        ("Kc Kd Kh 4c 4d 4h 9s", "full-house"),
        ("Kc Kd Ah Jk Ad 9h 2s", "full-house"),
        ("2c 5c 9c Jc Kc Ad Qh", "flush"),
        ("9c 9d 9h Kc Jd 5h 2s", "three-of-a-kind"),
        ("9c 9d 9h 5c 6d 7h 8s", "three-of-a-kind"),  # more than the straight
        ("Ac Ad Jk 9c Qd 5h 2s", "three-of-a-kind"),
        ("5c 6d 7h 8s 9c Kd Qh", "straight"),
        ("Kc Kd 9h 9s 4c 4d 2h", "three-pairs"),
        ("Ac Jk 9h 9s 4c 4d 7h", "three-pairs"),
        ("Kc Kd 9h 9s 4c 3d 7h", "lose"),
        ("Ac Kd Jh 9s 7c 4d 2h", "lose"),
        ("Jk Kd Jh 8s 7c 4d 2h", "lose"),
    ],
)
def test_outlaw_9(text: str, line: str) -> None:
    assert outlaw_9(hand_from(text)) == line
    assert line in OUTLAW_9_PAYS["1"]


def test_counts_add_up_to_all_deals() -> None:
    assert count_base(FOURTEEN).total() == comb(14, 7)
    assert count_wrangler(FOURTEEN).total() == comb(14, 7)
    assert count_outlaw_9(Deck("9TJQKA", "cd", 1)).total() == comb(13, 7)


def test_wrangler_pushes_are_the_base_wagers_pushes() -> None:
    lines = count_wrangler(FOURTEEN)
    assert lines["push"] + lines["push-with-a-pair-of-threes-or-higher"] == count_base(FOURTEEN)["push"]


def test_both_seats_win_equally_often_but_for_copies() -> None:
    """When one hand is the player's and the other the dealer's, the pair also occurs the other way round."""
    counts = count_base(FOURTEEN)
    assert counts["lose"] >= counts["win"]


def test_an_optimal_player_does_at_least_as_well() -> None:
    house, optimal = count_base(FOURTEEN), count_base_optimal(FOURTEEN)
    assert optimal.total() == house.total()
    assert optimal["win"] - optimal["lose"] >= house["win"] - house["lose"]


def test_the_house_way_is_among_the_legal_settings() -> None:
    deck = Deck("89TJQK7", "cd", 1)
    for seven in list(combinations(cards_of(deck), 7))[::400]:
        setting = set_house_way(seven)
        legal = legal_settings(seven)
        assert Setting(setting.front, setting.back) in legal
        dealers = every_dealer(seven, deck)
        own = result_of_setting(Setting(setting.front, setting.back), dealers)
        best = best_setting(seven, deck)
        assert own.win + own.push + own.lose == comb(8, 7)
        assert best.win - best.lose >= own.win - own.lose
        assert house_way_hand(seven) == strengths_of(Setting(setting.front, setting.back))
