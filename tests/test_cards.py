"""Cards and decks: how they are written, read and refused."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from analyzer.cards.deck import Deck, card_name, hand_name, parse_card
from analyzer.errors import CardError

FULL = Deck(jokers=2)


@pytest.mark.parametrize("card", range(52))
def test_every_card_is_read_as_it_is_printed(card: int) -> None:
    assert parse_card(card_name(card)) == card


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("2c", 0),
        ("As", 51),
        ("as", 51),
        ("aS", 51),
        ("Td", 33),
        ("10d", 33),
        ("10D", 33),
        ("t♦", 33),
        ("10♢", 33),
        ("A♠", 51),
        ("A♠\ufe0f", 51),
        ("2♣", 0),
        (" Kh ", 46),
        ("Jk", 52),
        ("jk", 52),
        ("JOKER", 52),
        ("🃏", 52),
        ("Jd", 37),
    ],
)
def test_ways_to_write_a_card(text: str, card: int) -> None:
    assert parse_card(text) == card


@pytest.mark.parametrize("text", ["", " ", "1s", "11s", "A", "s", "Ax", "AAs", "0d", "1010d", "A♠♠", "Jks", "ﬁs"])
def test_what_is_not_a_card_is_named(text: str) -> None:
    with pytest.raises(CardError) as error:
        parse_card(text)
    assert repr(text) in str(error.value)
    assert "rank" in str(error.value)


@pytest.mark.parametrize("separator", [" ", ",", ", ", ";", "\t", "\n", ""])
def test_hands_are_read_with_any_separator_or_none(separator: str) -> None:
    assert FULL.parse_hand(separator.join(["As", "10d", "Jk", "9h", "2c"])) == (51, 33, 52, 30, 0)


@pytest.mark.parametrize("text", ["AsJk2c", "Jk10d9h", "AsJk2c9hTd", "JkJk2c", "Jk2♣As", "joker10dAs"])
def test_a_joker_before_a_two_or_a_ten_in_a_run(text: str) -> None:
    """Without spaces `Jk2c` is a joker and the two of clubs, `Jk10d` a joker and the ten of diamonds."""
    spaced = text.replace("Jk", " Jk ").replace("joker", " joker ")
    for card in ("2c", "2♣", "10d", "9h", "Td", "As"):
        spaced = spaced.replace(card, f" {card} ")
    assert FULL.parse_hand(text) == FULL.parse_hand(spaced)


@given(st.lists(st.integers(0, 53), min_size=1, max_size=7, unique=True))
@example([0, 1, 2, 52, 3])
def test_a_run_without_spaces_is_the_hand(cards: list[int]) -> None:
    """Any hand may be written with or without spaces (the jokers in the order of their numbers)."""
    text = hand_name(cards)
    read = FULL.parse_hand(text)
    assert hand_name(read) == text
    assert FULL.parse_hand(text.replace(" ", "")) == read


def test_the_second_joker_is_another_card() -> None:
    assert FULL.parse_hand("Jk As jk") == (52, 51, 53)


@pytest.mark.parametrize(
    ("deck", "text", "size", "message"),
    [
        (Deck(), "As as", None, "As is given twice"),
        (Deck(), "As Jk", None, "1 joker is given, the deck has none"),
        (Deck(jokers=1), "Jk Jk", None, "2 jokers are given, the deck has 1"),
        (FULL, "Jk Jk Jk", None, "3 jokers are given, the deck has 2"),
        (Deck(ranks=(11, 12)), "As Qd", None, "the deck has no Qd"),
        (Deck(suits=(0, 1)), "As Qd", None, "the deck has no As"),
        (Deck(), "As Kd", 5, "2 cards are given where 5 are needed"),
        (Deck(), "As Kd", (3, 5), "2 cards are given where 3 or 5 are needed"),
        (Deck(), "", 5, "0 cards are given where 5 are needed"),
    ],
)
def test_what_is_wrong_with_a_hand_is_said(
    deck: Deck, text: str, size: int | tuple[int, ...] | None, message: str
) -> None:
    with pytest.raises(CardError, match=message):
        deck.parse_hand(text, size)


def test_all_faults_of_a_hand_are_said_at_once() -> None:
    with pytest.raises(CardError) as error:
        Deck(ranks=(10, 11, 12), jokers=1).parse_hand("As Zz as 2c Jk Jk")
    for part in ("'Zz' is not a card", "As is given twice", "the deck has no 2c", "2 jokers are given"):
        assert part in str(error.value)


@pytest.mark.parametrize("size", [2, (2, 3)])
def test_the_right_number_of_cards_is_accepted(size: int | tuple[int, ...]) -> None:
    assert Deck().parse_hand("As Kd", size) == (51, 45)


def test_decks() -> None:
    assert [Deck(jokers=jokers).size for jokers in (0, 1, 2)] == [52, 53, 54]
    assert Deck(jokers=2).cards == tuple(range(54))
    small = Deck(ranks=(7, 12), suits=(1, 3), jokers=1)
    assert hand_name(small.cards) == "9d 9s Ad As Jk"
    assert small.size == len(small.cards) == 5
    assert small.rank_set == 1 << 7 | 1 << 12


@pytest.mark.parametrize(
    "arguments",
    [
        {"ranks": ()},
        {"suits": ()},
        {"ranks": (1, 1)},
        {"ranks": (2, 1)},
        {"ranks": (-1, 0)},
        {"ranks": (13,)},
        {"suits": (4,)},
        {"jokers": 3},
        {"jokers": -1},
    ],
)
def test_impossible_decks_are_refused(arguments: dict[str, object]) -> None:
    with pytest.raises(CardError):
        Deck(**arguments)  # type: ignore[arg-type]


@given(st.text(max_size=12))
def test_no_text_crashes_the_reader(text: str) -> None:
    with suppress(CardError):
        FULL.parse_hand(text)
