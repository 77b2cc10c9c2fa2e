"""Wagers made together on one deal: the joint distribution of their results, and the moments of any stakes.

A showdown after a discard is joined with wagers whose lines look at the cards as dealt or at those with the card drawn.
The kernel tallies which lines each deal satisfies together with how the showdown ended; a paytable for each wager then
makes a distribution of vectors of net results.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise, product
from math import lcm, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.decisions import Choice
from analyzer.draws import DrawSolver, solver_of
from analyzer.errors import CountError, SelectionError
from analyzer.game import DrawWager, Game, LinesWager, Paytable, Wager
from analyzer.kernels import joint as joint_kernel
from analyzer.paytables import paid_line
from analyzer.run import Run
from analyzer.vocabulary import line_records

PIECES = 16
# Bits of a key, as the kernel writes it: lines of the cards as dealt, of the cards with the draw (best, held), result.
LINE_BITS, RESULT_SHIFT = 20, 60
WIN, TIE, LOSS, AUTOMATIC = range(4)


@dataclass(frozen=True)
class Place:
    """Where a wager's lines stand in a key."""

    shift: int
    first: int
    count: int

    def satisfied(self, key: int) -> list[int]:
        bits = key >> (self.shift + self.first) & ((1 << self.count) - 1)
        return [line for line in range(self.count) if bits >> line & 1]


@dataclass(frozen=True)
class JointCounts:
    """Deals by key, and where each wager's lines are in it. A tax has a place of its own."""

    main: DrawWager
    deals: int
    counts: Mapping[int, int]
    places: Mapping[str, Place]

    def nets(self, wager: Wager, paytable: Paytable) -> list[Fraction]:
        """Net result of the wager for each key, in the order of `counts`."""
        if isinstance(wager, DrawWager):
            return [self._showdown_net(paytable, key >> RESULT_SHIFT) for key in self.counts]
        if isinstance(wager, LinesWager):
            return [self._line_net(wager, paytable, key) for key in self.counts]
        raise SelectionError(f"{wager.id} cannot be joined with others")

    def _line_net(self, wager: LinesWager, paytable: Paytable, key: int) -> Fraction:
        line = paid_line(self.places[wager.id].satisfied(key), paytable, wager.overlap)
        if wager.tax is None:
            return paytable.pays[line].amount if line >= 0 else Fraction(-1)
        taxed = min(self.places[_tax_of(wager)].satisfied(key), default=-1)
        prize = paytable.pays[line].amount if line >= 0 else Fraction(0)
        return prize - (wager.tax.amounts[taxed] if taxed >= 0 else Fraction(0))

    def _showdown_net(self, paytable: Paytable, result: int) -> Fraction:
        """All wins of the showdown pay alike: the final hand is not in the key."""
        wins = paytable.pays[0].amount
        automatic = wins if self.main.automatic_win_pays is None else self.main.automatic_win_pays
        return {WIN: wins, TIE: Fraction(0), LOSS: Fraction(-1), AUTOMATIC: automatic}[result]


Bet = tuple[str, str]  # a wager and its paytable


@dataclass(frozen=True)
class JointMoments:
    """Means of the bets' net results, and of the product of any two of them."""

    deals: int
    means: Mapping[Bet, Fraction]
    products: Mapping[tuple[Bet, Bet], Fraction]

    def covariance(self, one: Bet, other: Bet) -> Fraction:
        return self.products[one, other] - self.means[one] * self.means[other]

    def result(self, bets: Sequence[Bet], stakes: Sequence[Fraction]) -> dict[str, Any]:
        """Expected net result of all stakes together, and its variance."""
        staked = list(zip(bets, stakes, strict=True))
        ev = sum((stake * self.means[bet] for bet, stake in staked), Fraction(0))
        variance = sum(
            (one_stake * other_stake * self.covariance(one, other))
            for one, one_stake in staked
            for other, other_stake in staked
        )
        return {
            "wagers": [wager for wager, _ in bets],
            "paytables": [paytable for _, paytable in bets],
            "stakes": [str(stake) for stake in stakes],
            "deals": str(self.deals),
            "ev": str(ev),
            "house_edge": str(-ev / sum(stakes)),
            "variance": str(variance),
        }


def joint_results(game: Game, run: Run) -> tuple[dict[str, Any], ...]:
    """Return and variance of each combination that the game names, for every paytable."""
    if not game.joint:
        return ()
    moments = joint_moments(game, run)
    known = {wager.id: wager for wager in game.wagers}
    found = []
    for group in game.joint:
        tables = ([(wager, paytable.id) for paytable in known[wager].paytables] for wager in group.wagers)
        found += [moments.result(bets, (Fraction(1),) * len(bets)) for bets in product(*tables)]
    return tuple(found)


def joint_moments(game: Game, run: Run) -> JointMoments:
    """Moments of all wagers that the game names together, from one tally of all deals."""
    named = dict.fromkeys(wager for group in game.joint for wager in group.wagers)
    wagers = [wager for wager in game.wagers if wager.id in named]
    counts = joint_counts(game, wagers, run)
    nets = {(wager.id, paytable.id): counts.nets(wager, paytable) for wager in wagers for paytable in wager.paytables}
    weights = list(counts.counts.values())
    scaled = {bet: _scaled(values) for bet, values in nets.items()}

    def mean(*bets: Bet) -> Fraction:
        """Mean of the bet's net result, or of the product of two: in integers, which is what makes it quick."""
        total = sum(map(prod, zip(weights, *(scaled[bet][0] for bet in bets), strict=True)))
        return Fraction(total, counts.deals * prod(scaled[bet][1] for bet in bets))

    products = {pair: mean(*pair) for pair in combinations_with_replacement(nets, 2)}
    both_ways = products | {(other, one): value for (one, other), value in products.items()}
    return JointMoments(counts.deals, {bet: mean(bet) for bet in nets}, both_ways)


