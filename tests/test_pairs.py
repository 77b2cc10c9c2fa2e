"""Two set hands: every count on reduced decks equals the enumeration of all deals, hand by hand and pair by pair."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest

from analyzer.cards.colex import hands
from analyzer.cards.deck import Deck, hand_name
from analyzer.cards.ranking import Ranking, Wheel
from analyzer.cards.suits import all_suit_classes
from analyzer.engines.two_hands.best_settings import best_settings
from analyzer.engines.two_hands.fronts import FIRST_PAIR, FRONTS, front_number, front_ranks
from analyzer.engines.two_hands.kinds import all_kinds, rank_counts
from analyzer.engines.two_hands.pairs import PairCounts, count_pairs
from analyzer.engines.two_hands.set_hands import compare_ways, set_hands
from analyzer.engines.two_hands.settings import hand_settings
from analyzer.errors import CardError, CountError, GameFileError, SelectionError
from analyzer.game.house_way import HouseWay, HouseWayRow
from analyzer.game.library import load_game
from analyzer.reference import pai_gow
from analyzer.reference.cards import Deck as ReferenceDeck
from analyzer.reference.pai_gow_readings import Reading
from analyzer.run.jobs import Run

GAME = "pai-gow-wrangler-outlaw"
WAYS = ("footnote-first", "chart-first", "second-room")
FULL_DECK = Deck(jokers=1)
THREES = FIRST_PAIR + 1
RUN = Run(jobs=1)
# Straights, flushes, pairs and high cards all occur; one, two or no jokers; two, three or four suits.
TWO_SUITS = ("23456KA", "cs", 1)
TWO_JOKERS = ("2345TQA", "dh", 2)
THREE_SUITS = ("2345A", "cdh", 1)
NO_JOKER = ("A2345678", "cd", 0)
FOUR_SUITS = ("TJQA", "cdhs", 1)
ALL_WAYS_TO_DEAL = [
    pytest.param(TWO_SUITS, "lowest", "footnote-first", id="two-suits"),
    pytest.param(TWO_SUITS, "second_highest", "second-room", id="two-suits-wheel"),
    pytest.param(TWO_JOKERS, "lowest", "chart-first", id="two-jokers"),
    pytest.param(THREE_SUITS, "second_highest", "footnote-first", id="three-suits"),
    pytest.param(NO_JOKER, "lowest", "second-room", id="no-joker"),
    pytest.param(FOUR_SUITS, "lowest", "footnote-first", id="four-suits", marks=pytest.mark.long),
    pytest.param(("2345689A", "cs", 1), "lowest", "chart-first", id="eight-ranks", marks=pytest.mark.long),
    pytest.param(("23456A", "cds", 1), "lowest", "second-room", id="six-by-three", marks=pytest.mark.long),
]


def way_of(name: str) -> HouseWay:
    return load_game(GAME).game().house_ways[name]


def ranking_of(wheel: Wheel = "lowest") -> Ranking:
    return Ranking("bug", wheel, "five_of_a_kind")


def deck_of(ranks: str, suits: str, jokers: int) -> Deck:
    return Deck(
        tuple(sorted("23456789TJQKA".index(rank) for rank in ranks)),
        tuple("cdhs".index(suit) for suit in suits),
        jokers,
    )


# --- an enumeration that knows nothing of kinds ----------------------------------------------------------------------


@dataclass(frozen=True)
class Dealt:
    """Every hand of a deck, set card by card."""

    cards: Any  # one row of seven cards a hand
    bits: Any  # the cards as a set, by their place in the deck
    back: Any
    front: Any


def deal_all(deck: Deck, ranking: Ranking, way: HouseWay) -> Dealt:
    from analyzer.cext import settings

    places = hands(0, comb(deck.size, 7), 7)
    cards = np.array(deck.cards, dtype=np.int64)[places]
    sets, jokers = sets_of(cards)
    back, front, _, foul = settings.set_hands(sets, jokers, way.compiled(), ranking.kernel_arguments)
    assert not foul.any()
    bits = (np.int64(1) << places.astype(np.int64)).sum(axis=1)
    return Dealt(cards, bits, back.astype(np.int64), front.astype(np.int64))


def sets_of(cards: Any) -> tuple[Any, Any]:
    """Rows of cards as ranks held in each suit, and jokers."""
    sets = np.zeros((len(cards), 4), dtype=np.uint16)
    for suit in range(4):
        own = (cards < 52) & (cards & 3 == suit)
        sets[:, suit] = np.where(own, 1 << (cards >> 2), 0).sum(axis=1)
    return sets, (cards >= 52).sum(axis=1).astype(np.uint8)


def compare(own_back: int, own_front: int, back: Any, front: Any) -> Any:
    """How many of the other hands are lower, equal or higher than one's own, seen from one's own; 3 x 3."""
    code = 3 * (1 + np.sign(own_back - back)) + 1 + np.sign(own_front - front)
    return np.bincount(code, minlength=9).reshape(3, 3)


def all_pairs(dealt: Dealt, limit: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The cells of PairCounts by enumeration of every pair of disjoint hands."""
    cells = np.zeros((3, 3, 2), dtype=np.int64)
    for bits, back, front in zip(dealt.bits, dealt.back, dealt.front, strict=True):
        apart = (dealt.bits & bits) == 0
        for high in (0, 1):
            other = apart & (
                np.maximum(dealt.front, front) >= limit if high else np.maximum(dealt.front, front) < limit
            )
            cells[:, :, high] += compare(back, front, dealt.back[other], dealt.front[other])
    return tuple(tuple((int(low), int(high)) for low, high in row) for row in cells)


