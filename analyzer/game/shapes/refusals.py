"""Why a wager cannot be counted: kept with its place in the file, and told together with all others."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.game.sections import Faults


class NotCountedError(Exception):
    """A wager, or a part of it, that is of no shape that an engine counts."""

    def __init__(self, key: str, why: str) -> None:
        super().__init__(why)
        self.key = key
        self.why = why


@dataclass(frozen=True)
class Place:
    """Where a wager stands in the file, and where its faults are noted."""

    path: str
    faults: Faults

    def fault(self, key: str, why: str) -> None:
        self.faults.note(f"{self.path}.{key}" if key else self.path, why)


def require(condition: object, key: str, why: str) -> None:
    """Stop here unless the condition holds: without it nothing that follows has a meaning."""
    if not condition:
        raise NotCountedError(key, why)
