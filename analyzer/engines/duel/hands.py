"""All hands of a number of cards: by pattern (ranks and jokers), and in suit classes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import FIRST_JOKER, MAX_DECK_SIZE, Deck
from analyzer.cards.ranking import Ranking
from analyzer.cards.suits import canonical_hand
from analyzer.engines.duel.suit_codes import Codes, Renaming, all_renamings, codes_of, piece_lengths
from analyzer.errors import SelectionError
from analyzer.kernels import evaluate, showdown_sweep

MAX_CARDS = 5


@cache
def multisets() -> showdown_sweep.Multisets:
    return showdown_sweep.Multisets()


@dataclass(frozen=True, eq=False)
class Hands:
    """All hands of a number of cards, by pattern; classes are the hands up to a renaming of suits.

    Patterns: `rests` (numbers of multisets), `jokers`, `ranks` (the different ones, bits), `shapes` (index into
    `shape_list`). The looks of pattern i, one for each set of its ranks that a suit may hold, start at
    `look_start[i]`: `look_suits`, `look_rests`. Its classes start at `class_start[i]`.
    """

    deck: Deck
    cards: int
    rests: NDArray[np.uint16]
    jokers: NDArray[np.uint8]
    ranks: NDArray[np.uint16]
    shapes: NDArray[np.uint8]
    shape_list: tuple[tuple[int, ...], ...]
    look_start: NDArray[np.uint32]
    look_suits: NDArray[np.uint16]
    look_rests: NDArray[np.uint16]
    class_start: NDArray[np.uint32]

    @property
    def suits(self) -> int:
        return len(self.deck.suits)

    def codes(self, renamings: tuple[Renaming, ...]) -> Codes:
        return codes_of(self.shape_list, self.suits, renamings)

    @cached_property
    def class_codes(self) -> Codes:
        """The codes of the classes: every renaming is allowed, and each class is its canonical code."""
        return codes_of(self.shape_list, self.suits, all_renamings(self.suits))

    def __len__(self) -> int:
        """How many classes there are."""
        return int(self.class_start[-1])

    @cached_property
    def class_patterns(self) -> NDArray[np.intp]:
        """The pattern of each class."""
        return np.repeat(np.arange(len(self.rests)), piece_lengths(self.class_start))

    @cached_property
    def _code_places(self) -> NDArray[np.int64]:
        """Where each class has its code in `class_codes`."""
        places = np.arange(len(self)) - self.class_start[self.class_patterns]
        return self.class_codes.start[self.shapes[self.class_patterns]] + places

    @cached_property
    def codes_of_classes(self) -> NDArray[np.uint32]:
        """The code of each class's own hand."""
        return np.ascontiguousarray(self.class_codes.codes[self._code_places])

    @cached_property
    def weights(self) -> NDArray[np.uint32]:
        """How many hands each class has: at most 24 renamings x 2 choices of jokers."""
        ways = np.array([comb(self.deck.jokers, jokers) for jokers in range(3)], dtype=np.uint32)
        return self.class_codes.weights[self._code_places] * ways[self.jokers[self.class_patterns]]

    @cached_property
    def class_cards(self) -> NDArray[np.uint8]:
        """The cards of each class's own hand, ascending; jokers are 52, then 53."""
        patterns = self.class_patterns
        sets = showdown_sweep.spread_codes(self.codes_of_classes, np.ascontiguousarray(self.ranks[patterns]))
        held = np.zeros((len(self), MAX_DECK_SIZE), dtype=bool)
        for place, suit in enumerate(self.deck.suits):
            for rank in range(13):
                held[:, rank * 4 + suit] = sets[:, place] >> rank & 1
        for joker in range(self.deck.jokers):
            held[:, FIRST_JOKER + joker] = self.jokers[patterns] > joker
        return np.nonzero(held)[1].astype(np.uint8).reshape(len(self), self.cards)

    def values(self, ranking: Ranking, size: int) -> NDArray[np.uint32]:
        """The value of each class's hand (strength and natural bit, see analyzer.cards.ranking)."""
        return evaluate.values_of_cards(self.class_cards, size, ranking.kernel_arguments)

    @cached_property
    def _places(self) -> dict[bytes, int]:
        return {row.tobytes(): index for index, row in enumerate(self.class_cards)}

    @cached_property
    def _questions(self) -> dict[tuple[bool, int, int, bool], showdown_sweep.Questions]:
        return {}

    def questions(self, ranks_alone: bool, most_rest: int, dealt: int, extra: bool) -> showdown_sweep.Questions:
        """What the patterns ask when only ranks are told apart, or else what the looks ask of a suit.

        `most_rest` is the most cards of other suits that a dealer hand can have that counts in such a view.
        """
        key = (ranks_alone, most_rest, dealt, extra)
        if key not in self._questions:
            one_each = np.arange(len(self.rests) + 1, dtype=np.uint32)
            by_rank = (one_each, np.zeros_like(self.rests), self.rests)
            looks = by_rank if ranks_alone else (self.look_start, self.look_suits, self.look_rests)
            most_cards = max(self.cards + extra, dealt)
            self._questions[key] = showdown_sweep.Questions(
                multisets(), ranks_alone, most_rest, self.deck.jokers, most_cards, extra, *looks, self.jokers
            )
        return self._questions[key]

    def index(self, hand: Iterable[int]) -> int:
        """The class of a hand."""
        return self._places[bytes(canonical_hand(self.deck, tuple(hand)))]


