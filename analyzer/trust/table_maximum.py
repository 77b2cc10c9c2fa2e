"""The most that one deal can cost a table: wagers are settled together on the same cards, and seats share one pack.

For every hand of the dealer, up to a renaming of suits, all hands of a player are settled with all wagers at their
stakes. The seats then take hands that have no card in common, those that are paid most together: found by trying hands
in the order of what they are paid, and leaving off where the best that is still possible is no more than what was
found. So the maximum is exact, and a deal that reaches it is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.duel.hands import hands_of
from analyzer.errors import CountError
from analyzer.game.model import Game, Paytable, Wager
from analyzer.game.wagers.play import PlayWager
from analyzer.integers import over_common_denominator
from analyzer.pricing.moments import told_apart
from analyzer.run.jobs import Run
from analyzer.trust.kinds import main_of
from analyzer.trust.table_layout import TableLayout

# What is settled one by one.
MAX_SETTLED = 60_000_000
# The hands that are paid most with a dealer's hand; where they do not fill a table, all are looked at.
KEPT = 400

Stake = tuple[Wager, Paytable, Fraction]
Hand = tuple[int, ...]


@dataclass(frozen=True)
class TableMaximum:
    """The most that is paid to that many seats in one deal, and a deal in which it is."""

    seats: int
    paid: Fraction
    dealer: Hand
    hands: tuple[Hand, ...]


@dataclass(frozen=True)
class _Ranked:
    """The hands that are paid most with one hand of the dealer, in that order."""

    dealer: Hand
    paid: list[int]
    cards: NDArray[np.uint8]
    complete: bool

    @property
    def hands(self) -> list[Hand]:
        return [(*hand,) for hand in self.cards.tolist()]

    def most(self, seats: int) -> int:
        """An upper bound: what the best hands are paid, shared cards or not."""
        return sum(self.paid[:seats])


def table_maxima(game: Game, stakes: Sequence[Stake], seats: Sequence[int], run: Run) -> list[TableMaximum] | None:
    """For each number of seats the most that is paid; None where the wagers cannot all be settled deal by deal."""
    main = main_of([wager for wager, _, _ in stakes])
    if main is None or not all(_fits(wager, main) for wager, _, _ in stakes):
        return None
    hands = hands_of(game.deck, main.dealer.cards)
    left = game.deck.size - main.dealer.cards
    if len(hands.class_cards) * comb(left, main.player.cards) > MAX_SETTLED:
        return None
    settled = _Settled(game, main, stakes, run)
    dealers = [(*cards,) for cards in hands.class_cards.tolist()]
    # The referee, who settles what the kernel does not, is not shared by threads.
    run = replace(run, jobs=1) if settled.layout.settlers else run
    by_dealer = {one.dealer: one for one in run.pieces("largest payments of a table", settled.of_dealer, dealers)}
    ranked = [by_dealer[dealer] for dealer in dealers]
    return [_maximum(ranked, settled, number) for number in seats if _cards(main, number) <= game.deck.size]


def _cards(main: PlayWager, seats: int) -> int:
    return main.dealer.cards + main.player.cards * seats


def _fits(wager: Wager, main: PlayWager) -> bool:
    """Whether the wager looks at the player's and the dealer's cards alone, at no suit in particular."""
    looked = set(wager.seat_names)
    known = bool(looked) and looked <= {main.player.name, main.dealer.name}
    return known and wager.meter is None and not wager.tells_suits_apart


class _Settled:
    """What every hand of a player is paid beside a hand of the dealer, by all wagers at their stakes."""

    def __init__(self, game: Game, main: PlayWager, stakes: Sequence[Stake], run: Run) -> None:
        self.game, self.main = game, main
        left = game.deck.size - main.dealer.cards
        self.places = np.array(list(combinations(range(left), main.player.cards)), dtype=np.intp)
        self.layout = TableLayout(game, run)
        for wager, paytable, _ in stakes:
            self.layout.add(wager, [paytable])
        amounts, self.unit = over_common_denominator(self._nets(stakes))
        self.units = dict(zip(self._nets(stakes), amounts, strict=True))
        self.stakes = stakes
        # For each bet the keys met so far, in order, and what they stand for.
        none = np.zeros(0, dtype=np.uint64), np.zeros(0, dtype=np.int64)
        self.known: list[tuple[NDArray[np.uint64], NDArray[np.int64]]] = [none for _ in stakes]
        results = [self.layout.expected(wager, [paytable])[0] for wager, paytable, _ in stakes]
        self.nets = [
            {name: outcome.net.amount for name, outcome in told_apart(result.outcomes).items()} for result in results
        ]

    def _nets(self, stakes: Sequence[Stake]) -> list[Fraction]:
        """All amounts that can be paid, each once."""
        amounts = {Fraction(0)}
        for wager, paytable, stake in stakes:
            for outcome in self.layout.expected(wager, [paytable])[0].outcomes:
                amounts.add(max(outcome.net.amount, Fraction(0)) * stake)
        return sorted(amounts)

    def of_dealer(self, *dealer: int) -> _Ranked:
        return self.ranked(dealer)

    def ranked(self, dealer: Hand, kept: int = KEPT) -> _Ranked:
        left = np.array([card for card in self.game.deck.cards if card not in dealer], dtype=np.uint8)
        hands = left[self.places]
        packs = np.zeros((len(hands), self.game.deck.size), dtype=np.uint8)
        for seat, cards in ((self.main.player.name, hands), (self.main.dealer.name, np.array(dealer, dtype=np.uint8))):
            first, number = self.layout.places[seat]
            packs[:, first : first + number] = cards
        paid = self._paid(self.layout.settle_cards(packs))
        most = np.argpartition(-paid, kept)[:kept] if len(paid) > kept else np.arange(len(paid))
        order = most[np.lexsort((most, -paid[most]))]
        return _Ranked(dealer, paid[order].tolist(), hands[order], len(order) == len(paid))

    def _paid(self, keys: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Only what is won counts: what other wagers of the seat lose is not set against it."""
        paid = np.zeros(len(keys), dtype=np.int64)
        for bet in self.layout.bets:
            known, units = self.known[bet.place]  # both at once: other threads may put new ones there
            place = np.minimum(np.searchsorted(known, keys[:, bet.place]), len(known) - 1)
            if not len(known) or not np.array_equal(known[place], keys[:, bet.place]):
                known = np.union1d(known, keys[:, bet.place])
                units = np.array([self._units(bet.place, key) for key in known.tolist()], dtype=np.int64)
                self.known[bet.place] = known, units
                place = np.searchsorted(known, keys[:, bet.place])
            paid += units[place]
        return paid

    def _units(self, place: int, key: int) -> int:
        """What a key of the bet stands for, at its stake."""
        net = self.nets[place][self.layout.bets[place].name_of(key)]
        return self.units[max(net, Fraction(0)) * self.stakes[place][2]]


