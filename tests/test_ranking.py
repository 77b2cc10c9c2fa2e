"""What hands are worth: published counts, the reference, and digests of complete orderings."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, astuple
from itertools import pairwise, product
from math import comb
from typing import get_args

import numpy as np
import pytest

from analyzer.cards.colex import hands_of_deck
from analyzer.cards.deck import FIRST_JOKER, RANKS, Deck
from analyzer.cards.ranking import (
    FIVE_CARD_TYPES,
    THREE_CARD_TYPES,
    HandValue,
    Joker,
    Ranking,
    TopHand,
    Wheel,
    read_value,
    type_code,
)
from analyzer.cards.suits import all_suit_classes
from analyzer.kernels import evaluate
from analyzer.reference.hands import (
    Hand,
    HandRules,
    Strength,
    all_straights,
    best_hand,
    strength,
    three_card_hand,
    three_card_strength,
)

RANKINGS = [
    *(Ranking(*choice) for choice in product(get_args(Joker), get_args(Wheel)[:2], get_args(TopHand))),
    Ranking("none", "none", three_card_order="flush_over_straight"),
    Ranking("none", three_card_order="five_card"),
    Ranking("bug", "none"),
    Ranking("bug", joker_in_flush="ace", natural_beats_wild="straight_flush", three_card_order="five_card"),
    Ranking("wild", joker_in_flush="ace"),
    Ranking("wild", natural_beats_wild="royal_flush", three_card_order="flush_over_straight"),
    Ranking("wild", natural_beats_wild="straight_flush", three_card_order="five_card"),
    Ranking("wild", "none", "five_of_a_kind", "ace", "straight_flush", "flush_over_straight"),
]
WITH_JOKERS = [ranking for ranking in RANKINGS if ranking.joker != "none"]
WILD = Ranking("wild", "lowest", "royal")
BUG = Ranking("bug", "lowest", "five_of_a_kind")
Hands = Sequence[tuple[int, ...]]


def values(hands: Hands, size: int, ranking: Ranking) -> list[int]:
    values_of_hands = evaluate.values_of_cards(np.array(hands, dtype=np.uint8), size, ranking.kernel_arguments)
    return [int(value) for value in values_of_hands]


def value(text: str, ranking: Ranking, size: int = 5) -> HandValue:
    return read_value(values([tuple(sorted(Deck(jokers=2).parse_hand(text)))], size, ranking)[0])


def name(ranking: Ranking) -> str:
    return "-".join(map(str, astuple(ranking)))


# --- against the reference -------------------------------------------------------------------------------------------


def reference(hand: tuple[int, ...], size: int, rules: HandRules) -> tuple[Hand, Strength]:
    if size == 3:
        hand_value = three_card_hand(hand, rules)
        return hand_value, three_card_strength(hand_value, rules)
    hand_value = best_hand(hand, rules)
    return hand_value, strength(hand_value, rules)


def tie_break(hand: Hand, size: int, rules: HandRules) -> tuple[int, ...]:
    """The reference's ranks in the words of `HandValue`: a straight has the rank of its top card."""
    if hand.type == "royal-flush":
        return (12,)
    if hand.type in ("straight", "straight-flush"):
        ranks = all_straights(size, rules.wheel)[hand.ranks[0]]
        return (size - 2,) if 0 in ranks and 12 in ranks else (max(ranks),)
    return hand.ranks


def assert_agrees(hands: Iterable[tuple[int, ...]], size: int, ranking: Ranking) -> None:
    """Type, ranks, natural or wild, and the order: both put the hands in the same order with the same ties."""
    rules = HandRules(**asdict(ranking))
    listed = list(hands)
    order: set[tuple[int, Strength]] = set()
    for hand, value in zip(listed, values(listed, size, ranking), strict=True):
        read = read_value(value)
        expected, worth = reference(hand, size, rules)
        wanted = (expected.type, tie_break(expected, size, rules), expected.natural)
        assert (read.type, read.ranks, read.natural) == wanted, hand
        order.add((read.strength, worth))
    ascending = sorted(order)
    for (lower, weak), (higher, strong) in pairwise(ascending):
        assert lower < higher, "two reference strengths share one kernel strength"
        assert weak < strong, "the kernel orders two hands the other way round"


