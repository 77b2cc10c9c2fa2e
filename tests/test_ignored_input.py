"""What a game file says and nothing would count is refused: a key that is accepted and ignored is a wrong number."""

from __future__ import annotations

import pytest

from analyzer.errors import GameFileError
from tests.helpers import from_text

GAME = """
schema = "exactodds/game/2"
id = "small"
name = "Small"
rules_version = "1"
[source]
title = "None"
[deck]
ranks = "8-A"
[deal]
player = 5
dealer = 5
[[round]]
sees = "player"
choose.fold = { then = "fold" }
choose.play = { play = 1 }
[wagers.w]
name = "W"
bets = { ante = 1, play = 0, bonus = "free" }
compare = ["player", "dealer"]
qualifies = "pair"
of = "player"
overlap = "most"
settle.play = [{ qualified = false, pays = 0 }]
settle.bonus = [{ pays = "paytable" }]
lines.black = { jokers = 0 }
pays.black = 1
"""

IGNORED = {
    "wild": ("[deal]", 'wild = ""\n[deal]', "deck.wild: '' is not"),
    "wheel": ("[deal]", 'wheel = ""\n[deal]', "deck.wheel: '' is not known"),
    "top hand": ("[deal]", 'top_hand = ""\n[deal]', "deck.top_hand: '' is not known"),
    "five wilds without wild cards": ("[deal]", "five_wilds = true\n[deal]", "deck.five_wilds: "),
    "dealer": ('["player", "dealer"]', '["player", ""]', "wagers.w.compare: '' is not a hand or a group"),
    "overlap": ('"most"', '""', "wagers.w.overlap: '' is not known"),
    "qualifying hand": ('"pair"', '""', "wagers.w.qualifies: "),
    "a qualifier for nothing": (
        "settle.play = [{ qualified = false, pays = 0 }]",
        "",
        "wagers.w.qualifies: changes nothing",
    ),
    "colour": ("jokers = 0", 'jokers = 0, colour = ""', "wagers.w.lines.black.colour: '' is not known"),
    "no hand": ("jokers = 0", "jokers = 0, hand = []", "wagers.w.lines.black.hand: must name a hand"),
    "without no hand": ("jokers = 0", "jokers = 0, without = []", "wagers.w.lines.black.without: must name a hand"),
    "ranks twice": ('"8-A"', '"8-A,8-A"', "deck.ranks: '8-A,8-A' names a rank twice"),
    "a rank in two ranges": ('"8-A"', '"8-K,Q-A"', "deck.ranks: '8-K,Q-A' names a rank twice"),
    "a bet that no choice makes": (
        "choose.play = { play = 1 }",
        "choose.play = {}",
        "wagers.w.bets.play: is 0 and stays so",
    ),
    "a group that nobody looks at": ("dealer = 5", "dealer = 5\nmore = 1", "deal.more: "),
    "a hand that nobody asks for": ("[[round]]", '[hands]\nboth = ["player", "dealer"]\n[[round]]', "hands.both: "),
    "two discards in a game of one": (
        "choose.fold",
        'exchange = { from = "player", discard = 1, draw = "dealer", makes = "final" }\nchoose.fold',
        "round[1].exchange: cannot stand beside choose",
    ),
    "an option for nothing": (
        "[deal]",
        '[options.o]\nvalues = ["1", "2"]\nmeaning = "None."\n[deal]',
        "options.o: is not used",
    ),
}


def test_the_game_itself_is_accepted() -> None:
    assert from_text(GAME).game().deck.size == 28


@pytest.mark.parametrize("what", IGNORED)
def test_it_is_refused(what: str) -> None:
    old, new, fault = IGNORED[what]
    assert GAME.count(old) == 1
    with pytest.raises(GameFileError) as refused:
        from_text(GAME.replace(old, new))
    assert any(fault in note for note in refused.value.faults), refused.value.faults