# --- filling the table -----------------------------------------------------------------------------------------------


class _NotEnoughError(Exception):
    """What was left off could fill the table better."""


def _maximum(ranked: Sequence[_Ranked], settled: _Settled, seats: int) -> TableMaximum:
    best, highest = -1, None
    for one in sorted(ranked, key=lambda one: -one.most(seats)):
        if one.most(seats) <= best:
            break
        try:
            filled = _filled(one, seats, best)
        except _NotEnoughError:
            filled = _filled(settled.ranked(one.dealer, len(settled.places)), seats, best)
        if filled is not None:
            best, highest = filled[0], (one, filled[1])
    if highest is None:
        raise CountError(f"no deal fills {seats} seats")
    one, hands = highest
    return TableMaximum(seats, Fraction(best, settled.unit), one.dealer, hands)


def _filled(one: _Ranked, seats: int, more_than: int) -> tuple[int, tuple[Hand, ...]] | None:
    """The best hands without a card in common, if they are paid more than that."""
    best: tuple[int, tuple[int, ...]] | None = None
    hands = one.hands

    def least() -> int:
        return more_than if best is None else best[0]

    def tried(start: int, taken: frozenset[int], places: tuple[int, ...], paid: int) -> Iterator[None]:
        nonlocal best
        missing = seats - len(places)
        if not missing:
            if paid > least():
                best = paid, places
            return
        for place in range(start, len(hands)):
            if paid + sum(one.paid[place : place + missing]) <= least():
                return
            if taken.isdisjoint(hands[place]):
                yield from tried(place + 1, taken | frozenset(hands[place]), (*places, place), paid + one.paid[place])
        if not one.complete and paid + one.paid[-1] * missing > least():
            raise _NotEnoughError

    for _ in tried(0, frozenset(), (), 0):
        pass
    return None if best is None else (best[0], tuple(hands[place] for place in best[1]))
