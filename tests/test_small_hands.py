"""Hands of one, two and four cards: the kernel's values against cards read one by one, and counts on paper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest

from analyzer.cards.deck import Deck
from analyzer.cards.ranking import Ranking, ranks_said, read_value, type_of_value
from analyzer.kernels import evaluate
from tests.literal_lines import JOKER, ORDERS, STRAIGHTS, Cards, Made, best_hands, plain_rules

SIZES = [1, 2, 4]
WHEELS = ["lowest", "second_highest"]
DECKS = {
    "none": Deck((0, 1, 2, 3, 11, 12), (0, 3), 0),
    "wild": Deck((0, 1, 2, 10, 12), (0, 1), 2),
    "bug": Deck((0, 2, 10, 11, 12), (1, 2), 2),
}


def values(hands: Sequence[Cards], size: int, ranking: Ranking) -> list[int]:
    return [int(value) for value in evaluate.values_of_cards(np.array(hands, np.uint8), size, ranking.kernel_arguments)]


def check(hands: Sequence[Cards], size: int, ranking: Ranking) -> None:
    """Types, ranks and natural hands are those of the literal code, and strengths compare as its hands do."""
    order = ORDERS[size]
    places: dict[Any, Any] = {}
    for hand, value in zip(hands, values(hands, size, ranking), strict=True):
        best = best_hands(hand, size, plain_rules(ranking.joker, ranking.wheel), order)[0]
        read = read_value(value)
        assert (read.type, read.natural) == (best.type, best.natural), hand
        assert read.ranks == ((best.top,) if best.type in STRAIGHTS else best.ties), hand
        place = order.index(best.type), best.ties
        assert places.setdefault(read.strength, place) == place
    ordered = [places[strength] for strength in sorted(places)]
    assert ordered == sorted(set(ordered))


@pytest.mark.parametrize("wheel", WHEELS)
@pytest.mark.parametrize("joker", ["none", "wild", "bug"])
@pytest.mark.parametrize("size", SIZES)
def test_every_hand_of_a_small_deck(size: int, joker: str, wheel: str) -> None:
    ranking, deck = Ranking(joker, wheel), DECKS[joker]  # type: ignore[arg-type]  # the names of jokers and wheels
    for cards in range(size, min(size + 3, 7)):
        check(list(combinations(deck.cards, cards)), size, ranking)


@pytest.mark.parametrize("joker", ["none", "wild", "bug"])
@pytest.mark.parametrize("size", SIZES)
def test_hands_of_the_whole_deck(size: int, joker: str) -> None:
    random = Random(size)
    deck = Deck(jokers=0 if joker == "none" else 1)
    ranking = Ranking(joker)  # type: ignore[arg-type]  # the names of jokers
    for cards in range(size, 8):
        hands = [tuple(sorted(random.sample(deck.cards, cards))) for _ in range(150)]
        check(hands if size < 4 or joker == "none" else hands[:40], size, ranking)


def test_two_jokers_alone() -> None:
    """Two wild jokers, or two bugs, are a pair of aces; four cards can have two of them beside an ace."""
    for joker in ("wild", "bug"):
        check([(JOKER, JOKER + 1)], 2, Ranking(joker))
        check([(48, 49, JOKER, JOKER + 1)], 4, Ranking(joker))


def test_counts_of_four_cards() -> None:
    """The four-card hands of 52 cards, on paper: 11 straights with the ace high or low, 13 ranks, four suits."""
    hands = np.array(list(combinations(range(52), 4)), dtype=np.uint8)
    values = evaluate.values_of_cards(hands, 4, Ranking().kernel_arguments)
    codes = Counter((values >> 21).tolist())
    counts = {type_of_value(code << 21): count for code, count in codes.items()}
    assert counts == {
        "four-of-a-kind": 13,
        "straight-flush": 11 * 4,
        "three-of-a-kind": 13 * 4 * 48,
        "flush": 4 * (715 - 11),
        "straight": 11 * (4**4 - 4),
        "two-pair": 78 * 36,
        "pair": 13 * 6 * 66 * 16,
        "high-card": (715 - 11) * (4**4 - 4),
    }


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("wheel", WHEELS)
def test_the_value_floor_of_a_hand_is_its_strength(size: int, wheel: str) -> None:
    """A hand with all its ranks is named by them; with fewer it is at least that."""
    random, ranking = Random(7), Ranking(wheel=wheel)  # type: ignore[arg-type]  # the names of wheels
    straights = [(0, 4, 8, 12, 49), (0, 4, 8, 49), (0, 4, 49), (32, 36, 40, 44, 51), (36, 40, 44, 51), (40, 44, 51)]
    hands = [hand for hand in straights if len(hand) == size]
    hands += [tuple(sorted(random.sample(range(52), size))) for _ in range(3000)]
    for value in values(hands, size, ranking):
        read = read_value(value)
        said = ranks_said(read.type, size)
        ranks = read.ranks[:said]
        floor = ranking.value_floor(read.type, ranks, size)
        if read.type != "royal-flush":
            assert (floor, said) == (read.strength, len(read.ranks))
        assert all(ranking.value_floor(read.type, ranks[:n], size) <= read.strength for n in range(said))


def test_too_many_ranks() -> None:
    for kind, ranks, size in (("pair", [12, 11], 2), ("straight", [12, 11], 5), ("royal-flush", [12], 5)):
        with pytest.raises(ValueError, match="ranks, not"):
            Ranking().value_floor(kind, ranks, size)


def test_the_literal_hands_are_what_they_are_called() -> None:
    """A few hands by name, so that both sides cannot be wrong alike."""
    lowest = best_hands((0, 4, 9, 48), 4, plain_rules("none", "lowest"), ORDERS[4])[0]
    assert lowest == Made("straight", (0,), 2, 12, natural=True, suit=-1)
    pair = best_hands((48, JOKER), 2, plain_rules("wild", "lowest"), ORDERS[2])
    assert {(hand.type, hand.suit) for hand in pair} == {("pair", -1)}
