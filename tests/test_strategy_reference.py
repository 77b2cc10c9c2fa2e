"""Rules are read alike by the arrays and by a literal player, and what they are worth is what every deal says."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from analyzer.cards.deck import parse_card
from analyzer.game.library import load_game
from analyzer.reference import one_discard, three_card_poker, wild_52
from analyzer.reference.cards import cards_of
from analyzer.reference.strategy_rules import NUMBERS, Seen
from analyzer.reference.wild_six_card_poker import poker_game
from analyzer.run.jobs import Run
from analyzer.strategy.api import decided_wager
from analyzer.strategy.evaluation import evaluate
from analyzer.strategy.features import SeenRows
from analyzer.strategy.kinds import decisions_of, stages_of
from analyzer.strategy.play_rules import FIRST, SECOND
from analyzer.strategy.rules import BOARD_CONDITIONS, CONDITIONS, DISCARDS, KEEP_CONDITIONS
from tests.reduced import reduced_game_file, reference_deck
from tests.strategy_lists import (
    LISTS,
    POKER,
    THREE_CARD,
    TWO_STREETS,
    LiteralPlayer,
    fast_choices,
    reference_table,
    shipped_texts,
    strategy_from,
    told,
)

RUN = Run(jobs=1)
SMALL = {POKER: ("8-K", "cd", 2), THREE_CARD: ("9-A", "cd", 0), TWO_STREETS: ("3-8", "cd", 1)}


def compare(text: str, game: Any, hands: np.ndarray[Any, Any], boards: np.ndarray[Any, Any] | None) -> int:
    """Both players with every hand; returns how many different things were done."""
    strategy = strategy_from(text, game)
    wager = decided_wager(game, strategy.wager)
    literal = LiteralPlayer(text, game, wager)
    decision = decisions_of(wager)[0 if boards is None else 1]
    fast = fast_choices(strategy, game, wager, hands, boards)
    for row, done in enumerate(fast):
        board = None if boards is None else int(boards[row])
        assert told(literal(decision, tuple(int(card) for card in hands[row]), board)) == done, (hands[row], board)
    return len(set(fast))


@pytest.mark.parametrize("game", SMALL)
def test_every_hand_of_a_reduced_deck_is_decided_alike(game: str) -> None:
    small = reduced_game_file(game, *SMALL[game]).game()
    wager = decided_wager(small, None)
    hands = np.array(list(combinations(small.deck.cards, wager.player.cards)), dtype=np.uint8)
    assert compare(LISTS[game], small, hands, None) > 1


def test_every_state_of_a_reduced_deck_is_decided_alike_after_the_community_card() -> None:
    small = reduced_game_file(TWO_STREETS, *SMALL[TWO_STREETS]).game()
    states = [
        (*hand, board) for hand in combinations(small.deck.cards, 5) for board in small.deck.cards if board not in hand
    ]
    cards = np.array(states, dtype=np.uint8)
    assert compare(LISTS[TWO_STREETS], small, cards[:, :5], cards[:, 5]) == 2


def random_states(game: Any, cards: int, rows: int, seed: int) -> np.ndarray[Any, Any]:
    """Rows of different cards; the own cards ascend, the last may be the board."""
    random = np.random.default_rng(seed)
    deck = np.array(game.deck.cards, dtype=np.uint8)
    return np.stack([random.permutation(deck)[:cards] for _ in range(rows)])


@pytest.mark.parametrize("name", [*LISTS, *shipped_texts()])
def test_random_hands_of_the_full_deck_are_decided_alike(name: str) -> None:
    text = LISTS[name] if name in LISTS else shipped_texts()[name]
    game = load_game(name.split(".", maxsplit=1)[0]).game()
    wager = decided_wager(game, strategy_from(text, game).wager)
    size = wager.player.cards
    states = random_states(game, size + 1, 1500, seed=len(name))
    own = np.sort(states[:, :size], axis=1)
    compare(text, game, own, None)
    if len(decisions_of(wager)) > 1:
        compare(text, game, own, states[:, size])


@pytest.mark.parametrize("game", SMALL)
def test_counts_of_random_hands_are_the_same_numbers(game: str) -> None:
    """A list asks only on which side of a bound a number is; here the numbers themselves are compared."""
    loaded = load_game(game).game()
    wager = decided_wager(loaded, None)
    size, table = wager.player.cards, reference_table(loaded, wager)
    states = random_states(loaded, size + 1, 400, seed=5)
    own = np.sort(states[:, :size], axis=1)
    boards = states[:, size] if len(decisions_of(wager)) > 1 else None
    fast = SeenRows(loaded.deck, loaded.ranking, wager.hand_size, own, boards)
    for row, cards in enumerate(own.tolist()):
        seen = Seen(tuple(cards), None if boards is None else int(boards[row]))
        for key, number in NUMBERS.items():
            assert fast.feature(key)[row] == number(seen, table), (key, seen)


@pytest.mark.parametrize(
    ("own", "board", "points", "start_points"),
    [
        ("Kc Kd Ah 7s 2c", "9d", 42, 63),
        ("Kc Kd Ah 7s 2c", "Qh", 46, 63),
        ("Kc Kd Ah 7s 2c", "3h", 39, 63),
        ("Qc Ah 9h 8h 4s", "Qd", 39, 65),
        ("Qc Qd 9h 8s 4s", "Ad", 33, 47),
        ("8c 8d 5h 4s Jk", "2d", 37, 35),
    ],
)
def test_counts_are_what_the_documentation_says(own: str, board: str, points: int, start_points: int) -> None:
    loaded = load_game(TWO_STREETS).game()
    cards = np.array([sorted(parse_card(card) for card in own.split())], dtype=np.uint8)
    seen = SeenRows(loaded.deck, loaded.ranking, 5, cards, np.array([parse_card(board)], dtype=np.uint8))
    assert (seen.feature("points")[0], seen.feature("start_points")[0]) == (points, start_points)


def test_the_lists_use_every_word() -> None:
    """So that no condition and no action goes without a comparison."""
    text = "".join(LISTS.values())
    for word in (*CONDITIONS, *DISCARDS, "at_least", "below", "discards"):
        assert f"{word} = " in text or f'"{word}"' in text, word
    keeps = "".join(line for line in LISTS[POKER].splitlines() if line.startswith("keep"))
    assert [word for word in KEEP_CONDITIONS if f"{word} = " not in keeps] == []
    assert [word for word in BOARD_CONDITIONS if f"{word} = " not in LISTS[TWO_STREETS]] == []


# --- what a list is worth --------------------------------------------------------------------------------------------


def evaluated(game: str) -> tuple[Fraction, Any, LiteralPlayer]:
    """(the fast expectation, the reference's deck, the literal player) on the reduced deck."""
    small = reduced_game_file(game, *SMALL[game]).game()
    wager = decided_wager(small, None)
    strategy = strategy_from(LISTS[game], small)
    stages = stages_of(small, wager, wager.paytables[0], RUN)
    evaluation = evaluate(strategy, stages)
    assert evaluation.ev + evaluation.cost == stages.best_ev
    assert evaluation.cost > 0
    assert stages.result(evaluation.followed.choices).ev == evaluation.ev
    return evaluation.ev, reference_deck(*SMALL[game]), LiteralPlayer(LISTS[game], small, wager)


def test_one_decision_is_worth_what_every_deal_says() -> None:
    ev, deck, player = evaluated(THREE_CARD)
    hands = list(combinations(cards_of(deck), 3))
    total = sum(
        (three_card_poker.value_of_choice(hand, player(FIRST, hand).action, deck) for hand in hands), Fraction(0)
    )
    assert ev == total / len(hands)


def test_a_discard_is_worth_what_every_deal_says() -> None:
    ev, deck, player = evaluated(POKER)
    game = poker_game(deck)
    decision = decisions_of(decided_wager(reduced_game_file(POKER, *SMALL[POKER]).game(), None))[0]
    hands = list(combinations(cards_of(deck), 5))
    total = Fraction(0)
    for hand in hands:
        automatic = one_discard.automatic_win(game, hand)
        if automatic is not None:
            total += one_discard.total_net(automatic.results) / automatic.results.total()
            continue
        total += one_discard.value_of_choice(game, hand, player(decision, hand).card).expected_value()
    assert ev == total / len(hands)


@pytest.mark.long
def test_two_decisions_are_worth_what_every_deal_says() -> None:
    ev, deck, player = evaluated(TWO_STREETS)
    pack = cards_of(deck)
    hands = list(combinations(pack, 5))
    total = Fraction(0)
    for hand in hands:
        if player(FIRST, hand).action == "fold":
            total -= 1
            continue
        boards = [card for card in pack if card not in hand]
        values = [wild_52.value_of_choice(hand, board, player(SECOND, hand, board).action, deck) for board in boards]
        total += sum(values, Fraction(0)) / len(boards)
    assert ev == total / len(hands)
