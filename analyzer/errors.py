"""Every error that the program raises on purpose.

Each inherits the builtin that a caller would expect, and its message says what is wrong, where, and what
would be right. The command line prints the message alone; exit codes are mapped there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from analyzer.printable import shown_safely


class ExactOddsError(Exception):
    """Base of all errors below."""


class CardError(ExactOddsError, ValueError):
    """A card or a hand that cannot be read, or that the deck does not have."""


class FileError(ExactOddsError, ValueError):
    """A file that cannot be read or written, or that is not what it should be."""

    @classmethod
    def at(cls, path: str, fault: str) -> Self:
        """The error for a file with one fault."""
        return cls(f"{shown_safely(path)}: {fault}")


class FaultsError(FileError):
    """A file that people write, with faults; all of them, each with its place."""

    def __init__(self, path: str, faults: Sequence[str]) -> None:
        self.path = path
        self.faults = tuple(faults)
        super().__init__(f"{shown_safely(path)}: {_listed(self.faults)}")

    @classmethod
    def at(cls, path: str, fault: str) -> Self:
        return cls(path, [fault])


class GameFileError(FaultsError):
    """A game file, or a strategy for a game, with faults."""


class NotCountedFileError(GameFileError):
    """A game file that reads well and says more than the engines count; `wagers` are those that are refused."""

    def __init__(self, path: str, faults: Sequence[str], wagers: Sequence[str] = ()) -> None:
        super().__init__(path, faults)
        self.wagers = tuple(wagers)


class LimitsError(FaultsError):
    """A limits file with faults."""


class TrustFileError(FaultsError):
    """A trust file with faults."""


class LockError(FileError):
    """A lock file that is missing, damaged, edited or not a lock file."""


class KeyFileError(FileError):
    """A key file that is missing, damaged, or of another kind."""


class ArgumentError(ExactOddsError, TypeError):
    """An argument of a function that is of the wrong kind."""


class SelectionError(ExactOddsError, ValueError):
    """A game, wager, paytable, option or value that does not exist."""


class ReportDocumentError(ExactOddsError, ValueError):
    """A report document that cannot be rendered; all of its faults, each with its place."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        super().__init__(f"the report document has {_listed(self.faults)}")


class DesignError(ExactOddsError, ValueError):
    """Ranges that are empty, too large or cannot be read."""


class KernelError(ExactOddsError, ImportError):
    """The compiled kernels are missing or older than their sources."""


class CountError(ExactOddsError, ArithmeticError):
    """A count that does not add up to the number of deals: never a warning."""


class UnsettledError(ExactOddsError, ValueError):
    """A round that no row of a wager settles."""

    def __init__(self, wager: str, bet: str) -> None:
        last = "let the last one have no test, such as { pays = -1 }"
        super().__init__(f"wagers.{wager}.settle.{bet}: no row passes at the end of some rounds; {last}")


class LongCountError(ExactOddsError, RuntimeError):
    """A long count that is not kept was needed where only short ones are made."""


class TooLargeError(ExactOddsError, MemoryError):
    """A count that would need more memory than it may use."""


class TooLongError(ExactOddsError, TimeoutError):
    """A count that would take too long; it says how long."""


class ClusterError(ExactOddsError, ConnectionError):
    """A cluster that cannot be reached, or whose workers cannot do our work."""


class ClusterPieceError(ClusterError):
    """A piece of a count from a cluster that is not what it should be: nothing from there can be believed."""


def _listed(faults: Sequence[str]) -> str:
    noun = "fault" if len(faults) == 1 else "faults"
    return f"{len(faults)} {noun}\n" + "\n".join(f"  {fault}" for fault in faults)