# --- pairs -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("deck", "wheel", "name"), ALL_WAYS_TO_DEAL)
def test_pairs_equal_the_enumeration_of_every_deal(deck: tuple[str, str, int], wheel: Wheel, name: str) -> None:
    dealt = deal_all(deck_of(*deck), ranking_of(wheel), way_of(name))
    counted = count_pairs(set_hands(deck_of(*deck), ranking_of(wheel), way_of(name)), THREES, RUN)
    assert counted.cells == all_pairs(dealt, THREES)


@pytest.mark.parametrize("limit", [0, 40, FIRST_PAIR, FRONTS])
def test_any_front_may_be_the_limit(limit: int) -> None:
    deck = deck_of(*TWO_SUITS)
    counted = count_pairs(set_hands(deck, ranking_of(), way_of("footnote-first")), limit, RUN)
    assert counted.cells == all_pairs(deal_all(deck, ranking_of(), way_of("footnote-first")), limit)
    assert counted.pushes(True) + counted.pushes(False) == counted.push


@pytest.mark.parametrize(
    ("deck", "wheel", "name"),
    [
        pytest.param(TWO_SUITS, "lowest", "footnote-first", id="two-suits"),
        pytest.param(TWO_JOKERS, "second_highest", "chart-first", id="two-jokers", marks=pytest.mark.long),
        pytest.param(THREE_SUITS, "lowest", "chart-first", id="three-suits", marks=pytest.mark.long),
        pytest.param(NO_JOKER, "lowest", "footnote-first", id="no-joker", marks=pytest.mark.long),
        pytest.param(FOUR_SUITS, "lowest", "footnote-first", id="four-suits", marks=pytest.mark.long),
    ],
)
def test_pairs_and_best_settings_equal_the_reference(deck: tuple[str, str, int], wheel: Wheel, name: str) -> None:
    """The reference shares nothing with the engine, not even the house way's rows."""
    ours = set_hands(deck_of(*deck), ranking_of(wheel), way_of(name))
    theirs, reading = ReferenceDeck(*deck), Reading(wheel=wheel, house_way_order=name.replace("-", "_"))
    pairs, best = count_pairs(ours, THREES, RUN), best_settings(ours, run=RUN)
    base = pai_gow.count_base(theirs, reading)
    assert {"win": pairs.win, "push": pairs.push, "lose": pairs.lose} == base
    lines = pai_gow.count_wrangler(theirs, reading)
    assert pairs.pushes(True) == lines["push-with-a-pair-of-threes-or-higher"]
    assert pairs.pushes(False) == lines["push"]
    optimal = pai_gow.count_base_optimal(theirs, reading)
    assert {"win": best.pairs.win, "push": best.pairs.push, "lose": best.pairs.lose} == optimal


@pytest.mark.parametrize("limit", [-1, FRONTS + 1])
def test_a_limit_that_is_no_front_is_refused(limit: int) -> None:
    with pytest.raises(SelectionError, match=f"must be a number from 0 to 91, not {limit}"):
        count_pairs(set_hands(deck_of(*TWO_SUITS), ranking_of(), way_of("footnote-first")), limit, RUN)


def test_a_deck_with_too_few_cards_for_two_hands_has_no_pairs() -> None:
    counted = count_pairs(set_hands(deck_of("TJQKA", "cd", 1), ranking_of(), way_of("footnote-first")), THREES, RUN)
    assert counted.deals == 0


