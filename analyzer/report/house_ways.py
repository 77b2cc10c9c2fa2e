"""How a house way sets hands: its rows, how many hands each decides, and a worked hand for each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import FIRST_JOKER, Deck
from analyzer.documents import Json, JsonDict
from analyzer.game.house_way import HouseWay
from analyzer.pricing.results import WagerResult
from analyzer.report.blocks import Block, notice, table, text
from analyzer.report.literal import set_cards, sorted_name
from analyzer.report.subject import Subject

SEARCH_SEED = 1_876
SEARCHED = 20_000
_HAND = 7


_AMONG_READINGS = " What the best setting of every hand would give is among the readings."


def _sets_as_an_option(subject: Subject, wager: str) -> bool:
    """Whether another reading has the player set his hands as well as possible."""
    options = [subject.game.options[option] for option in subject.file.options_of(wager)]
    return any("optimal" in option.values for option in options)


def house_way_blocks(subject: Subject) -> list[Block]:
    ways: dict[HouseWay, WagerResult] = {}
    for wager in subject.wagers:
        if wager.ways:
            ways.setdefault(wager.ways[0], subject.results_of(wager)[0])
    if not ways:
        return []
    ids = _house_way_ids(subject, list(ways))
    told = [
        text(
            f"{wager.name}: the player's hand is set by the house way, so he decides nothing."
            + (_AMONG_READINGS if _sets_as_an_option(subject, wager.id) else "")
        )
        for wager in subject.wagers
        if wager.ways and wager.has_decisions and not wager.decided
    ]
    return told + [
        block
        for identity, (way, result) in zip(ids, ways.items(), strict=True)
        for block in _house_way(subject, identity, way, result)
    ]


def _house_way_ids(subject: Subject, ways: Sequence[HouseWay]) -> list[str]:
    """An id for each house way; ways whose names give the same id are numbered."""
    plain = [subject.id_of(8, way.name) for way in ways]
    return [
        subject.id_of(8, way.name, place + 1) if plain.count(own) > 1 else own
        for place, (way, own) in enumerate(zip(ways, plain, strict=True))
    ]


def _house_way(subject: Subject, identity: str, way: HouseWay, result: WagerResult) -> Iterator[Block]:
    document = subject.document_of(result)["house_way"]
    worked = {hand["index"]: hand for hand in kept_hands(subject, way)}
    yield text(f"{way.name}. {way.source}. The first row that applies to the seven cards decides.")
    yield table(
        identity,
        f"{way.name}: rows, how many hands each decides, and a worked hand",
        (
            ("row", "text"),
            ("what it does", "text"),
            ("hands", "integer"),
            ("a hand", "text"),
            ("in front", "text"),
            ("behind", "text"),
            ("behind is", "text"),
        ),
        [
            [str(row["row"]), row["name"], row["hands"], *_worked(worked.get(index))]
            for index, row in enumerate(document["rows"])
        ],
        total=["", "all hands", str(sum(int(row["hands"]) for row in document["rows"])), "", "", "", ""],
        note="Each hand is the first that the row decides in a fixed order of shuffled cards.",
    )
    for name in document["rows_that_never_decide"]:
        yield notice("note", f"A row that never decides: {name}.")


def _worked(hand: Json | None) -> list[str]:
    if hand is None:
        return ["", "", "", ""]
    return [hand["cards"], hand["front"], hand["back"], hand["behind"]]


def kept_hands(subject: Subject, way: HouseWay) -> list[JsonDict]:
    """One hand for each row of the house way, set."""
    return subject.kept("house-way", {"way": way.compiled().tobytes().hex()}, lambda: find_hands(subject, way))


def find_hands(subject: Subject, way: HouseWay) -> list[JsonDict]:
    """The first hand of a fixed order that each row decides.

    Half of the hands are dealt from a few ranks only, so that rows for fours and fives of a kind are met too.
    """
    from analyzer.kernels import settings

    hands = searched_hands(subject.game.deck)
    jokers = (hands >= FIRST_JOKER).sum(axis=1).astype(np.uint8)
    sets = np.zeros((len(hands), 4), dtype=np.uint16)
    rows_of_hands = np.arange(len(hands))
    for place in range(_HAND):
        card = hands[:, place].astype(np.int64)
        natural = card < FIRST_JOKER
        bits = (1 << (card[natural] >> 2)).astype(np.uint16)
        sets[rows_of_hands[natural], card[natural] & 3] |= bits
    rows = settings.set_hands(sets, jokers, way.compiled(), subject.game.ranking.kernel_arguments)[2]
    examples = []
    for index in range(len(way.rows)):
        decided = np.flatnonzero(rows == index)
        if decided.size:
            cards = tuple(int(card) for card in hands[decided[0]])
            setting = set_cards(subject.game, way, cards)
            examples.append(
                {
                    "index": index,
                    "cards": sorted_name(cards),
                    "front": sorted_name(setting.front),
                    "back": sorted_name(setting.back),
                    "behind": setting.back_name,
                }
            )
    return examples


def searched_hands(deck: Deck) -> NDArray[np.uint8]:
    """Seven-card hands in a fixed order: from the whole deck, then from every two, three and four of its ranks."""
    random = np.random.Generator(np.random.Philox(SEARCH_SEED))
    packs = [(deck.cards, SEARCHED)]
    jokers = tuple(card for card in deck.cards if card >= FIRST_JOKER)
    for size, number in ((4, 60), (3, 40), (2, 20)):
        for ranks in combinations(deck.ranks, size):
            cards = tuple(card for card in deck.cards if card < FIRST_JOKER and card >> 2 in ranks)
            packs.append((cards + jokers, number))
    dealt = [
        random.permuted(np.tile(np.array(cards, dtype=np.uint8), (number, 1)), axis=1)[:, :_HAND]
        for cards, number in packs
        if len(cards) >= _HAND
    ]
    return np.sort(np.concatenate(dealt), axis=1)
