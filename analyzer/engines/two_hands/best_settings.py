"""The best setting of every hand against a side that is set by the house way.

What a setting is worth is two numbers (`Payoff` in results.py), each of which is counted by ranks alone and
corrected suit by suit, as in analyzer.engines.two_hands.pairs. Where a win pays 1 and a copy is only not won, they are
the hands with a lower back and those with a lower front.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from analyzer.cards.deck import Deck
from analyzer.cards.suits import SuitClasses, suit_classes
from analyzer.engines.two_hands.kinds import HAND, SetKinds, cards_of
from analyzer.engines.two_hands.pairs import CUT_RANKS, PairCounts, Pairs, Queries, cuts, tally_pairs
from analyzer.engines.two_hands.results import COMPARED, COPY, EVEN_MONEY, HIGHER, Payoff
from analyzer.engines.two_hands.set_hands import SetHands, sums_by_index
from analyzer.engines.two_hands.settings import hand_settings
from analyzer.errors import CountError, TooLargeError
from analyzer.integers import Integers, holding
from analyzer.run.entries import Arrays
from analyzer.run.jobs import Run
from analyzer.run.store import Chunks
from analyzer.run.threads import Beside

if TYPE_CHECKING:
    from numpy.typing import NDArray

    # The two numbers of every setting by ranks alone, and what hands with a flush change in them.
    _Values = tuple[NDArray[np.int32], NDArray[np.int32]]

_CLASS_PARTS = 16
# Levels of the hands behind are numbers of 16 bits.
MAX_LEVELS = 2**16 - 1
# What choices.choose says of a tie: another setting has an equal value but beats other hands.
_DIFFERENT = 2


@dataclass(frozen=True)
class Departures:
    """Hands of one row of the house way: how many, how many are better set otherwise, and what that is worth.

    `gains` are the two numbers of `Payoff` above the house way's, added up over those hands and all hands of the other
    side; `example` is a hand where the net result gains most.
    """

    hands: int
    departs: int
    gains: tuple[int, int]
    example: tuple[int, ...] | None


@dataclass(frozen=True)
class BestSettings:
    """A side that sets each hand best against a side that is set by the house way.

    `rows` are parallel to the house way's rows. `ties` counts the hands of which two settings are best by the
    net result, of those that no other setting equals or beats in both hands; then the one with more wins is taken, then
    the house way's own.
    """

    pairs: PairCounts
    rows: tuple[Departures, ...]
    ties: int
    payoff: Payoff = EVEN_MONEY

    @property
    def departs(self) -> int:
        return sum(row.departs for row in self.rows)

    def gain_of(self, row: Departures) -> Fraction:
        """The sum, over the hands of a row and all hands of the other side, of net results above the house way's."""
        return self.payoff.sum_of(*row.gains)

    @property
    def gain(self) -> Fraction:
        return sum((self.gain_of(row) for row in self.rows), Fraction(0))


@dataclass(frozen=True)
class _Chosen:
    """The best settings of some suit classes; the columns of choices.choose, parallel to the classes."""

    classes: SuitClasses
    kind: NDArray[np.int32]
    choice: NDArray[np.uint8]
    gain: NDArray[np.int32]  # two columns
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

    def places(self, kinds: SetKinds) -> tuple[Any, ...]:
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


def best_settings(
    hands: SetHands,
    limit: int = 0,
    run: Run | None = None,
    kept: Chunks | None = None,
    payoff: Payoff = EVEN_MONEY,
    own: SetHands | None = None,
) -> BestSettings:
    """Every hand set as it does best against a hand of the remaining cards that is set as `hands` are.

    `own` are the hands as this side's house way would set them, if it is another one. `kept` has the pieces that were
    counted before.
    """
    search = _Search(hands.checked(), (own or hands).checked(), payoff)
    return search.best(limit, run or Run(), kept or Chunks())


