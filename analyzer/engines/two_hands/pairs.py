"""Two hands set in two and compared: every deal of seven cards to each side, counted exactly.

The method is that of kinds.py: hands are told apart only as far as they can be set differently. The hands that share
no card with a given one are counted as if every hand were set by its ranks alone, which needs rank counts only; then
what the hands with a flush change in that, one suit at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from math import comb
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from analyzer.cards.deck import Deck
from analyzer.cards.ranking import Ranking
from analyzer.engines.two_hands.fronts import FRONTS
from analyzer.engines.two_hands.kinds import HAND
from analyzer.engines.two_hands.results import COPY, HIGHER, LOWER, SetResult, cells_of
from analyzer.engines.two_hands.set_hands import SetHands, set_hands
from analyzer.errors import CountError, SelectionError
from analyzer.game.house_way import HouseWay
from analyzer.game.language import Copies
from analyzer.run.entries import Arrays
from analyzer.run.jobs import Run
from analyzer.run.store import Chunks

if TYPE_CHECKING:
    from numpy.typing import NDArray

# What is counted by ranks alone is a piece of its own beside the cuts.
RANKS_ALONE = -1
# [back][front] = (not high, high).
Cells = tuple[tuple[tuple[int, int], ...], ...]
# Work on holdings is cut by which of the lowest ranks they have: 2**5 pieces.
CUT_RANKS = 5
# As cext/pairs.pyx gives them.
TOTALS = (2, 3, 4)


@dataclass(frozen=True)
class PairCounts:
    """All ordered pairs of disjoint hands, by how the first one's two hands compare with the second one's.

    cells[back][front][high]: back and front are LOWER, COPY or HIGHER; `high` tells whether either hand is high: its
    front is at least the limit that was asked for, or it is one of some kinds. `copies` says what an equal hand does to
    a wager.
    """

    cells: Cells
    copies: Copies = "hand_not_won"

    def count(self, backs: Sequence[int], fronts: Sequence[int], highs: Sequence[int] = (0, 1)) -> int:
        return sum(self.cells[back][front][high] for back in backs for front in fronts for high in highs)

    @property
    def deals(self) -> int:
        return self.count(range(3), range(3))

    @property
    def win(self) -> int:
        return self._ended("win")

    @property
    def lose(self) -> int:
        return self._ended("lose")

    @property
    def push(self) -> int:
        return self._ended("push")

    def _ended(self, result: SetResult, highs: Sequence[int] = (0, 1)) -> int:
        return sum(self.count([back], [front], highs) for back, front in cells_of(result, self.copies))

    def pushes(self, high: bool) -> int:
        """Pushes in which either hand is high, or in which neither is."""
        return self._ended("push", [high])

    @property
    def back_copies(self) -> int:
        """Equal five-card hands, those with equal two-card hands included."""
        return self.count([COPY], range(3))

    @property
    def front_copies(self) -> int:
        """Equal two-card hands, those with equal five-card hands included."""
        return self.count(range(3), [COPY])

    @property
    def double_copies(self) -> int:
        """Both hands equal."""
        return self.count([COPY], [COPY])

    def checked(self, deck: Deck) -> PairCounts:
        """The counts, if they add up to the number of deals."""
        deals = comb(deck.size, HAND) * comb(max(deck.size - HAND, 0), HAND)
        if self.deals != deals or any(count < 0 for row in self.cells for pair in row for count in pair):
            raise CountError(
                f"counted {self.deals} pairs of hands where C({deck.size},7) x C({deck.size - 7},7) = {deals}"
            )
        return self

    def checked_both_ways(self) -> PairCounts:
        """The counts, if exchanging the two hands leaves them as they are: both sides are set by one house way."""
        mirrored = tuple(tuple(reversed(row)) for row in reversed(self.cells))
        if mirrored != self.cells:
            raise CountError(f"the two sides are set alike but their counts differ: {self.cells}")
        return self


@dataclass(frozen=True)
class Queries:
    """One side of the pairs: hands by rank count, back and front, and the same for each suit and what it holds."""

    row: NDArray[np.int32]
    back: NDArray[np.uint32]
    front: NDArray[np.uint8]
    hands: NDArray[np.int64]
    holding: NDArray[np.uint16]
    holding_row: NDArray[np.int32]
    holding_back: NDArray[np.uint32]
    holding_front: NDArray[np.uint8]
    pairs: NDArray[np.int64]


def count_pairs(
    hands: SetHands,
    limit: int,
    run: Run | None = None,
    kept: Chunks | None = None,
    other: SetHands | None = None,
) -> PairCounts:
    """All pairs of disjoint hands, both set by a house way. `limit` is the least front that counts as high.

    `other` are the hands of the second side, if another house way sets it. `kept` has the pieces that were counted
    before.
    """
    hands.checked()
    pairs = _all_pairs(hands, hands if other is None else other.checked())
    counted = tally_pairs(pairs, limit, run or Run(), kept or Chunks(), own_way=hands.way)
    return counted.checked_both_ways() if other is None else counted


def count_pairs_among(
    sides: tuple[SetHands, SetHands],
    among: tuple[NDArray[np.bool_], NDArray[np.bool_]],
    run: Run,
    kept: Chunks,
) -> tuple[tuple[int, ...], ...]:
    """cells[back][front] over pairs of disjoint hands of these kinds alone: those of one side and of the other."""
    pairs = _all_pairs(*sides, *among)
    cells = _tally(pairs, FRONTS, run, kept)
    if any(count < 0 for row in cells for pair in row for count in pair):
        raise CountError(f"a negative number of pairs of hands: {cells}")
    return tuple(tuple(sum(pair) for pair in row) for row in cells)


def _all_pairs(
    hands: SetHands,
    other: SetHands,
    own: NDArray[np.bool_] | None = None,
    others: NDArray[np.bool_] | None = None,
) -> Pairs:
    """Every hand, set by its house way, against every other; of kinds in `own` and in `others` only, if given."""
    kinds, holdings = hands.kinds, hands.kinds.holdings
    exists = np.flatnonzero(kinds.hands if own is None else kinds.hands * own)
    every = np.repeat(np.arange(len(kinds.hands), dtype=np.int32), np.diff(holdings.first))
    held = np.flatnonzero(holdings.pairs if own is None else holdings.pairs * own[every])
    kind = every[held]
    queries = Queries(
        kinds.row[exists],
        hands.back[exists],
        hands.front[exists],
        kinds.hands[exists],
        holdings.ranks[held],
        kinds.row[kind],
        hands.back[kind],
        hands.front[kind],
        holdings.pairs[held],
    )
    return Pairs(other, queries, others)


if TYPE_CHECKING:
    ByHolding = tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.uint32], NDArray[np.uint8], NDArray[np.int64]]


@dataclass(frozen=True, eq=False)
class Pairs:
    """The queries against all hands set by the house way, in the order in which the kernels take them.

    `among`: against those of these kinds alone.
    """

    hands: SetHands
    queries: Queries
    among: NDArray[np.bool_] | None = None

    @cached_property
    def _order(self) -> NDArray[np.intp]:
        return np.argsort(self.queries.back, kind="stable")

    @cached_property
    def _by_holding(self) -> ByHolding:
        return _sorted_by_holding(self.queries)

    @cached_property
    def _events(self) -> NDArray[np.void]:
        return self.hands.events if self.among is None else self.hands.flush_events(self.among)

    @cached_property
    def _plain_order(self) -> NDArray[np.int32]:
        order = self.hands.plain_order
        return order if self.among is None else order[self.among[order]]

    def prepare(self) -> None:
        """Make what the pieces share, before threads ask for it."""
        for name in ("_order", "_by_holding", "_events", "_plain_order"):
            getattr(self, name)
        for name in ("subsets", "joker_ways"):
            getattr(self.hands, name)

    def piece(self, limit: int, part: int) -> Arrays:
        """Totals of one cut of the holdings; of the hands by their ranks alone where `part` is RANKS_ALONE."""
        from analyzer.kernels import pairs

        hands, queries, order = self.hands, self.queries, self._order
        counts, plain = hands.kinds.counts, hands.kinds.plain
        if part != RANKS_ALONE:
            totals = pairs.tally_suited(
                self._events,
                self._by_holding,
                counts.full,
                hands.joker_ways,
                hands.deck.rank_set,
                limit,
                part,
                CUT_RANKS,
            )
        else:
            totals = pairs.tally_plain(
                hands.subsets,
                counts.size,
                self._plain_order,
                hands.back[:plain],
                hands.front[:plain],
                queries.row[order],
                queries.back[order],
                queries.front[order],
                queries.hands[order],
                limit,
            )
        return {"totals": totals}


@lru_cache(maxsize=2)
def _pairs_of_ways(deck: Deck, ranking: Ranking, own: HouseWay, other: HouseWay) -> Pairs:
    sides = [set_hands(deck, ranking, way).checked() for way in (own, other)]
    pairs = _all_pairs(sides[0], sides[1])
    pairs.prepare()
    return pairs


def house_way_piece(deck: Deck, ranking: Ranking, own: HouseWay, other: HouseWay, limit: int, part: int) -> Arrays:
    """A piece of count_pairs for a worker elsewhere, which makes its own tables once."""
    return _pairs_of_ways(deck, ranking, own, other).piece(limit, part)


def tally_pairs(pairs: Pairs, limit: int, run: Run, kept: Chunks, *, own_way: HouseWay | None = None) -> PairCounts:
    """The queries against all hands set by the house way; `own_way` sets the queries, if one does."""
    return PairCounts(_tally(pairs, limit, run, kept, own_way)).checked(pairs.hands.deck)


def _tally(pairs: Pairs, limit: int, run: Run, kept: Chunks, own_way: HouseWay | None = None) -> Cells:
    if not 0 <= limit <= FRONTS:
        raise SelectionError(f"the least high front must be a number from 0 to {FRONTS}, not {limit}")
    hands = pairs.hands
    # 25 bytes for each holding of a kind, as the queries are and in the order of the kernels; and the kinds themselves.
    run = run.fitting("counting pairs of hands", 66 * len(hands.kinds.holdings.ranks), 16 << 20)
    totals = np.zeros(TOTALS, dtype=np.int64)
    adding = Lock()

    def add(number: int, piece: Arrays) -> None:
        with adding:
            np.add(totals, piece["totals"], out=totals)

    pieces = [(RANKS_ALONE,), *cuts(hands.deck)]
    work = partial(pairs.piece, limit)
    if own_way is not None and run.cluster is not None:
        work = partial(house_way_piece, hands.deck, hands.ranking, own_way, hands.way, limit)
    else:
        pairs.prepare()
    run.chunks(
        "pairs of hands",
        kept.of_stage("pairs"),
        work,
        pieces,
        add,
        portable=own_way is not None,
        check=_fault_of_piece,
    )
    return _cells(totals)


def _fault_of_piece(number: int, piece: Arrays) -> str | None:
    """Totals as the kernels make them. A piece may take away what another has too many of; `checked` looks at sums."""
    forms = {name: (array.dtype.name, array.shape) for name, array in piece.items()}
    return None if forms == {"totals": ("int64", TOTALS)} else "totals are not of the right form"


def cuts(deck: Deck) -> list[tuple[int]]:
    """Holdings of the lowest ranks; each with all holdings of the other ranks is a piece of work."""
    return [(low,) for low in range(1 << CUT_RANKS) if not low & ~deck.rank_set]


def _sorted_by_holding(queries: Queries) -> ByHolding:
    """(first, row, back, front, pairs) by holding, then by back."""
    order = np.lexsort((queries.holding_back, queries.holding))
    first = np.searchsorted(queries.holding[order], np.arange((1 << 13) + 1)).astype(np.int64)
    by_back = queries.holding_row[order], queries.holding_back[order], queries.holding_front[order]
    return first, *by_back, queries.pairs[order]


def _cells(totals: NDArray[np.int64]) -> Cells:
    """From the cumulative totals of cext/pairs.pyx to single cells."""
    number = [[[int(count) for count in row] for row in group] for group in totals]
    cells = []
    for back in (LOWER, COPY, HIGHER):
        # Backs of the other side: all less those not higher, those not higher less the lower ones, the lower ones.
        row = [
            [group[2 - back][column] - (group[1 - back][column] if back < HIGHER else 0) for column in range(4)]
            for group in number
        ]
        (low0, upto0, _, all0), (low1, upto1, below1, all1) = row
        cells.append(((below1 - upto1, all0 - upto0 + all1 - below1), (upto1 - low1, upto0 - low0), (low1, low0)))
    return tuple(cells)
