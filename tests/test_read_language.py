"""Whole game files of the language of rounds: what they are read as, and what is wrong with broken ones."""

from __future__ import annotations

import copy
import random
import tomllib
from fractions import Fraction
from typing import Any

import pytest

from analyzer.errors import GameFileError
from analyzer.game.language import Bet, Cards, Choice, Exchange, Group, Hand, Rules, Value
from analyzer.game.language import Test as Asked
from analyzer.game.options import values_to_try
from analyzer.game.pay import Pay
from analyzer.game.rules_file import RulesFile, parse_rules_file
from analyzer.units import Unit
from tests.language import IDS, changed, faults_of, game_text, rules_of
from tests.mutations import mutated, toml_text

OWN = Cards(Hand("own", ("own",)))


@pytest.mark.parametrize("game", IDS)
def test_examples_load(game: str) -> None:
    assert faults_of(game_text(game)) == ()
    assert rules_of(game).id == game


# --- what the examples are read as -----------------------------------------------------------------------------------


def test_a_face_up_card() -> None:
    rules = rules_of("caribbean-stud")
    assert rules.deal == (Group("own", 5), Group("up", 1), Group("down", 4))
    assert rules.hands == (Hand("dealer", ("up", "down")),)
    assert rules.stages[0].sees == ("own", "up")
    assert rules.stages[0].choices == (
        Choice("fold", then="fold"),
        Choice("raise", bets=(("raise", Fraction(2)),)),
    )
    assert rules.main.bets == (Bet("ante", Fraction(1)), Bet("raise", Fraction(0)))
    assert rules.main.compare == (OWN.hand, rules.hands[0])
    assert rules.main.qualifies == Asked(of=Cards(rules.hands[0]), at_least=Value("high-card", (12, 11)))
    raise_rows = dict(rules.main.settle)["raise"]
    assert [(row.test, row.pays) for row in raise_rows] == [
        (Asked(qualified=False), Fraction(0)),
        (Asked(on=frozenset({"win"})), None),
    ]


def test_four_cards_count_and_a_pair_of_aces_may_bet_more() -> None:
    rules = rules_of("crazy-4-poker")
    player = Hand("player", ("own",), best=4, order="four-card")
    assert rules.hands[0] == player
    assert rules.stages[0].choices[2].when == Asked(of=Cards(player), at_least=Value("pair", (12,)))
    assert [line.id for line in rules.main.lines][:2] == ["four-aces", "four-of-a-kind"]
    assert rules.main.lines[0].test == Asked(of=Cards(player), hands=frozenset({"four-of-a-kind"}), ranks=1 << 12)
    assert rules.wagers[1].lines[-1].test.ranks == 0b111 << 10


def test_an_exchange_of_any_cards() -> None:
    rules = rules_of("jacks-or-better")
    assert rules.stages[0].exchange == Exchange("own", tuple(range(6)), "draw", "final")
    assert rules.main.bets == (Bet("base", Fraction(1)),)
    assert rules.main.of == Cards(Hand("final", ("final",)))
    assert rules.main.odds == "for_one"
    assert [column.id for column in rules.main.paytables] == ["9-6", "8-5", "7-5", "6-5"]
    assert [column.pays[3] for column in rules.main.paytables] == [Pay(Fraction(pay)) for pay in (9, 8, 7, 6)]


def test_groups_are_a_hand_by_themselves() -> None:
    rules = rules_of("let-it-ride")
    assert rules.main.of == Cards(Hand("own+first+second", ("own", "first", "second")))
    assert rules.wagers[1].of == Cards(Hand("own", ("own",), best=3, order="three-card"))
    assert [stage.choices[0].bets for stage in rules.stages] == [(("one", Fraction(0)),), (("two", Fraction(0)),)]


def test_hands_set_in_two() -> None:
    rules = rules_of("pai-gow-wrangler-outlaw", player_sets="optimal", house_way_order="chart-first")
    assert rules.hands[0] == Hand("player", ("own",), house_way="chart-first", sets="optimal")
    assert list(dict.fromkeys(row.number for row in rules.house_ways["chart-first"].rows))[:6] == [1, 2, 5, 7, 9, 3]
    high = rules.wagers[1].lines[0].test
    assert high.on == {"tie"}
    assert [test.of.part for test in high.any if isinstance(test.of, Cards)] == ["front", "front"]
    assert rules.main.fees is not None
    assert rules.wagers[2].lines[1].test.beside == 0b11 << 10


def test_free_bets_are_in_dollars() -> None:
    fortune = rules_of("wild-six-card-poker").wagers[2]
    assert fortune.unit is Unit.DOLLARS
    assert fortune.bets == (Bet("tax", Fraction(1), is_free=True), Bet("prize", Fraction(1), is_free=True))
    assert [row.pays for row in dict(fortune.settle)["tax"]] == [-5, -1]
    assert fortune.lines[2].test == Asked(
        of=Cards(Hand("own+draw", ("own", "draw"))), groups=(4, 2), ranks=1 << 12, natural=True
    )


