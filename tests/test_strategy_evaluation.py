"""Strategies evaluated: published figures, named strategies, what is said about rules, and figures in files."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from analyzer.cards.deck import parse_card
from analyzer.game.file import GameFile
from analyzer.game.library import load_game
from analyzer.game.wagers.draw import DrawWager
from analyzer.game.wagers.play import PlayWager
from analyzer.numbers import decimal_text
from analyzer.pricing.choices import Question
from analyzer.pricing.decided import decided_result
from analyzer.run.jobs import Run
from analyzer.strategy.api import decided_stages, find_rules, strategy
from analyzer.strategy.evaluation import Evaluation, decide_one, evaluate
from analyzer.strategy.rules import ClaimedFigures
from analyzer.strategy.stages import Stages
from tests.helpers import from_text, shipped_text
from tests.reduced import reduced_game_file
from tests.strategy_lists import LISTS, POKER, THREE_CARD, TWO_STREETS, strategy_from

RUN = Run(jobs=1)
SMALL = {POKER: ("8-K", "cd", 2), THREE_CARD: ("8-A", "cdh", 0), TWO_STREETS: ("3-8", "cd", 1)}


def without_bonus() -> GameFile:
    """Three Card Poker with an Ante Bonus of nothing."""
    head, paytable, rest = re.split(r"(\[wagers\.ante-play\.pays\]\n)", shipped_text(THREE_CARD))
    changed, count = re.subn(
        r"^(straight-flush|three-of-a-kind|straight)( *= )\d+", r"\1\g<2>0", rest, count=3, flags=re.M
    )
    assert count == 3
    return from_text(head + paytable + changed)


def small_stages(game: str) -> Stages:
    return decided_stages(reduced_game_file(game, *SMALL[game]).game(), None, None, RUN)


def evaluated(game: str, text: str | None = None) -> Evaluation:
    stages = small_stages(game)
    return evaluate(strategy_from(text or LISTS[game], stages.game), stages)


# --- published figures -----------------------------------------------------------------------------------------------

LEAST_HAND = """
schema = "exactodds/strategy/1"
game = "three-card-poker-6-card-bonus"
wager = "ante-play"
name = "least"
otherwise = "fold"
[[rules]]
when = {{ at_least = "high-card {}" }}
action = "play"
"""


@pytest.mark.parametrize(("rank", "published"), [("J", "-0.100696"), ("Q", "-0.087342")])
def test_least_hands_of_three_card_poker_without_bonus_are_as_published(rank: str, published: str) -> None:
    game = without_bonus().game()
    stages = decided_stages(game, None, None, RUN)
    evaluation = evaluate(strategy_from(LEAST_HAND.format(rank), game), stages)
    assert decimal_text(evaluation.ev, 6) == published


def test_playing_every_hand_of_three_card_poker_without_bonus_is_as_published() -> None:
    evaluation = strategy(without_bonus(), rules="play-every-hand", run=RUN)
    assert decimal_text(evaluation.ev, 6) == "-0.129389"
    assert evaluation.choices == {"fold": 0, "play": 1}


# --- named strategies ------------------------------------------------------------------------------------------------


def test_mimicking_the_dealer_is_to_play_what_qualifies() -> None:
    game = load_game(THREE_CARD).game()
    stages = decided_stages(game, None, None, RUN)
    mimic = evaluate(find_rules("mimic-the-dealer", game, stages.wager), stages)
    queens = evaluate(strategy_from(LEAST_HAND.format("Q"), game), stages)
    assert mimic.ev == queens.ev < stages.best_ev


@pytest.mark.parametrize("name", ["play-every-hand", "never-bet-again", "mimic-the-dealer"])
def test_named_strategies_of_two_decisions_cost_what_the_best_play_gains(name: str) -> None:
    stages = small_stages(TWO_STREETS)
    evaluation = evaluate(find_rules(name, stages.game, stages.wager), stages)
    assert 0 < evaluation.cost == stages.best_ev - evaluation.ev
    assert evaluation.ev == stages.result(evaluation.followed.choices).ev
    told = evaluation.choice_frequencies()
    assert (told["fold"] == "0") == (name == "play-every-hand")
    assert (told["bet"] == "0") == (name == "never-bet-again")


def test_what_a_name_says_nothing_about_is_played_as_well_as_can_be() -> None:
    """Never betting again, the first decision is the best one for a player who never does."""
    stages = small_stages(TWO_STREETS)
    never = evaluate(find_rules("never-bet-again", stages.game, stages.wager), stages)
    first, second = never.followed.choices
    assert not second.any()
    for place in range(len(first)):
        other = first.copy()
        other[place] = 1 - other[place]
        if place % 97 == 0:
            assert stages.follow([other, second]).ev <= never.ev


def test_discarding_the_lowest_card_is_a_named_strategy() -> None:
    stages = small_stages(POKER)
    evaluation = evaluate(find_rules("discard-lowest", stages.game, stages.wager), stages)
    assert evaluation.rules[-1]["action"] == "discard lowest"
    assert evaluation.cost > 0


# --- what is said ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SMALL)
def test_rules_and_errors_add_up(game: str) -> None:
    evaluation = evaluated(game)
    document = evaluation.document()
    assert sum(Fraction(row["cost"]) for row in document["rules"]) == evaluation.cost
    assert sum(Fraction(error["cost"]) for error in evaluation.errors(most=10**6)) == evaluation.cost
    assert len(document["errors"]) <= 12
    for place, stage in enumerate(evaluation.stages.stages):
        decided = [row for row in document["rules"] if row["decision"] == stage.decision.id]
        reached = Fraction(int(evaluation.followed.reached[place].sum()), evaluation.total(place))
        assert sum(Fraction(row["decides"]) for row in decided) == reached
    assert Fraction(document["best_ev"]) - Fraction(document["ev"]) == evaluation.cost == Fraction(document["cost"])


@pytest.mark.parametrize("game", SMALL)
def test_the_hand_beside_a_rule_is_decided_by_it(game: str) -> None:
    """A reader can replay the list: every term is explained, every rule has its hand."""
    evaluation = evaluated(game)
    stages, document = evaluation.stages, evaluation.document()
    assert isinstance(stages.wager, DrawWager | PlayWager)
    assert all(meaning for meaning in document["terms"].values())
    for row in document["rules"]:
        assert (row["example"] is None) == (row["decides"] == "0")
        if row["example"] is not None:
            state, _, done = row["example"].partition(": ")
            own, board = (tuple(map(parse_card, part.split())) for part in state.partition(" | ")[::2])
            question = Question(stages.game, own, board, stages.paytable, RUN)
            told = decide_one(evaluation.strategy, question, stages.wager, evaluation.words)
            assert told["rule"] == row["rule"]
            assert told["action"] == (done or row["action"])


@pytest.mark.parametrize("game", SMALL)
def test_the_best_choices_cost_nothing_and_any_other_costs_something(game: str) -> None:
    stages = small_stages(game)
    best = [stage.best() for stage in stages.stages]
    followed = stages.follow(best)
    assert (followed.cost, followed.ev) == (Fraction(0), stages.best_ev)
    assert stages.result(best).ev == stages.best_ev == decided_result(stages.solver, stages.paytable).ev
    last = stages.stages[-1]
    gap = last.values.max(axis=1) - last.values.min(axis=1)
    state = int(np.argmax(gap * (followed.reached[-1] > 0)))
    worse = [choices.copy() for choices in best]
    worse[-1][state] = np.argmin(last.values[state])
    lost = int(gap[state]) * int(followed.reached[-1][state])
    assert stages.follow(worse).cost == Fraction(lost, stages.scale) > 0


SHADOWED = (
    LISTS[THREE_CARD]
    + """
