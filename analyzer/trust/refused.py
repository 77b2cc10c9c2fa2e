"""What the referee would need for wagers that no engine counts: how many deals, and about how long."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.errors import ExactOddsError, NotCountedFileError
from analyzer.game.file import read_game_file
from analyzer.reference.referee import work

# Deals that he settles in a second, about.
PACE = 100_000
_UNITS = (("second", 1), ("minute", 60), ("hour", 3600), ("day", 86_400), ("year", 31_557_600))


def referees_work(error: NotCountedFileError) -> Iterator[str]:
    """A sentence for each refused wager of the file, read again, as long as the file is still there."""
    try:
        rules = read_game_file(error.path).rules()
    except ExactOddsError:
        return
    for wager in error.wagers:
        try:
            deals = work(rules, wager)
        except ValueError:  # it refers to what this deck does not have
            continue
        yield (
            f"{wager}: the referee, who plays the file literally, would settle {deals_text(deals)} deals on this deck, "
            f"{duration_text(deals)}"
        )


def deals_text(deals: int) -> str:
    """A number of deals: all digits while they can be read, then its size.

    >>> deals_text(123456), deals_text(27813810024000), deals_text(99 * 10**9)
    ('123,456', '2.8e13', '9.9e10')
    """
    if deals < 10**7:
        return f"{deals:,}"
    mantissa, _, exponent = f"{deals:.1e}".partition("e")
    return f"{mantissa}e{int(exponent)}"


def duration_text(deals: int) -> str:
    """About how long that takes.

    >>> duration_text(1000), duration_text(10**7), duration_text(10**8), duration_text(10**14)
    ('at once', 'about 2 minutes', 'about 17 minutes', 'about 32 years')
    """
    seconds = deals // PACE
    if seconds < 1:
        return "at once"
    unit, length = max((one for one in _UNITS if one[1] <= seconds), key=lambda one: one[1])
    number = (2 * seconds + length) // (2 * length)
    number = round(number, 2 - len(str(number)))  # nobody needs more than two digits
    return f"about {deals_text(number)} {unit}{'s' if number > 1 else ''}"
