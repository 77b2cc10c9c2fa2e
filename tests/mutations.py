"""Random changes of a game file's data: what people and machines get wrong, and worse."""

from __future__ import annotations

import copy
import random
from typing import Any

from analyzer.files import toml_key, toml_value

JUNK: list[Any] = [
    *([], {}, [[]], [{}], [[1, 2], [3]], {"a": {"b": []}}, True, False, 0, 1, -1, 2, 5, 7, 99, 10**17, -(10**17)),
    *("", " ", "x", "Jk", "2", "A", "Q-A", "A-Q", "own", "draw", "final", "dealer", "player.front", "winner", "seat"),
    *("pair 5", "high-card A K", "flush", "royal-flush", "five-of-a-kind", "4+2", "0-5", "5-0", "3/2", "1/0", "-7"),
    *("free", "paytable", "even_money", "J", "J/10", "dollars", "fold", "next", "optimal", "pays_most", "$nope", "$"),
    *("win", "automatic-win", "chart-first", "x" * 500, "\u0000\u001f\u007f", "ä♠", "a.b.c", "[1]", "line\nbreak"),
    ["own", "own"],
    ["own", "house"],
    {"of": "own", "hand": "pair"},
    {"of": "winner", "at_least": "pair 5"},
    {"any": [{"any": [{"any": ["pair", {"hand": "flush"}]}]}]},
    {"hand": ["pair", 3], "count": {"2": 9}},
    [{"pays": 1}, {"pays": 2}],
    list(range(3000)),
    ["y"] * 3000,
    {f"k{number}": number for number in range(300)},
]
KEYS = (
    *("deck", "deal", "hands", "round", "wagers", "joint", "options", "house_ways", "wild", "bug", "jokers", "ranks"),
    *("of", "best", "order", "house_way", "sets", "sees", "choose", "exchange", "automatic_win", "when", "then"),
    *("loses", "from", "discard", "stand_pat", "makes", "cost", "bets", "compare", "qualifies", "settle", "pays"),
    *("lines", "paytables", "uses", "overlap", "odds", "unit", "limits", "fees", "meter", "needs", "hand", "at_least"),
    *("kicker", "natural", "count", "colour", "groups", "whole", "high", "without", "beside", "on", "qualified"),
    *("chose", "any", "suited", "suit", "changes", "removes", "values", "number", "like", "rows", "x", "é", ""),
)


def mutated(data: dict[str, Any], rng: random.Random, most: int = 4) -> dict[str, Any]:
    """A copy with one random change, or with several."""
    result = copy.deepcopy(data)
    for _ in range(rng.randint(1, most)):
        _change(result, rng)
    return result


def toml_text(data: dict[str, Any]) -> str:
    """The data as a TOML text, one line for each part."""
    return "".join(f"{toml_key(key)} = {toml_value(value)}\n" for key, value in data.items())


def _change(data: dict[str, Any], rng: random.Random) -> None:
    places = _places(data)
    if not places:
        return
    parent, key = rng.choice(places)
    other, other_key = rng.choice(places)
    kind = rng.randrange(6)
    if kind == 0:
        del parent[key]
    elif kind == 1:
        parent[key] = copy.deepcopy(rng.choice(JUNK))
    elif kind == 2:
        parent[key] = copy.deepcopy(other[other_key])
    elif kind == 3:
        parent[key], other[other_key] = other[other_key], parent[key]
    elif isinstance(parent, list):
        parent.insert(key, copy.deepcopy(parent[key]))
    elif kind == 4:
        parent[rng.choice(KEYS)] = parent.pop(key)
    else:
        parent[rng.choice(KEYS)] = copy.deepcopy(rng.choice([*JUNK, other[other_key]]))


def _places(value: Any, depth: int = 0) -> list[tuple[Any, Any]]:
    """Every key and every item, with what it is in; very long lists by their beginning."""
    if depth > 12:
        return []
    pairs = (
        list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []
    )
    places = [(value, key) for key, _ in pairs[:60]]
    for _, item in pairs[:60]:
        places += _places(item, depth + 1)
    return places
