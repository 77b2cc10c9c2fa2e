"""analyzer/reference/ranked.py against the evaluator that replaces each joker by each of the 52 cards."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement

import pytest

from analyzer.cards.deck import Deck
from analyzer.game.language import Pack, Value, WildCards
from analyzer.reference.cards import Cards, hand_from
from analyzer.reference.hands import (
    HandRules,
    five_card_readings,
    rate_best_five,
    three_card_hand,
    three_card_strength,
    two_card_hand,
    two_card_strength,
)
from analyzer.reference.ranked import Ranked

JOKERS = Deck(jokers=2)


def pack_of(joker: str = "wild", wheel: str = "lowest", top_hand: str = "royal") -> Pack:
    return Pack(JOKERS, WildCards(jokers=True, is_bug=joker == "bug"), top_hand, wheel)  # type: ignore[arg-type]


def some_hands(size: int, number: int, seed: int) -> list[Cards]:
    """Hands of a few ranks and suits, so that sets, straights and flushes are frequent; jokers in most."""
    chance = random.Random(seed)
    hands = []
    for _ in range(number):
        low = chance.randrange(9)
        cards = [4 * rank + suit for rank in (low, low + 1, low + 2, low + 3, low + 4, 12, 0) for suit in (0, 1, 3)]
        hands.append(tuple(sorted(chance.sample([*dict.fromkeys(cards), 52, 53], size))))
    return hands


@pytest.mark.parametrize("joker", ["wild", "bug"])
@pytest.mark.parametrize("wheel", ["lowest", "second_highest"])
@pytest.mark.parametrize("top_hand", ["royal", "five_of_a_kind"])
def test_readings_of_five(joker: str, wheel: str, top_hand: str) -> None:
    ranked, rules = Ranked(pack_of(joker, wheel, top_hand), 5), HandRules(joker, wheel, top_hand)
    for cards in some_hands(5, 60, seed=1):
        read = {(one.type, one.strength[1], one.natural) for one in ranked.called(cards)}
        assert read == set(five_card_readings(cards, rules)), cards


@pytest.mark.parametrize("joker", ["wild", "bug"])
def test_best_five_of_seven(joker: str) -> None:
    ranked, rules = Ranked(pack_of(joker), 5), HandRules(joker)
    for cards in some_hands(7, 60, seed=2):
        rated = rate_best_five(cards, rules)
        assert ranked.strength(cards) == rated.strength
        assert {(one.type, one.natural) for one in ranked.best(cards)} == {(rated.hand.type, rated.natural)}


def test_three_and_two_cards() -> None:
    wild, bug = HandRules("wild"), Ranked(pack_of("bug"), 2)
    three = Ranked(pack_of(), 3)
    for cards in some_hands(3, 200, seed=3):
        assert three.strength(cards) == three_card_strength(three_card_hand(cards, wild))
    for cards in some_hands(2, 200, seed=4):
        if 53 not in cards:
            assert bug.strength(cards) == two_card_strength(two_card_hand(cards))


def literal_best(cards: Cards, wild_ranks: set[int]) -> tuple[str, int]:
    """The best hand with wild ranks, each wild card replaced by each of the 52: the type, the place of the hand."""
    rules = HandRules("none")
    plain = tuple(card for card in cards if card < 52 and card // 4 not in wild_ranks)
    ranked = Ranked(Pack(), 5)
    best = None
    for chosen in combinations_with_replacement(range(52), len(cards) - len(plain)):
        full = tuple(sorted(plain + chosen))
        (hand,) = five_card_readings(full, rules)
        strength = ranked.ranking.types.index(hand.type), hand.ranks
        best = max(best or (strength, hand.type), (strength, hand.type))
    assert best is not None
    return best[1], best[0][1][0] if best[0][1] else 12


@pytest.mark.parametrize(
    "text", ["2c 2d 7h 8h Kc", "2c 2d 9s Ts Ks", "2c 2h 2s 9h Tc", "2c 2d Jk 6d 9d", "2c 2d 5h 6h 7h", "2s 3s 4s 5s 7d"]
)
def test_deuces_are_any_card(text: str) -> None:
    cards = hand_from(text)
    pack = Pack(JOKERS, WildCards(ranks=1, jokers=True))
    best = Ranked(pack, 5).best(cards)
    (kind,) = {one.type for one in best}
    (first,) = {one.strength[1][0] if one.strength[1] else 12 for one in best}
    assert (kind, first) == literal_best(cards, {0})


def test_five_wilds_are_above_everything() -> None:
    wild = WildCards(ranks=1, jokers=True)
    five, royal = hand_from("2c 2d 2h 2s Jk"), hand_from("Ts Js Qs Ks As")
    for top_hand in ("royal", "five_of_a_kind"):
        plain = Ranked(Pack(JOKERS, wild, top_hand), 5)
        above = Ranked(Pack(JOKERS, wild, top_hand, five_wilds=True), 5)
        assert (plain.strength(five) > plain.strength(royal)) == (top_hand == "five_of_a_kind")
        assert above.strength(five) > max(above.strength(royal), above.strength(hand_from("As Ac Ad Ah 2c")))


def test_natural_among_equals() -> None:
    """The joker makes the same straight again; the natural one counts."""
    ranked = Ranked(pack_of(), 5)
    (natural,) = {one.natural for one in ranked.best(hand_from("Ah Kd Qs Jc Th Jk"))}
    assert natural
    assert {one.natural for one in ranked.every(hand_from("Ah Kd Qs Jc Th Jk")) if one.type == "straight"} == {
        True,
        False,
    }


def test_four_cards_one_card() -> None:
    """Crazy 4: a straight flush is below four of a kind, three of a kind above a flush, a flush above a straight."""
    four, order = (
        Ranked(Pack(), 4),
        ["9c 9d 9h 9s", "3s 4s 5s 6s", "9c 9d 9h Ks", "2s 4s 5s 6s", "3s 4s 5s 6d", "9c 9d 3h 3s"],
    )
    strengths = [four.strength(hand_from(text)) for text in order]
    assert strengths == sorted(strengths, reverse=True)
    assert len(set(strengths)) == len(order)
    one = Ranked(pack_of(), 1)
    assert one.strength(hand_from("Kd")) < one.strength(hand_from("Jk")) == one.strength(hand_from("Ac"))


def test_values() -> None:
    """At least a straight to the nine: compared by the places of straights, whatever the wheel."""
    for wheel, above in (("lowest", False), ("second_highest", True)):
        ranked = Ranked(pack_of(wheel=wheel), 5)
        nine = ranked.least(Value("straight", (7,)))
        assert (ranked.strength(hand_from("Ac 2d 3h 4s 5c")) > nine) == above
        assert ranked.strength(hand_from("5c 6d 7h 8s 9c")) == nine
    pair = Ranked(Pack(), 5).least(Value("pair", (3,)))
    assert pair == (1, (3,))


def test_suits_of_readings() -> None:
    two = Ranked(pack_of(), 2)
    assert {one.suit for one in two.called(hand_from("As Ks"))} == {3}
    assert {one.suit for one in two.called(hand_from("As Kd"))} == {None}
    # A pair is never of one suit: no card is there twice.
    assert {one.suit for one in two.best(hand_from("As Jk"))} == {None}
    assert {one.suit for one in two.called(hand_from("As Jk")) if one.type == "high-card"} == {3, None}
