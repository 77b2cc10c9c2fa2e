"""One discard, then a showdown, beside cards that the player has seen: the dealer's, others', or the one to be drawn.

One set of seen cards stands for all that an exchange of suits makes of it. Beside it every hand is decided by itself,
in two sweeps over the dealer's hidden cards (cext/seen_draw.pyx): the first finds what each discard is worth, the
second what becomes of the deals when the best ones are made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import Deck
from analyzer.cards.suit_blocks import SuitBlocks, suit_blocks_of
from analyzer.engines.contest.duel_states import levels_of
from analyzer.engines.too_long import refuse_long
from analyzer.engines.worth import Worth
from analyzer.errors import CountError, TooLargeError
from analyzer.integers import MAX_VALUE, dot
from analyzer.kernels import colex, duel, seen_draw, suit_blocks
from analyzer.run.jobs import Run

OWN, KEPT = 5, 4
# Of one hidden hand that is put into the table, and of one own hand that is asked, in both sweeps on one core.
HIDDEN_NANOSECONDS, OWN_NANOSECONDS = 700, 900
Hands = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class SeenDraw:
    """A draw game as cards, strengths and events; how many cards of the dealer, of the draw and of others are seen.

    Own hands are five cards, by colex index; the dealer has `dealer` cards, `seen` of which are known. `automatic` are
    own hands that win at once.
    """

    deck: Deck
    own_strengths: NDArray[np.uint32]
    own_events: NDArray[np.uint8]
    automatic: NDArray[np.bool_]
    dealer: int
    dealer_strengths: NDArray[np.uint32]
    stand_pat: bool
    seen: int = 0
    drawn: bool = False
    gone: int = 0

    @cached_property
    def levels(self) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
        own, dealer = levels_of(self.own_strengths, self.dealer_strengths)
        return own, dealer

    @cached_property
    def top_level(self) -> int:
        return 1 + max(int(levels.max()) for levels in self.levels)

    @cached_property
    def blocks(self) -> SuitBlocks:
        """The exchanges of suits that change no strength, no event and no automatic win: all are asked."""
        own, dealer = self.levels
        keys = own.astype(np.uint64) << np.uint64(9) | self.own_events.astype(np.uint64) << np.uint64(1)
        keys |= self.automatic.astype(np.uint64)
        sides = [(keys, OWN), (dealer.astype(np.uint64), self.dealer)]

        def is_unnoticed(partner: NDArray[np.uint8]) -> bool:
            return all(suit_blocks.same_when_exchanged(key, self.deck.size, cards, partner) for key, cards in sides)

        return suit_blocks_of(self.deck, is_unnoticed)

    # --- numbers of deals ---

    @property
    def rest(self) -> int:
        """Cards that nobody has seen, the own hand among them."""
        return self.deck.size - self.seen - self.gone - self.drawn

    @property
    def hidden(self) -> int:
        """Cards of the dealer that nobody has seen."""
        return self.dealer - self.seen

    @property
    def dealers(self) -> int:
        """Dealer hands beside an own hand, its discard and the draw."""
        return comb(self.rest - OWN - (not self.drawn), self.hidden)

    @property
    def deals_of_hand(self) -> int:
        """What becomes of one hand beside seen cards: draws and dealer hands."""
        return self.dealers * (1 if self.drawn else self.rest - OWN)

    @property
    def pat_factor(self) -> int:
        """Deals for each dealer hand that one meets who stands pat."""
        factor, rest = divmod(self.deals_of_hand, comb(self.rest - OWN, self.hidden))
        if rest:
            raise CountError("the deals of a hand are no multiple of the dealer hands that it meets")
        return factor

    @property
    def pairs(self) -> int:
        """Seen cards beside own hands."""
        total, left = 1, self.deck.size
        for cards in (self.seen, self.gone, int(self.drawn), OWN):
            total, left = total * comb(left, cards), left - cards
        return total

    @property
    def deals(self) -> int:
        return self.pairs * self.deals_of_hand

    def seen_cards(self) -> Iterator[Known]:
        """One set of seen cards for all that are alike."""
        for seen, weight in _listed(self.blocks, self.seen, ()):
            blocks = self.blocks.fixing(seen)
            for gone, times in _listed(blocks, self.gone, seen):
                inner = blocks.fixing(gone)
                for drawn, more in _listed(inner, int(self.drawn), (*seen, *gone)):
                    yield Known(seen, gone, drawn, weight * times * more)


def _listed(blocks: SuitBlocks, cards: int, without: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
    listed = blocks.hands(cards, without)
    for hand, weight in zip(listed.hands.tolist(), listed.weights.tolist(), strict=True):
        yield tuple(hand), weight


@dataclass(frozen=True)
class Known:
    """Seen cards as positions: the dealer's, those of others, the one to be drawn; how many such they stand for."""

    seen: tuple[int, ...]
    gone: tuple[int, ...]
    drawn: tuple[int, ...]
    weight: int = 1

    @property
    def cards(self) -> tuple[int, ...]:
        return (*self.seen, *self.gone, *self.drawn)