def random_hands(count: int, cards: int, jokers: int, seed: int) -> list[tuple[int, ...]]:
    """Hands with 0 to `jokers` jokers in equal shares."""
    rng = random.Random(seed)
    hands = []
    for _ in range(count):
        held = rng.randint(0, jokers)
        hand = rng.sample(range(FIRST_JOKER), cards - held)
        hands.append((*sorted(hand), *range(FIRST_JOKER, FIRST_JOKER + held)))
    return hands


@pytest.mark.parametrize("ranking", RANKINGS, ids=name)
@pytest.mark.parametrize(("size", "cards", "count"), [(3, 3, 300), (5, 5, 150), (5, 6, 40), (5, 7, 15)])
def test_random_hands(ranking: Ranking, size: int, cards: int, count: int) -> None:
    jokers = 0 if ranking.joker == "none" else 2
    assert_agrees(random_hands(count, cards, jokers, seed=cards), size, ranking)


@pytest.mark.parametrize("ranking", WITH_JOKERS, ids=name)
@pytest.mark.parametrize(
    ("deck", "cards"),
    [
        (Deck((8, 9, 10, 11, 12), (0, 1), 1), 5),
        (Deck((0, 1, 2, 3, 12), (0, 1), 1), 6),
        (Deck((0, 1, 2, 3, 4, 12), (0,), 2), 7),
        (Deck((11, 12), (0, 1, 2, 3), 2), 5),
    ],
)
def test_complete_small_decks(ranking: Ranking, deck: Deck, cards: int) -> None:
    hands = [tuple(hand) for piece in hands_of_deck(deck, cards) for hand in piece.tolist()]
    assert_agrees(hands, 5, ranking)


@pytest.mark.parametrize("ranking", RANKINGS, ids=name)
def test_complete_small_decks_of_three(ranking: Ranking) -> None:
    deck = Deck((0, 1, 2, 10, 11, 12), (0, 1, 2), 0 if ranking.joker == "none" else 2)
    hands = [tuple(hand) for piece in hands_of_deck(deck, 3) for hand in piece.tolist()]
    assert_agrees(hands, 3, ranking)


@pytest.mark.long
@pytest.mark.parametrize("ranking", [WILD, BUG], ids=name)
def test_every_five_of_54_and_many_more(ranking: Ranking) -> None:
    """All C(54,5) hands, then 200,000 random ones each of six and of seven cards with many jokers."""
    hands = [tuple(hand) for piece in hands_of_deck(Deck(jokers=2), 5) for hand in piece.tolist()]
    assert len(hands) == comb(54, 5)
    assert_agrees(hands, 5, ranking)
    for cards in (6, 7):
        assert_agrees(random_hands(200_000, cards, 2, seed=cards), 5, ranking)


# --- hands worked out by hand ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "ranking", "expected"),
    [
        ("As Ks Qs Js Ts", WILD, "royal flush A"),
        ("As Ks Qs Js Jk", WILD, "royal flush A (wild)"),
        ("As Ks Qs Js Ts Jk", WILD, "royal flush A"),
        ("9s Ts Js Jk Jk", WILD, "straight flush K (wild)"),
        ("As Ad Ah Jk Jk", WILD, "five of a kind A (wild)"),
        ("As 9s 7s 2s Jk", WILD, "flush A-K-9-7-2 (wild)"),
        ("As Ks 7s 2s Jk", BUG, "flush A-K-Q-7-2 (wild)"),
        ("2c 3d 4h 5s Jk", WILD, "straight 6 (wild)"),
        ("Ac 2d 3h 4s Jk", WILD, "straight 5 (wild)"),
        ("Kc Qd 9h 7s Jk", BUG, "high card A-K-Q-9-7 (wild)"),
        ("7c 7d 7h 7s Jk", BUG, "four of a kind 7-A (wild)"),
        ("7c 7d 7h 7s Jk", WILD, "five of a kind 7 (wild)"),
        ("Kc Kd 7h 7s Jk", BUG, "two pair K-7-A (wild)"),
        ("Kc Kd 7h 7s Jk", WILD, "full house K-7 (wild)"),
        ("Ac Ad 7h 7s Jk", BUG, "full house A-7 (wild)"),
        ("Ac Ad Ah As Jk 2c 3d", BUG, "five of a kind A (wild)"),
        ("Kc Qd 9h 7s 2c Jk", WILD, "pair K-Q-9-7 (wild)"),
        ("5s 6s 7s 8s 9s Jk 2d", WILD, "straight flush T (wild)"),
        ("Kc Kd Kh 9s 9c 9d 2h", WILD, "full house K-9"),
        ("Ac Ad Kh Ks Qc Qd 2h", WILD, "two pair A-K-Q"),
    ],
)
def test_worked_hands(text: str, ranking: Ranking, expected: str) -> None:
    assert str(value(text, ranking)) == expected