def test_options_are_read_as_their_place_needs() -> None:
    assert rules_of("wild-six-card-poker", stand_pat="true").stages[0].exchange == Exchange(
        "own", (0, 1), "draw", "final"
    )
    pays = [
        dict(rules_of("wild-six-card-draw-poker", auto_win_pays=value).main.settle)["base"][0].pays
        for value in ("paytable", "even_money")
    ]
    assert pays == [None, 1]
    meter = rules_of("wild-six-card-draw-poker", bet="5/2", seed="1000").wagers[2].meter
    assert meter is not None
    assert (meter.bet, meter.contribution, meter.seed) == (Fraction(5, 2), None, Fraction(1000))


def test_lines_on_two_hands() -> None:
    line = rules_of("wild-six-card-draw-poker").wagers[1].lines[1]
    assert [test.jokers for test in line.test.all] == [1, 1]
    assert [test.of.hand.name for test in line.test.all if isinstance(test.of, Cards)] == ["own", "house"]


def test_stakes_of_joint_wagers() -> None:
    assert rules_of("three-card-poker-6-card-bonus").joint[0].stakes == (Fraction(1), Fraction(1, 2), Fraction(2))
    assert rules_of("wild-six-card-poker").joint[2].stakes == (Fraction(1),) * 3


# --- broken files ----------------------------------------------------------------------------------------------------

BROKEN = {
    "a rank order": (
        ("caribbean-stud", ('"high-card A K"', '"high-card K A"')),
        ["line 24: wagers.base.qualifies: 'high-card K A': ranks of equal weight go from high to low, each once: K A"],
    ),
    "a typing error": (
        ("caribbean-stud", ("choose.raise = { raise = 2 }", "choose.raise = { rais = 2 }")),
        [
            "line 18: round[1].choose.raise.rais: is not a bet of the main wager (did you mean 'raise'?); "
            "its bets: ante, raise; other keys: when, then, loses",
            "line 22: wagers.base.bets.raise: is 0 and stays so: no choice sets it",
        ],
    ),
    "a decimal": (
        ("caribbean-stud", ("{ raise = 2 }", "{ raise = 1.5 }")),
        ['line 18: round[1].choose.raise.raise: 1.5 is not an exact number; write "3/2"'],
    ),
    "a hidden card": (
        ("caribbean-stud", ("{ raise = 2 }", '{ raise = 2, when = { of = "dealer", hand = "pair" } }')),
        ["line 18: round[1].choose.raise.when.of: down is not seen at this stage; seen so far: own, up"],
    ),
    "a hand of another order": (
        (
            "pai-gow-wrangler-outlaw",
            ('of = "dealer.front", at_least = "pair 3"', 'of = "dealer.front", hand = "flush"'),
        ),
        [
            "line 67: wagers.wrangler-push.lines.push-with-a-pair-of-threes-or-higher.any[2].hand: 'flush' is not a "
            "hand of the two-card order; one of high-card, pair"
        ],
    ),
    "a column short": (
        ("jacks-or-better", ("[9, 8, 7, 6]", "[9, 8, 7]")),
        ["line 25: wagers.base.pays.full-house: has 3 amounts for 4 paytables; give one for each, or one for all"],
    ),
    "a line that is not known": (
        ("caribbean-stud", ("flush           = 5", "flsh = 5")),
        [
            "line 35: wagers.base.pays.flsh: is not a standard name (did you mean 'flush'?); "
            "say what it is in [wagers.base.lines], such as flsh = { hand = ... }"
        ],
    ),
    "too many cards": (
        ("ultimate-texas-holdem", ("house = 2", "house = 46")),
        ["line 7: deal: needs 53 cards, the deck has 52"],
    ),
    "cards of nobody": (
        ("jacks-or-better", ("draw = 5", "draw = 5\nburn = 1")),
        ["line 10: deal.burn: is a group that nothing looks at; use it in a wager, or leave it out"],
    ),
    "two hands that cannot be compared": (
        ("crazy-4-poker", ('dealer = { of = "house", best = 4 }', 'dealer = "house"')),
        [
            "line 25: wagers.base.compare: player is ranked in the four-card order and dealer in the poker order; "
            "both need the same: `best` in [hands] says how many cards count"
        ],
    ),
    "an exchange that is too large": (
        ("jacks-or-better", ("draw = 5", "draw = 3")),
        ["line 13: round[1].exchange.draw: draw has 3 cards where 5 may be discarded"],
    ),
    "an older language": (
        ("jacks-or-better", ("exactodds/game/2", "exactodds/game/1")),
        [
            "line 2: schema: exactodds/game/1 is an older language; docs/adding-a-game.md tells how to write it in "
            "exactodds/game/2"
        ],
    ),
}


@pytest.mark.parametrize(("change", "faults"), BROKEN.values(), ids=BROKEN)
def test_broken_files(change: tuple[str, tuple[str, str]], faults: list[str]) -> None:
    game, replaced = change
    assert list(faults_of(changed(game, replaced))) == faults


