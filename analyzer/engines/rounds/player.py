"""A player who plays rounds that are dealt, as well as they can be played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.rounds.backwards import Backwards, Leafwork
from analyzer.engines.rounds.leaves import DISCARDS
from analyzer.engines.rounds.levels import LevelRound, Target, raise_nothing_offered
from analyzer.engines.rounds.setting import RoundSetting
from analyzer.engines.rounds.ways import End, Node
from analyzer.run.jobs import Run

Cards = NDArray[np.uint8]
Rows = NDArray[np.intp]
# Cards by group, [round, card].
Groups = Mapping[str, Cards]
NO_PLACE = -1


@dataclass(frozen=True, eq=False)
class PlayedRounds:
    """By round the number of its end, and the cards of the group that an exchange makes, if there is one."""

    ends: NDArray[np.intp]
    made: Cards | None


class RoundPlayer:
    """Decisions of all levels are kept; those of the leaves are made when they are come to."""

    def __init__(self, setting: RoundSetting, run: Run) -> None:
        self.setting, self.backwards = setting, Backwards(setting)
        self.backwards.decide(run)
        self._numbers = {id(end): number for number, end in enumerate(setting.ways.ends)}
        self._positions = np.zeros(256, dtype=np.uint8)
        self._positions[list(setting.suits.cards)] = np.arange(len(setting.suits.cards))

    def play(self, dealt: Groups) -> PlayedRounds:
        """How rounds with these cards end; of the draw group the first cards are drawn."""
        return _Play(self, {name: self._positions[cards] for name, cards in dealt.items()}).played()

    @cached_property
    def places(self) -> list[NDArray[np.int64]]:
        """By level: the place in the list of states that a number has."""
        listed = []
        for states in self.setting.states:
            places = np.full(states.size, NO_PLACE, dtype=np.int64)
            places[states.numbers] = np.arange(len(states))
            listed.append(places)
        return listed

    @cached_property
    def context_places(self) -> dict[int, NDArray[np.int64]]:
        listed = {}
        for work in self.backwards.works:
            contexts = work.branch.contexts
            places = np.full(contexts.size, NO_PLACE, dtype=np.int64)
            places[contexts.numbers] = np.arange(len(contexts))
            listed[work.branch.discards] = places
        return listed

    def number(self, end: End) -> int:
        return self._numbers[id(end)]


class _Play:
    """Some rounds on their way: by target, those that are there."""

    def __init__(self, player: RoundPlayer, dealt: Mapping[str, Cards]) -> None:
        self.player, self.backwards, self.setting = player, player.backwards, player.setting
        self.dealt = dict(dealt)
        self.rounds = len(next(iter(dealt.values())))
        self.ends = np.full(self.rounds, -1, dtype=np.intp)
        self.gone: dict[int, Cards] = {}
        exchange = self.setting.layout.exchange
        self.made = None if exchange is None else self.dealt[exchange.taken_from].copy()
        if exchange is not None and self.made is not None:
            self.dealt[exchange.makes] = self.made
        (root,) = self.setting.ways.roots
        self.at: dict[int, tuple[Target, Rows]] = {id(root): (root, np.arange(self.rounds))}

    def played(self) -> PlayedRounds:
        for number, level in enumerate(self.backwards.levels):
            self._level(number, level)
        for node in self.backwards.exchange_nodes:
            self._discard(node)
        for work in self.backwards.works:
            self._leaves(work)
        made = None if self.made is None else np.array(self.setting.suits.cards, dtype=np.uint8)[self.made]
        return PlayedRounds(self.ends, made)

    def _arrive(self, target: Target, rows: Rows) -> None:
        if isinstance(target, End):
            self.ends[rows] = self.player.number(target)
            return
        _, before = self.at.get(id(target), (target, np.zeros(0, dtype=np.intp)))
        self.at[id(target)] = target, np.concatenate([before, rows])

    def _take(self, target: Target) -> Rows:
        _, rows = self.at.pop(id(target), (target, np.zeros(0, dtype=np.intp)))
        return rows

    # --- levels ---

    def _cards(self, groups: tuple[str, ...], rows: Rows) -> Cards:
        return np.concatenate([self.dealt[group][rows] for group in groups], axis=1)

    def _states(self, number: int, rows: Rows) -> Cards:
        """What a level knows of some rounds, part after part."""
        parts = self.setting.layout.levels[number].parts
        if not parts:
            return np.zeros((len(rows), 0), dtype=np.uint8)
        return np.ascontiguousarray(np.concatenate([self._cards(part.groups, rows) for part in parts], axis=1))

    def _level(self, number: int, level: LevelRound) -> None:
        for at, (node, options) in enumerate(zip(level.nodes, level.options, strict=True)):
            rows = self._take(node)
            if not len(rows):
                continue
            cards = self._states(number, rows)
            numbers = level.states.numbering.of(cards, np.arange(cards.shape[1], dtype=np.uint8))
            choices = level.chosen[at, self.player.places[number][numbers]] & 0x7F
            for place, target in enumerate(options):
                self._arrive(target, rows[choices == place])

    def _discard(self, node: Node) -> None:
        exchange, rounds = self.backwards.exchange, self._take(node.discarding)
        if exchange is None or node.exchange is None or self.made is None or not len(rounds):
            return
        cards = self._states(len(self.backwards.levels) - 1, rounds)
        best = exchange.best_of(node, _sorted_last(cards, self.made.shape[1]))
        taken = best.shares.argmax(axis=1)
        held = np.sort(self.made[rounds], axis=1)
        options = dict(zip(exchange.numbers, node.options, strict=False))
        for at, gone in enumerate(exchange.subsets):
            rows = rounds[taken == at]
            drawn = self.dealt[node.exchange.draw][rows][:, : len(gone)]
            kept = np.delete(held[taken == at], list(gone), axis=1)
            self.made[rows] = np.concatenate([kept, drawn], axis=1)
            discards = self.gone.setdefault(len(gone), np.zeros((self.rounds, len(gone)), dtype=np.uint8))
            discards[rows] = held[taken == at][:, list(gone)]
            self._arrive(options[len(gone)].target, rows)

    # --- leaves ---

    def _leaves(self, work: Leafwork) -> None:
        arrived = [(node, self._take(node)) for node in work.nodes]
        rows = np.concatenate([np.zeros(0, dtype=np.intp), *(some for _, some in arrived)])
        if not len(rows):
            return
        numbers = np.concatenate([np.full(len(some), work.target(node), dtype=np.uint16) for node, some in arrived])
        contexts, own = self._placed(work, rows)
        order = np.argsort(contexts, kind="stable")
        endings, stuck = work.kernel.endings(contexts[order], np.ascontiguousarray(own[order]), numbers[order])
        if endings is None:
            raise_nothing_offered(work.nodes[stuck])
        ours = np.array([self.player.number(end) for end in work.ends], dtype=np.intp)
        self.ends[rows[order]] = ours[endings]

    def _placed(self, work: Leafwork, rows: Rows) -> tuple[NDArray[np.int64], Cards]:
        """The contexts of rounds by place in the list, and own cards as they are called beside them."""
        cells = work.branch.cells[:-1]
        parts = [
            self.gone[work.branch.discards][rows] if cell == (DISCARDS,) else self._cards(cell, rows) for cell in cells
        ]
        cards = np.ascontiguousarray(np.concatenate([np.zeros((len(rows), 0), dtype=np.uint8), *parts], axis=1))
        known = sum(work.branch.sizes[: self.setting.layout.contexts])
        numbers, own = work.branch.contexts.numbering.of_renamed(
            cards,
            np.arange(known, dtype=np.uint8),
            np.arange(known, cards.shape[1], dtype=np.uint8),
        )
        return self.player.context_places[work.branch.discards][numbers], own


def _sorted_last(cards: Cards, count: int) -> Cards:
    """Rows whose last cards, those that may be exchanged, ascend."""
    ordered = cards.copy()
    ordered[:, cards.shape[1] - count :] = np.sort(cards[:, cards.shape[1] - count :], axis=1)
    return ordered
