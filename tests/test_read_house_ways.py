"""[house_ways.N]: rows of their own, or like another."""

from __future__ import annotations

from typing import Any

import pytest

from analyzer.documents import JsonDict
from analyzer.game.house_way import HouseWay
from analyzer.game.read_house_ways import read_house_ways
from analyzer.game.sections import Faults, Section


def row(number: int, front: str = "highest-pair") -> JsonDict:
    return {"row": number, "name": f"{number} {front}", "front": front}


ROWS = [row(1), row(2), row(2, "second-and-third"), row(3, "highest-others")]


def read(**ways: Any) -> tuple[dict[str, HouseWay], list[str]]:
    faults = Faults()
    data = {"a": {"name": "A", "rows": ROWS}} | ways
    return read_house_ways(Section(data, "house_ways", faults)), list(faults)


def names(**like: Any) -> list[str]:
    ways, faults = read(b={"name": "B", "like": "a"} | like)
    assert faults == []
    return [one.name for one in ways["b"].rows]


def test_another_order_keeps_rows_of_one_number_together() -> None:
    assert names(order=[3, 2, 1]) == ["3 highest-others", "2 highest-pair", "2 second-and-third", "1 highest-pair"]


def test_rows_replace_those_of_the_same_number() -> None:
    assert names(rows=[row(2, "highest-others")]) == ["1 highest-pair", "2 highest-others", "3 highest-others"]
    assert names(rows=[row(2, "pair-of-the-set")], order=[2, 1, 3])[0] == "2 pair-of-the-set"


@pytest.mark.parametrize(
    ("like", "fault"),
    [
        ({"like": "c", "order": [1]}, "house_ways.b.like: 'c' is not a house way that stands above"),
        ({"like": "b", "order": [1]}, "house_ways.b.like: 'b' is not a house way that stands above"),
        ({"like": "a"}, "house_ways.b.like: is all that is said: this is 'a' itself"),
        ({"like": "a", "order": [1, 2]}, "house_ways.b.order: must have every row number once: 1, 2, 3; not [1, 2]"),
        ({"like": "a", "order": [1, 2, 2, 3]}, "house_ways.b.order: must have every row number once"),
        ({"like": "a", "order": "1"}, "house_ways.b.order: must have every row number once"),
        ({"like": "a", "order": [True, 2, 3]}, "house_ways.b.order: must have every row number once"),
        ({"like": "a", "rows": [row(7)]}, "house_ways.b.rows[1].row: there is no row 7 to replace; rows: 1, 2, 3"),
        ({"like": "a", "order": [1, 2, 3], "extra": 1}, "house_ways.b.extra: unknown key"),
        ({"rows": ROWS, "order": [1, 2, 3]}, "house_ways.b.order: unknown key"),
    ],
)
def test_faults(like: JsonDict, fault: str) -> None:
    faults = read(b={"name": "B"} | like)[1]
    assert any(one.startswith(fault) for one in faults), faults
