"""The literal reading of game files itself: hands as the reference ranks them, counts that can be checked by hand."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product

import pytest

from analyzer.reference.cards import Deck, cards_of, hand_from
from analyzer.reference.hands import HandRules, five_card_hand, three_card_hand
from tests.fuzzing.files import FILES_A_TABLE, FIVE_CARD_TYPES, LONG_SEEDS, random_case
from tests.fuzzing.literal import read, results
from tests.fuzzing.predicates import Order, exact_hand, satisfies

JOKERS, WHEELS, TOP_HANDS = ("wild", "bug"), ("lowest", "second_highest"), ("royal", "five_of_a_kind")
RULES = [HandRules(*rules) for rules in product(JOKERS, WHEELS, TOP_HANDS)]
ROYAL_DECK, WHEEL_DECK = Deck("9TJQKA", "ch", 1), Deck("2345A", "d", 2)


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: "-".join(rules[:3]))
@pytest.mark.parametrize("deck", [ROYAL_DECK, WHEEL_DECK], ids=["royal", "wheel"])
def test_hands_are_those_of_the_reference(deck: Deck, rules: HandRules) -> None:
    cards = cards_of(deck)
    assert all(exact_hand(hand, Order(rules, 5)) == five_card_hand(hand, rules) for hand in combinations(cards, 5))
    assert all(exact_hand(hand, Order(rules, 3)) == three_card_hand(hand, rules) for hand in combinations(cards, 3))


HEAD = 'schema = "exactodds/game/2"\nid = "t"\nname = "T"\nrules_version = "1"\n[source]\ntitle = "None"\n'

# Both get three of six cards, so that a player knows what the dealer has.
SIX_CARDS = (
    HEAD
    + """
[deck]
ranks = "2-4"
suits = "cd"

[deal]
player = 3
dealer = 3

[[round]]
sees = "player"
choose.fold = { then = "fold" }
choose.play = { play = 1 }

[wagers.w]
name = "W"
bets = { ante = 1, play = 0 }
compare = ["player", "dealer"]
qualifies = "pair 4"
settle.play = [{ qualified = false, pays = 0 }]
"""
)


def test_a_game_of_six_cards_by_hand() -> None:
    """Of 20 hands 8 are straights, which meet their like and tie; the others are two hands of each pair and kicker.

    A dealer with a pair of fours meets 22-3 and 33-2, which fold. The dealer of 22-4 has 33-4 and does not qualify: the
    Ante is lost by playing as it is by folding, so folding, listed first, is taken. 44-2, 44-3 and 33-4 win the Ante.
    """
    result = results(SIX_CARDS, "w", {})["1"]
    assert result.deals == 20
    assert result.choices == {"fold": Fraction(6, 20), "play": Fraction(14, 20)}
    assert result.ties == {"fold or play": 2}
    assert result.ev == Fraction(6 - 6, 20)
    assert result.average_bet == 1 + Fraction(14, 20)
    assert {name: count for name, (count, _) in result.outcomes.items()} == {
        "fold": 6,
        "play/qualifies/tie": 8,
        "play/does-not-qualify/win": 6,
    }


def test_an_ante_that_wins_by_hand() -> None:
    """22-4 plays, because a dealer who does not qualify pays whatever he has."""
    result = results(SIX_CARDS + "settle.ante = [{ qualified = false, pays = 1 }]\n", "w", {})["1"]
    assert result.choices["fold"] == Fraction(4, 20)
    assert result.ev == Fraction(8 - 4, 20)


# The next two have values that were counted twice by programs that are no part of this one.
COMMUNITY = (
    HEAD
    + """
[deck]
ranks = "4,6,T,Q"
suits = "dhs"
wheel = "second_highest"

[deal]
player = 5
dealer = 5
first = 1
second = 1

[hands]
players-hand = ["player", "first", "second"]
dealers-hand = ["dealer", "first", "second"]

[[round]]
sees = "player"
choose.fold = { then = "fold" }
choose.play = { play = 1 }

[[round]]
sees = "first"
choose.check = {}
choose.bet = { play = 3 }

[wagers.w]
name = "W"
bets = { ante = 1, play = 0, bonus = "free" }
compare = ["players-hand", "dealers-hand"]
qualifies = "pair 9"
of = "player"
settle.ante = [{ qualified = false, pays = 1 }]
settle.play = [{ qualified = false, pays = 0 }]
settle.bonus = [{ pays = "paytable" }]

[wagers.w.lines]
three = { hand = "three-of-a-kind" }
five  = { hand = "five-of-a-kind" }

[wagers.w.pays]
three    = 4
straight = 1
pair     = 4
five     = 3
"""
)
ONE_SUIT = (
    HEAD
    + """
[deck]
jokers = 1
suits = "c"
wild = "Jk"
top_hand = "five_of_a_kind"

[deal]
player = 5
draw = 1
dealer = 6

[[round]]
sees = "player"
automatic_win = { of = "player", at_least = "five-of-a-kind" }
exchange = { from = "player", discard = 1, draw = "draw", makes = "final" }

[wagers.w]
name = "W"
compare = ["final", "dealer"]
of = "final"
settle.w = [{ on = "automatic-win", pays = "even_money" }, { on = "win", pays = "paytable" }]

