"""Wagers made together on one deal: the joint distribution of their results, and the moments of any stakes.

A showdown after a discard is joined with wagers whose lines look at the cards as dealt, at those with the card drawn,
or at the dealer's cards (analyzer.game.joining). For the first two the kernel tallies which lines each deal satisfies
together with how the showdown ended; a paytable for each wager then makes a distribution of vectors of net results.
What the dealer's cards are worth is not tallied but added up: the same keys, with the sum of it over their deals
(analyzer.pricing.joint_dealer), which is all that a covariance needs.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement, pairwise, product
from math import lcm
from operator import mul
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.decide import Choice
from analyzer.errors import CountError, SelectionError, TooLargeError
from analyzer.game.joining import Cards, cards_of, why_not_joined
from analyzer.game.lines import line_records
from analyzer.game.model import DrawWager, Game, Line, LinesWager, Paytable, Wager
from analyzer.kernels import joint as joint_kernel
from analyzer.pricing.draws import solver_of
from analyzer.pricing.joint_dealer import DealerWorth, dealer_worth, faced_worth, products_of
from analyzer.pricing.lines import paid_line
from analyzer.run.jobs import Run

PIECES = 16
WIN, TIE, LOSS, AUTOMATIC = range(4)
# Sums of deals in a kernel stay below this, so that 64-bit integers hold them.
MAX_SUM = 1 << 63

Bet = tuple[str, str]  # a wager and its paytable
Made = tuple[Wager, Paytable]
Asked = tuple[NDArray[np.void], bool, int]  # lines, whether they look at the best hand, its size


def bet_of(made: Made) -> Bet:
    return made[0].id, made[1].id


def satisfied(bits: int) -> list[int]:
    """The lines of a set."""
    return [line for line in range(bits.bit_length()) if bits >> line & 1]


# --- moments ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class JointMoments:
    """Means of the bets' net results, and of the product of any two of them."""

    deals: int
    means: Mapping[Bet, Fraction]
    products: Mapping[tuple[Bet, Bet], Fraction]

    def covariance(self, one: Bet, other: Bet) -> Fraction:
        return self.products[one, other] - self.means[one] * self.means[other]

    def checked(self, evs: Mapping[Bet, Fraction | None]) -> JointMoments:
        """The moments, if each wager has the mean that it has alone: then the joint mean is the sum of the means."""
        for bet, mean in self.means.items():
            if mean != evs[bet]:
                name = " ".join(bet)
                raise CountError(f"{name}: the mean of the joint results is {mean}, of the wager alone {evs[bet]}")
        return self

    def result(self, bets: Sequence[Bet], stakes: Sequence[Fraction], staked: Fraction | None = None) -> dict[str, Any]:
        """Expected net result of all stakes together, and its variance; the house edge of what is staked, if it is."""
        total = sum(stakes, Fraction(0)) if staked is None else staked
        pairs = list(zip(bets, stakes, strict=True))
        ev = sum((stake * self.means[bet] for bet, stake in pairs), Fraction(0))
        variance = sum(
            (one_stake * other_stake * self.covariance(one, other))
            for one, one_stake in pairs
            for other, other_stake in pairs
        )
        return {
            "wagers": [wager for wager, _ in bets],
            "paytables": [paytable for _, paytable in bets],
            "stakes": [str(stake) for stake in stakes],
            "deals": str(self.deals),
            "ev": str(ev),
            "house_edge": str(-ev / total) if total else None,
            "variance": str(variance),
        }


def joint_results(game: Game, run: Run, evs: Mapping[Bet, Fraction | None]) -> tuple[dict[str, Any], ...]:
    """Return and variance of each combination that the game names, for every paytable; `evs` of each bet alone."""
    known = {wager.id: wager for wager in game.wagers}
    moments = {bet: found.checked(evs) for bet, found in _moments_by_main(game, known, run)}
    results = []
    for group in game.joint:
        tables = ([(wager, paytable.id) for paytable in known[wager].paytables] for wager in group.wagers)
        results += [moments[bets[0]].result(bets, (Fraction(1),) * len(bets)) for bets in product(*tables)]
    return tuple(results)


