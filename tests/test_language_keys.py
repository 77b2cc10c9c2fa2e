"""Every key that the reader accepts is used: another value changes a result, what is said beside it, or a refusal."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

import pytest

from analyzer.errors import ExactOddsError
from analyzer.pricing.analysis import analyze
from analyzer.run.jobs import Run
from tests.helpers import from_text, on_deck, shipped_text

HEAD = """
schema = "exactodds/game/2"
id = "keys"
name = "Keys"
rules_version = "1"
banker = "player-dealer"
[source]
title = "A document"
document = "a.txt"
sha256 = "00"
"""

LINES = """
[options.high]
values = ["A", "K"]
meaning = "Which card."
weight = 1
source = "the highest card"
changes.K = { "wagers.w.pays.third" = 5 }
[options.low]
values = ["yes", "no"]
meaning = "Whether the fifth is asked for less."
removes.no = ["wagers.w.lines.fifth.natural"]
[options.seed]
number = ["0", "5000"]
default = "1000"
meaning = "What the meter begins with."
[deck]
ranks = "8-A"
suits = "cdh"
jokers = 1
wild = "Jk"
top_hand = "royal"
wheel = "lowest"
[deal]
player = 5
last = 2
[hands]
cards = { of = ["player", "last"], best = 5, order = "poker" }
[wagers.w]
name = "W"
source = "page 1"
of = "cards"
uses = "pays_most"
overlap = "most"
natural = "hand"
unit = "bets"
odds = "for_one"
limits = { w = [1, 10] }
paytables = ["1", "2"]
meter = { bet = 5, contribution = "1/10", seed = "$seed" }
[wagers.w.lines]
first = { hand = "full-house", ranks = "K", natural = true, jokers = 0, name = "First", source = "page 2" }
second = { groups = "3+2", high = "$high", without = "four-of-a-kind" }
third = { whole = "straight", colour = "one" }
fourth = { hand = "royal-flush", beside = "A" }
fifth = { at_least = "straight", natural = true }
sixth = { hand = "four-of-a-kind", kicker = "8-T" }
seventh = { hand = "flush", suit = "d" }
eighth = { hand = "high-card", suited = true, count = { A = 1 } }
[wagers.w.pays]
first = ["J/10", "J/11"]
second = "J/10"
third = "J/1000"
fourth = "J"
fifth = "J/10000"
sixth = 3
seventh = 2
eighth = 7
"""

PLAY = """
[deck]
ranks = "9-A"
suits = "cdh"
three_card_order = "three_card"
[deal]
own = 3
house = 3
[[round]]
sees = "own"
choose.fold = { then = "fold" }
choose.play = { play = 1 }
[wagers.w]
name = "W"
bets = { ante = 1, play = 0, bonus = "free" }
compare = ["own", "house"]
qualifies = "high-card Q"
of = "own"
settle.ante = [{ qualified = false, pays = 1 }]
settle.play = [{ qualified = false, pays = 0 }]
settle.bonus = [{ pays = "paytable" }]
pays.straight = 2
[wagers.side]
name = "Side"
of = "house"
needs = "w"
pays.pair = 1
"""

DRAW = """
[deck]
ranks = "9-A"
suits = "cd"
jokers = 1
wild = "Jk"
joker_in_flush = "missing_rank"
[deal]
own = 5
draw = 1
house = 5
[[round]]
sees = "own"
automatic_win = { of = "own", at_least = "flush" }
may_decline = false
exchange = { from = "own", discard = 1, stand_pat = true, draw = "draw", makes = "final" }
[wagers.w]
name = "W"
compare = ["final", "house"]
settle.w = [{ on = "automatic-win", pays = "3/2" }]
[wagers.side]
name = "Side"
of = "own"
pays.pair = 1
[[joint]]
wagers = ["w", "side"]
stakes = [1, 1]
source = "page 3"
"""

REVEAL = """
[deck]
ranks = "9-A"
suits = "cd"
[deal]
own = 3
first = 1
second = 1
[[round]]
sees = "own"
choose.fold = { then = "fold", loses = { one = "1/2" } }
choose.pull = { one = 0, then = "next" }
choose.ride = {}
[[round]]
sees = "first"
choose.stay = {}
choose.raise = { two = 3 }
[wagers.w]
name = "W"
bets = { one = 1, two = 1 }
of = ["own", "first", "second"]
pays.flush = 9
pays.pair = 1
"""

# What no engine counts yet is refused, and another value is refused otherwise.
REFUSED = """
[deck]
ranks = "2-9"
suits = "cdhs"
[deal]
own = 5
draw = 5
[[round]]
sees = "own"
exchange = { from = "own", discard = "0-2", draw = "draw", makes = "final", cost = { w = [0, 1, 2] } }
[wagers.w]
name = "W"
of = "final"
pays.pair = 3
[wagers.side]
name = "Side"
of = "own"
lines.any-pair = { any = [{ hand = "pair" }, { hand = "two-pair" }] }
pays.any-pair = 2
"""

WILD = """
[deck]
ranks = "2,T-A"
suits = "cdhs"
wild = ["2", "Jk"]
jokers = 2
five_wilds = false
natural_beats_wild = "never"
[deal]
own = 5
house = 5
[wagers.w]
name = "W"
compare = ["own", "house"]
"""

CONDITION = """
[deck]
ranks = "9-A"
suits = "cd"
[deal]
own = 3
house = 3
[[round]]
sees = "own"
choose.fold = { then = "fold" }
choose.play = { play = 2, when = { of = "own", at_least = "pair" } }
[wagers.w]
name = "W"
bets = { ante = 1, play = 0 }
compare = ["own", "house"]
settle.play = [{ chose = "play", of = "winner", at_least = "pair Q", pays = 2 }]
"""

SET = on_deck(shipped_text("pai-gow-wrangler-outlaw"), "8-A", "cd")

Change = tuple[str, str]
CHANGES: dict[str, dict[str, Change]] = {
    LINES: {
        "wagers.*.natural": ('natural = "hand"', 'natural = "cards"'),
        "wagers.*.overlap all": ('overlap = "most"', 'overlap = "all"'),
        "options.*.weight": ("weight = 1", "weight = 2"),
        "options.*.source": ("the highest card", "the lowest card"),
        "schema": ("exactodds/game/2", "exactodds/game/3"),
        "id": ('id = "keys"', 'id = "other"'),
        "name": ('name = "Keys"', 'name = "Other"'),
        "rules_version": ('rules_version = "1"', 'rules_version = "2"'),
        "banker": ('banker = "player-dealer"', 'banker = "house"'),
        "source.title": ('title = "A document"', 'title = "Another"'),
        "source.document": ('document = "a.txt"', 'document = "b.txt"'),
        "source.sha256": ('sha256 = "00"', 'sha256 = "01"'),
        "options.*.values": ('["A", "K"]', '["K", "A"]'),
        "options.*.meaning": ('"Which card."', '"Which high card."'),
        "options.*.changes": ('"wagers.w.pays.third" = 5', '"wagers.w.pays.third" = 6'),
        "options.*.removes": ('"wagers.w.lines.fifth.natural"', '"wagers.w.lines.first.natural"'),
        "options.*.number": ('["0", "5000"]', '["0", "6000"]'),
        "options.*.default": ('default = "1000"', 'default = "2000"'),
        "deck.ranks": ('ranks = "8-A"', 'ranks = "7-A"'),
        "deck.suits": ('suits = "cdh"', 'suits = "cdhs"'),
        "deck.jokers": ("jokers = 1\nwild", "jokers = 2\nwild"),
        "deck.wild": ('wild = "Jk"', ""),
        "deck.top_hand": ('top_hand = "royal"', 'top_hand = "quads"'),
        "deck.wheel": ('wheel = "lowest"', 'wheel = "highest"'),
        "deal.*": ("last = 2", "last = 1"),
        "hands.*.of": ('of = ["player", "last"], best', 'of = ["player"], best'),
        "hands.*.best": ("best = 5", "best = 4"),
        "hands.*.order": ('order = "poker"', 'order = "three-card"'),
        "wagers.*.name": ('name = "W"', 'name = "V"'),
        "wagers.*.source": ('source = "page 1"', 'source = "page 3"'),
        "wagers.*.of": ('of = "cards"', 'of = "player"'),
        "wagers.*.uses": ('uses = "pays_most"', 'uses = "best_ranked"'),
        "wagers.*.overlap": ('overlap = "most"', 'overlap = "first"'),
        "wagers.*.unit": ('unit = "bets"', 'unit = "dollars"'),
        "wagers.*.odds": ('odds = "for_one"', 'odds = "to_one"'),
        "wagers.*.limits": ("w = [1, 10]", "w = [1, 20]"),
        "wagers.*.paytables": ('["1", "2"]', '["1", "3"]'),
        "wagers.*.meter.bet": ("bet = 5", "bet = 6"),
        "wagers.*.meter.contribution": ('contribution = "1/10"', 'contribution = "1/5"'),
        "wagers.*.meter.seed": ('seed = "$seed"', 'seed = "$seed", extra = 1'),
        "wagers.*.pays": ("sixth = 3", "sixth = 4"),
        "wagers.*.lines.*.name": ('name = "First"', 'name = "Other"'),
        "wagers.*.lines.*.source": ('source = "page 2"', 'source = "page 4"'),
        "wagers.*.lines.*.hand": ('hand = "full-house"', 'hand = "three-of-a-kind"'),
        "wagers.*.lines.*.ranks": ('ranks = "K"', 'ranks = "Q,T"'),
        "wagers.*.lines.*.natural": ("natural = true, jokers", "natural = false, jokers"),
        "wagers.*.lines.*.jokers": ("jokers = 0", "jokers = 1"),
        "wagers.*.lines.*.groups": ('groups = "3+2"', 'groups = "2+2"'),
        "wagers.*.lines.*.high": ('high = "$high"', 'high = "Q", jokers = 0'),
        "wagers.*.lines.*.ace": ('high = "$high"', 'high = "$high", ace = "low"'),
        "wagers.*.lines.*.without": ('without = "four-of-a-kind"', 'without = "two-pair"'),
        "wagers.*.lines.*.whole": ('whole = "straight"', 'whole = "flush"'),
        "wagers.*.lines.*.colour": (', colour = "one"', ""),
        "wagers.*.lines.*.beside": ('beside = "A"', 'beside = "9"'),
        "wagers.*.lines.*.at_least": ('at_least = "straight"', 'at_least = "pair Q"'),
        "wagers.*.lines.*.kicker": ('kicker = "8-T"', 'kicker = "8-A"'),
        "wagers.*.lines.*.suit": ('suit = "d"', 'suit = "x"'),
        "wagers.*.lines.*.suited": ("suited = true, ", ""),
        "wagers.*.lines.*.count": ("count = { A = 1 }", "count = { A = 0 }"),
    },
    PLAY: {
        "deck.three_card_order": ('"three_card"', '"five_card"'),
        "round[].sees": ('sees = "own"', 'sees = "house"'),
        "round[].choose.*.then": ('{ then = "fold" }', '{ then = "showdown" }'),
        "round[].choose.*.*": ("{ play = 1 }", "{ play = 2 }"),
        "wagers.*.bets": ('bonus = "free"', "bonus = 1"),
        "wagers.*.compare": ('["own", "house"]', '["house", "own"]'),
        "wagers.*.qualifies": ('"high-card Q"', '"high-card K"'),
        "wagers.*.settle.*[].qualified": ("qualified = false, pays = 1", "qualified = true, pays = 1"),
        "wagers.*.settle.*[].pays": ("qualified = false, pays = 1", "qualified = false, pays = 0"),
        "wagers.*.needs": ('needs = "w"', 'needs = "x"'),
    },
    DRAW: {
        "round[].may_decline": ("may_decline = false", "may_decline = true"),
        "deck.joker_in_flush": ('"missing_rank"', '"ace"'),
        "round[].automatic_win": ('at_least = "flush"', 'at_least = "straight"'),
        "round[].exchange.from": ('from = "own"', 'from = "house"'),
        "round[].exchange.discard": ("discard = 1", "discard = 2"),
        "round[].exchange.stand_pat": ("stand_pat = true", "stand_pat = false"),
        "round[].exchange.draw": ('draw = "draw"', 'draw = "house"'),
        "round[].exchange.makes": ('makes = "final"', 'makes = "made"'),
        "wagers.*.settle.*[].on": ('on = "automatic-win"', 'on = "tie"'),
        "joint[].wagers": ('["w", "side"]', '["side", "w"]'),
        "joint[].stakes": ("stakes = [1, 1]", "stakes = [1, 2]"),
        "joint[].source": ('source = "page 3"', 'source = "page 5"'),
    },
    REVEAL: {
        "round[].choose.*.loses": ('one = "1/2"', 'one = "1/4"'),
        "round[].choose.*.* again": ("two = 3", "two = 2"),
    },
    REFUSED: {
        "round[].exchange.cost": (", cost = { w = [0, 1, 2] }", ""),
        "wagers.*.lines.*.any": (', { hand = "two-pair" }', ', { hand = "two-pairs" }'),
    },
    WILD: {
        "deck.five_of_a_kind": ("five_wilds = false", 'five_wilds = false\nfive_of_a_kind = "A"'),
        "deck.five_wilds": ("five_wilds = false", "five_wilds = true"),
        "deck.natural_beats_wild": ('"never"', '"straight_flush"'),
    },
    CONDITION: {
        "round[].choose.*.when": (', when = { of = "own", at_least = "pair" }', ""),
        "wagers.*.settle.*[].chose": ('chose = "play"', 'chose = "flod"'),
    },
    SET: {
        "deck.bug": ('bug = "Jk"', 'wild = "Jk"'),
        "hands.*.house_way": ('house_way = "footnote-first", sets', 'house_way = "second-room", sets'),
        "hands.*.sets": ('sets = "$player_sets"', 'sets = "house_way"'),
        "wagers.*.copies": ('copies = "$copies"', 'copies = "lose_wager"'),
        "wagers.*.lines.*.beside_suits": ('beside = "K,Q"', 'beside = "K,Q", beside_suits = "any"'),
        "wagers.*.fees.bets": ("bets = [10, 25", "bets = [10, 20"),
        "wagers.*.fees.player": ("[101, 2]", "[102, 2]"),
        "wagers.*.fees.dealer": ("[[10, 1], [201, 2]]", "[[10, 1], [202, 2]]"),
        "house_ways.*.name": ('name = "House Way"', 'name = "The House Way"'),
        "house_ways.*.source": ('source = "made up', 'source = "invented'),
        "house_ways.*.rows": ('"2-2-2-1" }, front = "pair-of-the-set"', '"2-2-2-1" }, front = "pair-of-the-third-set"'),
        "house_ways.*.rows.before": ('{ row = 7, name = "Three', '{ row = 7, before = 3, name = "Three'),
        "house_ways.*.rows.when.any_other": ('set = "9-J", other = "A" }', 'set = "9-J", any_other = "K" }'),
        "house_ways.*.like": ('like = "footnote-first"', 'like = "second-room"'),
        "house_ways.*.order": ("order = [1, 2, 5, 7, 9, 3", "order = [2, 1, 5, 7, 9, 3"),
    },
}
NAMES = {
    LINES: "lines",
    PLAY: "play",
    DRAW: "draw",
    REVEAL: "reveal",
    REFUSED: "refused",
    CONDITION: "when",
    WILD: "wild",
    SET: "set",
}
CASES = [(base, key) for base, changes in CHANGES.items() for key in changes]


@cache
def told(text: str) -> str:
    """All that the program says of a file: results, the game as it is read, or the refusal."""
    try:
        file = from_text(text)
        game = file.game()
        result = analyze(file, run=Run(jobs=1)).document()
    except ExactOddsError as error:
        return str(error)
    result.pop("game_file_sha256")
    shown = [str(game.source), game.banker, [str(option) for option in game.options.values()]]
    readings = [str(file.game({option.id: option.values[-1]})) for option in game.options.values() if option.values]
    return json.dumps([result, shown, readings, str(game.wagers), str(game.joint), str(game.house_ways)], default=str)


def whole(base: str) -> str:
    return base if base == SET else HEAD + base


@pytest.mark.parametrize(("base", "key"), CASES, ids=[f"{NAMES[base]} {key}" for base, key in CASES])
def test_another_value_is_told_otherwise(base: str, key: str) -> None:
    old, new = CHANGES[base][key]
    text = whole(base)
    assert text.count(old) >= 1, f"{old!r} does not stand in the file"
    assert told(text) != told(text.replace(old, new, 1))


def keys_of(schema: Any) -> set[str]:
    """The names of all keys in a JSON Schema."""
    if isinstance(schema, list):
        return {key for part in schema for key in keys_of(part)}
    if not isinstance(schema, dict):
        return set()
    named = set(schema.get("properties", {})) if isinstance(schema.get("properties"), dict) else set()
    return named | {key for part in schema.values() for key in keys_of(part)}


# Tables whose own keys are changed above, and the rows of a house way, which tests/test_house_way.py goes through.
TABLES = {"options", "deck", "deal", "hands", "round", "wagers", "joint", "house_ways", "settle", "choose", "exchange"}
TABLES |= {"fees", "lines", "meter", "source"}
ROWS = {"row", "when", "front", "behind", "shape", "set", "second_set", "other", "second_other", "has", "lacks"}


def test_no_key_is_forgotten() -> None:
    """A key of the language must be changed above."""
    schema = json.loads((files("analyzer") / "schemas" / "game-2.json").read_text())
    covered = {key.rpartition(".")[2].strip("[]") for changes in CHANGES.values() for key in changes}
    assert keys_of(schema) - covered - TABLES - ROWS == set()
