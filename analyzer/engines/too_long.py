"""Counts that would take too long: refused before they start, with the time that they would need."""

from __future__ import annotations

from analyzer.errors import TooLongError
from analyzer.numbers import duration

# What one may be asked to wait for, on one core: the same is refused on every machine, so reports say the same.
MAX_SECONDS = 2 * 3600


def refuse_long(what: str, states: int, nanoseconds: float) -> None:
    """Refuse so many states, each of which takes so long on one core.

    >>> refuse_long("a duel", 10**12, 36)
    Traceback (most recent call last):
    analyzer.errors.TooLongError: a duel of 1,000,000,000,000 states would take about 10 hours on one core; up to 2 hours is counted
    """
    seconds = states * nanoseconds / 1e9
    if seconds > MAX_SECONDS:
        needed = f"would take about {duration(seconds)} on one core; up to {duration(MAX_SECONDS)} is counted"
        raise TooLongError(f"{what} of {states:,} states {needed}")
