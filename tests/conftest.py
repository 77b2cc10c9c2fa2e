"""What every test may use: a private cache, and each shipped game analysed once; and a budget of seconds."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

from analyzer.documents import JsonDict
from analyzer.game.library import load_game
from analyzer.game.wagers.lines import JokersWager, LinesWager
from analyzer.pricing.analysis import analyze
from analyzer.run.jobs import Run
from analyzer.run.store import Store
from tests.budget import Budget

# The same examples on every machine, and no clock: a slow machine is not a failure.
settings.register_profile("exactodds", deadline=None, max_examples=60, derandomize=True)
settings.load_profile("exactodds")

PAYTABLE_WAGERS = (LinesWager, JokersWager)
Analyzed = Callable[..., JsonDict]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--budget", type=float, metavar="SECONDS", help="only the quickest tests, this long together")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Budget(config))


@pytest.fixture(autouse=True)
def private_cache(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """No test reads or writes the cache of the person who runs it."""
    monkeypatch.setenv("EXACTODDS_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


@pytest.fixture(scope="session")
def analyzed(tmp_path_factory: pytest.TempPathFactory) -> Analyzed:
    """The paytable wagers of a shipped game as one document: analyzed("wild-52", top_hand="royal").

    Wagers with decisions take much longer to count and have tests of their own.
    """
    run = Run(store=Store(Path(tmp_path_factory.getbasetemp()) / "analyzed"))

    @cache
    def document(game: str, options: tuple[tuple[str, str], ...]) -> JsonDict:
        file = load_game(game)
        ids = [wager.id for wager in file.game(dict(options)).wagers if isinstance(wager, PAYTABLE_WAGERS)]
        documents = [analyze(file, dict(options), wager, run=run).document() for wager in ids]
        lists = {key: [item for one in documents for item in one[key]] for key in ("wagers", "player_advantage")}
        return documents[0] | lists

    return lambda game, **options: document(game, tuple(sorted(options.items())))
