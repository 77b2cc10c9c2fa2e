"""Solutions in the store: under everything that they depend on, what is offered and paid included."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.bets import Bets
from analyzer.engines.contest.play import Nets
from analyzer.engines.contest.solved import CloseState, EventNumbers, Solved
from analyzer.engines.worth import Worth
from analyzer.run.store import Store


def digest(array: NDArray[Any] | None) -> str | None:
    """SHA-256 of an array's numbers."""
    return None if array is None else hashlib.sha256(np.ascontiguousarray(array).data).hexdigest()


def kept_solution(store: Store, parameters: Mapping[str, Any], nets: Nets, solve: Callable[[], Solved]) -> Solved:
    """The solution for these parameters and bets: from the store, or solved and kept there."""
    named = {**parameters, "bets": bets_parameters(nets)}
    arrays = store.arrays("contest", named, lambda: {"solved": encoded(solve())})
    return decoded(arrays["solved"], nets.bets, nets.events)


def bets_parameters(nets: Nets) -> dict[str, Any]:
    """All of the bets that a solution depends on: what is offered when, what of equals is taken, what all is worth."""
    bets = nets.bets
    paths = {
        str(path): [bets.order(path), [digest(bets.offered_on(path, c)) for c in range(len(bets.stages[len(path)]))]]
        for path in bets.paths()
    }
    ends = {str(path): hashlib.sha256(str(nets[path].tolist()).encode()).hexdigest() for path in bets.ended_paths()}
    return {"paths": paths, "ends": ends, "denominator": nets.denominator}


def encoded(solved: Solved) -> NDArray[np.uint8]:
    """A solution as text, without its bets."""
    document = {
        "deals": solved.deals,
        "expectation": str(solved.expectation),
        "outcomes": [list(solved.outcomes[path]) for path in solved.bets.ended_paths()],
        "reached": [list(solved.reached[path]) for path in solved.bets.paths()],
        "ties": list(solved.ties.items()),
        "closest": [
            [near.stage, dict(near.cards), [None if value is None else str(value) for value in near.values]]
            for near in solved.closest
        ],
        "worth": [solved.worth_unit, solved.worth.document()],
    }
    return np.frombuffer(json.dumps(document).encode(), dtype=np.uint8)


def decoded(text: NDArray[Any], bets: Bets, events: EventNumbers) -> Solved:
    document = json.loads(text.tobytes())
    return Solved(
        bets,
        events,
        document["deals"],
        Fraction(document["expectation"]),
        dict(zip(bets.ended_paths(), document["outcomes"], strict=True)),
        dict(zip(bets.paths(), document["reached"], strict=True)),
        dict(document["ties"]),
        [
            CloseState(
                stage,
                {name: tuple(group) for name, group in cards.items()},
                [None if value is None else Fraction(value) for value in values],
            )
            for stage, cards, values in document["closest"]
        ],
        Worth.read(document["worth"][1]),
        document["worth"][0],
    )
