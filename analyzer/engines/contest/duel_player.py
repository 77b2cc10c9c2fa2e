"""A player who plays a duel as well as it can be played: every state is decided once, and dealt cards are looked up.

The up cards that were dealt are renamed to those that stand for them, and the player's own cards with them; then his
hand is brought into the form that stands for it beside these up cards, and its colex index is looked up among the
states.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.suit_blocks import SuitBlocks
from analyzer.engines.bets import Bets, Path
from analyzer.engines.contest.duel_counts import DuelCounts
from analyzer.engines.contest.duel_later import SeenLater
from analyzer.engines.contest.duel_states import DuelStates, UpStates
from analyzer.engines.contest.followed import Rows, followed
from analyzer.engines.contest.inputs import Duel
from analyzer.engines.contest.kept import bets_parameters
from analyzer.engines.contest.play import LevelStates, Nets
from analyzer.errors import CountError
from analyzer.kernels import colex
from analyzer.run.entries import Arrays
from analyzer.run.jobs import Run

Positions = NDArray[np.uint8]


def duel_player(duel: Duel, bets: Bets, run: Run) -> DuelPlayer:
    """The decisions of all states, from the store or counted."""
    states, nets = DuelStates(duel, bets), Nets(bets, duel.events)
    named = {**states.parameters, "bets": bets_parameters(nets)}
    return DuelPlayer(states, run.store.arrays("duel-play", named, lambda: _Decisions(states, nets, run).arrays()))


def decisions_name(path: Path, number: int | None = None) -> str:
    """Where the decisions after a path are kept: those with the up cards of a number, or those before they are seen."""
    return f"{'before' if number is None else number} {path}"


@dataclass(frozen=True, eq=False)
class _Decisions:
    """What is best in every state, as arrays: for each set of up cards colex indices, ascending, and the choices."""

    states: DuelStates
    nets: Nets
    run: Run

    @cached_property
    def counts(self) -> DuelCounts:
        return DuelCounts(self.states, self.run)

    def arrays(self) -> Arrays:
        self.states.check_pairs()
        self.counts.prepare()
        listed: Arrays = {}
        for piece in self.run.pieces("duel: decisions", self._piece, self.states.numbers):
            listed.update(piece)
        if self.states.first_up:
            decided = SeenLater(self.states, self.run, self._level).decided_before()
            listed |= {decisions_name(path): choice.best.astype(np.uint8) for path, choice in decided.items()}
        return listed

    def _level(self, number: int) -> tuple[UpStates, LevelStates]:
        states = self.states
        seen, counts = self.counts.counted(number)
        flat, stages = counts.reshape(len(seen), -1), len(states.bets.stages)
        return seen, LevelStates(self.nets, states.first_up, stages, flat, seen.kinds, seen.own, states.deals_down)

    def _piece(self, number: int) -> Arrays:
        """Colex indices are below C(53, 5) < 2^32."""
        seen, level = self._level(number)
        order = np.argsort(seen.own)
        decided = level.decide({})
        arrays: Arrays = {
            decisions_name(path, number): choice.best[order].astype(np.uint8) for path, choice in decided.items()
        }
        arrays[f"{number}"] = seen.own[order].astype(np.uint32)
        return arrays


@dataclass(frozen=True, eq=False)
class DuelPlayer:
    states: DuelStates
    arrays: Arrays

    def ends(self, own: Positions, up: Positions) -> NDArray[np.intp]:
        """[round] by which of the paths that end a round it ends, with these own and up cards (positions)."""
        places = self._places(own, up)
        before = self.states.own_state(np.ascontiguousarray(np.sort(own, axis=1))) if self.states.first_up else None

        def decide(path: Path, rows: Rows) -> NDArray[np.uint8]:
            if before is not None and len(path) < self.states.first_up:
                return self.arrays[decisions_name(path)][before[rows]].astype(np.uint8)
            return self._looked_up(path, rows, places)

        return followed(self.states.bets, len(own), decide)

    def _looked_up(self, path: Path, rows: Rows, places: RowPlaces) -> NDArray[np.uint8]:
        chosen = np.empty(len(rows), dtype=np.uint8)
        numbers = places.numbers[rows]
        for number in np.unique(numbers).tolist():
            here = numbers == number
            chosen[here] = self.arrays[decisions_name(path, number)][places.states[rows[here]]]
        return chosen

    def _places(self, own: Positions, up: Positions) -> RowPlaces:
        """The number of the up cards, and of the state beside them."""
        ups, moves = self._ups
        index = _rank(up[:, : self.states.up])
        numbers = ups.numbers[index]
        renamed = np.take_along_axis(moves[ups.states[index]], own.astype(np.intp), axis=1)
        states = np.empty(len(own), dtype=np.intp)
        for number, blocks in self._blocks.items():
            rows = np.flatnonzero(numbers == number)
            if len(rows):
                states[rows] = self._states(number, blocks, np.ascontiguousarray(renamed[rows]))
        return RowPlaces(numbers, states)

    def _states(self, number: int, blocks: SuitBlocks, own: Positions) -> NDArray[np.intp]:
        forms = colex.rank(blocks.forms(own)).astype(np.uint32)
        listed = self.arrays[f"{number}"]
        places = np.minimum(np.searchsorted(listed, forms), len(listed) - 1)
        if not np.array_equal(listed[places], forms):
            raise CountError("an own hand has no state that stands for it beside the up cards")
        return places.astype(np.intp)

    @cached_property
    def _blocks(self) -> Mapping[int, SuitBlocks]:
        """By number of the up cards: the exchanges of suits that leave them as they are."""
        ups = self.states.ups.hands.tolist()
        return {number: self.states.blocks.fixing(up) for number, up in enumerate(ups)}

    @cached_property
    def _ups(self) -> tuple[RowPlaces, Positions]:
        """By colex of up cards: the number of those that stand for them, and the renaming that leads there."""
        states, size = self.states, self.states.deck.size
        moves = list(states.blocks.moves())
        numbers = np.full(comb(size, states.up), -1, dtype=np.intp)
        back = np.zeros_like(numbers)
        for move, moved in enumerate(moves):
            index = _rank(moved[states.ups.hands])
            numbers[index], back[index] = np.arange(len(states.ups)), move
        if np.any(numbers < 0):
            raise CountError("some up cards have none that stand for them")
        return RowPlaces(numbers, back), np.array([np.argsort(moved) for moved in moves], dtype=np.uint8)


def _rank(cards: Positions) -> NDArray[np.intp]:
    """The colex index of each row, in whatever order its cards are; of no card it is 0."""
    if not cards.shape[1]:
        return np.zeros(len(cards), dtype=np.intp)
    return colex.rank(np.ascontiguousarray(np.sort(cards, axis=1))).astype(np.intp)


@dataclass(frozen=True, eq=False)
class RowPlaces:
    """Two numbers of each row."""

    numbers: NDArray[np.intp]
    states: NDArray[np.intp]
