"""Three Card Poker with 6 Card Bonus: every line, published counts, and reduced decks."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from math import comb

import pytest

from analyzer.reference.cards import Deck, hand_from, rank_of, suit_of
from analyzer.reference.hands import Hand, three_card_hand
from analyzer.reference.three_card_poker import (
    RULES,
    Settlement,
    ante_bonus,
    count_pair_plus,
    count_six_card_bonus,
    pair_plus,
    play_ante,
    qualifies,
    settle_play,
    six_card_bonus,
    value_of_choice,
)


def three(text: str) -> Hand:
    return three_card_hand(hand_from(text), RULES)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Ah Kh Qh", "mini-royal"),
        ("Kh Qh Jh", "straight-flush"),
        ("Ah 2h 3h", "straight-flush"),
        ("9c 9d 9h", "three-of-a-kind"),
        ("Ac Kh Qh", "straight"),
        ("Ac 2h 3h", "straight"),
        ("Ah Kh Jh", "flush"),
        ("2c 2d 3h", "pair"),
        ("Ac Kd Jh", "lose"),
    ],
)
def test_pair_plus(text: str, line: str) -> None:
    assert pair_plus(hand_from(text)) == line


def test_published_three_card_frequencies() -> None:
    assert count_pair_plus() == {
        "mini-royal": 4,
        "straight-flush": 44,
        "three-of-a-kind": 52,
        "straight": 720,
        "flush": 1096,
        "pair": 3744,
        "lose": 16440,
    }


def test_a_mini_royal_of_any_suits() -> None:
    """4 x 4 x 4 = 64 A-K-Q, 4 of one suit; of the 720 straights of several suits 60 are A-K-Q."""
    assert pair_plus(hand_from("Ah Kd Qh"), "any_suits") == "mini-royal"
    assert pair_plus(hand_from("Kh Qd Jh"), "any_suits") == "straight"
    suited, every = count_pair_plus(), count_pair_plus(mini_royal="any_suits")
    assert (suited["mini-royal"], suited["straight"]) == (4, 720)
    assert (every["mini-royal"], every["straight"]) == (64, 720 - 60)
    assert (every["straight-flush"], every["lose"]) == (suited["straight-flush"], suited["lose"])


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Ah Kh Qh Jh Th 9h", "royal-flush"),
        ("Ac Kh Qh Jh Th 9h", "straight-flush"),
        ("9c 9d 9h 9s 4c 4d", "four-of-a-kind"),
        ("9c 9d 9h 4s 4c 2d", "full-house"),
        ("9c 9d 9h 4s 4c 4d", "full-house"),
        ("2h 4h 6h 8h Th Tc", "flush"),
        ("2h 3c 4h 5d 6h 6c", "straight"),
        ("9c 9d 9h 4s 5c 2d", "three-of-a-kind"),
        ("9c 9d 4h 4s 2c 2d", "lose"),
    ],
)
def test_six_card_bonus(text: str, line: str) -> None:
    assert six_card_bonus(hand_from(text)) == line


def test_six_card_bonus_adds_up() -> None:
    counts = count_six_card_bonus(Deck("9TJQKA", "cdh"))
    assert counts.total() == comb(18, 6)
    # Three suits of the ace-high royal with any sixth card but none counted twice.
    assert counts["royal-flush"] == 3 * 13


def test_the_dealer_qualifies_with_queen_high() -> None:
    assert qualifies(three("Qc 3d 2h"))
    assert not qualifies(three("Jc Td 8h"))
    assert qualifies(three("2c 2d 3h"))


def test_ante_bonus() -> None:
    assert ante_bonus(three("2c 3c 4c")) == 4
    assert ante_bonus(three("2c 2d 2h")) == 3
    assert ante_bonus(three("2c 3c 4d")) == 1
    assert ante_bonus(three("2c 9c 4c")) == 0


def test_settlement() -> None:
    straight = three("2c 3c 4d")
    assert settle_play(straight, "dealer-does-not-qualify") == Settlement(
        "dealer-does-not-qualify", "straight", Fraction(2)
    )
    assert settle_play(straight, "win").net == 3
    assert settle_play(straight, "push").net == 1
    assert settle_play(straight, "lose").net == -1


def test_queen_six_four_is_the_lowest_hand_that_plays() -> None:
    assert value_of_choice(hand_from("Qc 6d 4h"), "fold") == -1
    assert value_of_choice(hand_from("Qc 6d 4h"), "play") > -1
    assert value_of_choice(hand_from("Qc 6d 3h"), "play") < -1


def test_a_wrong_choice_is_refused() -> None:
    with pytest.raises(ValueError, match="fold"):
        value_of_choice(hand_from("Qc 6d 4h"), "raise")


def test_ante_counts_add_up_to_all_deals() -> None:
    played = play_ante(Deck("89TJQ", "cdh"))
    assert played.outcomes.total() == comb(15, 3) * comb(12, 3)
    assert played.choices.total() == comb(15, 3)
    assert played.average_bet == 1 + Fraction(played.choices["play"], comb(15, 3))


def same_hand_in_other_suits(cards: tuple[int, ...]) -> tuple[int, ...]:
    """One hand that stands for all that differ from it only in the names of the suits."""
    ways = permutations(range(4))
    return min(tuple(sorted(4 * rank_of(card) + suits[suit_of(card)] for card in cards)) for suits in ways)


@pytest.mark.long
def test_published_house_edge() -> None:
    """The usual Ante Bonus of 5-4-1 is known to have a house edge of 3.3730 %, and 67.42 % of hands play.

    The 4-3-1 of this game pays one unit less for each of 48 straight flushes and 52 threes of a kind.
    """
    classes = Counter(same_hand_in_other_suits(hand) for hand in combinations(range(52), 3))
    values = {hand: value_of_choice(hand, "play") for hand in classes}
    total = sum(count * max(values[hand], Fraction(-1)) for hand, count in classes.items())
    usual = (total + 48 + 52) / comb(52, 3)
    assert round(-100 * usual, 4) == Fraction("3.3730")
    assert sum(count for hand, count in classes.items() if values[hand] > -1) == 14900
