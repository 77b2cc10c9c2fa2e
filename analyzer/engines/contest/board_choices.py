"""What each choice of one state of a game with community cards is worth, without the rest of the game.

With three or more community cards turned, all boards that may come are listed, and every pair of the dealer is valued
beside each: a second way that shares nothing with the sums over boards but the order of hands. With fewer the sums are
used; they are kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.colex import colex_index
from analyzer.engines.bets import Bets, Path
from analyzer.engines.contest.board_backwards import decide_backwards
from analyzer.engines.contest.board_game import BoardGame
from analyzer.engines.contest.board_sets import MAX_COMMUNITY
from analyzer.engines.contest.inputs import Board
from analyzer.errors import SelectionError
from analyzer.kernels import board as kernel
from analyzer.run.entries import Arrays
from analyzer.run.jobs import Run

Values = list[tuple[int, Fraction]]
# With fewer cards turned there are too many boards to list, and few sets to keep sums of.
LISTED_FROM = 3


def board_choices(board: Board, bets: Bets, own: Sequence[int], turned: Sequence[int], path: Path, run: Run) -> Values:
    """The choices offered, by number, and what the whole round is then worth, in the order in which they are listed."""
    game = BoardGame(board, bets)
    game.check()
    _check_state(game, own, turned, path)
    pair = colex_index(own)
    if len(turned) < min(LISTED_FROM, board.community):
        values = _Summed(game, run).values(pair, turned, path)
    else:
        values = _Listed(game, (min(own), max(own)), tuple(turned)).values(path, frozenset(turned))
    return [(choice, value) for choice, value in values if _is_offered(bets, path, choice, pair)]


def _is_offered(bets: Bets, path: Path, choice: int, pair: int) -> bool:
    offered = bets.offered_on(path, choice)
    return offered is None or bool(offered[pair])


def _check_state(game: BoardGame, own: Sequence[int], turned: Sequence[int], path: Path) -> None:
    board = game.board
    if path not in game.bets.paths():
        raise SelectionError(f"no decision follows {path}")
    if len(own) != 2 or len(turned) != board.seen[len(path)]:
        raise SelectionError(f"a decision after {path} needs 2 own cards and {board.seen[len(path)]} community cards")
    known = [] if board.known is None else [board.known.position]
    cards = {*own, *turned, *known}
    if len(cards) < len(own) + len(turned) + len(known) or not cards <= set(range(board.deck.size)):
        raise SelectionError(f"{[*own, *turned, *known]} must be different positions from 0 to {board.deck.size - 1}")


@dataclass(frozen=True, eq=False)
class _Listed:
    """All boards with the cards turned, for one pair."""

    game: BoardGame
    own: tuple[int, int]
    turned: tuple[int, ...]

    @property
    def unknown(self) -> list[int]:
        """All positions but that of a known card."""
        board = self.game.board
        return [card for card in range(board.deck.size) if board.known is None or card != board.known.position]

    @cached_property
    def boards(self) -> NDArray[np.uint8]:
        """Rows of positions, ascending as far as they are used."""
        board = self.game.board
        left = [card for card in self.unknown if card not in self.own and card not in self.turned]
        more = list(combinations(left, board.community - len(self.turned)))
        rows = np.zeros((len(more), MAX_COMMUNITY), dtype=np.uint8)
        for row, cards in zip(rows, more, strict=True):
            row[: board.community] = sorted((*self.turned, *cards))
        return rows

    @cached_property
    def has(self) -> NDArray[np.bool_]:
        """[position, board]."""
        used = self.boards[:, : self.game.board.community]
        return np.array([(used == card).any(axis=1) for card in range(self.game.board.deck.size)])

    @cached_property
    def counts(self) -> NDArray[np.int64]:
        """[board, event] over all pairs of the dealer."""
        board = self.game.board
        kinds, counts = kernel.against_all(self.game.boards, *self.own, self.boards)
        own_kind = int(board.own_kinds[colex_index(self.own)])
        events = np.zeros((len(kinds), board.events.player_kinds, counts[0].size), dtype=np.int64)
        events[np.arange(len(kinds)), own_kind * board.hand_kinds + kinds] = counts.reshape(len(kinds), -1)
        return events.reshape(len(kinds), -1)

    @cached_property
    def ended(self) -> dict[Path, NDArray[np.int64]]:
        """[board] the sum of net results over the dealer's pairs, of every path that ends a round.

        Bound: far fewer deals than those of BoardGame.check.
        """
        amounts, deals = self.game.amounts, self.counts.sum(axis=1)
        varying = {path: self.counts @ np.array(row, dtype=np.int64) for path, row in amounts.varying.items()}
        return varying | {path: deals * amount for path, amount in amounts.constant.items()}

    def values(self, path: Path, turned: frozenset[int]) -> Values:
        """Every choice after a path with these cards turned, offered or not."""
        choices = range(len(self.game.bets.stages[len(path)]))
        return [(choice, self._worth((*path, choice), turned)) for choice in choices]

    def _worth(self, path: Path, turned: frozenset[int]) -> Fraction:
        if self.game.bets.ends(path):
            is_possible = self.has[sorted(turned)].all(axis=0)
            total, deals = int(self.ended[path][is_possible].sum()), int(self.counts[is_possible].sum())
            return Fraction(total, deals * self.game.amounts.denominator)
        cards = set(self.unknown) - turned - set(self.own)
        further = self.game.board.seen[len(path)] - len(turned)
        following = (turned | set(more) for more in combinations(sorted(cards), further))
        return sum((self._best(path, seen) for seen in following), Fraction(0)) / comb(len(cards), further)

    def _best(self, path: Path, turned: frozenset[int]) -> Fraction:
        pair = colex_index(self.own)
        values = self.values(path, turned)
        return max(value for choice, value in values if _is_offered(self.game.bets, path, choice, pair))


@dataclass(frozen=True, eq=False)
class _Summed:
    """The sums of the levels with few cards turned, as they are kept."""

    game: BoardGame
    run: Run

    def _arrays(self) -> Arrays:
        key = self.game.key()
        solved = self.run.store.find("board", key)
        return solved or self.run.store.arrays("board-values", key, lambda: first_values(self.game, self.run))

    def values(self, pair: int, turned: Sequence[int], path: Path) -> Values:
        level = self.game.levels.cards.index(len(turned))
        sets, renamings = self.game.indexed[level], self.game.renamings
        index = colex_index(turned) if turned else 0
        moved = renamings.pairs[sets.renaming[index], pair]
        row = self._arrays()[f"values {len(turned)}"][sets.classes[index], moved]
        return self._row_values(level, [int(value) for value in row], path, int(moved))

    def _row_values(self, level: int, columns: Sequence[int], path: Path, pair: int) -> Values:
        """From the columns of a state the other values of its level, decisions that come later first."""
        plan, bets = self.game.plans[level], self.game.bets
        row = dict(zip(plan.columns, columns, strict=False))
        for combination, factors in zip(plan.combinations, plan.factors.tolist(), strict=True):
            row[combination] = sum(factor * value for factor, value in zip(factors, columns, strict=False))
        row |= dict(zip(plan.constants, plan.fixed.tolist(), strict=True))
        for node in plan.nodes:
            choices = range(len(bets.stages[len(node)]))
            row[node] = max(row[*node, choice] for choice in choices if _is_offered(bets, node, choice, pair))
        unit = self.game.levels.deals_after(level) * self.game.amounts.denominator
        return [(choice, Fraction(row[*path, choice], unit)) for choice in range(len(bets.stages[len(path)]))]


def first_values(game: BoardGame, run: Run) -> Arrays:
    """[set, pair, column] of each level with few cards turned."""
    return values_to_keep(game, decide_backwards(game, run).values)


def values_to_keep(game: BoardGame, values: Sequence[NDArray[np.int64]]) -> Arrays:
    pairs = zip(game.levels.cards, values, strict=False)
    return {f"values {cards}": rows for cards, rows in pairs if cards < LISTED_FROM}
