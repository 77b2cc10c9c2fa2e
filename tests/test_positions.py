"""Line numbers of keys."""

from __future__ import annotations

import random
import tomllib
from typing import Any

import pytest

from analyzer.game.positions import line_numbers, with_lines
from analyzer.game.sections import Faults
from tests.language import IDS, game_text

TEXT = '''# a comment with [brackets] and "quotes"
title = """
[not.a.header]
key = 1
"""
a.b = { c = [1, { d = "x#y" }], "e f" = \'it\\\' }

[t."quoted key"]
x = [
    "one, two",   # ] in a comment
    [2, 3],
    { y = 1 },
]
[[list]]
k = 1
[list.sub]
z = 2
[[list]]
[[list.inner]]
w = 3
'''


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("title", 2),
        ("a", 6),
        ("a.b", 6),
        ("a.b.c[2].d", 6),
        ("a.b.e f", 6),
        ("t.quoted key", 8),
        ("t.quoted key.x", 9),
        ("t.quoted key.x[1]", 10),
        ("t.quoted key.x[2][2]", 11),
        ("t.quoted key.x[3].y", 12),
        ("list[1].k", 15),
        ("list[1].sub.z", 17),
        ("list[2]", 18),
        ("list[2].inner[1].w", 20),
    ],
)
def test_places(place: str, line: int) -> None:
    assert line_numbers(TEXT)[place] == line


def test_what_only_looks_like_a_key_is_none() -> None:
    assert "not.a.header" not in line_numbers(TEXT)
    assert "key" not in line_numbers(TEXT)


def places_of(value: Any, place: str = "") -> list[str]:
    items = (
        [(f"{place}.{key}" if place else key, item) for key, item in value.items()]
        if isinstance(value, dict)
        else [(f"{place}[{number}]", item) for number, item in enumerate(value, 1)]
        if isinstance(value, list)
        else []
    )
    return [name for name, _ in items] + [inner for name, item in items for inner in places_of(item, name)]


@pytest.mark.parametrize("game", IDS)
def test_every_key_of_a_game_file_has_its_line(game: str) -> None:
    text = game_text(game)
    lines, rows = line_numbers(text), text.splitlines()
    places = places_of(tomllib.loads(text))
    assert set(places) == set(lines)
    for place in places:
        last = place.rpartition(".")[2].rstrip("]0123456789").rstrip("[")
        assert last in rows[lines[place] - 1] or place.endswith("]")


def test_faults_are_told_down_the_file_with_the_nearest_line() -> None:
    faults = Faults()
    faults.note("list[2].inner[1].missing", "is missing")
    faults.note("nowhere", "is missing")
    faults.note("a.b.c[2].d", "is wrong")
    assert with_lines(faults, TEXT) == [
        "nowhere: is missing",
        "line 6: a.b.c[2].d: is wrong",
        "line 19: list[2].inner[1].missing: is missing",
    ]


def test_any_text_is_walked_through() -> None:
    rng = random.Random(5)
    text = game_text("wild-six-card-poker")
    for _ in range(200):
        start, end = sorted(rng.randrange(len(text)) for _ in range(2))
        line_numbers(text[:start] + rng.choice(['"', "'", "[", "{", "=", "\n", '"""', ""]) + text[end:])
