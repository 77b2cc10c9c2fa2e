"""Hands up to exchanges of suits within blocks, against all renamings tried literally."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from analyzer.cards.class_hands import class_hands
from analyzer.cards.colex import colex_index, hands
from analyzer.cards.deck import Deck
from analyzer.cards.suit_blocks import SuitBlocks, suit_blocks_of
from analyzer.errors import CountError
from analyzer.kernels import suit_blocks
from tests.duel_games import Looks

SMALL = Deck(ranks=(1, 4, 9), suits=(0, 1, 2, 3), jokers=2)
THREE = Deck(ranks=(0, 5, 6, 11), suits=(0, 2, 3), jokers=1)
BLOCKS = [
    SuitBlocks(SMALL, (0, 0, 0, 0), True),
    SuitBlocks(SMALL, (0, 1, 1, 0), False),
    SuitBlocks(SMALL, (0, 1, 0, 0), True),
    SuitBlocks(SMALL, (0, 1, 2, 3), True),
    SuitBlocks(THREE, (0, 1, 0), False),
    SuitBlocks(THREE, (0, 0, 0), False),
]


def classes(blocks: SuitBlocks, cards: int, without: tuple[int, ...]) -> set[frozenset[tuple[int, ...]]]:
    """All hands without some cards, those together that an exchange makes of each other while it leaves these."""
    looks = Looks(blocks.deck, blocks.blocks, blocks.jokers_alike)
    renamings = [to for to in looks.renamings() if {to[card] for card in without} == set(without)]
    left = [card for card in range(blocks.deck.size) if card not in without]
    return {
        frozenset(tuple(sorted(to[card] for card in hand)) for to in renamings) for hand in combinations(left, cards)
    }


@pytest.mark.parametrize("blocks", BLOCKS, ids=str)
@pytest.mark.parametrize("cards", [0, 1, 3, 4])
@pytest.mark.parametrize("without", [(), (0,), (2, 5), (0, 1, 12), (12,)])
def test_one_hand_of_each_class(blocks: SuitBlocks, cards: int, without: tuple[int, ...]) -> None:
    listed = blocks.fixing(without).hands(cards, without)
    rows = [tuple(row) for row in listed.hands.tolist()]
    expected = classes(blocks, cards, without)
    assert len(rows) == len(expected)
    size = {hand: len(members) for members in expected for hand in members}
    assert [size[row] for row in rows] == listed.weights.tolist()
    assert {members for members in expected if set(rows) & members} == expected
    assert all(list(row) == sorted(row) for row in rows)


@pytest.mark.parametrize("blocks", BLOCKS, ids=str)
def test_forms_are_the_hands_that_stand_for_all(blocks: SuitBlocks) -> None:
    every = hands(0, comb(blocks.deck.size, 3), 3)
    listed = {tuple(row) for row in blocks.hands(3).hands.tolist()}
    forms = [tuple(row) for row in blocks.forms(every).tolist()]
    assert set(forms) == listed
    members = {hand: group for group in classes(blocks, 3, ()) for hand in group}
    for hand, form in zip(every.tolist(), forms, strict=True):
        assert form in members[tuple(hand)]


def test_all_suits_alike_is_the_usual_case() -> None:
    blocks = SuitBlocks(Deck(), (0, 0, 0, 0), False)
    usual, own = class_hands(Deck(), 5), blocks.hands(5)
    assert len(own) == len(usual) == 134_459
    assert sorted(own.weights.tolist()) == sorted(usual.weights.tolist())


def test_cards_left_out_must_be_fixed() -> None:
    with pytest.raises(CountError, match="changed by an exchange"):
        SuitBlocks(Deck(), (0, 0, 0, 0), False).hands(2, [0])


def noticing(deck: Deck, keys: NDArray[np.uint64], cards: int) -> SuitBlocks:
    return suit_blocks_of(deck, lambda to: suit_blocks.same_when_exchanged(keys, deck.size, cards, to))


@pytest.mark.parametrize("blocks", BLOCKS, ids=str)
def test_blocks_are_those_that_nothing_notices(blocks: SuitBlocks) -> None:
    """Keys that are different for each class: neighbouring suits, others, and jokers are told apart, or not."""
    looks = Looks(blocks.deck, blocks.blocks, blocks.jokers_alike).of(2)
    keys = np.array([colex_index(looks[hand]) for hand in sorted(looks, key=colex_index)], dtype=np.uint64)
    assert noticing(blocks.deck, keys, 2) == blocks


def test_a_single_hand_is_noticed() -> None:
    deck = Deck(ranks=(3, 4), suits=(0, 1, 2, 3))
    for index in range(comb(8, 3)):
        keys = np.zeros(comb(8, 3), dtype=np.uint64)
        keys[index] = 1
        assert noticing(deck, keys, 3).order < 24


def test_wrong_arguments_are_refused() -> None:
    none = np.array([], dtype=np.uint8)
    with pytest.raises(ValueError, match="are not listed"):
        suit_blocks.canonical_hands(13, np.zeros(5, dtype=np.uint8), none, False, none, 3)
    with pytest.raises(ValueError, match="make 28 hands"):
        suit_blocks.same_when_exchanged(np.zeros(3, dtype=np.uint64), 8, 2, np.arange(8, dtype=np.uint8))
    with pytest.raises(ValueError, match="cannot be exchanged"):
        suit_blocks.same_when_exchanged(np.zeros(3, dtype=np.uint64), 8, 2, np.arange(9, dtype=np.uint8))
