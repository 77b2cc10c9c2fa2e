"""Readings of weight 1 of four documents: engine against referee on reduced decks, and hands counted by hand.

The readings of Pai Gow are in test_set_hands.py and test_set_wagers.py. Games with two community cards are dealt three
cards a side here instead of five: with the community cards that is one hand of five, and every showdown can be written
down.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

import pytest

from analyzer.cards.deck import parse_card
from analyzer.game.file import GameFile
from analyzer.pricing.analysis import analyze
from analyzer.pricing.results import WagerResult
from analyzer.reference.referee import best_choices
from analyzer.run.jobs import Run
from analyzer.strategy.one_hand import hand_choices
from analyzer.trust.refereed import compare_with_referee
from tests.helpers import from_text, on_deck, shipped_text

RUN = Run(jobs=1)
POKER, DRAW = "wild-six-card-poker", "wild-six-card-draw-poker"
THREE_CARD, WILD_52 = "three-card-poker-6-card-bonus", "wild-52"


def small(game: str, ranks: str, suits: str) -> GameFile:
    return from_text(on_deck(shipped_text(game), ranks, suits))


def three_a_side(ranks: str, suits: str = "cd") -> GameFile:
    """Wild 52 with three cards to the player and three to the dealer."""
    text = on_deck(shipped_text(WILD_52), ranks, suits)
    return from_text(text.replace("player = 5", "player = 3").replace("dealer = 5", "dealer = 3"))


def result_of(file: GameFile, wager: str, paytable: str, options: Mapping[str, str]) -> WagerResult:
    (result,) = analyze(file, options, wager, paytable, run=RUN).wagers
    return result


def of(deals: int, pays: int) -> tuple[int, Fraction]:
    return deals, Fraction(pays)


def told(result: WagerResult) -> dict[str, tuple[int, Fraction]]:
    """Of each outcome that happens: how many deals, and what it pays."""
    return {outcome.name: (outcome.count, outcome.net.amount) for outcome in result.outcomes if outcome.count}


# --- engine against referee ------------------------------------------------------------------------------------------


class Case(NamedTuple):
    file: Callable[[], GameFile]
    wager: str
    paytable: str
    option: str
    value: str


CASES = [
    Case(partial(small, POKER, "2-6,A", "cd"), "taxpayers-fortune", "T1", "six_straight_ace", "high_only"),
    Case(partial(small, DRAW, "8-Q", "cd"), "base", "B", "big_hand_bonus", "added_to_even_money"),
    Case(partial(small, DRAW, "8-Q", "cd"), "base", "B", "bonus_on", "original_five"),
    Case(partial(small, THREE_CARD, "J-A", "cd"), "pair-plus", "1", "mini_royal", "any_suits"),
    Case(partial(small, WILD_52, "8-K", "cd"), "bonus", "1", "with_joker", "among_the_seven"),
    Case(partial(three_a_side, "3-6"), "ante-play", "1", "qualifier_cards", "own_five"),
    Case(partial(three_a_side, "2,4,6,8,T,Q-A", "c"), "ante-play", "1", "joker_in_flush", "ace"),
    Case(partial(three_a_side, "3-6"), "bonus", "1", "side_bets_after_fold", "lost"),
    Case(partial(three_a_side, "3-6"), "joker", "1", "side_bets_after_fold", "lost"),
]


def cases() -> list[Any]:
    """Exchanges take the referee seconds."""
    return [
        pytest.param(case, marks=pytest.mark.long if case.wager == "base" else (), id=f"{case.wager}-{case.option}")
        for case in CASES
    ]


@pytest.mark.parametrize("case", cases())
def test_engine_and_referee_agree_on_a_reading_that_matters(case: Case) -> None:
    """A reading that changed nothing on the reduced deck would be no test of it."""
    file, options = case.file(), {case.option: case.value}
    compared, differences = compare_with_referee(file.rules(options), case.wager, case.paytable, RUN)
    assert differences == []
    read, default = (result_of(file, case.wager, case.paytable, one) for one in (options, {}))
    assert compared == read.deals
    assert told(read) != told(default)


# --- Wild Six Card Poker ---------------------------------------------------------------------------------------------


def test_six_cards_from_the_ace_to_the_six() -> None:
    """Ace to six in two suits: 2^6 = 64 sets of six ranks, 2 of them suited; each of the six cards may be the draw."""
    file = small(POKER, "2-6,A", "cd")
    both, high_only = (
        told(result_of(file, "taxpayers-fortune", "T1", {"six_straight_ace": one})) for one in ("both", "high_only")
    )
    assert both["six-card-straight-flush/tax-5"] == of(2 * 6, 10_000 - 5)
    straights = [name for name in both if name.startswith("six-card-straight/")]
    assert sum(both[name][0] for name in straights) == (64 - 2) * 6
    assert high_only["six-card-flush/tax-5"] == of(2 * 6, 125 - 5)
    assert not [name for name in high_only if "straight" in name]
    for name in straights:
        tax = name.removeprefix("six-card-straight/")
        assert high_only[f"no-prize/{tax}"][0] == both[f"no-prize/{tax}"][0] + both[name][0]


# --- Wild Six Card Draw Poker ----------------------------------------------------------------------------------------

# What automatic winners get on table A, B and C: without the reading, and with it.
ADDED = {
    "wild-royal-flush": ("10 5 5", "11 6 6"),
    "straight-flush": ("3 3 3", "4 4 4"),
    "four-of-a-kind": ("1 2 2", "1 3 3"),
}
# 8-9-T-J-Q in two suits and two jokers; each hand is dealt with 7 draws, and the dealer gets the six cards left.
ON_THE_DEAL = {
    # T-J-Q of a suit and both jokers
    "wild-royal-flush": 2 * 7,
    # all five of a suit; four of the five and a joker; three of the five and both jokers, but for T-J-Q
    "straight-flush": (2 * 1 + 2 * 5 * 2 + 2 * (10 - 1)) * 7,
    # a pair, both jokers and one of the other eight cards
    "four-of-a-kind": 5 * 8 * 7,
}


@pytest.mark.parametrize("place", range(3))
def test_the_bonus_on_top_of_even_money(place: int) -> None:
    file, paytable = small(DRAW, "8-Q", "cd"), "ABC"[place]
    default, added = (
        told(result_of(file, "base", paytable, {"big_hand_bonus": one}))
        for one in ("replaces_even_money", "added_to_even_money")
    )
    for line, number in ON_THE_DEAL.items():
        replaced, on_top = (Fraction(amounts.split()[place]) for amounts in ADDED[line])
        assert default[f"automatic-win/{line}"] == (number, replaced)
        assert added[f"automatic-win/{line}"] == (number, on_top)


@pytest.mark.parametrize(
    ("options", "four_eights", "full_house"),
    [
        ({}, "2", "3/2"),
        ({"big_hand_bonus": "added_to_even_money"}, "3", "5/2"),
        ({"bonus_on": "original_five"}, "1", "1"),
    ],
)
def test_one_discard_by_hand(options: dict[str, str], four_eights: str, full_house: str) -> None:
    """8c 8d Qd, a joker and 9c, which goes. Drawn of the other seven cards, the dealer having the six that are left:

    the joker: four eights against jacks and tens; Qc: queens full against jacks full of tens. Both win. With 9d the
    dealer has jacks full, with a ten or a jack a straight to the king; three eights lose to both.
    """
    answer = hand_choices(small(DRAW, "8-Q", "cd"), "8c 8d Qd Jk 9c", options=options, paytable="B", run=RUN)
    (nine,) = (choice.ev for choice in answer.choices if choice.action == "discard 9c")
    assert nine == (Fraction(four_eights) + Fraction(full_house) - 5) / 7


def test_five_of_a_kind_against_a_royal_flush_by_hand() -> None:
    """Tc Jc Qc Kc Td of a deck from ten to ace; the ten of diamonds goes. Who wins is told otherwise where

    Ac is drawn, a natural royal (50 to 1 on table A), and the dealer has both jokers, all three jacks, queens, kings
    or aces left and one of the 11 other natural cards: 4 x 11 hands;
    one of the 2 jokers is drawn, a wild royal (10 to 1), and the dealer has the other one, all four aces and one of
    the 11 other cards: 11 hands each.
    """
    file = small(DRAW, "T-A", "cdhs")
    royal, fives = (
        hand_choices(file, "Tc Jc Qc Kc Td", options={"top_hand": top}, paytable="A", run=RUN)
        for top in ("royal", "five_of_a_kind")
    )
    before, after = (
        next(choice.ev for choice in answer.choices if choice.action == "discard Td") for answer in (royal, fives)
    )
    deals = 17 * 8008  # draws, and six of the 16 cards left
    assert before - after == Fraction(44 * (50 + 1) + 2 * 11 * (10 + 1), deals)


@pytest.mark.long
@pytest.mark.parametrize("top", ["royal", "five_of_a_kind"])
@pytest.mark.parametrize("hand", ["Tc Jc Qc Kc Td", "Jd Qd Kd Ad Jc"])
def test_five_of_a_kind_against_a_royal_flush_by_the_referee(hand: str, top: str) -> None:
    """Decks on which the two can meet are too large for the referee: every draw and dealer is dealt to one hand."""
    file = small(DRAW, "T-A", "cdhs")
    answer = hand_choices(file, hand, options={"top_hand": top}, paytable="A", run=RUN)
    cards = {"player": tuple(sorted(map(parse_card, hand.split())))}
    assert {choice.action: choice.ev for choice in answer.choices} == dict(
        best_choices(file.rules({"top_hand": top}), cards, paytable_id="A")
    )


# --- Three Card Poker ------------------------------------------------------------------------------------------------


def test_every_ace_king_queen() -> None:
    """4 x 4 x 4 = 64 of them, 4 suited; 720 straights that are no straight flush, 60 of them A-K-Q."""
    file = from_text(shipped_text(THREE_CARD))
    result = result_of(file, "pair-plus", "1", {"mini_royal": "any_suits"})
    assert told(result) == {
        "mini-royal": of(64, 75),
        "straight-flush": of(48 - 4, 40),
        "three-of-a-kind": of(52, 30),
        "straight": of(720 - 60, 5),
        "flush": of(1096, 3),
        "pair": of(3744, 1),
        "lose": of(16440, -1),
    }


# --- Wild 52 ---------------------------------------------------------------------------------------------------------


def values(file: GameFile, hand: str, first: str, options: Mapping[str, str]) -> dict[str, Fraction]:
    """What the second decision is worth, check or bet."""
    answer = hand_choices(file, hand, first, options=options, run=RUN)
    return {choice.action: choice.ev for choice in answer.choices}


def test_the_dealers_own_cards_qualify_or_not() -> None:
    """6c 6d 5c and the community card 5d; left are 3c 3d 4c 4d and the joker: 5 second cards, 4 dealer hands each.

    The joker turns up: sixes full beat three of a kind 4 times. One of the others turns up: the dealer has the joker
    3 times, makes three of a kind and wins; once he has fours and threes and loses to sixes and fives.
    All 20 hands rank above a pair of fives. His own three cards do so where they hold the joker (three of a kind or a
    straight), which is where he wins; a pair of threes or fours does not.
    """
    file = three_a_side("3-6")
    wins, losses = 4 + 4 * 1, 4 * 3
    assert values(file, "6c 6d 5c", "5d", {}) == {
        "check": Fraction(3 * wins - 3 * losses, 20),
        "bet": Fraction(5 * wins - 5 * losses, 20),
    }
    assert values(file, "6c 6d 5c", "5d", {"qualifier_cards": "own_five"}) == {
        "check": Fraction(1 * wins - 3 * losses, 20),
        "bet": Fraction(1 * wins - 5 * losses, 20),
    }


def test_the_joker_in_a_flush_beside_the_ace() -> None:
    """The joker, 4c and 6c with Ac turned up, of 2 4 6 T Q K A in clubs and diamonds.

    Both have a flush if the second card is a club, 2 T Q or K, and the dealer has the three that are left: then he has
    A-K-Q-T-2, and the player A-K-Q or less, or else two aces. These 4 of 11 x C(10,3) = 1,320 showdowns are lost, or
    won.
    """
    file = three_a_side("2,4,6,T,Q-A")
    missing, ace = (values(file, "4c 6c Jk", "Ac", {"joker_in_flush": one}) for one in ("missing_rank", "ace"))
    assert ace["check"] - missing["check"] == Fraction(4 * (3 + 3), 1320)
    assert ace["bet"] - missing["bet"] == Fraction(4 * (5 + 5), 1320)


def test_the_joker_among_the_seven_cards() -> None:
    """Eight to ace in two suits and the joker.

    T-J-Q-K-A of a suit, the joker and one of the 9 other cards: a royal flush without the joker, 2 x 9 hands.
    8-9-T-J-Q of a suit, the joker and one of 7: with the king or the ace of the suit the joker makes a royal flush.
    9-T-J-Q-K and the joker are a royal flush with it in any case.
    """
    file = small(WILD_52, "8-A", "cd")
    five, seven = (
        told(result_of(file, "bonus", "1", {"with_joker": one})) for one in ("in_the_five", "among_the_seven")
    )
    for hand, number, without, beside in (("royal-flush", 2 * 9, 200, 150), ("straight-flush", 2 * 7, 100, 50)):
        ours, theirs = f"{hand}-without-the-joker", f"{hand}-with-the-joker"
        assert five[ours][0] - seven[ours][0] == seven[theirs][0] - five[theirs][0] == number
        assert five[ours][1] == without
        assert seven[theirs][1] == beside


def test_a_fold_loses_the_joker_wager() -> None:
    """Three to six in two suits and the joker: 84 hands of three, each with 6 x 5 pairs of community cards.

    No hand with the joker folds. A hand that folds has 2 x 5 pairs with the joker: 10 to 1 are lost there, and the bet.
    """
    file = three_a_side("3-6")
    folds, odd = divmod(told(result_of(file, "ante-play", "1", {}))["fold"][0], 30 * 4)
    answer = hand_choices(file, "3c 4d 6c", run=RUN)
    assert (odd, answer.choices[0].action) == (0, "fold")
    stay, lost = (told(result_of(file, "joker", "1", {"side_bets_after_fold": one})) for one in ("stay", "lost"))
    assert stay["joker-in-the-players-five"][0] == 28 * 15
    assert stay["joker-in-the-community-cards"][0] == 56 * 5
    assert lost == {
        "joker-in-the-players-five": of(28 * 30, 4),
        "joker-in-the-community-cards": of((56 - folds) * 10, 10),
        "lose": of((56 - folds) * 20 + folds * 30, -1),
    }
