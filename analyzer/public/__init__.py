"""exactodds: the exact worth of casino card games.

>>> import exactodds
>>> result = exactodds.analyze("three-card-poker-6-card-bonus", wager="pair-plus")
>>> result["pair-plus"].house_edge
Fraction(547, 5525)

The functions are load, games, analyze, hand, best_play, strategy, formula, whatif, design, check, simulate, prove and
report; each has examples in its help. docs/python.md shows them at work.
"""

from typing import TYPE_CHECKING, Any

from analyzer import __version__

if TYPE_CHECKING:
    from analyzer.api import (
        BestPlay,
        Change,
        Check,
        Designs,
        ExactOddsError,
        Formula,
        Game,
        Games,
        Hand,
        Outcome,
        Proof,
        Report,
        Result,
        Simulation,
        Strategy,
        WagerResult,
        analyze,
        best_play,
        check,
        design,
        formula,
        games,
        hand,
        load,
        prove,
        report,
        simulate,
        strategy,
        whatif,
    )

__all__ = [
    "BestPlay",
    "Change",
    "Check",
    "Designs",
    "ExactOddsError",
    "Formula",
    "Game",
    "Games",
    "Hand",
    "Outcome",
    "Proof",
    "Report",
    "Result",
    "Simulation",
    "Strategy",
    "WagerResult",
    "__version__",
    "analyze",
    "best_play",
    "check",
    "design",
    "formula",
    "games",
    "hand",
    "load",
    "prove",
    "report",
    "simulate",
    "strategy",
    "whatif",
]


def __getattr__(name: str) -> Any:
    """The functions are loaded when they are first used: an import costs nothing."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from analyzer import api

    return getattr(api, name)


def __dir__() -> list[str]:
    """What tab completion shows, before anything was loaded too."""
    return sorted(__all__)
