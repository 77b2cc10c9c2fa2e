"""Tables of the decisions of contests: they count what the analysis counts, and say it in words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from typing import Any

import pytest

from analyzer.cli.screens.strategy import played_report
from analyzer.engines.contest.tables import decided_tables
from analyzer.errors import GameFileError
from analyzer.game.file import parse_game_file
from analyzer.game.model import Game
from analyzer.pricing.played_contest import PlayedContest
from analyzer.run.jobs import Run
from analyzer.strategy.played_lists import list_document
from tests.fuzzed_contest import contest_text
from tests.language import changed

RUN = Run(jobs=1)


def readable(kind: str, number: int) -> Iterator[Game]:
    """So many of the random files that say something."""
    for seed in range(10 * number):
        with suppress(GameFileError):
            yield parse_game_file(contest_text(kind, seed).encode(), "game.toml").game()
            number -= 1
            if not number:
                return


@pytest.mark.parametrize("kind", ["duel", "board"])
def test_rows_add_up_to_what_is_reached(kind: str) -> None:
    listed = 0
    for game in readable(kind, 12):
        wager: Any = game.wagers[0]
        counted = PlayedContest(game, wager, RUN)
        solved = counted.solved(wager.paytables[0])
        tables: Any = decided_tables(counted.contest.player(wager.paytables[0], RUN))
        for table in tables:
            made = [sum(counts) for counts in zip(*(row.counts for row in table.rows), strict=True)]
            reached = solved.reached[table.path]
            assert [Fraction(one, table.total) for one in made] == [Fraction(one, sum(reached)) for one in reached]
            assert all(sum(row.counts) for row in table.rows)
            assert len({row.seen for row in table.rows}) == len(table.rows)
            listed += 1
    assert listed > 8


def small(game: str, ranks: str, suits: str) -> Game:
    text = changed(game, ("\n[deal]", f'\n[deck]\nranks = "{ranks}"\nsuits = "{suits}"\n\n[deal]'))
    return parse_game_file(text.encode(), "game.toml").game()


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("caribbean-stud", ["fold or raise", "royal flush A"]),
        ("ultimate-texas-holdem", ["check or play-3 or play-4", "A with ", "check or play-2 after check"]),
    ],
)
def test_a_list_says_what_is_done_with_what_is_seen(game: str, told: list[str]) -> None:
    chosen = small(game, "9-A", "cd")
    wager: Any = chosen.wagers[0]
    document = list_document(chosen, wager, wager.paytables[0], RUN, None)
    text = str(document["tables"])
    assert all(words in text for words in told)
    for table in document["tables"]:
        assert sum(Fraction(row["frequency"]) for row in table["rows"]) == 1
        assert all(sum(map(Fraction, row["choices"].values())) == 1 for row in table["rows"])
    assert played_report(document)
