"""The best setting of every hand against a side that is set by the house way.

Wins less losses of a setting are the hands with a lower back and those with a lower front, less all hands: two numbers,
each of which is counted by ranks alone and corrected suit by suit, as in analyzer.engines.two_hands.pairs.
"""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from analyzer.cards.deck import Deck
from analyzer.cards.suits import SuitClasses, suit_classes
from analyzer.engines.two_hands.kinds import HAND, Kinds, cards_of
from analyzer.engines.two_hands.pairs import CUT_RANKS, PairCounts, Pairs, Queries, cuts, tally_pairs
from analyzer.engines.two_hands.set_hands import SetHands, sums_by_index
from analyzer.engines.two_hands.settings import hand_settings
from analyzer.errors import CountError
from analyzer.run.entries import Arrays
from analyzer.run.jobs import Run
from analyzer.run.store import Chunks

if TYPE_CHECKING:
    from numpy.typing import NDArray


_CLASS_PARTS = 16
# Levels of the hands behind are numbers of 16 bits.
MAX_LEVELS = 2**16 - 1
# What choices.choose says of a tie: another setting has an equal value but beats other hands.
_DIFFERENT = 2


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

    def add(number: int, chosen: dict[str, NDArray[Any]]) -> None:
        jokers, part = pieces[number]
        classes = suit_classes(hands.deck, HAND, jokers, part, _CLASS_PARTS)
        ways = classes.weights, jokers, classes.joker_ways
        with adding:
            choices.weigh(classes.sets, *ways, places, chosen["choice"], setting_weight, value_weight)
            report.add(_Chosen(classes, **chosen), settings)

    run.chunks("best settings", kept.of_stage("choices"), piece, pieces, add)
    queries = _chosen(hands, settings, setting_weight, value_weight)
    pairs = tally_pairs(Pairs(hands, queries), limit, run, kept, by_house_way=False)
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
    if len(backs) > MAX_LEVELS:
        raise CountError(
            f"{len(backs)} different hands behind have a flush, where at most {MAX_LEVELS} can be told apart"
        )
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
    cut = np.repeat(holdings.ranks.astype(np.uint8) & np.uint8((1 << CUT_RANKS) - 1), sizes[kind])
    pieces = cuts(hands.deck)

    def piece(start: int) -> Arrays:
        choices.suited_values(
            events,
            len(backs),
            kinds.counts.full,
            hands.joker_ways,
            *arguments,
            hands.deck.rank_set,
            start,
            CUT_RANKS,
            values,
        )
        return {"values": values[cut == start]}

    def put(number: int, piece: Arrays) -> None:
        values[cut == pieces[number][0]] = piece["values"]

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
) -> Queries:
    """The chosen settings with the hands that choose them, and the same by holding."""
    kinds, holdings = hands.kinds, hands.kinds.holdings
    used = np.flatnonzero(setting_weight)
    kind = np.searchsorted(settings.first, used, side="right") - 1
    held = np.flatnonzero(value_weight)
    held_kind = np.searchsorted(settings.values_first, held, side="right") - 1
    place, choice = np.divmod(held - settings.values_first[held_kind], np.diff(settings.first)[held_kind])
    setting = settings.first[held_kind] + choice
    return Queries(
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
            self._sums[line] += np.array(sums_by_index(row, values, self._sums.shape[1]), dtype=np.int64)
        gains = np.zeros(256, dtype=np.int32)
        np.maximum.at(gains, row, chosen.gain)
        for index, (most, example) in enumerate(self._most):
            if gains[index] and gains[index] >= most:
                # Of several hands the one with the lowest cards: pieces come in any order.
                equal = np.flatnonzero((row == index) & (chosen.gain == gains[index]))
                hands = [chosen.cards(self._set.deck, int(place)) for place in equal]
                self._most[index] = (int(gains[index]), min([*hands, *([example] if gains[index] == most else [])]))

    def rows(self) -> tuple[Departures, ...]:
        return tuple(
            Departures(int(hands), int(departs), int(gain), example or None)
            for (hands, departs, gain), (_, example) in zip(self._sums.T, self._most, strict=True)
        )
