"""The search for short lists: what it finds is evaluated exactly, and its parts are what brute force says."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.game.library import load_game
from analyzer.run.jobs import Run
from analyzer.strategy.api import decided_stages, strategy
from analyzer.strategy.box_rules import rule_of
from analyzer.strategy.cells import Box, cells_of
from analyzer.strategy.evaluation import evaluate
from analyzer.strategy.file import strategy_text
from analyzer.strategy.intervals import best_interval, best_rectangle
from analyzer.strategy.list_search import ListSearch
from analyzer.strategy.rules import Strategy
from analyzer.strategy.search import fallbacks, find_strategy
from analyzer.strategy.stages import Stages
from tests.reduced import reduced_game_file
from tests.strategy_lists import POKER, THREE_CARD, TWO_STREETS, strategy_from

RUN = Run(jobs=1)
SMALL = {POKER: ("8-K", "cd", 2), THREE_CARD: ("8-A", "cdh", 0), TWO_STREETS: ("3-8", "cd", 1)}


def small_stages(game: str) -> Stages:
    return decided_stages(reduced_game_file(game, *SMALL[game]).game(), None, None, RUN)


def test_one_rule_for_three_card_poker_is_the_known_one_and_costs_nothing() -> None:
    evaluation = strategy(THREE_CARD, simple=1, run=RUN)
    assert evaluation.cost == 0
    assert [(rule.when, rule.action) for rule in evaluation.rules] == [
        ("high card Q-6-4 or better", "play"),
        ("otherwise", "fold"),
    ]


@pytest.mark.parametrize("game", SMALL)
def test_more_rules_cost_less_and_the_file_reads_back(game: str) -> None:
    stages = small_stages(game)
    costs = []
    for most in (1, 2, 4):
        searched = find_strategy(stages, most, RUN)
        assert len(searched.strategy.rules) <= most
        hands = searched.words.hands
        again = strategy_from(strategy_text(searched.strategy, hands), stages.game)
        assert again.rules == searched.strategy.rules
        assert evaluate(again, stages).ev == searched.ev
        costs.append(searched.cost)
    assert costs == sorted(costs, reverse=True)
    assert costs[-1] < costs[0] or game == THREE_CARD  # where one rule is all that can be said


def test_the_same_list_is_found_again() -> None:
    one, two = (find_strategy(small_stages(POKER), 3, RUN) for _ in range(2))
    assert one.strategy == two.strategy


@pytest.mark.parametrize("game", [POKER, THREE_CARD])
def test_what_the_search_says_of_a_list_is_what_the_evaluation_says(game: str) -> None:
    """Cells, boxes and rules are one thing: each rule that grows changes the exact value by what was promised."""
    stages = small_stages(game)
    (stage,) = stages.stages
    search = ListSearch(cells_of(stage, stage.weights))
    for _ in range(3):
        gained, place, box = search.best_insertion(search.boxes)
        before = search.value()
        search.boxes.insert(place, box)
        if gained <= 0:
            break
        assert search.value() > before
        rules = tuple(rule_of(search.cells, own) for own in search.boxes)
        otherwise = {stage.decision.id: search.cells.actions[search.fallback]}
        listed = evaluate(Strategy(stages.game.id, stages.wager.id, "grown", rules, otherwise), stages)
        assert Fraction(search.value(), stages.scale) + stages.settled == listed.ev


def test_fallbacks_are_actions_that_every_hand_has() -> None:
    (stage,) = small_stages(POKER).stages
    cells = cells_of(stage, stage.weights)
    assert [cells.actions[number] for number in fallbacks(cells)] == ["discard lowest"]


def test_a_rule_that_helps_nothing_is_dropped() -> None:
    stages = decided_stages(load_game(THREE_CARD).game(), None, None, RUN)
    (stage,) = stages.stages
    search = ListSearch(cells_of(stage, stage.weights))
    search.grow()
    kept = list(search.boxes)
    search.boxes.append(Box(0))
    search.drop_idle()
    assert search.boxes == kept


numbers = st.lists(st.integers(-9, 9), min_size=1, max_size=12)


@given(numbers)
def test_the_best_interval_is_that_of_brute_force(gains: list[int]) -> None:
    values = np.arange(len(gains), dtype=np.uint16)
    gained, low, high = best_interval(values, np.array(gains, dtype=np.int64) << 30, len(gains))
    every = [sum(gains[one : two + 1]) for one, two in combinations_with_replacement(range(len(gains)), 2)]
    assert gained == max(every) << 30 == sum(gains[low : high + 1]) << 30


@given(st.integers(1, 4), st.integers(1, 5), st.data())
def test_the_best_rectangle_is_that_of_brute_force(rows: int, columns: int, data: st.DataObject) -> None:
    gains = np.array(data.draw(st.lists(st.integers(-9, 9), min_size=rows * columns, max_size=rows * columns)))
    table = gains.reshape(rows, columns)
    one, two = (axis.ravel().astype(np.uint16) for axis in np.indices((rows, columns)))
    gained, own, other = best_rectangle((one, two), gains.astype(np.int64), (rows, columns))
    intervals = [list(combinations_with_replacement(range(size), 2)) for size in (rows, columns)]
    every = {
        pair: int(table[pair[0][0] : pair[0][1] + 1, pair[1][0] : pair[1][1] + 1].sum()) for pair in product(*intervals)
    }
    assert gained == max(every.values()) == every[own, other]
