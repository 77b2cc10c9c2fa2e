"""How to play against a dealer: what is done by what is seen, how often each choice is made, the closest decisions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from analyzer.documents import JsonDict
from analyzer.engines.bets import Bets
from analyzer.engines.contest.rounds import Contest
from analyzer.engines.contest.tables import DecidedTable, decided_tables
from analyzer.engines.decided import DecidedRow
from analyzer.game.model import Game, Paytable
from analyzer.game.plain import wager_digest
from analyzer.game.wagers.contest import ContestWager
from analyzer.numbers import percent_text
from analyzer.run.jobs import Run
from analyzer.run.store import kept_json
from analyzer.run.versions import program_files, sources_digest

SCHEMA = "exactodds/contest-list/1"
# What decides rules and their words beside the counts.
RULE_SOURCES = ("game", "pricing", "strategy", "numbers.py")


@dataclass(frozen=True)
class ContestList:
    """Exact tables of the decisions before all cards are seen; `choices` and `closest` are those of the analysis."""

    game: Game
    wager: ContestWager
    paytable: Paytable
    run: Run

    def tables(self) -> list[JsonDict]:
        contest = Contest(self.game, self.wager)
        bets = contest.bets(self.paytable)
        return [self._table(bets, table) for table in decided_tables(contest.player(self.paytable, self.run))]

    def _table(self, bets: Bets, table: DecidedTable) -> JsonDict:
        names = [choice.name for choice in bets.stages[len(table.path)]]
        made = [bets.stages[stage][choice].name for stage, choice in enumerate(table.path)]
        return {
            "decision": f"{' or '.join(names)}" + (f" after {', '.join(made)}" if made else ""),
            "rows": row_documents(names, table.rows),
        }


def board_rules(game: Game, wager: ContestWager, paytable: Paytable, run: Run, number: int) -> JsonDict | None:
    """Rules for decisions over community cards, at most that many for each; None where no such rules are made."""
    if wager.community is None or not wager.has_decisions:
        return None
    from analyzer.strategy.boards import BoardRules

    rules = BoardRules(game, wager, paytable, run, number)
    if not rules.is_made:
        return None
    named = {
        "wager": wager_digest(game, wager),
        "pays": [str(pay) for pay in paytable.pays],
        "number": number,
        "sources": sources_digest(program_files(RULE_SOURCES)),
    }
    document: JsonDict = kept_json(run.store, "board-rules", named, rules.document)
    return document


def row_documents(names: Sequence[str], rows: Sequence[DecidedRow]) -> list[JsonDict]:
    total = sum(sum(row.counts) for row in rows)
    return [
        {
            "seen": row.seen,
            "do": done_with(names, row),
            "frequency": str(Fraction(sum(row.counts), total)),
            "choices": {
                name: str(Fraction(count, sum(row.counts)))
                for name, count in zip(names, row.counts, strict=True)
                if count
            },
        }
        for row in rows
    ]


def done_with(names: Sequence[str], row: DecidedRow) -> str:
    """
    >>> done_with(["fold", "bet"], DecidedRow("a pair", (0, 5))), done_with(["fold", "bet"], DecidedRow("A", (1, 3)))
    ('bet', 'bet 75.00 %, fold 25.00 %')
    """
    total = sum(row.counts)
    made = sorted(((count, name) for name, count in zip(names, row.counts, strict=True) if count), reverse=True)
    if len(made) == 1:
        return made[0][1]
    return ", ".join(f"{name} {percent_text(Fraction(count, total), 2)}" for count, name in made)
