"""Two community cards, against every second card and dealer hand."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from math import comb
from threading import Lock

import numpy as np
import pytest

from analyzer.cards.deck import FIRST_JOKER, Deck
from analyzer.cards.ranking import Ranking, type_code
from analyzer.cards.suits import rename_suits, renaming_to
from analyzer.engines.duel.hands import hands_of
from analyzer.engines.duel.play_states import PatternBlocks, PlayStates, columns_of, count_states, tally_states
from analyzer.engines.duel.showdown import Showdown, deal_outcomes
from analyzer.engines.duel.weak import WeakHands
from analyzer.kernels import evaluate
from analyzer.run.jobs import Run
from tests.showdown_oracle import DECKS, FIVE_ON_TOP, WILD, Outcomes, outcomes_by_reference

TENS = WeakHands.below(Ranking().value_floor("pair", [8], 5))
FIVES = WeakHands.below(Ranking().value_floor("pair", [3], 5))
# Below a pair of tens in his own cards; and two pair without tens or better beside that.
OWN_TENS = WeakHands(TENS.spans, own_cards=True)
LOW_TWO_PAIR = Ranking().strength_floor("two-pair", 5), Ranking().value_floor("two-pair", [8], 5)
GAPS = WeakHands((*TENS.spans, LOW_TWO_PAIR))


def states_of(deck: Deck, ranking: Ranking = WILD, weak: WeakHands = TENS) -> PlayStates:
    showdown = Showdown(deck, ranking, 5, 5, 5, weak)
    return count_states(showdown)


def first_card(deck: Deck, column: int, hand: list[int]) -> int | None:
    """The card of a column that a hand leaves; None where it holds it."""
    card = columns_of(deck)[column]
    cards = [joker for joker in deck.cards if joker >= FIRST_JOKER] if card >= FIRST_JOKER else [card]
    return next((card for card in cards if card not in hand), None)


def outcomes_after(showdown: Showdown, hand: list[int], first: int, outcomes: Outcomes) -> list[int]:
    """Outcomes over all second cards; `outcomes` deals the dealer."""
    seconds = [card for card in showdown.deck.cards if card not in (*hand, first)]
    totals = np.sum([np.asarray(outcomes(showdown, hand, [first, card])) for card in seconds], axis=0)
    return [int(total) for total in totals]


ACES = Ranking("wild", joker_in_flush="ace", natural_beats_wild="straight_flush")
CASES = [(WILD, TENS), (FIVE_ON_TOP, TENS), (ACES, OWN_TENS), (WILD, GAPS)]


@pytest.mark.parametrize(("ranking", "weak"), CASES)
@pytest.mark.parametrize("deck", DECKS)
def test_states_of_a_reduced_deck(deck: Deck, ranking: Ranking, weak: WeakHands) -> None:
    states = states_of(deck, ranking, weak)
    rng = np.random.default_rng(7)
    for place in rng.permutation(len(states.hands))[:10]:
        hand = states.hands.class_cards[place].tolist()
        for column in range(len(columns_of(deck))):
            first = first_card(deck, column, hand)
            if first is None:
                assert not states.outcomes[column, place].any()
                assert states.first_cards[column, place] == 0
            else:
                wanted = outcomes_after(states.showdown, hand, first, outcomes_by_reference)
                assert states.outcomes[column, place].tolist() == wanted


@pytest.mark.parametrize("deck", DECKS)
def test_a_tally_has_every_deal_once(deck: Deck) -> None:
    states = states_of(deck)
    rng = np.random.default_rng(2)
    # Equal states must get equal actions: decide by the outcomes.
    actions = (states.outcomes @ rng.integers(0, 1000, 6).astype(np.uint64) % 3).astype(np.uint8)
    totals = tally_states(states, actions)
    hands = states.hands.weights.astype(np.int64) * states.first_cards
    for action in range(3):
        wanted = (states.outcomes * (hands * (actions == action))[:, :, None]).sum(axis=(0, 1))
        assert totals[action].sum(axis=0).tolist() == wanted.tolist()
    left = deck.size - 5
    assert totals.sum() == comb(deck.size, 5) * left * (left - 1) * comb(left - 2, 5)


def test_a_tally_by_the_final_hand() -> None:
    """One deal after the other, on a deck with few of them."""
    deck = Deck(ranks=(8, 9, 10, 11, 12), suits=(0, 3), jokers=2)
    states = states_of(deck)
    totals = tally_states(states, np.zeros(states.outcomes.shape[:2], dtype=np.uint8))[0]
    wanted = np.zeros_like(totals)
    for hand, weight in zip(states.hands.class_cards.tolist(), states.hands.weights.tolist(), strict=True):
        rest = [card for card in deck.cards if card not in hand]
        for board in combinations(rest, 2):
            cards = np.array([sorted([*hand, *board])], dtype=np.uint8)
            kind = type_code(int(evaluate.values_of_cards(cards, 5, WILD.kernel_arguments)[0]))
            outcomes = outcomes_by_reference(states.showdown, hand, board)
            wanted[kind] += np.array(outcomes, dtype=np.uint64) * np.uint64(2 * weight)
    assert (totals == wanted).all()


def test_only_one_hand_is_counted_like_all() -> None:
    deck = DECKS[1]
    states = states_of(deck)
    hand = states.hands.class_cards[100].tolist()
    some = hands_of(deck, 5, only=[hand])
    one = count_states(states.showdown, some, Run(jobs=1))
    assert (one.outcomes[:, some.index(hand)] == states.outcomes[:, 100]).all()


# No joker, a joker in the hand, a joker on the board.
REAL_STATES = [([0, 17, 22, 39, 48], 1), ([3, 20, 29, 33, 52], 7), ([8, 9, 26, 38, 47], 52)]


@pytest.mark.parametrize(("hand", "first"), REAL_STATES)
def test_a_real_state_against_every_dealer_hand(hand: list[int], first: int) -> None:
    """47 second cards x C(46, 5) dealer hands, dealt one by one."""
    deck = Deck(jokers=1)
    showdown = Showdown(deck, FIVE_ON_TOP, 5, 5, 5, FIVES)
    states = count_states(showdown, hands_of(deck, 5, only=[hand]))
    own = states.hands.class_cards[states.hands.index(hand)].tolist()
    renamed = rename_suits([first], renaming_to(deck, hand, own))[0]
    outcomes = states.outcomes[columns_of(deck).index(renamed), states.hands.index(hand)]
    assert outcomes.tolist() == outcomes_after(showdown, hand, first, deal_outcomes)


@pytest.mark.long
@pytest.mark.parametrize("ranking", [WILD, FIVE_ON_TOP])
def test_100_real_states_against_every_dealer_hand(ranking: Ranking) -> None:
    deck = Deck(jokers=1)
    states = states_of(deck, ranking, FIVES)
    rng = np.random.default_rng(17)
    done = 0
    while done < 100:
        column, place = int(rng.integers(53)), int(rng.integers(len(states.hands)))
        hand = states.hands.class_cards[place].tolist()
        first = first_card(deck, column, hand)
        if first is not None:
            wanted = outcomes_after(states.showdown, hand, first, deal_outcomes)
            assert states.outcomes[column, place].tolist() == wanted
            done += 1


@pytest.mark.parametrize("patterns", [0, 1, 15, 16, 8000])
def test_each_thread_has_every_pattern_once_and_alone(patterns: int) -> None:
    blocks = PatternBlocks(patterns)
    owner = [Lock() for _ in range(patterns)]

    def walk(_: int) -> list[int]:
        seen: list[int] = []
        for first, last in blocks.each_alone():
            assert all(owner[pattern].acquire(blocking=False) for pattern in range(first, last))
            seen += range(first, last)
            for pattern in range(first, last):
                owner[pattern].release()
        return seen

    with ThreadPoolExecutor(4) as threads:
        for seen in threads.map(walk, range(8)):
            assert sorted(seen) == list(range(patterns))