def test_counts_that_do_not_add_up_are_an_error() -> None:
    cells = (((1, 0), (0, 0), (0, 0)), ((0, 0), (0, 0), (0, 0)), ((0, 0), (0, 0), (2, 0)))
    with pytest.raises(CountError, match=r"counted 3 pairs of hands where C\(53,7\) x C\(46,7\) = 8250459031214400"):
        PairCounts(cells).checked(FULL_DECK)
    with pytest.raises(CountError, match="set alike but their counts differ"):
        PairCounts(cells).checked_both_ways()


def test_a_house_way_with_faults_is_never_counted() -> None:
    way = HouseWay("ours", "", (HouseWayRow(1, "pairs only", "highest-pair"),))
    with pytest.raises(GameFileError, match="no row sets"):
        count_pairs(set_hands(deck_of(*TWO_SUITS), ranking_of(), way), THREES, RUN)


# --- one hand --------------------------------------------------------------------------------------------------------


def settings_by_cards(hand: tuple[int, ...], wheel: Wheel) -> set[tuple[int, int]]:
    """(back, front) of every legal setting that no other one dominates, from all 21."""
    from analyzer.kernels import evaluate

    fronts = list(combinations(sorted(hand), 2))
    fives = np.array([[card for card in sorted(hand) if card not in front] for front in fronts], dtype=np.uint8)
    backs = evaluate.values_of_cards(fives, 5, ranking_of(wheel).kernel_arguments) >> 1
    legal = set()
    for back, front in zip(backs, fronts, strict=True):
        one, two = (12 if card >= 52 else card >> 2 for card in front)
        kind, first, second = int(back) >> 20, (int(back) >> 16 & 15) - 2, (int(back) >> 12 & 15) - 2
        if one == two:
            foul = kind == 0 or (kind == 1 and one > first)
        else:
            foul = kind == 0 and (max(one, two), min(one, two)) > (first, second)
        if not foul:
            legal.add((int(back), front_number(one, two)))
    return {
        own for own in legal if not any(other != own and other[0] >= own[0] and other[1] >= own[1] for other in legal)
    }


@pytest.mark.parametrize(("deck", "wheel", "name"), ALL_WAYS_TO_DEAL[:5])
def test_settings_of_a_hand_equal_the_enumeration(deck: tuple[str, str, int], wheel: Wheel, name: str) -> None:
    rules = deck_of(*deck), ranking_of(wheel), way_of(name)
    ours, dealt = set_hands(*rules), deal_all(*rules)
    chance = random.Random(3)
    for index in chance.sample(range(len(dealt.bits)), 100):
        hand = tuple(int(card) for card in dealt.cards[index])
        other = (dealt.bits & dealt.bits[index]) == 0
        listed = hand_settings(ours, hand)
        own = (int(dealt.back[index]), int(dealt.front[index]))
        assert {(setting.back, setting.front) for setting in listed} == settings_by_cards(hand, wheel) | {own}
        assert [(setting.back, setting.front) for setting in listed if setting.is_house_way] == [own]
        assert list(listed) == sorted(
            listed, key=lambda setting: (setting.win - setting.lose, setting.win), reverse=True
        )
        for setting in listed:
            cells = compare(setting.back, setting.front, dealt.back[other], dealt.front[other])
            assert [list(row) for row in setting.cells] == cells.tolist(), hand_name(hand)
            assert set(setting.front_cards) <= set(hand)
            assert sorted(12 if card >= 52 else card >> 2 for card in setting.front_cards) == sorted(
                front_ranks(setting.front)
            )


def test_a_hand_that_is_not_seven_cards_of_the_deck_is_refused() -> None:
    ours = set_hands(deck_of(*TWO_SUITS), ranking_of(), way_of("footnote-first"))
    with pytest.raises(CardError, match="must be 7 different cards of the deck"):
        hand_settings(ours, (0, 3, 4, 7, 8, 11, 40))


def test_fronts_compare_as_two_card_hands() -> None:
    by_number = [front_ranks(front) for front in range(FRONTS)]
    assert by_number == sorted(by_number, key=lambda ranks: (ranks[0] == ranks[1], ranks))
    assert [front_number(*ranks) for ranks in by_number] == list(range(FRONTS))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
