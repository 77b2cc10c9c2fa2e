"""Every result and every report that we produce is what its schema says, and the schemas can fail."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from analyzer.change.figures import readings
from analyzer.documents import JsonDict
from analyzer.game.library import load_game
from analyzer.pricing.analysis import analyze
from analyzer.run.jobs import Run
from analyzer.run.store import Store
from tests.conftest import Analyzed
from tests.helpers import from_text, on_deck, shipped_ids, shipped_text
from tests.reporting import DECKS, schema_faults, small_report, validator


def readings_of(game: str) -> list[dict[str, str]]:
    """The defaults, each other value of each option alone, and the numbers that have no default."""
    file = load_game(game)
    all_readings = {reading for wager in file.game().wagers for reading in readings(file, wager.id)}
    unset = {key: str(option.maximum) for key, option in file.options.items() if option.default is None}
    return [dict(reading) for reading in sorted(all_readings)] + ([unset] if unset else [])


@pytest.mark.parametrize("name", ["result", "report"])
def test_schemas_are_schemas(name: str) -> None:
    Draft202012Validator.check_schema(validator(name).schema)


@pytest.mark.parametrize("game", shipped_ids())
def test_results_of_all_options_on_small_decks(game: str) -> None:
    file = from_text(on_deck(shipped_text(game), *DECKS[game]))
    for options in readings_of(game):
        assert schema_faults("result", analyze(file, options, run=Run(jobs=1)).document()) == []


@pytest.mark.parametrize("game", shipped_ids())
def test_results_of_paytable_wagers(game: str, analyzed: Analyzed) -> None:
    assert schema_faults("result", analyzed(game)) == []


@pytest.mark.long
@pytest.mark.parametrize("game", shipped_ids())
def test_results_of_all_options(game: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    run = Run(store=Store(Path(tmp_path_factory.getbasetemp()) / "analyzed"))
    for options in readings_of(game):
        assert schema_faults("result", analyze(load_game(game), options, run=run).document()) == []


@pytest.mark.parametrize("game", DECKS)
def test_reports(game: str) -> None:
    assert schema_faults("report", small_report(game)) == []


def faulty(document: JsonDict, *place: Any, value: Any) -> JsonDict:
    made = copy.deepcopy(document)
    inner = made
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    return made


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("wagers", 0, "ev"), -0.5),
        (("wagers", 0, "outcomes", 0, "count"), 12),
        (("wagers", 0, "outcomes", 0, "count"), "-1"),
        (("wagers", 0, "outcomes", 0, "probability"), "1/0"),
        (("wagers", 0, "variance"), "1.5"),
        (("wagers", 0, "surprise"), "1"),
        (("game_file_sha256",), "abc"),
        (("options",), {"a": 1}),
    ],
)
def test_the_schema_of_results_refuses(place: tuple[Any, ...], value: Any) -> None:
    result = small_report("wild-52")["games"][0]["result"]
    assert schema_faults("result", result) == []
    assert schema_faults("result", faulty(result, *place, value=value))


def test_the_schema_of_reports_refuses_a_result_with_a_float() -> None:
    document = small_report("wild-52")
    place = ("games", 0, "result", "wagers", 0, "deals")
    assert schema_faults("report", faulty(document, *place, value=5.0))
