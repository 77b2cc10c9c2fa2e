"""Counting the wagers that need no decision: how many deals satisfy which lines of a paytable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from math import comb

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import Deck
from analyzer.cards.hand_table import HandTable
from analyzer.cards.ranking import KernelArguments, Ranking
from analyzer.cards.suits import SuitClasses
from analyzer.engines.asked_lines import lines_by_answers
from analyzer.engines.class_tally import counts_of, tally_classes, tally_tests
from analyzer.engines.hand_tests import line_sets
from analyzer.errors import CountError
from analyzer.game.lines import LineTest, line_records, ranking_asked
from analyzer.game.model import Game
from analyzer.game.wagers.lines import AskedLinesWager, JokersWager, LinesWager
from analyzer.kernels import lines
from analyzer.run.entries import Arrays
from analyzer.run.jobs import Run


@dataclass(frozen=True)
class LineCounts:
    """How many deals satisfy exactly which lines, before anything is paid.

    A key is (indices of lines satisfied, index of the tax line that applies, or -1).
    """

    deals: int
    counts: dict[tuple[tuple[int, ...], int], int]

    def checked(self, formula: str) -> LineCounts:
        """The counts, if they add up to the number of deals."""
        total = sum(self.counts.values())
        if total != self.deals:
            raise CountError(f"counted {total} deals where {formula} = {self.deals}")
        return self


def count_lines(game: Game, wager: LinesWager, run: Run) -> LineCounts:
    """All deals of the wager's cards, by the lines that they satisfy."""
    if isinstance(wager, AskedLinesWager):
        return _count_asked(game, wager, run)
    if wager.tax is not None:
        return _count_taxed(game, wager, run)
    if game.wild_ranks:
        return _count_wild(game, wager, run)
    tests = [line.test for line in wager.lines]
    hand = wager.uses == "best_ranked", wager.hand_size
    total = tally_tests(game.deck, _ranking(game, wager), tests, wager.cards, hand, run)
    counts = {(line_indices(key), -1): count for key, count in total.items()}
    deals = comb(game.deck.size, wager.cards)
    return LineCounts(deals, counts).checked(f"C({game.deck.size},{wager.cards})")


def _count_asked(game: Game, wager: AskedLinesWager, run: Run) -> LineCounts:
    """Lines of several questions: the answers are tallied, then each line looks at them."""
    counts: Counter[tuple[tuple[int, ...], int]] = Counter()
    for satisfied, count in lines_by_answers(game, wager, run).items():
        counts[satisfied, -1] += count
    return LineCounts(comb(game.deck.size, wager.cards), dict(counts)).checked(f"C({game.deck.size},{wager.cards})")


def _ranking(game: Game, wager: LinesWager) -> Ranking:
    """As far as the lines can tell, so that readings which change nothing for them share the count."""
    tests = [line.test for line in wager.lines]
    any_hand = wager.uses == "pays_most"
    return ranking_asked(game.ranking, tests, wager.cards, wager.hand_size, game.deck.jokers, any_hand=any_hand)


def _count_wild(game: Game, wager: LinesWager, run: Run) -> LineCounts:
    """Every hand by itself, where whole ranks are wild."""
    tests = [line.test for line in wager.lines]
    parameters = {
        "deck": [game.deck.ranks, game.deck.suits, game.deck.jokers],
        "wild": [game.wild_ranks, game.five_wilds],
        "lines": line_records(tests).tobytes().hex(),
        "hands": [wager.cards, wager.hand_size, game.ranking.kernel_arguments],
    }
    arrays = run.store.arrays("wild-lines", parameters, lambda: _tally_table(game, wager, tests))
    counts = {(line_indices(key), -1): count for key, count in counts_of(arrays).items()}
    deals = comb(game.deck.size, wager.cards)
    return LineCounts(deals, counts).checked(f"C({game.deck.size},{wager.cards})")


def _tally_table(game: Game, wager: LinesWager, tests: Sequence[LineTest]) -> Arrays:
    sets = line_sets(HandTable(game.pack, wager.cards, wager.hand_size), tests)
    keys, counts = np.unique(sets, return_counts=True)
    return {"keys": keys.astype(np.uint64), "counts": counts.astype(np.uint64)}


def _count_taxed(game: Game, wager: LinesWager, run: Run) -> LineCounts:
    """The same with the lines of the tax, on the cards before the last one or on all."""
    assert wager.tax is not None
    records = line_records([line.test for line in wager.lines])
    before = line_records([line.test for line in wager.tax.lines])
    best = wager.uses == "best_ranked"
    arguments = (best, True, wager.hand_size, game.ranking.kernel_arguments)
    tally = partial(_tally_lines_and_tax, wager.tax.before_last, records, before, arguments)
    charged = "before" if wager.tax.before_last else "beside"
    parameters = {"lines": records.tobytes().hex(), charged: before.tobytes().hex(), "arguments": arguments}
    counts: Counter[tuple[tuple[int, ...], int]] = Counter()
    for key, count in tally_classes(game.deck, wager.cards, tally, run, parameters).items():
        taxed = line_indices(key >> 32)
        counts[line_indices(key & 0xFFFFFFFF), min(taxed, default=-1)] += count
    size = game.deck.size
    if not wager.tax.before_last:
        return LineCounts(comb(size, wager.cards), dict(counts)).checked(f"C({size},{wager.cards})")
    deals = comb(size, wager.cards - 1) * (size - wager.cards + 1)
    line_counts = LineCounts(deals, dict(counts))
    return line_counts.checked(f"C({size},{wager.cards - 1}) x {size - wager.cards + 1}")


def count_jokers(game: Game, wager: JokersWager) -> LineCounts:
    """All deals of the wager's seats, by where the jokers are: a formula, no enumeration."""
    deck = game.deck
    counts: Counter[tuple[tuple[int, ...], int]] = Counter()
    for held in product(range(deck.jokers + 1), repeat=len(wager.seats)):
        count = _deals_with_jokers(deck, [seat.cards for seat in wager.seats], held)
        where = {seat.name: jokers for seat, jokers in zip(wager.seats, held, strict=True)}
        lines = tuple(i for i, line in enumerate(wager.lines) if line.jokers.items() <= where.items())
        if count:
            counts[lines, -1] += count
    deals = _deals([seat.cards for seat in wager.seats], deck.size)
    return LineCounts(deals, dict(counts)).checked("the product of the seats' binomials")


def _deals_with_jokers(deck: Deck, seats: Sequence[int], held: Sequence[int]) -> int:
    """Deals in which each seat has exactly that many jokers."""
    naturals, jokers, ways = deck.size - deck.jokers, deck.jokers, 1
    for cards, own in zip(seats, held, strict=True):
        if own > cards:
            return 0
        ways *= comb(jokers, own) * comb(naturals, cards - own)
        jokers -= own
        naturals -= cards - own
        if jokers < 0 or naturals < 0:
            return 0
    return ways


def _deals(seats: Iterable[int], size: int) -> int:
    deals = 1
    for cards in seats:
        deals *= comb(size, cards)
        size -= cards
    return deals


def _tally_lines_and_tax(
    before_last: bool,
    records: NDArray[np.void],
    before: NDArray[np.void],
    arguments: tuple[bool, bool, int, KernelArguments],
    piece: SuitClasses,
) -> dict[int, int]:
    tally = lines.tally_lines_and_draw if before_last else lines.tally_two_lists
    return tally(piece.sets, piece.weights, piece.jokers, records, before, *arguments)


def line_indices(bits: int) -> tuple[int, ...]:
    return tuple(i for i in range(bits.bit_length()) if bits >> i & 1)
