"""Two hands set in two and compared: every deal of seven cards to each side, counted exactly.

The method is that of analyzer.kinds: hands are told apart only as far as they can be set differently. The hands that
share no card with a given one are counted as if every hand were set by its ranks alone, which needs rank counts only;
then what the hands with a flush change in that, one suit at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from math import comb
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from analyzer.cards import FIRST_JOKER, RANKS, Deck, hand_name
from analyzer.entries import Arrays
from analyzer.errors import CardError, CountError, GameFileError, SelectionError
from analyzer.houseway import HouseWay
from analyzer.kinds import HAND, NO_CARD, Kinds, all_kinds, cards_of
from analyzer.ranking import Ranking
from analyzer.run import Run
from analyzer.store import Chunks
from analyzer.suits import SuitClasses, suit_classes

if TYPE_CHECKING:
    from numpy.typing import NDArray

FIRST_PAIR = 78
FRONTS = 91
NO_ROW = 255
# The record `Event` of cext/suited.pxd.
EVENT = np.dtype(
    [("back", "u4"), ("flush", "u2"), ("front", "u1"), ("jokers", "u1"), ("slot", "u1", (4,)), ("weight", "i1", (4,))]
)
# What is counted by ranks alone is a piece of its own beside the cuts.
RANKS_ALONE = -1
# Work on holdings is cut by which of the lowest ranks they have: 2**5 pieces.
_CUT_RANKS = 5
_CLASS_PARTS = 16
# What choices.choose says of a tie: another setting has an equal value but beats other hands.
_DIFFERENT = 2
# How a hand compares with the other side's.
LOWER, COPY, HIGHER = range(3)


# --- fronts ----------------------------------------------------------------------------------------------------------


def front_number(one: int, two: int) -> int:
    """The number by which two-card hands compare, from their ranks.

    >>> front_number(12, 11), front_number(0, 0), front_number(1, 0)
    (77, 78, 0)
    """
    high, low = max(one, two), min(one, two)
    return FIRST_PAIR + high if high == low else high * (high - 1) // 2 + low


def front_ranks(front: int) -> tuple[int, int]:
    """
    >>> front_ranks(77), front_ranks(79)
    ((12, 11), (1, 1))
    """
    if front >= FIRST_PAIR:
        return front - FIRST_PAIR, front - FIRST_PAIR
    high = 1
    while high * (high + 1) // 2 <= front:
        high += 1
    return high, front - high * (high - 1) // 2


def front_name(front: int) -> str:
    """
    >>> front_name(77), front_name(79)
    ('A-K', '3-3')
    """
    return "-".join(RANKS[rank] for rank in front_ranks(front))


# --- all hands, set --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SetHands:
    """Every kind of hand of a deck, set by a house way.

    Parallel to the kinds: `back` (uint32, a strength), `front` (uint8, 0..90), `row` (uint8, index of the row that
    decided, NO_ROW for none), `foul` (bool).
    """

    kinds: Kinds
    ranking: Ranking
    way: HouseWay
    back: NDArray[np.uint32]
    front: NDArray[np.uint8]
    row: NDArray[np.uint8]
    foul: NDArray[np.bool_]

    @property
    def deck(self) -> Deck:
        return self.kinds.deck

    @cached_property
    def hands_by_row(self) -> tuple[int, ...]:
        """How many hands each row decides, in the order of the rows."""
        return _sums(self.row, self.kinds.hands, len(self.way.rows))

    @property
    def idle_rows(self) -> tuple[int, ...]:
        """Indices of the rows that decide no hand."""
        return tuple(index for index, hands in enumerate(self.hands_by_row) if hands == 0)

    def faults(self) -> list[str]:
        """Hands that no row sets, and rows that set hands foul: how many, and an example."""
        return list(self._faults)

    @cached_property
    def _faults(self) -> tuple[str, ...]:
        faults = []
        exists = self.kinds.hands > 0
        unset = exists & (self.row == NO_ROW)
        if unset.any():
            faults.append(
                f"rows: no row sets {self._number(unset)} hands, such as {self._one(unset)}; add one that does"
            )
        for index in range(len(self.way.rows)):
            foul = exists & self.foul & (self.row == index)
            if foul.any():
                faults.append(
                    f"rows[{index + 1}]: sets {self._number(foul)} hands foul, such as {self._one(foul)}; "
                    "the front must not outrank the back"
                )
        return tuple(faults)

    def _number(self, which: NDArray[np.bool_]) -> int:
        return int(self.kinds.hands[which].sum())

    def _one(self, which: NDArray[np.bool_]) -> str:
        return hand_name(self.kinds.cards(int(np.flatnonzero(which)[0])))

    def checked(self) -> SetHands:
        """The same, if every hand is set and none foul."""
        if self._faults:
            raise GameFileError(self.way.name, self._faults)
        return self

    # What the kernels take:

    @cached_property
    def subsets(self) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
        from analyzer.kernels import kinds as kernel

        counts = self.kinds.counts
        return kernel.subsets(counts.full, counts.caps, counts.offsets)

    @cached_property
    def plain_order(self) -> NDArray[np.int32]:
        """The rank counts in order of their backs."""
        return np.argsort(self.back[: self.kinds.plain], kind="stable").astype(np.int32)

    @cached_property
    def joker_ways(self) -> NDArray[np.int32]:
        """[held, n]: ways to take n jokers from those that a hand with `held` of them leaves."""
        jokers = self.deck.jokers
        return np.array([[comb(jokers - held, n) for n in range(3)] for held in range(jokers + 1)], dtype=np.int32)

    @cached_property
    def events(self) -> NDArray[np.void]:
        """The suited kinds whose setting is not that of their ranks: once as they are, once taken away; by back."""
        suited, plain = self.kinds.suited, self.kinds.plain
        back, front = self.back[plain:], self.front[plain:]
        changed = np.flatnonzero((back != self.back[suited.row]) | (front != self.front[suited.row]))
        twice = np.concatenate((changed, changed))
        sign = np.repeat(np.array([1, -1], dtype=np.int8), len(changed))
        events = np.zeros(len(twice), dtype=EVENT)
        events["back"] = np.concatenate((back[changed], self.back[suited.row[changed]]))
        events["front"] = np.concatenate((front[changed], self.front[suited.row[changed]]))
        events["flush"] = suited.flush[twice]
        events["jokers"] = suited.jokers[twice]
        slots, weights = _slots(self.deck, suited.high, suited.low)
        events["slot"] = slots[twice]
        events["weight"] = weights[twice] * sign[:, None]
        return events[np.argsort(events["back"], kind="stable")]


def set_hands(deck: Deck, ranking: Ranking, way: HouseWay, kinds: Kinds | None = None) -> SetHands:
    """All hands of the deck set by the house way; `kinds` saves time if the deck's are known already."""
    from analyzer.kernels import settings

    kinds = kinds or all_kinds(deck)
    back, front, row, foul = settings.set_hands(kinds.sets, kinds.jokers, way.compiled(), ranking.kernel_arguments)
    return SetHands(kinds, ranking, way, back, front, row, foul)


