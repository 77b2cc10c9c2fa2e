"""Runs: pieces are kept as they finish, found again, and used once each, whoever computes them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from analyzer.documents import JsonDict
from analyzer.run.entries import Arrays
from analyzer.run.jobs import Run
from analyzer.run.store import Store, StoreWarning

RULES: JsonDict = {"some": "rules"}
PIECES = [(number,) for number in range(20)]


class Squares:
    """A count in pieces that remembers what it was asked for, and can be made to stop."""

    def __init__(self, stop_at: int = -1) -> None:
        self.asked: list[int] = []
        self.stop_at = stop_at
        self.used: dict[int, int] = {}

    def work(self, number: int) -> Arrays:
        if number == self.stop_at:
            raise KeyboardInterrupt
        self.asked.append(number)
        return {"square": np.array([number**2])}

    def use(self, number: int, arrays: Arrays) -> None:
        assert number not in self.used
        self.used[number] = int(arrays["square"][0])

    def count(self, folder: Path | None, jobs: int = 1) -> dict[int, int]:
        run = Run(jobs, Store(folder))
        run.chunks("squares", run.store.chunks("squares", RULES), self.work, PIECES, self.use)
        return self.used


ALL = {number: number**2 for number in range(20)}


@pytest.mark.parametrize("jobs", [1, 3])
def test_every_piece_is_used_once(tmp_path: Path, jobs: int) -> None:
    for folder in (None, tmp_path):
        assert Squares().count(folder, jobs) == ALL


def test_a_count_that_was_stopped_goes_on(tmp_path: Path) -> None:
    first, second = Squares(stop_at=13), Squares()
    with pytest.raises(KeyboardInterrupt):
        first.count(tmp_path)
    assert second.count(tmp_path) == ALL
    assert first.asked == list(range(13))
    assert second.asked == list(range(13, 20))


def test_what_is_missing_comes_first(tmp_path: Path) -> None:
    """A run that is stopped early again and again gets on all the same."""
    first, second = Squares(stop_at=13), Squares(stop_at=15)
    for stopped in (first, second):
        with pytest.raises(KeyboardInterrupt):
            stopped.count(tmp_path)
    assert second.asked == [13, 14]
    assert second.used == {13: 169, 14: 196}, "kept pieces wait until the others are there"


def test_a_damaged_piece_is_computed_again(tmp_path: Path) -> None:
    Squares().count(tmp_path)
    (piece,) = tmp_path.rglob("7.counts")
    piece.write_bytes(piece.read_bytes()[:-1] + b"?")
    again = Squares()
    with pytest.warns(StoreWarning, match=r"7\.counts is damaged or not ours; counting again"):
        assert again.count(tmp_path) == ALL
    assert again.asked == [7]


def test_a_piece_in_the_place_of_another_is_computed_again(tmp_path: Path) -> None:
    Squares().count(tmp_path)
    (three,), (four,) = tmp_path.rglob("3.counts"), tmp_path.rglob("4.counts")
    three.write_bytes(four.read_bytes())
    again = Squares()
    with pytest.warns(StoreWarning, match=r"3\.counts is damaged or not ours; counting again"):
        assert again.count(tmp_path) == ALL
    assert again.asked == [3]


def test_pieces_of_a_finished_count_are_removed(tmp_path: Path) -> None:
    store = Store(tmp_path)

    def compute() -> Arrays:
        return {"sum": np.array([sum(Squares().count(tmp_path).values())])}

    assert int(store.arrays("squares", RULES, compute)["sum"][0]) == sum(ALL.values())
    assert [path.suffix for path in tmp_path.rglob("*")] == [".counts"]


def test_stages_do_not_mix(tmp_path: Path) -> None:
    kept = Store(tmp_path).chunks("squares", RULES)
    kept.of_stage("one").keep(0, {"a": np.array([1])})
    assert kept.of_stage("two").find(0) is None
    assert kept.find(0) is None
    kept.forget()
    assert kept.of_stage("one").find(0) is None


def test_a_full_disk_is_one_warning_and_no_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("analyzer.run.store.write_entry", refuse)
    with pytest.warns(StoreWarning, match="No space left") as warned:
        assert Squares().count(tmp_path) == ALL
    assert len(warned) == 1
