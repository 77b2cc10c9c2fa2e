"""What was counted, in a form that digests are made of: names of lines instead of their places."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from analyzer.engines.tally import LineCounts
from analyzer.game.model import Game, Wager
from analyzer.game.wagers.solo import SoloWager


def named_counts(wager: Wager, counts: LineCounts) -> Any:
    lines = wager.line_ids
    rows = [
        [sorted(lines[line] for line in satisfied), taxed, str(count)]
        for (satisfied, taxed), count in counts.counts.items()
    ]
    return [str(counts.deals), sorted(rows)]


def final_hands(game: Game, wager: SoloWager) -> Iterator[Any]:
    """The lines that final hands satisfy: what a game without an opponent depends on."""
    from analyzer.engines.final_lines import final_sets

    events, line_sets = final_sets(game, wager)
    yield [[wager.line_ids[line] for line in lines] for lines in line_sets]
    yield events.tobytes()
