"""Chunks of a count on other machines: an existing dask scheduler, reached through joblib's dask backend.

A chunk travels as a small description and comes back as arrays. Every worker builds its own tables, once, and refuses
to count with engines that are not the ones which asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from analyzer.engines import ENGINE_VERSION
from analyzer.entries import Arrays
from analyzer.errors import ClusterError, KernelError

if TYPE_CHECKING:
    from distributed import Client

CONNECT_SECONDS = 10
# Chunks in a batch for each thread of the cluster: results are kept after every batch.
BATCH = 2


def checked_work(version: str, work: Callable[..., Arrays], piece: tuple[int, ...]) -> Arrays:
    """What a worker does: the same engines or nothing."""
    if version != ENGINE_VERSION:
        raise KernelError(_mismatch("this worker", ENGINE_VERSION, version))
    return work(*piece)


def engine_version() -> str:
    """Asked of each worker."""
    return ENGINE_VERSION


def _mismatch(who: str, theirs: str, ours: str) -> str:
    return f"{who} has the engines {theirs[:12]}, not {ours[:12]}: install the same version of exactodds everywhere"


class Cluster:
    """A scheduler and its workers."""

    def __init__(self, client: Client) -> None:
        self._client = client

    @classmethod
    def connect(cls, address: str) -> Cluster:
        try:
            from distributed import Client
        except ImportError:
            raise ClusterError("a cluster needs dask: pip install 'exactodds[cluster]'") from None
        try:
            client = Client(address, timeout=CONNECT_SECONDS, set_as_default=True)
        except (OSError, ValueError) as error:
            raise ClusterError(f"no dask scheduler answers at {address}: {error}") from None
        cluster = cls(client)
        try:
            cluster._check_workers(address)
        except ClusterError:
            cluster.close()
            raise
        return cluster

    def _check_workers(self, address: str) -> None:
        try:
            versions = self._client.run(engine_version)
        except (ImportError, AttributeError) as error:
            raise ClusterError(f"a worker of {address} cannot load exactodds: {error}") from None
        if not versions:
            raise ClusterError(f"the scheduler at {address} has no workers: start some with dask worker {address}")
        for worker, version in sorted(versions.items()):
            if version != ENGINE_VERSION:
                raise ClusterError(_mismatch(f"the worker {worker}", version, ENGINE_VERSION))

    @property
    def threads(self) -> int:
        threads: int = sum(self._client.nthreads().values())
        return max(1, threads)

    def batches(self, numbers: Sequence[int]) -> Iterator[Sequence[int]]:
        """So many at a time that every thread has work while others finish; workers may come and go in between."""
        place = 0
        while place < len(numbers):
            size = BATCH * self.threads
            yield numbers[place : place + size]
            place += size

    def results(self, work: Callable[..., Arrays], pieces: Sequence[tuple[int, ...]]) -> list[Arrays]:
        """work(*piece) of each piece, in their order. A piece whose worker dies is done by another."""
        from joblib import Parallel, delayed, parallel_config

        with parallel_config(backend="dask", client=self._client, wait_for_workers_timeout=CONNECT_SECONDS):
            calls = (delayed(checked_work)(ENGINE_VERSION, work, piece) for piece in pieces)
            found: list[Arrays] = Parallel(n_jobs=-1, batch_size=1)(calls)
        return found

    def close(self) -> None:
        self._client.close()

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *details: Any) -> None:
        self.close()
