"""How an analysis runs: on how many cores, with which store, and whom it tells about its progress."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import TypeVar

from analyzer.store import Store

T = TypeVar("T")
# Called with (what is being counted, pieces done, pieces in all).
Progress = Callable[[str, int, int], None]


def available_cores() -> int:
    """Cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every platform
        return os.cpu_count() or 1


def _silent(what: str, done: int, total: int) -> None:
    """The default: tell nobody."""


@dataclass(frozen=True)
class Run:
    jobs: int = field(default_factory=available_cores)
    store: Store = field(default_factory=Store)
    progress: Progress = _silent

    def pieces(self, what: str, work: Callable[..., T], pieces: Sequence[tuple[int, ...]]) -> Iterable[T]:
        """Results of work(*piece) in any order, in threads: kernels release the interpreter."""
        results: Iterable[T]
        if self.jobs == 1 or len(pieces) == 1:
            results = (work(*piece) for piece in pieces)
        else:
            from joblib import Parallel, delayed

            results = Parallel(n_jobs=self.jobs, prefer="threads", return_as="generator_unordered")(
                delayed(work)(*piece) for piece in pieces
            )
        with self.steps(what, len(pieces)) as step:
            for result in results:
                step()
                yield result

    @contextmanager
    def steps(self, what: str, total: int) -> Iterator[Callable[[], None]]:
        """A function to call after each of `total` steps, from any thread."""
        done = count(1)
        self.progress(what, 0, total)
        yield lambda: self.progress(what, next(done), total)
