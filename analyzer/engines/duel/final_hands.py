"""Final hands of a draw game by what they may be paid for: categories of hands that no paytable tells apart."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import FIRST_JOKER
from analyzer.cards.ranking import Ranking, read_value, type_code, type_of_code
from analyzer.engines.duel.hands import Hands
from analyzer.errors import CountError, GameFileError, TooLargeError
from analyzer.game.lines import MAX_LINES, line_records
from analyzer.game.model import Game
from analyzer.game.wagers.draw import DrawWager
from analyzer.kernels import lines as lines_kernel

MAX_CATEGORIES = 1 << 16


@dataclass(frozen=True)
class Category:
    """What a final hand is: all lines that it satisfies, its type, and whether it is a natural royal flush."""

    lines: tuple[int, ...]
    hand: str
    natural_royal: bool

    @property
    def name(self) -> str:
        return f"natural-{self.hand}" if self.natural_royal else self.hand


def categories_of(
    game: Game, wager: DrawWager, hands: Hands, values: NDArray[np.uint32]
) -> tuple[NDArray[np.uint16], tuple[Category, ...]]:
    """The category of each class, and what the categories are; every final hand must satisfy a line.

    A category is a type, royal flushes apart by whether they are natural, and split further only where the lines tell
    hands of one type apart: so games with other lines can share one count.
    """
    sets = _line_sets(game, wager, hands)
    _check_lines(game, wager, sets, values)
    keys = _kinds(game.ranking, values) << np.uint64(MAX_LINES) | sets
    different, places = np.unique(keys, return_inverse=True)
    if len(different) > MAX_CATEGORIES:
        raise TooLargeError(f"the lines of {wager.id} tell {len(different)} kinds of final hands apart")
    return places.astype(np.uint16), tuple(_category(int(key)) for key in different)


def _line_sets(game: Game, wager: DrawWager, hands: Hands) -> NDArray[np.uint64]:
    """The lines that the hands of each class satisfy, as bits: asked of the cards, as their value does not tell."""
    records = line_records([line.test for line in wager.lines])
    return lines_kernel.line_sets_of_cards(
        hands.class_cards, records, True, wager.hand_size, game.ranking.kernel_arguments
    )


def _kinds(ranking: Ranking, values: NDArray[np.uint32]) -> NDArray[np.uint64]:
    """Twice the code of each value's type, and 1 more for a natural royal flush."""
    codes = type_code(values)
    royal = codes == type_code(ranking.strength_floor("royal-flush", 5) << 1)
    kinds: NDArray[np.uint64] = (codes * 2 + (royal & (values & 1 == 1))).astype(np.uint64)
    return kinds


def _category(key: int) -> Category:
    kind, bits = key >> MAX_LINES, key & ((1 << MAX_LINES) - 1)
    lines = tuple(line for line in range(MAX_LINES) if bits >> line & 1)
    return Category(lines, type_of_code(kind >> 1), bool(kind & 1))


def _check_lines(game: Game, wager: DrawWager, sets: NDArray[np.uint64], values: NDArray[np.uint32]) -> None:
    without = np.flatnonzero(sets == 0)
    if without.size:
        hand = read_value(int(values[without[0]]))
        raise GameFileError(
            game.id,
            [
                f"wagers.{wager.id}.lines: a final hand ({hand}) has no line, and a win must pay something; "
                "give it a line, if only one that pays 0"
            ],
        )


def draws_by_category(hands: Hands, category_of: NDArray[np.uint16], categories: int) -> NDArray[np.uint8]:
    """[class, discard, category]: how many of the cards that can be drawn lead to each category.

    Depends on the kept cards only, except that the discard itself cannot come back: the category of the kept cards
    with the discard is that of the hand as dealt.
    """
    cards = hands.class_cards
    number, size = cards.shape
    kept = np.stack([np.delete(cards, place, axis=1) for place in range(size)], axis=1).reshape(-1, size - 1)
    keys, first, place = np.unique(_suitless_keys(kept), return_index=True, return_inverse=True)
    counts = np.zeros((len(keys), categories), dtype=np.uint8)  # at most 54 cards are drawn
    classes = _ClassFinder(hands)
    for card in hands.deck.cards:
        possible = ~(kept[first] == card).any(axis=1)
        drawn = np.column_stack([kept[first], np.full(len(keys), card, dtype=np.uint8)])
        np.add.at(counts, (np.flatnonzero(possible), category_of[classes.find(drawn[possible])]), 1)
    draws = counts[place].reshape(number, size, categories)
    own = np.repeat(np.arange(number), size), np.tile(np.arange(size), number), np.repeat(category_of, size)
    draws[own] -= 1
    return draws


class _ClassFinder:
    """From the cards of hands to their classes."""

    def __init__(self, hands: Hands) -> None:
        keys = _suitless_keys(hands.class_cards)
        self.order = np.argsort(keys)
        self.keys = keys[self.order]

    def find(self, cards: NDArray[np.uint8]) -> NDArray[np.intp]:
        wanted = _suitless_keys(cards)
        places = np.minimum(np.searchsorted(self.keys, wanted), len(self.keys) - 1)
        if (self.keys[places] != wanted).any():
            raise CountError("a hand that can be drawn is of no class")
        return self.order[places]


def _suitless_keys(hands: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """A key that is the same for hands that differ by a renaming of suits (or of jokers), and for no others."""
    natural = hands < FIRST_JOKER
    bits = np.where(natural, np.left_shift(1, (hands >> 2).astype(np.int64)), 0)
    sets = np.stack([np.where(hands & 3 == suit, bits, 0).sum(axis=1) for suit in range(4)], axis=1)
    sets.sort(axis=1)
    key: NDArray[np.uint64] = (~natural).sum(axis=1).astype(np.uint64)
    for suit in range(4):
        key = key << np.uint64(13) | sets[:, suit].astype(np.uint64)
    return key
