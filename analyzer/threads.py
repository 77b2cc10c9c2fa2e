"""Threads for kernels that release the interpreter and share their tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")


def in_threads(jobs: int, calls: Iterable[Callable[[], T]]) -> list[T]:
    """The results of the calls, in their order. joblib is imported only where there is something to count.

    >>> in_threads(2, [lambda: 1, lambda: 2])
    [1, 2]
    """
    if jobs == 1:
        return [call() for call in calls]
    from joblib import Parallel, delayed

    found: list[T] = Parallel(n_jobs=jobs, prefer="threads", batch_size=1)(delayed(call)() for call in calls)
    return found
