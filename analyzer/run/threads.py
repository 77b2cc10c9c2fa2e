"""Threads for kernels that release the interpreter and share their tables."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from threading import Semaphore, Thread
from typing import Generic, TypeVar

T = TypeVar("T")


def in_threads(jobs: int, calls: Iterable[Callable[[], T]]) -> list[T]:
    """The results of the calls, in their order. joblib is imported only where there is something to count.

    >>> in_threads(2, [lambda: 1, lambda: 2])
    [1, 2]
    """
    if jobs == 1:
        return [call() for call in calls]
    from joblib import Parallel, delayed

    results: list[T] = Parallel(n_jobs=jobs, prefer="threads", batch_size=1)(delayed(call)() for call in calls)
    return results


def as_they_come(jobs: int, calls: Iterable[Callable[[], object]]) -> None:
    """Make each call in a thread while the next one is awaited. Few wait at a time: they may hold much.

    >>> numbers = []
    >>> as_they_come(2, (lambda number=number: numbers.append(number) for number in range(3)))
    >>> sorted(numbers)
    [0, 1, 2]
    """
    from concurrent.futures import Future, ThreadPoolExecutor

    room = Semaphore(2 * jobs)
    with ThreadPoolExecutor(jobs) as threads:
        running: deque[Future[object]] = deque()
        for call in calls:
            room.acquire()
            running.append(threads.submit(call))
            running[-1].add_done_callback(lambda done: room.release())
            while running and running[0].done():
                running.popleft().result()
        for done in running:
            done.result()


class Beside(Generic[T]):
    """Calls that a thread makes one after the other while their caller does something else.

    `take` gives the result of one of them; it makes the call itself if the thread has not come to it, or if there is
    none because there is but one job. Where the caller stops, nobody waits for the thread.

    >>> beside = Beside(2, [lambda: 1, lambda: 2])
    >>> beside.take(1), beside.take(0)
    (2, 1)
    """

    def __init__(self, jobs: int, calls: Sequence[Callable[[], T]]) -> None:
        from concurrent.futures import Future

        self._calls = calls
        self._results: list[Future[T]] = [Future() for _ in calls]
        if jobs > 1 and calls:
            Thread(target=self._make, daemon=True).start()

    def _make(self) -> None:
        for call, result in zip(self._calls, self._results, strict=True):
            if result.set_running_or_notify_cancel():
                try:
                    result.set_result(call())
                except BaseException as error:  # whoever takes it gets it
                    result.set_exception(error)

    def take(self, place: int) -> T:
        result = self._results[place]
        return self._calls[place]() if result.cancel() else result.result()


def result_within(seconds: float, call: Callable[[], T]) -> T:
    """The result of a call that may never come back; TimeoutError if it has not by then.

    >>> result_within(1, lambda: 7)
    7
    """
    from concurrent.futures import Future

    future: Future[T] = Future()

    def make() -> None:
        try:
            future.set_result(call())
        except BaseException as error:
            future.set_exception(error)

    Thread(target=make, daemon=True).start()
    return future.result(timeout=seconds)
