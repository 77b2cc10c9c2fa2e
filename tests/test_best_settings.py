"""The best settings do not depend on the order in which their pieces come."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from analyzer.engines.two_hands.best_settings import BestSettings, best_settings
from analyzer.engines.two_hands.set_hands import set_hands
from analyzer.game.library import load_game
from analyzer.run.entries import Arrays
from analyzer.run.jobs import Run
from analyzer.run.store import Chunks
from tests.reduced import reduced_game_file

GAME = "pai-gow-wrangler-outlaw"
DECKS = [("2-6,K-A", "cs", 1), ("2-5,A", "cdh", 1), ("8-A", "cd", 1), pytest.param(None, marks=pytest.mark.long)]


class Backwards(Run):
    """Pieces one after the other, the last one first."""

    def chunks(
        self,
        what: str,
        kept: Chunks,
        work: Callable[..., Arrays],
        pieces: Sequence[tuple[int, ...]],
        use: Callable[[int, Arrays], None],
        **options: Any,
    ) -> None:
        for number in reversed(range(len(pieces))):
            use(number, work(*pieces[number]))


@pytest.mark.parametrize("deck", DECKS)
def test_pieces_in_any_order(deck: tuple[str, str, int] | None) -> None:
    game = (load_game(GAME) if deck is None else reduced_game_file(GAME, *deck)).game()
    way = next(iter(game.house_ways.values()))
    hands = set_hands(game.deck, game.ranking, way)

    def best(run: Run) -> BestSettings:
        return best_settings(hands, run=run)

    forwards = best(Run(jobs=1))
    assert best(Backwards(jobs=1)) == forwards
    assert any(row.example for row in forwards.rows)