def test_a_real_hand_against_all_53_524_680_others_one_by_one(seed: int) -> None:
    from analyzer.cext import settings

    chance = random.Random(seed)
    hand = tuple(sorted(chance.sample(range(53), 7)))
    if seed % 2 and 52 not in hand:
        hand = (*hand[:6], 52)
    wheel: Wheel = "second_highest" if seed % 4 > 1 else "lowest"
    ranking, way = ranking_of(wheel), way_of(WAYS[seed % 3])
    listed = hand_settings(set_hands(FULL_DECK, ranking, way), hand)
    left = np.array([card for card in FULL_DECK.cards if card not in hand], dtype=np.int64)
    total, step = comb(46, 7), 1 << 20
    cells = np.zeros((len(listed), 3, 3), dtype=np.int64)

    def piece(start: int) -> Any:
        sets, jokers = sets_of(left[hands(start, min(start + step, total), 7)])
        back, front, _, _ = settings.set_hands(sets, jokers, way.compiled(), ranking.kernel_arguments)
        others = back.astype(np.int64), front.astype(np.int64)
        return np.array([compare(setting.back, setting.front, *others) for setting in listed])

    for counted in Run().pieces("hands", piece, [(start,) for start in range(0, total, step)]):
        cells += counted
    assert [[list(row) for row in setting.cells] for setting in listed] == cells.tolist()


# --- the best setting of every hand ----------------------------------------------------------------------------------


BEST_SETTINGS = [
    pytest.param(TWO_SUITS, "lowest", "footnote-first", id="two-suits"),
    pytest.param(TWO_SUITS, "second_highest", "second-room", id="two-suits-wheel", marks=pytest.mark.long),
    pytest.param(TWO_JOKERS, "lowest", "second-room", id="two-jokers", marks=pytest.mark.long),
    pytest.param(THREE_SUITS, "second_highest", "chart-first", id="three-suits", marks=pytest.mark.long),
    pytest.param(FOUR_SUITS, "lowest", "footnote-first", id="four-suits", marks=pytest.mark.long),
]


@pytest.mark.parametrize(("deck", "wheel", "name"), BEST_SETTINGS)
def test_best_settings_equal_the_best_of_each_hand(deck: tuple[str, str, int], wheel: Wheel, name: str) -> None:
    """Every hand of the deck on its own: totals, departures from the house way and what they gain, by row."""
    from analyzer.cext import settings

    rules = deck_of(*deck), ranking_of(wheel), way_of(name)
    ours, dealt = set_hands(*rules), deal_all(*rules)
    best = best_settings(ours, run=RUN)
    rows = settings.set_hands(*sets_of(dealt.cards), ours.way.compiled(), ours.ranking.kernel_arguments)[2]
    cells = np.zeros((3, 3), dtype=np.int64)
    sums = np.zeros((len(ours.way.rows), 3), dtype=np.int64)
    ties = 0
    for index, row in enumerate(rows):
        other = (dealt.bits & dealt.bits[index]) == 0
        backs, fronts = dealt.back[other], dealt.front[other]
        own = (int(dealt.back[index]), int(dealt.front[index]))
        listed = settings_by_cards(tuple(int(card) for card in dealt.cards[index]), wheel) | {own}
        counted = {setting: compare(*setting, backs, fronts) for setting in listed}
        worth = {setting: int(table[2, 2] - table[:2, :2].sum()) for setting, table in counted.items()}
        most = max(worth.values())
        ties += sum(value == most for value in worth.values()) > 1
        chosen = max(counted, key=lambda setting: (worth[setting], counted[setting][2, 2], setting == own, setting[1]))
        cells += counted[chosen]
        sums[row] += (1, chosen != own, worth[chosen] - worth[own])
    assert [[low + high for low, high in row] for row in best.pairs.cells] == cells.tolist()
    assert [[row.hands, row.departs, best.gain_of(row)] for row in best.rows] == sums.tolist()
    assert best.ties == ties
    assert all((row.example is not None) == (best.gain_of(row) > 0) for row in best.rows)


# --- kinds -----------------------------------------------------------------------------------------------------------


def test_kinds_of_the_full_deck() -> None:
    kinds = all_kinds(FULL_DECK)
    assert (kinds.plain, len(kinds.suited)) == (67_600, 224_653)
    assert int(kinds.hands.sum()) == comb(53, 7)
    holdings = np.add.reduceat(kinds.holdings.pairs, kinds.holdings.first[:-1])
    assert (holdings == 4 * kinds.hands).all()
    assert (rank_counts(FULL_DECK).rows(kinds.counts.full) == np.arange(kinds.plain)).all()


def test_kinds_set_as_all_6_972_147_suit_classes_are() -> None:
    """Hands with each back, front and row: counted by kinds, and by every class of hands on its own."""
    from analyzer.cext import settings

    ours = set_hands(FULL_DECK, ranking_of(), way_of("footnote-first"))
    by_kind = histogram(ours.back, ours.front, ours.row, ours.kinds.hands)
    columns = []
    for classes in all_suit_classes(FULL_DECK, 7):
        jokers = np.full(len(classes.sets), classes.jokers, dtype=np.uint8)
        back, front, row, _ = settings.set_hands(
            classes.sets, jokers, ours.way.compiled(), ours.ranking.kernel_arguments
        )
        columns.append((back, front, row, classes.weights.astype(np.int64)))
    by_class = histogram(*(np.concatenate(column) for column in zip(*columns, strict=True)))
    assert all((one == other).all() for one, other in zip(by_kind, by_class, strict=True))


