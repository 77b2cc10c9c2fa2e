"""A strategy as a table of all hands: what a simulation looks up after it has dealt a hand.

The engines decide for classes of hands up to a renaming of suits. Here every renaming (and, with two jokers, their
exchange) is applied to the hand of each class, which reaches every hand; its decision is renamed along with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import FIRST_JOKER, MAX_DECK_SIZE, Deck
from analyzer.engines.decide import choose
from analyzer.engines.duel.discard import DrawSolver
from analyzer.engines.duel.hands import Hands
from analyzer.engines.duel.line_hands import LineHands
from analyzer.engines.duel.one_street import OneStreet
from analyzer.engines.duel.play_states import columns_of
from analyzer.engines.duel.two_streets import BET, FOLD, TwoStreets
from analyzer.errors import CountError
from analyzer.game.model import Paytable

NO_HAND = 255
PLAYS = np.uint64(1 << 63)
# One bit of each rank: the cards of the first suit.
_FIRST_SUIT = np.uint64(sum(1 << 4 * rank for rank in range(13)))
_JOKER_BIT = np.uint64(1 << FIRST_JOKER)


def colex(cards: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Colex index of each row of ascending cards.

    >>> colex(np.array([[0, 1, 2], [0, 1, 3]], dtype=np.uint8)).tolist()
    [0, 1]
    """
    binomials = np.array([[comb(n, k) for k in range(8)] for n in range(MAX_DECK_SIZE)], dtype=np.int64)
    return sum((binomials[cards[:, i], i + 1] for i in range(cards.shape[1])), np.zeros(len(cards), dtype=np.int64))


def table_size(deck: Deck, cards: int) -> int:
    """Indices of hands of that many cards."""
    return comb(deck.cards[-1] + 1, cards)


def renamings(deck: Deck) -> Iterator[NDArray[np.uint8]]:
    """Every renaming of the deck's suits, alone and with the two jokers exchanged, as a map from card to card."""
    jokers = [(FIRST_JOKER, FIRST_JOKER + 1)]
    if deck.jokers == 2:
        jokers.append((FIRST_JOKER + 1, FIRST_JOKER))
    for suits in permutations(deck.suits):
        to = dict(zip(deck.suits, suits, strict=True))
        naturals = [4 * (card >> 2) + to.get(card & 3, card & 3) for card in range(FIRST_JOKER)]
        for pair in jokers:
            yield np.array([*naturals, *pair], dtype=np.uint8)


def _renamed(hands: Hands | LineHands) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.intp]]]:
    """(the renaming, the index of each class's renamed hand, the order that sorts its cards)."""
    for to in renamings(hands.deck):
        cards = to[hands.class_cards]
        order = np.argsort(cards, axis=1)
        yield to, colex(np.take_along_axis(cards, order, axis=1)), order


def _check_every_hand(hands: Hands | LineHands, reached: int) -> None:
    every = comb(hands.deck.size, hands.cards)
    if reached != every:
        raise CountError(f"the strategy decides {reached} hands of {every}")


def discard_table(solver: DrawSolver, paytable: Paytable, played: NDArray[np.intp] | None = None) -> NDArray[np.uint8]:
    """For each hand: the place of the discard among the ascending cards, or their number to keep all.

    The best discards, or those given, one a class.
    """
    hands = solver.hands
    best = solver.choices(paytable).best if played is None else played
    table = np.full(table_size(hands.deck, hands.cards), NO_HAND, dtype=np.uint8)
    rows = np.arange(len(hands))
    for _, index, order in _renamed(hands):
        place_after = np.argsort(order, axis=1)
        kept = best == hands.cards
        table[index] = np.where(kept, hands.cards, place_after[rows, np.where(kept, 0, best)])
    _check_every_hand(hands, int((table != NO_HAND).sum()))
    return table


def one_street_table(
    street: OneStreet, paytable: Paytable, played: NDArray[np.bool_] | None = None
) -> NDArray[np.uint64]:
    """For each hand: bit 63 where the hand plays: those that should, or the rows given."""
    plays = choose(street.values(paytable)[0]).best == 1 if played is None else played
    return _spread(street.rows, np.where(plays, PLAYS, np.uint64(0)))


def folds_table(rows: LineHands, plays: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """For each hand: 1 where it is folded; `plays` tells which rows are not."""
    folds: NDArray[np.uint8] = (_spread(rows, np.where(plays, np.uint64(0), PLAYS)) != 0).astype(np.uint8)
    return folds


def two_streets_table(streets: TwoStreets, paytable: Paytable) -> NDArray[np.uint64]:
    """For each hand: bit 63 where the hand plays, bit c where it bets again after card c (52 for either joker)."""
    states, rows = streets.states, streets.rows
    bets = np.zeros(len(rows.hands), dtype=np.uint64)
    for column, card in enumerate(columns_of(rows.deck)):
        values = streets.second_values(states.outcomes[column])
        bets |= np.where(values[:, 1] > values[:, 0], np.uint64(1 << card), np.uint64(0))
    return _spread(rows, _beside(rows, np.where(streets.plays(paytable), bets[rows.classes] | PLAYS, np.uint64(0))))


def actions_table(streets: TwoStreets, actions: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """The same for the actions given, [column, row]."""
    rows = streets.rows
    decided = np.where((actions != FOLD).any(axis=0), PLAYS, np.uint64(0))
    for column, card in enumerate(columns_of(rows.deck)):
        decided |= np.where(actions[column] == BET, np.uint64(1 << card), np.uint64(0))
    return _spread(rows, _beside(rows, decided))


def _beside(rows: LineHands, decisions: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Renames the cards that decisions are about from the suits of the class's hand to those of the row's hand."""
    renamed = decisions.copy()
    for number in np.unique(rows.renaming).tolist():
        own = rows.renaming == number
        renamed[own] = _rename_bits(decisions[own], rows.renamings[number])
    return renamed


def _rename_bits(decisions: NDArray[np.uint64], to: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """The bits of cards moved to the cards that a renaming of suits makes of them."""
    renamed = decisions & (PLAYS | _JOKER_BIT)
    for suit in range(4):
        renamed |= (decisions >> np.uint64(suit) & _FIRST_SUIT) << np.uint64(to[suit])
    return renamed


def _spread(rows: LineHands, decisions: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Decisions of the rows as a table of all hands; the bits of cards are renamed with the suits.

    Where lines split a class, a renaming may lead to a hand of another row: that row decides about it.
    """
    table = np.zeros(table_size(rows.deck, rows.cards), dtype=np.uint64)
    reached = np.zeros(len(table), dtype=bool)
    for to, index, order in _renamed(rows):
        own = np.ones(len(rows), dtype=bool)
        if rows.is_split:
            cards = np.take_along_axis(to[rows.class_cards], order, axis=1)
            own = rows.question.sets(cards) == rows.sets
        table[index[own]] = _rename_bits(decisions[own], to)
        reached[index[own]] = True
    _check_every_hand(rows, int(reached.sum()))
    return table