@dataclass(frozen=True, eq=False)
class _Search:
    """Hands of the other side, one's own as the house way sets them, and what a setting is chosen by."""

    hands: SetHands
    own: SetHands
    payoff: Payoff

    @property
    def weights(self) -> tuple[int, int] | None:
        """What choices.choose takes."""
        weights = self.payoff.weights
        if max(map(abs, weights)) >= 1 << 63:
            raise TooLargeError(f"a win pays {self.payoff.win}: numerator and denominator must have 63 bits at most")
        return None if self.payoff.is_separable else weights

    @cached_property
    def settings(self) -> _Settings:
        """A setting that another one beats in both hands is never the best, unless a copy can be worse than a loss."""
        from analyzer.kernels import settings as kernel

        kinds, own = self.hands.kinds, self.own
        first, back, front, house = kernel.all_settings(
            kinds.sets,
            kinds.jokers,
            self.hands.ranking.kernel_arguments,
            own.back,
            own.front,
            self.payoff.copies_lose,
        )
        sizes = np.diff(first) * np.diff(kinds.holdings.first)
        return _Settings(first, back, front, house, np.concatenate(([0], np.cumsum(sizes))))

    def best(self, limit: int, run: Run, kept: Chunks) -> BestSettings:
        hands, settings = self.hands, self.settings
        # Values, their pieces and weights, for each setting of each holding; the holdings as in a count of pairs.
        need = 30 * int(settings.values_first[-1]) + 60 * len(hands.kinds.holdings.ranks)
        run = run.fitting("choosing the best settings", need, 32 << 20)
        # Two sweeps over one large table each: a thread makes them while the others count holdings, or are prepared.
        beside = Beside(run.jobs, [self.plain_values])
        suited = self.suited_values(run, kept)
        values = beside.take(0), suited
        setting_weight = np.zeros(len(settings.back), dtype=np.int64)
        value_weight = np.zeros(len(values[1]), dtype=np.int32)
        report = _Report(self.own, self.payoff)
        self._choose(values, run, kept, setting_weight, value_weight, report)
        queries = _chosen(hands, settings, setting_weight, value_weight)
        pairs = tally_pairs(Pairs(hands, queries), limit, run, kept)
        result = BestSettings(replace(pairs, copies=self.payoff.copies), report.rows(), report.ties, self.payoff)
        self._check(result.pairs, setting_weight, value_weight, values)
        return result

    def _choose(
        self,
        values: _Values,
        run: Run,
        kept: Chunks,
        setting_weight: NDArray[np.int64],
        value_weight: NDArray[np.int32],
        report: _Report,
    ) -> None:
        """The best setting of every class, added to the weights and to the report."""
        from analyzer.kernels import best_settings

        deck, settings, weights = self.hands.deck, self.settings, self.weights
        places = settings.places(self.hands.kinds)

        def piece(jokers: int, part: int) -> Arrays:
            classes = suit_classes(deck, HAND, jokers, part, _CLASS_PARTS)
            arrays = best_settings.choose(classes.sets, jokers, places, settings.house, *values, weights)
            chosen = _Chosen(classes, *arrays)
            for index in np.flatnonzero(chosen.tie == _DIFFERENT):
                chosen.choice[index] = self._untie(chosen.cards(deck, int(index)), int(chosen.kind[index]))
            return {"kind": chosen.kind, "choice": chosen.choice, "gain": chosen.gain, "tie": chosen.tie}

        pieces = [(jokers, part) for jokers in range(deck.jokers + 1) for part in range(_CLASS_PARTS)]
        adding = Lock()

        def add(number: int, chosen: dict[str, NDArray[Any]]) -> None:
            jokers, part = pieces[number]
            classes = suit_classes(deck, HAND, jokers, part, _CLASS_PARTS)
            ways = classes.weights, jokers, classes.joker_ways
            with adding:
                best_settings.weigh(classes.sets, *ways, places, chosen["choice"], setting_weight, value_weight)
            report.add(_Chosen(classes, **chosen), settings)

        run.chunks("best settings", kept.of_stage("choices"), piece, pieces, add)

    def _untie(self, cards: tuple[int, ...], kind: int) -> int:
        """Which of the kind's settings is best for this hand, counted in full."""
        settings = self.settings
        best = hand_settings(self.hands, cards, self.payoff, self.own.way)[0]
        first, last = settings.first[kind], settings.first[kind + 1]
        same = (settings.back[first:last] == best.back) & (settings.front[first:last] == best.front)
        return int(np.flatnonzero(same)[0])

    def _check(
        self,
        pairs: PairCounts,
        setting_weight: NDArray[np.int64],
        value_weight: NDArray[np.int32],
        values: _Values,
    ) -> None:
        """What the settings were chosen by must be what is counted over both hands at once."""
        chosen = np.flatnonzero(value_weight)
        held = value_weight[chosen].astype(np.int64)
        plain, suited = (array.astype(np.int64) for array in (values[0], values[1][chosen]))
        first, second = (int(setting_weight @ plain[:, place]) + int(held @ suited[:, place]) for place in (0, 1))
        either = pairs.count([HIGHER], COMPARED) + pairs.count(COMPARED, [HIGHER])
        one_copy = pairs.count([HIGHER], [COPY]) + pairs.count([COPY], [HIGHER])
        if self.payoff.is_separable:
            counted, expected = [first + second], [either]
        else:
            counted, expected = [first, second], [either - self.payoff.copies_lose * one_copy, pairs.win]
        if counted != expected:
            raise CountError(f"the best settings are {counted} by the settings chosen, {expected} by pairs of hands")

    # --- values ---

    def plain_values(self) -> NDArray[np.int32]:
        """For each setting its two numbers, if every hand is set by its ranks alone."""
        from analyzer.kernels import choices

        hands, settings = self.hands, self.settings
        kinds, plain = hands.kinds, hands.kinds.plain
        row = np.repeat(kinds.row, np.diff(settings.first))
        fronts = choices.plain_fronts(hands.subsets, kinds.counts.size, hands.front[:plain])
        values = np.empty((len(row), 2), dtype=np.int32)
        values[:, 1] = fronts[row, settings.front]
        order = np.argsort(settings.back, kind="stable")
        counted = hands.subsets, kinds.counts.size, hands.plain_order, hands.back[:plain]
        values[order, 0] = choices.plain_backs(*counted, row[order], settings.back[order])
        if self.payoff.is_separable:
            return values
        joint = choices.plain_joint(
            *counted, hands.front[:plain], row[order], settings.back[order], settings.front[order]
        )
        values[order, 0] += values[order, 1] - self.payoff.copies_lose * joint[:, 1]
        values[order, 1] = joint[:, 0]
        return values

    def suited_values(self, run: Run, kept: Chunks) -> NDArray[np.int32]:
        """For each holding and setting: what the hands with a flush in that suit change in its two numbers."""
        from analyzer.kernels import choices

        hands, settings = self.hands, self.settings
        kinds, holdings = hands.kinds, hands.kinds.holdings
        backs = np.unique(hands.events["back"])
        if len(backs) > MAX_LEVELS:
            raise CountError(
                f"{len(backs)} different hands behind have a flush, where at most {MAX_LEVELS} can be told apart"
            )
        events = hands.events.copy()
        events["back"] = np.searchsorted(backs, events["back"])
        level = np.searchsorted(backs, settings.back).astype(np.uint16)
        copied = np.zeros(0 if self.payoff.is_separable else len(level), dtype=np.uint8)
        if len(copied):
            copied[:] = np.isin(settings.back, backs)
        kind = np.repeat(np.arange(len(kinds.hands), dtype=np.int32), np.diff(holdings.first))
        sizes = np.diff(settings.first)
        value = settings.values_first[kind] + (np.arange(len(kind)) - holdings.first[kind]) * sizes[kind]
        held = np.flatnonzero(holdings.pairs)
        order = held[np.argsort(holdings.ranks[held], kind="stable")]
        first = np.searchsorted(holdings.ranks[order], np.arange((1 << 13) + 1)).astype(np.int64)
        most = int(np.diff(np.concatenate(([0], np.cumsum(sizes[kind[order]])))[first]).max(initial=1))
        values = np.zeros((int(settings.values_first[-1]), 2), dtype=np.int32)
        arguments = (
            *(kinds.row, settings.first, level, settings.front, copied, self.payoff.copies_lose),
            *(first, kind[order], value[order], most),
        )

        # Which piece computes each value: holdings are cut by their lowest ranks.
        cut = np.repeat(holdings.ranks.astype(np.uint8) & np.uint8((1 << CUT_RANKS) - 1), sizes[kind])
        pieces = cuts(hands.deck)
        counted: set[int] = set()

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
            counted.add(start)
            return {"values": values.take(np.flatnonzero(cut == start), axis=0)}

        def put(number: int, piece: Arrays) -> None:
            (start,) = pieces[number]
            if start not in counted:  # else its values are where they belong
                values[np.flatnonzero(cut == start)] = piece["values"]

        run.chunks("values of settings", kept.of_stage("values"), piece, pieces, put)
        return values


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
    """Departures from the house way, collected by row; threads may add at the same time."""

    def __init__(self, own: SetHands, payoff: Payoff) -> None:
        self._set, self._payoff = own, payoff
        rows = len(own.way.rows)
        self._sums = np.zeros((4, rows), dtype=np.int64)  # hands, those that depart, what their two numbers gain
        self._most: list[tuple[int, tuple[int, ...]]] = [(0, ())] * rows  # largest gain, and its hand
        self._adding = Lock()
        self.ties = 0

    def add(self, chosen: _Chosen, settings: _Settings) -> None:
        row = self._set.row[chosen.kind]
        weights = chosen.classes.weights * np.int64(chosen.classes.joker_ways)
        departs = chosen.choice != settings.house[chosen.kind]
        ties = int(weights[chosen.tie > 0].sum())
        columns = (weights, weights * departs, *(weights * gain for gain in chosen.gain.T.astype(np.int64)))
        sums = np.array([sums_by_index(row, values, self._sums.shape[1]) for values in columns], dtype=np.int64)
        gains = self._gains(chosen.gain)
        of_row = [np.flatnonzero(row == index) for index in range(len(self._most))]
        best_of_row = [int(gains[own].max(initial=0)) for own in of_row]
        with self._adding:
            self.ties += ties
            self._sums += sums
            for index, (own, best) in enumerate(zip(of_row, best_of_row, strict=True)):
                most, example = self._most[index]
                if best and best >= most:
                    # Of several hands the one with the lowest cards: pieces come in any order.
                    hands = [chosen.cards(self._set.deck, int(place)) for place in own[gains[own] == best]]
                    self._most[index] = (best, min([*hands, *([example] if best == most else [])]))

    def _gains(self, gain: NDArray[np.int32]) -> Integers:
        """What each class gains, in units of the pay."""
        unit, win_weight = self._payoff.weights
        bound = (abs(unit) + abs(win_weight)) * (1 << 31)
        first, second = (holding(bound, column.astype(np.int64)) for column in gain.T)
        gains: Integers = first * unit + second * win_weight
        return gains

    def rows(self) -> tuple[Departures, ...]:
        return tuple(
            Departures(int(hands), int(departs), (int(first), int(second)), example or None)
            for (hands, departs, first, second), (_, example) in zip(self._sums.T, self._most, strict=True)
        )