def histogram(back: Any, front: Any, row: Any, hands: Any) -> tuple[Any, Any]:
    key = (back.astype(np.int64) << 16) | (front.astype(np.int64) << 8) | row
    keys, place = np.unique(key, return_inverse=True)
    counts = np.zeros(len(keys), dtype=np.int64)
    np.add.at(counts, place, hands)
    return keys, counts


# --- the full deck ---------------------------------------------------------------------------------------------------


def test_where_two_house_ways_differ() -> None:
    one, other = (set_hands(FULL_DECK, ranking_of(), way_of(name)) for name in ("footnote-first", "chart-first"))
    differences = compare_ways(one, other)
    assert compare_ways(one, one) == ()
    for difference in differences:
        rows = [one.way.rows[difference.rows[0]].number, other.way.rows[difference.rows[1]].number]
        assert rows[0] == 3
        assert rows[1] in (5, 7, 9)
    assert sum(difference.hands for difference in differences) == 13_776


# win, push, lose, pushes with a pair of threes or higher in front, copies of five cards, of two, of both
ALL_DEALS = {
    ("footnote-first", "lowest"): (
        2_373_933_253_388_564,
        3_397_273_324_874_440,
        2_479_252_452_951_396,
        963_445_923_567_056,
        3_143_626_747_008,
        207_494_772_378_656,
        104_137_574_712,
    ),
    ("footnote-first", "second_highest"): (
        2_373_920_228_375_204,
        3_397_306_292_692_804,
        2_479_232_510_146_392,
        963_391_160_428_028,
        3_129_791_163_720,
        207_494_772_378_656,
        104_006_191_272,
    ),
    ("chart-first", "lowest"): (
        2_373_939_678_930_048,
        3_397_256_922_526_652,
        2_479_262_429_757_700,
        963_435_547_707_684,
        3_142_989_844_728,
        207_502_511_810_576,
        104_137_574_712,
    ),
    ("chart-first", "second_highest"): (
        2_373_920_733_312_052,
        3_397_301_731_554_288,
        2_479_236_566_348_060,
        963_389_056_782_136,
        3_129_154_261_440,
        207_502_511_810_576,
        104_006_191_272,
    ),
    ("second-room", "lowest"): (
        2_357_608_404_131_112,
        3_430_754_215_612_544,
        2_462_096_411_470_744,
        992_454_126_456_152,
        3_149_728_358_928,
        205_826_286_320_336,
        104_124_033_288,
    ),
    ("second-room", "second_highest"): (
        2_357_546_749_204_696,
        3_430_884_236_879_856,
        2_462_028_045_129_848,
        992_416_560_842_268,
        3_136_305_529_968,
        205_826_286_320_336,
        103_992_880_392,
    ),
}


@pytest.mark.long
@pytest.mark.parametrize(("name", "wheel"), ALL_DEALS)
def test_all_deals_of_the_full_deck(name: str, wheel: Wheel) -> None:
    pairs = count_pairs(set_hands(FULL_DECK, ranking_of(wheel), way_of(name)), THREES)
    assert pairs.deals == 8_250_459_031_214_400
    copies = (pairs.back_copies, pairs.front_copies, pairs.double_copies)
    assert (pairs.win, pairs.push, pairs.lose, pairs.pushes(True), *copies) == ALL_DEALS[name, wheel]


@pytest.mark.long
@pytest.mark.parametrize(
    ("wheel", "win", "push", "lose", "departs"),
    [
        ("lowest", 2_401_750_958_796_264, 3_360_854_072_017_612, 2_487_854_000_400_524, 12_470_030),
        ("second_highest", 2_401_908_150_336_756, 3_360_617_489_935_548, 2_487_933_390_942_096, 12_475_574),
    ],
)
def test_the_best_settings_of_the_full_deck(wheel: Wheel, win: int, push: int, lose: int, departs: int) -> None:
    best = best_settings(set_hands(FULL_DECK, ranking_of(wheel), way_of("footnote-first")))
    assert (best.pairs.win, best.pairs.push, best.pairs.lose, best.departs) == (win, push, lose, departs)
    own = ALL_DEALS["footnote-first", wheel]
    assert best.gain == (win - lose) - (own[0] - own[2])