[wagers.w.lines]
nothing    = { hand = "high-card" }
flush-line = { at_least = "two-pair", without = ["royal-flush", "five-of-a-kind"] }
top        = { hand = ["royal-flush", "five-of-a-kind"] }

[wagers.w.pays]
nothing    = "3/2"
pair       = 1
flush-line = 10
top        = 2
"""
)


def test_known_values() -> None:
    assert results(COMMUNITY, "w", {})["1"].ev == Fraction(927, 308)
    assert results(ONE_SUIT, "w", {})["1"].ev == Fraction(2180491, 504504)


# --- lines on cards --------------------------------------------------------------------------------------------------

LINES = {
    "Kc Kd 5h 5s Jk": {
        'hand = "full-house"; ranks = "K"': True,
        'hand = "full-house"; natural = true': False,
        'hand = "two-pair"': False,
        'groups = "2+2"; natural = true': True,
        'groups = "3+2"; ranks = "5"': True,
        'groups = "3+2"; natural = false': True,
        'without = ["three-of-a-kind"]': False,
        'without = ["four-of-a-kind", "straight"]': True,
        'high = "K"': True,
        "jokers = 1": True,
        'colour = "one"': False,
    },
    "2d 3h 4d Ah Jk": {
        'hand = "straight"; ranks = "5"': True,
        'hand = "straight"; ranks = "A"': False,
        'at_least = "flush"': False,
        'colour = "one"': True,
        'whole = "straight"': True,
        'whole = "straight"; natural = true': False,
        'whole = "straight-flush"': False,
        'high = "A"': True,
    },
}


@pytest.mark.parametrize("hand", LINES)
def test_lines(hand: str) -> None:
    order = Order(HandRules("wild", "second_highest", "royal"), 5)
    for test, satisfied in LINES[hand].items():
        line = tomllib.loads(test.replace("; ", "\n"))
        assert satisfies(hand_from(hand), line, order) is satisfied, test


def test_a_bug_is_an_ace() -> None:
    order = Order(HandRules("bug", "lowest", "royal"), 5)
    cards = hand_from("Kc Kd 5h 6s Jk")
    assert satisfies(cards, {"groups": "2", "natural": True}, order)
    assert not satisfies(cards, {"groups": "2", "natural": False}, order)
    assert satisfies(hand_from("Kc Ad 5h 6s Jk"), {"groups": "2", "natural": False}, order)


# --- random files ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["draw", "play", "community"])
@pytest.mark.parametrize("seed", [7, LONG_SEEDS + 7])
def test_a_seed_is_a_file(kind: str, seed: int) -> None:
    assert random_case(kind, seed) == random_case(kind, seed) != random_case(kind, seed + 1)


@pytest.mark.parametrize("kind", ["draw", "play", "community"])
def test_files_of_long_runs_share_tables(kind: str) -> None:
    tables = [_table(random_case(kind, LONG_SEEDS + seed).text) for seed in (0, 1, 9, 10)]
    assert tables[0] == tables[1] == tables[2] != tables[3]


def _table(text: str) -> list[object]:
    data = tomllib.loads(text)
    return [*(data["deck"][key] for key in ("ranks", "suits", "jokers")), data["deal"]]


LONG_RUN = range(LONG_SEEDS, LONG_SEEDS + 150 * FILES_A_TABLE, FILES_A_TABLE)


@pytest.mark.parametrize("seeds", [range(150), LONG_RUN], ids=["everyday", "long"])
def test_random_files_use_the_whole_vocabulary(seeds: range) -> None:
    """Every key of the kinds and of their lines, every choice of each, missing suits and ranks, options."""
    said: set[str] = set()
    for kind, seed in product(("draw", "play", "community"), seeds):
        case = random_case(kind, seed)
        said |= set(_said(read(case.text, dict(case.chosen)))) | ({"options"} if "[options" in case.text else set())
    assert not WANTED - said, WANTED - said


def _said(value: object, key: str = "") -> Iterator[str]:
    """ "key" and "key=value" of all that a file says."""
    yield key
    if isinstance(value, dict):
        for own, item in value.items():
            yield from _said(item, own)
    elif isinstance(value, list):
        for item in value:
            yield from _said(item, key)
    else:
        yield f"{key}={str(value).lower()}"


WANTED = {
    *(f"{key}={hand}" for key in ("hand", "at_least", "without") for hand in FIVE_CARD_TYPES),
    *(f"groups={groups}" for groups in ("2", "3", "4", "5", "2+2", "3+2")),
    *(f"whole={whole}" for whole in ("straight", "flush", "straight-flush")),
    *(f"jokers={number}" for number in range(3)),
    *("ranks", "high", "natural=true", "natural=false", "colour=one", "overlap=first", "overlap=most"),
    *("wild=jk", "bug=jk", "wheel=lowest", "wheel=second_highest", "top_hand=royal", "top_hand=five_of_a_kind"),
    *("best=3", "best=5", "first=1", "second=1", "draw=1", "options", "automatic_win", "exchange", "discard=1"),
    *("stand_pat=true", "stand_pat=false", "pays=paytable", "pays=even_money", "on=automatic-win", "on=win"),
    *("qualifies", "qualified=false", "fold", "check", "bet", "bonus=free", "limits", "unit", "source"),
}
