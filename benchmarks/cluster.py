"""What a piece costs on a cluster beside its own work, and one long count on 1, 2, 4 and 8 workers.

Scheduler and workers are on this machine, over TCP: more workers than it has cores show only what they cost.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

from analyzer.engines.duel.one_street import showdown_of
from analyzer.engines.duel.play_states import rank_boards_of, sweep_boards
from analyzer.game.library import load_game
from analyzer.run.cluster import Cluster
from analyzer.run.entries import Arrays

WORKERS = 4
SCALES = (1, 2, 4, 8)
DASK = str(Path(sys.executable).with_name("dask"))


@contextmanager
def started(*arguments: str) -> Iterator[None]:
    process = subprocess.Popen([DASK, *arguments, "--no-dashboard"], stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.kill()
        process.wait()


@contextmanager
def local_cluster(workers: int = WORKERS) -> Iterator[Cluster]:
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
        file = Path(folder) / "scheduler.json"
        stack.enter_context(started("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file)))
        while not file.exists():
            time.sleep(0.1)
        address = json.loads(file.read_text())["address"]
        for _ in range(workers):
            options = ("--nthreads", "1", "--no-nanny", "--local-directory", folder)
            stack.enter_context(started("worker", address, *options))
        from distributed import Client

        with Client(address, set_as_default=False) as client:
            client.wait_for_workers(workers)
        yield stack.enter_context(Cluster.connect(address))


def nothing(number: int, size: int) -> Arrays:
    """A piece without work that comes back with so many bytes."""
    from numpy import ones, uint8

    return {"bytes": ones(size, dtype=uint8)}


nothing.__module__ = "__main__"  # so that it travels by value


def seconds_a_piece(
    cluster: Cluster, work: Callable[..., Arrays], pieces: dict[int, tuple[int, ...]], workers: int = WORKERS
) -> float:
    for _ in cluster.results(work, {number: pieces[number] for number in range(2 * workers)}):
        pass  # tables of the workers
    start = time.perf_counter()
    for _ in cluster.results(work, pieces):
        pass
    return (time.perf_counter() - start) / len(pieces)


def main() -> None:
    game = load_game("wild-52").game()
    wager = next(wager for wager in game.wagers if wager.id == "ante-play")
    sweep = partial(sweep_boards, showdown_of(game, wager))  # type: ignore[arg-type]
    start = time.perf_counter()
    swept = [sweep(number) for number in range(20)]
    here = (time.perf_counter() - start) / len(swept)
    size = sum(array.nbytes for array in swept[-1].values())
    print(f"boards of the same ranks of Wild 52, swept here, on one core: {1000 * here:.1f} ms, {size / 1e6:.1f} MB")
    with local_cluster() as cluster:
        empty = seconds_a_piece(cluster, nothing, {number: (number, 8) for number in range(400)})
        print(f"a piece without work: {1000 * empty:.1f} ms")
        large = seconds_a_piece(cluster, nothing, {number: (number, size) for number in range(60)})
        print(f"a piece without work that brings back {size / 1e6:.1f} MB: {1000 * large:.1f} ms")
        boards = seconds_a_piece(cluster, sweep, {number: (number,) for number in range(60)})
        print(f"boards of the same ranks on {WORKERS} workers that share this machine: {1000 * boards:.1f} ms")
    every: dict[int, tuple[int, ...]] = {number: (number,) for number in range(len(rank_boards_of(game.deck)))}
    for workers in SCALES:
        with local_cluster(workers) as cluster:
            seconds = len(every) * seconds_a_piece(cluster, sweep, every, workers)
        print(f"all {len(every)} of them, {workers} workers: {seconds:.1f} s")


if __name__ == "__main__":
    main()
