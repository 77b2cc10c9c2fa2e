"""The strategy command, what `hand` says of the card, and simulations that play by rules."""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analyzer.cli.main import main
from analyzer.engines.two_hands.solver import set_solver
from analyzer.game.library import load_game
from analyzer.run.jobs import Run
from analyzer.strategy.api import decided_stages
from analyzer.strategy.house_way import house_way_cost
from analyzer.strategy.optimal import TOLERANCE, optimal_document
from analyzer.trust.simulate import simulate
from tests.reduced import reduced_game_file
from tests.strategy_lists import LISTS, POKER, THREE_CARD, TWO_STREETS
from tests.users import eights_wild

Capture = pytest.CaptureFixture[str]
RUN = Run(jobs=1)
SMALL = {POKER: ("8-K", "cd", 2), THREE_CARD: ("8-A", "cdh", 0), TWO_STREETS: ("3-8", "cd", 1)}


def run(capsys: Capture, *arguments: str) -> tuple[int, str, str]:
    code = main([*arguments, "--jobs", "1"])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def document(capsys: Capture, *arguments: str) -> Any:
    code, out, err = run(capsys, *arguments, "--json")
    assert code == 0, err
    return json.loads(out)


def test_the_optimal_strategy_is_a_table_with_its_closest_decisions(capsys: Capture) -> None:
    code, out, _ = run(capsys, "strategy", THREE_CARD, "--wager", "ante-play", "--paytable", "1")
    assert code == 0
    for told in ("high card", "K-A", "The closest decisions", "3h 6d Qc", "fold 32.5792 %"):
        assert told in out


@pytest.mark.parametrize("game", SMALL)
def test_rows_of_the_optimal_table_add_up_and_split_where_it_matters(game: str) -> None:
    stages = decided_stages(reduced_game_file(game, *SMALL[game]).game(), None, None, RUN)
    optimal = optimal_document(stages)
    reached = stages.follow([stage.best() for stage in stages.stages]).reached
    for place, table in enumerate(optimal["tables"]):
        total = stages.hands if place == 0 else int(stages.stages[1].weights.sum())
        share = Fraction(int(reached[place].sum()), total)
        assert sum(Fraction(row["frequency"]) for row in table["rows"]) == share
        assert sum(Fraction(row["cost"]) for row in table["rows"]) == Fraction(table["cost"])
        # A row that names neither rank nor kicker was not split, because always doing so costs next to nothing.
        whole = [row for row in table["rows"] if not row["ranks"] and not row["kicker"] and not row["draw"]]
        assert all(Fraction(row["cost"]) <= TOLERANCE for row in whole)
    assert Fraction(optimal["ev"]) == stages.best_ev