def _moments_by_main(game: Game, known: Mapping[str, Wager], run: Run) -> Iterator[tuple[Bet, JointMoments]]:
    """For each showdown and each of its paytables: it decides the discards, so the other wagers depend on it."""
    for first in dict.fromkeys(group.wagers[0] for group in game.joint):
        named = dict.fromkeys(wager for group in game.joint if group.wagers[0] == first for wager in group.wagers[1:])
        sides = [(known[wager], paytable) for wager in named for paytable in known[wager].paytables]
        for paytable in known[first].paytables:
            yield (first, paytable.id), draw_moments(game, [(known[first], paytable), *sides], run)


def draw_moments(game: Game, made: Sequence[Made], run: Run) -> JointMoments:
    """Moments of one wager with a discard and of wagers on lines, in their order."""
    joined = _Joined(game, made, run)
    pairs = combinations_with_replacement(made, 2)
    products = {(bet_of(one), bet_of(other)): joined.product(one, other) for one, other in pairs}
    both_ways = products | {(other, one): value for (one, other), value in products.items()}
    return JointMoments(joined.deals, {bet: joined.mean(bet) for bet in map(bet_of, made)}, both_ways)


class _Joined:
    """The tally of a showdown with the lines on the player's cards, and what the dealer's cards add."""

    def __init__(self, game: Game, made: Sequence[Made], run: Run) -> None:
        ((main, main_pays),) = ((wager, pays) for wager, pays in made if isinstance(wager, DrawWager))
        self.tally = JointTally(game, main, main_pays, _line_wagers(main, made), run)
        self.deals = self.tally.deals
        self.own: dict[Bet, tuple[list[int], int]] = {}
        self.dealer: dict[Bet, DealerWorth] = {}
        self.added: dict[Bet, list[int]] = {}
        for wager, paytable in made:
            if isinstance(wager, LinesWager) and cards_of(main, wager) is Cards.DEALER:
                worth = dealer_worth(game, wager, paytable, run)
                self.dealer[wager.id, paytable.id] = worth
                self.added[wager.id, paytable.id] = self.tally.added(worth)
            else:
                self.own[wager.id, paytable.id] = _scaled(self.tally.nets(wager, paytable))
        self.game, self.run = game, run

    def mean(self, bet: Bet) -> Fraction:
        if bet not in self.dealer:
            nets, unit = self.own[bet]
            return Fraction(sum(map(mul, self.tally.counts, nets)), self.deals * unit)
        # From the tally, not from the count of the dealer's hands: so that the two are compared.
        return Fraction(sum(self.added[bet]), self.deals * self.dealer[bet].unit) - 1

    def product(self, one: Made, other: Made) -> Fraction:
        """The mean of the product; in integers, which is what makes it quick."""
        first, second = bet_of(one), bet_of(other)
        if first in self.dealer and second in self.dealer:
            return products_of(self.game, one, other, self.run)
        if first in self.dealer:
            first, second = second, first
        nets, unit = self.own[first]
        if second in self.dealer:
            total = sum(map(mul, self.added[second], nets))
            return Fraction(total, self.deals * unit * self.dealer[second].unit) - self.mean(first)
        others, other_unit = self.own[second]
        total = sum(map(mul, self.tally.counts, map(mul, nets, others)))
        return Fraction(total, self.deals * unit * other_unit)


def _line_wagers(main: DrawWager, made: Sequence[Made]) -> list[LinesWager]:
    """The wagers beside the showdown, each once; an error if one of them cannot be joined."""
    wagers = list(dict.fromkeys(wager for wager, _ in made if wager.id != main.id))
    for wager in wagers:
        if not isinstance(wager, LinesWager):
            raise SelectionError(f"{wager.id} cannot be joined with {main.id}: it is not a wager of kind 'lines'")
        if why := why_not_joined(main, wager):
            raise SelectionError(why)
        if wager.meter is not None:
            raise SelectionError(f"{wager.id} depends on its meter, so it has no joint result without one")
    return [wager for wager in wagers if isinstance(wager, LinesWager)]


def _scaled(values: Sequence[Fraction]) -> tuple[list[int], int]:
    """The values as integers over a common denominator."""
    denominator = lcm(*(value.denominator for value in values))
    return [int(value * denominator) for value in values], denominator


