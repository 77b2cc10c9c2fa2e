"""Every strategy that comes with the package is evaluated again: a printed figure that differs is a failure."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from analyzer.game.library import load_game, shipped_ids
from analyzer.numbers import percent_text
from analyzer.run.jobs import Run
from analyzer.run.store import Store
from analyzer.strategy.api import decided_stages
from analyzer.strategy.evaluation import Evaluation, evaluate
from analyzer.strategy.file import shipped_strategies, strategies_folder, strategy_text
from analyzer.strategy.stages import Stages
from analyzer.trust.simulate import simulate
from tests.strategy_lists import THREE_CARD, shipped_texts, strategy_from

# At most so many rules, and the largest cost that these lists have had; a better list lowers it.
MAX_RULES = {"card": 8, "expert": 20}
FILES = sorted(shipped_texts())
# Counting the games with draws and community cards takes a minute.
EVERY_FILE = [name if name.startswith(THREE_CARD) else pytest.param(name, marks=pytest.mark.long) for name in FILES]


@pytest.fixture(scope="session")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return Run(jobs=2, store=Store(Path(tmp_path_factory.getbasetemp()) / "strategies"))


@cache
def stages_for(game: str, wager: str, paytable: str, run: Run) -> Stages:
    return decided_stages(load_game(game).game(), wager, paytable, run)


def evaluated(name: str, run: Run) -> Evaluation:
    text = shipped_texts()[name]
    game = load_game(name.split(".", maxsplit=1)[0]).game()
    strategy = strategy_from(text, game)
    return evaluate(strategy, stages_for(game.id, strategy.wager, strategy.paytable, run))


@pytest.mark.parametrize("name", EVERY_FILE)
def test_the_figures_of_a_shipped_strategy_are_those_of_a_fresh_evaluation(name: str, run: Run) -> None:
    evaluation = evaluated(name, run)
    printed = tomllib.loads(shipped_texts()[name])["figures"]
    assert (Fraction(printed["ev"]), Fraction(printed["cost"])) == (evaluation.ev, evaluation.cost)
    assert evaluation.ev + evaluation.cost == evaluation.stages.best_ev
    assert evaluation.stages.result(evaluation.followed.choices).ev == evaluation.ev
    assert evaluation.idle_rules() == []
    assert not evaluation.figures_differ


@pytest.mark.parametrize("name", EVERY_FILE)
def test_a_simulation_that_plays_by_a_shipped_strategy_agrees(name: str, run: Run) -> None:
    text = shipped_texts()[name]
    game = load_game(name.split(".", maxsplit=1)[0])
    strategy = strategy_from(text, game.game())
    path = str(strategies_folder() / name)
    simulation = simulate(game, None, strategy.wager, strategy.paytable, 2_000_000, 11, run, path)
    (wager,) = simulation.wagers
    assert simulation.agrees
    assert wager.ev == Fraction(tomllib.loads(text)["figures"]["ev"])
    assert wager.mean_z is not None
    assert abs(wager.mean_z) < 4


@pytest.mark.parametrize("name", FILES)
def test_a_shipped_strategy_is_short_and_named_as_its_file(name: str) -> None:
    text = shipped_texts()[name]
    strategy = strategy_from(text, load_game(name.split(".", maxsplit=1)[0]).game())
    assert name == f"{strategy.game}.{strategy.name}.toml"
    assert len(strategy.rules) <= MAX_RULES[strategy.name]
    assert strategy.figures is not None
    assert strategy.title
    assert strategy.description


@pytest.mark.parametrize("name", FILES)
def test_a_shipped_strategy_reads_back_as_itself(name: str) -> None:
    game = load_game(name.split(".", maxsplit=1)[0]).game()
    strategy = strategy_from(shipped_texts()[name], game)
    size = next(wager for wager in game.wagers if wager.id == strategy.wager).hand_size
    assert size is not None
    assert strategy_from(strategy_text(strategy, game.ranking.types(size)), game) == strategy


def test_strategies_are_found_by_game_and_name() -> None:
    listed = [f"{game}.{name}.toml" for game in shipped_ids() for name in shipped_strategies(game)]
    assert sorted(listed) == FILES
    assert "card" in shipped_strategies("wild-52")
    assert "expert" in shipped_strategies("wild-six-card-poker")


def test_the_costs_in_the_documentation_are_those_of_the_files() -> None:
    text = (Path(__file__).parent.parent / "docs" / "strategies.md").read_text(encoding="utf-8")
    for name in FILES:
        data = tomllib.loads(shipped_texts()[name])
        cost = Fraction(data["figures"]["cost"])
        printed = percent_text(cost, 4) if cost else "0: queen, six, four is all of it"
        assert f"| `{data['name']}` | {len(data['rules'])} | {printed} |" in text, name
