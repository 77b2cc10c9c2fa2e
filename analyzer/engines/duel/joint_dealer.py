"""Side bets on the dealer's cards, joined with the showdown against them.

Given the player's cards and the draw, the bet's worth is added up over the dealer's hands that lose, tie and win: exact
sums over all hands of the dealer, by a sweep in ascending strength (cext/joint_dealer.pyx). A bet is worth its net
result plus one, which is never negative.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import comb, lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import MAX_DECK_SIZE, Deck
from analyzer.cards.ranking import Ranking
from analyzer.engines.duel.discard import DrawSolver
from analyzer.engines.duel.line_hands import lines_of_set
from analyzer.engines.paid_lines import paid_lines, pay_of
from analyzer.engines.tally import count_lines
from analyzer.errors import CountError
from analyzer.game.lines import line_records
from analyzer.game.model import Game, Paytable, Wager
from analyzer.game.wagers.lines import LinesWager
from analyzer.kernels import colex, evaluate, joint_dealer
from analyzer.kernels import lines as lines_kernel
from analyzer.run.jobs import Run

# Dealer hands that are looked at together.
CHUNK = 1 << 20


@dataclass(frozen=True)
class DealerWorth:
    """What a bet on the dealer's cards is worth, by the lines that they satisfy: in units of 1/unit, 0 or more."""

    wager: LinesWager
    worth: Mapping[int, int]
    unit: int

    def digits(self, base: int) -> Iterator[tuple[int, DealerWorth]]:
        """The worth as digits below the base: (base ** place, worth of that place) for every place that is needed."""
        if base < 2:
            raise CountError(f"no worth can be added up in digits below {base}")
        factor, left = 1, dict(self.worth)
        while factor == 1 or any(left.values()):
            yield factor, replace(self, worth={lines: value % base for lines, value in left.items()})
            factor, left = factor * base, {lines: value // base for lines, value in left.items()}

    def rules(self) -> list[Any]:
        """All that a sum depends on, for the store."""
        records = line_records([line.test for line in self.wager.lines])
        return [records.tobytes().hex(), self.wager.uses, self.wager.hand_size, sorted(self.worth.items())]


def dealer_worth(game: Game, wager: LinesWager, paytable: Paytable, run: Run) -> DealerWorth:
    """The worth of the bet under a paytable for every set of lines that the dealer's cards can satisfy."""
    nets = {
        sum(1 << line for line in lines): _net(wager, paytable, lines)
        for lines, _ in count_lines(game, wager, run).counts
    }
    unit = lcm(*(net.denominator for net in nets.values()))
    return DealerWorth(wager, {lines: int((net + 1) * unit) for lines, net in nets.items()}, unit)


def _net(wager: LinesWager, paytable: Paytable, lines: Sequence[int]) -> Fraction:
    paid = paid_lines(lines, paytable, wager.overlap)
    return pay_of(paid, paytable).amount if paid else Fraction(-1)


# --- all hands of the dealer -----------------------------------------------------------------------------------------


def _hands(deck: Deck, cards: int) -> Iterator[tuple[int, int, NDArray[np.uint8]]]:
    """(first, last + 1, cards) of all hands in colex order, some at a time."""
    pack = np.array(deck.cards, dtype=np.uint8)
    bounds = [*range(0, comb(deck.size, cards), CHUNK), comb(deck.size, cards)]
    for start, stop in pairwise(bounds):
        yield start, stop, pack[colex.hands_in_range(start, stop, cards)]


def _line_sets(game: Game, wager: LinesWager, hands: NDArray[np.uint8]) -> NDArray[np.uint64]:
    records = line_records([line.test for line in wager.lines])
    best = wager.uses == "best_ranked"
    return lines_kernel.line_sets_of_cards(hands, records, best, wager.hand_size, game.ranking.kernel_arguments)


@lru_cache(maxsize=1)
def _strengths(deck: Deck, ranking: Ranking, cards: int, size: int) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """The strength of each hand in colex order, and the order of ascending strength."""
    strengths = np.empty(comb(deck.size, cards), dtype=np.uint32)
    for start, stop, hands in _hands(deck, cards):
        strengths[start:stop] = evaluate.values_of_cards(hands, size, ranking.kernel_arguments) >> 1
    return strengths, np.argsort(strengths, kind="stable").astype(np.uint32)


def _kinds(game: Game, worth: DealerWorth) -> tuple[NDArray[np.uint16], NDArray[np.uint64]]:
    """The kind of each hand in colex order, and what each kind is worth; a kind is a set of lines."""
    sets = np.array(sorted(worth.worth), dtype=np.uint64)
    kinds = np.empty(comb(game.deck.size, worth.wager.cards), dtype=np.uint16)
    for start, stop, hands in _hands(game.deck, worth.wager.cards):
        own = _line_sets(game, worth.wager, hands)
        places = np.searchsorted(sets, own)
        if not np.array_equal(sets[np.minimum(places, len(sets) - 1)], own):
            raise CountError(f"{worth.wager.id}: a dealer's hand satisfies lines that no hand was counted for")
        kinds[start:stop] = places
    return kinds, np.array([worth.worth[lines] for lines in sets.tolist()], dtype=np.uint64)


def faced_worth(solver: DrawSolver, worth: DealerWorth) -> NDArray[np.uint64]:
    """[class, column, 3]: the worth of dealer hands below a hand, equal to it, and of all, beside one more card."""
    game, main = solver.game, solver.wager
    deck, hands = game.deck, solver.hands
    dealt = main.dealer.cards
    # Strengths, order (twice while it is made) and kinds of the dealer's hands, sums of sets of cards, and the result.
    size = comb(deck.size, dealt) * 22 + sum(comb(deck.size, k) for k in range(7)) * 8 + len(hands) * deck.size * 24
    solver.run.fitting("bets on the dealer's cards", size, 0)
    with solver.run.steps("dealer hands", 1) as step:
        place_of = np.zeros(MAX_DECK_SIZE, dtype=np.uint8)
        place_of[list(deck.cards)] = np.arange(deck.size)
        strengths = (solver.values >> 1).astype(np.uint32)
        faced = joint_dealer.faced_worth(
            place_of[hands.class_cards], strengths, np.argsort(strengths, kind="stable").astype(np.uint32),
            deck.size - deck.jokers, deck.jokers, dealt, *_strengths(deck, game.ranking, dealt, main.hand_size),
            *_kinds(game, worth),
        )  # fmt: skip
        step()
    return faced


def products_of(game: Game, one: tuple[Wager, Paytable], other: tuple[Wager, Paytable], run: Run) -> Fraction:
    """The mean product of two bets on the dealer's cards, over all hands of the dealer."""
    (first, first_pays), (second, second_pays) = one, other
    assert isinstance(first, LinesWager)
    assert isinstance(second, LinesWager)
    total = Fraction(0)
    pairs = _line_set_pairs(game, first, second)
    for (lines, others), count in pairs.items():
        total += _net(first, first_pays, lines_of_set(lines)) * _net(second, second_pays, lines_of_set(others)) * count
    if pairs.total() != comb(game.deck.size, first.cards):
        raise CountError(f"{pairs.total()} hands of the dealer, not {comb(game.deck.size, first.cards)}")
    return total / pairs.total()


def _line_set_pairs(game: Game, first: LinesWager, second: LinesWager) -> Counter[tuple[int, int]]:
    """How many hands of the dealer satisfy which lines of the one and of the other."""
    pairs: Counter[tuple[int, int]] = Counter()
    for _, _, hands in _hands(game.deck, first.cards):
        # A set has at most 32 lines, so two fit 64 bits.
        both = _line_sets(game, first, hands) << np.uint64(32) | _line_sets(game, second, hands)
        for key, count in zip(*np.unique(both, return_counts=True), strict=True):
            pairs[int(key) >> 32, int(key) & 0xFFFFFFFF] += int(count)
    return pairs
