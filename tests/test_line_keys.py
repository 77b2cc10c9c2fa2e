"""Every key that wagers of kind "lines" and "jokers" accept is read: another value changes the result or is refused."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from analyzer.errors import ExactOddsError
from analyzer.game.file import GameFile
from analyzer.game.sections import Section
from analyzer.pricing.analysis import analyze
from analyzer.run.jobs import Run
from tests.helpers import from_text

HEAD = """
schema = "exactodds/game/1"
id = "keys"
name = "Keys"
rules_version = "1"
[source]
title = "none"
[deck]
ranks = "8-A"
suits = "cdh"
jokers = 1
[ranking]
joker = "wild"
[deal]
player = 5
draw = 2
[wagers.w]
"""

LINES = """
kind = "lines"
name = "W"
source = "page 1"
unit = "units"
cards = ["player", "draw"]
hand_size = 5
uses = "pays_most"
overlap = "most"
limits = { minimum = 1, maximum = 10 }
[wagers.w.meter]
bet = 5
prizes = "for_one"
contribution = "1/10"
seed = 1000
[[wagers.w.lines]]
id = "first"
name = "First"
source = "page 2"
hand = "full-house"
ranks = "K"
natural = true
jokers = 0
[[wagers.w.lines]]
id = "second"
groups = "3+2"
high = "A"
without = "four-of-a-kind"
[[wagers.w.lines]]
id = "third"
whole = "straight"
colour = "one"
[[wagers.w.lines]]
id = "fourth"
hand = "royal-flush"
beside = "A"
[[wagers.w.lines]]
id = "fifth"
at_least = "straight"
[wagers.w.paytables.1]
first = "J/10"
second = "J/10"
third = "J/1000"
fourth = "J"
fifth = "J/10000"
"""

TAXED = """
kind = "lines"
name = "W"
cards = ["player", "draw"]
[[wagers.w.lines]]
id = "first"
hand = "full-house"
[[wagers.w.tax.lines]]
id = "low"
hand = "pair"
tax = 3
[wagers.w.paytables.1]
first = 7
"""

JOKERS = """
kind = "jokers"
name = "W"
source = "page 1"
unit = "units"
cards = ["player", "draw"]
overlap = "most"
limits = { minimum = 1, maximum = 10 }
[[wagers.w.lines]]
id = "first"
name = "First"
source = "page 2"
jokers = { player = 0 }
[[wagers.w.lines]]
id = "second"
jokers = { player = 0, draw = 1 }
[wagers.w.paytables.1]
first = 1
second = 4
"""

Change = tuple[str, str]
CHANGES: dict[str, dict[str, Change]] = {
    LINES: {
        "kind": ('kind = "lines"', 'kind = "jokers"'),
        "name": ('name = "W"', 'name = "V"'),
        "source": ('source = "page 1"', 'source = "page 3"'),
        "unit": ('unit = "units"', 'unit = "dollars"'),
        # Another wager must be made too: there is none, which is a refusal.
        "needs": ('name = "W"', 'name = "W"\nneeds = "other"'),
        "cards": ('cards = ["player", "draw"]', 'cards = ["player"]'),
        "hand_size": ("hand_size = 5", "hand_size = 3"),
        "uses": ('uses = "pays_most"', 'uses = "best_ranked"'),
        "overlap": ('overlap = "most"', 'overlap = "first"'),
        "limits": ("maximum = 10", "maximum = 20"),
        "limits.minimum": ("minimum = 1", "minimum = 2"),
        "limits.maximum": ("maximum = 10", "maximum = 20"),
        "meter": ("[wagers.w.meter]\nbet = 5", "[wagers.w.meter]\nbet = 6"),
        "meter.bet": ("bet = 5", "bet = 6"),
        "meter.prizes": ('prizes = "for_one"', 'prizes = "to_one"'),
        "meter.contribution": ('contribution = "1/10"', 'contribution = "1/5"'),
        "meter.seed": ("seed = 1000", "seed = 2000"),
        "lines": ('[[wagers.w.lines]]\nid = "fifth"\nat_least = "straight"', ""),
        "lines.id": ('id = "first"', 'id = "other"'),
        "lines.name": ('name = "First"', 'name = "Other"'),
        "lines.source": ('source = "page 2"', 'source = "page 4"'),
        "lines.hand": ('hand = "full-house"', 'hand = "three-of-a-kind"'),
        "lines.ranks": ('ranks = "K"', 'ranks = "Q,T"'),
        "lines.natural": ("natural = true", "natural = false"),
        "lines.jokers": ("jokers = 0\n[[", "jokers = 1\n[["),
        "lines.groups": ('groups = "3+2"', 'groups = "2+2"'),
        "lines.high": ('high = "A"', 'high = "K"'),
        "lines.without": ('without = "four-of-a-kind"', 'without = "two-pair"'),
        "lines.whole": ('whole = "straight"', 'whole = "flush"'),
        "lines.colour": ('colour = "one"', 'colour = "any"'),
        "lines.beside": ('beside = "A"', 'beside = "9"'),
        "lines.at_least": ('at_least = "straight"', 'at_least = "pair"'),
        "paytables": ("[wagers.w.paytables.1]", "[wagers.w.paytables.2]"),
        "paytables.1.first": ('first = "J/10"', 'first = "J/20"'),
        "paytables.1.second": ('second = "J/10"', 'second = "J/20"'),
        "paytables.1.third": ('third = "J/1000"', "third = 4"),
        "paytables.1.fourth": ('fourth = "J"', 'fourth = "J/2"'),
        "paytables.1.fifth": ('fifth = "J/10000"', "fifth = 2"),
    },
    TAXED: {
        "tax": ("[[wagers.w.tax.lines]]", "[[wagers.w.taxes.lines]]"),
        "tax.lines": ('id = "low"\nhand = "pair"\ntax = 3', 'id = "low"\nhand = "straight"\ntax = 3'),
        "tax.lines.tax": ("tax = 3", "tax = 4"),
    },
    JOKERS: {
        "kind": ('kind = "jokers"', 'kind = "lines"'),
        "name": ('name = "W"', 'name = "V"'),
        "source": ('source = "page 1"', 'source = "page 3"'),
        "unit": ('unit = "units"', 'unit = "dollars"'),
        "cards": ('cards = ["player", "draw"]', 'cards = ["player"]'),
        "overlap": ('overlap = "most"', 'overlap = "first"'),
        "limits": ("maximum = 10", "maximum = 20"),
        "lines": ('[[wagers.w.lines]]\nid = "second"', '[[wagers.w.lines]]\nid = "other"'),
        "lines.id": ('id = "first"', 'id = "other"'),
        "lines.name": ('name = "First"', 'name = "Other"'),
        "lines.source": ('source = "page 2"', 'source = "page 4"'),
        "lines.jokers": ("jokers = { player = 0 }", "jokers = { player = 1 }"),
        "lines.jokers.player": ("player = 0, draw = 1", "player = 1, draw = 0"),
        "lines.jokers.draw": ("player = 0, draw = 1", "player = 0, draw = 0"),
        "paytables": ("second = 4", "second = 5"),
        "paytables.1.first": ("first = 1", "first = 2"),
        "paytables.1.second": ("second = 4", "second = 5"),
    },
}
CASES = [(base, key) for base, changes in CHANGES.items() for key in changes]


def told(text: str) -> str:
    """Everything that the program says about a file: results, what reports print beside them, or the refusal."""
    try:
        file: GameFile = from_text(text)
        (wager,) = file.game().wagers
        (result,) = analyze(file, run=Run(jobs=1)).document()["wagers"]
    except ExactOddsError as error:
        return str(error)
    lines: Any = wager.lines  # type: ignore[attr-defined]  # both kinds have lines
    return json.dumps([result, str(wager.limits), wager.source, [line.source for line in lines]], default=str)


@pytest.mark.parametrize(("base", "key"), CASES, ids=[f"{base.split()[2]} {key}" for base, key in CASES])
def test_another_value_is_another_result(base: str, key: str) -> None:
    old, new = CHANGES[base][key]
    assert base.count(old) == 1, f"{old!r} does not stand once in the file"
    before, after = told(HEAD + base), told(HEAD + base.replace(old, new))
    assert before.startswith("["), f"the file is not accepted: {before}"
    assert before != after


def asked_for(base: str, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The keys that the loader takes from the wager of a file, by their place."""
    asked: set[str] = set()
    take = Section.get

    def noting(self: Section, key: str, **more: Any) -> Any:
        place = f"{self.place}.{key}".removeprefix("wagers.w.")
        if self.place.startswith("wagers.w"):
            asked.add("".join(part for part in place.replace("]", "[").split("[") if not part.isdigit()))
        return take(self, key, **more)

    monkeypatch.setattr(Section, "get", noting)
    from_text(HEAD + base).game()
    return asked


@pytest.mark.parametrize("base", CHANGES, ids=["lines", "taxed", "jokers"])
def test_no_key_is_forgotten(base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A key that the loader learns must be changed above, or be one that the file with the other kind changes."""
    covered: Mapping[str, Change] = CHANGES[LINES] | CHANGES[base]
    keys = {key.removeprefix("tax.") if key != "tax.lines.tax" else key for key in asked_for(base, monkeypatch)}
    assert keys - set(covered) == set()


def test_an_empty_list_of_hands_is_refused() -> None:
    for key in ("hand", "without"):
        text = HEAD + TAXED.replace('hand = "full-house"', f'{key} = []\ngroups = "2"')
        assert f"{key}: must name a hand" in told(text)


def test_ranks_of_nothing_are_refused() -> None:
    text = HEAD + TAXED.replace('hand = "full-house"', 'high = "A"\nranks = "2-A"')
    assert "ranks: needs hand or groups beside it" in told(text)