@dataclass(frozen=True)
class DrawPays:
    """What a win pays by event, and an automatic win, in units of 1/denominator; a loss costs one unit."""

    wins: tuple[int, ...]
    automatic: tuple[int, ...]
    denominator: int


@dataclass(eq=False)
class DrawEnds:
    """Deals by event: automatic wins, wins, ties and losses; the value of all; choices, ties and what cards are worth.

    `chosen` are states that discard, that stand pat, and that win at once.
    """

    automatic: NDArray[np.object_]
    wins: NDArray[np.object_]
    ties: NDArray[np.object_]
    losses: NDArray[np.object_]
    total: int = 0
    chosen: tuple[int, int, int] = (0, 0, 0)
    tied: int = 0
    worth: Worth = field(default_factory=Worth)

    def add(self, other: DrawEnds, times: int) -> None:
        self.automatic = self.automatic + other.automatic * times
        self.wins = self.wins + other.wins * times
        self.ties = self.ties + other.ties * times
        self.losses = self.losses + other.losses * times
        self.total += other.total * times
        discards, pats, automatic = (one + two * times for one, two in zip(self.chosen, other.chosen, strict=True))
        self.chosen = discards, pats, automatic
        self.tied += other.tied * times
        self.worth.add(other.worth, times)


def solve_seen_draw(game: SeenDraw, pays: DrawPays, run: Run) -> DrawEnds:
    """The best discards beside all seen cards, and what then becomes of all deals; both must be worth the same."""
    check_bounds(game, pays)
    listed = list(game.seen_cards())
    hidden, own = comb(game.rest, game.hidden), comb(game.rest, OWN)
    nanoseconds = (hidden * HIDDEN_NANOSECONDS + own * OWN_NANOSECONDS) / own
    refuse_long("a draw game with cards seen", len(listed) * own, nanoseconds)
    run = run.fitting("a draw game", game.dealer_strengths.nbytes * 2, hidden * 24 + own * 100 + (400 << 20))
    events = len(pays.wins)
    nothing = np.zeros(events, dtype=object)
    ends = DrawEnds(nothing, nothing, nothing, nothing)
    _ = game.levels, game.top_level  # before threads ask for them

    def piece(number: int) -> tuple[int, DrawEnds]:
        return number, Beside(game, listed[number]).ends(pays)

    for number, part in run.pieces("draws and showdowns", piece, [(number,) for number in range(len(listed))]):
        ends.add(part, listed[number].weight)
    _check(game, pays, ends)
    return ends


def check_bounds(game: SeenDraw, pays: DrawPays) -> None:
    largest = max(map(abs, (*pays.wins, *pays.automatic))) + pays.denominator
    if largest * game.deals_of_hand >= MAX_VALUE:
        raise TooLargeError(
            f"the pays are too large, or their common denominator ({pays.denominator:,}) is: sums over "
            f"{game.deals_of_hand:,} deals would need more than 64 bits; write pays with smaller denominators"
        )


