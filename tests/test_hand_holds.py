"""One hand of video poker: the complete list of holds against brute force over every draw, and what dominates what."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from analyzer.cards.colex import hands as hands_in_order
from analyzer.cards.deck import card_name
from analyzer.game.file import GameFile, load_game_file
from analyzer.run.jobs import Run
from analyzer.strategy.one_hand import hand_choices
from tests.language import PATHS
from tests.solo import small_file

RUN = Run(jobs=1)
PAYS = {"royal": 800, "straight-flush": 50, "quads": 25, "full-house": 9, "flush": 6, "straight": 4, "trips": 3}
PAYS |= {"two-pair": 2, "jacks": 1, "lose": 0}
# A pat flush with four to a royal, a high pair or four to a flush, a low pair or four to a straight, the classic
# K-Q-J-T-9 of a straight with four suited, and a hand in which little is worth keeping.
WELL_KNOWN = ("As Ks Qs Js 4s", "Jh Jd 9h 5h 2h", "5c 5d 6h 7s 8c", "Ks Qs Js Ts 9d", "Ah Tc 8d 5s 2c")


def paid(hands: NDArray[np.uint8]) -> Counter[int]:
    """How many of these five-card hands are paid how much: by counting ranks and suits, and nothing of the program."""
    ranks, suits = np.sort(hands >> 2, axis=1), hands & 3
    same = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=(1, 2))  # 5, 7, 9, 11, 13, 17: from no pair to quads
    flush = (suits == suits[:, :1]).all(axis=1)
    wheel = (ranks == np.array([0, 1, 2, 3, 12])).all(axis=1)
    straight = (same == 5) & ((ranks[:, 4] - ranks[:, 0] == 4) | wheel)
    jacks = ((ranks[:, 1:] == ranks[:, :-1]) & (ranks[:, 1:] >= 9)).any(axis=1)
    royal = straight & flush & (ranks[:, 0] == 8)
    conditions = [royal, straight & flush, same == 17, same == 13, flush, straight, same == 11, same == 9, jacks]
    amounts = np.select(conditions, [PAYS[name] for name in list(PAYS)[:-1]], 0)
    return Counter(amounts.tolist())


def brute_force(hand: tuple[int, ...], held: tuple[int, ...]) -> Fraction:
    left = [card for card in range(52) if card not in hand]
    number = 5 - len(held)
    draws = (
        np.array(left, dtype=np.uint8)[hands_in_order(0, comb(47, number), number)]
        if number
        else np.empty((1, 0), np.uint8)
    )
    kept = np.broadcast_to(np.array(held, dtype=np.uint8), (len(draws), len(held)))
    counts = paid(np.concatenate([kept, draws], axis=1))
    return Fraction(sum(amount * count for amount, count in counts.items()), len(draws)) - 1


def jacks() -> GameFile:
    return load_game_file(PATHS["jacks-or-better"])


def action(held: tuple[int, ...]) -> str:
    return " ".join(["hold", *map(card_name, held)]) if held else "hold nothing"


@pytest.mark.parametrize("cards", WELL_KNOWN[:2])
def test_every_hold_of_a_well_known_hand_equals_brute_force(cards: str) -> None:
    answer = hand_choices(jacks(), cards, run=RUN)
    hand = tuple(sorted(answer.cards))
    holds = [held for size in range(6) for held in combinations(hand, size)]
    expected = {action(held): brute_force(hand, held) for held in holds}
    assert {choice.action: choice.ev for choice in answer.choices} == expected
    assert [choice.ev for choice in answer.choices] == sorted(expected.values(), reverse=True)


@pytest.mark.long
@pytest.mark.parametrize("cards", WELL_KNOWN[2:])
def test_every_hold_of_further_hands_equals_brute_force(cards: str) -> None:
    test_every_hold_of_a_well_known_hand_equals_brute_force(cards)


def test_a_hold_is_dominated_where_another_is_as_likely_to_win_any_amount() -> None:
    answer = hand_choices(jacks(), "As Ks Qs Js 4s", run=RUN)
    best, flush = answer.choices[:2]
    assert (best.action, flush.action) == ("hold Js Qs Ks As", "hold 4s Js Qs Ks As")
    assert "dominated_by" not in best.notes
    assert dict(flush.notes) == {"draws": "1", "ends": {"flush": "1"}}
    others = [choice.notes["dominated_by"] for choice in answer.choices[2:] if "dominated_by" in choice.notes]
    assert len(others) >= 25
    for choice in answer.choices:
        assert sum(map(int, choice.notes["ends"].values())) == int(choice.notes["draws"])


def test_a_board_after_cards_that_should_have_been_folded_is_answered() -> None:
    answer = hand_choices(small_file("mississippi-stud", "2-9", "cdh"), "3c 2d", "9c 9d", run=RUN)
    assert [choice.action for choice in answer.choices] == ["raise-3", "raise-2", "raise-1", "fold"]
