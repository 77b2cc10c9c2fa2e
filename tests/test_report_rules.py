"""What a report says of the rules of a game: which hands are compared, in which order, and what is seen when."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from random import Random

import pytest

from analyzer.cards.deck import RANKS
from analyzer.errors import GameFileError
from analyzer.game.file import GameFile
from analyzer.game.library import load_game, shipped_ids
from analyzer.game.model import Game, Wager
from analyzer.game.rules_file import parse_rules_file
from analyzer.reference.ranked import Ranked
from analyzer.report.blocks import Block
from analyzer.report.looks import (
    dealt_text,
    hand_text,
    look_blocks,
    play_assumed,
    seen_blocks,
    settle_blocks,
    sizes_of,
    stage_texts,
)
from analyzer.report.orders import _wild_names, order_blocks, types_high_first
from analyzer.report.subject import RulesPages, Subject
from analyzer.run.jobs import Run
from tests.fuzzed_contest import contest_text
from tests.fuzzed_rounds import round_text
from tests.fuzzed_solo import solo_text
from tests.helpers import from_text


class Planned(Subject):
    """A subject of which nothing is counted: all wagers of the game are reported."""

    @property
    def game(self) -> Game:
        return self.file.game()

    @property
    def wagers(self) -> tuple[Wager, ...]:
        return self.game.wagers


def planned(file: GameFile) -> Planned:
    return Planned(file, file.text, RulesPages(None, None), {}, None, Run(jobs=1))


def own(text: str) -> Planned:
    return planned(from_text(HEAD + text))


HEAD = 'schema = "exactodds/game/2"\nid = "own"\nname = "Own"\nrules_version = "1"\n'
THIRD = """
[deck]
ranks = "9-A"
[deal]
own = 2
third = 1
house = 3
[hands]
player = ["own", "third"]
[[round]]
sees = "own"
choose.fold = { then = "fold" }
choose.small = { raise = 1 }
[[round]]
sees = "third"
choose.check = {}
choose.more = { raise = 3, when = { of = "player", at_least = "pair 9" } }
[wagers.base]
name = "Base"
bets = { ante = 1, raise = 0 }
compare = ["player", "house"]
qualifies = "pair 9"
settle.ante = [{ qualified = false, pays = 0 }]
"""


def said(blocks: list[Block]) -> str:
    """All words of the blocks, one line for each."""
    lines: list[str] = []
    for block in blocks:
        lines += [block["text"]] if "text" in block else block.get("items", [])
        lines += [" | ".join(row) for row in block.get("rows", [])]
    return "\n".join(lines)


def orders(subject: Subject) -> list[str]:
    return [block["text"] for block in order_blocks(subject) if block.get("text", "").startswith("The order of")]


# --- orders ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "sizes"),
    [
        ("caribbean-stud", [5]),
        ("casino-holdem", [5]),
        ("crazy-4-poker", [4]),
        ("deuces-wild", [5]),
        ("double-double-bonus", [5]),
        ("jacks-or-better", [5]),
        ("joker-poker", [5]),
        ("let-it-ride", [5, 3]),
        ("pai-gow-wrangler-outlaw", [5, 2]),
        ("three-card-poker", [5, 3]),
        ("three-card-poker-6-card-bonus", [5, 3]),
        ("ultimate-texas-holdem", [5]),
        ("wild-52", [5]),
        ("wild-six-card-draw-poker", [5]),
        ("wild-six-card-poker", [5]),
    ],
)
def test_the_orders_are_those_that_the_wagers_ask_for(game: str, sizes: list[int]) -> None:
    subject = planned(load_game(game))
    words = {5: "five", 4: "four", 3: "three", 2: "two"}
    assert sizes_of(subject) == sizes
    assert orders(subject) == [f"The order of {words[size]}-card hands" for size in sizes]


def test_every_shipped_game_says_what_its_wagers_look_at() -> None:
    for game in shipped_ids():
        subject = planned(load_game(game))
        told = said(look_blocks(subject))
        assert all(f"{wager.name}: " in told for wager in subject.wagers), game


def test_a_game_of_three_card_hands_states_their_order_and_no_other() -> None:
    subject = own(THIRD)
    words = said(order_blocks(subject))
    assert orders(subject) == ["The order of three-card hands"]
    names = [line.split(" | ")[0] for line in words.splitlines() if " | " in line]
    assert names == ["Straight Flush", "Three of a Kind", "Straight", "Flush", "One Pair", "High Card"]
    assert "A-2-3" not in words
    assert "A-9-T is not a straight" in words
    assert "compared with the dealer's, house (3 cards), as three-card hands" in said(look_blocks(subject))
    assert "qualifies with a pair of 9 or better" in said(look_blocks(subject))


def hands_alone(deck: str, cards: int, keys: str = "") -> str:
    """A game whose lines look at hands of so many cards."""
    return f"""
