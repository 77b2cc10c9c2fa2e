"""Wild 52: every line, the two decisions, and reduced decks."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb

import pytest

from analyzer.reference import wild_52
from analyzer.reference.cards import Deck, cards_of, count_jokers, hand_from, without
from analyzer.reference.hands import best_hand
from analyzer.reference.wild_52 import (
    FirstDecision,
    Settlement,
    bonus,
    count_bonus,
    count_joker_wager,
    count_joker_wager_unless_folded,
    decide_second,
    hand_rules,
    joker_wager,
    meet_every_dealer,
    play_ante,
    qualifies,
    settle,
    value_of_choice,
    winner,
)

FIVE_ON_TOP = hand_rules("five_of_a_kind")
ROYAL_ON_TOP = hand_rules("royal")
SMALL = Deck("TJQKA", "cd", 1)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Ac Ad Ah As Jk 2c 3d", "five-aces"),
        ("9c 9d 9h 9s Jk 2c 3d", "five-of-a-kind-deuces-to-kings"),
        ("Ah Kh Qh Jh Th Jk 3d", "royal-flush-without-the-joker"),
        ("Ah Kh Qh Jh 2c Jk 3d", "royal-flush-with-the-joker"),
        ("5h 6h 7h 8h 9h Kc 3d", "straight-flush-without-the-joker"),
        ("5h 6h 7h 8h 2c Jk 3d", "straight-flush-with-the-joker"),
        ("9c 9d 9h 9s Kc 2c 3d", "four-of-a-kind-without-the-joker"),
        ("9c 9d 9h Jk Kc 2c 3d", "four-of-a-kind-with-the-joker"),
        ("9c 9d 9h Ks Kc 2c 3d", "full-house"),
        ("9c 9d Jk Ks Kc 2c 3d", "full-house"),
        ("2h 4h 8h Th Jk Kc Jd", "flush"),
        ("2h 3c 4d 5h Jk Kc Jd", "straight"),
        ("9c 9d Jk Ks Tc 2c 3d", "lose"),
        ("9c 9d 9h Ks Tc 2c 3d", "lose"),
    ],
)
def test_bonus(text: str, line: str) -> None:
    assert bonus(hand_from(text)) == line
    assert bonus(hand_from(text), "best_ranked") == line


def test_the_bonus_uses_the_cards_that_pay_most() -> None:
    """5-6-7-8-9 suited and the joker: 100 without the joker, although the joker makes it ten high."""
    seven = hand_from("5h 6h 7h 8h 9h Jk 2c")
    assert bonus(seven, "pays_most") == "straight-flush-without-the-joker"
    assert bonus(seven, "best_ranked") == "straight-flush-with-the-joker"


def test_of_two_royals_the_natural_one() -> None:
    assert bonus(hand_from("Ah Kh Qh Jh Th Jk 2c"), "best_ranked") == "royal-flush-without-the-joker"


def test_a_natural_straight_flush_lifted_to_a_royal() -> None:
    """9-T-J-Q-K suited and the joker: the wild royal ranks higher, and pays more."""
    seven = hand_from("9h Kh Qh Jh Th Jk 2c")
    assert bonus(seven, "pays_most") == bonus(seven, "best_ranked") == "royal-flush-with-the-joker"


def test_the_joker_beside_a_natural_flush() -> None:
    """Royal and straight flushes that do not use the joker, with it among the seven cards."""
    among = "among_the_seven"
    assert bonus(hand_from("Ah Kh Qh Jh Th Jk 2c"), with_joker=among) == "royal-flush-with-the-joker"
    assert bonus(hand_from("5h 6h 7h 8h 9h Jk 2c"), with_joker=among) == "straight-flush-with-the-joker"
    assert bonus(hand_from("5h 6h 7h 8h 9h 3d 2c"), with_joker=among) == "straight-flush-without-the-joker"
    assert bonus(hand_from("9c 9d 9h 9s Jk 2c 3d"), with_joker=among) == "five-of-a-kind-deuces-to-kings"
    with pytest.raises(ValueError, match="with_joker"):
        bonus(hand_from("5h 6h 7h 8h 9h Jk 2c"), with_joker="none")


def test_joker_wager() -> None:
    assert joker_wager(hand_from("2c 3c 4c 5c 6c"), hand_from("7c Jk")) == "joker-in-the-community-cards"
    assert joker_wager(hand_from("2c 3c 4c 5c Jk"), hand_from("7c 8c")) == "joker-in-the-players-five"
    assert joker_wager(hand_from("2c 3c 4c 5c 6c"), hand_from("7c 8c")) == "lose"


def test_joker_wager_counts() -> None:
    counts = count_joker_wager(SMALL)
    assert counts["joker-in-the-players-five"] == comb(10, 4) * comb(6, 2)
    assert counts["joker-in-the-community-cards"] == comb(10, 5) * 5
    assert counts.total() == comb(11, 5) * comb(6, 2)


@pytest.mark.parametrize("bonus_uses", ["pays_most", "best_ranked"])
def test_bonus_counts_add_up(bonus_uses: str) -> None:
    counts = count_bonus(Deck("9TJQK", "cd", 1), bonus_uses)
    assert counts.total() == comb(11, 7)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("5c 5d 2h 3s 8c 9d Jh", True),
        ("4c 4d 2h 3s 8c 9d Jh", False),
        ("3c 3d 2h 2s 8c 9d Jh", True),
        ("5c Jk 2h 3s 8c 9d Jh", True),
        ("Ac Kd 2h 3s 8c 9d Jh", False),
        ("2c 2d 2h 3s 8c 9d Jh", True),
    ],
)
def test_the_dealer_qualifies_with_a_pair_of_fives(text: str, answer: bool) -> None:
    assert qualifies(best_hand(hand_from(text), FIVE_ON_TOP)) is answer


def test_settlement() -> None:
    assert settle("bet", True, "win") == Settlement("bet", True, "win", Fraction(5))
    assert settle("bet", True, "lose").net == -5
    assert settle("bet", True, "push").net == 0
    assert settle("check", True, "win").net == 3
    assert settle("check", True, "lose").net == -3
    assert settle("bet", False, "win").net == 1
    assert settle("check", False, "lose").net == -1
    assert settle("bet", False, "push").net == 0


def test_the_top_hand_decides_between_five_of_a_kind_and_royal_flush() -> None:
    fives = best_hand(hand_from("9c 9d 9h 9s Jk 2c 3d"), FIVE_ON_TOP)
    royal = best_hand(hand_from("Ah Kh Qh Jh Th 2c 3d"), FIVE_ON_TOP)
    assert winner(fives, royal, FIVE_ON_TOP) == "win"
    assert winner(fives, royal, ROYAL_ON_TOP) == "lose"


@pytest.mark.parametrize("top_hand", ["five_of_a_kind", "royal"])
def test_ante_counts_add_up_to_all_deals(top_hand: str) -> None:
    played = play_ante(SMALL, top_hand, dealer_cards=4)
    assert played.outcomes.total() == comb(11, 5) * 6 * 5 * comb(4, 4)
    assert played.first_choices.total() == comb(11, 5)
    assert played.second_choices.total() == 6 * played.first_choices["play"]
    folded = played.outcomes[Settlement("fold", False, "fold", Fraction(-1))]
    assert folded == played.first_choices["fold"] * 6 * 5


def test_values_of_choices() -> None:
    five = hand_from("Tc Jc Qd Kd Jk")
    check = value_of_choice(five, hand_from("Td")[0], "check", SMALL, dealer_cards=4)
    bet = value_of_choice(five, hand_from("Td")[0], "bet", SMALL, dealer_cards=4)
    decision = decide_second(five, hand_from("Td")[0], SMALL, FIVE_ON_TOP, 4)
    assert decision.choice == ("bet" if bet > check else "check")
    play = value_of_choice(five, None, "play", SMALL, dealer_cards=4)
    firsts = [
        max(value_of_choice(five, first, choice, SMALL, dealer_cards=4) for choice in ("check", "bet"))
        for first in without(cards_of(SMALL), five)
    ]
    assert play == sum(firsts) / len(firsts)
    assert value_of_choice(five, None, "fold", SMALL) == -1
    with pytest.raises(ValueError, match="choice"):
        value_of_choice(five, None, "bet", SMALL)


def test_one_showdown_by_hand() -> None:
    """Player Tc Td Jc Jd Qc, board Qd Kc: two pair queens and jacks, the king beside them.

    The dealer's four of Kd Ac Ad Jk are all there is: with Qd and Kc he has aces, kings and the joker, a full
    house of aces over kings.
    """
    showdowns = meet_every_dealer(hand_from("Tc Td Jc Jd Qc"), hand_from("Qd Kc"), SMALL, FIVE_ON_TOP, 4)
    assert showdowns == {(True, "lose"): 1}


def test_the_cards_that_must_qualify() -> None:
    """Player 3c 4c 5c 6c and the joker, board 7c 7d: a straight flush to the eight. Left are 3d 4d 5d 6d 8c 8d.

    Without 3d or 8c the dealer has a straight flush to the eight too, otherwise he loses: with flushes, or, without
    8d, with a straight flush to the seven. He always has the pair of sevens; his own five cards are a pair of eights,
    or without 8c a flush, but without 8d they are nothing.
    """
    deck, five, board = Deck("345678", "cd", 1), hand_from("3c 4c 5c 6c Jk"), hand_from("7c 7d")
    of_seven = meet_every_dealer(five, board, deck, FIVE_ON_TOP, 5)
    assert of_seven == {(True, "push"): 2, (True, "win"): 4}
    of_five = meet_every_dealer(five, board, deck, FIVE_ON_TOP, 5, "own_five")
    assert of_five == {(True, "push"): 2, (True, "win"): 3, (False, "win"): 1}
    with pytest.raises(ValueError, match="qualifier_cards"):
        meet_every_dealer(five, board, deck, FIVE_ON_TOP, 5, "board")


def test_two_aces_in_a_flush() -> None:
    """Player 4c 6c and the joker, board Ac 2c, dealer Kc Qc Tc: A-K-6-4-2 loses to A-K-Q-T-2, A-A-6-4-2 wins."""
    for joker_in_flush, what in (("missing_rank", "lose"), ("ace", "win")):
        rules = hand_rules("five_of_a_kind", joker_in_flush)
        player, dealer = (best_hand(hand_from(text), rules) for text in ("Ac 2c 4c 6c Jk", "Ac 2c Kc Qc Tc"))
        assert winner(player, dealer, rules) == what


def test_a_fold_loses_a_side_bet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nine to ace in one suit and the joker: 21 hands of five, and the two cards left, in either order.

    The 6 hands without the joker are said to fold; the other 15 have it among their five.
    """
    fold = FirstDecision("fold", Counter(), False, [])
    decided = lambda five, *rest: fold._replace(choice="play") if count_jokers(five) else fold  # noqa: E731
    monkeypatch.setattr(wild_52, "decide_first", decided)
    counted = count_joker_wager_unless_folded(Deck("9TJQKA", "c", 1))
    assert counted == {"lose": 6 * 2, "joker-in-the-players-five": 15 * 2}
