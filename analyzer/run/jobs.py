"""How an analysis runs: on how many cores, with which store, and what reports its progress."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, TypeVar

from analyzer.errors import ClusterPieceError
from analyzer.run.entries import Arrays
from analyzer.run.store import Chunks, Store
from analyzer.run.threads import as_they_come, in_threads

if TYPE_CHECKING:
    from analyzer.run.cluster import Cluster

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
    """The default: progress is not reported."""


@dataclass(frozen=True)
class Run:
    jobs: int = field(default_factory=available_cores)
    store: Store = field(default_factory=Store)
    progress: Progress = _silent
    cluster: Cluster | None = None

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

    def chunks(
        self,
        what: str,
        kept: Chunks,
        work: Callable[..., Arrays],
        pieces: Sequence[tuple[int, ...]],
        use: Callable[[int, Arrays], None],
        *,
        portable: bool = False,
        check: Callable[[int, Arrays], str | None] | None = None,
    ) -> None:
        """Call use(number, work(*pieces[number])) for every piece, in threads and in any order.

        Each piece is kept as soon as it is there, so that a count that was stopped goes on where it was. A portable
        `work` can be pickled and carries no large tables: a cluster may do it. `check` says what is wrong with the form
        of a piece that a cluster sends; kernels do not look.
        """
        with self.steps(what, len(pieces)) as step:

            def arrived(number: int, arrays: Arrays, is_kept: bool = False) -> None:
                if not is_kept:
                    kept.keep(number, arrays)
                use(number, arrays)
                step()

            def here(number: int) -> None:
                arrays = kept.find(number)
                arrived(number, work(*pieces[number]) if arrays is None else arrays, arrays is not None)

            # What is missing comes first: even a run that is soon stopped again leaves more behind than it found.
            numbers: Sequence[int] = sorted(range(len(pieces)), key=kept.has)
            if portable and self.cluster is not None:
                missing = {number: pieces[number] for number in numbers if kept.find(number) is None}
                numbers = [number for number in numbers if number not in missing]
                results = self.cluster.results(work, missing, check)
                try:
                    as_they_come(self.jobs, (partial(arrived, *result) for result in results))
                except ClusterPieceError:
                    kept.forget()
                    raise
            try:
                in_threads(self.jobs, [partial(here, number) for number in numbers])
            except BaseException:
                kept.write()
                raise

    def fitting(self, what: str, shared: int, each: int) -> Run:
        """The same run with as many jobs as the memory allows; refuses if it does not allow one.

        `shared` and `each` are the bytes that the count needs, whatever the jobs, and for each of them.
        """
        from analyzer.run.memory import jobs_that_fit

        return replace(self, jobs=jobs_that_fit(what, shared, each, self.jobs))

    @contextmanager
    def steps(self, what: str, total: int) -> Iterator[Callable[[], None]]:
        """A function to call after each of `total` steps, from any thread."""
        done = count(1)
        self.progress(what, 0, total)
        yield lambda: self.progress(what, next(done), total)
