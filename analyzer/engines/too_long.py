"""Counts that would take too long: refused before they start, with the time that they would need."""

from __future__ import annotations

from analyzer.errors import TooLongError

# What one may be asked to wait for.
MAX_SECONDS = 3600


def refuse_long(what: str, states: int, nanoseconds: float, jobs: int = 1) -> None:
    """Refuse so many states, each of which takes so long on one core.

    >>> refuse_long("a duel", 10**12, 36)
    Traceback (most recent call last):
    analyzer.errors.TooLongError: a duel of 1,000,000,000,000 states would take about 10 hours; up to 1 hour is counted
    """
    seconds = states * nanoseconds / 1e9 / jobs
    if seconds > MAX_SECONDS:
        most = duration(MAX_SECONDS)
        raise TooLongError(f"{what} of {states:,} states would take about {duration(seconds)}; up to {most} is counted")


def duration(seconds: float) -> str:
    """
    >>> duration(90), duration(3600), duration(7.2e4), duration(1e9)
    ('2 minutes', '1 hour', '20 hours', '32 years')
    """
    units = (("year", 365.25 * 86400), ("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1))
    name, size = next((name, size) for name, size in units if seconds >= size or size == 1)
    number = max(1, round(seconds / size))
    return f"{number:,} {name}" + ("s" if number > 1 else "")
