"""Random duels on small decks, for the engine and for the literal player: the same hands, choices and pays."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.colex import colex_index
from analyzer.cards.deck import Deck
from analyzer.engines.bets import BetChoice, Bets, Path, Then
from analyzer.engines.contest.inputs import Duel
from analyzer.engines.contest.solved import RESULTS, EventNumbers
from tests.duel_oracle import Cards, Game, Move

ONE = Fraction(1)


@dataclass(frozen=True)
class Looks:
    """What hands look like where some suits, and perhaps the jokers, are not told apart."""

    deck: Deck
    blocks: tuple[int, ...]
    jokers_alike: bool

    def renamings(self) -> list[list[int]]:
        """Every position's new position, for every exchange of suits within blocks and of the jokers."""
        deck, suits = self.deck, len(self.deck.suits)
        naturals = deck.size - deck.jokers
        listed = []
        for to in permutations(range(suits)):
            if any(self.blocks[suit] != self.blocks[new] for suit, new in enumerate(to)):
                continue
            named = [card - card % suits + to[card % suits] for card in range(naturals)]
            jokers = list(range(naturals, deck.size))
            listed.append(named + jokers)
            if self.jokers_alike:
                listed.append(named + jokers[::-1])
        return listed

    def of(self, cards: int) -> dict[Cards, Cards]:
        """The first of all hands that look the same, for every hand."""
        renamings = self.renamings()
        return {
            hand: min(tuple(sorted(to[card] for card in hand)) for to in renamings)
            for hand in combinations(range(self.deck.size), cards)
        }


class PathBets(Bets):
    """Bets whose offers and pays depend on the path: what is tested must ask for the path's own."""

    offers: dict[tuple[Path, int], NDArray[np.bool_]]
    by_path: dict[Path, tuple[tuple[Fraction, ...], ...]]

    def pays_on(self, path: Path) -> tuple[tuple[Fraction, ...], ...]:
        return self.by_path[path]

    def offered_on(self, path: Path, choice: int) -> NDArray[np.bool_] | None:
        return self.offers.get((path, choice))


def numbers(random_: random.Random, looks: dict[Cards, Cards], limit: int) -> dict[Cards, int]:
    """A random number for each look."""
    by_look = {look: random_.randrange(limit) for look in set(looks.values())}
    return {hand: by_look[look] for hand, look in sorted(looks.items())}


def by_index(values: dict[Cards, Any], dtype: Any) -> NDArray[Any]:
    listed = sorted(values, key=colex_index)
    return np.array([values[hand] for hand in listed], dtype=dtype)


def random_move(random_: random.Random, bets: int, is_first: bool) -> Move:
    amounts = {random_.randrange(bets): Fraction(random_.choice([0, 1, 2, 3]), random_.choice([1, 1, 2]))}
    kind = random_.choice(["fold", "showdown", "next", "next"])
    if is_first:
        return Move({}, "next")
    if kind == "fold":
        shares = tuple(Fraction(random_.randrange(3), 2) for _ in range(bets))
        return Move({}, "fold", random_.choice([(), shares]))
    return Move(amounts if random_.random() < 0.8 else {}, kind)


@dataclass(frozen=True)
class Case:
    looks: Looks
    own: int
    up: int
    down: int
    sees_up: tuple[bool, ...]
    seed: int
    kinds: tuple[int, int] = (2, 2)
    strengths: int = 6
    scale: int = 1

    @property
    def deck(self) -> Deck:
        return self.looks.deck

    def build(self) -> tuple[Game, Duel, Bets]:
        random_ = random.Random(self.seed)
        own_looks, dealer_looks = self.looks.of(self.own), self.looks.of(self.up + self.down)
        own = numbers(random_, own_looks, self.strengths), numbers(random_, own_looks, self.kinds[0])
        dealer = numbers(random_, dealer_looks, self.strengths), numbers(random_, dealer_looks, self.kinds[1])
        events = EventNumbers(*self.kinds)
        duel = Duel(
            self.deck,
            self.own,
            self.up,
            self.down,
            by_index(own[0], np.uint32),
            by_index(own[1], np.uint8),
            by_index(dealer[0], np.uint32),
            by_index(dealer[1], np.uint8),
            self.sees_up,
            events,
        )
        stages = tuple(
            tuple(random_move(random_, 2, choice == 0 and stage == 0) for choice in range(random_.randrange(2, 5)))
            for stage in range(len(self.sees_up))
        )
        bets, masks = self.bets(random_, stages, own_looks, len(events))
        game = Game(
            self.deck.size,
            self.own,
            self.up,
            self.down,
            {hand: (own[0][hand], own[1][hand]) for hand in own_looks},
            {hand: (dealer[0][hand], dealer[1][hand]) for hand in dealer_looks},
            self.sees_up,
            bets.start,
            bets.staked,
            stages,
            lambda path, bet, event: bets.by_path[path][bet][
                events.number(event[0], RESULTS.index(event[1]), event[2])
            ],
            lambda path, choice, hand: masks.get((path, choice), {hand: True})[hand],
        )
        return game, duel, bets

    def bets(
        self, random_: random.Random, stages: Sequence[Sequence[Move]], looks: dict[Cards, Cards], events: int
    ) -> tuple[PathBets, dict[tuple[Path, int], dict[Cards, bool]]]:
        def pays() -> tuple[tuple[Fraction, ...], ...]:
            return tuple(
                tuple(self.scale * Fraction(random_.randrange(-2, 3), random_.choice([1, 1, 3])) for _ in range(events))
                for _ in range(2)
            )

        thens: dict[str, Then] = {"next": "next", "showdown": "showdown", "fold": "fold"}
        engine = tuple(
            tuple(
                BetChoice(str(number), tuple(move.bets.items()), None, thens[move.then], move.loses)
                for number, move in enumerate(row)
            )
            for row in stages
        )
        bets = PathBets((ONE, Fraction(1, 2)), engine, pays(), (True, random_.random() < 0.5))
        paths = [path for size in range(len(stages) + 1) for path in product(*(range(len(s)) for s in stages[:size]))]
        alike = pays()
        by_path = {path: pays() if random_.random() < 0.5 else alike for path in paths}
        masks = {}
        for path in paths:
            if len(path) < len(stages):
                for choice in range(1, len(stages[len(path)])):  # the first is always offered
                    if random_.random() < 0.4:
                        masks[path, choice] = {hand: n > 0 for hand, n in numbers(random_, looks, 3).items()}
        object.__setattr__(bets, "by_path", by_path)
        object.__setattr__(bets, "offers", {key: by_index(mask, np.bool_) for key, mask in masks.items()})
        return bets, masks


