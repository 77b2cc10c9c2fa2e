"""House ways: what a file may say, what is refused, and that the shipped ones set hands as the rules do."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from analyzer.cards.deck import Deck, hand_name
from analyzer.cards.ranking import HandValue, Ranking, Wheel, read_value
from analyzer.documents import JsonDict
from analyzer.engines.two_hands.fronts import FIRST_PAIR, front_name, front_ranks
from analyzer.engines.two_hands.set_hands import set_hands
from analyzer.game.house_way import (
    BEHINDS,
    FRONTS,
    HOLDINGS,
    ROW_COLUMNS,
    SHAPES,
    HouseWay,
    has_front,
    parse_house_way,
)
from analyzer.game.library import load_game
from analyzer.reference.house_way import Setting, back_hand, front_hand, set_house_way
from analyzer.reference.pai_gow_readings import Reading

GAME = "pai-gow-wrangler-outlaw"
FULL_DECK = Deck(jokers=1)
READINGS = {"footnote-first": "footnote_first", "chart-first": "chart_first"}
WHEELS: tuple[Wheel, ...] = ("lowest", "second_highest")
TWO_PAIRS = {"row": 9, "name": "Two pairs", "when": {"shape": "2-2-1-1-1"}, "front": "pair-of-the-second-set"}


def shipped(name: str) -> HouseWay:
    return load_game(GAME).game().house_ways[name]


def ranking(wheel: Wheel = "lowest") -> Ranking:
    return Ranking("bug", wheel, "five_of_a_kind")


def way_of(*rows: JsonDict) -> HouseWay:
    way, faults = parse_house_way({"name": "test", "rows": list(rows)})
    assert faults == []
    assert way is not None
    return way


def faults_of(**changed: Any) -> list[str]:
    """The faults of one row that is right but for these keys; None takes a key away."""
    row = {key: value for key, value in (TWO_PAIRS | changed).items() if value is not None}
    way, faults = parse_house_way({"name": "test", "rows": [row]})
    assert (way is None) == bool(faults)
    return faults


def set_one(way: HouseWay, text: str, wheel: Wheel = "lowest") -> tuple[str, int]:
    """(front, number of the row) of one hand."""
    from analyzer.cext import settings

    sets, jokers = sets_of(FULL_DECK.parse_hand(text, 7))
    _, front, row, foul = settings.set_hands(sets, jokers, way.compiled(), ranking(wheel).kernel_arguments)
    assert not foul[0]
    return front_name(int(front[0])), way.rows[int(row[0])].number


def sets_of(*hands: tuple[int, ...]) -> tuple[Any, Any]:
    """Hands as kernels take them: ranks held in each suit, and jokers."""
    cards = np.array(hands, dtype=np.int64)
    sets = np.zeros((len(cards), 4), dtype=np.uint16)
    natural = cards < 52
    for column in range(cards.shape[1]):
        own = natural[:, column]
        np.bitwise_or.at(sets, (np.flatnonzero(own), cards[own, column] & 3), 1 << (cards[own, column] >> 2))
    return sets, (~natural).sum(axis=1).astype(np.uint8)


# --- the vocabulary --------------------------------------------------------------------------------------------------


def test_every_shape_of_seven_cards_is_there_once() -> None:
    def partitions(left: int, most: int) -> list[str]:
        if left == 0:
            return [""]
        return [f"{part}-{rest}" for part in range(min(left, most), 0, -1) for rest in partitions(left - part, part)]

    # Six of a rank is four aces and two jokers; no rank is there seven times.
    assert [shape.strip("-") for shape in partitions(7, 6)] == list(SHAPES)
    assert len(set(SHAPES.values())) == len(SHAPES)


@pytest.mark.parametrize("front", FRONTS)
def test_every_front_can_be_read_and_serves_the_shapes_that_have_it(front: str) -> None:
    (row,) = way_of({"row": 1, "name": "x", "front": front, "behind": "pair"}).rows
    assert row.shapes == tuple(shape for shape in SHAPES if has_front(shape, front))
    assert len(row.record) == len(ROW_COLUMNS)


def test_a_row_says_in_words_when_it_applies() -> None:
    (row,) = way_of(
        {
            "row": 3,
            "name": "x",
            "when": {
                "shape": ["4-1-1-1", "3-1-1-1-1"],
                "set": "9-J",
                "other": "K-A",
                "has": ["flush", "straight"],
                "lacks": "joker",
            },
            "front": "highest-others",
            "behind": "complete",
        }
    ).rows
    assert row.why() == (
        "shape 4-1-1-1 or 3-1-1-1-1, set 9-J, other K-A, has flush or straight, lacks joker, complete or better behind"
    )


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"row": None}, "house_way.rows[1].row: is missing"),
        ({"row": "4"}, "house_way.rows[1].row: must be a whole number from 1 to 999, not '4'"),
        ({"name": 3}, "house_way.rows[1].name: must be text in quotes, not 3"),
        ({"front": None}, "house_way.rows[1].front: is missing"),
        ({"front": "small-pair"}, "house_way.rows[1].front: 'small-pair' is not known"),
        ({"behind": "trips"}, "house_way.rows[1].behind: 'trips' is not known"),
        ({"when": {"shape": "2-2-2"}}, "house_way.rows[1].when.shape: '2-2-2' is not known (did you mean '2-2-2-1'?)"),
        ({"when": {"shape": "3-1-1-1-1"}}, "house_way.rows[1].when.shape: 3-1-1-1-1 has no pair-of-the-second-set"),
        ({"when": {"set": "A-Q"}}, "house_way.rows[1].when.set: 'A-Q' is not a set of ranks; write them low to high"),
        ({"when": {"set": 12}}, "house_way.rows[1].when.set: must be text in quotes, not 12"),
        ({"when": {"has": ["trips"]}}, "house_way.rows[1].when.has: 'trips' is not known"),
        ({"when": {"suit": "s"}}, "house_way.rows[1].when.suit: unknown key"),
        ({"when": "two pairs"}, "house_way.rows[1].when: must be a table"),
        ({"fornt": "highest-pair"}, "house_way.rows[1].fornt: unknown key (did you mean 'front'?)"),
        ({"front": "highest-two"}, "house_way.rows[1].behind: is missing; highest-two needs the least hand"),
    ],
)
def test_each_fault_tells_where_it_is_and_what_would_be_right(changed: JsonDict, fault: str) -> None:
    faults = faults_of(**changed)
    assert any(noted.startswith(fault) for noted in faults), faults


@pytest.mark.parametrize("data", [None, 7, [], {}, {"name": "x", "rows": []}, {"name": "x", "rows": [1]}, {"rows": {}}])
def test_data_that_is_no_house_way_is_faults_and_never_an_exception(data: object) -> None:
    way, faults = parse_house_way(data)
    assert way is None
    assert faults


def test_all_faults_are_reported_at_once() -> None:
    assert len(faults_of(row=0, front="x", behind="y", when={"shape": "z", "set": "?", "has": "w"})) == 6


def test_words_are_distinct() -> None:
    assert len(set(BEHINDS)) == len(BEHINDS)
    assert [bin(bit).count("1") for bit in HOLDINGS.values()] == [1] * len(HOLDINGS)


# --- setting hands ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "front", "row"),
    [
        ("As Ah Ad Ac Jk Kd Ks", "A-A", 1),
        ("As Ah Ad Ac Ks Kd Kh", "K-K", 2),
        ("9s 9h 9d 9c 2s 2d 7h", "2-2", 2),
        ("As Ad Ah Kd Qh Js Ts", "A-A", 3),
        ("As Ad Kc Kd Qh Js Ts", "K-K", 9),
        ("8s 8h 8d Kc Kd Qh Qs", "K-K", 3),
        ("As Ah Ad Jk Qh Jc Ts", "A-A", 3),
        ("Ks Kh Kd Kc 7s 5d 3h", "K-K", 4),
        ("Js Jh Jd Jc Ks 5d 3h", "K-5", 4),
        ("Js Jh Jd Jc Qs 5d 3h", "J-J", 4),
        ("6s 6h 6d 6c Qs 5d 3h", "Q-5", 4),
        ("6s 6h 6d 6c Js 5d 3h", "6-6", 4),
        ("5s 5h 5d 5c Js 7d 3h", "J-7", 4),
        ("Ks Kh Kd 2c 2s 7d 5h", "2-2", 5),
        ("Ks Kh Kd Qc Qs Qd 5h", "K-K", 6),
        ("Ks Kh 9d 9c 2s 2d 5h", "K-K", 7),
        ("As Kh 9d 8c 7s 6d 5h", "A-K", 8),
        ("As Ah 9d 8c 7s 6d 5h", "A-A", 3),
        ("As Kh Jk 4c 3s 2d 9h", "K-9", 8),
        ("Qs Qh 7d 7c 2s 4d 9h", "7-7", 9),
        ("Js Jh 7d 7c As 4d 9h", "A-9", 9),
        ("Js Jh 7d 7c Ks 4d 9h", "7-7", 9),
        ("8s 8h 7d 7c Jk 4d 9h", "A-9", 9),
        ("5s 5h 3d 3c Qs 4d 9h", "Q-9", 9),
        ("5s 5h 3d 3c Js 4d 9h", "3-3", 9),
        ("As Ah Jk 7c Qs 4d 9h", "A-Q", 10),
        ("Ks Kh Kd 7c Qs 4d 9h", "Q-9", 10),
        ("2s 2h Jk Kc Qs 4d 9h", "A-K", 11),
        ("Jk As Qc Ts 7d 4d 2h", "Q-T", 11),
        ("Jk Ks Qc 9s 7d 4d 2h", "K-Q", 12),
        ("As Kd Tc 8s 6d 4d 2h", "K-T", 12),
    ],
)
def test_the_rows_of_the_chart(hand: str, front: str, row: int) -> None:
    assert set_one(shipped("footnote-first"), hand) == (front, row)


def test_the_chart_first_reading_differs_where_rows_5_7_and_9_come_before_row_3() -> None:
    hand = "As Jk Kc Kd Kh Qs Jd"  # kings in front of a straight, or the pair of a full house
    assert set_one(shipped("footnote-first"), hand) == ("K-K", 3)
    assert set_one(shipped("chart-first"), hand) == ("A-A", 5)


def test_where_suits_leave_a_choice_the_better_hand_stays_behind() -> None:
    """The king that the flush does not need goes in front, and the ace, not the joker."""
    assert set_one(shipped("footnote-first"), "Ks Kh Qs 9s 7s 5s 2d") == ("K-2", 8)
    assert set_one(shipped("footnote-first"), "Ks Kh Qs 9s 7s 5s 2s") == ("K-K", 3)
    assert set_one(shipped("footnote-first"), "Ks Kh Kd Qs 9s 7s 5s") == ("K-K", 3)
    assert set_one(shipped("footnote-first"), "As Jk Kh Qd Jc Ts 2d") == ("A-2", 8)


def test_a_hand_that_no_row_sets_and_a_foul_row_are_faults_with_an_example() -> None:
    """Of two pairs the higher cannot go in front, and nothing else is set at all."""
    hands = set_hands(FULL_DECK, ranking(), way_of({**TWO_PAIRS, "front": "pair-of-the-set"}))
    unset, foul = hands.faults()
    assert unset == "rows: no row sets 119738600 hands, such as Ac Ad Ah As Kc Kd Jk; add one that does"
    assert foul.startswith("rows[1]: sets 34404480 hands foul, such as ")
    assert foul.endswith("; the front must not outrank the back")


def test_a_row_that_never_decides_is_found() -> None:
    way = shipped("footnote-first")
    late = way_of(*({"row": 1, "name": "x", "front": front} for front in ("highest-pair", "pair-of-the-set")))
    assert set_hands(FULL_DECK, ranking(), late).idle_rows == (1,)
    assert set_hands(FULL_DECK, ranking(), way).idle_rows == ()


@pytest.mark.parametrize("wheel", WHEELS)
@pytest.mark.parametrize("name", ["footnote-first", "chart-first", "second-room"])
def test_every_hand_is_set_by_some_row_and_none_foul(name: str, wheel: Wheel) -> None:
    hands = set_hands(FULL_DECK, ranking(wheel), shipped(name))
    assert hands.faults() == []
    assert sum(hands.hands_by_row) == 154_143_080


# --- the reference ---------------------------------------------------------------------------------------------------


def random_hands(count: int, seed: int) -> list[tuple[int, ...]]:
    """Half of them with the joker."""
    chance = random.Random(seed)
    plain = [chance.sample(range(52), 7) for _ in range(count // 2)]
    jokers = [[*chance.sample(range(52), 6), 52] for _ in range(count - count // 2)]
    return [tuple(sorted(hand)) for hand in plain + jokers]


def as_in_the_reference(hand: HandValue, wheel: Wheel) -> tuple[str, tuple[int, ...]]:
    """Type and ranks; the reference gives a straight its place among the ten straights."""
    if hand.type == "royal-flush":
        return hand.type, ()  # there is only one
    if not hand.type.endswith(("straight", "straight-flush")):
        return hand.type, hand.ranks
    order = [3, *range(4, 13)] if wheel == "lowest" else [*range(4, 12), 3, 12]
    return hand.type, (order.index(hand.ranks[0]),)


def assert_as_the_reference(hands: list[tuple[int, ...]], name: str, order: str, wheel: Wheel) -> None:
    """Same row, same two ranks in front, and a back of the same type and ranks."""
    from analyzer.cext import settings

    way = shipped(name)
    backs, fronts, rows, _ = settings.set_hands(*sets_of(*hands), way.compiled(), ranking(wheel).kernel_arguments)
    for hand, back, front, row in zip(hands, backs, fronts, rows, strict=True):
        reading = Reading(wheel=wheel, house_way_order=order)
        expected = set_house_way(hand, reading)
        setting = Setting(expected.front, expected.back)
        behind, ahead = back_hand(setting, reading), front_hand(setting)
        high, low = front_ranks(int(front))
        ours = (
            way.rows[int(row)].number,
            (high,) if front >= FIRST_PAIR else (high, low),
            as_in_the_reference(read_value(int(back) << 1), wheel),
        )
        theirs = (expected.row, ahead.ranks, (behind.type, behind.ranks))
        assert ours == theirs, hand_name(hand)


@pytest.mark.parametrize("wheel", WHEELS)
@pytest.mark.parametrize("name", READINGS)
def test_random_hands_as_the_reference_sets_them(name: str, wheel: Wheel) -> None:
    assert_as_the_reference(random_hands(400, 1), name, READINGS[name], wheel)


@pytest.mark.long
@pytest.mark.parametrize("wheel", WHEELS)
@pytest.mark.parametrize("name", READINGS)
def test_100_000_random_hands_as_the_reference_sets_them(name: str, wheel: Wheel) -> None:
    assert_as_the_reference(random_hands(100_000, 2), name, READINGS[name], wheel)


@pytest.mark.parametrize("name", READINGS)
def test_every_hand_of_a_reduced_deck_as_the_reference_sets_it(name: str) -> None:
    deck = Deck((0, 1, 2, 3, 4, 12), (0, 3), 1)
    assert_as_the_reference(list(combinations(deck.cards, 7)), name, READINGS[name], "lowest")
