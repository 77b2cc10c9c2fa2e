"""The board engine on the real deck: published figures, and states against literal enumeration."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from analyzer.cards.colex import colex_index
from analyzer.cards.deck import Deck
from analyzer.engines.contest.board import board_choices, solve_board
from analyzer.engines.contest.board_backwards import decide_backwards
from analyzer.engines.contest.board_game import BoardGame
from analyzer.engines.contest.solved import Solved
from analyzer.kernels import board as kernel
from analyzer.reference.hands import HandRules, best_hand, best_strength
from analyzer.run.jobs import Run
from analyzer.run.store import Store
from tests.board_games import casino, events_apart, hold_em_bonus, ultimate

DECK = Deck()
RULES = HandRules("none", "lowest", "royal")
DEALS = comb(52, 2) * comb(50, 3) * comb(47, 2) * comb(45, 2)
TYPES = ("straight", "flush", "full-house", "four-of-a-kind", "straight-flush", "royal-flush")
Cards = tuple[int, ...]


def percent(value: Fraction, digits: int) -> str:
    return f"{100 * float(value):.{digits}f}"


# Whole boards ---------------------------------------------------------------------------------------------------------


@cache
def one_board_at_a_time() -> BoardGame:
    return BoardGame(*events_apart())


def swept(turned: Cards) -> NDArray[np.int64]:
    """[pair, event] how every pair beside a board fares against all others."""
    game = one_board_at_a_time()
    sets = np.array([sorted(turned)], dtype=np.uint8)
    places = np.arange(len(game.board.events), dtype=np.int32)
    target = kernel.Target(game.within(1, 0), places, 1, 0)
    rows = np.zeros((1, game.levels.pairs, len(game.board.events)), dtype=np.int64)
    one = np.ones(1, dtype=np.int64)
    kernel.sum_boards(game.boards, game.trees[1], game.plans[1].nets, sets, one, 0, 1, [target], [rows])
    counts: NDArray[np.int64] = rows[0]
    return counts


@cache
def kind_of(cards: Cards) -> int:
    name = best_hand(cards, RULES).type
    return TYPES.index(name) + 1 if name in TYPES else 0


def literal(own: Cards, turned: Cards) -> list[int]:
    """The events of one pair against each of 990 others, every hand the best of its 21."""
    counts = [0] * len(one_board_at_a_time().board.events)
    mine = best_strength((*own, *turned), RULES)
    for dealer in combinations([card for card in range(52) if card not in own and card not in turned], 2):
        other = best_strength((*dealer, *turned), RULES)
        result = 0 if mine > other else 1 if mine == other else 2
        qualifies = best_hand((*dealer, *turned), RULES).type != "high-card"
        counts[(kind_of((*own, *turned)) * 3 + result) * 2 + qualifies] += 1
    return counts


def check_rivers(seed: int, states: int) -> None:
    """Every other board has three cards of one suit or more."""
    rng = random.Random(seed)
    for number in range(states):
        suited = rng.sample([card for card in range(52) if card % 4 == number % 8 // 2], 3 + number % 3)
        cards = suited if number % 2 else []
        rest = rng.sample([card for card in range(52) if card not in cards], 7 - len(cards))
        turned, own = tuple((cards + rest)[:5]), tuple((cards + rest)[5:])
        assert swept(turned)[colex_index(own)].tolist() == literal(own, turned), (own, turned)


def test_some_rivers() -> None:
    check_rivers(1, 3)


@pytest.mark.long
def test_many_rivers() -> None:
    check_rivers(2, 200)


# Published ------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return Run(store=Store(Path(tmp_path_factory.mktemp("boards"))))


def adds_up(solved: Solved) -> None:
    assert solved.mean_of_outcomes() == solved.expectation
    assert sum(map(sum, solved.outcomes.values())) == solved.deals


def test_ultimate_texas_hold_em(kept: Run) -> None:
    solved = solve_board(*ultimate(), kept)
    assert solved.deals == DEALS == 27_813_810_024_000
    assert percent(-solved.expectation, 5) == "2.18497"
    assert f"{float(solved.average_bet):.2f}" == "4.15"
    assert percent(-solved.expectation / solved.average_bet, 3) == "0.526"
    assert solved.choices[0, "three"] == 0
    adds_up(solved)


def test_own_cards_by_themselves(kept: Run) -> None:
    """Aces raise; the lowest cards check. What they are worth adds up to what the game is worth."""
    board, bets = ultimate()
    (_, checked), (_, four), (_, three) = board_choices(board, bets, (51, 50), (), (), kept)
    assert four > three > checked > 0
    game = solve_board(board, bets, kept)
    best = [max(board_choices(board, bets, pair, (), (), kept), key=lambda c: c[1])[1] for pair in ((0, 5), (3, 6))]
    assert best[0] == best[1] < game.expectation


@pytest.mark.long
def test_casino_hold_em(kept: Run) -> None:
    solved = solve_board(*casino(), kept)
    assert solved.deals == DEALS
    assert percent(-solved.expectation, 2) == "2.16"
    assert percent(solved.choices[0, "call"], 0) == "82"
    adds_up(solved)


@pytest.mark.long
def test_texas_hold_em_bonus(kept: Run) -> None:
    """With these pays published as 2.04 % of the Ante, and 0.53 % of all that is bet."""
    solved = solve_board(*hold_em_bonus(), kept)
    assert solved.deals == comb(52, 2) * comb(50, 3) * 47 * 46 * comb(45, 2)
    assert percent(-solved.expectation, 2) == "2.04"
    assert percent(-solved.expectation / solved.average_bet, 2) == "0.53"
    adds_up(solved)


@pytest.mark.long
def test_flops_are_those_of_single_states() -> None:
    """Sums over boards against all boards of a flop listed one by one, with every dealer valued."""
    board, bets = ultimate()
    game = BoardGame(board, bets)
    values = decide_backwards(game, Run()).values[1]
    unit = game.levels.deals_after(1) * game.amounts.denominator
    rng = random.Random(3)
    for number in rng.sample(range(len(game.indexed[1])), 25):
        turned = game.indexed[1].sets[number][:3].tolist()
        own = rng.sample([card for card in range(52) if card not in turned], 2)
        row = dict(zip(game.plans[1].columns, values[number, colex_index(own)].tolist(), strict=True))
        check, two = board_choices(board, bets, own, turned, (0,), Run())
        assert (check[1], two[1]) == (Fraction(row[0, 0], unit), Fraction(row[0, 1], unit))
