"""Chunks of a count on other machines: an existing dask scheduler, reached through joblib's dask backend.

A chunk travels as a small description and comes back as arrays. Every worker builds its own tables, once, and refuses
to count with engines that are not the ones which asked.

Whoever runs the scheduler or a worker runs code here: what comes back is unpickled (docs/security.md). So the way there
is encrypted beyond this machine. Against workers that are broken, or lie without knowing this program, every piece is
checked before a kernel sees it, and some, which nobody can foresee, are counted here as well.
"""

from __future__ import annotations

import logging
import re
import warnings
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from functools import partial
from random import SystemRandom
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from analyzer.errors import ClusterError, ClusterPieceError, ExactOddsError, KernelError
from analyzer.run.entries import Arrays
from analyzer.run.threads import result_within
from analyzer.run.versions import ENGINE_VERSION

if TYPE_CHECKING:
    from distributed import Client

T = TypeVar("T")
# The number of a piece, and what was counted for it.
Result = tuple[int, Arrays]
# What is wrong with what was counted for a piece; None if nothing is that can be seen.
Check = Callable[[int, Arrays], str | None]

CONNECT_SECONDS = 10
# How often to check that there are workers.
LOOK_SECONDS = 5
# Pieces that are sent at once for each thread of the cluster: what has come back waits here, in memory, to be used.
BATCH = 4
# Of that many pieces one is counted here as well, and never fewer than two.
RECOUNTED = 20
_HERE = re.compile(r"(tcp|tls|ws|wss)://(localhost|127\.[0-9.]+|\[::1\])(:\w*)?/?", re.IGNORECASE)


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
            from distributed import Client, Security
        except ImportError:
            raise ClusterError("a cluster needs dask: pip install 'exactodds[cluster]'") from None
        address = address if "://" in address else f"tcp://{address}"
        _refuse_open_networks(address)
        # The certificates are those of dask's own settings.
        secure = {"security": Security(require_encryption=True)} if address.lower().startswith("tls:") else {}
        try:
            # dask's own limit does not hold where something listens and says nothing.
            client = result_within(
                2 * CONNECT_SECONDS, lambda: Client(address, timeout=CONNECT_SECONDS, set_as_default=True, **secure)
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

    def results(
        self, work: Callable[..., Arrays], pieces: Mapping[int, tuple[int, ...]], check: Check | None = None
    ) -> Iterator[Result]:
        """(number, work(*piece)) of each piece as it is done. A piece whose worker dies is done by another.

        ClusterPieceError for a piece that is not what it should be: nothing that came before it can be believed.
        """
        numbers = list(pieces)
        missing = set(numbers)
        recounted = set(SystemRandom().sample(numbers, min(len(numbers), max(2, len(numbers) // RECOUNTED))))
        while numbers:
            # Enough at a time that every thread has work while others finish; workers may come and go in between.
            batch = numbers[: BATCH * self._asked(lambda: self.threads)]
            numbers = numbers[len(batch) :]
            with closing(self._of_batch(work, {number: pieces[number] for number in batch})) as results:
                for _ in batch:
                    number, arrays = self._checked(self._asked(partial(next, results)), missing, check)
                    if number in recounted and not _same(arrays, work(*pieces[number])):
                        raise self._disbelieved(f"piece {number} is not what is counted here")
                    yield number, arrays

    def _checked(self, result: object, missing: set[int], check: Check | None) -> Result:
        """A piece that was asked for and is not there yet, made of plain arrays and of the right form."""
        if not isinstance(result, tuple) or len(result) != 2:
            raise self._disbelieved("it is no piece of a count")
        number, arrays = result
        if type(number) is not int or number not in missing:
            raise self._disbelieved("it is no piece that was asked for")
        missing.remove(number)
        if not isinstance(arrays, dict) or not all(_is_plain(name, array) for name, array in arrays.items()):
            raise self._disbelieved(f"piece {number} is not made of arrays of numbers")
        fault = None if check is None else check(number, arrays)
        if fault is not None:
            raise self._disbelieved(f"piece {number}: {fault}")
        return number, arrays

    def _disbelieved(self, why: str) -> ClusterPieceError:
        return ClusterPieceError(
            f"the cluster at {self._address} cannot be believed: {why}; nothing that came from it is kept"
        )

    def _of_batch(self, work: Callable[..., Arrays], pieces: Mapping[int, tuple[int, ...]]) -> Generator[Result]:
        from joblib import Parallel, delayed, parallel_config

        if self.threads == 1:  # joblib would not send anything
            yield from self._one_by_one(work, pieces)
            return
        calls = (delayed(checked_work)(ENGINE_VERSION, work, *piece) for piece in pieces.items())
        # The configuration is left at once: whatever becomes of these pieces, other counts run in threads.
        with parallel_config(backend="dask", client=self._client, wait_for_workers_timeout=CONNECT_SECONDS):
            parallel = Parallel(n_jobs=-1, batch_size=1, pre_dispatch="all", return_as="generator_unordered")
        with self._watched():
            yield from parallel(calls)

    def _one_by_one(self, work: Callable[..., Arrays], pieces: Mapping[int, tuple[int, ...]]) -> Generator[Result]:
        from distributed import as_completed

        futures = [self._client.submit(checked_work, ENGINE_VERSION, work, *one, pure=False) for one in pieces.items()]
        try:
            with self._watched():
                for future in as_completed(futures):
                    yield future.result()
        finally:
            with suppress(Exception):  # the cluster may be gone
                self._client.cancel(futures)

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


def _refuse_open_networks(address: str) -> None:
    """Who can change what is on its way can run code here, so beyond this machine it is encrypted."""
    if not _HERE.fullmatch(address) and not address.lower().startswith(("tls:", "wss:", "inproc:")):
        raise ClusterError(
            f"{address} is not on this machine: a cluster is reached through TLS only (tls://...), with the "
            "certificates of dask's settings, or through a tunnel that ends here; see docs/store-and-clusters.md"
        )


def _is_plain(name: object, array: object) -> bool:
    return isinstance(name, str) and type(array) is np.ndarray and array.dtype.kind in "biuf"


def _same(one: Arrays, other: Arrays) -> bool:
    return one.keys() == other.keys() and all(
        array.dtype == other[name].dtype and np.array_equal(array, other[name]) for name, array in one.items()
    )


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
