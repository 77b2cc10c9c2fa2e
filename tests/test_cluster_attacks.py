"""A cluster that lies: what is no piece of the count never reaches a kernel, and some pieces are counted here too."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analyzer.cli.main import main
from analyzer.errors import ClusterError, ClusterPieceError
from analyzer.game.file import parse_game_file
from analyzer.game.library import load_game
from analyzer.pricing.analysis import analyze
from analyzer.run.cluster import Cluster, Result
from analyzer.run.entries import Arrays
from analyzer.run.jobs import Run
from analyzer.run.store import Store
from tests.reporting import small_text

Lie = Callable[[int, Arrays], Any]


class LyingCluster(Cluster):
    """Counts here and sends what the lie makes of it."""

    def __init__(self, lie: Lie) -> None:
        super().__init__(None, "tcp://127.0.0.1:1")  # nobody is asked
        self._lie = lie

    @property
    def threads(self) -> int:
        return 1

    def _of_batch(self, work: Callable[..., Arrays], pieces: Mapping[int, tuple[int, ...]]) -> Generator[Result]:
        for number, piece in pieces.items():
            yield self._lie(number, work(*piece))


def squared(number: int) -> Arrays:
    return {"square": np.array([number**2])}


def squares(lie: Lie, pieces: int = 10) -> dict[int, int]:
    asked = {number: (number,) for number in range(pieces)}
    results = dict(LyingCluster(lie).results(squared, asked))
    return {number: int(arrays["square"][0]) for number, arrays in results.items()}


def test_an_honest_cluster() -> None:
    assert squares(lambda number, arrays: (number, arrays)) == {number: number**2 for number in range(10)}


@pytest.mark.parametrize(
    ("lie", "said"),
    [
        (lambda number, arrays: None, "it is no piece of a count"),
        (lambda number, arrays: (number, arrays, 1), "it is no piece of a count"),
        (lambda number, arrays: (99, arrays), "it is no piece that was asked for"),
        (lambda number, arrays: (0, arrays), "it is no piece that was asked for"),
        (lambda number, arrays: (True, arrays), "it is no piece that was asked for"),
        (lambda number, arrays: ("0", arrays), "it is no piece that was asked for"),
        (lambda number, arrays: (number, None), "piece 0 is not made of arrays of numbers"),
        (lambda number, arrays: (number, {1: arrays["square"]}), "is not made of arrays of numbers"),
        (lambda number, arrays: (number, {"square": [1]}), "is not made of arrays of numbers"),
        (lambda number, arrays: (number, {"square": arrays["square"].astype(object)}), "is not made of arrays"),
        (lambda number, arrays: (number, {"square": np.ma.array([1])}), "is not made of arrays of numbers"),
        (lambda number, arrays: (number, {"square": arrays["square"] + 1}), "is not what is counted here"),
        (lambda number, arrays: (number, {"square": arrays["square"].astype(float)}), "is not what is counted here"),
        (lambda number, arrays: (number, {"cube": arrays["square"]}), "is not what is counted here"),
    ],
)
def test_what_is_no_piece_is_refused(lie: Lie, said: str) -> None:
    with pytest.raises(ClusterPieceError, match=said):
        squares(lie)


def test_nobody_knows_which_pieces_are_counted_here() -> None:
    """One lie in ten pieces is seen in two of ten runs: some of 60 must see it, and not all of them."""

    def lie(number: int, arrays: Arrays) -> Result:
        return number, {"square": arrays["square"] + (number == 3)}

    seen = 0
    for _ in range(60):
        try:
            squares(lie)
        except ClusterPieceError:
            seen += 1
    assert 0 < seen < 60


# --- pieces of the engines -------------------------------------------------------------------------------------------


def another_shape(arrays: Arrays, name: str) -> Arrays:
    return arrays | {name: arrays[name][..., :-1]}


def another_type(arrays: Arrays, name: str) -> Arrays:
    return arrays | {name: arrays[name].astype(np.int16)}


def without(arrays: Arrays, name: str) -> Arrays:
    return {key: array for key, array in arrays.items() if key != name}


def attacks(file: Any, wager: str, names: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """Every array of a piece in another shape, of another type, or missing. Nothing is recounted: the form shows it."""
    monkeypatch.setattr("analyzer.run.cluster._same", lambda *_: True)
    for name in names:
        for change in (another_shape, another_type, without):
            cluster = LyingCluster(lambda number, arrays, name=name, change=change: (number, change(arrays, name)))  # type: ignore[misc]
            with pytest.raises(ClusterPieceError, match="cannot be believed: piece "):
                analyze(file, wager=wager, run=Run(1, cluster=cluster))
    honest = LyingCluster(lambda number, arrays: (number, arrays))
    assert analyze(file, wager=wager, run=Run(1, cluster=honest)).document() == analyze(file, wager=wager).document()


def test_pieces_of_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    file = parse_game_file(small_text("three-card-poker-6-card-bonus").encode(), "x")
    attacks(file, "six-card-bonus", ("keys", "counts"), monkeypatch)


def test_pieces_of_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    file = parse_game_file(small_text("wild-52").encode(), "x")
    names = ("strengths", "own_start", "own_indices", "own_strengths", "ranks", "own", "looks")
    attacks(file, "ante-play", names, monkeypatch)


def test_indices_that_kernels_would_follow_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analyzer.run.cluster._same", lambda *_: True)
    file = parse_game_file(small_text("wild-52").encode(), "x")

    def lie(number: int, arrays: Arrays) -> Result:
        return number, arrays | {"own_indices": np.full_like(arrays["own_indices"], 4_000_000_000)}

    with pytest.raises(ClusterPieceError, match="own_indices is not what the cards say"):
        analyze(file, wager="ante-play", run=Run(1, cluster=LyingCluster(lie)))


@pytest.mark.long
def test_pieces_of_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    attacks(load_game("pai-gow-wrangler-outlaw"), "base", ("totals",), monkeypatch)


def test_nothing_that_came_from_a_liar_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All pieces but the last are sent honestly, and kept as they come; afterwards they are gone."""
    file = parse_game_file(small_text("wild-52").encode(), "x")
    kept: list[int] = []

    def lie(number: int, arrays: Arrays) -> Any:
        kept.append(len(list(tmp_path.rglob("*.counts"))))
        return (number, arrays) if len(kept) < 8 else None

    with pytest.raises(ClusterPieceError, match="nothing that came from it is kept"):
        analyze(file, wager="ante-play", run=Run(1, Store(tmp_path), cluster=LyingCluster(lie)))
    assert max(kept) > 0
    assert list(tmp_path.rglob("*.counts")) == []


# --- the way there ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address", ["tcp://10.0.0.7:8786", "scheduler:8786", "ucx://host:1", "ws://host:1", "tcp://127.0.0.1.evil:1"]
)
def test_beyond_this_machine_only_through_tls(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ClusterError, match="is not on this machine: a cluster is reached through TLS only"):
        Cluster.connect(address)
    assert main(["analyze", "wild-52", "--cluster", address]) == 2


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "localhost:9", "tcp://[::1]:9", "tls://scheduler.invalid:9"])
def test_who_may_be_asked(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody listens there, and that is what is said."""
    monkeypatch.setattr("analyzer.run.cluster.CONNECT_SECONDS", 0.2)
    with pytest.raises(ClusterError, match="no dask scheduler answers at"):
        Cluster.connect(address)
