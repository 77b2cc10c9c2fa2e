"""A progress bar on standard error for what takes longer than a second: the same for commands and for the library."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from analyzer.run.jobs import Progress

PATIENCE = 1.0


def can_show() -> bool:
    """Whether somebody sees a bar: on a terminal, or in a notebook."""
    return sys.stderr.isatty() or "ipykernel" in sys.modules


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """Tells of counts that are under way; nothing is shown of what is done within a second."""
    bars = _Bars()
    try:
        yield bars.show
    finally:
        bars.stop()


class _Bars:
    """One bar for each thing that is counted, from the moment that the first of them takes long."""

    def __init__(self) -> None:
        self._since = monotonic()
        self._process = os.getpid()
        self._one_at_a_time = Lock()  # wagers that are counted beside each other tell from threads of their own
        self._shown: Any = None
        self._tasks: dict[str, Any] = {}

    def show(self, what: str, done: int, total: int) -> None:
        if os.getpid() != self._process:  # a helper (helper.py): its parent tells of what it makes
            return
        with self._one_at_a_time:
            if self._shown is None:
                if monotonic() - self._since < PATIENCE:
                    return
                self._shown = self._started()
            if what not in self._tasks:
                self._tasks[what] = self._shown.add_task(what, total=total)
            self._shown.update(self._tasks[what], completed=done, total=total)

    @staticmethod
    def _started() -> Any:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        shown = Progress(*columns, console=Console(stderr=True), transient=True)
        shown.start()
        return shown

    def stop(self) -> None:
        if self._shown is not None:
            self._shown.stop()
