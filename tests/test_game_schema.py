"""The JSON Schema of a game file: it has the examples, and refuses nothing that the reader takes."""

from __future__ import annotations

import json
import random
import tomllib
from functools import cache
from importlib.resources import files

import pytest
from jsonschema import Draft202012Validator

from analyzer.documents import JsonDict
from analyzer.game.read_tests import TEST_KEYS
from analyzer.game.schema import game_schema, schema_text
from tests.language import IDS, changed, faults_of, game_text
from tests.mutations import mutated, toml_text

BROKEN = [
    ("caribbean-stud", ("[deal]", "[dael]")),
    ("caribbean-stud", ('id = "caribbean-stud"', 'id = "Caribbean Stud"')),
    ("caribbean-stud", ("exactodds/game/2", "exactodds/game/1")),
    ("caribbean-stud", ("own = 5", "own = 0")),
    ("caribbean-stud", ("own = 5", "own = [5]")),
    ("caribbean-stud", ('then = "fold"', 'then = "folds"')),
    ("caribbean-stud", ("raise = 2 }", "raise = 1.5 }")),
    ("caribbean-stud", ("qualified = false, pays = 1", "qualified = false")),
    ("caribbean-stud", ('on = "win"', 'on = "wins"')),
    ("caribbean-stud", ('of = "own"', 'off = "own"')),
    ("jacks-or-better", ('odds = "for_one"', 'odds = "for one"')),
    ("jacks-or-better", ('draw = "draw", ', "")),
    ("jacks-or-better", ("[9, 8, 7, 6]", "[9, 8, [7], 6]")),
    ("pai-gow-wrangler-outlaw", ('front = "highest-pair"', 'front = "highest"')),
    ("pai-gow-wrangler-outlaw", ('shape = "4-1-1-1"', 'shape = "4-1-1"')),
    ("wild-52", ('top_hand = "$top_hand"', 'top_hand = "flush"')),
    ("wild-six-card-draw-poker", ('"J/10"', '"J-10"')),
]


@cache
def validator() -> Draft202012Validator:
    return Draft202012Validator(json.loads(schema_file()))


def schema_file() -> str:
    return files("analyzer").joinpath("schemas/game-2.json").read_text(encoding="utf-8")


def test_it_is_a_schema() -> None:
    Draft202012Validator.check_schema(game_schema())


def test_the_file_is_what_the_vocabulary_says() -> None:
    """If not: make pages"""
    assert schema_file() == schema_text()


def test_it_has_every_question() -> None:
    tables = [one for one in game_schema()["$defs"]["test"]["anyOf"] if one.get("type") == "object"]
    assert tuple(tables[0]["properties"]) == TEST_KEYS


@pytest.mark.parametrize("game", IDS)
def test_examples(game: str) -> None:
    assert list(validator().iter_errors(tomllib.loads(game_text(game)))) == []


@pytest.mark.parametrize(("game", "change"), BROKEN)
def test_broken_files(game: str, change: tuple[str, str]) -> None:
    text = changed(game, change)
    assert not validator().is_valid(tomllib.loads(text))
    assert faults_of(text)


def accepted(number: int, seed: int) -> list[JsonDict]:
    """Randomly changed data that the reader takes."""
    rng = random.Random(seed)
    data = [tomllib.loads(game_text(game)) for game in IDS]
    tried = (mutated(rng.choice(data), rng, most=1) for _ in range(number))
    return [one for one in tried if not faults_of(toml_text(one))]


def test_what_the_reader_takes_is_in_the_schema() -> None:
    taken = accepted(400, seed=4)
    assert len(taken) > 20
    assert [toml_text(one) for one in taken if not validator().is_valid(one)] == []


@pytest.mark.long
def test_what_the_reader_takes_of_ten_thousand_is_in_the_schema() -> None:
    taken = accepted(10_000, seed=5)
    assert len(taken) > 500
    assert [toml_text(one) for one in taken if not validator().is_valid(one)] == []
