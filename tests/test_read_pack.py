"""[deck]: cards, wild cards and bugs, and what the order of hands depends on."""

from __future__ import annotations

from typing import Any

import pytest

from analyzer.cards.deck import Deck
from analyzer.documents import JsonDict
from analyzer.game.language import Pack, WildCards
from analyzer.game.read_pack import read_pack, wild_cards
from analyzer.game.sections import Faults, Section


def read(**data: Any) -> tuple[Pack, list[str]]:
    faults = Faults()
    return read_pack(Section(data, "deck", faults)), list(faults)


@pytest.mark.parametrize(
    ("data", "pack"),
    [
        ({}, Pack()),
        ({"jokers": 2, "wild": "Jk"}, Pack(Deck(jokers=2), WildCards(jokers=True))),
        ({"jokers": "1", "bug": "Jk"}, Pack(Deck(jokers=1), WildCards(jokers=True, is_bug=True))),
        ({"wild": "2"}, Pack(wild=WildCards(ranks=1))),
        ({"wild": ["2", "10"]}, Pack(wild=WildCards(ranks=1 | 1 << 8))),
        (
            {"jokers": 1, "wild": ["2", "Jk"], "five_wilds": True},
            Pack(Deck(jokers=1), WildCards(1, True), five_wilds=True),
        ),
        (
            {"ranks": "9-A", "suits": "cd", "top_hand": "five_of_a_kind", "wheel": "second_highest"},
            Pack(Deck(tuple(range(7, 13)), (0, 1)), top_hand="five_of_a_kind", wheel="second_highest"),
        ),
        (
            {"jokers": 1, "wild": "Jk", "joker_in_flush": "ace", "natural_beats_wild": "royal_flush", "wheel": "none"},
            Pack(
                Deck(jokers=1),
                WildCards(jokers=True),
                wheel="none",
                joker_in_flush="ace",
                natural_beats_wild="royal_flush",
            ),
        ),
        ({"three_card_order": "flush_over_straight"}, Pack(three_card_order="flush_over_straight")),
    ],
)
def test_packs(data: JsonDict, pack: Pack) -> None:
    assert read(**data) == (pack, [])


@pytest.mark.parametrize(
    ("data", "part"),
    [
        ({"jokers": 1}, "deck.jokers: must be wild or bugs"),
        ({"jokers": 1, "wild": "2"}, "deck.jokers: must be wild or bugs"),
        ({"wild": "Jk"}, "deck.wild: names the joker, and the deck has none"),
        ({"wild": []}, "deck.wild: must name cards"),
        ({"wild": "2-3"}, "deck.wild: '2-3' is not \"Jk\" or one rank"),
        ({"wild": ["2", "2"]}, "deck.wild: names a card twice"),
        ({"wild": "2", "ranks": "7-A"}, "deck.wild: '2' is not a rank of the deck"),
        ({"wild": ["K", "A"], "ranks": "K-A"}, "deck.wild: leaves no natural card"),
        ({"bug": "2"}, "deck.bug: '2' cannot be a bug"),
        ({"jokers": 1, "wild": "2", "bug": "Jk"}, "deck.bug: cannot stand beside wild"),
        ({"wild": "2", "five_wilds": True}, "deck.five_wilds: needs five wild cards, the deck has 4"),
        ({"jokers": 1, "wild": "Jk", "joker_in_flush": "king"}, "deck.joker_in_flush: 'king' is not known"),
        ({"wheel": "no"}, "deck.wheel: 'no' is not known"),
        ({"jokers": 3}, "deck.jokers: must be a whole number from 0 to 2"),
        ({"joker": 1}, "deck.joker: unknown key (did you mean 'jokers'?)"),
        ({"wild": 2}, "deck.wild: must be text or a list of texts"),
    ],
)
def test_faults(data: JsonDict, part: str) -> None:
    assert any(fault.startswith(part) for fault in read(**data)[1])


def test_a_bug_is_no_wild_card() -> None:
    assert wild_cards(read(jokers=1, bug="Jk")[0]) == 0
    assert wild_cards(read(jokers=2, wild=["Jk", "2"])[0]) == 6
