"""One discard and one draw before the showdown, against every draw and dealer hand."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from analyzer.cards.deck import Deck
from analyzer.cards.ranking import type_code
from analyzer.engines.duel.draw_states import DrawStates, count_draws, faced_by
from analyzer.engines.duel.hands import hands_of
from analyzer.engines.duel.showdown import Showdown, deal_outcomes
from analyzer.errors import SelectionError
from analyzer.kernels import evaluate
from tests.showdown_oracle import DECKS, WILD, Outcomes, outcomes_by_reference


def by_type(values: NDArray[np.uint32]) -> NDArray[np.uint16]:
    """Categories: the type of the hand, and whether it is natural."""
    return (type_code(values) * 2 + (values & 1)).astype(np.uint16)


def category_of(states: DrawStates, hand: list[int]) -> int:
    showdown = states.showdown
    cards = np.array([sorted(hand)], dtype=np.uint8)
    return int(by_type(evaluate.values_of_cards(cards, showdown.size, showdown.ranking.kernel_arguments))[0])


def results_of(states: DrawStates, hand: list[int], discard: int, outcomes: Outcomes) -> tuple[list[int], list[int]]:
    """Wins and ties by category of one discard, drawing each card in turn; `outcomes` deals the dealer."""
    wins = [0] * states.wins.shape[2]
    ties = wins.copy()
    kept = hand[:discard] + hand[discard + 1 :]
    for card in states.showdown.deck.cards:
        if card not in hand:
            final = [*kept, card]
            win, tie, *_ = outcomes(states.showdown, final, (), [hand[discard]])
            wins[category_of(states, final)] += int(win)
            ties[category_of(states, final)] += int(tie)
    return wins, ties


@pytest.mark.parametrize(("cards", "dealt", "size"), [(5, 6, 5), (5, 5, 5), (3, 3, 3)])
@pytest.mark.parametrize("deck", DECKS)
def test_every_discard_of_a_reduced_deck(deck: Deck, cards: int, dealt: int, size: int) -> None:
    states = count_draws(Showdown(deck, WILD, cards, dealt, size), by_type)
    rng = np.random.default_rng(1)
    for place in rng.permutation(len(states.hands))[:12]:
        hand = states.hands.class_cards[place].tolist()
        for discard in range(cards):
            wins, ties = results_of(states, hand, discard, outcomes_by_reference)
            assert wins == states.wins[place, discard].tolist()
            assert ties == states.ties[place, discard].tolist()
        win, tie, *_ = outcomes_by_reference(states.showdown, hand)
        assert (win, tie) == (states.pat_wins[place], states.pat_ties[place])


def test_the_totals_of_a_reduced_deck_are_symmetric() -> None:
    """Dealer and player with five cards each: keeping them, the one wins as often as the other."""
    states = count_draws(Showdown(DECKS[2], WILD, 5, 5), by_type)
    weights = states.hands.weights.astype(np.int64)
    wins, ties = int(weights @ states.pat_wins), int(weights @ states.pat_ties)
    assert 2 * wins + ties == comb(14, 5) * states.pat_deals


def test_one_job_or_many_count_the_same() -> None:
    showdown = Showdown(DECKS[3], WILD, 5, 6)
    one, many = (count_draws(showdown, by_type, jobs) for jobs in (1, 3))
    assert (one.wins == many.wins).all()
    assert (one.ties == many.ties).all()


def test_a_single_card_cannot_be_exchanged() -> None:
    with pytest.raises(SelectionError, match="two cards"):
        count_draws(Showdown(DECKS[0], WILD, 1, 3, 3), by_type)


def test_real_hands_and_discards_against_every_dealer_hand() -> None:
    """A hand and a card known to be elsewhere: with both jokers, with one, with none."""
    deck = Deck(jokers=2)
    showdown = Showdown(deck, WILD, 5, 6)
    for hand, known in (([2, 9, 24, 52, 53], 3), ([1, 17, 33, 48, 52], 53), ([1, 5, 9, 13, 48], 52)):
        hands = hands_of(deck, 5, only=[hand])
        faced = faced_by(showdown, hands)[hands.index(hand)]
        assert hands.class_cards[hands.index(hand)].tolist() == hand
        win, tie, *_ = deal_outcomes(showdown, hand, (), [known])
        assert faced[min(known, 52)].tolist() == [win, tie]
        win, tie, *_ = deal_outcomes(showdown, hand)
        assert faced[-1].tolist() == [win, tie]


@pytest.mark.long
def test_200_real_states_against_every_dealer_hand() -> None:
    deck = Deck(jokers=2)
    showdown = Showdown(deck, WILD, 5, 6)
    hands = hands_of(deck, 5)
    faced = faced_by(showdown, hands)
    rng = np.random.default_rng(11)
    for _ in range(200):
        place = int(rng.integers(len(hands)))
        hand = hands.class_cards[place].tolist()
        known = int(rng.choice([card for card in deck.cards if card not in hand]))
        win, tie, *_ = deal_outcomes(showdown, hand, (), [known])
        assert faced[place, min(known, 52)].tolist() == [win, tie]


@pytest.mark.long
def test_all_discards_of_a_real_hand() -> None:
    states = count_draws(Showdown(Deck(jokers=2), WILD, 5, 6), by_type)
    hand = states.hands.class_cards[states.hands.index([0, 21, 22, 43, 48])].tolist()
    place = states.hands.index(hand)
    for discard in (0, 4):
        wins, ties = results_of(states, hand, discard, deal_outcomes)
        assert wins == states.wins[place, discard].tolist()
        assert ties == states.ties[place, discard].tolist()
