"""Values of every hand of a deck, in every order and with any wild cards, against the referee's literal evaluator."""

from __future__ import annotations

import hashlib
from itertools import combinations, product
from math import comb
from random import Random
from typing import Any, get_args

import numpy as np
import pytest
from numpy.typing import NDArray

from analyzer.cards.colex import colex_hand
from analyzer.cards.deck import Deck
from analyzer.cards.hand_table import HandTable
from analyzer.cards.ranking import TopHand, Wheel, read_value
from analyzer.cards.wild import MAX_HANDS, WildDeck
from analyzer.errors import CardError, TooLargeError
from analyzer.game.language import Value
from analyzer.kernels import evaluate, hand_table
from tests.literal_tables import (
    SMALL_DECKS,
    WILD_CARDS,
    hands_in_order,
    literal_places,
    literal_top,
    pack_of,
    places,
    ranked_of,
)

# Top hand, wheel, and what else games differ in; whether five wild cards rank above everything.
ORDERS: list[tuple[Any, bool]] = [
    *product(product(get_args(TopHand), ("lowest", "second_highest")), (False, True)),
    (("royal", "none", "ace"), True),
    (("royal", "lowest", "missing_rank", "royal_flush", "five_card"), False),
    (("five_of_a_kind", "none", "ace", "straight_flush", "flush_over_straight"), False),
]


def check(table: HandTable) -> None:
    """Every hand stands where the literal evaluator puts it, and is natural where it says so."""
    expected, natural = literal_places(table)
    assert np.array_equal(places(table), expected)
    assert np.array_equal((table.values & 1).astype(bool), natural)


