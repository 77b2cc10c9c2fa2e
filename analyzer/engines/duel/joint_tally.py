"""All deals of a showdown after a discard, by how it ended and by the lines that other wagers look at.

Lines on the player's cards, as dealt or with the card drawn, are tallied by the kernel together with how the showdown
ended. What the dealer's cards are worth is not tallied but added up: the same rows, with the sum of it over their deals
(joint_dealer), which is all that a covariance needs.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.decide import BestChoice
from analyzer.engines.duel.discard import DrawSolver
from analyzer.engines.duel.joint_dealer import DealerWorth, faced_worth
from analyzer.engines.paid_lines import paid_line
from analyzer.errors import CountError, SelectionError, TooLargeError
from analyzer.game.joining import WagerCards, cards_of
from analyzer.game.lines import line_records
from analyzer.game.model import Line, Paytable
from analyzer.game.wagers.draw import DrawWager
from analyzer.game.wagers.lines import LinesWager
from analyzer.kernels import joint as joint_kernel

PIECES = 16
# Results of the showdown, as the kernel writes them.
WIN, TIE, LOSS, AUTOMATIC = range(4)
# Sums of deals in a kernel stay below this, so that 64-bit integers hold them.
MAX_SUM = 1 << 63

Asked = tuple[NDArray[np.void], bool, int]  # lines, whether they look at the best hand, its size


class JointTally:
    """All deals of a showdown with a discard by how it ended and by the lines on the player's cards.

    A row has the lines that each wager satisfies (a tax has a column of its own), the line of the final hand, and the
    result; `counts` are the deals of each row.
    """

    def __init__(self, solver: DrawSolver, paytable: Paytable, wagers: Sequence[LinesWager]) -> None:
        self.solver, self.paytable = solver, paytable
        self.main, self.run = solver.wager, solver.run
        self.columns = _Columns(self.main, wagers)
        self.deals = int(self.solver.hands.weights.sum(dtype=np.int64)) * self.solver.deals
        if self.deals >= MAX_SUM:
            raise TooLargeError(f"{self.deals} deals do not fit the 64 bits of a tally")
        self.rows, self.counts = self._tally()
        if sum(self.counts) != self.deals:
            raise CountError(f"joint results add up to {sum(self.counts)} deals, not {self.deals}")

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
        choice: BestChoice = self.solver.choices(self.paytable)
        discards = choice.best.astype(np.int8)
        discards[choice.best == self.main.player.cards] = -1
        discards[self.solver.wins_at_once(choice.best)] = -2
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
            if cards_of(main, wager) is WagerCards.DEALT:
                self.of[wager.id] = len(self.dealt)
                self.dealt.append(_asked(wager.lines, wager.uses == "best_ranked", wager.hand_size))
            if wager.tax is not None and wager.tax.before_last:
                self.tax_of[wager.id] = len(self.dealt)
                self.dealt.append(_asked(wager.tax.lines, True, wager.hand_size))
        for wager in wagers:
            if cards_of(main, wager) is WagerCards.DRAWN:
                self.of[wager.id] = len(self.dealt) + len(self.drawn)
                self.drawn.append(_asked(wager.lines, wager.uses == "best_ranked", wager.hand_size))
            if wager.tax is not None and not wager.tax.before_last:
                self.tax_of[wager.id] = len(self.dealt) + len(self.drawn)
                self.drawn.append(_asked(wager.tax.lines, True, wager.hand_size))
        if len(self.dealt) + len(self.drawn) > joint_kernel.MAX_LINE_SETS:
            raise SelectionError(f"more than {joint_kernel.MAX_LINE_SETS} wagers and taxes cannot be joined")


def _asked(lines: Sequence[Line], best: bool, size: int) -> Asked:
    return line_records([line.test for line in lines]), best, size