FOUR = Deck(ranks=(2, 9))
NINE = Deck(ranks=(0, 7, 12), suits=(0, 1, 3))
JOKERS = Deck(ranks=(3, 8), suits=(1, 2, 3), jokers=2)
PAIR = Deck(ranks=(1, 5, 6), suits=(0, 2), jokers=1)
NARROW = Deck(ranks=(0, 1, 2, 3, 4, 5, 6, 7), suits=(2,), jokers=1)
ELEVEN = Deck(ranks=(0, 4, 5, 9, 12), suits=(0, 3), jokers=1)
LARGER = Deck(ranks=(1, 5, 6), suits=(0, 1, 2, 3))


def looks(deck: Deck, *blocks: int, alike: bool = True) -> Looks:
    return Looks(deck, blocks, alike and deck.jokers == 2)


CASES = [
    Case(looks(FOUR, 0, 0, 0, 0), 3, 1, 2, (True,), 1),
    Case(looks(FOUR, 0, 1, 1, 0), 2, 1, 2, (False, True), 2),
    Case(looks(FOUR, 0, 1, 2, 3), 2, 2, 1, (True, True), 3),
    Case(looks(FOUR, 0, 0, 1, 1), 3, 0, 3, (True,), 4),
    Case(looks(NINE, 0, 0, 0), 3, 1, 2, (False, True), 5),
    Case(looks(NINE, 0, 0, 0), 2, 2, 1, (False, False, True), 6),
    Case(looks(NINE, 0, 0, 1), 3, 1, 1, (False, True, True), 7),
    Case(looks(NINE, 0, 1, 0), 2, 0, 3, (False, False), 8),
    Case(looks(NINE, 0, 0, 0), 2, 1, 2, (False,), 9),
    Case(looks(NINE, 0, 1, 2), 1, 1, 3, (True,), 10),
    Case(looks(NINE, 0, 0, 0), 4, 1, 2, (True,), 11, (4, 3)),
    Case(looks(JOKERS, 0, 0, 0), 3, 1, 2, (True,), 12),
    Case(looks(JOKERS, 0, 0, 0), 2, 2, 2, (False, True), 13),
    Case(looks(JOKERS, 0, 0, 0, alike=False), 2, 1, 2, (False, True), 14),
    Case(looks(JOKERS, 0, 1, 0), 3, 1, 1, (True, True), 15),
    Case(looks(PAIR, 0, 0), 3, 1, 2, (False, True), 16),
    Case(looks(PAIR, 0, 1), 2, 1, 3, (True,), 17),
    Case(looks(NARROW, 0), 3, 1, 2, (False, True), 18),
    Case(looks(ELEVEN, 0, 0), 5, 1, 5, (True,), 19),
    Case(looks(LARGER, 0, 0, 0, 0), 2, 1, 1, (False, True), 20),
    Case(looks(LARGER, 0, 1, 1, 0), 3, 0, 3, (True,), 21, (1, 1), 3),
    Case(looks(FOUR, 0, 0, 0, 0), 1, 1, 4, (True,), 22, (2, 2), 30),
    Case(looks(FOUR, 0, 0, 0, 0), 2, 0, 5, (False,), 23),
    Case(looks(FOUR, 0, 0, 0, 0), 2, 1, 5, (False, True), 24),
    Case(looks(FOUR, 0, 0, 0, 0), 1, 0, 1, (True, True), 25),
    Case(looks(NINE, 0, 0, 0), 4, 1, 4, (True,), 28),
    Case(looks(NINE, 0, 0, 1), 5, 0, 4, (True,), 29),
    Case(looks(NINE, 0, 0, 0), 4, 0, 5, (True,), 30, (3, 3)),
    Case(looks(JOKERS, 0, 0, 0), 3, 0, 5, (False,), 31),
    Case(looks(LARGER, 0, 0, 0, 0), 5, 0, 6, (True,), 32, (3, 3), 9),
    Case(looks(NINE, 0, 0, 0), 2, 0, 7, (True,), 33),
    Case(looks(NINE, 0, 0, 0), 2, 1, 1, (False, True), 26, scale=10**25),
    Case(looks(NINE, 0, 0, 0), 2, 0, 2, (False,), 27, scale=10**25),
]
SMALLEST = [case for case in CASES if case.deck in (FOUR, JOKERS, PAIR)]