def _check(game: SeenDraw, pays: DrawPays, ends: DrawEnds) -> None:
    counted = sum(int(array.sum()) for array in (ends.automatic, ends.wins, ends.ties, ends.losses))
    if counted != game.deals:
        raise CountError(f"the deals of a draw game add up to {counted}, not to {game.deals}")
    worth = sum(int(count) * pay for count, pay in zip(ends.wins, pays.wins, strict=True))
    worth += sum(int(count) * pay for count, pay in zip(ends.automatic, pays.automatic, strict=True))
    worth -= int(ends.losses.sum()) * pays.denominator
    if worth != ends.total:
        raise CountError(f"the outcomes of a draw game are worth {worth}, its decisions {ends.total}")


@dataclass(frozen=True)
class Chosen:
    """By own hand: the value of its best choice, the place of the card discarded (OWN: none), how many are as good."""

    values: NDArray[np.int64]
    best: NDArray[np.intp]
    equals: NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Beside:
    """A draw game beside certain seen cards: all hands of the cards that are left, as places among these."""

    game: SeenDraw
    known: Known

    @cached_property
    def positions(self) -> Hands:
        """[place] the position in the deck."""
        every = np.arange(self.game.deck.size, dtype=np.uint8)
        return np.setdiff1d(every, np.array(self.known.cards, dtype=np.uint8))

    @cached_property
    def hidden(self) -> tuple[Hands, NDArray[np.uint32]]:
        """The dealer's hidden cards in ascending order of strength, and their levels."""
        game = self.game
        seen = np.array(sorted(self.known.seen), dtype=np.uint8)
        levels = game.levels[1][duel.joined(self.positions, seen, game.hidden)]
        kinds = np.zeros(len(levels), dtype=np.uint8)
        return duel.dealers_in_order(len(self.positions), game.hidden, levels, kinds, 0, game.top_level)

    @cached_property
    def hands(self) -> Hands:
        """Own hands in the order of their colex index."""
        return colex.hands_in_range(0, comb(len(self.positions), OWN), OWN)

    @cached_property
    def indices(self) -> NDArray[np.uint32]:
        """The colex index of each own hand in the whole deck."""
        return duel.joined(self.positions, np.zeros(0, dtype=np.uint8), OWN)

    def in_order(self, cards: int, drawn: Sequence[int]) -> tuple[Hands, NDArray[np.int64], NDArray[np.uint32]]:
        """Sets of so many cards by the strength of the hand that they are with the card drawn.

        Also the colex indices of these hands in the whole deck, and their levels.
        """
        count = comb(len(self.positions), cards)
        of_deck = duel.joined(self.positions, np.array(drawn, dtype=np.uint8), cards)
        levels = self.game.levels[0][of_deck]
        listed = colex.hands_in_range(0, count, cards)
        hands, order, levels, _ = duel.in_order(listed, levels, np.ones(count, dtype=np.int64), self.game.top_level)
        return hands, of_deck[order].astype(np.int64), levels

    @cached_property
    def owns(self) -> tuple[Hands, NDArray[np.int64], NDArray[np.uint32]]:
        """What is asked about: final hands, or, where the draw was seen, the cards kept."""
        return self.in_order(KEPT if self.game.drawn else OWN, self.known.drawn)

    @cached_property
    def pat(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """[own hand] deals that are won and tied by standing pat."""
        hands, _, levels = self.in_order(OWN, ())
        wins, ties = seen_draw.pat_counts(len(self.positions), *self.hidden, hands, levels)
        order = colex.rank(hands).astype(np.int64)
        won, tied = np.empty(len(order), dtype=np.int64), np.empty(len(order), dtype=np.int64)
        won[order], tied[order] = wins, ties
        return won * self.game.pat_factor, tied * self.game.pat_factor

    def values(self, pays: DrawPays) -> NDArray[np.int64]:
        """[own hand, choice] sums of net results over all deals of the hand: discards in order, then standing pat."""
        columns = [self._discards(pays)]
        if self.game.stand_pat:
            won, tied = self.pat
            paid = np.array(pays.wins, dtype=np.int64)[self.game.own_events[self.indices]]
            columns.append((paid * won - pays.denominator * (self.game.deals_of_hand - won - tied))[:, None])
        return np.concatenate(columns, axis=1)

    def choose(self, pays: DrawPays) -> Chosen:
        """The best choice of every hand; of equals the first listed."""
        values = self.values(pays)
        best = np.argmax(values, axis=1)
        value = values[np.arange(len(values)), best]
        return Chosen(value, best, (values == value[:, None]).sum(axis=1))

    def _discards(self, pays: DrawPays) -> NDArray[np.int64]:
        """[own hand, discard] sums of net results over all deals of the hand."""
        game = self.game
        owns, indices, levels = self.owns
        paid = np.array(pays.wins, dtype=np.int64)[game.own_events[indices]]
        totals = seen_draw.draw_values(
            len(self.positions), *self.hidden, owns, levels, paid, pays.denominator, game.dealers, game.drawn
        )
        return np.stack([totals[self._kept(place), self.hands[:, place]] for place in range(OWN)], axis=1)

    def _kept(self, place: int) -> NDArray[np.intp]:
        """[own hand] the colex index of the cards kept without that of a place."""
        return colex.rank(np.ascontiguousarray(np.delete(self.hands, place, axis=1))).astype(np.intp)

    def ends(self, pays: DrawPays) -> DrawEnds:
        game, chosen = self.game, self.choose(pays)
        automatic = game.automatic[self.indices]
        events = game.own_events[self.indices]
        discards = ~automatic & (chosen.best < OWN)
        pat = ~automatic & (chosen.best == OWN)
        wins, ties, draws = (array.astype(object) for array in self._counts(chosen, discards, len(pays.wins)))
        ends = DrawEnds(
            _by_event(events, automatic.astype(np.int64) * game.deals_of_hand, len(pays.wins)),
            wins,
            ties,
            draws * game.dealers - wins - ties,
            chosen=(int(discards.sum()), int(pat.sum()), int(automatic.sum())),
            tied=int((~automatic & (chosen.equals > 1)).sum()),
        )
        if game.stand_pat:
            won, tied = self.pat
            ends.wins = ends.wins + _by_event(events, np.where(pat, won, 0), len(pays.wins))
            ends.ties = ends.ties + _by_event(events, np.where(pat, tied, 0), len(pays.wins))
            lost = np.where(pat, game.deals_of_hand - won - tied, 0)
            ends.losses = ends.losses + _by_event(events, lost, len(pays.wins))
        at_once = np.array(pays.automatic, dtype=np.int64)[events] * game.deals_of_hand
        values = np.where(automatic, at_once, chosen.values)
        ends.total = dot(np.ones(len(values), dtype=np.int64), values)
        ends.worth.see(
            game.deck, self.known.cards, self.positions[self.hands], np.ones(len(values), dtype=np.int64), values
        )
        return ends

    def _counts(self, chosen: Chosen, discards: NDArray[np.bool_], events: int) -> NDArray[np.int64]:
        """[wins, ties, draws][event] of those who discard."""
        size = len(self.positions)
        taken = np.zeros((comb(size, KEPT), seen_draw.columns()), dtype=np.uint8)
        for place in range(OWN):
            hands = np.flatnonzero(discards & (chosen.best == place))
            taken[self._kept(place)[hands], self.hands[hands, place]] = 1
        owns, indices, levels = self.owns
        kinds = self.game.own_events[indices].astype(np.uint16)
        return seen_draw.draw_counts(size, *self.hidden, owns, levels, taken, kinds, events, self.game.drawn)


def _by_event(events: NDArray[np.uint8], counts: NDArray[np.int64], number: int) -> NDArray[np.object_]:
    """Sums of counts by event. Bound: fewer than 2**22 hands of less than 2**34 deals."""
    sums = np.zeros(number, dtype=np.int64)
    np.add.at(sums, events, counts)
    return sums.astype(object)


def expectation(game: SeenDraw, pays: DrawPays, ends: DrawEnds) -> Fraction:
    return Fraction(ends.total, game.deals * pays.denominator)