[[rules]]
when = { at_least = "high-card K-J-T", below = "pair" }
action = "fold"
"""
)


def test_a_rule_that_never_decides_is_named() -> None:
    assert evaluated(THREE_CARD).idle_rules() == []
    (idle,) = evaluated(THREE_CARD, SHADOWED).idle_rules()
    assert idle == "fold with high card K-J-T or better, less than pair"


def test_hands_that_no_rule_covers_are_told_with_what_is_done() -> None:
    evaluation = evaluated(THREE_CARD)
    (rest,) = evaluation.uncovered()
    assert rest["otherwise"] == "fold"
    assert Fraction(rest["frequency"]) == 1 - sum(Fraction(row["decides"]) for row in evaluation.rules[:-1])


def test_the_library_gives_the_figures_and_the_document() -> None:
    evaluation = strategy(THREE_CARD, rules="card", run=RUN)
    assert [evaluation.document["ev"], evaluation.document["cost"]] == [str(evaluation.ev), str(evaluation.cost)]
    assert evaluation.cost == 0
    assert evaluation.rules[0].when == "high card Q-6-4 or better"
    assert [rule.action for rule in evaluation.rules] == ["play", "fold"]


def test_figures_are_compared_only_for_the_rules_that_they_are_for() -> None:
    evaluation = evaluated(POKER)
    right = replace(evaluation.strategy, paytable="1", figures=ClaimedFigures(evaluation.ev, evaluation.cost))
    wrong = replace(right, figures=ClaimedFigures(evaluation.ev, evaluation.cost + Fraction(1, 10**15)))
    assert not evaluate(right, evaluation.stages).figures_differ
    assert evaluate(wrong, evaluation.stages).figures_differ
    game = reduced_game_file(POKER, *SMALL[POKER]).game({"auto_win_pays": "3/2"})
    assert not evaluate(wrong, decided_stages(game, None, None, RUN)).figures_differ
