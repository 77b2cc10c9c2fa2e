"""States of a game in which the player discards one card and draws another before the showdown.

The dealer's hands are counted against every hand that the player can end up with and every card that he can have
thrown away; the draws are then summed for each hand dealt and each discard. A payoff is a dot product over the
categories of the final hand, and the best discard an argmax.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.duel.boards import Board
from analyzer.engines.duel.hands import Hands, hands_of, multisets
from analyzer.engines.duel.showdown import Showdown, deals_against
from analyzer.engines.duel.sweeps import answers_on
from analyzer.errors import CountError, SelectionError, TooLargeError
from analyzer.kernels import showdown_draw
from analyzer.run.threads import in_threads


@dataclass(frozen=True, eq=False)
class DrawStates:
    """Results of every class of hands, over all draws and dealer hands, by the category of the final hand.

    `wins[class, discard, category]` and `ties` count draws x dealer hands; the discards are the cards of
    `hands.class_cards` in their order. Each discard has `deals` of them, what is missing is lost. `pat_wins[class]`
    and `pat_ties` count dealer hands when the player keeps his cards, out of `pat_deals`.
    """

    showdown: Showdown
    hands: Hands
    categories: NDArray[np.uint16]
    wins: NDArray[np.uint32]
    ties: NDArray[np.uint32]
    pat_wins: NDArray[np.uint32]
    pat_ties: NDArray[np.uint32]

    @property
    def deals(self) -> int:
        """Cards to draw x dealer hands."""
        left = self.showdown.deck.size - self.showdown.cards
        return left * deals_against(self.showdown, self.showdown.cards + 1)

    @property
    def pat_deals(self) -> int:
        return deals_against(self.showdown, self.showdown.cards)


def _classes(hands: Hands) -> showdown_draw.Classes:
    """The kernel's index of the classes."""
    pattern_of = np.full((3, multisets().first[-1]), -1, dtype=np.int32)
    pattern_of[hands.jokers, hands.rests] = np.arange(len(hands.rests))
    codes = hands.class_codes
    return showdown_draw.Classes(
        hands.suits, hands.deck.jokers, hands.rests, hands.ranks, hands.jokers, hands.shapes, hands.class_start,
        codes.start, codes.codes, pattern_of,
    )  # fmt: skip


def faced_by(showdown: Showdown, hands: Hands, jobs: int = 2) -> NDArray[np.uint32]:
    """[class, column, 2]: dealer hands worth less, and as much, disjoint from a hand and one more known card.

    Columns are the natural cards of the deck, one for the jokers if there are any, and the last for the hand alone.
    """
    answers = answers_on(showdown, hands, Board((0,) * hands.suits), extra=True, jobs=jobs)
    deck_ranks = np.array(showdown.deck.ranks, dtype=np.uint8)
    faced = showdown_draw.faced(
        _classes(hands), deck_ranks, hands.look_start, answers.every.ranks, answers.every.own_ranks,
        answers.every.looks, answers.every.own_looks, answers.own_indices,
    )  # fmt: skip
    for columns, known in ((faced[:, :-1], hands.cards + 1), (faced[:, -1:], hands.cards)):
        met = np.add(columns[..., 0], columns[..., 1], dtype=np.uint64)
        if met.size and int(met.max()) > deals_against(showdown, known):
            raise CountError(f"more than {deals_against(showdown, known)} dealer hands beside {known} cards")
    return faced


def _minus(plus: NDArray[np.uint16], rests: int) -> NDArray[np.uint16]:
    """[rest, rank]: the rest with one card less."""
    minus = np.zeros((rests, plus.shape[1]), dtype=np.uint16)
    for rank in range(plus.shape[1]):
        minus[plus[:, rank], rank] = np.arange(len(plus))
    return minus


