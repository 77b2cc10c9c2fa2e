"""Tests of game files in words: what they ask of cards, of the result, and of what was chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from analyzer.cards.deck import RANKS
from analyzer.game.card_tests import ALL_RANKS
from analyzer.game.exposed_cards import class_name
from analyzer.game.language import Looked, Test, Value, asks_hand

# How the cards of a test are called, and whether they are one card.
CardsNamed = Callable[[Looked], tuple[str, bool]]
_RESULTS = {"win": "a win", "tie": "a tie", "loss": "a loss", "automatic-win": "a win at once"}
_SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
_OF_ONE_RANK = ("pair", "three-of-a-kind", "four-of-a-kind", "five-of-a-kind")
_OF_A_TOP_CARD = ("high-card", "straight", "flush", "straight-flush")
_ONE_CARD = {"make": "makes", "hold": "holds", "have": "has", "are": "is"}


def asked_words(test: Test, cards_of: CardsNamed) -> str:
    """When a test passes; nothing where it always does."""
    return " and ".join(_clauses(test, cards_of))


def _clauses(test: Test, cards_of: CardsNamed) -> Iterator[str]:
    if test.qualified is not None:
        yield f"the dealer {'qualifies' if test.qualified else 'does not qualify'}"
    if test.on:
        yield "the result is " + " or ".join(_RESULTS[one] for one in sorted(test.on))
    if test.chose:
        yield f"{test.chose} was chosen"
    asked = list(_asked(test))
    if asked and test.of is not None:
        cards, is_one = cards_of(test.of)
        yield f"{cards} {' and '.join(_of_one_card(one) if is_one else one for one in asked)}"
    if test.any:
        any_of = [asked_words(inner, cards_of) for inner in test.any]
        told = " or ".join(dict.fromkeys(any_of))
        yield told if len(set(any_of)) == 1 else f"one of these holds ({told})"
    for inner in test.all:
        yield asked_words(inner, cards_of)


def _of_one_card(words: str) -> str:
    verb, _, rest = words.partition(" ")
    return f"{_ONE_CARD[verb]} {rest}"


def _asked(test: Test) -> Iterator[str]:
    """What is asked of the cards: a verb and the rest."""
    if test.whole:
        yield f"are together {value_text(Value(test.whole))}{_of_the_hand(test)}"
    if test.groups:
        sets = " and ".join(f"{number} cards" for number in test.groups)
        yield f"hold sets of equal rank of {sets}{'' if test.whole else _of_the_hand(test)}"
    if asks_hand(test):
        yield f"make {_hand(test)}"
    if test.high != ALL_RANKS:
        low = ", an ace counted as low" if test.ace_low else ""
        yield f"have {_ranks(test.high)} for the highest natural card{low}"
    if test.without:
        yield f"hold no {_or(hand.replace('-', ' ') for hand in sorted(test.without))}"
    if test.without_natural:
        natural = (hand.removeprefix("natural-").replace("-", " ") for hand in sorted(test.without_natural))
        yield f"hold no natural {_or(natural)}"
    if test.beside:
        suits = "of any suits" if test.beside_any else "of one suit"
        yield f"have {class_name(test.beside)} {suits} beside the royal flush"
    if test.colour:
        yield f"have natural cards of {'one colour' if test.colour == 'one' else f'{test.colour} suits'} only"
    if test.jokers is not None:
        yield f"hold {('no joker', 'one joker', f'{test.jokers} jokers')[min(test.jokers, 2)]}"
    for rank, number in test.count:
        yield f"hold {f'exactly {number}' if number else 'no'} card{'' if number == 1 else 's'} of rank {RANKS[rank]}"


def _hand(test: Test) -> str:
    if test.at_least is not None:
        return f"{value_text(test.at_least)} or better{_of_the_hand(test)}"
    if not test.hands:
        return f"a hand{_of_the_hand(test)}"
    return f"{' or '.join(value_text(Value(hand)) for hand in sorted(test.hands))}{_of_the_hand(test)}"


def _of_the_hand(test: Test) -> str:
    """What is asked of the cards that make the hand, beside its type."""
    told = ""
    if test.ranks != ALL_RANKS:
        (hand,) = test.hands if len(test.hands) == 1 else (test.whole,)
        if hand in _OF_ONE_RANK:
            told += f" of {_ranks(test.ranks)}"
        elif hand in _OF_A_TOP_CARD:
            told += f" with {_ranks(test.ranks)} for the top card"
        else:
            told += f" of the rank {_ranks(test.ranks)}"
    if test.kicker != ALL_RANKS:
        told += f", the lowest rank in it {_ranks(test.kicker)}"
    if test.natural is not None:
        where = "among the cards" if test.natural_of == "cards" else "in it"
        told += f", with {'no' if test.natural else 'a'} wild card {where}"
    if test.suited is not None:
        told += f", {'' if test.suited else 'not '}of one suit"
    if test.suit:
        told += f", all of {_SUITS[test.suit]}"
    return told


def _ranks(ranks: int) -> str:
    """
    >>> _ranks(0b1_0000_0000_0000), _ranks(0b1_1000_0000_0100)
    ('A', '4 or K-A')
    """
    return _or(class_name(ranks).split(","))


def _or(words: Iterable[str]) -> str:
    """
    >>> _or(["a"]), _or(["a", "b", "c"])
    ('a', 'a, b or c')
    """
    *before, last = words
    return f"{', '.join(before)} or {last}" if before else last


def value_text(value: Value) -> str:
    """
    >>> value_text(Value("pair", (3,))), value_text(Value("high-card", (12, 11))), value_text(Value("straight"))
    ('a pair of 5', 'high card A-K', 'a straight')
    """
    words = value.hand.replace("-", " ")
    words = words if value.hand.split("-")[0] in ("two", "three", "four", "five", "high") else f"a {words}"
    ranks = "-".join(RANKS[rank] for rank in value.ranks)
    link = " " if value.hand in ("high-card", "flush", "two-pair") else " of "
    return words + (f"{link}{ranks}" if ranks else "")
