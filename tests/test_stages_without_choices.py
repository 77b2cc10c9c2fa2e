"""Cards that are shown one after the other with no decision between: deals and choices as the language has them.

An engine deals such cards together. The language tells their groups apart by the stage at which they are seen, and the
names of repeated choices carry the number of the stage in the file.
"""

from __future__ import annotations

import pytest

from analyzer.game.wagers.contest import ContestWager
from analyzer.game.wagers.solo import RevealWager, SeenRevealWager
from analyzer.pricing.analysis import analyze_wager
from analyzer.pricing.kinds.registry import kind_of
from analyzer.run.jobs import Run
from analyzer.trust.refereed import compare_with_referee
from tests.helpers import from_text

HEAD = """
schema = "exactodds/game/2"
id = "steps"
name = "Steps"
rules_version = "1"
"""
SHOWDOWN = """
[wagers.w]
name = "W"
bets = { ante = 1, play = 0 }
compare = ["players-hand", "dealers-hand"]
"""
PAID = """
[wagers.w]
name = "W"
bets = { bet1 = 1, bet2 = 1 }
of = "whole"
pays.flush = 5
pays.straight = 4
pays.two-pair = 2
pays.pair = 1
"""
OWN_IN_STEPS = (
    HEAD
    + """[deck]
ranks = "9-A"
suits = "cd"
[deal]
a = 1
b = 2
dealer = 3
[hands]
players-hand = { of = ["a", "b"], best = 3 }
dealers-hand = { of = "dealer", best = 3 }
[[round]]
sees = "a"
[[round]]
sees = "b"
choose.fold = { then = "fold" }
choose.play = { play = 1 }
"""
    + SHOWDOWN
)
UP_IN_STEPS = (
    HEAD
    + """[deck]
ranks = "9-A"
suits = "cd"
[deal]
own = 3
up1 = 1
up2 = 1
down = 1
[hands]
players-hand = { of = "own", best = 3 }
dealers-hand = { of = ["up1", "up2", "down"], best = 3 }
[[round]]
sees = "up1"
[[round]]
sees = ["own", "up2"]
choose.fold = { then = "fold" }
choose.play = { play = 1 }
"""
    + SHOWDOWN
)
COMMUNITY_IN_STEPS = (
    HEAD
    + """[deck]
ranks = "T-A"
suits = "cd"
[deal]
own = 2
f1 = 1
f2 = 1
f3 = 1
dealer = 2
[hands]
players-hand = ["own", "f1", "f2", "f3"]
dealers-hand = ["dealer", "f1", "f2", "f3"]
[[round]]
sees = "own"
choose.check = { }
choose.bet = { play = 2 }
[[round]]
sees = "f1"
[[round]]
sees = "f2"
choose.fold = { then = "fold" }
choose.play = { play = 1 }
[[round]]
sees = "f3"
"""
    + SHOWDOWN
)
REVEALED_IN_STEPS = (
    HEAD
    + """[deck]
ranks = "9-A"
suits = "cd"
[deal]
a = 1
b = 2
c = 1
d = 1
[hands]
whole = ["a", "b", "c", "d"]
[[round]]
sees = "a"
[[round]]
sees = "b"
choose.pull = { bet1 = 0 }
choose.ride = { }
[[round]]
sees = "c"
choose.pull = { bet2 = 0 }
choose.ride = { }
"""
    + PAID
)
TURNED_AFTER_THE_LAST_DECISION = (
    HEAD
    + """[deck]
ranks = "9-A"
suits = "cd"
[deal]
a = 3
x = 1
y = 1
[hands]
whole = ["a", "x", "y"]
[[round]]
sees = "a"
choose.pull = { bet1 = 0 }
choose.ride = { }
[[round]]
sees = "x"
[[round]]
sees = "y"
"""
    + PAID
)
OTHERS_SHOWN_TOGETHER = (
    HEAD
    + """[deck]
ranks = "J-A"
suits = "cd"
[deal]
a = 1
b = 2
c = 1
d = 1
x = 1
y = 1
[hands]
whole = ["a", "b", "c", "d"]
[[round]]
sees = "a"
[[round]]
sees = ["b", "x", "y"]
choose.pull = { bet1 = 0 }
choose.ride = { }
[[round]]
sees = "c"
choose.pull = { bet2 = 0 }
choose.ride = { }
"""
    + PAID
)


def splits_of(text: str) -> tuple[str, int]:
    (wager,) = from_text(text).game().wagers
    assert isinstance(wager, ContestWager | RevealWager | SeenRevealWager)
    return type(wager).__name__, wager.splits


@pytest.mark.parametrize(
    ("text", "kind", "splits"),
    [
        (OWN_IN_STEPS, "ContestWager", 3),
        (UP_IN_STEPS, "ContestWager", 2),
        (COMMUNITY_IN_STEPS, "ContestWager", 2),
        (REVEALED_IN_STEPS, "RevealWager", 3),
        (TURNED_AFTER_THE_LAST_DECISION, "RevealWager", 2),
        (OTHERS_SHOWN_TOGETHER, "SeenRevealWager", 3),
    ],
)
def test_cards_shown_in_steps_are_counted_as_the_referee_deals_them(text: str, kind: str, splits: int) -> None:
    assert splits_of(text) == (kind, splits)
    deals, differences = compare_with_referee(from_text(text).rules(), "w", "1", Run(jobs=1))
    assert deals
    assert not differences


def test_deals_that_are_not_split_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sabotage: the deals of the engine as they are."""
    monkeypatch.setattr("analyzer.game.shapes.contest.splits", lambda *_: 1)
    _, differences = compare_with_referee(from_text(OWN_IN_STEPS).rules(), "w", "1", Run(jobs=1))
    assert any(difference.startswith("deals") for difference in differences)


@pytest.mark.parametrize("text", [OWN_IN_STEPS, REVEALED_IN_STEPS])
def test_a_formula_has_the_deals_of_the_result(text: str) -> None:
    game = from_text(text).game()
    (wager,) = game.wagers
    (paytable,) = wager.paytables
    (result,) = analyze_wager(game, wager, [paytable], Run(jobs=1))
    terms = kind_of(wager).plays(game, wager, Run(jobs=1)).best(paytable).terms
    assert terms.deals == result.deals
