"""The worked examples of the source documents, through the program's own lines and paytables."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from analyzer.cards.deck import FIRST_JOKER
from analyzer.cards.ranking import KernelArguments
from analyzer.engines.paid_lines import paid_line
from analyzer.game.library import load_game
from analyzer.game.lines import line_records
from analyzer.game.wagers.lines import LinesWager
from analyzer.kernels import lines as kernel

POKER = "wild-six-card-poker"


def paid(game: str, wager_id: str, hand: str, paytable: str = "1", **options: str) -> tuple[str, Fraction | int]:
    """The line that one hand is paid by, and what it pays; lines about colour are not for this helper."""
    built = load_game(game).game(options)
    wager = next(wager_rules for wager_rules in built.wagers if wager_rules.id == wager_id)
    assert isinstance(wager, LinesWager)
    cards = built.deck.parse_hand(hand, wager.cards)
    satisfied = satisfied_lines(cards, wager, built.ranking.kernel_arguments)
    table = next(wager_rules for wager_rules in wager.paytables if wager_rules.id == paytable)
    line = paid_line(satisfied, table, wager.overlap)
    return ("lose", Fraction(-1)) if line < 0 else (wager.lines[line].id, table.pays[line].amount)


def satisfied_lines(cards: tuple[int, ...], wager: LinesWager, ranking: KernelArguments) -> list[int]:
    sets = np.zeros((1, 4), dtype=np.uint16)
    for card in cards:
        if card < FIRST_JOKER:
            sets[0, card & 3] |= 1 << (card >> 2)
    lines_made = kernel.tally_lines(
        sets,
        np.ones(1, dtype=np.uint8),
        sum(card >= FIRST_JOKER for card in cards),
        line_records([line.test for line in wager.lines]),
        wager.uses == "best_ranked",
        wager.hand_size,
        ranking,
        np.ones((1, 5), dtype=np.uint8),
        np.ones(5, dtype=np.uint8),
    )
    (key,) = lines_made
    return [line for line in range(len(wager.lines)) if key >> line & 1]


def taxed(hand: str) -> Fraction:
    """The tax on five cards."""
    built = load_game(POKER).game()
    wager = next(wager_rules for wager_rules in built.wagers if wager_rules.id == "taxpayers-fortune")
    assert isinstance(wager, LinesWager)
    assert wager.tax is not None
    before = LinesWager("", "", (), cards=5, lines=wager.tax.lines)
    lines = satisfied_lines(built.deck.parse_hand(hand, 5), before, built.ranking.kernel_arguments)
    return wager.tax.amounts[lines[0]] if lines else Fraction(0)


# --- Wild Six Card Poker ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paytable", ["A1", "A2", "A3", "A4", "A5"])
def test_threes_full_of_eights(paytable: str) -> None:
    assert paid(POKER, "queens-or-better", "3c 3d 3h 8c 8d", paytable) == ("full-house", 15)
    assert taxed("3c 3d 3h 8c 8d") == 5


@pytest.mark.parametrize("paytable", ["B2", "B3", "B4"])
def test_the_sixth_card_is_a_three(paytable: str) -> None:
    six = "3c 3d 3h 8c 8d 3s"
    assert paid(POKER, "draw-bonus", six, paytable) == ("four-of-a-kind", 6)
    assert paid(POKER, "taxpayers-fortune", six, "T1") == ("four-of-a-kind-and-a-pair", 1000)


def test_four_of_a_kind() -> None:
    assert paid(POKER, "queens-or-better", "9c 9d 9h 9s 2c", "A1") == ("four-of-a-kind", 20)
    assert taxed("9c 9d 9h 9s 2c") == 5
    assert paid(POKER, "draw-bonus", "9c 9d 9h 9s 2c 7d", "B2")[1] == 6


def test_a_pair_of_sixes() -> None:
    assert paid(POKER, "queens-or-better", "6c 6d 2h 8s Kc", "A1") == ("lose", -1)
    assert taxed("6c 6d 2h 8s Kc") == 0


def test_drawing_for_the_ace_falls_back_on_the_straight() -> None:
    assert paid(POKER, "draw-bonus", "9d Ts Js Qs Ks 2h", "B1") == ("straight", 3)
    assert paid(POKER, "draw-bonus", "9d Ts Js Qs Ks As", "B1") == ("natural-royal-flush", 250)


@pytest.mark.parametrize(
    ("hand", "line"),
    [
        ("Jk Qd 9h 7s 2c", "pair-of-queens-or-better"),
        ("Jk Ad 9h 7s 2c", "pair-of-queens-or-better"),
        ("Jk Jd 9h 7s 2c", "lose"),
        ("Jk Jk 9h 7s 2c", "three-of-a-kind"),
        ("Jk Jk 9h 9s 2c", "four-of-a-kind"),
        ("Jk Jk 9h 9s 9c", "five-of-a-kind"),
        ("Jk Jk Ah Kh Th", "wild-royal-flush"),
        ("Jk 5h 5s 2c 2d", "full-house"),
    ],
)
def test_jokers_in_queens_or_better(hand: str, line: str) -> None:
    assert paid(POKER, "queens-or-better", hand, "A1")[0] == line


def test_a_natural_royal_beside_a_joker_is_natural() -> None:
    assert paid(POKER, "draw-bonus", "As Ks Qs Js Ts Jk", "B1") == ("natural-royal-flush", 250)


@pytest.mark.parametrize(
    ("hand", "line"),
    [
        ("4c 4d 4h 4s Jk Jk", "six-of-a-kind"),
        ("4c 4d 4h 5s Jk Jk", "lose"),
        ("Ac 2c 3c 4c 5c 6c", "six-card-straight-flush"),
        ("9c Tc Jc Qc Kc Ac", "six-card-straight-flush"),
        ("9c Tc Jc Qc Kc Jk", "lose"),
        ("Ac Ad Ah As 2c 2d", "four-aces-and-a-pair"),
        ("2c 2d 2h 2s Ac Ad", "four-of-a-kind-and-a-pair"),
        ("Ac Ad Ah As 2c Jk", "lose"),
        ("5c 5d 5h 2s 2c 2d", "two-threes-of-a-kind"),
        ("Ac 3c 5c 7c 9c Jc", "six-card-flush"),
        ("Ac 2d 3c 4c 5c 6c", "six-card-straight"),
        ("Qc Kd Ac 2c 3c 4c", "lose"),
    ],
)
def test_prizes_of_the_taxpayers_fortune(hand: str, line: str) -> None:
    assert paid(POKER, "taxpayers-fortune", hand, "T1")[0] == line


@pytest.mark.parametrize(
    ("hand", "tax"),
    [("Jk Jk 2c 7d 9h", 1), ("Jk 2c 7d 9h Ks", 0), ("Jk 2c 2d 9h Ks", 1), ("2c 2d 9h 9s Ks", 1), ("Jk Jk 2c 3d 4h", 5)],
)
def test_taxes_by_the_wild_rank(hand: str, tax: int) -> None:
    assert taxed(hand) == tax


# --- Wild 52 ---------------------------------------------------------------------------------------------------------


def test_the_five_cards_that_pay_most() -> None:
    seven = "5h 6h 7h 8h 9h Jk 2c"
    assert paid("wild-52", "bonus", seven) == ("straight-flush-without-the-joker", 100)
    best = paid("wild-52", "bonus", seven, bonus_uses="best_ranked")
    assert best == ("straight-flush-with-the-joker", 50)


@pytest.mark.parametrize("bonus_uses", ["pays_most", "best_ranked"])
@pytest.mark.parametrize(
    ("hand", "line"),
    [
        ("Ac Ad Ah As Jk 2c 3d", "five-aces"),
        ("Kc Kd Kh Ks Jk 2c 3d", "five-of-a-kind-deuces-to-kings"),
        ("As Ks Qs Js Ts Jk 2c", "royal-flush-without-the-joker"),
        ("As Ks Qs Js 2c Jk 3d", "royal-flush-with-the-joker"),
        ("9c 9d 9h 9s 2c 3d 4h", "four-of-a-kind-without-the-joker"),
        ("9c 9d 9h Jk 2c 3d Kh", "four-of-a-kind-with-the-joker"),
        ("9c 9d Jk 2c 3d Kh 7s", "lose"),
    ],
)
def test_lines_of_the_bonus(hand: str, line: str, bonus_uses: str) -> None:
    assert paid("wild-52", "bonus", hand, bonus_uses=bonus_uses)[0] == line


# --- Pai Gow ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "line"),
    [
        ("2h 3h 4h 5h 6h 7h 8h", "seven-card-straight-flush-no-joker"),
        ("Ah 2h 3h 4h 5h 6h 7h", "seven-card-straight-flush-no-joker"),
        ("2h 3h 4h Jk 6h 7h 8h", "seven-card-straight-flush-with-the-joker"),
        ("As Ks Qs Js Ts Kd Qd", "royal-flush-and-royal-match"),
        ("As Ks Qs Jk Ts Kd Qd", "royal-flush-and-royal-match"),
        ("As Ks Qs Js Ts Kd Qc", "royal-flush"),
        ("Ac Ad Ah As Jk 2c 3d", "five-aces"),
        ("Ac Ad Ah Jk 9s 2c 3d", "four-of-a-kind"),
        ("2c 3d 4h 5s 7c 8d 9h", "nine-high"),
        ("2c 3d 4h 5s 7c 8d Th", "ten-high"),
        ("2c 3d 4h 5s 7c 8d Jk", "straight"),
        ("Kc Kd Kh Qs Qc Qd 2h", "full-house"),
        ("5c 5d 5h 6s 7c 8d 9h", "three-of-a-kind"),
        ("Kc Kd Qs Qc 2d 2h 9h", "three-pairs"),
        ("Kc Kd Qs Qc As Jk 9h", "three-pairs"),
        ("Kc Kd Qs Qc 9s 7d 2h", "lose"),
        ("As Kd 9h 7c 5s 3d 2h", "lose"),
    ],
)
def test_lines_of_outlaw_9(hand: str, line: str) -> None:
    assert paid("pai-gow-wrangler-outlaw", "outlaw-9", hand)[0] == line


# --- Three Card Poker ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "pays"),
    [
        ("Ac Kc Qc", 75),
        ("Ac 2c 3c", 40),
        ("Kc Qc Jc", 40),
        ("7c 7d 7h", 30),
        ("Ac 2d 3c", 5),
        ("Ac Kc 2c", 3),
        ("2c 2d Ah", 1),
    ],
)
def test_lines_of_pair_plus(hand: str, pays: int) -> None:
    assert paid("three-card-poker-6-card-bonus", "pair-plus", hand)[1] == pays
