"""Why a wager cannot be counted: kept with its place in the file, and told together with all others."""

from __future__ import annotations


class NotCountedError(Exception):
    """A wager, or a part of it, that is of no shape that an engine counts."""

    def __init__(self, key: str, why: str) -> None:
        super().__init__(why)
        self.key = key
        self.why = why


def require(condition: object, key: str, why: str) -> None:
    """Stop here unless the condition holds: without it nothing that follows has a meaning."""
    if not condition:
        raise NotCountedError(key, why)
