"""Files that nearly have the shape of a quick engine: what they say is counted, not what that shape would mean."""

from __future__ import annotations

import pytest

from analyzer.game.file import parse_game_file
from analyzer.run.jobs import Run
from analyzer.trust.refereed import compare_with_referee

HEAD = 'schema = "exactodds/game/2"\nid = "x"\nname = "X"\nrules_version = "1"\n'
FILES = {
    "both community cards of the first community game turned together": """
[deck]
ranks = "9-A"
suits = "ch"
[deal]
own = 5
com = 2
house = 5
[hands]
player = ["own", "com"]
dealer = ["house", "com"]
[[round]]
sees = "own"
choose.fold = { then = "fold" }
choose.play = { bet = 1 }
[[round]]
sees = "com"
choose.check = {}
choose.bet = { bet = 2 }
[wagers.base]
name = "Base"
bets = { ante = 1, bet = 0 }
compare = ["player", "dealer"]
""",
}


@pytest.mark.parametrize("case", FILES)
def test_what_the_file_says_is_counted(case: str) -> None:
    rules = parse_game_file((HEAD + FILES[case]).encode(), case).rules({})
    for wager in rules.wagers:
        _, differences = compare_with_referee(rules, wager.id, wager.paytables[0].id, Run(jobs=1))
        assert not differences