def _sums(index: NDArray[Any], values: NDArray[np.int64], size: int) -> tuple[int, ...]:
    """The sum of the values at each index below `size`, in integers."""
    totals = np.zeros(max(size, 256), dtype=np.int64)
    np.add.at(totals, index, values)
    return tuple(int(total) for total in totals[:size])


def _slots(deck: Deck, high: NDArray[np.uint8], low: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
    """For the cards beside a flush: the sets of them (cext/suited.pxd), and how many hands contain each such set."""
    others = len(deck.suits) - 1
    first, second = high.astype(np.int64), low.astype(np.int64)
    none, single, equal = high == NO_CARD, (high != NO_CARD) & (low == NO_CARD), (high == low) & (high != NO_CARD)
    both = 14 + first * (first + 1) // 2 + second
    zero = np.zeros_like(first)
    cases = (
        (none, (zero, zero, zero, zero), (1, 0, 0, 0)),
        (single, (zero, 1 + first, zero, zero), (others, 1, 0, 0)),
        (equal, (zero, 1 + first, both, zero), (comb(others, 2), others - 1, 1, 0)),
        (~(none | single | equal), (zero, 1 + first, 1 + second, both), (others**2, others, others, 1)),
    )
    slots = np.zeros((len(high), 4), dtype=np.uint8)
    weights = np.zeros((len(high), 4), dtype=np.int8)
    for case, columns, ways in cases:
        weights[case] = ways
        slots[case] = np.stack(columns, axis=1)[case]
    return slots, weights


# --- pairs of hands --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PairCounts:
    """All ordered pairs of disjoint hands, by how the first one's two hands compare with the second one's.

    cells[back][front][high]: back and front are LOWER, COPY or HIGHER; `high` tells whether either front is at
    least the limit that was asked for.
    """

    cells: tuple[tuple[tuple[int, int], ...], ...]

    def count(self, backs: Sequence[int], fronts: Sequence[int], highs: Sequence[int] = (0, 1)) -> int:
        return sum(self.cells[back][front][high] for back in backs for front in fronts for high in highs)

    @property
    def deals(self) -> int:
        return self.count(range(3), range(3))

    @property
    def win(self) -> int:
        """Both hands strictly higher."""
        return self.count([HIGHER], [HIGHER])

    @property
    def lose(self) -> int:
        """Neither hand strictly higher."""
        return self.count([LOWER, COPY], [LOWER, COPY])

    @property
    def push(self) -> int:
        """Exactly one hand strictly higher."""
        return self.deals - self.win - self.lose

    def pushes(self, high: bool) -> int:
        """Pushes in which either front is at least the limit, or in which neither is."""
        one, other = ([HIGHER], [LOWER, COPY])
        return self.count(one, other, [high]) + self.count(other, one, [high])

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
class _Queries:
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


def count_pairs(hands: SetHands, limit: int, run: Run | None = None, kept: Chunks | None = None) -> PairCounts:
    """All pairs of disjoint hands, both set by the house way. `limit` is the least front that counts as high.

    `kept` has the pieces that were counted before.
    """
    hands.checked()
    return _tally(_all_pairs(hands), limit, run or Run(), kept or Chunks(), by_house_way=True).checked_both_ways()


def _all_pairs(hands: SetHands) -> _Pairs:
    """Every hand, set by the house way, against every other."""
    kinds, holdings = hands.kinds, hands.kinds.holdings
    exists = np.flatnonzero(kinds.hands)
    held = np.flatnonzero(holdings.pairs)
    kind = np.repeat(np.arange(len(kinds.hands), dtype=np.int32), np.diff(holdings.first))[held]
    queries = _Queries(
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
    return _Pairs(hands, queries)


if TYPE_CHECKING:
    ByHolding = tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.uint32], NDArray[np.uint8], NDArray[np.int64]]


