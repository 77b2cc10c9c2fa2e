"""Memory: an engine says what it needs before it starts, and uses fewer cores, or refuses with a number."""

from __future__ import annotations

from pathlib import Path

from analyzer.errors import TooLargeError

MEGABYTE = 1 << 20
# What the interpreter, the libraries and small tables take beside the arrays that an engine names.
BASE = 128 * MEGABYTE


def available() -> int:
    """Bytes that this process may still take: of the machine, of its control group, and of its own limit."""
    import psutil

    free = [psutil.virtual_memory().available]
    group = Path("/sys/fs/cgroup")
    try:
        limit, used = (int((group / name).read_text()) for name in ("memory.max", "memory.current"))
        free.append(limit - used)
    except (OSError, ValueError):  # no such group, or no limit ("max")
        pass
    try:
        import resource
    except ImportError:  # not on every platform
        return int(min(free))
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit != resource.RLIM_INFINITY:
        free.append(limit - psutil.Process().memory_info().vms)
    return int(min(free))


def jobs_that_fit(what: str, shared: int, each: int, jobs: int) -> int:
    """How many of the jobs the memory allows, if all share some bytes and each needs more of its own."""
    free = available() - BASE - shared
    if free < each:
        need, have = (size // MEGABYTE for size in (BASE + shared + each, max(free + BASE + shared, 0)))
        raise TooLargeError(f"{what} needs {need:,} MB of memory and {have:,} MB are free")
    return jobs if each <= 0 else max(1, min(jobs, free // each))
