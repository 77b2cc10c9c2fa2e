"""Counting the wagers that need no decision: how many deals satisfy which lines of a paytable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from math import comb, factorial
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import Deck
from analyzer.cards.hand_table import HandTable
from analyzer.cards.suits import SuitClasses, colour_ways, suit_classes
from analyzer.engines.hand_tests import line_sets
from analyzer.errors import CountError
from analyzer.game.lines import LineTest, line_records
from analyzer.game.model import Game, JokersWager, LinesWager
from analyzer.kernels import lines
from analyzer.run.entries import Arrays
from analyzer.run.jobs import Run
from analyzer.run.store import Chunks

# Hands of this many cards or fewer are counted in one piece; larger ones are cut so that every core has work.
SMALL_HAND = 5
PARTS = 16


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
    if wager.tax is not None:
        return _count_taxed(game, wager, run)
    if game.wild_ranks:
        return _count_wild(game, wager, run)
    tests = [line.test for line in wager.lines]
    records = line_records(tests)
    arguments = (wager.uses == "best_ranked", wager.hand_size, game.ranking.kernel_arguments)
    if any(test.suit for test in tests):
        tally = partial(_tally_lines_by_suit, tests, arguments, game.deck)
    else:
        tally = partial(_tally_lines, tests, arguments, game.deck)
    parameters = {"lines": records.tobytes().hex(), "arguments": arguments}
    total = _tally_all(game.deck, wager.cards, tally, run, parameters)
    counts = {(_indices(key), -1): count for key, count in total.items()}
    deals = comb(game.deck.size, wager.cards)
    return LineCounts(deals, counts).checked(f"C({game.deck.size},{wager.cards})")


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
    counts = {(_indices(key), -1): count for key, count in _counts(arrays).items()}
    deals = comb(game.deck.size, wager.cards)
    return LineCounts(deals, counts).checked(f"C({game.deck.size},{wager.cards})")


def _tally_table(game: Game, wager: LinesWager, tests: Sequence[LineTest]) -> Arrays:
    sets = line_sets(HandTable(game.pack, wager.cards, wager.hand_size), tests)
    keys, counts = np.unique(sets, return_counts=True)
    return {"keys": keys.astype(np.uint64), "counts": counts.astype(np.uint64)}


def _count_taxed(game: Game, wager: LinesWager, run: Run) -> LineCounts:
    """The same with the lines of the tax on the cards before the last one."""
    assert wager.tax is not None
    records = line_records([line.test for line in wager.lines])
    before = line_records([line.test for line in wager.tax.lines])
    best = wager.uses == "best_ranked"
    arguments = (best, True, wager.hand_size, game.ranking.kernel_arguments)

    tally = partial(_tally_lines_and_draw, records, before, arguments)
    parameters = {"lines": records.tobytes().hex(), "before": before.tobytes().hex(), "arguments": arguments}
    counts: Counter[tuple[tuple[int, ...], int]] = Counter()
    for key, count in _tally_all(game.deck, wager.cards, tally, run, parameters).items():
        taxed = _indices(key >> 32)
        counts[_indices(key & 0xFFFFFFFF), min(taxed, default=-1)] += count
    size = game.deck.size
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


Arguments = tuple[bool, int, tuple[int, bool, bool]]


def _tally_lines(tests: Sequence[LineTest], arguments: Arguments, deck: Deck, piece: SuitClasses) -> dict[int, int]:
    one_colour, every = colour_ways(deck)
    if not any(test.one_colour for test in tests):
        one_colour[:] = 0  # nothing to tell apart: every class is counted once
    records = line_records(tests)
    return lines.tally_lines(piece.sets, piece.weights, piece.jokers, records, *arguments, one_colour, every)


def _tally_lines_by_suit(
    tests: Sequence[LineTest], arguments: Arguments, deck: Deck, piece: SuitClasses
) -> dict[int, int]:
    """A named suit is one of the suits of a class's hands, so the hand is suited at least."""
    in_any_suit = [replace(test, suit="", suited=True) if test.suit else test for test in tests]
    apart = sum(1 << i for i, test in enumerate(tests) if test.tells_suits_apart)
    records, wider = line_records(tests), line_records(in_any_suit)
    suits = np.array(deck.suits, dtype=np.uint8)
    return lines.tally_lines_by_suit(piece.sets, piece.weights, piece.jokers, records, wider, apart, *arguments, suits)


def _tally_lines_and_draw(
    records: NDArray[np.void],
    before: NDArray[np.void],
    arguments: tuple[bool, bool, int, tuple[int, bool, bool]],
    piece: SuitClasses,
) -> dict[int, int]:
    return lines.tally_lines_and_draw(piece.sets, piece.weights, piece.jokers, records, before, *arguments)


Tally = Callable[[SuitClasses], dict[int, int]]


def _tally_all(deck: Deck, cards: int, tally: Tally, run: Run, parameters: dict[str, Any]) -> dict[int, int]:
    """Run a tally over all suit classes, unless the store has it."""
    shared = {"ranks": deck.ranks, "suits": deck.suits, "jokers": deck.jokers, "cards": cards}
    rules = shared | parameters
    arrays = run.store.arrays("lines", rules, lambda: _tally_pieces(deck, cards, tally, run, rules))
    return _counts(arrays)


def _tally_pieces(deck: Deck, cards: int, tally: Tally, run: Run, rules: dict[str, Any]) -> Arrays:
    small = cards <= SMALL_HAND
    parts = 1 if small else PARTS
    pieces = [(jokers, part, parts) for part in range(parts) for jokers in range(min(deck.jokers, cards) + 1)]
    total: Counter[int] = Counter()
    adding = Lock()

    def add(number: int, piece: Arrays) -> None:
        with adding:
            total.update(_counts(piece))

    # A piece has at most this many hands of 12 bytes; listing them takes as much again.
    most = comb(deck.size, cards) // factorial(len(deck.suits)) * 2 // parts
    run = run.fitting(f"counting hands of {cards} cards", 0, 3 * 12 * most)
    kept = Chunks() if small else run.store.chunks("lines", rules)
    run.chunks(f"hands of {cards} cards", kept, partial(_tally_piece, deck, cards, tally), pieces, add, portable=True)
    return _arrays(total)


def _tally_piece(deck: Deck, cards: int, tally: Tally, jokers: int, part: int, parts: int) -> Arrays:
    piece = suit_classes(deck, cards, jokers, part, parts)
    return _arrays({key: count * piece.joker_ways for key, count in tally(piece).items()})


def _arrays(counts: Mapping[int, int]) -> Arrays:
    keys = sorted(counts)
    return {
        "keys": np.array(keys, dtype=np.uint64),
        "counts": np.array([counts[key] for key in keys], dtype=np.uint64),
    }


def _counts(arrays: Arrays) -> dict[int, int]:
    return dict(zip(arrays["keys"].tolist(), arrays["counts"].tolist(), strict=True))


def _indices(bits: int) -> tuple[int, ...]:
    return tuple(i for i in range(bits.bit_length()) if bits >> i & 1)