def _scaled(values: Sequence[Fraction]) -> tuple[list[int], int]:
    """The values as integers over a common denominator."""
    denominator = lcm(*(value.denominator for value in values))
    return [int(value * denominator) for value in values], denominator


def joint_counts(game: Game, wagers: Sequence[Wager], run: Run) -> JointCounts:
    """Tally one wager with a discard together with wagers on lines."""
    mains = [wager for wager in wagers if isinstance(wager, DrawWager)]
    if len(mains) != 1 or len(mains[0].lines) != 1 or len(mains[0].paytables) != 1:
        raise SelectionError("joint wagers must include exactly one showdown, and it must pay all wins alike")
    (main,) = mains
    solver = solver_of(game, main, run)
    layout = _Layout(main, [wager for wager in wagers if isinstance(wager, LinesWager)])
    counts = _tally(solver, solver.choices(main.paytables[0]), layout, run)
    deals = int(solver.hands.weights.sum(dtype=np.int64)) * solver.deals
    if sum(counts.values()) != deals:
        raise CountError(f"joint results add up to {sum(counts.values())} deals, not {deals}")
    return JointCounts(main, deals, counts, layout.places)


def _tax_of(wager: LinesWager) -> str:
    return f"{wager.id} tax"


class _Layout:
    """Which lines go into which part of the key."""

    def __init__(self, main: DrawWager, wagers: Sequence[LinesWager]) -> None:
        self.tests: dict[int, list[Any]] = {0: [], LINE_BITS: [], 2 * LINE_BITS: []}
        self.places: dict[str, Place] = {}
        for wager in wagers:
            before = wager.seats == (main.player.name,)
            if before and wager.uses != "best_ranked":
                raise SelectionError(
                    f"{wager.id} cannot be joined: its lines on the cards as dealt are not best_ranked"
                )
            self._add(
                wager.id, 0 if before else LINE_BITS if wager.uses == "best_ranked" else 2 * LINE_BITS, wager.lines
            )
            if wager.tax is not None:
                self._add(_tax_of(wager), 0, wager.tax.lines)

    def _add(self, name: str, shift: int, lines: Sequence[Any]) -> None:
        tests = self.tests[shift]
        self.places[name] = Place(shift, len(tests), len(lines))
        tests += [line.test for line in lines]
        if len(tests) > joint_kernel.MOST_LINES or any(test.one_colour for test in tests):
            raise SelectionError(
                f"{name} cannot be joined: more than {joint_kernel.MOST_LINES} lines, or lines on colour"
            )

    def records(self) -> list[NDArray[np.void]]:
        return [line_records(tests) for tests in self.tests.values()]


def _tally(solver: DrawSolver, choice: Choice, layout: _Layout, run: Run) -> dict[int, int]:
    discards = _discards(solver, choice)
    records = layout.records()
    deck = solver.game.deck
    rules = {
        "deck": [deck.ranks, deck.suits, deck.jokers],
        "ranking": solver.game.ranking.kernel_arguments,
        "hands": [solver.wager.player.cards, solver.wager.dealer.cards],
        "discards": hashlib.sha256(discards.tobytes()).hexdigest(),
        "lines": [record.tobytes().hex() for record in records],
    }

    def count() -> dict[str, NDArray[Any]]:
        total: Counter[int] = Counter()
        for found in _pieces(solver, discards, records, run):
            total.update(found)
        keys = sorted(total)
        return {
            "keys": np.array(keys, dtype=np.uint64),
            "counts": np.array([total[key] for key in keys], dtype=np.uint64),
        }

    kept = run.store.arrays("joint", rules, count)
    return {int(key): int(number) for key, number in zip(kept["keys"], kept["counts"], strict=True)}


def _pieces(
    solver: DrawSolver, discards: NDArray[np.int8], records: Sequence[NDArray[np.void]], run: Run
) -> Iterator[dict[int, int]]:
    hands, deck = solver.hands, solver.game.deck
    cards = hands.class_cards
    keys = joint_kernel.canonical_keys(cards)
    order = np.argsort(keys)
    column_of_rank = np.zeros(13, dtype=np.uint8)
    column_of_rank[list(deck.ranks)] = np.arange(len(deck.ranks))
    bounds = np.linspace(0, len(cards), PIECES + 1).astype(int)
    faced = solver.faced  # before threads ask for it
    dealt, drawn_best, drawn_held = records

    def work(start: int, stop: int) -> dict[int, int]:
        return joint_kernel.tally_draws(
            cards,
            hands.weights.astype(np.uint32),
            discards,
            np.array(deck.cards, dtype=np.uint8),
            len(deck.suits),
            keys[order],
            order.astype(np.uint32),
            faced,
            column_of_rank,
            solver.dealers,
            dealt,
            drawn_best,
            drawn_held,
            solver.wager.hand_size,
            *solver.game.ranking.kernel_arguments,
            start,
            stop,
        )

    pieces = [(int(start), int(stop)) for start, stop in pairwise(bounds)]
    yield from run.pieces("joint results", work, pieces)


def _discards(solver: DrawSolver, choice: Choice) -> NDArray[np.int8]:
    """Place of the discarded card in each class, -1 for none, -2 for an automatic win."""
    discards = choice.best.astype(np.int8)
    discards[choice.best == solver.wager.player.cards] = -1
    discards[solver.automatic] = -2
    return discards