def test_all_faults_at_once() -> None:
    text = changed(
        "caribbean-stud",
        ("own = 5", "own = 5\nseat = 1"),
        ("{ raise = 2 }", "{ raise = -1 }"),
        ('name = "Ante and Raise"\n', ""),
        ("royal-flush     = 100", "royal-flush = 2.5"),
        ("two-pair        = 2", "two-pair = 2\n[[joint]]\nwagers = ['base', 'bas']"),
    )
    places = [fault.split(": ")[:2] for fault in faults_of(text)]
    assert places == [
        ["line 9", "deal.seat"],
        ["line 19", "round[1].choose.raise.raise"],
        ["line 21", "wagers.base.name"],
        ["line 31", "wagers.base.pays.royal-flush"],
        ["line 40", "joint[1].wagers"],
    ]


# --- random changes --------------------------------------------------------------------------------------------------

# Keys that say what goes without saying; the shape of a row with that front is the only one that there is.
GOES_WITHOUT_SAYING = {
    "deuces-wild": {"wagers.base.lines.four-deuces.name"},
    "pai-gow-wrangler-outlaw": {
        "house_ways.footnote-first.rows.21.when",
        "house_ways.footnote-first.rows.21.when.shape",
    },
    "wild-six-card-draw-poker": {"wagers.progressive.unit"},
    "wild-six-card-poker": {"deck.top_hand"},
}

DATA = [tomllib.loads(game_text(game)) for game in IDS]


def load(content: bytes) -> RulesFile | None:
    """The file, or None if it is refused in words; any other error is a bug."""
    try:
        return parse_rules_file(content, "game.toml")
    except GameFileError:
        return None


def readings(file: RulesFile) -> list[Rules]:
    return [file.rules(values) for values in values_to_try(file.options)]


def try_mutations(number: int, seed: int) -> int:
    """Load that many randomly changed files; how many of them are right."""
    rng = random.Random(seed)
    loaded = 0
    for _ in range(number):
        file = load(toml_text(mutated(rng.choice(DATA), rng)).encode())
        if file is not None:
            loaded += 1
            readings(file)
    return loaded


def test_changed_files_are_read_or_refused() -> None:
    assert 3 <= try_mutations(400, seed=16) <= 100


@pytest.mark.long
def test_ten_thousand_changed_files_are_read_or_refused() -> None:
    assert 100 <= try_mutations(10_000, seed=17) <= 2_500


def test_random_bytes_are_refused() -> None:
    rng = random.Random(3)
    for _ in range(200):
        text = bytearray(game_text(rng.choice(IDS)).encode())
        for _ in range(rng.randint(1, 5)):
            text[rng.randrange(len(text))] = rng.randrange(256)
        load(bytes(text))


# --- nothing is accepted and ignored ---------------------------------------------------------------------------------

# One change each that leaves the meaning as it is: a default that is said, an amount as text.
SAME = [
    ("caribbean-stud", ('of = "own"', 'of = "own"\nuses = "best_ranked"\noverlap = "most"\nodds = "to_one"')),
    ("caribbean-stud", ("[deal]", '[deck]\nranks = "2-A"\nsuits = "cdhs"\njokers = 0\n[deal]')),
    ("caribbean-stud", ("{ raise = 2 }", '{ raise = "2", then = "next" }')),
    ("caribbean-stud", ('of = "own"', 'of = ["own"]')),
    ("jacks-or-better", ('"0-5"', "[0, 1, 2, 3, 4, 5]")),
    ("jacks-or-better", ("[9, 8, 7, 6]", '["9/1", 8, 7, 6]')),
]


@pytest.mark.parametrize(("game", "change"), SAME)
def test_other_words_for_the_same(game: str, change: tuple[str, str]) -> None:
    assert rules_of(game, change) == rules_of(game)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of every key and item."""
    items = list(value.items()) if isinstance(value, dict) else []
    items += enumerate(value) if isinstance(value, list) else []
    return [(*path, key) for key, _ in items] + [inner for key, item in items for inner in places(item, (*path, key))]


def idle_places(game: str, most: int) -> list[str]:
    """Places of the file that change nothing when they are left out; of many places a random choice."""
    data = tomllib.loads(game_text(game))
    whole = readings(parse_rules_file(toml_text(data).encode(), game))
    paths = places(data)
    idle = []
    for path in random.Random(1).sample(paths, min(most, len(paths))):
        left = copy.deepcopy(data)
        parent: Any = left
        for step in path[:-1]:
            parent = parent[step]
        del parent[path[-1]]
        file = load(toml_text(left).encode())
        if file is not None and readings(file) == whole:
            idle.append(".".join(map(str, path)))
    return idle


@pytest.mark.parametrize("game", IDS)
def test_whatever_is_left_out_is_missed(game: str) -> None:
    """Every key and item matters: without it the file is refused, or means something else."""
    assert set(idle_places(game, 40)) <= GOES_WITHOUT_SAYING.get(game, set())


@pytest.mark.long
@pytest.mark.parametrize("game", IDS)
def test_whatever_is_left_out_anywhere_is_missed(game: str) -> None:
    assert set(idle_places(game, 10_000)) == GOES_WITHOUT_SAYING.get(game, set())
