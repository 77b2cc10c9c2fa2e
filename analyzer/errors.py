"""Every error that the program raises on purpose.

Each inherits the builtin that a caller would expect, and its message says what is wrong, where, and what
would be right. The command line prints the message alone; exit codes are mapped there.
"""

from __future__ import annotations

from collections.abc import Sequence


class ExactOddsError(Exception):
    """Base of all errors below."""


class CardError(ExactOddsError, ValueError):
    """A card or a hand that cannot be read, or that the deck does not have."""


class GameFileError(ExactOddsError, ValueError):
    """A game file with faults; all of them, each with its place."""

    def __init__(self, path: str, faults: Sequence[str]) -> None:
        self.path = path
        self.faults = tuple(faults)
        noun = "fault" if len(self.faults) == 1 else "faults"
        lines = "\n".join(f"  {fault}" for fault in self.faults)
        super().__init__(f"{path}: {len(self.faults)} {noun}\n{lines}")


class SelectionError(ExactOddsError, ValueError):
    """A game, wager, paytable, option or value that does not exist."""


class ReportDocumentError(ExactOddsError, ValueError):
    """A report document that cannot be rendered; all of its faults, each with its place."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        noun = "fault" if len(self.faults) == 1 else "faults"
        lines = "\n".join(f"  {fault}" for fault in self.faults)
        super().__init__(f"the report document has {len(self.faults)} {noun}\n{lines}")


class KernelError(ExactOddsError, ImportError):
    """The compiled kernels are missing or older than their sources."""


class CountError(ExactOddsError, ArithmeticError):
    """A count that does not add up to the number of deals: never a warning."""


class TooLargeError(ExactOddsError, MemoryError):
    """A count that would need more memory than it may use."""


class ClusterError(ExactOddsError, ConnectionError):
    """A cluster that cannot be reached, or whose workers cannot do our work."""
