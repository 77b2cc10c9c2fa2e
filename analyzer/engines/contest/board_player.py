"""A player who plays a game with community cards as well as it can be played.

Decisions before all community cards are turned come from the tables of the count: one for each set of cards that stands
for others and each pair beside it. The last one is made in every dealt round for itself, against all pairs of the
dealer, because there are too many boards to keep.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.ranking import KernelArguments
from analyzer.engines.bets import Bets, Path
from analyzer.engines.contest.board_backwards import decide_backwards
from analyzer.engines.contest.board_game import BoardGame
from analyzer.engines.contest.board_sets import MAX_COMMUNITY
from analyzer.engines.contest.followed import followed
from analyzer.engines.contest.inputs import Board
from analyzer.engines.contest.play import LevelStates, Nets
from analyzer.integers import Integers
from analyzer.kernels import board_deals as kernel
from analyzer.kernels import colex
from analyzer.run.entries import Arrays
from analyzer.run.jobs import Run

Positions = NDArray[np.uint8]
# Beside the choice taken: a bit that tells of ties (cext/board_tree.pxd).
TIED = 0x80
# Rounds whose counts are held at a time.
CHUNK = 1 << 15


def board_player(board: Board, bets: Bets, run: Run) -> BoardPlayer:
    """The decisions of all levels but whole boards, from the store or counted."""
    game = BoardGame(board, bets)
    game.check()
    return BoardPlayer(game, run.store.arrays("board-play", game.key(), lambda: _taken(game, run)))


def _taken(game: BoardGame, run: Run) -> Arrays:
    """[node, set, pair] of each level at which something is decided."""
    if not any(game.plans[level].nodes for level in range(game.levels.top)):
        return {}
    taken = decide_backwards(game, run).taken
    return {str(level): taken[level] & ~np.uint8(TIED) for level in range(game.levels.top) if game.plans[level].nodes}


@dataclass(frozen=True, eq=False)
class BoardPlayer:
    game: BoardGame
    arrays: Arrays

    def ends(self, own: Positions, board: Positions) -> NDArray[np.intp]:
        """[round] by which of the paths that end a round it ends; community cards (positions) in order of turning."""
        return followed(self.game.bets, len(own), lambda path, rows: self.decide(path, own[rows], board[rows]))

    def decide(self, path: Path, own: Positions, board: Positions) -> NDArray[np.uint8]:
        """[round] the choice after a path; at least one round."""
        pairs = np.ascontiguousarray(np.sort(own, axis=1))
        index = colex.rank(pairs).astype(np.intp)
        if self.game.levels.level_of(len(path)) < self.game.levels.top:
            return self._kept(path, index, board)
        parts = [slice(start, start + CHUNK) for start in range(0, len(own), CHUNK)]
        return np.concatenate([self._last(path, pairs[part], index[part], board[part]) for part in parts])

    def _kept(self, path: Path, pairs: NDArray[np.intp], board: Positions) -> NDArray[np.uint8]:
        level = self.game.levels.level_of(len(path))
        sets, turned = self.game.indexed[level], self.game.levels.cards[level]
        index = np.zeros(len(pairs), dtype=np.intp)
        if turned:
            index = colex.rank(np.ascontiguousarray(np.sort(board[:, :turned], axis=1))).astype(np.intp)
        moved = self.game.renamings.pairs[sets.renaming[index], pairs]
        node = self.game.plans[level].nodes.index(path)
        return np.asarray(self.arrays[str(level)][node, sets.classes[index], moved], dtype=np.uint8)

    def _last(self, path: Path, own: Positions, pairs: NDArray[np.intp], board: Positions) -> NDArray[np.uint8]:
        """With the whole board seen."""
        inputs, bets = self.game.board, self.game.bets
        rows = np.zeros((len(own), MAX_COMMUNITY), dtype=np.uint8)
        rows[:, : inputs.community] = board[:, : inputs.community]
        kinds, counts = kernel.against_dealers(*self.rules, own, rows, *self._known(len(own)))
        own_kinds = inputs.own_kinds[pairs].astype(np.intp)
        left = inputs.in_play - 2 - inputs.community
        level = _Rounds(
            self._nets,
            len(path),
            len(bets.stages),
            counts,
            kinds,
            pairs.astype(np.int64),
            inputs.dealer_hands(left),
            own_kinds * inputs.hand_kinds + kinds,
        )
        return level.decide({})[path].best.astype(np.uint8)

    def _known(self, rounds: int) -> tuple[Positions, bool]:
        """The known card of each round, in a row; a row of none where no card is known."""
        known = self.game.board.known
        if known is None:
            return np.zeros((rounds, 0), dtype=np.uint8), False
        return np.full((rounds, 1), known.position, dtype=np.uint8), known.of_dealer

    @cached_property
    def _nets(self) -> Nets:
        return Nets(self.game.bets, self.game.board.events)

    @cached_property
    def rules(
        self,
    ) -> tuple[NDArray[np.uint8], int, KernelArguments, int, NDArray[np.uint8], NDArray[np.uint8], int]:
        board, kinds = self.game.board, self.game.kinds
        return (
            np.array(board.deck.cards, dtype=np.uint8),
            board.community,
            board.ranking.kernel_arguments,
            int(kinds.strengths[0]),
            kinds.table(kinds.player),
            kinds.table(kinds.dealer),
            board.events.dealer_kinds,
        )


@dataclass(frozen=True, eq=False)
class _Rounds(LevelStates):
    """Rounds as states; `player` are kinds of the player that include his own cards: there may be more than 256."""

    player: NDArray[np.intp]

    def worth(self, path: Path) -> Integers:
        """Bound: far fewer deals than those of BoardGame.check."""
        nets = self.nets[path]
        values: Integers = (self.counts * nets[self.player]).sum(axis=1)
        return values
