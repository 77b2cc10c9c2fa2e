"""Counts that would take too long: refused before they start, with the time that they would need."""

from __future__ import annotations

from analyzer.errors import TooLongError
from analyzer.numbers import duration

# What one may be asked to wait for, on one core: the same is refused on every machine, so reports say the same.
MAX_SECONDS = 2 * 3600


def refuse_long(what: str, states: int, nanoseconds: float) -> None:
    """Refuse to count if that many states would take too long; times are those of one core.

    >>> refuse_long("it", 10**12, 36)
    Traceback (most recent call last):
    analyzer.errors.TooLongError: it, of 1,000,000,000,000 states, would take about 10 hours; up to 2 hours are counted
    """
    seconds = states * nanoseconds / 1e9
    if seconds > MAX_SECONDS:
        needed = f"would take about {duration(seconds)}; up to {duration(MAX_SECONDS)} are counted"
        raise TooLongError(f"{what}, of {states:,} states, {needed}")