def test_where_the_wheel_stands() -> None:
    high = Ranking("wild", "second_highest", "royal")
    for suits in ("cdhsc", "ccccc"):
        wheel, low, top, second = (
            " ".join(rank + suit for rank, suit in zip(ranks, suits, strict=True))
            for ranks in ("A2345", "23456", "TJQKA", "9TJQK")
        )
        assert value(wheel, WILD).strength < value(low, WILD).strength
        assert value(second, high).strength < value(wheel, high).strength < value(top, high).strength
        assert value(wheel, high).ranks == value(wheel, WILD).ranks == (3,)


def test_which_hand_is_the_best() -> None:
    fives, royal, flush = "2c 2d 2h 2s Jk", "As Ks Qs Js Ts", "Kh Qh Jh Th 9h"
    assert value(royal, WILD).strength > value(fives, WILD).strength > value(flush, WILD).strength
    other = Ranking("wild", "lowest", "five_of_a_kind")
    assert value(fives, other).strength > value(royal, other).strength > value(flush, other).strength


def test_a_natural_and_a_wild_royal_are_equal() -> None:
    natural, wild = value("As Ks Qs Js Ts", WILD), value("Ad Kd Qd Jd Jk", WILD)
    assert natural.strength == wild.strength
    assert (natural.natural, wild.natural) == (True, False)


def test_types_are_listed_from_worst_to_best() -> None:
    assert Ranking(top_hand="royal").types(5)[-2:] == ("five-of-a-kind", "royal-flush")
    assert Ranking(top_hand="five_of_a_kind").types(5)[-2:] == ("royal-flush", "five-of-a-kind")
    assert sorted(Ranking().types(5)) == sorted(FIVE_CARD_TYPES)
    assert Ranking().types(3) == THREE_CARD_TYPES


@pytest.mark.parametrize(("ranking", "size"), [(WILD, 5), (BUG, 5), (Ranking("wild", "second_highest"), 3)])
def test_a_value_can_be_read_back(ranking: Ranking, size: int) -> None:
    """Type and ranks together say as much as the strength: different strengths are read differently."""
    rows = random_hands(3000, size, 2, seed=1)
    read = [read_value(value) for value in values(rows, size, ranking)]
    by_text = {(hand.type, hand.ranks): hand.strength for hand in read}
    assert len(by_text) == len({hand.strength for hand in read})
    for hand in read:
        assert hand.type in ranking.types(size)
        assert all(0 <= rank < len(RANKS) for rank in hand.ranks)


# --- published counts ------------------------------------------------------------------------------------------------

BEST_FIRST = ("five-of-a-kind", "royal-flush", *reversed(FIVE_CARD_TYPES[:9]))
PUBLISHED = [
    (5, 1, "wild", (13, 24, 180, 3120, 6552, 7804, 20532, 137280, 123552, 1268088, 1302540)),
    (
        7,
        1,
        "bug",
        (1128, 26132, 184832, 307472, 4188528, 6172088, 11236028, 7470676, 35553816, 64221960, 24780420),
    ),
    (6, 0, "none", (0, 188, 1656, 14664, 165984, 205792, 361620, 732160, 2532816, 9730740, 6612900)),
    (5, 0, "none", (0, 4, 36, 624, 3744, 5108, 10200, 54912, 123552, 1098240, 1302540)),
    (7, 0, "none", (0, 4324, 37260, 224848, 3473184, 4047644, 6180020, 6461620, 31433400, 58627800, 23294460)),
]