def draws_memory(hands: Hands, categories: int) -> tuple[int, int]:
    """Bytes that a count needs at most: in all, and for each job.

    Eight for each hand and further known card (faced); eight for each hand kept, card and category (totals), and there
    are fewer of those than an eighth of the hands dealt; for each hand, discard and category twice the results and
    what the caller makes of them.
    """
    cards = hands.deck.size
    totals = len(hands) // 8 * (cards + 1) * categories * 8
    return len(hands) * (cards + 2) * 8 + totals + len(hands) * hands.cards * categories * 20, 16 << 20


def count_draws(
    showdown: Showdown,
    categorise: Callable[[NDArray[np.uint32]], NDArray[np.uint16]],
    jobs: int = 2,
    faced: NDArray[np.uint32] | None = None,
) -> DrawStates:
    """Count every hand and discard.

    `categorise` is called once, with the kernel values of all classes of hands, and gives their categories from 0 up.
    `faced` saves time if what the hands face (faced_by) is known already.
    """
    deck, cards = showdown.deck, showdown.cards
    if cards < 2:
        raise SelectionError(f"a player who discards needs two cards or more, not {cards}")
    hands, kept = hands_of(deck, cards), hands_of(deck, cards - 1)
    if (deck.size - cards) * deals_against(showdown, cards + 1) >= 1 << 32:
        raise TooLargeError("the draws and dealer hands of a discard do not fit 32 bits")
    categories = np.ascontiguousarray(categorise(hands.values(showdown.ranking, showdown.size)), dtype=np.uint16)
    if faced is None:
        faced = faced_by(showdown, hands, jobs)
    deck_ranks = np.array(deck.ranks, dtype=np.uint8)
    hand_classes, kept_classes = _classes(hands), _classes(kept)
    plus, count = multisets().plus, int(categories.max()) + 1
    totals = np.zeros((len(kept), faced.shape[1] - 1, count, 2), dtype=np.uint32)
    bounds = np.linspace(0, len(kept.rests), 4 * jobs + 1).astype(int)
    arguments = kept_classes, hand_classes, deck_ranks, plus, faced, categories, count
    in_threads(
        jobs, [partial(showdown_draw.kept_totals, *arguments, first, last, totals) for first, last in pairwise(bounds)]
    )
    minus = _minus(plus, multisets().first[-1])
    kept_of, column_of = showdown_draw.discards(hand_classes, kept_classes, cards, deck_ranks, minus)
    results = totals[kept_of, column_of]
    states = DrawStates(
        showdown, hands, categories, np.ascontiguousarray(results[..., 0]), np.ascontiguousarray(results[..., 1]),
        np.ascontiguousarray(faced[:, -1, 0]), np.ascontiguousarray(faced[:, -1, 1]),
    )  # fmt: skip
    _check(states, faced)
    return states


def _check(states: DrawStates, faced: NDArray[np.uint32]) -> None:
    """Every hand and discard leads to every final hand equally often: both ways to sum must agree."""
    hands = states.hands
    weights = hands.weights.astype(object)
    for field, results in enumerate((states.wins, states.ties)):
        by_discard = int((weights * np.einsum("hdc->h", results, dtype=np.uint64).astype(object)).sum())
        # A final hand and a discard come from one hand dealt and one card drawn, for each of the hand's cards.
        by_hand = int((weights * _all_discards(states, faced[..., field]).astype(object)).sum())
        if by_discard != by_hand * hands.cards:
            raise CountError(f"draws add up to {by_discard}, final hands to {by_hand} for each card drawn")


def _all_discards(states: DrawStates, faced: NDArray[np.uint32]) -> NDArray[np.uint64]:
    """What each final hand faces, summed over every card that may have been discarded."""
    hands = states.hands
    sums: NDArray[np.uint64] = np.einsum("hc->h", faced[:, :-1], dtype=np.uint64)
    if hands.deck.jokers == 2:
        none_held = hands.jokers[hands.class_patterns] == 0
        sums += faced[:, -2].astype(np.uint64) * none_held
    return sums