@pytest.mark.parametrize("best", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("wild", WILD_CARDS)
def test_hands_of_small_decks(wild: str, best: int) -> None:
    """All hands of just the cards that count, and of one more, each on one deck; the long test has the rest."""
    number = list(WILD_CARDS).index(wild) + best
    for more, step in ((0, 0), (1, 3)):
        deck = list(SMALL_DECKS)[(number + more) % len(SMALL_DECKS)]
        order, five_wilds = ORDERS[(number + step) % len(ORDERS)]
        check(HandTable(pack_of(deck, wild, *order, five_wilds=five_wilds), best + more, best))


@pytest.mark.parametrize("best", [3, 4, 5])
@pytest.mark.parametrize("wild", ["joker", "two jokers", "deuces and joker", "two bugs"])
def test_orders_that_few_games_have(wild: str, best: int) -> None:
    """A joker in a flush, naturals over wild hands, no wheel, other orders of three cards: on decks that have them."""
    for order, five_wilds in ORDERS[-3:]:
        check(HandTable(pack_of("low", wild, *order, five_wilds=five_wilds), best, best))
        check(HandTable(pack_of("high", wild, *order, five_wilds=five_wilds), best + 1, best))


@pytest.mark.parametrize("best", [1, 2, 3, 4, 5])
def test_up_to_seven_cards(best: int) -> None:
    for cards in range(best, 8):
        check(HandTable(pack_of("four suits", "deuces and joker", five_wilds=True), cards, best))


@pytest.mark.long
@pytest.mark.parametrize("best", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("wild", WILD_CARDS)
@pytest.mark.parametrize("deck", SMALL_DECKS)
def test_all_sizes_and_orders_of_small_decks(deck: str, wild: str, best: int) -> None:
    for order, five_wilds in ORDERS:
        for cards in range(best, 8):
            check(HandTable(pack_of(deck, wild, *order, five_wilds=five_wilds), cards, best))


REAL = {
    "no wild cards": WildDeck(),
    "deuces and a joker": WildDeck(Deck(jokers=1), (0,), five_wilds=True),
    "two bugs": WildDeck(Deck(jokers=2), bug=True, wheel="second_highest"),
}


@pytest.mark.parametrize("best", [3, 4, 5])
@pytest.mark.parametrize("name", REAL)
def test_samples_of_real_decks(name: str, best: int) -> None:
    """Pairs of hands compare as they do literally, a hand of more cards with one of fewer too."""
    random, pack = Random(name), REAL[name]
    ranked, tables = ranked_of(pack, best), [HandTable(pack, cards, best) for cards in (best, 5)]
    seen = []
    for table in tables:
        for index in random.sample(range(len(table)), 150):
            hand = tuple(pack.deck.cards[position] for position in colex_hand(index, table.cards))
            seen.append((int(table.values[index]), literal_top(ranked, hand)))
    for (value, top), (other, other_top) in combinations(seen, 2):
        assert (value < other) == (top < other_top)


@pytest.mark.parametrize("best", [1, 2, 3, 4, 5])
def test_types_and_ranks_are_read_back(best: int) -> None:
    """A strength names the type of the literal hand, and is what Ranking.value_floor gives for its ranks."""
    for wheel, wild in product(get_args(Wheel), ("none", "deuces and joker")):
        table = HandTable(pack_of("low", wild, wheel=wheel), best, best)
        ranked = ranked_of(table.pack, best)
        for value, hand in zip(table.values.tolist(), hands_in_order(table.pack.deck, best), strict=True):
            read, (kind,) = read_value(value), {reading.type for reading in ranked.best(hand)}
            said = () if kind == "royal-flush" else read.ranks
            assert read.type == kind
            if kind != "royal-flush":
                assert read.strength == table.ranking.value_floor(kind, said, best)
            assert ranked.least(Value(kind, said)) == ranked.strength(hand)


@pytest.mark.parametrize("best", [1, 2, 3, 4, 5])
def test_kernels_of_the_best_cards_agree(best: int) -> None:
    """The other kernels look for the best of many cards at once: the same values."""
    for wild in ("none", "two jokers", "two bugs"):
        for cards in range(best, 8):
            table = HandTable(pack_of("low", wild), cards, best)
            listed = np.array(hands_in_order(table.pack.deck, cards), dtype=np.uint8)
            expected = evaluate.values_of_cards(listed, best, table.ranking.kernel_arguments)
            assert np.array_equal(table.values, expected)


SECOND = WildDeck(wheel="second_highest")
# Dense ranks of all hands whose cards all count, worked out with the literal evaluator by the long test below.
ORDERINGS = {
    "two": (HandTable(WildDeck(), 2, 2), "23b0cd550d779ba3"),
    "three": (HandTable(WildDeck(), 3, 3), "d7fe8121de1c95e0"),
    "three, wheel second": (HandTable(SECOND, 3, 3), "ef547d37c8ee9b67"),
    "four": (HandTable(WildDeck(), 4, 4), "56619a6da67ececa"),
    "four, wheel second": (HandTable(SECOND, 4, 4), "f1fe8d604d35e591"),
    "four, deuces and a joker": (HandTable(REAL["deuces and a joker"], 4, 4), "f3701c310d242b7d"),
    "five, deuces and a joker": (HandTable(REAL["deuces and a joker"], 5, 5), "c589ebc33d3933fe"),
}


def digest(ranks: NDArray[np.int64]) -> str:
    return hashlib.sha256(ranks.astype("<u4").tobytes()).hexdigest()[:16]


@pytest.mark.parametrize("name", ORDERINGS)
def test_complete_orderings(name: str) -> None:
    table, expected = ORDERINGS[name]
    assert digest(places(table)) == expected


@pytest.mark.long
@pytest.mark.parametrize("name", ORDERINGS)
def test_complete_orderings_are_the_literal_ones(name: str) -> None:
    table, expected = ORDERINGS[name]
    assert digest(literal_places(table)[0]) == expected


def test_what_is_refused() -> None:
    with pytest.raises(TooLargeError, match=f"133,784,560 hands; up to {MAX_HANDS:,}"):
        HandTable(WildDeck(), 7)
    with pytest.raises(CardError, match="the best 6 cards have no order"):
        HandTable(WildDeck(), 6, 6)
    for cards, best in ((4, 5), (8, 5), (0, 0)):
        with pytest.raises(CardError):
            HandTable(WildDeck(), cards, best)
    with pytest.raises(CardError, match="at most 4"):
        HandTable(WildDeck(Deck((0, 1), (0, 1))), 5)
    assert comb(54, 6) <= MAX_HANDS


def test_kernels_refuse_tables_of_other_sizes() -> None:
    values = HandTable(WildDeck(), 2, 2).values
    with pytest.raises(ValueError, match="are not those of 3 of 52 cards"):
        hand_table.values_of_more(values, 52, 4)
    for deck, cards in ((52, 1), (52, 8), (1, 2), (55, 3)):
        with pytest.raises(ValueError, match="are valued"):
            hand_table.values_of_more(values, deck, cards)
    table = HandTable(WildDeck())
    with pytest.raises(ValueError, match="up to five cards"):
        hand_table.values_of_best(table.positions, table.wild, 6, table.ranking.kernel_arguments, False)
    with pytest.raises(ValueError, match="a deck of 52 cards, and for 51"):
        hand_table.values_of_best(table.positions, table.wild[1:], 5, table.ranking.kernel_arguments, False)
