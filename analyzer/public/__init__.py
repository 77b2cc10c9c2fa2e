"""exactodds: the exact worth of casino card games.

>>> import exactodds
>>> game = exactodds.load("three-card-poker-6-card-bonus")
>>> result = exactodds.analyze(game, wager="pair-plus")
>>> print(-result.wagers[0].ev)
547/5525

The functions are load, analyze, hand and strategy; analyzer/api.py explains each.
"""

from typing import TYPE_CHECKING, Any

from analyzer import __version__

if TYPE_CHECKING:
    from analyzer.api import analyze, hand, load, strategy

__all__ = ["__version__", "analyze", "hand", "load", "strategy"]


def __getattr__(name: str) -> Any:
    """The functions are loaded when they are first used: an import costs nothing."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from analyzer import api

    return getattr(api, name)


def __dir__() -> list[str]:
    """What tab completion shows, before anything was loaded too."""
    return sorted(__all__)
