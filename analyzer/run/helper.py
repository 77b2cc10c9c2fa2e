"""A second process for work that is mostly Python, where threads would wait for each other.

The helper is a fork: it has all that its parent has, shares no memory that changes, and sends back what it made. Calls
are taken by whoever is free next. What the helper could not make, for whatever reason, its parent makes: so an error
is raised where it would be raised without a helper.
"""

from __future__ import annotations

import multiprocessing
import sys
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

T = TypeVar("T")
Steps = AbstractContextManager[Callable[[], None]]


def can_help() -> bool:
    """Whether a fork is safe: other threads may hold locks that nobody would release in it; on macOS it never is."""
    return "fork" in multiprocessing.get_all_start_methods() and sys.platform != "darwin" and _is_alone()


def _is_alone() -> bool:
    return threading.active_count() == 1 and multiprocessing.parent_process() is None


def with_helper(calls: Sequence[Callable[[], T]], steps: Steps) -> list[T]:
    """The results of the calls, which can be pickled, in their order.

    `steps` gives what to call after each of them, such as Run.steps; it is entered when the helper is there.

    >>> from contextlib import nullcontext
    >>> with_helper([lambda: 1, lambda: 2], nullcontext(lambda: None))
    [1, 2]
    """
    if len(calls) < 2 or not can_help():
        return in_order(calls, steps)
    context: Any = multiprocessing.get_context("fork")
    begun = context.Value("i", 0)
    ours, theirs = context.Pipe(duplex=False)
    helper = context.Process(target=_help, args=(calls, begun, theirs), daemon=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of forks beside threads; numpy's know of forks
        helper.start()
    theirs.close()
    results: dict[int, T] = {}
    with steps as done:
        for place in _taken(begun, len(calls)):
            results[place] = calls[place]()
            done()
        for place, result in _received(ours).items():
            results[place] = result
            done()
        helper.join()
        for place, call in enumerate(calls):
            if place not in results:
                results[place] = call()
                done()
    return [results[place] for place in range(len(calls))]


def in_order(calls: Sequence[Callable[[], T]], steps: Steps) -> list[T]:
    """The same without a helper."""
    results = []
    with steps as done:
        for call in calls:
            results.append(call())
            done()
    return results


def _taken(begun: Any, number: int) -> Iterator[int]:
    """The places of calls that nobody else makes."""
    while True:
        with begun.get_lock():
            place = begun.value
            begun.value += 1
        if place >= number:
            return
        yield place


def _help(calls: Sequence[Callable[[], Any]], begun: Any, theirs: Connection) -> None:
    results = {}
    try:
        for place in _taken(begun, len(calls)):
            results[place] = calls[place]()
    except BaseException:  # the parent makes that call again, and has the same error
        pass
    theirs.send(results)
    theirs.close()


def _received(ours: Connection) -> dict[int, Any]:
    """What the helper made; nothing, if it was ended before it could send."""
    try:
        results: dict[int, Any] = ours.recv()
    except (EOFError, OSError):
        return {}
    return results
