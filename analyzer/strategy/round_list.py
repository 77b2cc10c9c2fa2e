"""How to play a round that no quicker engine counts: what is done with which hand, decision by decision."""

from __future__ import annotations

from analyzer.documents import JsonDict
from analyzer.engines.rounds.round import AnyRound
from analyzer.engines.rounds.tables import RoundTable, round_tables
from analyzer.game.model import Game, Paytable
from analyzer.game.plain import wager_digest
from analyzer.game.wagers.rounds import RoundWager
from analyzer.run.jobs import Run
from analyzer.run.store import kept_json
from analyzer.run.versions import program_files, sources_digest
from analyzer.strategy.contests import RULE_SOURCES, row_documents


def list_tables(game: Game, wager: RoundWager, paytable: Paytable, run: Run) -> list[JsonDict]:
    """The tables of the wager that is played for; they are counted once."""
    any_round = AnyRound(game, wager)
    setting = any_round.setting(paytable)
    named = {
        "wager": wager_digest(game, wager),
        "pays": [str(pay) for pay in setting.played.pays],
        "sources": sources_digest(program_files(RULE_SOURCES)),
    }

    def count() -> JsonDict:
        return {"tables": [_table(table) for table in round_tables(setting, run)]}

    tables: list[JsonDict] = kept_json(run.store, "round-tables", named, count)["tables"]
    return tables


def _table(table: RoundTable) -> JsonDict:
    before = [name for _, name in table.way]
    return {
        "decision": " or ".join(table.names) + (f" after {', '.join(before)}" if before else ""),
        "rows": row_documents(table.names, table.rows),
    }
