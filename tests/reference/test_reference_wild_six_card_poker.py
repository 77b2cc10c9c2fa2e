"""Wild Six Card Poker: the examples of the rules, every line, and whole reduced decks."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from analyzer.reference import one_discard
from analyzer.reference.cards import Deck, card_number, hand_from
from analyzer.reference.one_discard import Settlement
from analyzer.reference.paytables import expected_value
from analyzer.reference.wild_six_card_poker import (
    DRAW_BONUS_PAYS,
    QUEENS_OR_BETTER_PAYS,
    TAXPAYERS_FORTUNE_PRIZES,
    count_draw_bonus,
    count_queens_or_better,
    count_taxpayers_fortune,
    draw_bonus,
    play_poker,
    poker_game,
    queens_or_better,
    tax_in_dollars,
    taxpayers_prize,
    value_of_choice,
)

SMALL = Deck("789TJQ", "cd", 1)
TINY = Deck("89TJQK", "cd", 0)
ELEVEN = Deck("89TJQ", "cd", 1)


def qob(text: str) -> str:
    return queens_or_better(hand_from(text))


def tax(text: str) -> int:
    return tax_in_dollars(hand_from(text))


def prize(text: str) -> str:
    return taxpayers_prize(hand_from(text))


def bonus(text: str) -> str:
    return draw_bonus(hand_from(text))


def test_first_example_of_the_rules() -> None:
    """Dealt 3-3-3-8-8 with $5 on Queens Or Better and $1 tax; the sixth card is a 3."""
    assert 5 * QUEENS_OR_BETTER_PAYS["A1"][qob("3c 3d 3h 8s 8c")] == 75
    assert tax("3c 3d 3h 8s 8c") == 5
    for paytable in ("B2", "B3", "B4"):
        assert 5 * DRAW_BONUS_PAYS[paytable][bonus("3c 3d 3h 8s 8c 3s")] == 30
    for paytable in ("T1", "T2"):
        assert TAXPAYERS_FORTUNE_PRIZES[paytable][prize("3c 3d 3h 8s 8c 3s")] == 1000


def test_second_example_of_the_rules() -> None:
    """Dealt four of a kind, which the sixth card does not improve."""
    assert 5 * QUEENS_OR_BETTER_PAYS["A1"][qob("7c 7d 7h 7s Kc")] == 100
    assert tax("7c 7d 7h 7s Kc") == 5
    assert 5 * DRAW_BONUS_PAYS["B2"][bonus("7c 7d 7h 7s Kc 2d")] == 30


def test_third_example_of_the_rules() -> None:
    """Dealt a pair of sixes: Queens Or Better loses, no tax."""
    assert qob("6c 6d Kh 9s 2c") == "lose"
    assert tax("6c 6d Kh 9s 2c") == 0


def test_fourth_example_of_the_rules() -> None:
    """A king-high straight with the nine off suit, drawing for the ace of a royal flush."""
    assert DRAW_BONUS_PAYS["B1"][bonus("9d Tc Jc Qc Kc 4h")] == 3
    assert bonus("9d Tc Jc Qc Kc Ac") == "natural-royal-flush"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Ah Kh Qh Jh Th", "natural-royal-flush"),
        ("2c 2d 2h 2s Jk", "five-of-a-kind"),
        ("Ah Kh Qh Jk Jk", "wild-royal-flush"),
        ("9h Kh Qh Jh Jk", "straight-flush"),
        ("9c 9d 9h Jk 2c", "four-of-a-kind"),
        ("9c 9d 4h Jk 4c", "full-house"),
        ("2h Kh 9h 8h Jk", "flush"),
        ("2h 3c 4d 5d Jk", "straight"),
        ("2h 2c 4d 9d Jk", "three-of-a-kind"),
        ("2h 2c 4d 4h 9d", "two-pair"),
        ("Qh Qc 4d 2h 9d", "pair-of-queens-or-better"),
        ("Qh 7c 4d 2h Jk", "pair-of-queens-or-better"),
        ("Ah 7c 4d 2h Jk", "pair-of-queens-or-better"),
        ("Jh Jc 4d 2h 9d", "lose"),
        ("Jh 7c 4d 2h Jk", "lose"),
        ("Ah Kc 4d 2h 9d", "lose"),
    ],
)
def test_queens_or_better(text: str, line: str) -> None:
    assert qob(text) == line


@pytest.mark.parametrize(
    ("text", "dollars"),
    [
        ("5c 6d 7h 8s Jk", 5),
        ("Ah Kh Qh Jh Th", 5),
        ("5c 5d 8h 2s Jk", 1),
        ("5c 5d 8h 8s 2d", 1),
        ("Ac 5d 8h 2s Jk", 0),
        ("Ac 5d 8h 2s Kd", 0),
    ],
)
def test_tax(text: str, dollars: int) -> None:
    assert tax(text) == dollars


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("9c 9d 9h 9s Jk Jk", "six-of-a-kind"),
        ("9c 9d 9h 9s 4c Jk", "lose"),
        ("9c 9d 9h 4s Jk Jk", "lose"),
        ("4h 5h 6h 7h 8h 9h", "six-card-straight-flush"),
        ("Ah 2h 3h 4h 5h 6h", "six-card-straight-flush"),
        ("Ah Kh Qh Jh Th 9h", "six-card-straight-flush"),
        ("4h 5h 6h 7h 8h Jk", "lose"),
        ("Ac Ad Ah As 2c 2d", "four-aces-and-a-pair"),
        ("2c 2d 2h 2s Ac Ad", "four-of-a-kind-and-a-pair"),
        ("Ac Ad Ah As 2c 3d", "lose"),
        ("2c 2d 2h Ac Ad Ah", "two-threes-of-a-kind"),
        ("2c 2d 2h Ac Ad Kh", "lose"),
        ("2h 4h 6h 8h Th Qh", "six-card-flush"),
        ("Kh Ah 2h 3h 4h 5h", "six-card-flush"),
        ("2h 4h 6h 8h Th Jk", "lose"),
        ("Ac 2h 3h 4h 5h 6h", "six-card-straight"),
        ("9c Th Jh Qh Kh Ah", "six-card-straight"),
        ("Kc Ah 2h 3h 4h 5d", "lose"),
    ],
)
def test_taxpayers_prize(text: str, line: str) -> None:
    assert prize(text) == line


def test_the_ace_below_a_six_card_straight() -> None:
    """A-2-3-4-5-6 is no straight where the ace is high only, and suited a flush; 9-T-J-Q-K-A stays one."""
    for text, both, high_only in (
        ("Ac 2d 3c 4c 5c 6c", "six-card-straight", "lose"),
        ("Ac 2c 3c 4c 5c 6c", "six-card-straight-flush", "six-card-flush"),
        ("9c Td Jc Qc Kc Ac", "six-card-straight", "six-card-straight"),
        ("2c 3d 4c 5c 6c 7c", "six-card-straight", "six-card-straight"),
    ):
        assert taxpayers_prize(hand_from(text)) == both
        assert taxpayers_prize(hand_from(text), six_straight_ace="high_only") == high_only


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Ah Kh Qh Jh Th Jk", "natural-royal-flush"),
        ("Ah Kh Qh Jk Jk 2c", "wild-royal-flush"),
        ("9c 9d 9h 4s Jk Jk", "five-of-a-kind"),
        ("4h 5h 6h 7h 8h Jk", "straight-flush"),
        ("4c 4d 9h 9s 9d Jk", "four-of-a-kind"),
        ("4c 4d 9h 9s Jk 2c", "full-house"),
        ("4h 6h 9h Kh Jk 2c", "flush"),
        ("4h 6c 7h 8h Jk Kc", "straight"),
        ("4h 4c 7h 9h Jk Kc", "three-of-a-kind"),
        ("4h 4c 7h 7d 9c 9d", "two-pair"),
        ("4h 5c 9h Jh Jk Kc", "lose"),
        ("Ah Ac 9h Jh 3c Kc", "lose"),
    ],
)
def test_draw_bonus(text: str, line: str) -> None:
    assert bonus(text) == line


def test_counts_add_up_to_all_deals() -> None:
    assert count_queens_or_better(SMALL).total() == comb(13, 5)
    assert count_draw_bonus(SMALL).total() == comb(13, 6)
    assert count_taxpayers_fortune(SMALL).total() == comb(13, 5) * 8


def test_taxpayers_fortune_counts_each_six_cards_six_times() -> None:
    """Sixes to jacks in two suits: 2 six-card straight flushes, 2 to the 6th - 2 other six-card straights."""
    counts = count_taxpayers_fortune(Deck("6789TJ", "cd", 1))
    assert sum(count for (line, _), count in counts.items() if line == "six-card-straight-flush") == 6 * 2
    assert sum(count for (line, _), count in counts.items() if line == "six-card-straight") == 6 * 62


def test_taxes_are_counted_by_the_original_five_cards() -> None:
    counts = count_taxpayers_fortune(SMALL)
    lines = count_queens_or_better(SMALL)
    five_dollars = sum(count for (_, dollars), count in counts.items() if dollars == 5)
    one_dollar = sum(count for (_, dollars), count in counts.items() if dollars == 1)
    assert one_dollar == 8 * (lines["two-pair"] + lines["three-of-a-kind"])
    complete = ("straight", "flush", "full-house", "straight-flush")
    assert five_dollars == 8 * sum(lines[line] for line in complete)


def test_expected_value() -> None:
    counts = count_queens_or_better(Deck("6789TJ", "cd", 0))
    pays = QUEENS_OR_BETTER_PAYS["A1"]
    total = 4 * 50 + 8 * 10 + 60 * 7 + 120 * 2 - 600
    assert expected_value(counts, pays) == Fraction(total, 792)


def test_poker_counts_add_up_to_all_deals() -> None:
    played = play_poker(TINY)
    assert played.outcomes.total() == comb(12, 5) * 7 * comb(6, 6)
    assert played.choices.total() == comb(12, 5)
    assert played.choices["automatic win"] == 4 + 60 + 8
    assert played.choices["stand pat"] == 0


def test_paying_automatic_winners_more_changes_nothing_else() -> None:
    even = play_poker(ELEVEN, dealer_cards=5)
    more = play_poker(ELEVEN, auto_win_pays=Fraction(3, 2), dealer_cards=5)
    share = Fraction(even.choices["automatic win"], comb(11, 5))
    assert more.expected_value == even.expected_value + share / 2
    assert more.choices == even.choices


def test_standing_pat_can_only_help() -> None:
    compulsory = play_poker(ELEVEN, dealer_cards=5)
    optional = play_poker(ELEVEN, stand_pat=True, dealer_cards=5)
    assert optional.expected_value >= compulsory.expected_value
    assert optional.outcomes.total() == compulsory.outcomes.total() == comb(11, 5) * 6 * comb(5, 5)


def test_a_choice_worked_out_by_hand() -> None:
    """The player throws the eight from Kc Kd Qc Qd 8c; seven cards are left, the dealer gets the other six.

    The player draws 8d, 9c, 9d, Tc, Td, Jc or Jd. Whatever he draws he has kings and queens: no straight
    nor flush. The dealer has six of 8d 9c 9d Tc Td Jc Jd and no pair above jacks. If the player draws 8d
    the dealer has 9-9-T-T-J-J, two pair jacks and tens: the player wins. Every other draw leaves the dealer
    8-9-T-J with two pairs, jacks and tens at best and no fifth rank for a straight: the player wins.
    """
    player = hand_from("Kc Kd Qc Qd 8c")
    results = one_discard.after_discard(poker_game(TINY), player, card_number("8c"))
    assert results == {Settlement("win", "two-pair", Fraction(1)): 7}


@pytest.mark.parametrize("discard", ["7c", "Td", "Jk", None])
def test_value_of_choice_agrees_with_the_played_game(discard: str | None) -> None:
    player = hand_from("7c 7d Td Qc Jk")
    game = poker_game(SMALL, stand_pat=True)
    quick = value_of_choice(player, None if discard is None else card_number(discard), SMALL)
    if discard is None:
        results = one_discard.after_standing_pat(game, player)
    else:
        results = one_discard.after_discard(game, player, card_number(discard))
    by_result = dict.fromkeys(("win", "push", "lose"), 0)
    for settlement, count in results.items():
        by_result[settlement.what] += count
    scale = 2 if discard is None else 1
    assert by_result == {"win": scale * quick.win, "push": scale * quick.push, "lose": scale * quick.lose}
    assert quick.expected_value() == one_discard.total_net(results) / results.total()


@pytest.mark.long
def test_all_five_card_hands_of_the_full_deck() -> None:
    """All C(54,5) = 3,162,510 hands with two wild jokers."""
    assert count_queens_or_better() == {
        "natural-royal-flush": 4,
        "five-of-a-kind": 78,
        "wild-royal-flush": 80,
        "straight-flush": 540,
        "four-of-a-kind": 9360,
        "full-house": 9360,
        "flush": 11388,
        "straight": 34704,
        "three-of-a-kind": 232968,
        "two-pair": 123552,
        "pair-of-queens-or-better": 499896,
        "lose": 2240580,
    }
