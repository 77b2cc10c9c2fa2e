"""Does a test pass? The questions of `language.Test` about cards, one after the other, on real cards.

Questions about a hand (hand, at_least, ranks, kicker, natural, suited, suit) are asked of one reading of the counted
cards: with `pays_most` some reading of some of the cards must answer all of them, otherwise one of those that rank
highest. All other questions are about all the cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

from analyzer.game.card_tests import ALL_RANKS
from analyzer.game.language import Test
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

    def __init__(self, cards: Cards, ranked: Ranked, *, pays_most: bool, front: Cards = ()) -> None:
        """`front`: the cards in front, if these are the back of a hand that is set in two."""
        self.cards, self.ranked, self.pack, self.front = cards, ranked, ranked.pack, front
        self.pays_most = pays_most
        self.plain = tuple(card for card in cards if not is_wild(card, self.pack))
        self.wilds = len(cards) - len(self.plain)

    def passes(self, test: Test) -> bool:
        """All that the test itself asks of cards; `any`, `all` and the round are the referee's."""
        if test.natural is not None and test.natural_of == "cards":
            # Whatever makes the hand: no card may be wild, or one must be.
            test, natural = replace(test, natural=None), test.natural
            return natural == (self.wilds == 0) and self.passes(test)
        return (
            (not asks_hand(test) or self.is_hand(test))
            and (not test.groups or self.has_groups(test.groups, test.ranks, test.natural))
            and (not test.whole or (self.is_whole(test) and test.natural in (None, self.wilds == 0)))
            and (test.high == ALL_RANKS or self.is_high(test.high, test.ace_low))
            and not any(self.holds(kind) for kind in test.without)
            and not any(self.holds(kind, natural=True) for kind in test.without_natural)
            and (not test.beside or self.has_beside(test))
            and (not test.colour or self.has_colour(test.colour))
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

    def is_whole(self, test: Test) -> bool:
        """All cards together are one straight, one flush, or both; wild cards are whatever is missing.

        `ranks` are those that a straight may end at: A-2-3-4-5-6 ends at the six.
        """
        size, ranks = len(self.cards), {rank_of(card) for card in self.plain}
        runs = all_straights(size, "none" if self.pack.wheel == "none" else "lowest") if size <= 13 else ()
        ends = [(run, size - 2 if {0, ACE} <= run else max(run)) for run in runs]
        fits = any(ranks <= run and has_rank(test.ranks, end) for run, end in ends)
        is_run = len(ranks) == len(self.plain) and fits
        is_flush = len({suit_of(card) for card in self.plain}) < 2 and size <= 13
        return (test.whole == "flush" or is_run) and (test.whole == "straight" or is_flush)

    def is_high(self, high: int, ace_low: bool) -> bool:
        """Whether the highest natural card has such a rank; a low ace is the highest only among aces."""
        ranks = [rank_of(card) for card in self.plain]
        others = [rank for rank in ranks if rank != ACE or not ace_low]
        return bool(ranks) and has_rank(high, max(others, default=ACE))

    def has_colour(self, colour: str) -> bool:
        """Whether all natural cards have that colour; "one": the same."""
        reds = {suit_of(card) in RED_SUITS for card in self.plain}
        return len(reds) < 2 if colour == "one" else reds <= {colour == "red"}

    def holds(self, kind: str, *, natural: bool = False) -> bool:
        """Some of the cards are that hand, whatever else they make: three of a kind hold a pair."""
        if kind in HOLDERS:
            readings = self.ranked.every(self.cards)
            return any(one.type in HOLDERS[kind] and (one.natural or not natural) for one in readings)
        first = self.pack.five_ranks if kind == "five-of-a-kind" else ALL_RANKS
        return self.has_groups(SIZES[kind], first, natural or None)

    def has_beside(self, test: Test) -> bool:
        """Five cards are a royal flush, and among the others are these ranks, in one suit if that is asked.

        Beside the back of a hand lie the cards in front.
        """
        return any(
            reading.type == "royal-flush" and test.natural in (None, reading.natural) and self.leaves(five, test)
            for five in combinations(self.cards, 5)
            for reading in self.ranked.called(five)
        )

    def leaves(self, five: Cards, test: Test) -> bool:
        """A wild card among the others may be one that is missing; a bug is an ace, and not meant here."""
        others = [card for card in (*self.cards, *self.front) if card not in five]
        left = [card for card in others if not is_wild(card, self.pack)]
        wilds = 0 if self.pack.wild.is_bug else len(others) - len(left)
        suits = [range(4)] if test.beside_any else [[suit] for suit in range(4)]
        wanted = {rank for rank in range(13) if has_rank(test.beside, rank)}
        return any(len(wanted - {rank_of(card) for card in left if suit_of(card) in own}) <= wilds for own in suits)

    def printed(self, rank: int) -> int:
        """How many cards of that rank there are, wild or not."""
        return sum(not is_joker(card) and rank_of(card) == rank for card in self.cards)


def asks_hand(test: Test) -> bool:
    """Is something asked of the counted cards? `ranks` and `natural` may be said of groups or of all the cards."""
    return (
        bool(test.hands or test.suit)
        or test.at_least is not None
        or test.kicker != ALL_RANKS
        or test.suited is not None
        or (test.ranks != ALL_RANKS and not test.groups and not test.whole)
        or (test.natural is not None and not test.groups and not test.whole)
    )
