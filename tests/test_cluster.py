"""A cluster counts the same, survives a worker that dies, and refuses other engines. Everything over TCP."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from analyzer.analysis import analyze
from analyzer.cluster import Cluster, checked_work
from analyzer.entries import Arrays
from analyzer.errors import ClusterError, KernelError
from analyzer.library import game_ids, load_game
from analyzer.run import Run
from analyzer.store import Store

WORKERS = 4


@pytest.fixture(scope="module")
def cluster_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cluster")


@pytest.fixture(scope="module")
def scheduler(cluster_files: Path) -> Iterator[str]:
    """The address of a scheduler of its own process."""
    file = cluster_files / "scheduler.json"
    dask = str(Path(sys.executable).with_name("dask"))
    command = [dask, "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file)]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        _wait_for(file.exists)
        yield json.loads(file.read_text())["address"]
    finally:
        process.kill()
        process.wait()


def _wait_for(condition: object, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < end, "nothing came up"
        time.sleep(0.1)


class Workers:
    """Worker processes of one thread each."""

    def __init__(self, scheduler: str, folder: Path, number: int) -> None:
        dask = str(Path(sys.executable).with_name("dask"))
        command = [dask, "worker", scheduler, "--nthreads", "1", "--no-nanny", "--no-dashboard"]
        options = ["--local-directory", str(folder)]
        self.processes = [subprocess.Popen([*command, *options], stderr=subprocess.DEVNULL) for _ in range(number)]

    def kill(self, number: int) -> None:
        os.kill(self.processes[number].pid, signal.SIGKILL)

    def stop(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()


@pytest.fixture
def cluster(scheduler: str, cluster_files: Path) -> Iterator[tuple[Cluster, Workers]]:
    from distributed import Client

    workers = Workers(scheduler, cluster_files, WORKERS)
    try:
        with Client(scheduler, set_as_default=False) as client:
            client.wait_for_workers(WORKERS, timeout=60)
        with Cluster.connect(scheduler) as connected:
            yield connected, workers
    finally:
        workers.stop()


def text_of(game: str, run: Run) -> str:
    return json.dumps(analyze(load_game(game), run=run).document())


def test_a_wager_is_counted_alike(cluster: tuple[Cluster, Workers], tmp_path: Path) -> None:
    connected, _ = cluster
    assert connected.threads == WORKERS
    local, spread = (
        analyze(load_game("wild-six-card-poker"), wager="draw-bonus", run=run).document()
        for run in (Run(2), Run(2, Store(tmp_path), cluster=connected))
    )
    assert local == spread


def slow_square(number: int) -> Arrays:
    time.sleep(0.2)
    return {"square": np.array([number**2])}


def test_a_worker_that_dies_does_not_matter(cluster: tuple[Cluster, Workers]) -> None:
    connected, workers = cluster
    threading.Timer(0.7, partial(workers.kill, 0)).start()
    found = connected.results(slow_square_elsewhere, [(number,) for number in range(40)])
    assert [int(arrays["square"][0]) for arrays in found] == [number**2 for number in range(40)]  # type: ignore[call-overload]
    assert workers.processes[0].poll() is not None


def slow_square_elsewhere(number: int) -> Arrays:
    """A worker has no tests to import: what it needs comes from its libraries."""
    from time import sleep

    from numpy import array

    sleep(0.1)
    return {"square": array([number**2])}


slow_square_elsewhere.__module__ = "__main__"  # so that it travels by value


def test_other_engines_are_refused_at_once(scheduler: str, monkeypatch: pytest.MonkeyPatch, cluster: object) -> None:
    monkeypatch.setattr("analyzer.cluster.ENGINE_VERSION", "0" * 64)
    with pytest.raises(ClusterError, match=r"has the engines .*, not 000000000000: install the same version"):
        Cluster.connect(scheduler)


def test_a_worker_that_joined_later_with_other_engines_refuses() -> None:
    with pytest.raises(KernelError, match="install the same version"):
        checked_work("another version", slow_square, (1,))


def test_no_scheduler_is_a_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analyzer.cluster.CONNECT_SECONDS", 1)
    with pytest.raises(ClusterError, match="no dask scheduler answers"):
        Cluster.connect("tcp://127.0.0.1:1")


def test_a_scheduler_without_workers_is_a_clear_error(scheduler: str) -> None:
    from distributed import Client

    with Client(scheduler, set_as_default=False) as client:
        _wait_for(lambda: not client.nthreads())
    with pytest.raises(ClusterError, match="has no workers"):
        Cluster.connect(scheduler)


@pytest.mark.long
def test_all_games_give_the_same_bytes_while_a_worker_is_killed(
    cluster: tuple[Cluster, Workers], tmp_path: Path
) -> None:
    connected, workers = cluster
    threading.Timer(15, partial(workers.kill, 1)).start()
    for game in game_ids():
        assert text_of(game, Run(2, Store(tmp_path), cluster=connected)) == text_of(game, Run(2)), game
    assert workers.processes[1].poll() is not None
