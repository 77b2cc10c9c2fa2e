"""Outcomes are called what the file calls their lines, whatever counts the wager; their ids stay."""

from __future__ import annotations

from fractions import Fraction

import pytest

from analyzer.game.pay import Pay
from analyzer.pricing.analysis import analyze
from analyzer.pricing.paths import title_of
from analyzer.report.subject import line_names
from analyzer.run.jobs import Run
from tests.helpers import from_text, on_deck, shipped_text

RUN = Run(jobs=1)
HEAD = """
schema = "exactodds/game/2"
id = "named"
name = "Named"
rules_version = "1"

[deck]
ranks = "T-A"
suits = "cdh"

"""
LINE = """
[wagers.main.pays]
flush = 2
envy = 1

[wagers.main.lines.envy]
name = "Dealer shows A or better"
of = "up"
high = "A"
"""
ROWS = """
[deal]
own = 3
up = 1

[wagers.main]
name = "Main"
bets = { bet = 1 }
of = "own"
settle.bet = [{ pays = "paytable" }, { of = "up", high = "K", pays = 0 }, { pays = -1 }]
"""
CONTEST = """
[deal]
own = 3
up = 1
down = 2

[hands]
house = ["up", "down"]

[[round]]
sees = ["own", "up"]
choose.fold = { then = "fold" }
choose.call = { call = 1 }

[wagers.main]
name = "Main"
bets = { ante = 1, call = 0, extra = "free" }
compare = ["own", "house"]
of = "own"
settle.extra = [{ pays = "paytable" }]
"""
EXCHANGE = """
[deal]
own = 3
draw = 1
up = 1

[[round]]
sees = ["own", "up"]
exchange = { from = "own", discard = "0-1", draw = "draw", makes = "final", cost = { bet = [0, "1/2"] } }

[wagers.main]
name = "Main"
bets = { bet = 1 }
of = "final"
settle.bet = [{ pays = "paytable" }, { pays = -1 }]
"""


@pytest.mark.parametrize(
    ("rules", "ids", "titles"),
    [
        (ROWS, {"envy"}, {"Dealer shows A or better"}),
        (CONTEST, {"win/envy", "loss/envy"}, {"Win, dealer shows A or better", "Loss, dealer shows A or better"}),
        (EXCHANGE, {"discard/envy"}, {"Discard, dealer shows A or better"}),
    ],
)
def test_an_outcome_is_called_what_its_line_is(rules: str, ids: set[str], titles: set[str]) -> None:
    (result,) = analyze(from_text(HEAD + rules + LINE), run=RUN).wagers
    named = {outcome.name: outcome.details["title"] for outcome in result.outcomes}
    assert ids <= set(named)
    assert titles <= set(named.values())
    flushes = {title for name, title in named.items() if name.endswith("flush")}
    assert flushes
    assert all(title.lower().endswith("flush") for title in flushes)


def test_a_push_by_a_named_line() -> None:
    text = on_deck(shipped_text("pai-gow-wrangler-outlaw"), "8-A", "cd")
    line = "[wagers.wrangler-push.lines.push-with-a-pair-of-threes-or-higher]\n"
    assert line in text
    file = from_text(text.replace(line, f'{line}name = "A pair in front"\n'))
    (result,) = analyze(file, wager="wrangler-push", run=RUN).wagers
    assert [outcome.details["title"] for outcome in result.outcomes] == ["A pair in front", "Push", "Lose"]
    assert result.outcomes[0].net == Pay(Fraction(2))
    (wager,) = (one for one in file.game().wagers if one.id == "wrangler-push")
    assert line_names(wager) == {result.outcomes[0].name: "A pair in front", "push": "Push"}


def test_names_that_the_file_does_not_give() -> None:
    assert title_of("play-4/win/straight-flush", ()) == "Play 4, win, straight flush"


def test_what_comes_to_nothing_is_not_called_a_loss() -> None:
    (result,) = analyze(from_text(HEAD + ROWS + LINE), run=RUN).wagers
    named = {(outcome.name, outcome.net.amount): outcome.details["title"] for outcome in result.outcomes}
    assert named["lose", Fraction(0)] == "Push"
    assert named["lose", Fraction(-1)] == "Lose"
