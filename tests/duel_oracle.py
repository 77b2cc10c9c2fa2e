"""A duel played literally: every deal, every choice tried, one information set after the other, in fractions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

Cards = tuple[int, ...]
Path = tuple[int, ...]
Event = tuple[int, str, int]
# The down cards that are possible with each set of up cards.
Dealers = Mapping[Cards, list[Cards]]


@dataclass(frozen=True)
class Move:
    """A choice: the bets that it sets, and what follows; a fold loses a share of each bet."""

    bets: Mapping[int, Fraction]
    then: str
    loses: tuple[Fraction, ...] = ()


@dataclass(frozen=True)
class Game:
    """Strengths and kinds of sorted hands; `pays(path, bet, event)` for one unit; `offered(path, choice, own)`."""

    size: int
    own: int
    up: int
    down: int
    own_values: Mapping[Cards, tuple[int, int]]
    dealer_values: Mapping[Cards, tuple[int, int]]
    sees_up: tuple[bool, ...]
    start: tuple[Fraction, ...]
    staked: tuple[bool, ...]
    stages: tuple[tuple[Move, ...], ...]
    pays: Callable[[Path, int, Event], Fraction]
    offered: Callable[[Path, int, Cards], bool]


@dataclass
class Played:
    """What became of deals, the sum of their net results, and what each choice of every information set is worth."""

    total: Fraction = Fraction(0)
    outcomes: Counter[tuple[Path, Event]] = field(default_factory=Counter)
    reached: Counter[Path] = field(default_factory=Counter)
    ties: Counter[int] = field(default_factory=Counter)

    def add(self, other: Played) -> None:
        self.total += other.total
        self.outcomes.update(other.outcomes)
        self.reached.update(other.reached)
        self.ties.update(other.ties)


@dataclass
class Player:
    """Plays a game; `values[own, up or None, path]` are the mean results of all choices that are offered there."""

    game: Game
    values: dict[tuple[Cards, Cards | None, Path], dict[int, Fraction]] = field(default_factory=dict)
    known: dict[tuple[Cards, Cards], Counter[Event]] = field(default_factory=dict)

    def play(self) -> Played:
        played = Played()
        for own in combinations(range(self.game.size), self.game.own):
            played.add(self.go_on(own, None, self.dealers(own), (), self.game.start))
        return played

    def dealers(self, own: Cards) -> Dealers:
        left = set(range(self.game.size)) - set(own)
        return {
            up: list(combinations(sorted(left - set(up)), self.game.down))
            for up in combinations(sorted(left), self.game.up)
        }

    def go_on(
        self, own: Cards, up: Cards | None, dealers: Dealers, path: Path, amounts: tuple[Fraction, ...]
    ) -> Played:
        """The decision after a path; the up cards may be turned first."""
        if up is not None or not any(self.game.sees_up[: len(path) + 1]):
            return self.decide(own, up, dealers, path, amounts)
        played = Played()
        for cards, downs in dealers.items():
            played.add(self.decide(own, cards, {cards: downs}, path, amounts))
        return played

    def decide(
        self, own: Cards, up: Cards | None, dealers: Dealers, path: Path, amounts: tuple[Fraction, ...]
    ) -> Played:
        tried: list[tuple[Fraction, Fraction, int, Played]] = []
        for choice, move in enumerate(self.game.stages[len(path)]):
            if self.game.offered(path, choice, own):
                new = tuple(move.bets.get(bet, amount) for bet, amount in enumerate(amounts))
                played = self.follow(own, up, dealers, (*path, choice), new)
                bet = sum((amount for amount, at in zip(new, self.game.staked, strict=True) if at), Fraction(0))
                tried.append((-played.total, bet, choice, played))
        deals = sum(map(len, dealers.values()))
        self.values[own, up, path] = {choice: -minus / deals for minus, _, choice, _ in tried}
        best = min(tried, key=lambda entry: entry[:3])
        best[3].reached[(*path, best[2])] += deals
        best[3].ties[len(path)] += sum(entry[0] == best[0] for entry in tried) > 1
        return best[3]

    def follow(
        self, own: Cards, up: Cards | None, dealers: Dealers, path: Path, amounts: tuple[Fraction, ...]
    ) -> Played:
        move = self.game.stages[len(path) - 1][path[-1]]
        if move.then == "next" and len(path) < len(self.game.stages):
            return self.go_on(own, up, dealers, path, amounts)
        played = Played()
        for cards, downs in dealers.items():
            for event, deals in self.met(own, cards, downs).items():
                played.outcomes[path, event] += deals
                played.total += deals * self.net(path, move, amounts, event)
        return played

    def met(self, own: Cards, up: Cards, downs: list[Cards]) -> Counter[Event]:
        """The events of all deals of the down cards; the same whatever was chosen."""
        if (own, up) not in self.known:
            self.known[own, up] = Counter(self.event(own, tuple(sorted((*up, *down)))) for down in downs)
        return self.known[own, up]

    def event(self, own: Cards, dealer: Cards) -> Event:
        strength, kind = self.game.own_values[own]
        other, dealer_kind = self.game.dealer_values[dealer]
        result = "win" if strength > other else "loss" if strength < other else "tie"
        return kind, result, dealer_kind

    def net(self, path: Path, move: Move, amounts: tuple[Fraction, ...], event: Event) -> Fraction:
        if move.then == "fold":
            shares = move.loses or (Fraction(1),) * len(amounts)
            lost = zip(amounts, shares, self.game.staked, strict=True)
            return -sum((amount * share for amount, share, staked in lost if staked), Fraction(0))
        return sum((amount * self.game.pays(path, bet, event) for bet, amount in enumerate(amounts)), Fraction(0))
