"""The showdown engine against every dealer hand, valued the literal way of the reference."""

from __future__ import annotations

from itertools import combinations
from math import comb, factorial

import numpy as np
import pytest

from analyzer.cards.deck import Deck
from analyzer.cards.ranking import Ranking
from analyzer.cards.suits import canonical_hand
from analyzer.engines.duel.boards import Board, board_classes, board_of
from analyzer.engines.duel.hands import hands_of
from analyzer.engines.duel.showdown import Showdown, deal_outcomes, deals_against
from analyzer.engines.duel.sweeps import hand_outcomes
from analyzer.engines.duel.weak import WeakHands
from analyzer.errors import SelectionError
from tests.showdown_oracle import DECKS, FIVE_ON_TOP, WILD, outcomes_by_reference

QUEEN_HIGH = WeakHands.below(Ranking().value_floor("high-card", [10], 3))
TENS = WeakHands.below(Ranking().value_floor("pair", [8], 5))


@pytest.mark.parametrize(("jokers", "cards", "classes"), [(0, 3, 1755), (0, 4, 16432), (1, 5, 150891), (2, 5, 152646)])
def test_classes_stand_for_every_hand(jokers: int, cards: int, classes: int) -> None:
    deck = Deck(jokers=jokers)
    hands = hands_of(deck, cards)
    assert len(hands) == classes
    assert int(hands.weights.sum()) == comb(deck.size, cards)


@pytest.mark.parametrize("deck", DECKS)
def test_a_class_is_its_canonical_hand(deck: Deck) -> None:
    hands = hands_of(deck, 4)
    every = {canonical_hand(deck, hand) for hand in combinations(deck.cards, 4)}
    assert {tuple(row) for row in hands.class_cards.tolist()} == every
    sample = next(iter(combinations(deck.cards, 4)))
    assert tuple(hands.class_cards[hands.index(sample)].tolist()) == canonical_hand(deck, sample)


def test_only_the_patterns_asked_for() -> None:
    deck = Deck(jokers=1)
    every, some = hands_of(deck, 5), hands_of(deck, 5, only=[(0, 1, 20, 30, 52)])
    assert len(some.rests) == 1
    rows = {tuple(row) for row in some.class_cards.tolist()}
    assert rows < {tuple(row) for row in every.class_cards.tolist()}


@pytest.mark.parametrize(("jokers", "classes"), [(0, 169), (1, 182), (2, 183)])
def test_boards_of_two(jokers: int, classes: int) -> None:
    deck = Deck(jokers=jokers)
    boards = board_classes(deck, 2)
    assert len(boards) == classes
    assert sum(boards.values()) == comb(deck.size, 2)
    for board, count in boards.items():
        assert count == factorial(4) // len(board.renamings) * comb(jokers, board.jokers)


def test_a_board_forgets_suits() -> None:
    deck = Deck(jokers=1)
    assert board_of(deck, [51, 46]) == board_of(deck, [45, 48]) != board_of(deck, [51, 47])


# size, ranking, cards of the player and the dealer
KINDS = [(5, WILD, 5, 6), (5, WILD, 5, 5), (5, FIVE_ON_TOP, 5, 5), (3, WILD, 3, 3)]


@pytest.mark.parametrize(("size", "ranking", "cards", "dealt"), KINDS)
@pytest.mark.parametrize("deck", DECKS)
def test_every_hand_of_a_reduced_deck(deck: Deck, size: int, ranking: Ranking, cards: int, dealt: int) -> None:
    showdown = Showdown(deck, ranking, cards, dealt, size, TENS if size == 5 else QUEEN_HIGH)
    hands = hands_of(deck, cards)
    outcomes = hand_outcomes(showdown, hands)
    assert (outcomes.sum(axis=1) == deals_against(showdown, cards)).all()
    for row, hand in zip(outcomes.tolist(), hands.class_cards.tolist(), strict=True):
        assert row == outcomes_by_reference(showdown, hand)


def test_three_card_poker_is_symmetric() -> None:
    showdown = Showdown(Deck(), Ranking(), 3, 3, 3, QUEEN_HIGH)
    hands = hands_of(showdown.deck, 3)
    outcomes = hand_outcomes(showdown, hands).astype(np.int64)
    totals = hands.weights.astype(np.int64) @ outcomes
    assert totals.sum() == comb(52, 3) * comb(49, 3)
    assert totals[0] + totals[3] == totals[2] + totals[5]
    # The dealer is weak with jack high or worse: three ranks below the queen that are no straight, not in one suit.
    weak = 60 * sum(ranks[2] - ranks[0] > 2 for ranks in combinations(range(10), 3))
    assert totals[3:].sum() * comb(52, 3) == totals.sum() * weak


def test_real_hands_against_every_dealer_hand() -> None:
    rng = np.random.default_rng(3)
    for deck, cards, dealt, size in ((Deck(), 3, 3, 3), (Deck(jokers=1), 5, 5, 5), (Deck(jokers=2), 5, 6, 5)):
        showdown = Showdown(deck, WILD, cards, dealt, size, TENS if size == 5 else QUEEN_HIGH)
        for _ in range(3 if dealt == 6 else 10):
            hand = sorted(int(card) for card in rng.choice(deck.cards, cards, replace=False))
            hands = hands_of(deck, cards, only=[hand])
            assert hand_outcomes(showdown, hands)[hands.index(hand)].tolist() == deal_outcomes(showdown, hand).tolist()


@pytest.mark.parametrize(("cards", "dealt", "size", "board"), [(5, 6, 4, 0), (5, 7, 5, 0), (5, 6, 5, 3), (3, 4, 3, 1)])
def test_what_cannot_be_counted_is_refused(cards: int, dealt: int, size: int, board: int) -> None:
    deck = Deck(jokers=2)
    with pytest.raises(SelectionError, match="showdown"):
        Showdown(deck, WILD, cards, dealt, size).check_board(Board(((1 << board) - 1, 0, 0, 0)))


def test_a_hand_of_six_cards_is_refused() -> None:
    with pytest.raises(SelectionError, match="1 to 5 cards"):
        hands_of(Deck(), 6)


@pytest.mark.long
@pytest.mark.parametrize(("jokers", "cards", "dealt", "size"), [(0, 3, 3, 3), (1, 5, 5, 5), (2, 5, 6, 5)])
def test_200_real_hands_against_every_dealer_hand(jokers: int, cards: int, dealt: int, size: int) -> None:
    deck = Deck(jokers=jokers)
    showdown = Showdown(deck, WILD, cards, dealt, size, TENS if size == 5 else QUEEN_HIGH)
    hands = hands_of(deck, cards)
    outcomes = hand_outcomes(showdown, hands)
    rng = np.random.default_rng(5)
    for _ in range(200):
        hand = sorted(int(card) for card in rng.choice(deck.cards, cards, replace=False))
        assert outcomes[hands.index(hand)].tolist() == deal_outcomes(showdown, hand).tolist()
