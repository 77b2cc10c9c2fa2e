"""Cards turned one group after the other, counted once: its prices, and a player who plays it with dealt cards."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import FIRST_JOKER
from analyzer.engines.bets import Path
from analyzer.engines.reveal.best import BestReveal, best_value
from analyzer.game.language import Rules
from analyzer.game.model import Game, Paytable
from analyzer.game.wagers.solo import RevealWager
from analyzer.kernels import colex
from analyzer.pricing.played import Dealt, Played, Way
from analyzer.pricing.solo import Events, reveal_bets, reveal_counts
from analyzer.run.jobs import Run

SUITS = 4


class PlayedReveal:
    """`PlayedWager` of a reveal: the states are counted once, and every paytable is decided on them."""

    def __init__(self, game: Game, wager: RevealWager, _run: Run) -> None:
        self.game, self.wager = game, wager
        self.events = Events(game, wager)
        self.counted = reveal_counts(game.deck, wager, self.events)
        self._best: dict[tuple[Fraction, ...], BestReveal] = {}

    def best(self, paytable: Paytable) -> BestReveal:
        """The best play; that of the last paytable asked for is kept."""
        nets = tuple(self.events.nets(paytable))
        if nets not in self._best:
            self._best = {nets: self.counted.best(reveal_bets(self.wager, nets))}
        return self._best[nets]

    def expectation(self, paytable: Paytable) -> Fraction:
        return best_value(self.counted, reveal_bets(self.wager, self.events.nets(paytable)))

    def held(self, played: Paytable, paid: Paytable) -> Fraction:
        bets = reveal_bets(self.wager, self.events.nets(paid))
        total = Fraction(0)
        for path, ends in self.best(played).outcomes.items():
            nets = bets.nets(path, self.counted.final.kinds)
            total += sum((count * net for count, net in zip(ends, nets, strict=True)), Fraction(0))
        return total / self.counted.deals

    def player(self, paytable: Paytable) -> RevealPlayer:
        assert self.game.rules is not None
        return RevealPlayer(self.game.rules, self.wager, self.best(paytable))


@dataclass(frozen=True, eq=False)
class RevealPlayer:
    """`Player` of a reveal: looks up his state in the tree of states (engines/reveal/states.py) and decides by it.

    The tree begins with one hand of each suit class, so suits are renamed as the first group's hand asks.
    """

    rules: Rules
    wager: RevealWager
    best: BestReveal

    @cached_property
    def _stages(self) -> list[int]:
        """The numbers of the stages with choices in the game file."""
        return [number for number, stage in enumerate(self.rules.stages) if stage.choices]

    @cached_property
    def _roots(self) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
        """By colex index of the first group: the root of the tree, and the position of each card after renaming."""
        counted = self.best.counted
        deck = counted.final.deck
        first = counted.states[0].cards
        roots = np.full(comb(deck.size, first.shape[1]), -1, dtype=np.int64)
        renamings = list(permutations(range(len(deck.suits)))) if counted.final.suits_alike else [tuple(range(SUITS))]
        moves = [_moved(deck.cards, deck.suits, to) for to in renamings]
        if counted.final.suits_alike and deck.jokers == 2:
            moves += [np.concatenate([move[:-2], move[:-3:-1]]) for move in moves]
        to_own = np.zeros((len(roots), deck.size), dtype=np.uint8)
        for move in moves:
            index = _rank(move[first])
            roots[index] = np.arange(len(first))
            to_own[index] = np.argsort(move).astype(np.uint8)
        return roots, to_own

    def play(self, dealt: Dealt) -> Played:
        states = self._states(dealt)
        rounds = len(states[0])
        bets, decisions = self.best.bets, self.best.decisions
        taken = np.full(rounds, -1, dtype=np.intp)
        ways: list[Way] = []
        rows: dict[Path, NDArray[np.intp]] = {(): np.arange(rounds)}
        for path in bets.paths():
            own = rows.pop(path)
            choices = decisions[path].best[states[len(path)][own]]
            for choice in range(len(bets.stages[len(path)])):
                longer, there = (*path, choice), own[choices == choice]
                if bets.ends(longer):
                    taken[there] = len(ways)
                    ways.append(self._way(longer))
                else:
                    rows[longer] = there
        return Played(ways, taken)

    def _way(self, path: Path) -> Way:
        return tuple(
            (self._stages[stage], self.best.bets.stages[stage][choice].name) for stage, choice in enumerate(path)
        )

    def _states(self, dealt: Dealt) -> list[NDArray[np.int64]]:
        """For each stage the state of every round."""
        counted = self.best.counted
        positions = np.zeros(256, dtype=np.uint8)
        positions[list(counted.final.deck.cards)] = np.arange(counted.final.deck.size)
        groups = [
            positions[np.concatenate([dealt[name] for name in seat.name.split("+")], axis=1)]
            for seat in self.wager.groups
        ]
        index = _rank(groups[0])
        roots, to_own = self._roots
        states, seen = [roots[index]], np.take_along_axis(to_own[index], groups[0].astype(np.intp), axis=1)
        for stage in range(1, len(self.wager.stages)):
            turned = np.take_along_axis(to_own[index], groups[stage].astype(np.intp), axis=1)
            # Among the cards that are left a card is as many places lower as cards below it were seen.
            below = (seen[:, None, :] < turned[:, :, None]).sum(axis=2).astype(np.uint8)
            states.append(states[-1] * counted.ways(stage) + _rank(turned - below))
            seen = np.concatenate([seen, turned], axis=1)
        return states


def _rank(positions: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The colex index of each row, in whatever order its positions are."""
    return colex.rank(np.ascontiguousarray(np.sort(positions, axis=1))).astype(np.int64)


def _moved(cards: tuple[int, ...], suits: tuple[int, ...], to: tuple[int, ...]) -> NDArray[np.uint8]:
    """The position to which a renaming of suits moves the card of each position."""
    place = {card: position for position, card in enumerate(cards)}
    renamed = dict(zip(suits, (suits[number] for number in to), strict=False))
    moved = [card if card >= FIRST_JOKER else card - (card & 3) + renamed[card & 3] for card in cards]
    return np.array([place[card] for card in moved], dtype=np.uint8)
