"""Tallies over all suit classes of a deck's hands, cut into pieces that every core has work with, and kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import comb, factorial
from threading import Lock
from typing import Any

import numpy as np

from analyzer.cards.deck import Deck
from analyzer.cards.ranking import KernelArguments, Ranking
from analyzer.cards.suits import SuitClasses, colour_ways, suit_classes
from analyzer.engines.long_counts import lines_are_long
from analyzer.game.lines import LineTest, line_records
from analyzer.kernels import lines
from analyzer.run.entries import Arrays
from analyzer.run.jobs import Run
from analyzer.run.store import Chunks

# Hands of this many cards or fewer are counted in one piece; larger ones are cut so that every core has work.
SMALL_HAND = 5
PARTS = 16

Arguments = tuple[bool, int, KernelArguments]


def tally_tests(
    deck: Deck, ranking: Ranking, tests: Sequence[LineTest], cards: int, hand: tuple[bool, int], run: Run
) -> dict[int, int]:
    """{tests that pass, as bits: hands} over all hands of `cards` cards; `hand`: (is the best one used, its size)."""
    arguments = (*hand, ranking.kernel_arguments)
    tally = _tally_lines_by_suit if any(test.suit for test in tests) else _tally_lines
    parameters = {"lines": line_records(tests).tobytes().hex(), "arguments": arguments}
    return tally_classes(deck, cards, partial(tally, tests, arguments, deck), run, parameters)


def _tally_lines(tests: Sequence[LineTest], arguments: Arguments, deck: Deck, piece: SuitClasses) -> dict[int, int]:
    colours, every = colour_ways(deck)
    if not any(test.colour for test in tests):
        colours = every[None, :]  # nothing to tell apart: every class is counted once
    records = line_records(tests)
    return lines.tally_lines(piece.sets, piece.weights, piece.jokers, records, *arguments, colours, every)


def _tally_lines_by_suit(
    tests: Sequence[LineTest], arguments: Arguments, deck: Deck, piece: SuitClasses
) -> dict[int, int]:
    """A named suit is one of the suits of a class's hands, so the hand is suited at least."""
    in_any_suit = [replace(test, suit="", suited=True) if test.suit else test for test in tests]
    apart = sum(1 << i for i, test in enumerate(tests) if test.tells_suits_apart)
    records, wider = line_records(tests), line_records(in_any_suit)
    suits = np.array(deck.suits, dtype=np.uint8)
    return lines.tally_lines_by_suit(piece.sets, piece.weights, piece.jokers, records, wider, apart, *arguments, suits)


Tally = Callable[[SuitClasses], dict[int, int]]


def tally_classes(deck: Deck, cards: int, tally: Tally, run: Run, parameters: dict[str, Any]) -> dict[int, int]:
    """Run a tally over all suit classes, unless the store has it."""
    shared = {"ranks": deck.ranks, "suits": deck.suits, "jokers": deck.jokers, "cards": cards}
    rules = shared | parameters
    count = partial(_tally_pieces, deck, cards, tally, run, rules)
    arrays = run.store.arrays("lines", rules, count, long=lines_are_long(deck, cards))
    return counts_of(arrays)


def _tally_pieces(deck: Deck, cards: int, tally: Tally, run: Run, rules: dict[str, Any]) -> Arrays:
    small = cards <= SMALL_HAND
    parts = 1 if small else PARTS
    pieces = [(jokers, part, parts) for part in range(parts) for jokers in range(min(deck.jokers, cards) + 1)]
    total: Counter[int] = Counter()
    adding = Lock()

    def add(number: int, piece: Arrays) -> None:
        with adding:
            total.update(counts_of(piece))

    # A piece has at most this many hands of 12 bytes; listing them takes as much again.
    most = comb(deck.size, cards) // factorial(len(deck.suits)) * 2 // parts
    run = run.fitting(f"counting hands of {cards} cards", 0, 3 * 12 * most)
    kept = Chunks() if small else run.store.chunks("lines", rules)
    work = partial(_tally_piece, deck, cards, tally)
    run.chunks(f"hands of {cards} cards", kept, work, pieces, add, portable=True, check=_fault_of_piece)
    return _arrays(total)


def _tally_piece(deck: Deck, cards: int, tally: Tally, jokers: int, part: int, parts: int) -> Arrays:
    piece = suit_classes(deck, cards, jokers, part, parts)
    return _arrays({key: count * piece.joker_ways for key, count in tally(piece).items()})


def _fault_of_piece(number: int, piece: Arrays) -> str | None:
    """As `_arrays` makes it: what the counts add up to is checked when all of them are there."""
    forms = {name: (str(array.dtype), array.ndim) for name, array in piece.items()}
    if forms != {"keys": ("uint64", 1), "counts": ("uint64", 1)}:
        return "keys and counts are not lists of whole numbers"
    keys, counts = piece["keys"], piece["counts"]
    if len(keys) != len(counts) or bool(np.any(np.less_equal(keys[1:], keys[:-1]))):
        return "keys and counts do not belong together"
    return None


def _arrays(counts: Mapping[int, int]) -> Arrays:
    keys = sorted(counts)
    return {
        "keys": np.array(keys, dtype=np.uint64),
        "counts": np.array([counts[key] for key in keys], dtype=np.uint64),
    }


def counts_of(arrays: Arrays) -> dict[int, int]:
    return dict(zip(arrays["keys"].tolist(), arrays["counts"].tolist(), strict=True))