def type_counts(deck: Deck, cards: int, size: int, ranking: Ranking) -> Counter[str]:
    counts: Counter[str] = Counter()
    for piece in all_suit_classes(deck, cards):
        piece_values = evaluate.values_of_sets(piece.sets, piece.jokers, size, ranking.kernel_arguments)
        weights = np.bincount(
            type_code(piece_values), weights=piece.weights
        )  # sums of small integers: exact below 2**53
        for code, weight in enumerate(weights.tolist()):
            if weight:
                counts[read_value(code << 21 | 2 << 17).type] += int(weight) * piece.joker_ways
    return counts


@pytest.mark.parametrize(("cards", "jokers", "joker", "expected"), PUBLISHED)
def test_published_best_hands(cards: int, jokers: int, joker: str, expected: tuple[int, ...]) -> None:
    ranking = Ranking(joker, "lowest", "five_of_a_kind")  # type: ignore[arg-type]
    counts = type_counts(Deck(jokers=jokers), cards, 5, ranking)
    assert tuple(counts[kind] for kind in BEST_FIRST) == expected


def test_published_three_card_hands() -> None:
    counts = type_counts(Deck(), 3, 3, Ranking())
    assert tuple(counts[kind] for kind in THREE_CARD_TYPES) == (16440, 3744, 1096, 720, 52, 48)


# --- digests of complete orderings -----------------------------------------------------------------------------------


def ordering_digest(jokers: int, cards: int, size: int, ranking: Ranking) -> str:
    """SHA-256 of all values, 32-bit little-endian, in colex order."""
    digest = hashlib.sha256()
    for piece in hands_of_deck(Deck(jokers=jokers), cards, 1 << 20):
        piece_values = evaluate.values_of_cards(piece, size, ranking.kernel_arguments)
        digest.update(piece_values.astype("<u4").tobytes())
    return digest.hexdigest()


DIGESTS = {
    (0, 3, 3, "none-lowest-royal"): "6e0b298339e76814fbdf1636ddd23309b9100ada39813f43946029e83bf7dec0",
    (2, 5, 5, "wild-lowest-royal"): "d90475f84462757b9a7b75ef606d59fdaf78eb5161527da05a1dec4cb67543c8",
    (2, 5, 5, "wild-lowest-five_of_a_kind"): "a27e492afadb3123f5bea78dae37d646efedb72d6a5d5bc7f0f1f6a2d98acc4e",
    (1, 5, 5, "bug-lowest-five_of_a_kind"): "c70615d5faf5f9a01cfd24ff66e437e76e92409834b704b100170fa632e8d2be",
    (1, 5, 5, "bug-second_highest-five_of_a_kind"): "7dc1e7965b5c8a7bd5ff785ff98ac4a8cdc828d9be3ca9e1f1b80e7b1be04574",
}
LONG_DIGESTS = {
    (2, 6, 5, "wild-lowest-royal"): "1d80033550f737769b891e97e608107adf37b6bc4675300351c9239e626aeea2",
    (1, 7, 5, "wild-lowest-five_of_a_kind"): "22de25b7e27a6477908e093fff500e399c9c9057b9c7d66d4810655c3c3ddd3b",
    (1, 7, 5, "bug-lowest-five_of_a_kind"): "deb3e2b7e1cefb7d35b454b2103ccb69bfa4697580c4a9ff33057b59089e4527",
}


@pytest.mark.parametrize(("jokers", "cards", "size", "ranking"), DIGESTS)
def test_complete_orderings(jokers: int, cards: int, size: int, ranking: str) -> None:
    digest = ordering_digest(jokers, cards, size, Ranking(*ranking.split("-")))  # type: ignore[arg-type]
    assert digest == DIGESTS[jokers, cards, size, ranking]


@pytest.mark.long
@pytest.mark.parametrize(("jokers", "cards", "size", "ranking"), LONG_DIGESTS)
def test_long_complete_orderings(jokers: int, cards: int, size: int, ranking: str) -> None:
    digest = ordering_digest(jokers, cards, size, Ranking(*ranking.split("-")))  # type: ignore[arg-type]
    assert digest == LONG_DIGESTS[jokers, cards, size, ranking]
