"""Dealer hands that do not qualify: weak hands, told by their strengths."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import Deck
from analyzer.cards.ranking import Ranking
from analyzer.cards.suits import all_suit_classes
from analyzer.errors import TooLargeError
from analyzer.game.lines import LineTest, line_records
from analyzer.game.model import Game
from analyzer.game.wagers.play import PlayWager
from analyzer.kernels import evaluate, hand_tests

# More than any strength (cext/hand.pxd), and spans that a kernel takes (cext/weak.pxd).
TOP = 1 << 26
MAX_SPANS = 32


@dataclass(frozen=True)
class WeakHands:
    """Strengths in one of some spans, each from its first number up to, and not with, its second.

    The strength is that of the compared hand or, with `own_cards`, of the dealer's own cards alone.
    """

    spans: tuple[tuple[int, int], ...] = ()
    own_cards: bool = False

    @classmethod
    def below(cls, strength: int) -> WeakHands:
        """All compared hands below a strength."""
        return cls(((0, strength),) if strength else ())

    @property
    def threshold(self) -> int | None:
        """The strength below which all compared hands are weak, and no others; None where that does not say it."""
        if not self.spans:
            return 0
        (first, end), *others = self.spans
        return None if first or others or self.own_cards else end

    @property
    def kernel_spans(self) -> NDArray[np.uint32]:
        return np.array(self.spans, dtype=np.uint32).reshape(-1, 2)


NOBODY_WEAK = WeakHands()


def weak_hands(game: Game, wager: PlayWager) -> WeakHands:
    """Those with which the dealer of a wager does not qualify."""
    if wager.qualify_hand:
        floor = game.ranking.value_floor(wager.qualify_hand, [wager.qualify_rank], wager.hand_size)
        return WeakHands(((0, floor),), wager.qualifies_own)
    if not wager.qualifies:
        return NOBODY_WEAK
    return WeakHands(_spans(game.deck, game.ranking, wager.hand_size, wager.qualifies), wager.qualifies_own)


@cache
def _strengths(deck: Deck, ranking: Ranking, size: int) -> NDArray[np.uint32]:
    """The different strengths of hands of just that many cards: those of the best of more cards are among them."""
    values = [
        evaluate.values_of_sets(piece.sets, piece.jokers, size, ranking.kernel_arguments)
        for piece in all_suit_classes(deck, size)
    ]
    return np.unique(np.concatenate(values) >> np.uint32(1))


def _spans(deck: Deck, ranking: Ranking, size: int, tests: tuple[LineTest, ...]) -> tuple[tuple[int, int], ...]:
    """The strengths that no test passes, as spans that end where the next strength that passes one begins."""
    strengths = _strengths(deck, ranking, size)
    passed = hand_tests.line_sets_of_values(strengths << np.uint32(1), line_records(tests), size) != 0
    # A border is where a strength is weak and the one before it is not, or the other way round.
    borders = np.flatnonzero(np.diff(np.concatenate([[True], passed, [True]]).astype(np.int8)))
    ends = np.concatenate([strengths, [TOP]])[borders].tolist()
    spans = tuple(zip(ends[::2], ends[1::2], strict=True))
    if len(spans) > MAX_SPANS:
        raise TooLargeError(f"the dealer does not qualify in {len(spans)} spans of hands; {MAX_SPANS} can be counted")
    return ((0, spans[0][1]), *spans[1:]) if spans and spans[0][0] == strengths[0] else spans