[deck]
{deck}
[deal]
own = {cards}
[wagers.base]
name = "Base"
of = "own"
{keys}
[wagers.base.pays]
pair = 1
"""


DECKS = (
    'ranks = "2-A"',
    'ranks = "2-A"\nwheel = "second_highest"',
    'ranks = "2-A"\nwheel = "none"',
    'ranks = "2-A"\nthree_card_order = "five_card"',
    'ranks = "2-A"\nthree_card_order = "flush_over_straight"',
    'ranks = "2-A"\njokers = 1\nwild = "Jk"',
    'ranks = "2-A"\njokers = 2\nwild = "Jk"\ntop_hand = "five_of_a_kind"',
    'ranks = "2-A"\njokers = 1\nbug = "Jk"\ntop_hand = "five_of_a_kind"',
    'ranks = "2-A"\njokers = 1\nwild = "Jk"\njoker_in_flush = "ace"',
    'ranks = "8-A"\nwild = "8"',
    'ranks = "2-A"\nwild = "2"',
    'ranks = "2-A"\njokers = 1\nwild = ["2", "Jk"]\nfive_wilds = true',
    'ranks = "2-A"\njokers = 1\nwild = "Jk"\nfive_of_a_kind = "A"\ntop_hand = "five_of_a_kind"',
)


@pytest.mark.parametrize(
    ("deck", "size"),
    [(deck, size) for deck in DECKS for size in (5, 4, 3, 2) if size == 3 or "three_card_order" not in deck],
)
def test_the_order_is_that_of_the_literal_ranking(deck: str, size: int) -> None:
    """Random hands, and those of few ranks: a type that stands higher in the table always beats one below it."""
    subject = own(hands_alone(deck, size))
    assert subject.game.rules is not None
    pack = subject.game.rules.pack
    ranked, random = Ranked(pack, size), Random(1)
    types = types_high_first(subject.game, size)
    cards = subject.game.deck.cards
    few = cards[-10:] if subject.game.deck.jokers else cards[:6] + cards[-6:]
    hands = [tuple(sorted(random.sample(cards, size))) for _ in range(1500)]
    hands += [tuple(sorted(hand)) for hand in list(combinations(few, size))[::3]]
    least: dict[str, tuple[int, tuple[int, ...]]] = {}
    most: dict[str, tuple[int, tuple[int, ...]]] = {}
    for hand in hands:
        best = next(iter(ranked.best(hand)))
        name = "five-wilds" if best.strength[0] == len(ranked.ranking.types) else best.type
        least[name] = min(least.get(name, best.strength), best.strength)
        most[name] = max(most.get(name, best.strength), best.strength)
    assert set(least) <= set(types)
    met = [name for name in types if name in least]
    assert all(least[one] > most[other] for one, other in pairwise(met))


@pytest.mark.parametrize(
    ("deck", "size", "stated"),
    [
        ('ranks = "2-A"', 5, "Q-K-A-2-3 is not a straight."),
        ('ranks = "2-A"', 4, "Q-K-A-2 is not a straight."),
        ('ranks = "2-A"', 3, "low in A-2-3. A sequence does not run round the corner: K-A-2 is not a straight."),
        ('ranks = "2-A"', 5, "A-2-3-4-5 is the lowest straight."),
        ('ranks = "2-A"', 4, "A-2-3-4 is the lowest straight."),
        ('ranks = "2-A"', 3, "A-2-3 is the lowest straight."),
        ('ranks = "2-A"\nwheel = "second_highest"', 3, "A-2-3 is the second highest straight, just below Q-K-A."),
        ('ranks = "2-A"\nwheel = "none"', 3, "A-2-3 is not a straight."),
        ('ranks = "8-A"', 5, "A-8-9-T-J is not a straight."),
        ('ranks = "2-A"\njokers = 1\nbug = "Jk"', 5, "The joker is limited: an ace, or the card that completes"),
        ('ranks = "2-A"\njokers = 1\nbug = "Jk"', 2, "In a hand of one or two cards it is an ace."),
        ('ranks = "2-A"\njokers = 1\nwild = "Jk"', 5, "The joker is wild: any card, whichever makes"),
        ('ranks = "8-A"\nwild = "8"', 5, "Every 8 is wild: any card, those that this deck lacks too, whichever makes"),
        ('ranks = "2-A"\njokers = 1\nwild = "Jk"\njoker_in_flush = "ace"', 5, "In a flush a wild card is an ace"),
        ('ranks = "2-A"\nwild = "2"', 5, "In a flush a wild card is the highest rank that the flush lacks"),
        ('ranks = "2-A"\njokers = 1\nwild = "Jk"\nfive_of_a_kind = "A"', 5, "Five Aces | aces and the joker"),
        ('jokers = 1\nwild = ["2", "Jk"]\nfive_wilds = true', 5, "Five Wild Cards | five wild cards | nothing"),
    ],
)
def test_what_separates_games_is_said(deck: str, size: int, stated: str) -> None:
    assert stated in said(order_blocks(own(hands_alone(deck, size))))


@pytest.mark.parametrize(
    ("ranks", "size"), [("T-A", 5), ("J-A", 4), ("Q-A", 3), ("8,Q,A", 5), ("9-A", 5), ("2-5,A", 5), ("2-4,A", 3)]
)
def test_what_is_said_to_be_no_straight_is_none(ranks: str, size: int) -> None:
    """A-T-J-Q-K are the cards of the highest straight: it may not be said that they are none."""
    subject = own(hands_alone(f'ranks = "{ranks}"', size))
    words = said(order_blocks(subject))
    assert subject.game.rules is not None
    ranked = Ranked(subject.game.rules.pack, size)
    named = re.findall(r"([2-9TJQKA-]+) is (not a straight|the lowest straight)", words)
    for cards, is_what in named:
        hand = tuple(sorted(RANKS.index(rank) * 4 + min(place, 1) for place, rank in enumerate(cards.split("-"))))
        assert len(hand) == size
        kinds = {reading.type for reading in ranked.called(hand)}
        assert (kinds == {"straight"}) == (is_what != "not a straight"), cards
    assert bool(named) == (ranks not in ("T-A", "J-A", "Q-A", "8,Q,A"))


def test_two_card_hands_have_neither_straights_nor_flushes() -> None:
    words = said(order_blocks(own(hands_alone('ranks = "2-A"', 2))))
    assert words.splitlines() == [
        "The order of two-card hands",
        "One Pair | two of one rank | the rank",
        "High Card | none of these | the two cards, highest first",
    ]


def test_five_of_a_kind_is_listed_only_where_it_can_be() -> None:
    def has(deck: str) -> bool:
        return "five-of-a-kind" in types_high_first(own(hands_alone(deck, 5)).game, 5)

    assert not has('ranks = "2-A"')
    assert not has('ranks = "2-A"\nsuits = "cdh"\njokers = 1\nwild = "Jk"')
    assert has('ranks = "2-A"\njokers = 1\nwild = "Jk"')
    assert has('ranks = "2-A"\nwild = "2"')


def test_cards_that_no_hand_is_asked_of_are_told_apart() -> None:
    told = said(look_blocks(planned(load_game("wild-52"))))
    assert "lines look at all of first and second (2 cards together)" in told
    parts = said(look_blocks(planned(load_game("pai-gow-wrangler-outlaw"))))
    assert "set in two by the house way" in parts
    assert "an equal hand is not won" in parts


# --- what is seen ----------------------------------------------------------------------------------------------------


def test_each_stage_says_what_is_seen_and_what_is_not() -> None:
    assert said(seen_blocks(own(THIRD))).splitlines() == [
        "What the player sees, and when",
        "Dealt: own 2 cards; third 1 card; house 3 cards.",
        "The player sees own (2 cards). He has not seen third and house. He chooses: fold (the round is folded); small "
        "(raise is 1).",
        "The player sees third (1 card). He has not seen house. He chooses: check (no bet changes); more (raise is 3, "
        "offered if own and third (3 cards together) make a pair of 9 or better).",
        "Then all cards are turned up, and the wagers are settled.",
    ]


def test_an_exchange_says_what_it_makes() -> None:
    told = said(seen_blocks(planned(load_game("jacks-or-better"))))
    assert "He has not seen draw. He may exchange 0, 1, 2, 3, 4 or 5 cards of own; final results." in told


MADE = """
[deck]
ranks = "9-A"
suits = "cd"
[deal]
own = 3
draw = 1
house = 3
[[round]]
sees = "own"
exchange = { from = "own", discard = 1, draw = "draw", makes = "final" }
[[round]]
SEES
choose.fold = { then = "fold" }
choose.go = { raise = 1 }
[wagers.base]
name = "Base"
bets = { ante = 1, raise = 0 }
compare = ["final", "house"]
"""


@pytest.mark.parametrize(
    ("sees", "told"),
    [
        ('sees = "final"', "The player sees final (3 cards). He has not seen house. He chooses"),
        ("", "The player sees no more cards. He has not seen house and final. He chooses"),
    ],
)
def test_what_an_exchange_makes_is_seen_where_the_file_says_so(sees: str, told: str) -> None:
    rules = parse_rules_file((HEAD + MADE.replace("SEES", sees)).encode(), "made.toml").rules()
    assert told in "\n".join(stage_texts(rules))


def test_a_choice_after_another_says_which() -> None:
    text = THIRD.replace("choose.check = {}", 'choose.check = { when = { chose = "small" } }\nchoose.stay = {}')
    assert "check (no bet changes, offered if small was chosen); stay" in said(seen_blocks(own(text)))


def test_no_decision_needs_no_sight() -> None:
    subject = own(hands_alone('ranks = "2-A"', 3))
    assert "The player decides nothing" in said(seen_blocks(subject))
    assert list(play_assumed(subject)) == []


def test_decisions_are_made_for_the_main_wager() -> None:
    told = list(play_assumed(own(THIRD)))
    assert any("so that the expected result of Base is as large as possible" in words for words in told)


# --- how bets are settled --------------------------------------------------------------------------------------------


def test_rows_are_said_in_order_with_those_that_go_unsaid() -> None:
    assert said(settle_blocks(own(THIRD))).splitlines()[2:] == [
        "Base, ante (1 at the start): if the dealer does not qualify: nothing is won or lost; a win pays 1; a tie "
        "pushes; a loss loses it.",
        "Base, raise (0 at the start): a win pays 1; a tie pushes; a loss loses it.",
        "With fold the bets of Base are lost as they stand.",
    ]


def test_a_free_bet_pays_nothing_after_a_fold() -> None:
    text = THIRD.replace("raise = 0 }", 'raise = 0, bonus = "free" }')
    text += 'settle.bonus = [{ of = "player", hand = ["straight", "flush"], pays = 5 }]\n'
    told = said(settle_blocks(own(text)))
    row = "if own and third (3 cards together) make a flush or a straight: 5 is paid; otherwise nothing"
    assert f"bonus (no stake of its own): {row}" in told
    assert "With fold the bets of Base are lost as they stand; bets without a stake pay nothing." in told


def test_a_wager_on_lines_is_settled_by_its_paytable() -> None:
    assert said(settle_blocks(own(hands_alone('ranks = "2-A"', 3)))).splitlines()[2:] == [
        "Base, base (1 at the start): what the paytable says, if a line applies; otherwise 1 is lost.",
    ]


@pytest.mark.parametrize("kind", ["duel", "board", "exchange", "reveal", "round"])
def test_random_files_are_told_without_a_fault(kind: str) -> None:
    """Whatever the language says, there are words for it, and every order that is asked for is stated."""
    told = 0
    for seed in range(25):
        text = solo_text(kind, seed) if kind in ("exchange", "reveal") else ""
        text = text or (round_text(seed) if kind == "round" else contest_text(kind, seed))
        try:
            subject = planned(from_text(text))
            assert subject.wagers
        except GameFileError:  # some are refused: that is what they are for elsewhere
            continue
        blocks = [*seen_blocks(subject), *look_blocks(subject), *settle_blocks(subject), *order_blocks(subject)]
        words = said(blocks) + "\n".join(play_assumed(subject))
        assert "  " not in words
        asked = {number for number in ("one", "two", "three", "four", "five") if f"{number}-card hands" in words}
        assert {f"The order of {number}-card hands" for number in asked} == set(orders(subject)), seed
        told += 1
    assert told >= 5


def test_hands_deals_and_wild_cards_are_said_in_words() -> None:
    four = load_game("crazy-4-poker").rules()
    told = [hand_text(four, hand) for hand in four.hands]
    assert told == ["the best four of own (5 cards)", "the best four of house (5 cards)"]
    assert dealt_text(load_game("jacks-or-better").rules()) == "own 5 cards; up to 5 cards more to be drawn (draw)"
    assert _wild_names(load_game("deuces-wild").rules().pack) == "Every 2 is"