def test_rules_of_a_file_are_evaluated(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(LISTS[THREE_CARD], encoding="utf-8")
    answer = document(capsys, "strategy", THREE_CARD, "--rules", str(path))
    assert Fraction(answer["ev"]) + Fraction(answer["cost"]) == Fraction(answer["best_ev"])
    assert answer["schema"] == "exactodds/strategy-evaluation/1"
    assert answer["number_of_rules"] == 2
    code, out, _ = run(capsys, "strategy", THREE_CARD, "--rules", str(path))
    assert code == 0
    assert "high card K-J-T or better" in out
    assert "Where it errs" in out


def test_figures_that_differ_are_a_failed_check(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(LISTS[THREE_CARD].replace("[[rules]]", '[figures]\nev = "0"\ncost = "0"\n\n[[rules]]', 1))
    code, out, _ = run(capsys, "strategy", THREE_CARD, "--rules", str(path))
    assert code == 1
    assert "that is wrong" in out


def test_a_list_that_is_found_can_be_saved_and_evaluated(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "found.toml"
    answer = document(capsys, "strategy", THREE_CARD, "--simple", "1", "--save", str(path))
    assert answer["cost"] == "0"
    again = document(capsys, "strategy", THREE_CARD, "--rules", str(path))
    assert (again["ev"], again["figures_differ"]) == (answer["ev"], False)
    assert again["figures_in_the_file"] == {"ev": answer["ev"], "cost": "0"}


def test_the_complete_table_is_exported(capsys: Capture, tmp_path: Path) -> None:
    text, arrays = tmp_path / "table.csv", tmp_path / "table.npz"
    for path in (text, arrays):
        code, out, err = run(capsys, "strategy", THREE_CARD, "--export", str(path))
        assert (code, out) == (0, "")
        assert str(path) in err
    with open(text, encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    with np.load(arrays) as kept:
        assert len(rows) == len(kept["hands"]) == 1755
        assert kept["hands"].sum() == sum(int(row["hands"]) for row in rows) == 22100
        value = sum(int(row["hands"]) * max(int(row["value_fold"]), int(row["value_play"])) for row in rows)
        best = np.take_along_axis(kept["values"], kept["best"][:, None].astype(int), axis=1)[:, 0]
        assert int(kept["hands"] @ best) == value
        ev = Fraction(value, 22100 * int(kept["unit"][0]))
    assert ev == Fraction(-778809, 20358520)
    assert [row["best"] for row in rows if row["hand"] == "4h 6d Qc"] == ["play"]


@pytest.mark.parametrize(("stand_pat", "headings"), [("false", []), ("true", ["value_stand_pat"])])
def test_the_columns_of_a_discard_are_named_by_what_they_hold(
    tmp_path: Path, stand_pat: str, headings: list[str]
) -> None:
    from analyzer.strategy.optimal import export

    game = reduced_game_file("wild-six-card-poker", "8-Q", "cd", 2).game({"stand_pat": stand_pat})
    stages = decided_stages(game, None, None, RUN)
    export(stages, tmp_path / "table.csv")
    with open(tmp_path / "table.csv", encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    discards = [f"value_discard_{place}" for place in range(1, 6)]
    assert [name for name in rows[0] if name.startswith("value_")] == [*discards, *headings]
    for row in rows:
        if row["best"] == "stand pat":
            assert int(row["value_stand_pat"]) == max(int(row[name]) for name in (*discards, *headings))


def test_the_complete_table_of_two_decisions_has_the_boards(tmp_path: Path) -> None:
    from analyzer.strategy.optimal import export

    stages = decided_stages(reduced_game_file(TWO_STREETS, *SMALL[TWO_STREETS]).game(), None, None, RUN)
    export(stages, tmp_path / "table.npz")
    export(stages, tmp_path / "table.csv")
    with open(tmp_path / "table.csv", encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    with np.load(tmp_path / "table.npz") as kept:
        values, states = kept["second_values"].max(axis=2), kept["states"]
        play = (values * states).sum(axis=0)
        assert (play == kept["values"][:, 1] * kept["hands"]).all()
        bets = ((kept["second_best"] == 1) & (states > 0)).sum(axis=0)
    assert [len(row["bets_after"].split()) for row in rows] == bets.tolist()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--rules", "card", "--simple", "2"), "give one of them"),
        (("--save", "x.toml"), "give --simple too"),
        (("--export", "table.txt"), "is a .csv or an .npz file"),
        (("--rules", "nobody"), "there is no strategy 'nobody'"),
        (("--wager", "pair-plus"), "has no decisions"),
        (("--wager", "nothing"), "has no wager 'nothing'"),
        (("--rules", "missing.toml"), "cannot be read"),
        (("--simple", "0"), "0 is not in the range"),
    ],
)
def test_wrong_use_is_told(capsys: Capture, arguments: tuple[str, ...], told: str) -> None:
    code, _, err = run(capsys, "strategy", THREE_CARD, *arguments)
    assert code == 2
    assert told in err
    assert "Traceback" not in err


# --- hand and simulate -----------------------------------------------------------------------------------------------


def test_hand_says_what_the_card_does(capsys: Capture) -> None:
    answer = document(capsys, "hand", THREE_CARD, "Qs 6h 4d")
    assert answer["card"] == {"strategy": "card", "action": "play", "rule": "play with high card Q-6-4 or better"}
    assert document(capsys, "hand", THREE_CARD, "Qs 6h 3d")["card"]["action"] == "fold"
    _, out, _ = run(capsys, "hand", THREE_CARD, "Qs 6h 3d")
    assert "the card says fold: otherwise" in out


@pytest.mark.parametrize("rules", ["play-every-hand", "mimic-the-dealer", "card"])
def test_a_simulation_by_rules_agrees_and_one_by_other_rules_would_not(rules: str) -> None:
    file = load_game(THREE_CARD)
    simulation = simulate(file, None, "ante-play", None, 600_000, 5, RUN, rules)
    best = simulate(file, None, "ante-play", None, 600_000, 5, RUN)
    assert simulation.agrees
    assert (simulation.wagers[0].ev == best.wagers[0].ev) == (rules == "card")
    observed = {cell.name: cell.observed for cell in simulation.wagers[0].cells}
    assert (observed == {cell.name: cell.observed for cell in best.wagers[0].cells}) == (rules == "card")


@pytest.mark.parametrize("game", [POKER, TWO_STREETS])
def test_a_simulation_by_a_list_agrees_on_a_reduced_deck(game: str, tmp_path: Path) -> None:
    path = tmp_path / "list.toml"
    path.write_text(LISTS[game], encoding="utf-8")
    file = reduced_game_file(game, *SMALL[game])
    simulation = simulate(file, None, None, None, 400_000, 9, RUN, str(path))
    best = simulate(file, None, None, None, 400_000, 9, RUN)
    assert simulation.agrees
    ruled, played = simulation.wagers[0], best.wagers[0]
    assert ruled.ev is not None
    assert played.ev is not None
    assert ruled.ev < played.ev
    assert [wager.cells for wager in simulation.wagers[1:]] == [wager.cells for wager in best.wagers[1:]]


def test_simulate_takes_a_strategy(capsys: Capture) -> None:
    arguments = ("simulate", THREE_CARD, "--wager", "ante-play", "--rounds", "50000")
    document_with_rules = document(capsys, *arguments, "--strategy", "play-every-hand")
    assert not [cell for cell in document_with_rules["wagers"][0]["outcomes"] if cell["name"] == "fold"]


# --- house ways ------------------------------------------------------------------------------------------------------


def test_the_house_way_costs_what_the_best_settings_gain_row_by_row() -> None:
    game = reduced_game_file("pai-gow-wrangler-outlaw", "8-A", "cd", 1).game()
    wager = game.wagers[0]
    cost = house_way_cost(game, wager, RUN)  # type: ignore[arg-type]  # the first wager is set in two
    assert sum(Fraction(row["gain"]) for row in cost["rows"]) == Fraction(cost["cost"])
    assert sum(int(row["departs"]) for row in cost["rows"]) == int(cost["hands"]) > 0
    solver = set_solver(game, wager, RUN)  # type: ignore[arg-type]  # the same
    assert Fraction(cost["ev"]) == Fraction(solver.pairs.win - solver.pairs.lose, solver.pairs.deals)


def test_the_command_for_a_house_way_has_no_rules(capsys: Capture) -> None:
    code, _, err = run(capsys, "strategy", "pai-gow-wrangler-outlaw", "--rules", "card")
    assert code == 2
    assert "is set by a house way" in err


def test_a_list_that_is_no_strategy_file_is_not_saved(capsys: Capture, tmp_path: Path) -> None:
    saved = tmp_path / "s.toml"
    assert main(["strategy", str(eights_wild(tmp_path)), "--simple", "2", "--save", str(saved)]) == 2
    assert "leave out --save" in capsys.readouterr().err
    assert not saved.exists()
