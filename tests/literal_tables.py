"""Tables of hands as the referee's evaluator sees them: packs in both languages, and every hand by itself."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import Deck
from analyzer.cards.hand_table import HandTable
from analyzer.cards.ranking import JokerInFlush, NaturalBeatsWild, ThreeCardOrder, TopHand, Wheel
from analyzer.cards.wild import WildDeck
from analyzer.game.language import Pack, WildCards
from analyzer.reference.cards import Cards
from analyzer.reference.ranked import Ranked, Strength

# Ranks 0..12. The first deck has the wheel and another straight, the second the royal flush, the third sets of four.
SMALL_DECKS = {
    "low": ((0, 1, 2, 3, 4, 12), (0, 1)),
    "high": ((0, 8, 9, 10, 11, 12), (1, 3)),
    "four suits": ((0, 11, 12), (0, 1, 2, 3)),
}
# Jokers, wild ranks, and whether what is wild is a bug.
WILD_CARDS: dict[str, tuple[int, tuple[int, ...], bool]] = {
    "none": (0, (), False),
    "joker": (1, (), False),
    "two jokers": (2, (), False),
    "deuces": (0, (0,), False),
    "deuces and joker": (1, (0,), False),
    "deuces and two jokers": (2, (0,), False),
    "aces": (0, (12,), False),
    "deuces and aces": (0, (0, 12), False),
    "bug": (1, (), True),
    "two bugs": (2, (), True),
    "deuces and joker as bugs": (1, (0,), True),
}


def pack_of(
    deck: str,
    wild: str,
    top_hand: TopHand = "royal",
    wheel: Wheel = "lowest",
    joker_in_flush: JokerInFlush = "missing_rank",
    natural_beats_wild: NaturalBeatsWild = "never",
    three_card_order: ThreeCardOrder = "three_card",
    *,
    five_wilds: bool = False,
) -> WildDeck:
    ranks, suits = SMALL_DECKS[deck]
    jokers, wild_ranks, bug = WILD_CARDS[wild]
    order = joker_in_flush, natural_beats_wild, three_card_order
    return WildDeck(Deck(ranks, suits, jokers), wild_ranks, top_hand, wheel, five_wilds, bug, *order)


def ranked_of(pack: WildDeck, best: int) -> Ranked:
    """The same pack in the words of the language, for the literal evaluator."""
    wild = WildCards(sum(1 << rank for rank in pack.wild_ranks), pack.deck.jokers > 0, pack.bug)
    order = pack.joker_in_flush, pack.natural_beats_wild, pack.three_card_order
    return Ranked(Pack(pack.deck, wild, pack.top_hand, pack.wheel, pack.five_wilds and not pack.bug, *order), best)


def hands_in_order(deck: Deck, cards: int) -> list[Cards]:
    """Every hand in colex order: by the highest card, then the next."""
    hands = sorted(combinations(range(deck.size), cards), key=lambda hand: hand[::-1])
    return [tuple(deck.cards[position] for position in hand) for hand in hands]


def literal_top(ranked: Ranked, cards: Cards) -> tuple[Strength, bool]:
    """The highest strength of some of the cards, and whether natural cards reach it."""
    return max(ranked.top(pick) for pick in combinations(cards, ranked.ranking.size))


def literal_places(table: HandTable) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """How many different strengths are below each hand's, and whether it is natural, one hand after the other."""
    tops = []
    for number, hand in enumerate(hands_in_order(table.pack.deck, table.cards)):
        if number % 100_000 == 0:
            # A new one now and then: it keeps all that it was asked.
            ranked = ranked_of(table.pack, table.best)
        tops.append(literal_top(ranked, hand))
    place = {strength: number for number, strength in enumerate(sorted({strength for strength, _ in tops}))}
    return np.array([place[strength] for strength, _ in tops]), np.array([natural for _, natural in tops])


def places(table: HandTable) -> NDArray[np.int64]:
    """The same for the fast table: dense ranks of its strengths."""
    dense: NDArray[np.int64] = np.unique(table.strengths, return_inverse=True)[1]
    return dense