# --- the tally -------------------------------------------------------------------------------------------------------


class JointTally:
    """All deals of a showdown with a discard by how it ended and by the lines on the player's cards.

    A row has the lines that each wager satisfies (a tax has a column of its own), the line of the final hand, and the
    result; `counts` are the deals of each row.
    """

    def __init__(self, game: Game, main: DrawWager, paytable: Paytable, wagers: Sequence[LinesWager], run: Run) -> None:
        self.main, self.paytable, self.run = main, paytable, run
        self.solver = solver_of(game, main, run)
        self.columns = _Columns(main, wagers)
        self.deals = int(self.solver.hands.weights.sum(dtype=np.int64)) * self.solver.deals
        if self.deals >= MAX_SUM:
            raise TooLargeError(f"{self.deals} deals do not fit the 64 bits of a tally")
        self.rows, self.counts = self._tally()
        if sum(self.counts) != self.deals:
            raise CountError(f"joint results add up to {sum(self.counts)} deals, not {self.deals}")

    def nets(self, wager: Wager, paytable: Paytable) -> list[Fraction]:
        """Net result of the wager for each row."""
        if isinstance(wager, DrawWager):
            return [self._showdown_net(paytable, line, result) for *_, line, result in self.rows]
        assert isinstance(wager, LinesWager)
        column = self.columns.of[wager.id]
        sets = [row[column] for row in self.rows]
        nets = {bits: self._line_net(wager, paytable, bits) for bits in set(sets)}
        if wager.tax is None:
            return [nets[bits] for bits in sets]
        amounts, tax = [*wager.tax.amounts, Fraction(0)], self.columns.tax_of[wager.id]
        taxed = (min(satisfied(row[tax]), default=-1) for row in self.rows)
        return [nets[bits] - amounts[line] for bits, line in zip(sets, taxed, strict=True)]

    def _line_net(self, wager: LinesWager, paytable: Paytable, bits: int) -> Fraction:
        line = paid_line(satisfied(bits), paytable, wager.overlap)
        lost = Fraction(-1) if wager.tax is None else Fraction(0)
        return paytable.pays[line].amount if line >= 0 else lost

    def _showdown_net(self, paytable: Paytable, line: int, result: int) -> Fraction:
        pays = paytable.pays[line].amount
        automatic = pays if self.main.automatic_win_pays is None else self.main.automatic_win_pays
        return {WIN: pays, TIE: Fraction(0), LOSS: Fraction(-1), AUTOMATIC: automatic}[result]

    def added(self, worth: DealerWorth) -> list[int]:
        """For each row the sum of what the dealer's hands are worth over its deals, in units of 1/worth.unit.

        The worth is cut into digits so small that no sum in the kernels reaches 2^63; the digits' sums are put
        together in Python's integers.
        """
        sums: Counter[tuple[int, ...]] = Counter()
        for factor, digit in worth.digits((MAX_SUM - 1) // self.deals):
            rows, added = self._tally(digit)
            for row, number in zip(rows, added, strict=True):
                sums[row] += factor * number
        if unknown := sums.keys() - set(self.rows):
            raise CountError(f"the dealer's hands have {len(unknown)} results that no deal has")
        return [sums[row] for row in self.rows]

    def _tally(self, worth: DealerWorth | None = None) -> tuple[list[tuple[int, ...]], list[int]]:
        """Rows and numbers of deals; or rows and sums of the dealer's worth."""
        rules = self._rules() | ({} if worth is None else {"dealer": worth.rules()})
        kept = self.run.store.arrays("joint", rules, lambda: self._count(worth))
        return list(map(tuple, kept["rows"].tolist())), kept["counts"].tolist()

    def _rules(self) -> dict[str, Any]:
        game, solver = self.solver.game, self.solver
        asked = [*self.columns.dealt, *self.columns.drawn]
        return {
            "deck": [game.deck.ranks, game.deck.suits, game.deck.jokers],
            "ranking": game.ranking.kernel_arguments,
            "hands": [solver.wager.player.cards, solver.wager.dealer.cards],
            "discards": hashlib.sha256(self._discards.tobytes()).hexdigest(),
            "final": hashlib.sha256(self._lines_of_classes.tobytes()).hexdigest(),
            "dealt": len(self.columns.dealt),
            "lines": [[records.tobytes().hex(), best, size] for records, best, size in asked],
        }

    def _count(self, worth: DealerWorth | None) -> dict[str, NDArray[Any]]:
        faced = self.solver.faced if worth is None else faced_worth(self.solver, worth)
        total: Counter[tuple[int, ...]] = Counter()
        for piece in self._pieces(faced):
            total.update(piece)
        rows = sorted(total)
        columns = 2 + len(self.columns.dealt) + len(self.columns.drawn)
        return {
            "rows": np.array(rows, dtype=np.uint32).reshape(-1, columns),
            "counts": np.array([total[row] for row in rows], dtype=np.uint64),
        }

    def _pieces(self, faced: NDArray[Any]) -> Iterable[dict[tuple[int, ...], int]]:
        solver, deck = self.solver, self.solver.game.deck
        cards = solver.hands.class_cards
        suits = np.array(deck.suits, dtype=np.uint8)
        keys = joint_kernel.canonical_keys(cards, suits)
        order = np.argsort(keys)
        column_of_rank = np.zeros(13, dtype=np.uint8)
        column_of_rank[list(deck.ranks)] = np.arange(len(deck.ranks))
        weights = solver.hands.weights.astype(np.uint32)
        pack = np.array(deck.cards, dtype=np.uint8)
        sorted_keys, places = keys[order], order.astype(np.uint32)

        def work(start: int, stop: int) -> dict[tuple[int, ...], int]:
            return joint_kernel.tally_draws(
                cards, weights, self._discards, pack, suits, sorted_keys, places, faced, column_of_rank, solver.dealers,
                joint_kernel.Lines(self.columns.dealt, self.columns.drawn), self._lines_of_classes,
                solver.game.ranking.kernel_arguments, start, stop,
            )  # fmt: skip

        bounds = np.linspace(0, len(cards), PIECES + 1).astype(int)
        return self.run.pieces("joint results", work, [(int(start), int(stop)) for start, stop in pairwise(bounds)])

    @cached_property
    def _discards(self) -> NDArray[np.int8]:
        """Place of the discarded card in each class, -1 for none, -2 for an automatic win."""
        choice: Choice = self.solver.choices(self.paytable)
        discards = choice.best.astype(np.int8)
        discards[choice.best == self.main.player.cards] = -1
        discards[self.solver.automatic] = -2
        return discards

    @cached_property
    def _lines_of_classes(self) -> NDArray[np.uint8]:
        """The line of the showdown's paytable that pays each class as a final hand."""
        paid = [paid_line(category.lines, self.paytable, self.main.overlap) for category in self.solver.categories]
        return np.array(paid, dtype=np.uint8)[self.solver.category_of]


class _Columns:
    """Which lines go into which column of a row: those asked of the cards as dealt first, then those with the draw."""

    def __init__(self, main: DrawWager, wagers: Sequence[LinesWager]) -> None:
        self.dealt: list[Asked] = []
        self.drawn: list[Asked] = []
        self.of: dict[str, int] = {}
        self.tax_of: dict[str, int] = {}
        for wager in wagers:
            if cards_of(main, wager) is Cards.DEALT:
                self.of[wager.id] = len(self.dealt)
                self.dealt.append(_asked(wager.lines, wager.uses == "best_ranked", wager.hand_size))
            if wager.tax is not None:
                self.tax_of[wager.id] = len(self.dealt)
                self.dealt.append(_asked(wager.tax.lines, True, wager.hand_size))
        for wager in wagers:
            if cards_of(main, wager) is Cards.DRAWN:
                self.of[wager.id] = len(self.dealt) + len(self.drawn)
                self.drawn.append(_asked(wager.lines, wager.uses == "best_ranked", wager.hand_size))
        if len(self.dealt) + len(self.drawn) > joint_kernel.MAX_LINE_SETS:
            raise SelectionError(f"more than {joint_kernel.MAX_LINE_SETS} wagers and taxes cannot be joined")


def _asked(lines: Sequence[Line], best: bool, size: int) -> Asked:
    return line_records([line.test for line in lines]), best, size
