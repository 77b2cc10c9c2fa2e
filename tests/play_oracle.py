"""A play wager on a small deck by dealing every deal: hands by the literal reference, sums in fractions.

Every hand decides for itself: nothing is said up to a renaming of suits. Nothing of the engine is used but the game as
it was read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations

from analyzer.cards.deck import FIRST_JOKER, RED_SUITS
from analyzer.cards.ranking import Ranking
from analyzer.game.lines import LineTest
from analyzer.game.model import Game, Paytable
from analyzer.game.wagers.play import PlayWager
from analyzer.reference.hands import Hand, best_hand, three_card_hand, types_in_order
from tests.showdown_oracle import reference_strength, rules_of

Cards = tuple[int, ...]


@dataclass
class Played:
    """What became of all deals; `nets` are by outcome name, `folds` and `ties` count hands."""

    outcomes: Counter[str] = field(default_factory=Counter)
    nets: dict[str, Fraction] = field(default_factory=dict)
    values: dict[Cards, Fraction] = field(default_factory=dict)
    folds: int = 0
    ties: int = 0

    @property
    def ev(self) -> Fraction:
        total = sum((self.nets[name] * count for name, count in self.outcomes.items()), Fraction(0))
        return total / self.outcomes.total()


@cache
def strength_of(cards: Cards, ranking: Ranking, size: int) -> tuple[int, tuple[int, ...]]:
    return reference_strength(cards, ranking, size)


def satisfies(cards: Cards, test: LineTest, ranking: Ranking, size: int) -> bool:
    """A line asked of the player's own cards: the hand, its rank, its colour."""
    rules = rules_of(ranking)
    hand: Hand = three_card_hand(cards, rules) if size == 3 else best_hand(cards, rules)
    if test.hands and hand.type not in test.hands:
        return False
    suits = {card & 3 for card in cards if card < FIRST_JOKER}
    reds = {suit in RED_SUITS for suit in suits}
    return not (test.colour == "one" and len(reds) > 1)


def bonus_line(game: Game, wager: PlayWager, paytable: Paytable, cards: Cards) -> int:
    """The line that is paid: the one that pays most, the first of equals, or the first listed; -1 for none."""
    held = [i for i, line in enumerate(wager.lines) if satisfies(cards, line.test, game.ranking, wager.hand_size)]
    if not held:
        return -1
    if wager.overlap == "first":
        return held[0]
    most = max(paytable.pays[line].amount for line in held)
    return next(line for line in held if paytable.pays[line].amount == most)


def qualifies(game: Game, wager: PlayWager, cards: Cards) -> bool:
    types = game.ranking.types(3) if wager.hand_size == 3 else types_in_order(game.ranking.top_hand)
    least = types.index(wager.qualify_hand or "high-card"), (wager.qualify_rank,)
    return bool(strength_of(cards, game.ranking, wager.hand_size) >= least)


def settle(game: Game, wager: PlayWager, own: Cards, dealer: Cards, bets: int) -> tuple[str, int]:
    """(name without the action, net without a bonus) of one deal after these bets."""
    mine, other = (strength_of(cards, game.ranking, wager.hand_size) for cards in (own, dealer))
    result = "win" if mine > other else "tie" if mine == other else "lose"
    sign = {"win": 1, "tie": 0, "lose": -1}[result]
    if qualifies(game, wager, dealer):
        return f"qualifies/{result}", sign * (1 + bets)
    return ("does-not-qualify", 1) if wager.unqualified == "ante_wins" else (f"does-not-qualify/{result}", sign)


def results(game: Game, wager: PlayWager, own: Cards, first: int | None, bets: int) -> Iterator[tuple[str, int]]:
    """Every second community card and every dealer hand, or every dealer hand alone."""
    known = own if first is None else (*own, first)
    left = [card for card in game.deck.cards if card not in known]
    for second in [()] if first is None else [(card,) for card in left]:
        board = second if first is None else (first, *second)
        rest = [card for card in left if card not in second]
        for dealer in combinations(rest, wager.dealer.cards):
            yield settle(game, wager, tuple(sorted(own + board)), tuple(sorted(dealer + board)), bets)


Ended = tuple[Counter[tuple[str, int]], str]


def best_end(game: Game, wager: PlayWager, own: Cards, first: int | None) -> Ended:
    """What playing gives, with the better of check and bet after a community card; of equals the check."""
    if first is None:
        return Counter(results(game, wager, own, None, wager.bets[0])), "play"
    ends = [
        (Counter(results(game, wager, own, first, bets)), name)
        for bets, name in ((wager.bets[0], "check"), (sum(wager.bets), "bet"))
    ]
    return max(ends, key=lambda end: (total(end[0]), end[1] == "check"))


def total(counts: Counter[tuple[str, int]]) -> int:
    return sum(net * count for (_, net), count in counts.items())


def play_every_deal(game: Game, wager: PlayWager, paytable: Paytable) -> Played:
    """Every hand folds or plays, whichever is better with its bonus; equal ones fold."""
    played = Played()
    for own in combinations(game.deck.cards, wager.player.cards):
        firsts: Sequence[int | None] = [None]
        if wager.community is not None:
            firsts = [card for card in game.deck.cards if card not in own]
        ends = [best_end(game, wager, own, first) for first in firsts]
        deals = sum(counts.total() for counts, _ in ends)
        line = bonus_line(game, wager, paytable, own)
        bonus = paytable.pays[line].amount if line >= 0 else Fraction(0)
        worth = Fraction(sum(total(counts) for counts, _ in ends), deals) + bonus
        played.values[own] = worth
        played.ties += worth == -1
        if worth <= -1:
            played.folds += 1
            played.outcomes["fold"] += deals
            played.nets["fold"] = Fraction(-1)
            continue
        suffix = f"/{wager.lines[line].id}" if line >= 0 else ""
        for counts, action in ends:
            for (row, net), count in counts.items():
                played.outcomes[f"{action}/{row}{suffix}"] += count
                played.nets[f"{action}/{row}{suffix}"] = net + bonus
    return played
