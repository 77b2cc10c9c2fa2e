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


@pytest.mark.parametrize("rules", RULES, ids="-".join)
@pytest.mark.parametrize("deck", [ROYAL_DECK, WHEEL_DECK], ids=["royal", "wheel"])
def test_hands_are_those_of_the_reference(deck: Deck, rules: HandRules) -> None:
    cards = cards_of(deck)
    assert all(exact_hand(hand, Order(rules, 5)) == five_card_hand(hand, rules) for hand in combinations(cards, 5))
    assert all(exact_hand(hand, Order(rules, 3)) == three_card_hand(hand, rules) for hand in combinations(cards, 3))


HEAD = 'schema = "exactodds/game/1"\nid = "t"\nname = "T"\nrules_version = "1"\n[source]\ntitle = "None"\n'

# Both get three of six cards, so that a player knows what the dealer has.
SIX_CARDS = (
    HEAD
    + """
[deck]
ranks = "2-4"
suits = "cd"
[ranking]
[deal]
player = 3
dealer = 3
[wagers.w]
kind = "play"
name = "W"
player = "player"
dealer = "dealer"
hand_size = 3
bets = [1]
qualify = { hand = "pair", rank = "4" }
unqualified = "compare"
[wagers.w.paytables.1]
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
    result = results(SIX_CARDS.replace('"compare"', '"ante_wins"'), "w", {})["1"]
    assert result.choices["fold"] == Fraction(4, 20)
    assert result.ev == Fraction(8 - 4, 20)


# The next two have values that were counted twice by programs that are no part of this one.
COMMUNITY = (
    HEAD
    + """
[deck]
ranks = "4,6,T,Q"
suits = "dhs"
[ranking]
wheel = "second_highest"
[deal]
player = 5
dealer = 5
community = 2
[wagers.w]
kind = "play"
name = "W"
player = "player"
dealer = "dealer"
community = "community"
bets = [1, 2]
qualify = { hand = "pair", rank = "9" }
unqualified = "ante_wins"
lines = [
    { id = "three", hand = "three-of-a-kind" },
    { id = "straight", hand = "straight" },
    { id = "pair", hand = "pair" },
    { id = "five", hand = "five-of-a-kind" },
]
[wagers.w.paytables.1]
three = 4
straight = 1
pair = 4
five = 3
"""
)
ONE_SUIT = (
    HEAD
    + """
[deck]
jokers = 1
suits = "c"
[ranking]
joker = "wild"
top_hand = "five_of_a_kind"
[deal]
player = 5
dealer = 6
[wagers.w]
kind = "draw"
name = "W"
player = "player"
dealer = "dealer"
automatic_win = "five-of-a-kind"
automatic_win_pays = "even_money"
lines = [
    { id = "nothing", hand = "high-card" },
    { id = "pair", hand = "pair" },
    { id = "flush", at_least = "two-pair", without = ["royal-flush", "five-of-a-kind"] },
    { id = "top", hand = ["royal-flush", "five-of-a-kind"] },
]
[wagers.w.paytables.1]
nothing = "3/2"
pair = 1
flush = 10
top = 2
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
    return [data[key] for key in ("deck", "ranking", "deal")]


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
    *(f"{key}={hand}" for key in ("hand", "at_least", "without", "automatic_win") for hand in FIVE_CARD_TYPES),
    *(f"groups={groups}" for groups in ("2", "3", "4", "5", "2+2", "3+2")),
    *(f"whole={whole}" for whole in ("straight", "flush", "straight-flush")),
    *(f"jokers={number}" for number in range(3)),
    *("ranks", "high", "natural=true", "natural=false", "colour=one", "colour=any", "overlap=first", "overlap=most"),
    *("joker=wild", "joker=bug", "joker=none", "wheel=lowest", "wheel=second_highest"),
    *("top_hand=royal", "top_hand=five_of_a_kind", "hand_size=3", "hand_size=5", "community", "draw=1", "options"),
    *("stand_pat=true", "stand_pat=false", "automatic_win_pays=paytable", "automatic_win_pays=even_money"),
    *("unqualified=ante_wins", "unqualified=compare", "bets=1", "bets=100", "rank", "limits", "unit", "source"),
}
