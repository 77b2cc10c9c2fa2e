"""One who plays a game with community cards and one known card (`board_known.py`) as well as it can be played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.bets import Path
from analyzer.engines.contest.board_backwards import decide_backwards
from analyzer.engines.contest.board_known import CardClass, KnownBoards, Taken
from analyzer.engines.contest.board_player import TIED, BoardPlayer, Positions
from analyzer.engines.contest.followed import Rows, followed
from analyzer.run.entries import Arrays
from analyzer.run.jobs import Run


def known_player(boards: KnownBoards, run: Run) -> KnownPlayer:
    """The decisions of all levels but whole boards, from the store or counted."""
    key = boards.unaware.key() | {"known": [boards.of_dealer, boards.stage]}
    return KnownPlayer(boards, run.store.arrays("known-board-play", key, lambda: dict(_tables(boards, run))))


def _tables(boards: KnownBoards, run: Run) -> Iterator[tuple[str, NDArray[np.uint8]]]:
    """[node, set, pair] of each level with decisions below whole boards, by known card."""
    taken: dict[int, Taken] = {}
    if boards.first:
        taken, before = boards.decided(run)
        for level in range(boards.first):
            yield table_name(None, level), before.taken[level] & ~np.uint8(TIED)
    for known in boards.classes:
        game = boards.game(known)
        levels = [level for level in range(boards.first, game.levels.top) if game.plans[level].nodes]
        if levels:
            own = taken.get(known.position) or decide_backwards(game, run).taken
            for level in levels:
                yield table_name(known.position, level), own[level] & ~np.uint8(TIED)


def table_name(position: int | None, level: int) -> str:
    return f"level {level}" if position is None else f"level {level} known {position}"


@dataclass(frozen=True, eq=False)
class KnownPlayer:
    """`Ender` of such games: rounds are decided together whose known cards stand for each other."""

    boards: KnownBoards
    arrays: Arrays

    def _player(self, known: CardClass | None) -> BoardPlayer:
        position = None if known is None else known.position
        game = self.boards.unaware if known is None else self.boards.game(known)
        named = {str(level): table_name(position, level) for level in range(game.levels.top)}
        return BoardPlayer(game, {level: self.arrays[name] for level, name in named.items() if name in self.arrays})

    @cached_property
    def unaware(self) -> BoardPlayer:
        return self._player(None)

    @cached_property
    def aware(self) -> list[BoardPlayer]:
        return [self._player(known) for known in self.boards.classes]

    @cached_property
    def _class_of(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """[position] the number of the card that stands for it, and the renaming that takes it there."""
        size = self.boards.board.deck.size
        numbers, renamings = np.zeros(size, dtype=np.intp), np.zeros(size, dtype=np.intp)
        for number, known in enumerate(self.boards.classes):
            for position, renaming in known.cards:
                numbers[position], renamings[position] = number, renaming
        return numbers, renamings

    def ends(self, own: Positions, later: Positions) -> NDArray[np.intp]:
        """The last of the later cards is the known one; the others are the community cards in order of turning."""
        board, known = later[:, :-1], later[:, -1]
        numbers, renamings = (of[known] for of in self._class_of)
        moves = self.boards.unaware.renamings.positions[renamings]
        moved = [np.take_along_axis(moves, cards.astype(np.intp), axis=1) for cards in (own, board)]

        def decide(path: Path, rows: Rows) -> NDArray[np.uint8]:
            if self.unaware.game.levels.level_of(len(path)) < self.boards.first:
                return self.unaware.decide(path, own[rows], board[rows])
            chosen = np.zeros(len(rows), dtype=np.uint8)
            for number in np.unique(numbers[rows]).tolist():
                here = numbers[rows] == number
                chosen[here] = self.aware[number].decide(path, *(cards[rows[here]] for cards in moved))
            return chosen

        return followed(self.boards.bets, len(own), decide)
