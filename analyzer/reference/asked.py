"""Does a test pass? The questions of `language.Test` about cards, one after the other, on real cards.

Questions about a hand (hand, at_least, ranks, kicker, natural, suited, suit) are asked of one reading of the counted
cards: with `pays_most` some reading of some of the cards must answer all of them, otherwise one of those that rank
highest. All other questions are about all the cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

from analyzer.game.language import ALL_RANKS, Test
from analyzer.reference.cards import ACE, RED_SUITS, SUIT_NAMES, Cards, is_joker, rank_of, suit_of
from analyzer.reference.hands import all_straights
from analyzer.reference.ranked import FLUSHES, RUNS, SETS, Ranked, Reading, is_wild

SIZES = {kind: sizes for sizes, kind in SETS.items()}
# What also holds a straight or a flush.
HOLDERS = {
    "straight": RUNS,
    "flush": FLUSHES,
    "straight-flush": RUNS & FLUSHES,
    "royal-flush": frozenset({"royal-flush"}),
}


def has_rank(ranks: int, rank: int) -> bool:
    return bool(ranks >> rank & 1)


class Asked:
    """Some cards of a hand, and what they answer."""

    def __init__(self, cards: Cards, ranked: Ranked, *, pays_most: bool) -> None:
        self.cards, self.ranked, self.pack = cards, ranked, ranked.pack
        self.pays_most = pays_most
        self.plain = tuple(card for card in cards if not is_wild(card, self.pack))
        self.wilds = len(cards) - len(self.plain)

    def passes(self, test: Test) -> bool:
        """All that the test itself asks of cards; `any`, `all` and the round are the referee's."""
        return (
            (not asks_hand(test) or self.is_hand(test))
            and (not test.groups or self.has_groups(test.groups, test.ranks, test.natural))
            and (not test.whole or (self.is_whole(test.whole) and test.natural in (None, self.wilds == 0)))
            and (test.high == ALL_RANKS or self.is_high(test.high))
            and not any(self.holds(kind) for kind in test.without)
            and (not test.beside or self.has_beside(test))
            and (not test.one_colour or len({suit_of(card) in RED_SUITS for card in self.plain}) < 2)
            and test.jokers in (None, sum(is_joker(card) for card in self.cards))
            and all(self.printed(rank) == times for rank, times in test.count)
        )

    # --- the hand ---

    def is_hand(self, test: Test) -> bool:
        among = self.ranked.every(self.cards) if self.pays_most else self.ranked.best(self.cards)
        return any(self.fits(reading, test) for reading in among)

    def fits(self, reading: Reading, test: Test) -> bool:
        if test.at_least is not None:
            kind, ranks = self.ranked.least(test.at_least)
            if (reading.strength[0], reading.strength[1][: len(ranks)]) < (kind, ranks):
                return False
        return (
            (not test.hands or reading.type in test.hands)
            and has_rank(test.ranks, reading.ranks[0])
            and has_rank(test.kicker, reading.ranks[-1])
            and test.natural in (None, reading.natural)
            and test.suited in (None, reading.suit is not None)
            and (not test.suit or reading.suit == SUIT_NAMES.index(test.suit))
        )

    # --- all the cards ---

    def has_groups(self, sizes: tuple[int, ...], first: int = ALL_RANKS, natural: bool | None = None) -> bool:
        """Sets of different ranks, the first in `first`; wild cards are shared out, a bug as an ace."""
        held = Counter(rank_of(card) for card in self.plain)
        is_bug = self.pack.wild.is_bug

        def fill(sizes: tuple[int, ...], allowed: Iterable[int], taken: tuple[int, ...], wilds: int) -> bool:
            if not sizes:
                return natural is not False or (self.wilds > 0 and (not is_bug or ACE in taken))
            for rank in allowed:
                lacks = max(0, sizes[0] - held[rank])
                may = rank not in taken and lacks <= wilds and (lacks == 0 or rank == ACE or not is_bug)
                if may and fill(sizes[1:], range(13), (*taken, rank), wilds - lacks):
                    return True
            return False

        firsts = [rank for rank in range(13) if has_rank(first, rank)]
        return fill(sizes, firsts, (), 0 if natural else self.wilds)

    def is_whole(self, kind: str) -> bool:
        """All cards together are one straight, one flush, or both; wild cards are whatever is missing."""
        ranks = {rank_of(card) for card in self.plain}
        runs = all_straights(len(self.cards), "lowest") if len(self.cards) <= 13 else ()
        is_run = len(ranks) == len(self.plain) and any(ranks <= run for run in runs)
        is_flush = len({suit_of(card) for card in self.plain}) < 2 and len(self.cards) <= 13
        return (kind == "flush" or is_run) and (kind == "straight" or is_flush)

    def is_high(self, high: int) -> bool:
        return bool(self.plain) and has_rank(high, max(rank_of(card) for card in self.plain))

    def holds(self, kind: str) -> bool:
        """Some of the cards are that hand, whatever else they make: three of a kind hold a pair."""
        if kind in HOLDERS:
            return any(reading.type in HOLDERS[kind] for reading in self.ranked.every(self.cards))
        return self.has_groups(SIZES[kind])

    def has_beside(self, test: Test) -> bool:
        """Five cards are a royal flush; natural cards among the others have these ranks in one suit."""
        return any(
            reading.type == "royal-flush" and test.natural in (None, reading.natural) and self.leaves(five, test.beside)
            for five in combinations(self.cards, 5)
            for reading in self.ranked.called(five)
        )

    def leaves(self, five: Cards, beside: int) -> bool:
        left = [card for card in self.plain if card not in five]
        wanted = {rank for rank in range(13) if has_rank(beside, rank)}
        return any(wanted <= {rank_of(card) for card in left if suit_of(card) == suit} for suit in range(4))

    def printed(self, rank: int) -> int:
        """How many cards of that rank there are, wild or not."""
        return sum(not is_joker(card) and rank_of(card) == rank for card in self.cards)


def asks_hand(test: Test) -> bool:
    """Is something asked of the counted cards? `ranks` may be said of groups, `natural` of them or of all the cards."""
    return (
        bool(test.hands or test.suit)
        or test.at_least is not None
        or test.kicker != ALL_RANKS
        or test.suited is not None
        or (test.ranks != ALL_RANKS and not test.groups)
        or (test.natural is not None and not test.groups and not test.whole)
    )
