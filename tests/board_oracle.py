"""A round over community cards played literally: every deal in every order, every choice tried, in fractions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import lcm

from analyzer.cards.deck import Deck
from analyzer.engines.bets import Bets, Path
from analyzer.game.language import Pack
from analyzer.reference.ranked import Ranked, Strength

Cards = frozenset[int]
# The kind of a final hand by its type and its first rank.
Kind = Callable[[str, int], int]


@dataclass(frozen=True)
class Game:
    """`own_kind` and the masks of `bets` are by pair, the lower position first."""

    deck: Deck
    wheel: str
    community: int
    seen: tuple[int, ...]
    own_kind: Callable[[int, int], int]
    player_kind: Kind
    hand_kinds: int
    dealer_kind: Kind
    dealer_kinds: int
    bets: Bets


@dataclass
class Played:
    """What becomes of all deals, each with weight one; ties are counted in deals of the cards seen."""

    outcomes: Counter[tuple[Path, int]] = field(default_factory=Counter)
    reached: Counter[tuple[Path, int]] = field(default_factory=Counter)
    ties: Counter[int] = field(default_factory=Counter)
    total: Fraction = Fraction(0)
    deals: int = 0
    values: dict[tuple[Path, Cards, Cards], list[tuple[int, Fraction]]] = field(default_factory=dict)


class Known:
    """The best hands of some positions, and what paths end with: both are asked again and again."""

    def __init__(self, deck: Deck, wheel: str, size: int) -> None:
        self._cards = deck.cards
        self._ranked = Ranked(Pack(deck, wheel="second_highest" if wheel == "second_highest" else "lowest"), size)
        self._known: dict[Cards, tuple[Strength, str, int]] = {}
        self._nets: dict[Path, tuple[list[int], int]] = {}

    def best(self, positions: Cards) -> tuple[Strength, str, int]:
        """Strength, type and first rank."""
        if positions not in self._known:
            reading = min(self._ranked.best(tuple(sorted(self._cards[position] for position in positions))))
            self._known[positions] = reading.strength, reading.type, reading.ranks[0]
        return self._known[positions]

    def nets(self, bets: Bets, path: Path, events: int) -> tuple[list[int], int]:
        """Net results by event in units of one part of so many."""
        if path not in self._nets:
            nets = bets.nets(path, events)
            unit = lcm(*(net.denominator for net in nets))
            self._nets[path] = [int(net * unit) for net in nets], unit
        return self._nets[path]


class OnePair:
    """All that may happen with one pair of own cards."""

    def __init__(self, game: Game, known: Known, own: tuple[int, int], played: Played) -> None:
        self.game, self.known, self.played = game, known, played
        self.own = frozenset(own)
        self.own_kind = game.own_kind(*own)
        self.left = [card for card in range(game.deck.size) if card not in own]
        self.ends: Callable[[Cards], Counter[int]] = cache(self._ends)
        self.decision: Callable[[Path, Cards], tuple[Fraction, int, bool]] = cache(self._decision)

    def turned(self, cards: Cards, count: int) -> Iterator[Cards]:
        left = [card for card in self.left if card not in cards]
        return (cards | frozenset(more) for more in combinations(left, count - len(cards)))

    def _ends(self, cards: Cards) -> Counter[int]:
        """The events of all deals of what comes after these community cards, group by group."""
        game = self.game
        ends: Counter[int] = Counter()
        if len(cards) < game.community:
            following = min(count for count in (*game.seen, game.community) if count > len(cards))
            for more in self.turned(cards, following):
                ends.update(self.ends(more))
            return ends
        own, kind, rank = self.known.best(self.own | cards)
        player = self.own_kind * game.hand_kinds + game.player_kind(kind, rank)
        for dealer in combinations([card for card in self.left if card not in cards], 2):
            other, kind, rank = self.known.best(cards | frozenset(dealer))
            result = 0 if own > other else 1 if own == other else 2
            ends[(player * 3 + result) * game.dealer_kinds + game.dealer_kind(kind, rank)] += 1
        return ends

    def worth(self, path: Path, cards: Cards, events: int) -> Fraction:
        """The mean net result after the last choice of a path with these cards turned."""
        bets = self.game.bets
        if bets.ends(path):
            nets, unit = self.known.nets(bets, path, events)
            ends = self.ends(cards)
            return Fraction(sum(nets[event] * count for event, count in ends.items()), ends.total() * unit)
        following = [self.decision(path, more)[0] for more in self.turned(cards, self.game.seen[len(path)])]
        return sum(following, Fraction(0)) / len(following)

    def _decision(self, path: Path, cards: Cards) -> tuple[Fraction, int, bool]:
        """The best value, the choice, and whether another is as good."""
        bets = self.game.bets
        low, high = sorted(self.own)
        pair = high * (high - 1) // 2 + low
        events = len(bets.pays[0])
        options = []
        for choice in range(len(bets.stages[len(path)])):
            offered = bets.offered_on(path, choice)
            if offered is None or offered[pair]:
                options.append((self.worth((*path, choice), cards, events), choice))
        self.played.values[path, self.own, cards] = [(choice, value) for value, choice in options]
        value = max(option[0] for option in options)
        equal = [choice for worth, choice in options if worth == value]
        staked = bets.staked or (True,) * len(bets.start)

        def bet(choice: int) -> Fraction:
            amounts = zip(bets.after((*path, choice)), staked, strict=True)
            return sum((amount for amount, stakes in amounts if stakes), Fraction(0))

        return value, min(equal, key=lambda choice: (bet(choice), choice)), len(equal) > 1

    def play(self, path: Path, before: Cards) -> None:
        """All deals that come to the decision after a path."""
        bets, played = self.game.bets, self.played
        for cards in self.turned(before, self.game.seen[len(path)]):
            value, choice, is_tied = self.decision(path, cards)
            ends = self.ends(cards)
            played.reached[path, choice] += ends.total()
            played.ties[len(path)] += is_tied
            longer = (*path, choice)
            if not path:
                played.total += value * ends.total()
                played.deals += ends.total()
            if bets.ends(longer):
                for event, count in ends.items():
                    played.outcomes[longer, event] += count
            else:
                self.play(longer, cards)


def play(game: Game) -> Played:
    played = Played()
    known = Known(game.deck, game.wheel, min(5, game.community + 2))
    for own in combinations(range(game.deck.size), 2):
        OnePair(game, known, own, played).play((), frozenset())
    return played
