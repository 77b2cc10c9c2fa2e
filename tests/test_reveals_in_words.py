"""Decisions between reveals in words: their exact worth, forwards and backwards, and rows that mean what is done."""

from __future__ import annotations

from functools import cache

import pytest

from analyzer.engines.reveal import best as reveal
from analyzer.game.wagers.solo import RevealWager
from analyzer.run.jobs import Run
from analyzer.strategy.reveals import Part, RevealList, Seen, merged
from tests.solo import small_file

RUN = Run(jobs=1)


@cache
def reveal_list(game: str, ranks: str = "8-A") -> RevealList:
    chosen = small_file(game, ranks, "cdh").game()
    wager = chosen.wagers[0]
    assert isinstance(wager, RevealWager)
    return RevealList(chosen, wager, wager.paytables[0], RUN)


@pytest.mark.parametrize(
    ("game", "ranks"), [("let-it-ride", "6-A"), ("mississippi-stud", "4-T"), ("mississippi-stud", "8-A")]
)
def test_the_worth_of_a_list_is_that_of_what_becomes_of_all_deals(game: str, ranks: str) -> None:
    listed = reveal_list(game, ranks)
    worth = listed.decided[1]
    _, outcomes = reveal.forwards(listed.counted, listed.bets, worth)
    kinds = listed.counted.final.kinds
    nets = {path: listed.bets.nets(path, kinds) for path in outcomes}
    total = sum(count * net for path, ends in outcomes.items() for count, net in zip(ends, nets[path], strict=True))
    assert listed.ev == total / listed.counted.deals
    assert listed.cost >= 0
    assert listed.best.expectation == listed.ev + listed.cost


def passes(part: Part, seen: Seen) -> bool:
    return all(getattr(part, key) in (None, getattr(seen, key)) for key in Part._fields)


@pytest.mark.parametrize("game", ["let-it-ride", "mississippi-stud"])
def test_merged_rows_say_of_each_look_what_is_done_with_it(game: str) -> None:
    listed = reveal_list(game)
    for decision in listed.decisions():
        looks = listed.looks(len(decision.path))[0]
        done = {look: int(decision.choices[place]) for place, look in enumerate(looks) if decision.reached[place]}
        parts = merged(done)
        assert sorted(seen for _, members in parts for seen in members) == sorted(done)
        for part, members in parts:
            assert {done[seen] for seen in done if passes(part, seen)} == {done[members[0]]}


def test_a_list_names_what_rides_and_what_does_not() -> None:
    document = reveal_list("let-it-ride").document()
    first = document["decisions"][0]
    rows = {row["seen"]: row["do"] for row in first["rows"]}
    assert len(rows) == len(first["rows"])
    assert set(rows.values()) | {first["otherwise"]} == {"pull", "ride"}
    assert [decision["decision"] for decision in document["decisions"]] == [
        "decision 1",
        "decision 2 after pull",
        "decision 2 after ride",
    ]
