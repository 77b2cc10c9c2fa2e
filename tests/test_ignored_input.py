"""What a game file says and nothing would count is refused: a key that is accepted and ignored is a wrong number."""

from __future__ import annotations

import pytest

from analyzer.errors import GameFileError
from tests.helpers import from_text

GAME = """
schema = "exactodds/game/1"
id = "small"
name = "Small"
rules_version = "1"
[source]
title = "None"
[deck]
ranks = "8-A"
[ranking]
joker = "none"
[deal]
player = 5
dealer = 5
[wagers.w]
kind = "play"
name = "W"
player = "player"
dealer = "dealer"
bets = [1]
unqualified = "compare"
overlap = "most"
qualify = { hand = "pair" }
[[wagers.w.lines]]
id = "black"
jokers = 0
[wagers.w.paytables.1]
black = 1
"""

IGNORED = {
    "joker": ('joker = "none"', 'joker = ""', "ranking.joker: '' is not known"),
    "wheel": ("[deal]", 'wheel = ""\n[deal]', "ranking.wheel: '' is not known"),
    "top hand": ("[deal]", 'top_hand = ""\n[deal]', "ranking.top_hand: '' is not known"),
    "dealer": ('dealer = "dealer"', 'dealer = ""', "wagers.w.dealer: '' is not known"),
    "unqualified": ('"compare"', '""', "wagers.w.unqualified: '' is not known"),
    "overlap": ('"most"', '""', "wagers.w.overlap: '' is not known"),
    "qualifying hand": ('{ hand = "pair" }', '{ hand = "" }', "wagers.w.qualify.hand: '' is not known"),
    "colour": ("jokers = 0", 'jokers = 0\ncolour = ""', "wagers.w.lines[1].colour: '' is not known"),
    "no hand": ("jokers = 0", "jokers = 0\nhand = []", "wagers.w.lines[1].hand: must name a hand"),
    "without no hand": ("jokers = 0", "jokers = 0\nwithout = []", "wagers.w.lines[1].without: must name a hand"),
    "ranks twice": ('"8-A"', '"8-A,8-A"', "deck.ranks: '8-A,8-A' names a rank twice"),
    "a rank in two ranges": ('"8-A"', '"8-K,Q-A"', "deck.ranks: '8-K,Q-A' names a rank twice"),
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
    assert any(note.startswith(fault) for note in refused.value.faults), refused.value.faults
