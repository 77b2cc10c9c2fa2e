"""Chunks of a count on other machines: an existing dask scheduler, reached through joblib's dask backend.

A chunk travels as a small description and comes back as arrays. Every worker builds its own tables, once, and refuses
to count with engines that are not the ones which asked.
"""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from functools import partial
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, TypeVar

from analyzer.errors import ClusterError, ExactOddsError, KernelError
from analyzer.run.entries import Arrays
from analyzer.run.threads import result_within
from analyzer.run.versions import ENGINE_VERSION

if TYPE_CHECKING:
    from distributed import Client

T = TypeVar("T")
# The number of a piece, and what was counted for it.
Result = tuple[int, Arrays]

CONNECT_SECONDS = 10
# How often to check that there are workers.
LOOK_SECONDS = 5
# Pieces that are sent at once for each thread of the cluster: what has come back waits here, in memory, to be used.
BATCH = 4


def checked_work(version: str, work: Callable[..., Arrays], number: int, piece: tuple[int, ...]) -> Result:
    """What a worker does: the same engines or nothing."""
    if version != ENGINE_VERSION:
        raise KernelError(_mismatch("this worker", ENGINE_VERSION, version))
    return number, work(*piece)


def engine_version() -> str:
    """Asked of each worker."""
    return ENGINE_VERSION


def _mismatch(who: str, theirs: str, ours: str) -> str:
    return f"{who} has the engines {theirs[:12]}, not {ours[:12]}: install the same version of exactodds everywhere"


def _reason(error: Exception) -> str:
    """One line, whatever the library says."""
    return f"{type(error).__name__} {error}".partition("\n")[0].strip()


class ClusterWarning(UserWarning):
    """Something about the cluster that does not stop a count."""


class Cluster:
    """A scheduler and its workers."""

    def __init__(self, client: Client, address: str) -> None:
        self._client = client
        self._address = address

    @classmethod
    def connect(cls, address: str) -> Cluster:
        try:
            from distributed import Client
        except ImportError:
            raise ClusterError("a cluster needs dask: pip install 'exactodds[cluster]'") from None
        try:
            # dask's own limit does not hold where something listens and says nothing.
            client = result_within(
                2 * CONNECT_SECONDS, lambda: Client(address, timeout=CONNECT_SECONDS, set_as_default=True)
            )
        except Exception as error:  # whatever answers there, or is wrong with the address
            raise ClusterError(f"no dask scheduler answers at {address}: {_reason(error)}") from None
        cluster = cls(client, address)
        try:
            cluster._check_workers()
        except ClusterError:
            cluster.close()
            raise
        return cluster

    def _check_workers(self) -> None:
        try:
            versions = self._client.run(engine_version)
        except Exception as error:  # a worker that dies, or that has no exactodds or a very different one
            raise ClusterError(f"a worker of {self._address} cannot be used: {_reason(error)}") from None
        if not versions:
            raise ClusterError(
                f"the scheduler at {self._address} has no workers: start some with dask worker {self._address}"
            )
        for worker, version in sorted(versions.items()):
            if version != ENGINE_VERSION:
                raise ClusterError(_mismatch(f"the worker {worker}", version, ENGINE_VERSION))

    @property
    def threads(self) -> int:
        threads: int = sum(self._client.nthreads().values())
        return max(1, threads)

    def results(self, work: Callable[..., Arrays], pieces: Mapping[int, tuple[int, ...]]) -> Iterator[Result]:
        """(number, work(*piece)) of each piece as it is done. A piece whose worker dies is done by another."""
        numbers = list(pieces)
        while numbers:
            # So many at a time that every thread has work while others finish; workers may come and go in between.
            batch = numbers[: BATCH * self._asked(lambda: self.threads)]
            numbers = numbers[len(batch) :]
            with closing(self._of_batch(work, {number: pieces[number] for number in batch})) as results:
                for _ in batch:
                    yield self._asked(partial(next, results))

    def _of_batch(self, work: Callable[..., Arrays], pieces: Mapping[int, tuple[int, ...]]) -> Generator[Result]:
        from joblib import Parallel, delayed, parallel_config

        calls = (delayed(checked_work)(ENGINE_VERSION, work, *piece) for piece in pieces.items())
        # The configuration is left at once: whatever becomes of these pieces, other counts run in threads.
        with parallel_config(backend="dask", client=self._client, wait_for_workers_timeout=CONNECT_SECONDS):
            parallel = Parallel(n_jobs=-1, batch_size=1, pre_dispatch="all", return_as="generator_unordered")
        with self._watched():
            yield from parallel(calls)

    def _asked(self, ask: Callable[[], T]) -> T:
        """What the cluster answers. Whatever goes wrong is one error, which says how to go on."""
        with _quiet():
            try:
                return ask()
            except KernelError as error:
                raise ClusterError(str(error)) from None
            except ExactOddsError:  # by the count itself
                raise
            except Exception as error:  # dask has many
                raise ClusterError(
                    f"the cluster at {self._address} failed ({_reason(error)}); the same command, with --cluster or "
                    "without, goes on from what the cache holds"
                ) from None

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """Warn when no worker is left: dask would wait for others without end."""
        done = Event()

        def watch() -> None:
            while not done.wait(LOOK_SECONDS):
                with suppress(Exception):  # the cluster is gone: whoever waits for results gets the error
                    if not self._client.nthreads():
                        warnings.warn(
                            f"the cluster at {self._address} has no workers left; waiting for one "
                            f"(start it with dask worker {self._address}; Ctrl-C stops)",
                            ClusterWarning,
                            stacklevel=2,
                        )
                        return

        Thread(target=watch, daemon=True).start()
        try:
            yield
        finally:
            done.set()

    def close(self) -> None:
        with _quiet():
            self._client.close()

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *details: Any) -> None:
        self.close()


@contextmanager
def _quiet() -> Iterator[None]:
    """Without the tracebacks that dask logs when it loses a connection; we report the error once."""
    loggers = [logging.getLogger(name) for name in ("distributed", "distributed.client", "tornado.application")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
