"""The readings of the Pai Gow document: hands and counts worked out by hand, and every deal of small decks.

A reading is a patch of the game file. Each hand below is set and paid three times: by the engine, by the referee, who
reads the same patch, and by the transcription of the document, which has the reading in its own words.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from analyzer.cards.deck import FIRST_JOKER, RANKS, SUITS, Deck
from analyzer.engines.two_hands.fronts import front_name
from analyzer.engines.two_hands.pairs import PairCounts
from analyzer.engines.two_hands.set_hands import SetHands, compare_ways, set_hands
from analyzer.game.language import Rules
from analyzer.game.library import load_game
from analyzer.game.model import Game
from analyzer.kernels import evaluate
from analyzer.pricing.analysis import analyze_wager
from analyzer.reference import set_hands as refereed_hands
from analyzer.reference.cards import hand_from
from analyzer.reference.games import COUNTS, LiteralCount, small_deck
from analyzer.reference.house_way import Setting, back_strength, ranks_in_front, set_house_way
from analyzer.reference.pai_gow import outlaw_9, settle_base, strengths_of
from analyzer.reference.pai_gow_readings import DEFAULT, Reading
from analyzer.run.jobs import Run
from analyzer.trust.refereed import compare_with_referee, on_deck

GAME = "pai-gow-wrangler-outlaw"
RUN = Run(jobs=1)


@cache
def game_of(option: str = "", value: str = "") -> Game:
    return load_game(GAME).game({option: value} if option else {})


@cache
def rules_of(option: str = "", value: str = "") -> Rules:
    return load_game(GAME).rules({option: value} if option else {})


def reading_of(option: str = "", value: str = "") -> Reading:
    return DEFAULT._replace(**{option: value}) if option else DEFAULT


# --- how hands are set -----------------------------------------------------------------------------------------------

# Option, value, cards; the ranks in front and the number of the row, by default and as the option has it.
SET_OTHERWISE = [
    # The joker is the ace of a hand without a pair; or a second king, and queen and nine are the highest others.
    ("joker", "wild", "Jk Kd Qh 9s 7c 5d 2h", ("K-Q", 12), ("Q-9", 11)),
    # Four kings and an ace are split; or the joker pairs the queen, and the four kings stay behind.
    ("joker", "wild", "Kc Kd Kh Ks Qh 9s Jk", ("K-K", 4), ("Q-Q", 2)),
    # Three nines and an ace; or four nines with a king for the front.
    ("joker", "wild", "9c 9d 9h Jk Kd 5h 2s", ("A-K", 10), ("K-5", 4)),
    # Tens and nines are two pairs beside an ace; or three tens and a pair.
    ("joker", "wild", "Tc Td 9h 9s Jk 5h 2s", ("A-5", 9), ("9-9", 5)),
    # The joker goes in front of a straight as an ace; or it pairs the king there.
    ("joker", "wild", "5c 6d 7h 8s 9c Kd Jk", ("A-K", 8), ("K-K", 3)),
    # Queens before A-K-Q-J and the joker; or the pair of the full house, aces.
    ("house_way_order", "chart_first", "Qc Qd Qh Ac Jk Kc Jd", ("Q-Q", 3), ("A-A", 5)),
    # Four aces behind; or a pair of aces before a full house.
    ("four_with_trips", "footnote", "Ac Ad Ah Jk Kc Kd Kh", ("K-K", 2), ("A-A", 3)),
    # Eights and fours stay behind for an ace; or only for a king itself.
    ("two_pair_card", "exact", "8d 8h 4d 4h Jk 6d 2h", ("A-6", 9), ("4-4", 9)),
    # A-K-Q-J and the joker stay behind; or it is three aces.
    ("joker_aces_with_straight", "trip_aces_row", "Ac Ad Jk Kc Qd Jc 8d", ("A-8", 8), ("A-K", 10)),
    # Kings before aces and queens; or queens before aces and kings.
    ("full_house_second_pair", "lower", "Ac Ad Jk Kc Kd Qc Qd", ("K-K", 3), ("Q-Q", 5)),
]


def set_by_engine(game: Game, cards: tuple[int, ...]) -> tuple[str, int]:
    from analyzer.cext import settings

    sets = np.zeros((1, 4), dtype=np.uint16)
    for card in cards:
        if card < FIRST_JOKER:
            sets[0, card & 3] |= 1 << (card >> 2)
    jokers = np.array([sum(card >= FIRST_JOKER for card in cards)], dtype=np.uint8)
    way = game.house_ways["footnote-first"]
    _, front, row, foul = settings.set_hands(sets, jokers, way.compiled(), game.ranking.kernel_arguments)
    assert not foul[0]
    return front_name(int(front[0])), way.rows[int(row[0])].number


def set_by_referee(option: str, value: str, cards: tuple[int, ...]) -> tuple[str, int]:
    rules = rules_of(option, value)
    way = rules.house_ways["footnote-first"]
    place, setting = refereed_hands.SetHands(rules.pack).row_and_setting(cards, way)
    return "-".join(RANKS[rank] for rank in setting.front_ranks), way.rows[place].number


def set_by_transcription(reading: Reading, cards: tuple[int, ...]) -> tuple[str, int]:
    way = set_house_way(cards, reading)
    return "-".join(RANKS[rank] for rank in ranks_in_front(way.front, reading)), way.row


@pytest.mark.parametrize(("option", "value", "text", "default", "otherwise"), SET_OTHERWISE)
def test_a_hand_that_is_set_otherwise(
    option: str, value: str, text: str, default: tuple[str, int], otherwise: tuple[str, int]
) -> None:
    cards = hand_from(text)
    for point, expected in ((("", ""), default), ((option, value), otherwise)):
        assert set_by_engine(game_of(*point), cards) == expected
        assert set_by_referee(*point, cards) == expected
        assert set_by_transcription(reading_of(*point), cards) == expected


@cache
def all_hands(option: str = "", value: str = "") -> SetHands:
    game = game_of(option, value)
    return set_hands(game.deck, game.ranking, game.house_ways["footnote-first"])


# Hands of the whole deck that are set otherwise, counted by hand.
FOUR_ABOVE_THREE = 78 * 4  # two ranks, the higher four times, three of the lower four cards
FOUR_ACES_BY_THE_JOKER = 4 * 12 * 4  # three aces, three of another rank
THREE_TWO_TWO = (
    13 * 4 * 66 * 36  # three of a rank, two other ranks of two
    + 6 * 66 * 36  # two aces and the joker
    + 4 * 12 * 4 * 11 * 6  # an ace and the joker are one of the pairs
)
# Eights to sixes over a lower pair, 6 + 5 + 4 ways, the odd cards with an ace and without a king: the other two of nine
# ranks; the ace is one of four, or the joker. Fives to threes, 3 + 2 + 1 ways, with a king or an ace and without a
# queen: three of ten ranks but not three of eight; or the joker and two of nine, kings too.
TWO_PAIRS = 15 * 36 * 36 * (4 + 1) * 16 + 6 * 36 * ((120 - 56) * 64 + 36 * 16)


@pytest.mark.parametrize(
    ("option", "value", "hands"),
    [
        ("four_with_trips", "footnote", FOUR_ABOVE_THREE + FOUR_ACES_BY_THE_JOKER),
        ("full_house_second_pair", "lower", THREE_TWO_TWO),
        ("two_pair_card", "exact", TWO_PAIRS),
    ],
)
def test_how_many_hands_are_set_otherwise(option: str, value: str, hands: int) -> None:
    assert sum(one.hands for one in compare_ways(all_hands(), all_hands(option, value))) == hands


# --- how hands compare -----------------------------------------------------------------------------------------------


def test_the_joker_in_a_flush_is_an_ace() -> None:
    """A-J-9-8 and the joker in clubs, and A-K-J-9-8 in diamonds: the joker is the king, or a second ace."""
    fives = [hand_from("Ac Jc 9c 8c Jk"), hand_from("Ad Kd Jd 9d 8d")]
    for point, is_higher in ((("", ""), False), (("joker_in_flush", "ace"), True)):
        ranking = game_of(*point).ranking.kernel_arguments
        wild, natural = evaluate.values_of_cards(np.array(fives, dtype=np.uint8), 5, ranking) >> 1
        assert (bool(wild > natural), bool(wild == natural)) == (is_higher, not is_higher)
        reading = reading_of(*point)
        wild, natural = (back_strength(Setting(hand_from("2h 3s"), five), reading) for five in fives)
        assert (wild > natural, wild == natural) == (is_higher, not is_higher)


def test_the_wheel_is_the_second_highest_straight() -> None:
    """A-2-3-4-5 is below K-Q-J-T-9, or above it."""
    fives = [hand_from("Ac 2d 3c 4c 5c"), hand_from("Kd Qd Jh Td 9d")]
    for point, is_higher in ((("", ""), False), (("wheel", "second_highest"), True)):
        ranking = game_of(*point).ranking.kernel_arguments
        wheel, nine_to_king = evaluate.values_of_cards(np.array(fives, dtype=np.uint8), 5, ranking)
        assert bool(wheel > nine_to_king) is is_higher
        first, second = (back_strength(Setting(hand_from("2h 3s"), five), reading_of(*point)) for five in fives)
        assert (first > second) is is_higher


def test_a_copy_loses_the_wager() -> None:
    """Kings over an ace-high flush and kings over a queen-high flush: one hand is a copy, the other is higher."""
    ours = strengths_of(Setting(hand_from("Kc Kd"), hand_from("2h 5h 8h Th Ah")))
    theirs = strengths_of(Setting(hand_from("Kh Ks"), hand_from("2c 5c 8c Tc Qc")))
    assert settle_base(ours, theirs) == "push"
    assert settle_base(ours, theirs, reading_of("copies", "lose_wager")) == "lose"
    # One pair of hands of each kind, behind lower, equal or higher, in front the same; all with a high pair. Two are
    # higher in one hand and lower in the other, two higher in one and equal in the other.
    nine = tuple(tuple((0, 1) for _ in range(3)) for _ in range(3))
    counted = [PairCounts(nine, copies) for copies in ("hand_not_won", "lose_wager")]
    assert [(pairs.win, pairs.push, pairs.lose) for pairs in counted] == [(1, 2 + 2, 4), (1, 2, 4 + 2)]
    assert [pairs.pushes(True) for pairs in counted] == [4, 2]


# --- Outlaw 9 --------------------------------------------------------------------------------------------------------

# Option, value, cards; the line that is paid, by default and as the option has it.
PAID_OTHERWISE = [
    ("joker", "wild", "Kc Kd 9h 9s Jk 5h 2s", "lose", "full-house"),
    ("joker", "wild", "Kc Kd 9h 7s Jk 5h 2s", "lose", "three-of-a-kind"),
    ("joker", "wild", "Kc Kd Kh 7s Jk 5h 2s", "three-of-a-kind", "four-of-a-kind"),
    ("joker", "wild", "Kc Kd Kh Ks Jk 5h 2s", "four-of-a-kind", "four-of-a-kind"),
    ("joker", "wild", "Ac Kc Qc Jc Tc Kd Jk", "royal-flush", "royal-flush-and-royal-match"),
    ("joker", "wild", "Ac Kc Qc Jc Tc Jd Jk", "royal-flush", "royal-flush"),
    ("outlaw_hand", "house_way", "Ac Ad Ah As Jk 9d 2c", "five-aces", "three-of-a-kind"),
    ("outlaw_hand", "house_way", "Kc Kd Kh Ks Ac 9d 2h", "four-of-a-kind", "lose"),
    ("outlaw_hand", "house_way", "Jc Jd Th Ts 9c 8d 7h", "straight", "lose"),
    ("outlaw_hand", "house_way", "Ac Kc Qc Jc Tc Kd Qd", "royal-flush-and-royal-match", "lose"),
    ("outlaw_hand", "house_way", "Kc Kd 9h 9s 4c 4d 2h", "three-pairs", "three-pairs"),
    ("outlaw_applies", "no_straight_or_flush", "9c 9d 9h 4c 4d 4h 2s", "full-house", "full-house"),
    ("outlaw_applies", "no_straight_or_flush", "9c 9d 9h 5c 6d 7h 8s", "three-of-a-kind", "lose"),
    ("outlaw_applies", "no_straight_or_flush", "2h 4h 6h 9h Td Qd Jk", "flush", "lose"),
    ("outlaw_applies", "no_straight_or_flush", "Ac Jk Kc Kd Ks Js Qd", "full-house", "lose"),
    (
        "outlaw_applies",
        "no_straight_or_flush",
        "2h 4h 6h 8d Td Qd Jk",
        "other-six-red-or-black-with-the-joker",
        "other-six-red-or-black-with-the-joker",
    ),
    ("colour_lines_pairs", "spoil", "2c 2s 6c 8s Tc Qs Kc", "all-seven-red-or-all-seven-black", "lose"),
    ("colour_lines_pairs", "spoil_joker_neutral", "2c 2s 6c 8s Tc Qs Kc", "all-seven-red-or-all-seven-black", "lose"),
    ("colour_lines_pairs", "spoil", "Ad 2h 3d 7h 8d Qh Jk", "other-six-red-or-black-with-the-joker", "lose"),
    ("royal_match", "suited_natural", "Ac Jk Qc Jc Tc Kd Qd", "royal-flush-and-royal-match", "royal-flush"),
    ("royal_match", "any_suits", "Ac Kc Qc Jc Tc Kd Qh", "royal-flush", "royal-flush-and-royal-match"),
    ("royal_match", "any_suits", "Ac Kc Qc Jc Tc Qd Jk", "royal-flush", "royal-flush-and-royal-match"),
    ("royal_match", "any_suits_natural", "Ac Kc Qc Jc Tc Kd Qh", "royal-flush", "royal-flush-and-royal-match"),
    ("royal_match", "any_suits_natural", "Ac Jk Qc Jc Tc Kd Qh", "royal-flush", "royal-flush"),
    ("ace_high_or_lower", "even_money", "2c 3d 7c 8d Qc Kd Jk", "lose", "ace-high-or-lower"),
    ("ace_high_or_lower", "even_money_no_joker", "2c 3d 7c 8d Qc Kd Jk", "lose", "lose"),
    ("nine_ten_high_ace", "low", "2c 3d 4c 6d 8c 9d Ac", "lose", "nine-high"),
    ("joker_colour", "one_colour", "2c 3s 7c 8s Qc Ks Jk", "other-six-red-or-black-with-the-joker", "lose"),
    ("royal_flush_line", "natural_only", "Ac Jk Qc Jc Tc Kd Qd", "royal-flush-and-royal-match", "straight-flush"),
]


@pytest.mark.parametrize(("option", "value", "text", "default", "otherwise"), PAID_OTHERWISE)
def test_a_hand_that_is_paid_otherwise(option: str, value: str, text: str, default: str, otherwise: str) -> None:
    cards = hand_from(text)
    assert outlaw_9(cards) == default
    assert outlaw_9(cards, reading_of(option, value)) == otherwise


MATCH = "royal-flush-and-royal-match"
NATURAL_MATCHES = 4 * 3  # four suits of the royal, three of the king and queen
# Each of five cards of a royal may be the joker.
MATCHES = NATURAL_MATCHES + 4 * 5 * 3
# Suits free: three kings and three queens beside the royal. If the joker is its king, the king beside it may have the
# royal's own suit, with three queens; if it is its queen, likewise.
ANY_MATCHES = 4 * 9 + 4 * (5 * 9 + 3 + 3)
COLOUR = "all-seven-red-or-all-seven-black"
# Seven different ranks without a straight that are not nine or ten high, each red or each black, and of the 128 ways to
# deal out two suits those with five or more cards of one are flushes.
ONE_COLOUR = (1716 - 217 - 2 - 16) * 2 * (128 - 2 * (21 + 7 + 1))


@pytest.mark.long
@pytest.mark.parametrize(
    ("option", "value", "line", "default", "otherwise"),
    [
        ("royal_match", "suited_natural", MATCH, MATCHES, NATURAL_MATCHES),
        ("royal_match", "any_suits", MATCH, MATCHES, ANY_MATCHES),
        ("royal_match", "any_suits_natural", MATCH, MATCHES, 4 * 9),
        ("joker", "wild", MATCH, MATCHES, MATCHES + 4 * (3 + 3)),  # a royal, the joker, a king or a queen
        ("outlaw_hand", "house_way", "five-aces", 48 * 47 // 2, 0),
        ("colour_lines_pairs", "spoil", COLOUR, 766_820, ONE_COLOUR),
        ("colour_lines_pairs", "spoil_joker_neutral", COLOUR, 766_820, ONE_COLOUR),
    ],
)
def test_how_many_hands_a_line_has(option: str, value: str, line: str, default: int, otherwise: int) -> None:
    assert counted(Deck(jokers=1), "outlaw-9").get(line, 0) == default
    assert counted(Deck(jokers=1), "outlaw-9", option, value).get(line, 0) == otherwise


# --- every deal of a small deck --------------------------------------------------------------------------------------

# Neither the place of the wheel nor the joker's rank in a flush has a line in Outlaw 9.
WITHOUT_EFFECT = {("outlaw-9", "wheel"), ("outlaw-9", "joker_in_flush")}


def readings_counted() -> list[LiteralCount]:
    """The counts of the transcription for one reading each, the player setting by the House Way."""
    return [count for count in COUNTS[GAME]() if len(count.options) == 1 and "player_sets" not in count.options]


def named(count: LiteralCount) -> str:
    ((option, value),) = count.options.items()
    return f"{count.wager}-{option}-{value}"


def first_deck(count: LiteralCount) -> Deck:
    ranks, suits = count.decks[0]
    return Deck(
        tuple(sorted(RANKS.index(rank) for rank in small_deck(ranks, suits, 1).ranks)),
        tuple(SUITS.index(suit) for suit in suits),
        jokers=1,
    )


@cache
def counted(deck: Deck, wager_id: str, option: str = "", value: str = "") -> dict[str, int]:
    """The outcomes of a wager on a small deck, counted by the engine."""
    game = replace(game_of(option, value), deck=deck)
    (wager,) = (wager for wager in game.wagers if wager.id == wager_id)
    (result,) = analyze_wager(game, wager, wager.paytables, RUN)
    return {outcome.name: outcome.count for outcome in result.outcomes if outcome.count}


def test_each_reading_is_counted_by_the_transcription() -> None:
    transcribed = {point for count in readings_counted() for point in count.options.items()}
    weighed = {
        (option.id, value)
        for option in load_game(GAME).options.values()
        if option.weight is not None and option.id != "player_dealer_fee"  # changes the fees, not the counts
        for value in option.values[1:]
    }
    assert transcribed == weighed


@pytest.mark.parametrize("count", readings_counted(), ids=named)
def test_the_first_deck_tells_a_reading_apart(count: LiteralCount) -> None:
    """On a deck on which it changes nothing the comparison below could not fail."""
    ((option, value),) = count.options.items()
    deck = first_deck(count)
    is_same = counted(deck, count.wager, option, value) == counted(deck, count.wager)
    assert is_same == ((count.wager, option) in WITHOUT_EFFECT)


@pytest.mark.long
@pytest.mark.parametrize("count", readings_counted(), ids=named)
def test_engine_referee_and_transcription(count: LiteralCount) -> None:
    deck = first_deck(count)
    ((option, value),) = count.options.items()
    rules = on_deck(rules_of(option, value), deck)
    deals, differences = compare_with_referee(rules, count.wager, count.paytable, RUN)
    assert differences == []
    literal = count.literal(small_deck(*count.decks[0], 1))
    assert literal.total() == deals
    assert counted(deck, count.wager, option, value) == {name: number for name, number in literal.items() if number}