@dataclass(frozen=True, eq=False)
class _Pairs:
    """The queries against all hands set by the house way, in the order in which the kernels take them."""

    hands: SetHands
    queries: _Queries

    @cached_property
    def _order(self) -> NDArray[np.intp]:
        return np.argsort(self.queries.back, kind="stable")

    @cached_property
    def _by_holding(self) -> ByHolding:
        return _sorted_by_holding(self.queries)

    def prepare(self) -> None:
        """Make what the pieces share, before threads ask for it."""
        for name in ("_order", "_by_holding"):
            getattr(self, name)
        for name in ("subsets", "events", "plain_order", "joker_ways"):
            getattr(self.hands, name)

    def piece(self, limit: int, part: int) -> Arrays:
        """Totals of one cut of the holdings; of the hands by their ranks alone where `part` is RANKS_ALONE."""
        from analyzer.kernels import pairs

        hands, queries, order = self.hands, self.queries, self._order
        counts, plain = hands.kinds.counts, hands.kinds.plain
        if part != RANKS_ALONE:
            totals = pairs.tally_suited(
                hands.events,
                self._by_holding,
                counts.full,
                hands.joker_ways,
                hands.deck.rank_set,
                limit,
                part,
                _CUT_RANKS,
            )
        else:
            totals = pairs.tally_plain(
                hands.subsets,
                counts.size,
                hands.plain_order,
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
def _pairs_of_way(deck: Deck, ranking: Ranking, way: HouseWay) -> _Pairs:
    pairs = _all_pairs(set_hands(deck, ranking, way).checked())
    pairs.prepare()
    return pairs


def house_way_piece(deck: Deck, ranking: Ranking, way: HouseWay, limit: int, part: int) -> Arrays:
    """A piece of count_pairs for a worker elsewhere, which makes its own tables once."""
    return _pairs_of_way(deck, ranking, way).piece(limit, part)


def _tally(pairs: _Pairs, limit: int, run: Run, kept: Chunks, *, by_house_way: bool) -> PairCounts:
    """The queries against all hands set by the house way."""
    if not 0 <= limit <= FRONTS:
        raise SelectionError(f"the least high front must be a number from 0 to {FRONTS}, not {limit}")
    hands = pairs.hands
    # 25 bytes for each holding of a kind, as the queries are and in the order of the kernels; and the kinds themselves.
    run = run.fitting("counting pairs of hands", 66 * len(hands.kinds.holdings.ranks), 16 << 20)
    totals = np.zeros((2, 3, 4), dtype=np.int64)
    adding = Lock()

    def add(number: int, found: Arrays) -> None:
        with adding:
            np.add(totals, found["totals"], out=totals)

    pieces = [(RANKS_ALONE,), *_cuts(hands.deck)]
    work = partial(pairs.piece, limit)
    if by_house_way and run.cluster is not None:
        work = partial(house_way_piece, hands.deck, hands.ranking, hands.way, limit)
    else:
        pairs.prepare()
    run.chunks("pairs of hands", kept.of_stage("pairs"), work, pieces, add, portable=by_house_way)
    return PairCounts(_cells(totals)).checked(hands.deck)


def _cuts(deck: Deck) -> list[tuple[int]]:
    """Holdings of the lowest ranks; each with all holdings of the other ranks is a piece of work."""
    return [(low,) for low in range(1 << _CUT_RANKS) if not low & ~deck.rank_set]


def _sorted_by_holding(queries: _Queries) -> ByHolding:
    """(first, row, back, front, pairs) by holding, then by back."""
    order = np.lexsort((queries.holding_back, queries.holding))
    first = np.searchsorted(queries.holding[order], np.arange((1 << 13) + 1)).astype(np.int64)
    by_back = queries.holding_row[order], queries.holding_back[order], queries.holding_front[order]
    return first, *by_back, queries.pairs[order]


def _cells(totals: NDArray[np.int64]) -> tuple[tuple[tuple[int, int], ...], ...]:
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


# --- one hand --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SettingCount:
    """One setting of a hand against every hand of the other side; cells[back][front] as in PairCounts."""

    front_cards: tuple[int, int]
    back: int
    front: int
    cells: tuple[tuple[int, ...], ...]
    is_house_way: bool
    row: int  # index of the row that decided, NO_ROW where it is not the house way's own

    @property
    def win(self) -> int:
        return self.cells[HIGHER][HIGHER]

    @property
    def lose(self) -> int:
        return sum(self.cells[back][front] for back in (LOWER, COPY) for front in (LOWER, COPY))

    @property
    def push(self) -> int:
        return sum(map(sum, self.cells)) - self.win - self.lose

    @property
    def order(self) -> tuple[int, int, bool, int]:
        """Larger is better: wins less losses, then wins, then the house way's own, then the higher front."""
        return self.win - self.lose, self.win, self.is_house_way, self.front


def hand_settings(hands: SetHands, cards: Sequence[int]) -> tuple[SettingCount, ...]:
    """Every legal setting of the hand that no other dominates, and the house way's own, best first.

    The other side is every hand of seven of the remaining cards, set by the house way.
    """
    from analyzer.kernels import choices, settings

    hands.checked()
    sets, jokers = _sets_of(hands.deck, cards)
    arguments = hands.ranking.kernel_arguments
    one_set, one_joker = sets[None, :], np.array([jokers], dtype=np.uint8)
    back, front, row, _ = settings.set_hands(one_set, one_joker, hands.way.compiled(), arguments)
    _, backs, fronts, own = settings.all_settings(one_set, one_joker, arguments, back, front)
    counts = hands.kinds.counts
    held = np.array([*(sum(int(ranks) >> rank & 1 for ranks in sets) for rank in range(13)), jokers], dtype=np.uint8)
    left = [
        [comb(cap - has, n) for n in range(HAND + 1)]
        for cap, has in zip(counts.caps.tolist(), held.tolist(), strict=True)
    ]
    plain = hands.kinds.plain
    cells = choices.count_hand(
        sets[list(hands.deck.suits)],
        held,
        backs,
        fronts,
        counts.full,
        np.array(left, dtype=np.int32),
        hands.back[:plain],
        hands.front[:plain],
        hands.events,
        hands.joker_ways,
    )
    opponents = comb(max(hands.deck.size - HAND, 0), HAND)
    found = []
    for index in range(len(backs)):
        if int(cells[index].sum()) != opponents:
            raise CountError(
                f"counted {cells[index].sum()} hands against {hand_name(cards)} where there are {opponents}"
            )
        is_own = index == int(own[0])
        front_cards = _front_cards(sets, jokers, cards, int(fronts[index]), int(backs[index]), arguments)
        table = tuple(tuple(int(count) for count in line) for line in cells[index])
        found.append(
            SettingCount(
                front_cards, int(backs[index]), int(fronts[index]), table, is_own, int(row[0]) if is_own else NO_ROW
            )
        )
    return tuple(sorted(found, key=lambda setting: setting.order, reverse=True))


def _sets_of(deck: Deck, cards: Sequence[int]) -> tuple[NDArray[np.uint16], int]:
    """Ranks held in each of the four suits, and the number of jokers."""
    if len(cards) != HAND or len(set(cards)) != HAND or not set(cards) <= set(deck.cards):
        raise CardError(f"{hand_name(cards)} must be {HAND} different cards of the deck")
    sets = np.zeros(4, dtype=np.uint16)
    for card in cards:
        if card < FIRST_JOKER:
            sets[card & 3] |= 1 << (card >> 2)
    return sets, sum(card >= FIRST_JOKER for card in cards)


def _front_cards(
    sets: NDArray[np.uint16], jokers: int, cards: Sequence[int], front: int, back: int, ranking: tuple[int, bool, bool]
) -> tuple[int, int]:
    """The two cards of the hand that make that front and leave that back."""
    from analyzer.kernels import settings

    ranks = front_ranks(front)
    places = settings.front_places(sets, jokers, *ranks, back, ranking)
    if places is None:
        raise CountError(f"{hand_name(cards)} cannot be set with {front_name(front)} in front")
    own_jokers = iter(sorted(card for card in cards if card >= FIRST_JOKER))
    first, second = (
        next(own_jokers) if place == 4 else rank * 4 + place for rank, place in zip(ranks, places, strict=True)
    )
    return first, second


# --- the best setting of every hand ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Departures:
    """Hands of one row of the house way: how many, how many are better set otherwise, and what that is worth.

    `gain` is the sum, over those hands and all hands of the other side, of wins less losses above the house way's;
    `example` is a hand where it gains most.
    """

    hands: int
    departs: int
    gain: int
    example: tuple[int, ...] | None


@dataclass(frozen=True)
class BestSettings:
    """A side that sets each hand best against a side that is set by the house way.

    `rows` are parallel to the house way's rows. `ties` counts the hands of which two settings are best by wins less
    losses; then the one with more wins is taken, then the house way's own.
    """

    pairs: PairCounts
    rows: tuple[Departures, ...]
    ties: int

    @property
    def departs(self) -> int:
        return sum(row.departs for row in self.rows)

    @property
    def gain(self) -> int:
        return sum(row.gain for row in self.rows)


@dataclass(frozen=True)
class _Chosen:
    """The best settings of some suit classes; the columns of choices.choose, parallel to the classes."""

    classes: SuitClasses
    kind: NDArray[np.int32]
    choice: NDArray[np.uint8]
    gain: NDArray[np.int32]
    tie: NDArray[np.uint8]

    def cards(self, deck: Deck, index: int) -> tuple[int, ...]:
        """A hand of the class."""
        return cards_of([int(ranks) for ranks in self.classes.sets[index]], deck.suits, self.classes.jokers)


@dataclass(frozen=True)
class _Settings:
    """The settings of every kind: setting i of kind k is at first[k] + i; house[k] is the house way's own.

    The values of its holdings start at values_first[k]: those of holding h, setting i, at h * settings + i from there.
    """

    first: NDArray[np.int64]
    back: NDArray[np.uint32]
    front: NDArray[np.uint8]
    house: NDArray[np.uint8]
    values_first: NDArray[np.int64]

    def places(self, kinds: Kinds) -> tuple[Any, ...]:
        """What choices.choose and choices.weigh need to find a class's kind and holdings."""
        counts, suited = kinds.counts, kinds.suited
        return (
            counts.offsets,
            counts.row_of,
            suited.start,
            suited.number,
            self.first,
            self.values_first,
            kinds.plain,
        )


def best_settings(hands: SetHands, limit: int = 0, run: Run | None = None, kept: Chunks | None = None) -> BestSettings:
    """Every hand set as it does best against a house way hand of the remaining cards.

    `kept` has the pieces that were counted before.
    """
    from analyzer.kernels import choices

    run, kept = run or Run(), kept or Chunks()
    hands.checked()
    settings = _all_settings(hands)
    # Values, their pieces and weights, for each setting of each holding; the holdings as in a count of pairs.
    need = 30 * int(settings.values_first[-1]) + 60 * len(hands.kinds.holdings.ranks)
    run = run.fitting("choosing the best settings", need, 32 << 20)
    plain_values = _plain_values(hands, settings)
    suited_values = _suited_values(hands, settings, run, kept)
    setting_weight = np.zeros(len(settings.back), dtype=np.int64)
    value_weight = np.zeros(len(suited_values), dtype=np.int32)
    report = _Report(hands)
    places = settings.places(hands.kinds)

    def piece(jokers: int, part: int) -> Arrays:
        classes = suit_classes(hands.deck, HAND, jokers, part, _CLASS_PARTS)
        chosen = _Chosen(
            classes, *choices.choose(classes.sets, jokers, places, settings.house, plain_values, suited_values)
        )
        for index in np.flatnonzero(chosen.tie == _DIFFERENT):
            chosen.choice[index] = _untie(
                hands, settings, chosen.cards(hands.deck, int(index)), int(chosen.kind[index])
            )
        return {"kind": chosen.kind, "choice": chosen.choice, "gain": chosen.gain, "tie": chosen.tie}

    pieces = [(jokers, part) for jokers in range(hands.deck.jokers + 1) for part in range(_CLASS_PARTS)]
    adding = Lock()

    def add(number: int, found: dict[str, NDArray[Any]]) -> None:
        jokers, part = pieces[number]
        classes = suit_classes(hands.deck, HAND, jokers, part, _CLASS_PARTS)
        ways = classes.weights, jokers, classes.joker_ways
        with adding:
            choices.weigh(classes.sets, *ways, places, found["choice"], setting_weight, value_weight)
            report.add(_Chosen(classes, **found), settings)

    run.chunks("best settings", kept.of_stage("choices"), piece, pieces, add)
    queries = _chosen(hands, settings, setting_weight, value_weight)
    pairs = _tally(_Pairs(hands, queries), limit, run, kept, by_house_way=False)
    result = BestSettings(pairs, report.rows(), report.ties)
    _check_values(hands, result, setting_weight, value_weight, plain_values, suited_values)
    return result


def _check_values(
    hands: SetHands,
    result: BestSettings,
    setting_weight: NDArray[np.int64],
    value_weight: NDArray[np.int32],
    plain_values: NDArray[np.int32],
    suited_values: NDArray[np.int32],
) -> None:
    """Wins less losses, counted over both hands at once, must be what the settings were chosen by."""
    chosen = np.flatnonzero(value_weight)
    plain = plain_values.sum(axis=1, dtype=np.int64)
    suited = suited_values[chosen].sum(axis=1, dtype=np.int64)
    value = int(np.dot(setting_weight, plain)) + int(np.dot(value_weight[chosen].astype(np.int64), suited))
    if result.pairs.win - result.pairs.lose != value - result.pairs.deals:
        raise CountError(
            f"wins less losses are {result.pairs.win - result.pairs.lose} by pairs of hands, "
            f"{value - result.pairs.deals} by the settings chosen"
        )


def _all_settings(hands: SetHands) -> _Settings:
    from analyzer.kernels import settings as kernel

    kinds = hands.kinds
    first, back, front, house = kernel.all_settings(
        kinds.sets, kinds.jokers, hands.ranking.kernel_arguments, hands.back, hands.front
    )
    sizes = np.diff(first) * np.diff(kinds.holdings.first)
    return _Settings(first, back, front, house, np.concatenate(([0], np.cumsum(sizes))))


def _plain_values(hands: SetHands, settings: _Settings) -> NDArray[np.int32]:
    """For each setting: hands with a lower back, those with a lower front, if every hand is set by its ranks alone."""
    from analyzer.kernels import choices

    kinds, plain = hands.kinds, hands.kinds.plain
    row = np.repeat(kinds.row, np.diff(settings.first))
    fronts = choices.plain_fronts(hands.subsets, kinds.counts.size, hands.front[:plain])
    values = np.empty((len(row), 2), dtype=np.int32)
    values[:, 1] = fronts[row, settings.front]
    order = np.argsort(settings.back, kind="stable")
    values[order, 0] = choices.plain_backs(
        hands.subsets, kinds.counts.size, hands.plain_order, hands.back[:plain], row[order], settings.back[order]
    )
    return values


def _suited_values(hands: SetHands, settings: _Settings, run: Run, kept: Chunks) -> NDArray[np.int32]:
    """For each holding and setting: what the hands with a flush in that suit change in its two numbers."""
    from analyzer.kernels import choices

    kinds, holdings = hands.kinds, hands.kinds.holdings
    backs = np.unique(hands.events["back"])
    events = hands.events.copy()
    events["back"] = np.searchsorted(backs, events["back"])
    level = np.searchsorted(backs, settings.back).astype(np.uint16)
    kind = np.repeat(np.arange(len(kinds.hands), dtype=np.int32), np.diff(holdings.first))
    sizes = np.diff(settings.first)
    value = settings.values_first[kind] + (np.arange(len(kind)) - holdings.first[kind]) * sizes[kind]
    held = np.flatnonzero(holdings.pairs)
    order = held[np.argsort(holdings.ranks[held], kind="stable")]
    first = np.searchsorted(holdings.ranks[order], np.arange((1 << 13) + 1)).astype(np.int64)
    most = int(np.diff(np.concatenate(([0], np.cumsum(sizes[kind[order]])))[first]).max(initial=1))
    values = np.zeros((int(settings.values_first[-1]), 2), dtype=np.int32)
    arguments = (kinds.row, settings.first, level, settings.front, first, kind[order], value[order], most)

    # Which piece computes each value: holdings are cut by their lowest ranks.
    cut = np.repeat(holdings.ranks.astype(np.uint8) & np.uint8((1 << _CUT_RANKS) - 1), sizes[kind])
    pieces = _cuts(hands.deck)

    def piece(start: int) -> Arrays:
        choices.suited_values(
            events,
            len(backs),
            kinds.counts.full,
            hands.joker_ways,
            *arguments,
            hands.deck.rank_set,
            start,
            _CUT_RANKS,
            values,
        )
        return {"values": values[cut == start]}

    def put(number: int, found: Arrays) -> None:
        values[cut == pieces[number][0]] = found["values"]

    run.chunks("values of settings", kept.of_stage("values"), piece, pieces, put)
    return values


def _untie(hands: SetHands, settings: _Settings, cards: tuple[int, ...], kind: int) -> int:
    """Which of the kind's settings is best for this hand, counted in full."""
    best = hand_settings(hands, cards)[0]
    first, last = settings.first[kind], settings.first[kind + 1]
    same = (settings.back[first:last] == best.back) & (settings.front[first:last] == best.front)
    return int(np.flatnonzero(same)[0])


def _chosen(
    hands: SetHands, settings: _Settings, setting_weight: NDArray[np.int64], value_weight: NDArray[np.int32]
) -> _Queries:
    """The chosen settings with the hands that choose them, and the same by holding."""
    kinds, holdings = hands.kinds, hands.kinds.holdings
    used = np.flatnonzero(setting_weight)
    kind = np.searchsorted(settings.first, used, side="right") - 1
    held = np.flatnonzero(value_weight)
    held_kind = np.searchsorted(settings.values_first, held, side="right") - 1
    place, choice = np.divmod(held - settings.values_first[held_kind], np.diff(settings.first)[held_kind])
    setting = settings.first[held_kind] + choice
    return _Queries(
        kinds.row[kind],
        settings.back[used],
        settings.front[used],
        setting_weight[used],
        holdings.ranks[holdings.first[held_kind] + place],
        kinds.row[held_kind],
        settings.back[setting],
        settings.front[setting],
        value_weight[held].astype(np.int64),
    )


class _Report:
    """Departures from the house way, collected by row."""

    def __init__(self, hands: SetHands) -> None:
        self._set = hands
        self._sums = np.zeros((3, len(hands.way.rows)), dtype=np.int64)  # hands, those that depart, what they gain
        self._most: list[tuple[int, tuple[int, ...]]] = [(0, ())] * len(hands.way.rows)  # largest gain, and its hand
        self.ties = 0

    def add(self, chosen: _Chosen, settings: _Settings) -> None:
        row = self._set.row[chosen.kind]
        weights = chosen.classes.weights * np.int64(chosen.classes.joker_ways)
        departs = chosen.choice != settings.house[chosen.kind]
        self.ties += int(weights[chosen.tie > 0].sum())
        for line, values in enumerate((weights, weights * departs, weights * chosen.gain)):
            self._sums[line] += np.array(_sums(row, values, self._sums.shape[1]), dtype=np.int64)
        gains = np.zeros(256, dtype=np.int32)
        np.maximum.at(gains, row, chosen.gain)
        for index in range(len(self._most)):
            if gains[index] > self._most[index][0]:
                example = int(np.flatnonzero((row == index) & (chosen.gain == gains[index]))[0])
                self._most[index] = (int(gains[index]), chosen.cards(self._set.deck, example))

    def rows(self) -> tuple[Departures, ...]:
        return tuple(
            Departures(int(hands), int(departs), int(gain), example or None)
            for (hands, departs, gain), (_, example) in zip(self._sums.T, self._most, strict=True)
        )


# --- two house ways --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Difference:
    """Hands that two house ways set differently, by the rows that decide them; an example of each."""

    rows: tuple[int, int]
    hands: int
    example: tuple[int, ...]


def compare_ways(one: SetHands, other: SetHands) -> tuple[Difference, ...]:
    """Where two house ways differ on the same deck, most hands first."""
    if one.deck != other.deck or one.ranking != other.ranking:
        raise CardError("house ways can be compared on the same deck and with the same ranking only")
    differs = ((one.back != other.back) | (one.front != other.front)) & (one.kinds.hands > 0)
    found = []
    for pair in sorted({(int(a), int(b)) for a, b in zip(one.row[differs], other.row[differs], strict=True)}):
        which = np.flatnonzero(differs & (one.row == pair[0]) & (other.row == pair[1]))
        most = which[int(one.kinds.hands[which].argmax())]
        found.append(Difference(pair, int(one.kinds.hands[which].sum()), one.kinds.cards(int(most))))
    return tuple(sorted(found, key=lambda difference: -difference.hands))
