"""Which lines each final hand of five cards satisfies, for games without an opponent: events of `final_events`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.hand_table import HandTable
from analyzer.engines.hand_tests import line_sets
from analyzer.engines.kinds import kinds
from analyzer.game.model import Game
from analyzer.game.wagers.solo import SoloWager


def final_sets(game: Game, wager: SoloWager) -> tuple[NDArray[np.uint8], tuple[tuple[int, ...], ...]]:
    """The event of every five cards by colex index, and the lines that each event satisfies."""
    table = HandTable(game.pack)
    sets = line_sets(table, [line.test for line in wager.lines])
    by_lines = kinds(wager.id, range(len(wager.lines)), sets)
    return by_lines.of_hands, tuple(tuple(sorted(lines)) for lines in by_lines.passed)
