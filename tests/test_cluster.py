"""A cluster counts the same, survives a worker that dies, and refuses other engines. Everything over TCP."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path

import pytest
from joblib.parallel import get_active_backend

from analyzer.errors import ClusterError
from analyzer.game.library import game_ids, load_game
from analyzer.pricing.analysis import analyze
from analyzer.run.cluster import Cluster, ClusterWarning
from analyzer.run.entries import Arrays
from analyzer.run.jobs import Run
from analyzer.run.store import Store

WORKERS = 4
SQUARES = {number: number**2 for number in range(40)}


@pytest.fixture(scope="module")
def cluster_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cluster")


DASK = str(Path(sys.executable).with_name("dask"))


@contextmanager
def scheduler_process(file: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """The address of a scheduler, and its process."""
    options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file)]
    process = subprocess.Popen([DASK, "scheduler", *options], stderr=subprocess.DEVNULL)
    try:
        _wait_for(file.exists)
        yield json.loads(file.read_text())["address"], process
    finally:
        process.kill()
        process.wait()


@pytest.fixture(scope="module")
def scheduler(cluster_files: Path) -> Iterator[str]:
    with scheduler_process(cluster_files / "scheduler.json") as (address, _):
        yield address


def _wait_for(condition: object, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < end, "nothing came up"
        time.sleep(0.1)


class Workers:
    """Worker processes of one thread each; `code` is a folder of the program that they use in place of ours."""

    def __init__(self, scheduler: str, folder: Path, number: int, code: Path | None = None) -> None:
        command = [DASK, "worker", scheduler, "--nthreads", "1", "--no-nanny", "--no-dashboard"]
        options = ["--local-directory", str(folder)]
        environment = os.environ | ({} if code is None else {"PYTHONPATH": str(code)})
        self.processes = [
            subprocess.Popen([*command, *options], stderr=subprocess.DEVNULL, env=environment) for _ in range(number)
        ]

    def kill(self, *numbers: int) -> None:
        for number in numbers:
            os.kill(self.processes[number].pid, signal.SIGKILL)

    def stop(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *details: object) -> None:
        self.stop()


def wait_for_workers(scheduler: str, number: int) -> None:
    from distributed import Client

    with Client(scheduler, set_as_default=False) as client:
        _wait_for(lambda: len(client.nthreads()) == number)


@pytest.fixture
def cluster(scheduler: str, cluster_files: Path) -> Iterator[tuple[Cluster, Workers]]:
    wait_for_workers(scheduler, 0)
    with Workers(scheduler, cluster_files, WORKERS) as workers:
        wait_for_workers(scheduler, WORKERS)
        with Cluster.connect(scheduler) as connected:
            yield connected, workers


def text_of(game: str, run: Run) -> str:
    return json.dumps(analyze(load_game(game), run=run).document())


def test_a_wager_is_counted_alike(cluster: tuple[Cluster, Workers], tmp_path: Path) -> None:
    connected, _ = cluster
    assert connected.threads == WORKERS
    results = connected.results(slow_square_elsewhere, {number: (number,) for number in SQUARES})
    next(results)
    assert "Dask" not in type(get_active_backend()[0]).__name__, "others count in threads meanwhile"
    assert len(list(results)) == len(SQUARES) - 1
    local, spread = (
        analyze(load_game("wild-six-card-poker"), wager="draw-bonus", run=run).document()
        for run in (Run(2), Run(2, Store(tmp_path), cluster=connected))
    )
    assert local == spread


def test_a_worker_that_dies_does_not_matter(cluster: tuple[Cluster, Workers]) -> None:
    connected, workers = cluster
    threading.Timer(0.7, partial(workers.kill, 0)).start()
    assert squares_of(connected) == SQUARES
    assert workers.processes[0].poll() is not None


def slow_square_elsewhere(number: int) -> Arrays:
    """A worker has no tests to import: what it needs comes from its libraries."""
    from time import sleep

    from numpy import array

    sleep(0.1)
    return {"square": array([number**2])}


slow_square_elsewhere.__module__ = "__main__"  # so that it travels by value


def squares_of(connected: Cluster) -> dict[int, int]:
    results = connected.results(slow_square_elsewhere, {number: (number,) for number in SQUARES})
    return {number: int(arrays["square"][0]) for number, arrays in results}


def test_without_workers_it_says_so_and_waits(
    cluster: tuple[Cluster, Workers], scheduler: str, cluster_files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connected, workers = cluster
    monkeypatch.setattr("analyzer.run.cluster.LOOK_SECONDS", 0.3)
    threading.Timer(0.5, partial(workers.kill, *range(WORKERS))).start()
    late: list[Workers] = []
    threading.Timer(4, lambda: late.append(Workers(scheduler, cluster_files, 1))).start()
    with pytest.warns(ClusterWarning, match=r"has no workers left; waiting for one .* Ctrl-C stops"):
        assert squares_of(connected) == SQUARES
    late[0].stop()


def scheduler_dies(folder: Path) -> None:
    """Count on a cluster whose scheduler is killed meanwhile, and print the error."""
    from analyzer.run import cluster

    cluster.CONNECT_SECONDS = 2
    with scheduler_process(folder / "scheduler.json") as (address, process), Workers(address, folder, 2):
        wait_for_workers(address, 2)
        connected = Cluster.connect(address)
        threading.Timer(0.5, process.kill).start()
        try:
            squares_of(connected)
        except ClusterError as error:
            print(error, bool(error.__traceback__), type(get_active_backend()[0]).__name__, flush=True)


def test_a_scheduler_that_dies_is_one_clear_error(tmp_path: Path) -> None:
    """In a process of its own: a dask client whose scheduler dies while it sets up may wait without end; try again."""
    root = Path(__file__).parent.parent
    for attempt in range(3):
        folder = tmp_path / str(attempt)
        folder.mkdir()
        call = f"from tests.test_cluster import scheduler_dies; scheduler_dies(Path({str(folder)!r}))"
        program = f"import os, sys; from pathlib import Path; sys.path.append({str(root)!r}); {call}; os._exit(0)"
        process = subprocess.Popen(
            [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
        )
        try:
            told, wrong = process.communicate(timeout=120)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            continue
        assert b"the same command, with --cluster or without" in told, wrong.decode()
        words = told.decode().split()
        assert words[-2] == "True", "its frames are still there"
        assert "Dask" not in words[-1], "what comes after runs here"
        return
    pytest.fail("the scheduler was gone, and nobody said so")


@pytest.fixture(scope="module")
def another_version(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole program with one line more in a module that counts."""
    folder = tmp_path_factory.mktemp("another")
    for package in ("", ".cext", ".tables", ".reports"):
        there = folder.joinpath(*f"analyzer{package}".split("."))
        here = Path(import_module(f"analyzer{package}").__file__ or "").parent
        shutil.copytree(here, there, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
    with (folder / "analyzer" / "cards" / "suits.py").open("a") as module:
        module.write("# one line more\n")
    return folder


def test_a_worker_of_another_version_is_refused_at_once(
    cluster: object, scheduler: str, cluster_files: Path, another_version: Path
) -> None:
    with Workers(scheduler, cluster_files, 1, another_version):
        wait_for_workers(scheduler, WORKERS + 1)
        with pytest.raises(ClusterError, match=r"the worker tcp://.* has the engines .*: install the same version"):
            Cluster.connect(scheduler)


def test_a_worker_of_another_version_that_joins_later_does_not_count(
    cluster: tuple[Cluster, Workers], scheduler: str, cluster_files: Path, another_version: Path
) -> None:
    connected, workers = cluster
    with Workers(scheduler, cluster_files, 1, another_version):
        wait_for_workers(scheduler, WORKERS + 1)
        workers.kill(*range(WORKERS))
        with pytest.raises(ClusterError, match=r"this worker has the engines .*: install the same version"):
            squares_of(connected)


def test_no_scheduler_is_a_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analyzer.run.cluster.CONNECT_SECONDS", 1)
    with pytest.raises(ClusterError, match="no dask scheduler answers"):
        Cluster.connect("tcp://127.0.0.1:1")


@pytest.mark.parametrize("address", ["tls://127.0.0.1:1", "nonsense://x", "127.0.0.1:notaport", ""])
def test_a_wrong_address_is_a_clear_error(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analyzer.run.cluster.CONNECT_SECONDS", 1)
    with pytest.raises(ClusterError, match=r"no dask scheduler answers|is not on this machine") as told:
        Cluster.connect(address)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("words", [b"HTTP/1.1 400 Bad Request\r\n\r\n" * 20, b""], ids=["web page", "silence"])
def test_something_else_listens_there(words: bytes) -> None:
    """In a process of its own: dask does not give up."""
    program = f"""
import socket, threading
from analyzer.run import cluster

cluster.CONNECT_SECONDS = 1
server = socket.create_server(("127.0.0.1", 0))
heard = []

def answer():
    while True:
        heard.append(server.accept()[0])
        heard[-1].sendall({words!r})

threading.Thread(target=answer, daemon=True).start()
try:
    cluster.Cluster.connect("tcp://127.0.0.1:%d" % server.getsockname()[1])
except cluster.ClusterError as error:
    print(error)
"""
    command = [sys.executable, "-c", program]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert ran.stdout.startswith("no dask scheduler answers at tcp://127.0.0.1:")
    assert ran.stdout.count("\n") == 1


def test_a_scheduler_without_workers_is_a_clear_error(scheduler: str) -> None:
    wait_for_workers(scheduler, 0)
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


@pytest.mark.long
def test_one_worker_of_one_thread_gets_the_work(
    scheduler: str, cluster_files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """joblib sends nothing to a cluster with one thread, and does not say so."""
    monkeypatch.setattr("analyzer.run.cluster._same", lambda *_: True)  # here it ran here
    wait_for_workers(scheduler, 0)
    with Workers(scheduler, cluster_files, 1):
        wait_for_workers(scheduler, 1)
        with Cluster.connect(scheduler) as connected:
            assert connected.threads == 1
            results = dict(connected.results(where_it_ran, {number: (number,) for number in range(3)}))
    assert {int(arrays["process"][0]) for arrays in results.values()}.isdisjoint({os.getpid()})


def where_it_ran(number: int) -> Arrays:
    from os import getpid

    from numpy import array

    return {"process": array([getpid()])}


where_it_ran.__module__ = "__main__"
