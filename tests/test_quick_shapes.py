"""Files that nearly have the shape of a quick engine: what they say is counted, not what that shape would mean."""

from __future__ import annotations

import pytest

from analyzer.errors import GameFileError
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
    "a card of the dealer that is seen, and nothing to decide": """
[deck]
ranks = "T-A"
suits = "ch"
[deal]
own = 3
up = 1
down = 2
[hands]
dealer = ["up", "down"]
[[round]]
sees = ["own", "up"]
[wagers.base]
name = "Base"
compare = ["own", "dealer"]
""",
    "a side wager on all that is seen, of which the main one tells parts apart": """
[deck]
ranks = "K,A"
suits = "cdhs"
[deal]
own = 3
board = 3
[[round]]
sees = ["own", "board"]
choose.fold = { then = "fold" }
choose.play = { play = 2 }
[wagers.base]
name = "Base"
bets = { ante = 1, play = 0 }
settle.play = [{ of = "board", at_least = "three-of-a-kind", pays = 2 }, { pays = -1 }]
settle.ante = [{ pays = 0 }]
[wagers.side]
name = "Side"
of = ["own", "board"]
settle.side = [{ chose = "fold", pays = -1 }, { pays = "paytable" }, { pays = -1 }]
pays = { full-house = 2, four-of-a-kind = 1 }
""",
}


def on_lines(test: str, deck: str, cards: int, uses: str = "best_ranked") -> str:
    """A wager on one line of the player's cards."""
    return (
        f'[deck]\n{deck}\n[deal]\nown = {cards}\n[wagers.w]\nname = "W"\nof = "own"\nuses = "{uses}"\n'
        f"lines.line = {test}\npays.line = 3\n"
    )


WITH_A_JOKER = 'jokers = 1\nwild = "Jk"'
# What one test of a list says of its own question is not said of the questions of the others.
LISTS = {
    "a low ace in one test": ('[{ high = "K" }, { high = "K", ace = "low" }]', 'ranks = "2,3,K,A"\nsuits = "cdh"', 3),
    "the rank of a set beside a hand": (
        '[{ hand = "two-pair" }, { groups = "2", ranks = "K" }]',
        f'ranks = "2,K,A"\nsuits = "cdh"\n{WITH_A_JOKER}',
        5,
    ),
    "the rank of a whole straight beside a value": (
        '[{ whole = "straight", ranks = "5" }, { at_least = "high-card" }]',
        f'ranks = "2-6,A"\nsuits = "cd"\n{WITH_A_JOKER}',
        4,
    ),
}
FILES |= {f"{case} of a list": on_lines(*line) for case, line in LISTS.items()}


@pytest.mark.parametrize("case", FILES)
def test_what_the_file_says_is_counted(case: str) -> None:
    rules = parse_game_file((HEAD + FILES[case]).encode(), case).rules({})
    for wager in rules.wagers:
        _, differences = compare_with_referee(rules, wager.id, wager.paytables[0].id, Run(jobs=1))
        assert not differences


@pytest.mark.parametrize(
    "test",
    [
        '[{ hand = "pair" }, { at_least = "flush" }]',
        '{ hand = "pair", any = [{ at_least = "flush" }, { groups = "3" }] }',
    ],
)
def test_with_pays_most_the_hand_is_asked_for_in_one_table(test: str) -> None:
    """Some cards must pass all of it, which no engine asks of two tests at once."""
    text = HEAD + on_lines(test, 'ranks = "2,9-K"\nsuits = "cd"', 7, "pays_most")
    with pytest.raises(GameFileError, match=r"wagers\.w\.lines\.line: .*with pays_most say it in one"):
        parse_game_file(text.encode(), "x")


@pytest.mark.parametrize(
    "test",
    [
        '[{ hand = "pair" }, { colour = "one" }]',
        '{ any = [{ hand = "flush" }, { hand = "pair" }] }',
        '{ hand = "flush", at_least = "flush K" }',
    ],
)
def test_with_pays_most_other_tests_may_stand_beside_it(test: str) -> None:
    text = HEAD + on_lines(test, 'ranks = "2,9-K"\nsuits = "cd"', 6, "pays_most")
    rules = parse_game_file(text.encode(), "x").rules({})
    assert not compare_with_referee(rules, "w", "1", Run(jobs=1))[1]