def _looks(
    rests: NDArray[np.uint16], ranks: NDArray[np.uint16]
) -> tuple[NDArray[np.uint32], NDArray[np.uint16], NDArray[np.uint16]]:
    """(start, suit part, rest) of the looks of each pattern: every subset of its ranks, counted in binary."""
    sizes = np.bitwise_count(ranks)
    start = np.concatenate([[0], np.cumsum(1 << sizes.astype(np.int64))])
    pattern = np.repeat(np.arange(len(ranks)), np.diff(start))
    bits = (np.arange(start[-1]) - start[pattern]).astype(np.uint32)
    suits = showdown_sweep.spread_codes(bits, np.ascontiguousarray(ranks[pattern]))[:, 0]
    suits = np.ascontiguousarray(suits)
    return start.astype(np.uint32), suits, multisets().without(np.ascontiguousarray(rests[pattern]), suits)


def hands_of(deck: Deck, cards: int, only: Iterable[Sequence[int]] | None = None) -> Hands:
    """All hands of a deck; with `only`, just the patterns of the given hands."""
    if not 1 <= cards <= MAX_CARDS:
        raise SelectionError(f"a showdown counts player hands of 1 to {MAX_CARDS} cards, not {cards}")
    rests, jokers = _patterns(deck, cards)
    counts = multisets().counts[rests]
    if only is not None:
        wanted = {_pattern_of(hand) for hand in only}
        rows = zip(counts.tolist(), jokers.tolist(), strict=True)
        chosen = np.array([(*row, j) in wanted for row, j in rows])
        rests, jokers, counts = rests[chosen], jokers[chosen], counts[chosen]
    ranks = ((counts > 0) << np.arange(13, dtype=np.uint16)).sum(axis=1).astype(np.uint16)
    shapes = [tuple(count for count in row if count) for row in counts.tolist()]
    shape_list = tuple(sorted(set(shapes)))
    shape_index = np.array([shape_list.index(shape) for shape in shapes], dtype=np.uint8)
    classes = piece_lengths(codes_of(shape_list, len(deck.suits), all_renamings(len(deck.suits))).start)
    class_start = np.concatenate([[0], np.cumsum(classes[shape_index])]).astype(np.uint32)
    looks = _looks(rests, ranks)
    return Hands(deck, cards, rests, jokers, ranks, shape_index, shape_list, *looks, class_start)


def _pattern_of(hand: Sequence[int]) -> tuple[int, ...]:
    """How many cards of each rank, and jokers."""
    ranks = Counter(card >> 2 for card in hand)
    return (*(ranks[rank] for rank in range(13)), sum(card >= FIRST_JOKER for card in hand))


def _patterns(deck: Deck, cards: int) -> tuple[NDArray[np.uint16], NDArray[np.uint8]]:
    """Rests and jokers of all patterns that the deck can give, by the number of jokers."""
    first, counts = multisets().first, multisets().counts
    most = np.array([len(deck.suits) if rank in deck.ranks else 0 for rank in range(13)], dtype=np.uint8)
    parts = []
    for jokers in range(min(deck.jokers, cards) + 1):
        numbers = np.arange(first[cards - jokers], first[cards - jokers + 1], dtype=np.uint16)
        possible = numbers[(counts[numbers] <= most).all(axis=1)]
        parts.append((possible, np.full(len(possible), jokers, dtype=np.uint8)))
    rests, jokers_ = zip(*parts, strict=True)
    return np.concatenate(rests), np.concatenate(jokers_)
