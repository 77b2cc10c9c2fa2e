"""Five cards, up to five of them wild, against the literal evaluator that replaces each by every one of the 52."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from analyzer.cards.colex import colex_hand
from analyzer.cards.colex import hands as hands_in_order
from analyzer.cards.deck import FIRST_JOKER, Deck
from analyzer.cards.hand_table import HandTable
from analyzer.cards.ranking import Ranking, read_value
from analyzer.cards.wild import WildDeck
from analyzer.errors import CardError
from analyzer.reference.hands import Hand, HandRules, Strength, rate_five_cards, strength

# With the ranks of a royal flush, the best hand that five wild cards are otherwise.
FIVE_WILDS = (12 << 20 | 15 << 16) << 1
DEUCE, THREE = 0, 1


@cache
def values_of(pack: WildDeck) -> NDArray[np.uint32]:
    return HandTable(pack).values


@cache
def wilds_of(pack: WildDeck) -> NDArray[np.int64]:
    """How many of every five cards are wild."""
    wilds: NDArray[np.int64] = pack.wild[hands_in_order(0, comb(pack.deck.size, 5), 5)].sum(axis=1)
    return wilds


def rules_of(pack: WildDeck) -> HandRules:
    return HandRules("bug" if pack.bug else "wild", pack.wheel, pack.top_hand)


@cache
def rated(naturals: tuple[int, ...], wilds: int, rules: HandRules) -> Strength:
    """The best reading of these cards and so many wild ones; the reference takes them all for the first joker."""
    return rate_five_cards((*naturals, *[FIRST_JOKER] * wilds), rules).strength


def literal(pack: WildDeck, cards: Iterable[int]) -> tuple[object, bool]:
    """Strength, and whether no card is wild."""
    rules = rules_of(pack)
    wild = [card for card in cards if pack.wild[pack.deck.cards.index(card)]]
    naturals = tuple(sorted(set(cards) - set(wild)))
    if len(wild) == 5 and pack.five_wilds:
        return "five wilds", False
    return rated(naturals, len(wild), rules), not wild


def by_kernel(pack: WildDeck, value: int) -> tuple[object, bool]:
    if value == FIVE_WILDS:
        return "five wilds", False
    read = read_value(value)
    ranks = read.ranks
    if read.type in ("straight", "straight-flush"):
        ranks = (straight_place(ranks[0], pack.wheel),)
    elif read.type == "royal-flush":
        ranks = ()
    return strength(Hand(read.type, ranks, read.natural), rules_of(pack)), read.natural


def straight_place(top: int, wheel: str) -> int:
    """The place of a straight among all, as the reference counts it; the five is rank 3, the ace 12."""
    if wheel == "lowest":
        return top - 3
    return {3: 8, 12: 9}.get(top, top - 4)


def check(pack: WildDeck, indices: Iterable[int]) -> None:
    for index in indices:
        cards = [pack.deck.cards[place] for place in colex_hand(index, 5)]
        assert by_kernel(pack, int(values_of(pack)[index])) == literal(pack, cards), cards


SMALL = {
    "a wild rank of two suits": WildDeck(Deck(ranks=(0, 1, 2, 3, 4), suits=(0, 1)), (DEUCE,)),
    "and a joker": WildDeck(Deck(ranks=(0, 10, 11, 12), suits=(1, 2), jokers=1), (DEUCE,)),
    "wheel second": WildDeck(Deck(ranks=(0, 1, 3, 12), suits=(0, 3), jokers=1), (DEUCE,), wheel="second_highest"),
    "five of a kind on top": WildDeck(
        Deck(ranks=(0, 8, 12), suits=(0, 1), jokers=1), (DEUCE,), top_hand="five_of_a_kind"
    ),
    "wild aces": WildDeck(Deck(ranks=(8, 9, 10, 11, 12), suits=(0, 1)), (12,)),
    "bugs": WildDeck(Deck(ranks=(0, 1, 3, 12), suits=(0, 1), jokers=1), (DEUCE,), bug=True),
}


@pytest.mark.parametrize("name", SMALL)
def test_small_decks(name: str) -> None:
    """Complete decks with at most three wild cards."""
    pack = SMALL[name]
    check(pack, range(comb(pack.deck.size, 5)))


LARGE = {
    "deuces": WildDeck(Deck(), (DEUCE,)),
    "deuces and a joker": WildDeck(Deck(jokers=1), (DEUCE,), five_wilds=True),
    "five of a kind on top": WildDeck(Deck(jokers=2), (DEUCE,), "five_of_a_kind", "second_highest"),
    "treys": WildDeck(Deck(), (THREE,)),
}


@pytest.mark.parametrize("name", LARGE)
def test_samples_of_full_decks(name: str) -> None:
    """Some hands with each number of wild cards up to three: more take too long here."""
    pack = LARGE[name]
    generator = random.Random(name)
    for wilds, hands in ((0, 200), (1, 200), (2, 30), (3, 2)):
        indices = np.flatnonzero(wilds_of(pack) == wilds).tolist()
        check(pack, generator.sample(indices, hands))


@pytest.mark.long
@pytest.mark.parametrize("name", LARGE)
def test_more_samples_of_full_decks(name: str) -> None:
    pack = LARGE[name]
    generator = random.Random(name)
    for wilds, hands in ((0, 20_000), (1, 20_000), (2, 2000), (3, 300), (4, 20), (5, 1)):
        indices = np.flatnonzero(wilds_of(pack) == wilds).tolist()
        check(pack, generator.sample(indices, min(hands, len(indices))))


@pytest.mark.long
@pytest.mark.parametrize("top_hand", ["royal", "five_of_a_kind"])
def test_a_complete_deck_with_five_wild_cards(top_hand: str) -> None:
    pack = WildDeck(
        Deck(ranks=(0, 8, 12), suits=(0, 1, 2, 3), jokers=1),
        (DEUCE,),
        top_hand="royal" if top_hand == "royal" else "five_of_a_kind",
    )
    check(pack, range(comb(13, 5)))


@pytest.mark.parametrize(
    ("hand", "five_wilds", "top", "expected"),
    [
        ("2c 2d 2h 2s 3c", False, "royal", "five of a kind 3"),
        ("2c 2d 2h 2s Tc", False, "royal", "royal flush A"),
        ("2c 2d 2h 2s Tc", False, "five_of_a_kind", "five of a kind T"),
        ("2c 2d 2h 2s 9c", False, "royal", "five of a kind 9"),
        ("2c 2d 2h 2s Jk", False, "royal", "royal flush A"),
        ("2c 2d 2h 2s Jk", False, "five_of_a_kind", "five of a kind A"),
        ("2c 2d 2h 9c Kd", False, "royal", "four of a kind K-9"),
        ("2c 2d 2h 9c Kc", False, "royal", "straight flush K"),
        ("2c 2d 2h 9c 9d", False, "royal", "five of a kind 9"),
        ("2c 2d Jk 9c Td", False, "royal", "four of a kind T-9"),
    ],
)
def test_known_hands(hand: str, five_wilds: bool, top: str, expected: str) -> None:
    """Four or five wild cards by hand; the literal evaluator needs seconds for each."""
    pack = WildDeck(Deck(jokers=1), (DEUCE,), "royal" if top == "royal" else "five_of_a_kind", five_wilds=five_wilds)
    assert str(read_value(value_of(pack, hand))) == f"{expected} (wild)"


def value_of(pack: WildDeck, hand: str) -> int:
    places = sorted(pack.deck.cards.index(card) for card in pack.deck.parse_hand(hand))
    index = sum(comb(place, number) for number, place in enumerate(places, 1))
    return int(values_of(pack)[index])


def test_five_wilds_rank_above_everything() -> None:
    pack = LARGE["deuces and a joker"]
    assert value_of(pack, "2c 2d 2h 2s Jk") == FIVE_WILDS == int(values_of(pack).max())
    assert int((values_of(pack) == FIVE_WILDS).sum()) == 1


def test_a_wild_card_that_stands_for_itself_is_wild() -> None:
    """`natural` asks that none of the cards used is wild, whatever it stands for."""
    pack = LARGE["deuces"]
    for hand, natural in (("2c 3c 4c 5c 6c", False), ("Tc Jc Qc Kc Ac", True), ("Ac 2c 3c 4c 5d", False)):
        assert bool(value_of(pack, hand) & 1) is natural, hand
    assert not value_of(SMALL["wild aces"], "Tc Jc Qc Kc Ac") & 1


# How many hands of each type there are with deuces wild, five of a kind on top: 672 = 12 x 56 of these, 484 royals are
# 4 x 126 less the 20 of four deuces and a high card.
PUBLISHED = {
    "royal-flush": 484,
    "five-of-a-kind": 672,
    "straight-flush": 2068,
    "four-of-a-kind": 31_552,
    "full-house": 12_672,
    "flush": 14_472,
    "straight": 62_232,
    "three-of-a-kind": 355_080,
}


def test_hands_of_each_type_with_deuces_wild() -> None:
    pack = WildDeck(Deck(), (DEUCE,), "five_of_a_kind")
    codes, counts = np.unique(values_of(pack) >> 21, return_counts=True)
    names = {read_value(int(code) << 21).type: int(number) for code, number in zip(codes, counts, strict=True)}
    assert {name: names[name] for name in PUBLISHED} == PUBLISHED


def test_from_the_ranking_of_a_game() -> None:
    ranking = Ranking("bug", "second_highest", "five_of_a_kind")
    assert WildDeck.ranked(Deck(jokers=1), ranking).ranking == ranking
    assert WildDeck.ranked(Deck(), Ranking(), (DEUCE,), five_wilds=True) == WildDeck(Deck(), (DEUCE,), five_wilds=True)
    assert WildDeck.ranked(Deck(), Ranking()).ranking == Ranking()


def test_what_is_refused() -> None:
    with pytest.raises(CardError, match="no cards of rank 2"):
        WildDeck(Deck(ranks=(8, 9, 10, 11, 12)), (DEUCE,))
    with pytest.raises(CardError, match="distinct"):
        WildDeck(Deck(), (DEUCE, DEUCE))


def test_without_wild_cards_values_are_those_of_any_deck() -> None:
    deck = Deck(ranks=(0, 1, 2, 3, 12), suits=(0, 1, 2))
    values = values_of(WildDeck(deck))
    for index, hand in enumerate(sorted(combinations(range(deck.size), 5), key=lambda hand: hand[::-1])):
        cards = tuple(deck.cards[place] for place in hand)
        assert by_kernel(WildDeck(deck), int(values[index])) == (rate_five_cards(cards, HandRules()).strength, True)
