"""The program as a library: typed functions without side effects, for notebooks and other programs.

Nothing is printed and nothing is written unless a cache folder is given; the same arguments give the same result.

>>> import exactodds
>>> game = exactodds.load("three-card-poker-6-card-bonus")
>>> result = exactodds.analyze(game, wager="pair-plus")
>>> result.wagers[0].deals
22100
>>> print(-result.wagers[0].ev)
547/5525
>>> answer = exactodds.hand(game, "Qs 6d 4c")
>>> [choice.action for choice in answer.choices]
['play', 'fold']
>>> print(exactodds.strategy(game).cost)
0
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from analyzer.game.file import GameFile
    from analyzer.pricing.results import GameResult
    from analyzer.run.jobs import Run
    from analyzer.strategy.api import StrategyResult
    from analyzer.strategy.one_hand import HandAnswer


def load(game: str | Path) -> GameFile:
    """A game by its id, or by the path of its file. Faults in the file are a GameFileError that lists them all."""
    from analyzer.game.library import load_game

    return load_game(str(game))


def analyze(
    game: GameFile | str | Path,
    *,
    wager: str | None = None,
    paytable: str | None = None,
    options: Mapping[str, str] | None = None,
    jobs: int | None = None,
    cache: Path | str | None = None,
) -> GameResult:
    """Every wager and paytable of a game, or those asked for, under the chosen options.

    `cache` is a folder in which counts are kept between calls; without one every call counts anew. In a notebook the
    result shows itself as a table; `result.document()` is the JSON document of the command line.
    """
    from analyzer.pricing.analysis import analyze as analyze_file

    return analyze_file(_loaded(game), options, wager, paytable, _run(jobs, cache))


def hand(
    game: GameFile | str | Path,
    cards: str,
    *,
    board: str = "",
    sees: str = "",
    wager: str | None = None,
    paytable: str | None = None,
    options: Mapping[str, str] | None = None,
    jobs: int | None = None,
    cache: Path | str | None = None,
) -> HandAnswer:
    """Every choice with one hand, best first, each with its exact value."""
    from analyzer.strategy.one_hand import hand_choices

    return hand_choices(_loaded(game), cards, board, options, wager, paytable, _run(jobs, cache), sees)


def strategy(
    game: GameFile | str | Path,
    *,
    rules: str | Path = "card",
    simple: int | None = None,
    wager: str | None = None,
    paytable: str | None = None,
    options: Mapping[str, str] | None = None,
    jobs: int | None = None,
    cache: Path | str | None = None,
) -> StrategyResult:
    """What a list of rules is worth, exactly: a file, a shipped or a named list, or with `simple` one to be found."""
    from analyzer.strategy.api import strategy as evaluate

    return evaluate(
        _loaded(game),
        wager=wager,
        paytable=paytable,
        rules=rules,
        simple=simple,
        options=options,
        run=_run(jobs, cache),
    )


def _loaded(game: GameFile | str | Path) -> GameFile:
    return load(game) if isinstance(game, str | Path) else game


def _run(jobs: int | None, cache: Path | str | None) -> Run:
    from analyzer.run.jobs import Run, available_cores
    from analyzer.run.store import Store

    return Run(jobs or available_cores(), Store(None if cache is None else Path(cache)))
