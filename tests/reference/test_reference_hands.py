"""What hands are worth: every type, with and without jokers, worked out by hand."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

import pytest

from analyzer.reference.cards import Deck, card_name, card_number, cards_of, hand_from
from analyzer.reference.hands import (
    Hand,
    HandRules,
    best_hand,
    five_card_hand,
    five_card_readings,
    strength,
    three_card_hand,
    three_card_strength,
    two_card_hand,
    two_card_strength,
)

WILD = HandRules("wild", "lowest", "royal")
BUG = HandRules("bug", "lowest", "five_of_a_kind")
HIGH_WHEEL = HandRules("wild", "second_highest", "royal")
ROYAL_SECOND = HandRules("wild", "lowest", "five_of_a_kind")


def five(text: str, rules: HandRules = WILD) -> Hand:
    return five_card_hand(hand_from(text), rules)


def beats(higher: str, lower: str, rules: HandRules = WILD) -> bool:
    return strength(five(higher, rules), rules) > strength(five(lower, rules), rules)


def test_cards_have_names_and_numbers() -> None:
    assert [card_number(name) for name in ("2c", "2d", "As", "Jk", "Jk2")] == [0, 1, 51, 52, 53]
    assert [card_name(card) for card in (0, 33, 51, 52, 53)] == ["2c", "Td", "As", "Jk", "Jk"]
    assert hand_from("Jk As Jk 2c") == (0, 51, 52, 53)
    assert cards_of(Deck("29", "ch", 1)) == (0, 2, 28, 30, 52)
    assert len(cards_of(Deck(jokers=2))) == 54


def test_wrong_cards_are_refused() -> None:
    with pytest.raises(ValueError, match="not a card"):
        card_number("1h")
    with pytest.raises(ValueError, match="twice"):
        hand_from("As As")
    with pytest.raises(ValueError, match="jokers"):
        cards_of(Deck(jokers=3))


@pytest.mark.parametrize(
    ("text", "kind", "ranks"),
    [
        ("Ah Kh Qh Jh Th", "royal-flush", ()),
        ("9h Kh Qh Jh Th", "straight-flush", (8,)),
        ("Ah 2h 3h 4h 5h", "straight-flush", (0,)),
        ("9c 9d 9h 9s 4c", "four-of-a-kind", (7, 2)),
        ("9c 9d 9h 4s 4c", "full-house", (7, 2)),
        ("4h 4d 4s 9c 9d", "full-house", (2, 7)),
        ("Kh 9h 7h 4h 2h", "flush", (11, 7, 5, 2, 0)),
        ("Ac Kh Qh Jh Th", "straight", (9,)),
        ("Ac 2h 3h 4h 5h", "straight", (0,)),
        ("2c 3h 4h 5h 6h", "straight", (1,)),
        ("9c 9d 9h 4s Kc", "three-of-a-kind", (7, 11, 2)),
        ("9c 9d 4h 4s Kc", "two-pair", (7, 2, 11)),
        ("9c 9d 4h 7s Kc", "pair", (7, 11, 5, 2)),
        ("Ac 3d 4h 7s Kc", "high-card", (12, 11, 5, 2, 1)),
        ("Kc Ad 2h 3s 4c", "high-card", (12, 11, 2, 1, 0)),
    ],
)
def test_natural_hands(text: str, kind: str, ranks: tuple[int, ...]) -> None:
    assert five(text) == Hand(kind, ranks, natural=True)


@pytest.mark.parametrize(
    ("text", "kind", "ranks"),
    [
        ("Ah Kh Qh Jh Jk", "royal-flush", ()),
        ("Ah Kh Qh Jk Jk", "royal-flush", ()),
        ("9h Th Jh Qh Jk", "straight-flush", (8,)),  # the joker is the king, not the eight
        ("Ah 2h 3h 4h Jk", "straight-flush", (0,)),
        ("Ah 5h 4h Jk Jk", "straight-flush", (0,)),
        ("As Ah Ad Ac Jk", "five-of-a-kind", (12,)),
        ("Ks Kh Kd Jk Jk", "five-of-a-kind", (11,)),
        ("Ks Kh Kd 4c Jk", "four-of-a-kind", (11, 2)),
        ("9s 9h 5d Jk Jk", "four-of-a-kind", (7, 3)),
        ("As Ah Kd Kc Jk", "full-house", (12, 11)),
        ("4s 4h 3d 3c Jk", "full-house", (2, 1)),
        ("Ah Kh Qh 9h Jk", "flush", (12, 11, 10, 9, 7)),  # no second ace: the joker is the jack
        ("Kh Qh 9h 4h Jk", "flush", (12, 11, 10, 7, 2)),
        ("Kh 9h 4h Jk Jk", "flush", (12, 11, 10, 7, 2)),
        ("5c 6d 8h 9s Jk", "straight", (4,)),
        ("6c 7d 8h 9s Jk", "straight", (5,)),  # ten high, not nine high
        ("Ac Kd Qh Js Jk", "straight", (9,)),
        ("Ac 2d 3h 4s Jk", "straight", (0,)),
        ("2c 3d 4h 5s Jk", "straight", (1,)),  # six high
        ("9s 9d 5h 2c Jk", "three-of-a-kind", (7, 3, 0)),
        ("Ks 9d 2h Jk Jk", "three-of-a-kind", (11, 7, 0)),
        ("As Kd 9h 5c Jk", "pair", (12, 11, 7, 3)),
        ("Qs Td 7h 2c Jk", "pair", (10, 8, 5, 0)),
    ],
)
def test_wild_jokers(text: str, kind: str, ranks: tuple[int, ...]) -> None:
    assert five(text) == Hand(kind, ranks, natural=False)


@pytest.mark.parametrize(
    ("text", "kind", "ranks"),
    [
        ("As Ah Ad Ac Jk", "five-of-a-kind", (12,)),
        ("Ah Kh Qh Jh Jk", "royal-flush", ()),
        ("8h 9h Th Jh Jk", "straight-flush", (7,)),
        ("Ks Kd Kh Kc Jk", "four-of-a-kind", (11, 12)),  # no five kings
        ("As Ad Ah 7c Jk", "four-of-a-kind", (12, 5)),
        ("As Ad Kh Kc Jk", "full-house", (12, 11)),
        ("Ks Kd Kh Ac Jk", "full-house", (11, 12)),
        ("Kh Qh 9h 4h Jk", "flush", (12, 11, 10, 7, 2)),
        ("Ah Qh 9h 4h Jk", "flush", (12, 11, 10, 7, 2)),
        ("5c 6d 8h 9s Jk", "straight", (4,)),
        ("2c 3d 4h 5s Jk", "straight", (1,)),
        ("Ks Kd Kh 7c Jk", "three-of-a-kind", (11, 12, 5)),
        ("As Ad 9h 7c Jk", "three-of-a-kind", (12, 7, 5)),
        ("As Kd Kh 7c Jk", "two-pair", (12, 11, 5)),
        ("Ks Kd 7h 7c Jk", "two-pair", (11, 5, 12)),
        ("Ks Kd Qh 7c Jk", "pair", (11, 12, 10, 5)),
        ("As Jd 9h 2c Jk", "pair", (12, 9, 7, 0)),
        ("Js 9d 4h 2c Jk", "high-card", (12, 9, 7, 2, 0)),
    ],
)
def test_the_bug(text: str, kind: str, ranks: tuple[int, ...]) -> None:
    assert five(text, BUG) == Hand(kind, ranks, natural=False)


def test_a_game_without_jokers_refuses_them() -> None:
    with pytest.raises(ValueError, match="joker"):
        five("As Kd 9h 5c Jk", HandRules("none"))


def test_order_of_the_types() -> None:
    from_high_to_low = [
        "Ah Kh Qh Jh Th",
        "2c 2d 2h 2s Jk",
        "9h Th Jh Qh Kh",
        "Ac Ad Ah As 2c",
        "Ac Ad Ah Ks Kc",
        "Ah Kh Qh Jh 9h",
        "Ac Kh Qh Jh Th",
        "Ac Ad Ah Ks Qc",
        "Ac Ad Kh Ks Qc",
        "Ac Ad Kh Qs Jc",
        "Ac Kd Qh Js 9c",
    ]
    for higher, lower in pairwise(from_high_to_low):
        assert beats(higher, lower)
        assert not beats(lower, higher)


def test_the_top_hand_is_an_option() -> None:
    assert beats("Ah Kh Qh Jh Th", "As Ah Ad Ac Jk", WILD)
    assert beats("2s 2h 2d 2c Jk", "Ah Kh Qh Jh Th", ROYAL_SECOND)
    assert beats("Ah Kh Qh Jh Th", "9h Kh Qh Jh Th", ROYAL_SECOND)


def test_royal_flushes_are_equal() -> None:
    assert strength(five("Ah Kh Qh Jh Th"), WILD) == strength(five("As Ks Qs Jk Jk"), WILD)


def test_the_wheel_is_an_option() -> None:
    assert beats("2c 3h 4h 5h 6h", "Ac 2h 3h 4h 5h", WILD)
    assert beats("Ac 2h 3h 4h 5h", "9c Th Jh Qh Kh", HIGH_WHEEL)
    assert beats("Ac Kh Jh Qh Th", "Ac 2h 3h 4h 5h", HIGH_WHEEL)
    assert beats("Ah 2h 3h 4h 5h", "9h Th Jh Qh Kh", HIGH_WHEEL)
    assert five("2c 3d 4h 5s Jk", HIGH_WHEEL) == five("Ac 2d 3h 4s Jk", HIGH_WHEEL)
    assert five("2c 3d 4h 5s Jk", HIGH_WHEEL).ranks == (8,)


def test_ties_are_broken_by_ranks() -> None:
    assert beats("3c 3d 3h 2s 2c", "2d 2h 2c As Ac")
    assert beats("Kc Kd 3h 3s 2c", "Qd Qh Jc Js Ac")
    assert beats("9c 9d Ah 3s 2c", "9h 9s Kc Qs Jc")
    assert beats("Ah 6h 4h 3h 2h", "Ks Qs Js 9s 8s")
    assert beats("Ac 6d 4h 3h 2h", "Kc Qs Js 9s 8s")


def test_every_reading_is_seen() -> None:
    types = {hand.type for hand in five_card_readings(hand_from("9c 9d 5h 2c Jk"), WILD)}
    assert types == {"three-of-a-kind", "two-pair", "pair"}
    types = {hand.type for hand in five_card_readings(hand_from("Ah Kh Qh Jh Jk"), BUG)}
    assert types == {"royal-flush", "straight", "flush", "pair"}


def test_best_of_six_and_seven() -> None:
    natural_royal = best_hand(hand_from("Ah Kh Qh Jh Th Jk"), WILD)
    assert natural_royal == Hand("royal-flush", (), natural=True)
    lifted = best_hand(hand_from("5h 6h 7h 8h 9h Jk 2c"), WILD)
    assert lifted == Hand("straight-flush", (5,), natural=False)
    three_pairs = best_hand(hand_from("Kc Kd 9h 9s 4c 4d 7h"), WILD)
    assert three_pairs == Hand("two-pair", (11, 7, 5), natural=True)
    flush_and_straight = best_hand(hand_from("5h 6h 7c 8d 9h Kh 2h"), WILD)
    assert flush_and_straight == Hand("flush", (11, 7, 4, 3, 0), natural=True)


@pytest.mark.parametrize(
    ("text", "rules", "kind", "ranks"),
    [
        ("Ah Kh Qh", WILD, "straight-flush", (11,)),
        ("Ah 2h 3h", WILD, "straight-flush", (0,)),
        ("Ah 2h 3h", HIGH_WHEEL, "straight-flush", (10,)),
        ("9c 9d 9h", WILD, "three-of-a-kind", (7,)),
        ("Ac Kh Qh", WILD, "straight", (11,)),
        ("Kh 9h 2h", WILD, "flush", (11, 7, 0)),
        ("Kh Kd 2h", WILD, "pair", (11, 0)),
        ("Kh 9d 2h", WILD, "high-card", (11, 7, 0)),
        ("Ah Kh Jk", WILD, "straight-flush", (11,)),
        ("Ah 9h Jk", WILD, "flush", (12, 11, 7)),
        ("Ac 9h Jk", WILD, "pair", (12, 7)),
        ("9c 8h Jk", WILD, "straight", (7,)),
        ("9c 9h Jk", WILD, "three-of-a-kind", (7,)),
        ("9c Jk Jk", WILD, "straight-flush", (8,)),
        ("2c 3d Jk", WILD, "straight", (1,)),
        ("2c 3d Jk", HIGH_WHEEL, "straight", (10,)),
        ("Kc Kh Jk", BUG, "pair", (11, 12)),
        ("Ac Ah Jk", BUG, "three-of-a-kind", (12,)),
        ("Kc 7h Jk", BUG, "high-card", (12, 11, 5)),
        ("Kh 7h Jk", BUG, "flush", (12, 11, 5)),
        ("Kc Jh Jk", BUG, "straight", (10,)),
    ],
)
def test_three_cards(text: str, rules: HandRules, kind: str, ranks: tuple[int, ...]) -> None:
    hand = three_card_hand(hand_from(text), rules)
    assert hand == Hand(kind, ranks, natural="Jk" not in text)


def test_order_of_three_card_hands() -> None:
    from_high_to_low = ["2c 3c 4c", "2c 2d 2h", "Ac 2d 3h", "Ah Kh Jh", "Ac Ad Kc", "Ac Kd Jc"]
    strengths = [three_card_strength(three_card_hand(hand_from(text), WILD)) for text in from_high_to_low]
    assert strengths == sorted(strengths, reverse=True)


def test_two_cards() -> None:
    assert two_card_hand(hand_from("2c 2d")) == Hand("pair", (0,), natural=True)
    assert two_card_hand(hand_from("Ac Jk")) == Hand("pair", (12,), natural=False)
    assert two_card_hand(hand_from("9c Jk")) == Hand("high-card", (12, 7), natural=False)
    pair, ace_king = two_card_hand(hand_from("2c 2d")), two_card_hand(hand_from("Ac Kd"))
    assert two_card_strength(pair) > two_card_strength(ace_king)


def test_reduced_decks_are_ranked_like_the_full_one() -> None:
    """Sixes to jacks in two suits: 2 straights, and 6 choices of five different ranks."""
    fives = combinations(cards_of(Deck("6789TJ", "cd")), 5)
    counts = Counter(five_card_hand(cards, WILD).type for cards in fives)
    assert counts == {
        "straight-flush": 2 * 2,
        "flush": 4 * 2,
        "straight": 2 * 30,
        "two-pair": 15 * 8,
        "pair": 6 * 10 * 8,
        "high-card": 4 * 30,
    }


@pytest.mark.long
def test_published_five_card_frequencies() -> None:
    """All 2,598,960 five-card hands without a joker; then those with one joker, wild and as a bug."""
    natural = Counter(five_card_hand(cards, WILD).type for cards in combinations(range(52), 5))
    assert natural == {
        "royal-flush": 4,
        "straight-flush": 36,
        "four-of-a-kind": 624,
        "full-house": 3744,
        "flush": 5108,
        "straight": 10200,
        "three-of-a-kind": 54912,
        "two-pair": 123552,
        "pair": 1098240,
        "high-card": 1302540,
    }
    fours = list(combinations(range(52), 4))
    wild = natural + Counter(five_card_hand((*four, 52), WILD).type for four in fours)
    assert wild == {
        "five-of-a-kind": 13,
        "royal-flush": 24,
        "straight-flush": 180,
        "four-of-a-kind": 3120,
        "full-house": 6552,
        "flush": 7804,
        "straight": 20532,
        "three-of-a-kind": 137280,
        "two-pair": 123552,
        "pair": 1268088,
        "high-card": 1302540,
    }
    bug = natural + Counter(five_card_hand((*four, 52), BUG).type for four in fours)
    assert bug == {
        "five-of-a-kind": 1,
        "royal-flush": 24,
        "straight-flush": 180,
        "four-of-a-kind": 828,
        "full-house": 4368,
        "flush": 7804,
        "straight": 20532,
        "three-of-a-kind": 63360,
        "two-pair": 138600,
        "pair": 1215024,
        "high-card": 1418964,
    }
