"""The best play of any wager with decisions, as the document that its kind makes of it."""

from __future__ import annotations

from analyzer.documents import JsonDict
from analyzer.game.model import Game
from analyzer.pricing.analysis import select_paytables, select_wagers
from analyzer.run.jobs import Run
from analyzer.strategy.api import decided_stages
from analyzer.strategy.house_way import house_way_cost
from analyzer.strategy.kinds import is_set_by_player
from analyzer.strategy.optimal import optimal_document
from analyzer.strategy.played_lists import list_document, played_decision


def best_play_document(game: Game, wager: str | None, paytable: str | None, run: Run) -> JsonDict:
    """What `exactodds strategy` prints as JSON when it is given a game and nothing else."""
    first = next((one for one in select_wagers(game, wager) if one.has_decisions), None)
    if first is not None and is_set_by_player(first):
        return house_way_cost(game, first, run, paytable)
    played = played_decision(game, wager)
    if played is not None:
        return list_document(game, played, select_paytables(played, paytable)[0], run, None)
    return optimal_document(decided_stages(game, wager, paytable, run))
