"""exactodds: the exact worth of casino card games.

The functions for notebooks and other programs are load, analyze, hand and strategy; see analyzer.api.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from analyzer.api import analyze, hand, load, strategy

__version__ = "0.1.0"
__all__ = ["__version__", "analyze", "hand", "load", "strategy"]


def __getattr__(name: str) -> Any:
    """The functions are loaded when they are first used: `exactodds --help` needs none of them."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from analyzer import api

    return getattr(api, name)
