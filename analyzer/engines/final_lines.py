"""Which lines each final hand of five cards satisfies, for games without an opponent: events of `final_events`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.hand_table import HandTable
from analyzer.engines.hand_tests import line_sets
from analyzer.engines.kinds import kinds
from analyzer.game.model import Game, SoloWager


def final_sets(game: Game, wager: SoloWager) -> tuple[NDArray[np.uint8], tuple[tuple[int, ...], ...]]:
    """The event of every five cards by colex index, and the lines that each event satisfies."""
    table = HandTable(game.pack)
    passed = line_sets(table, [line.test for line in wager.lines])
    answers = ((line, (passed >> np.uint32(line) & 1).astype(np.bool_)) for line in range(len(wager.lines)))
    told = kinds(wager.id, len(passed), answers)
    sets = tuple(tuple(sorted(lines)) for lines in told.passed)
    order = sorted(range(len(sets)), key=lambda event: sum(1 << line for line in sets[event]))
    renumbered = np.argsort(order).astype(np.uint8)
    return renumbered[told.of_hands], tuple(sets[event] for event in order)
