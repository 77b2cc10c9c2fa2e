"""Names of hands: types, values and standard names of lines."""

from __future__ import annotations

import pytest

from analyzer.cards.deck import RANKS
from analyzer.cards.ranking import FIVE_CARD_TYPES
from analyzer.game.card_tests import ALL_RANKS
from analyzer.game.hand_names import (
    BEST_OF_ORDER,
    parse_standard,
    parse_value,
    rank_groups,
    types_of,
)
from analyzer.game.language import Order, Value


def ranks(text: str) -> int:
    return sum(1 << RANKS.index(rank) for rank in text)


@pytest.mark.parametrize("order", BEST_OF_ORDER)
def test_every_type_of_an_order_has_as_many_cards_as_count(order: Order) -> None:
    for hand in set(types_of(order)) - {"straight", "straight-flush", "royal-flush"}:
        assert sum(rank_groups(hand, BEST_OF_ORDER[order])) == BEST_OF_ORDER[order]


def test_the_top_of_the_poker_order() -> None:
    assert types_of("poker")[-3:] == ("straight-flush", "five-of-a-kind", "royal-flush")
    assert types_of("poker", "five_of_a_kind")[-2:] == ("royal-flush", "five-of-a-kind")
    assert set(types_of("poker")) == set(FIVE_CARD_TYPES)


@pytest.mark.parametrize(
    ("text", "order", "value"),
    [
        ("straight", "poker", Value("straight")),
        ("pair 5", "poker", Value("pair", (3,))),
        ("pair 5 A K Q", "poker", Value("pair", (3, 12, 11, 10))),
        ("two-pair 10 9 A", "poker", Value("two-pair", (8, 7, 12))),
        ("full-house 2 A", "poker", Value("full-house", (0, 12))),
        ("high-card A K", "poker", Value("high-card", (12, 11))),
        ("high-card q", "three-card", Value("high-card", (10,))),
        ("straight 5", "poker", Value("straight", (3,))),
        ("straight 3", "three-card", Value("straight", (1,))),
        ("  pair   A ", "two-card", Value("pair", (12,))),
    ],
)
def test_values(text: str, order: Order, value: Value) -> None:
    assert parse_value(text, order) == value


@pytest.mark.parametrize(
    ("text", "order", "part"),
    [
        ("", "poker", "is not a hand of the poker order"),
        ("flsh", "poker", "did you mean 'flush'"),
        ("straight", "two-card", "is not a hand of the two-card order; one of high-card, pair"),
        ("royal-flush", "three-card", "one of high-card, pair, flush, straight"),
        ("royal-flush A", "poker", "royal-flush has at most 0"),
        ("pair A K Q J T", "poker", "has 5 ranks, pair has at most 4"),
        ("pair 5 5", "poker", "each once"),
        ("two-pair 9 T", "poker", "from high to low"),
        ("flush A x", "poker", "ranks are letters of 23456789TJQKA"),
        ("straight 4", "poker", "the lowest ends at 5"),
        ("straight 2", "three-card", "the lowest ends at 3"),
    ],
)
def test_what_is_not_a_value(text: str, order: Order, part: str) -> None:
    fault = parse_value(text, order)
    assert isinstance(fault, str)
    assert part in fault


@pytest.mark.parametrize(
    ("name", "meaning"),
    [
        *((hand, (hand, ALL_RANKS, None)) for hand in FIVE_CARD_TYPES),
        ("natural-royal-flush", ("royal-flush", ALL_RANKS, True)),
        ("wild-three-of-a-kind", ("three-of-a-kind", ALL_RANKS, False)),
        ("pair-of-jacks-or-better", ("pair", ranks("JQKA"), None)),
        ("pair-of-sixes", ("pair", ranks("6"), None)),
        ("three-of-a-kind-of-deuces", ("three-of-a-kind", ranks("2"), None)),
        ("wild-four-of-a-kind-of-kings-or-better", ("four-of-a-kind", ranks("KA"), False)),
        ("high-card-of-aces", ("high-card", ranks("A"), None)),
    ],
)
def test_standard_names(name: str, meaning: tuple[str, int, bool | None]) -> None:
    assert parse_standard(name) is not None
    assert parse_standard(name) == meaning


@pytest.mark.parametrize(
    "name", ["", "four-aces", "pair-of-jack", "pair-or-better", "of-a-kind", "natural-", "wild-wild-flush", "flush-of-"]
)
def test_other_names(name: str) -> None:
    assert parse_standard(name) is None
    assert parse_standard(name) is None
