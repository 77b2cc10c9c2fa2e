"""A reveal played literally: every group turned in every way, every choice tried, in fractions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

Positions = tuple[int, ...]
Groups = tuple[Positions, ...]
Path = tuple[str, ...]


@dataclass(frozen=True)
class Move:
    """A choice as the rules say it: bets that are set, a test of the groups seen, what follows, what a fold costs."""

    name: str
    bets: Mapping[int, Fraction] = field(default_factory=dict)
    when: Callable[[Groups], bool] = lambda seen: True
    then: str = "next"
    loses: tuple[Fraction, ...] = ()


@dataclass(frozen=True)
class Game:
    deck: int
    groups: tuple[int, ...]
    events: Mapping[Positions, int]
    start: tuple[Fraction, ...]
    stages: tuple[tuple[Move, ...], ...]
    pays: tuple[tuple[Fraction, ...], ...]
    staked: tuple[bool, ...]


@dataclass
class Played:
    """What becomes of all deals, each with weight one, and how many states (as deals of what is seen) tie."""

    outcomes: Counter[tuple[Path, int]] = field(default_factory=Counter)
    ties: Counter[int] = field(default_factory=Counter)
    bet: Fraction = Fraction(0)
    total: Fraction = Fraction(0)


Ends = list[tuple[Path, int, tuple[Fraction, ...], Fraction]]


def turned(game: Game, seen: Groups) -> list[Positions]:
    left = [card for card in range(game.deck) if all(card not in group for group in seen)]
    return list(combinations(left, game.groups[len(seen)]))


def all_ends(game: Game, seen: Groups) -> list[int]:
    """The events of all deals of the groups still to come."""
    if len(seen) == len(game.groups):
        return [game.events[tuple(sorted(card for group in seen for card in group))]]
    return [event for group in turned(game, seen) for event in all_ends(game, (*seen, group))]


def ended(game: Game, seen: Groups, path: Path, move: Move, bets: tuple[Fraction, ...]) -> Ends:
    listed: Ends = []
    for event in all_ends(game, seen):
        if move.then == "fold":
            shares = move.loses or (Fraction(1),) * len(bets)
            net = -sum((b * s for b, s, at in zip(bets, shares, game.staked, strict=True) if at), Fraction(0))
        else:
            net = sum((bet * pays[event] for bet, pays in zip(bets, game.pays, strict=True)), Fraction(0))
        listed.append((path, event, bets, net))
    return listed


def decide(game: Game, seen: Groups, path: Path, bets: tuple[Fraction, ...]) -> tuple[Ends, Counter[int]]:
    """All ends of the best play from here, and the ties on the way."""
    options = []
    for move in game.stages[len(path)]:
        if not move.when(seen):
            continue
        now = tuple(move.bets.get(number, bet) for number, bet in enumerate(bets))
        longer = (*path, move.name)
        ties: Counter[int] = Counter()
        ends: Ends = []
        if move.then != "next" or len(longer) == len(game.stages):
            ends = ended(game, seen, longer, move, now)
        else:
            for group in turned(game, seen):
                more, tied = decide(game, (*seen, group), longer, now)
                ends += more
                ties += tied
        staked = sum((bet for bet, at in zip(now, game.staked, strict=True) if at), Fraction(0))
        options.append((sum(end[3] for end in ends), -staked, ends, ties))
    best = max(options, key=lambda option: option[:2])  # the first of equals
    best[3][len(path)] += sum(option[0] == best[0] for option in options) > 1
    return best[2], best[3]


def play(game: Game) -> Played:
    played = Played()
    for group in turned(game, ()):
        ends, ties = decide(game, (group,), (), game.start)
        played.ties += ties
        for path, event, bets, net in ends:
            played.outcomes[path, event] += 1
            played.total += net
            played.bet += sum((bet for bet, at in zip(bets, game.staked, strict=True) if at), Fraction(0))
    return played
