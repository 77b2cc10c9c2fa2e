"""Faults of a wager that no other test meets: each is told at its place, with what would be right."""

from __future__ import annotations

import pytest

from analyzer.errors import GameFileError
from tests.helpers import from_text
from tests.test_ignored_input import GAME

FAULTS = {
    "a paytable's name": ("[wagers.w.paytables.1]", '[wagers.w.paytables.""]', "is not a name for a paytable"),
    "a seat's name": ("dealer = 5", 'dealer = 5\n"Big Seat" = 1', "is not a name for a seat; use lower case letters"),
    "several ranks qualify": ('{ hand = "pair" }', '{ hand = "pair", rank = "Q-A" }', "must be one rank: the lowest"),
    "two ways to say a hand": ("jokers = 0", 'hand = "pair"\nat_least = "pair"', "at_least: cannot stand beside hand"),
    "groups that ascend": ("jokers = 0", 'groups = "2+4"', 'must be set sizes, largest first, such as "4+2"'),
    "an id that is an option": ('id = "small"', 'id = "$which"', "cannot be an option: it names the game"),
}


@pytest.mark.parametrize("case", FAULTS)
def test_a_fault_is_told(case: str) -> None:
    old, new, message = FAULTS[case]
    with pytest.raises(GameFileError) as caught:
        from_text(GAME.replace('overlap = "most"\n', "").replace(old, new, 1)).game()
    assert message in str(caught.value)


def test_without_the_fault_the_file_is_read() -> None:
    assert from_text(GAME.replace('overlap = "most"\n', "")).game().wagers
