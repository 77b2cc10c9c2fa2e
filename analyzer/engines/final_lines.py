"""Which lines each final hand of five cards satisfies, for games without an opponent: events of `final_events`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.hand_table import HandTable
from analyzer.cards.wild import WildDeck
from analyzer.engines.final_events import MAX_EVENTS
from analyzer.engines.hand_tests import line_sets
from analyzer.errors import TooLargeError
from analyzer.game.model import Game, SoloWager


def final_sets(game: Game, wager: SoloWager) -> tuple[NDArray[np.uint8], tuple[tuple[int, ...], ...]]:
    """The event of every five cards by colex index, and the lines that each event satisfies."""
    table = HandTable(WildDeck.ranked(game.deck, game.ranking, wager.wild_ranks))
    kinds, events = np.unique(line_sets(table, [line.test for line in wager.lines]), return_inverse=True)
    if len(kinds) > MAX_EVENTS:
        raise TooLargeError(f"{wager.id} tells {len(kinds)} kinds of hands apart; up to {MAX_EVENTS} are counted")
    sets = tuple(tuple(line for line in range(len(wager.lines)) if int(mask) >> line & 1) for mask in kinds)
    return events.astype(np.uint8), sets
