"""Wild Six Card Draw Poker: every line, and whole reduced decks."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from analyzer.reference import one_discard
from analyzer.reference.cards import Deck, card_number, hand_from
from analyzer.reference.hands import Hand
from analyzer.reference.wild_six_card_draw_poker import (
    BIG_HAND_BONUS_PAYS,
    PROGRESSIVE_PRIZES,
    QUEENS_PLUS_PAYS,
    BaseReading,
    automatic_win_pays,
    base_game,
    big_hand_bonus_pays,
    count_joker_bet,
    count_progressive,
    count_queens_plus,
    joker_bet,
    play_base,
    progressive,
    queens_plus,
    showdown_win_pays,
    value_of_choice,
)

TINY = Deck("89TJQK", "cd", 0)
ELEVEN = Deck("89TJQ", "cd", 1)
WITH_JOKERS = Deck("TJQKA", "cd", 2)
NATURAL_ROYAL = Hand("royal-flush", (), natural=True)
WILD_ROYAL = Hand("royal-flush", (), natural=False)


def test_big_hand_bonus() -> None:
    assert [big_hand_bonus_pays(NATURAL_ROYAL, table) for table in "ABC"] == [50, 50, 50]
    assert [big_hand_bonus_pays(WILD_ROYAL, table) for table in "ABC"] == [10, 5, 5]
    assert [BIG_HAND_BONUS_PAYS[table]["five-of-a-kind"] for table in "ABC"] == [5, 10, 10]
    assert [BIG_HAND_BONUS_PAYS[table]["full-house"] for table in "ABC"] == [1, Fraction(3, 2), 1]
    assert [BIG_HAND_BONUS_PAYS[table]["pair"] for table in "ABC"] == [1, 1, 1]


def test_automatic_winners_are_an_option() -> None:
    assert automatic_win_pays(WILD_ROYAL, "A", BaseReading()) == 10
    assert automatic_win_pays(WILD_ROYAL, "A", BaseReading("even_money")) == 1
    with pytest.raises(ValueError, match="auto_win_pays"):
        automatic_win_pays(WILD_ROYAL, "A", BaseReading("1"))


def test_a_bonus_on_top_of_even_money() -> None:
    """Every winning bet gets 1 to 1, and on top the amount in its line: none below a straight, none for a dash."""
    lines = {
        "four-of-a-kind": "1 3 3",
        "full-house": "1 5/2 2",
        "flush": "1 5/2 2",
        "straight": "1 2 2",
        "pair": "1 1 1",
    }
    for kind, amounts in lines.items():
        paid = [big_hand_bonus_pays(Hand(kind, (), natural=True), table, "added_to_even_money") for table in "ABC"]
        assert paid == [Fraction(amount) for amount in amounts.split()]
    assert [big_hand_bonus_pays(WILD_ROYAL, table, "added_to_even_money") for table in "ABC"] == [11, 6, 6]
    with pytest.raises(ValueError, match="big_hand_bonus"):
        big_hand_bonus_pays(WILD_ROYAL, "A", "none")


def test_a_bonus_for_the_original_five_cards_only() -> None:
    reading = BaseReading(bonus_on="original_five")
    assert automatic_win_pays(WILD_ROYAL, "A", reading) == 10
    assert showdown_win_pays(WILD_ROYAL, "A", reading) == 1
    assert showdown_win_pays(WILD_ROYAL, "A", BaseReading()) == 10
    with pytest.raises(ValueError, match="bonus_on"):
        showdown_win_pays(WILD_ROYAL, "A", BaseReading(bonus_on="six"))


def test_a_royal_flush_meets_five_of_a_kind() -> None:
    """A royal flush against six of 2c 2d 2h 2s 3c 3d and a joker: five deuces without one of the threes, else four."""
    others = hand_from("2c 2d 2h 2s 3c 3d Jk")
    for top_hand, results in (("royal", {"win": 7}), ("five_of_a_kind", {"win": 5, "lose": 2})):
        game = base_game(reading=BaseReading(top_hand=top_hand))
        met = one_discard.meet_every_dealer(game, NATURAL_ROYAL, others)
        assert {settlement.what: count for settlement, count in met.items()} == results


def test_joker_bet() -> None:
    dealer = hand_from("5c 6c 7c 8c 9c")
    ten, second_joker = card_number("Tc"), card_number("Jk2")
    assert joker_bet(hand_from("2c 3c 4c Jk Jk"), (*dealer, ten)) == "player-has-two-jokers"
    assert joker_bet(hand_from("2c 3c 4c 5d Jk"), (*dealer, second_joker)) == "player-one-dealer-one"
    assert joker_bet(hand_from("2c 3c 4c 5d Jk"), (*dealer, ten)) == "player-one-dealer-none"
    assert joker_bet(hand_from("2c 3c 4c 5d 6d"), (*dealer, second_joker)) == "lose"


def test_joker_bet_on_twelve_cards() -> None:
    """Ten cards and two jokers: where the jokers fall is all that matters."""
    counts = count_joker_bet(WITH_JOKERS)
    others = comb(10, 3) * comb(7, 6)
    assert counts["player-has-two-jokers"] == others
    assert counts["player-one-dealer-one"] == 2 * comb(10, 4) * comb(6, 5)
    assert counts["player-one-dealer-none"] == 2 * comb(10, 4) * comb(6, 6)
    assert counts.total() == comb(12, 5) * comb(7, 6)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Ah Kh Qh Jh Th", "natural-royal-flush"),
        ("2c 2d 2h 2s Jk", "five-of-a-kind"),
        ("Ah Kh Qh Jk Jk", "wild-royal-flush"),
        ("9h Kh Qh Jh Jk", "straight-flush"),
        ("9c 9d 9h Jk 2c", "four-of-a-kind"),
        ("Qh 7c 4d 2h Jk", "pair-of-queens-or-better"),
        ("Jh 7c 4d 2h Jk", "lose"),
    ],
)
def test_queens_plus(text: str, line: str) -> None:
    assert queens_plus(hand_from(text)) == line
    assert line in QUEENS_PLUS_PAYS["A"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Ah Kh Qh Jh Th", "natural-royal-flush"),
        ("9h Kh Qh Jh Th", "natural-straight-flush"),
        ("9c 9d 9h 9s 2c", "natural-four-of-a-kind"),
        ("9c 9d 9h 2s 2c", "natural-full-house"),
        ("9c Kc Qc 2c 4c", "natural-flush"),
        ("9c 9d 9h 9s Jk", "five-of-a-kind"),
        ("Ah Kh Qh Jh Jk", "wild-royal-flush"),
        ("9h Kh Qh Jh Jk", "wild-straight-flush"),
        ("9c 9d 2h Jk Jk", "wild-four-of-a-kind"),
        ("9c 9d 2h 2c Jk", "wild-full-house"),
        ("9c Kc Qc 2c Jk", "wild-flush"),
        ("9c Kc Qh Jc Jk", "lose"),
        ("9c Kc Qh Jc Th", "lose"),
    ],
)
def test_progressive(text: str, line: str) -> None:
    assert progressive(hand_from(text)) == line
    assert line in PROGRESSIVE_PRIZES


def test_counts_add_up_to_all_deals() -> None:
    assert count_queens_plus(WITH_JOKERS).total() == comb(12, 5)
    assert count_progressive(WITH_JOKERS).total() == comb(12, 5)


def test_royal_flushes_of_a_small_deck() -> None:
    """Ten to ace in two suits with two jokers: 2 natural royals, 2 x (5 x 2 + 10) wild ones."""
    counts = count_progressive(WITH_JOKERS)
    assert counts["natural-royal-flush"] == 2
    assert counts["wild-royal-flush"] == 2 * (5 * 2 + 10)


@pytest.mark.parametrize("paytable", ["A", "B", "C"])
def test_base_counts_add_up_to_all_deals(paytable: str) -> None:
    played = play_base(ELEVEN, paytable, dealer_cards=5)
    assert played.outcomes.total() == comb(11, 5) * 6 * comb(5, 5)
    assert played.choices.total() == comb(11, 5)
    total = sum(count * settlement.net for settlement, count in played.outcomes.items())
    assert played.expected_value == Fraction(total, played.outcomes.total())


def test_even_money_for_automatic_winners_costs_what_the_paytable_gave() -> None:
    paytable = play_base(ELEVEN, "B", dealer_cards=5)
    even_money = play_base(ELEVEN, "B", reading=BaseReading("even_money"), dealer_cards=5)
    extra = sum(
        count * (settlement.net - 1)
        for settlement, count in paytable.outcomes.items()
        if settlement.what == "automatic-win"
    )
    assert extra > 0
    assert paytable.expected_value - even_money.expected_value == extra / paytable.outcomes.total()


def test_the_value_of_a_choice_depends_on_the_paytable() -> None:
    """Throwing Qd from 8c 9c Jc Qc Qd: Kc makes a flush, which pays 3/2 in B only; Tc a straight flush."""
    player = hand_from("8c 9c Jc Qc Qd")
    discard = card_number("Qd")
    values = [value_of_choice(player, discard, table, TINY).expected_value() for table in "ABC"]
    assert values[1] == values[0] + Fraction(1, 2) / 7
    assert values[2] == values[0]
