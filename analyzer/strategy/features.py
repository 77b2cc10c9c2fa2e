"""Features of many hands at once: what the conditions of a strategy ask about, as arrays of small numbers."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import FIRST_JOKER, MAX_JOKERS, Deck
from analyzer.cards.ranking import Ranking, read_value
from analyzer.kernels import evaluate
from analyzer.strategy.rules import ALL_VALUES, MAX_NUMBER, NO_RANK, Condition, Rule

Small = NDArray[np.uint8]
Mask = NDArray[np.bool_]
RANK_COUNT = 13
# By card: 16 bits for each suit, of which one is the card's rank; none for a joker.
_CARD_BITS = np.array(
    [1 << 16 * (card & 3) + (card >> 2) for card in range(FIRST_JOKER)] + [0] * MAX_JOKERS, dtype=np.uint64
)
# Starting points: a card counts its rank, a king and an ace count more, and so do three of a suit and near straights.
_START_POINTS = np.array([*range(2, 13), 16, 22, 0], dtype=np.int64)
_SUITED_POINTS, _NEAR_STRAIGHT_POINTS = 8, 2
# Points: the rank that decides first counts three times, and more for what may still come.
_OVERCARD_POINTS, _BAD_BOARD_POINTS, _GOOD_BOARD_POINTS = 3, 3, 4
_FIVE, _JACK = 3, 9


@cache
def straights(size: int) -> tuple[int, ...]:
    """The ranks (bits) of every straight of that many cards; an ace may be low.

    >>> [format(ranks, "b") for ranks in straights(3)[:2]]
    ['1000000000011', '111']
    """
    run = (1 << size) - 1
    return (1 << 12 | run >> 1, *(run << low for low in range(RANK_COUNT - size + 1)))


@cache
def _straight_tables(size: int, deck_ranks: int) -> tuple[Small, Small]:
    """By ranks held: most of them in one straight; [jokers, ranks held]: how many ranks make a straight."""
    held = np.arange(1 << RANK_COUNT, dtype=np.uint16)
    connected = np.zeros(len(held), dtype=np.uint8)
    making = np.zeros((3, len(held)), dtype=np.uint16)
    for ranks in straights(size):
        has = np.bitwise_count(held & np.uint16(ranks))
        connected = np.maximum(connected, has)
        for jokers in range(3):
            making[jokers] |= np.where(has + jokers + 1 >= size, np.uint16(ranks & deck_ranks) & ~held, 0)
    return connected, np.bitwise_count(making)


@cache
def _near_straights(size: int) -> Small:
    """[jokers, ranks held]: how many straights lack at most two cards."""
    held = np.arange(1 << RANK_COUNT, dtype=np.uint16)
    has = np.stack([np.bitwise_count(held & np.uint16(ranks)) for ranks in straights(size)])
    return np.stack([_small((has + jokers + 2 >= size).sum(axis=0)) for jokers in range(3)])


@dataclass(frozen=True, eq=False)
class SeenRows:
    """Rows of cards that a player sees: `own` [row, card], and `board` [row], the community card, if there is one.

    All rows have the same number of cards. That a row does not hold the card on the board is up to the caller.
    """

    deck: Deck
    ranking: Ranking
    size: int
    own: Small
    board: Small | None = None
    _computed: dict[tuple[str, int], Small] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.own)

    def __getitem__(self, rows: NDArray[np.intp] | Mask) -> SeenRows:
        """Some of the rows."""
        board = None if self.board is None else self.board[rows]
        return SeenRows(self.deck, self.ranking, self.size, self.own[rows], board)

    @cached_property
    def seen(self) -> Small:
        """[row, card]: the player's own cards, then the community card."""
        return self.own if self.board is None else np.column_stack([self.own, self.board])

    @cached_property
    def suits(self) -> NDArray[np.uint16]:
        """[row, suit]: the ranks seen in each suit, as bits."""
        return suits_held(self.seen)

    @cached_property
    def ranks(self) -> NDArray[np.uint16]:
        """The different natural ranks of each row, as bits."""
        return joined_suits(self.suits)

    def feature(self, name: str, among: int = 0) -> Small:
        """One feature of every row."""
        key = (name, among)
        if key not in self._computed:
            if name in ("hand", "ranks", "kicker", "natural"):
                self._read_hands()
            else:
                self._computed[key] = _FEATURES[name](self) if not among else self._high_cards(among)
        return self._computed[key]

    @cached_property
    def values(self) -> NDArray[np.uint32]:
        """The kernel's value of the best hand."""
        seen = np.ascontiguousarray(self.seen)
        return evaluate.values_of_cards(seen, self.size, self.ranking.kernel_arguments)

    def passes(self, condition: Condition) -> Mask:
        """Which rows pass a condition."""
        allowed = np.array([condition.allowed >> value & 1 for value in range(MAX_NUMBER + 1)], dtype=bool)
        return allowed[self.feature(condition.feature, condition.among)]

    def matches(self, rule: Rule) -> Mask:
        """Which rows pass a rule's conditions on the hand; conditions on the discard are ignored."""
        matching = np.ones(len(self), dtype=bool)
        for condition in rule.when:
            matching &= self.passes(condition)
        if rule.at_least is not None:
            matching &= self.values >> 1 >= rule.at_least.strength
        if rule.below is not None:
            matching &= self.values >> 1 < rule.below.strength
        return matching

    # --- the features -------------------------------------------------------------------------------------------------

    def _read_hands(self) -> None:
        different, place = np.unique(self.values, return_inverse=True)
        types = self.ranking.types(self.size)
        read = [read_value(int(value)) for value in different]
        self._computed["hand", 0] = np.array([types.index(hand.type) for hand in read], dtype=np.uint8)[place]
        for name, number in (("ranks", 0), ("kicker", 1)):
            ranks = [(*hand.ranks, NO_RANK, NO_RANK)[number] for hand in read]
            self._computed[name, 0] = np.array(ranks, dtype=np.uint8)[place]
        self._computed["natural", 0] = (self.values & 1).astype(np.uint8)

    def _own_hand(self) -> Small:
        return SeenRows(self.deck, self.ranking, self.size, self.own).feature("hand")

    def _jokers(self) -> Small:
        return _small((self.seen >= FIRST_JOKER).sum(axis=1))

    def _own_jokers(self) -> Small:
        return _small((self.own >= FIRST_JOKER).sum(axis=1))

    def _suited(self) -> Small:
        return _small(np.bitwise_count(self.suits).max(axis=1) + self.feature("jokers"))

    def _own_suited(self) -> Small:
        return most_suited(self.own)

    def _connected(self) -> Small:
        table, _ = _straight_tables(self.size, self.deck.rank_set)
        return _small(np.minimum(table[self.ranks] + self.feature("jokers"), self.size))

    def _straight_ranks(self) -> Small:
        _, table = _straight_tables(self.size, self.deck.rank_set)
        return table[self.feature("jokers"), self.ranks]

    def _outs(self) -> Small:
        """Cards that make a straight, cards of a suit that is one short of a flush, and jokers if there are either."""
        ranks = self.feature("straight_ranks").astype(np.int8)
        jokers = self.feature("jokers").astype(np.int8)
        naturals = ranks * np.int8(len(self.deck.suits))
        for suit in self.deck.suits:
            held = np.bitwise_count(self.suits[:, suit]).astype(np.int8)
            to_flush = np.int8(len(self.deck.ranks)) - held - ranks
            naturals += np.where(held + jokers == self.size - 1, to_flush, np.int8(0))
        return _small(np.where(naturals > 0, naturals + np.int8(self.deck.jokers) - jokers, 0))

    def _points(self) -> Small:
        points = 3 * (self.feature("ranks").astype(np.int64) + 2) + self.feature("outs")
        points += _OVERCARD_POINTS * self.feature("overcards")
        return _small(points if self.board is None else points + self._board_points())

    def _board_points(self) -> NDArray[np.int64]:
        """Less for a card that beats the hand or helps no dealer to qualify, more for a high one that does neither."""
        board, over = self.feature("board"), self.feature("board_over") > 0
        bad = over | (board < _FIVE)
        good = (board >= _JACK) & (board < NO_RANK) & (self.feature("board_pairs") == 0)
        return np.where(bad, -_BAD_BOARD_POINTS, np.where(good, _GOOD_BOARD_POINTS, 0))

    def _start_points(self) -> Small:
        ranks = _START_POINTS[np.minimum(self.own >> 2, NO_RANK)].sum(axis=1)
        suited = np.where(most_suited(self.own) >= 3, _SUITED_POINTS, 0)
        near = _near_straights(self.size)[self._own_jokers(), ranks_held(self.own)]
        return _small(np.minimum(ranks + suited + _NEAR_STRAIGHT_POINTS * near.astype(np.int64), MAX_NUMBER))

    def _total(self) -> Small:
        ranks = np.where(self.own < FIRST_JOKER, (self.own >> 2) + 2, 0)
        return _small(ranks.sum(axis=1))

    def _flush_high(self) -> Small:
        held = suits_held(self.seen)
        sizes = np.bitwise_count(held)
        longest = np.where(sizes == sizes.max(axis=1, keepdims=True), held, 0).max(axis=1)
        return _highest(longest.astype(np.uint16))

    def _own_ranks(self) -> Small:
        """One more than the ranks of one's own cards, highest first; jokers are 0."""
        ranks = np.where(self.own >= FIRST_JOKER, 0, (self.own >> 2) + 1).astype(np.uint8)
        return np.sort(ranks, axis=1)[:, ::-1]

    def _nth_high(self, place: int) -> Small:
        ranks = self._own_ranks()
        if place >= ranks.shape[1]:
            return np.full(len(self), NO_RANK, dtype=np.uint8)
        rank_from_one = ranks[:, place]
        return np.where(rank_from_one == 0, NO_RANK, rank_from_one - 1).astype(np.uint8)

    def _low(self) -> Small:
        ranks = np.where(self.own >= FIRST_JOKER, NO_RANK, self.own >> 2)
        return _small(ranks.min(axis=1))

    def _high_cards(self, among: int) -> Small:
        counted = np.array([among >> rank & 1 for rank in range(16)], dtype=bool)
        return _small(counted[self.own >> 2].sum(axis=1))

    def _overcards(self) -> Small:
        natural = self.own < FIRST_JOKER
        return _small((natural & (self.own >> 2 > self.feature("ranks")[:, None])).sum(axis=1))

    def _board(self) -> Small:
        assert self.board is not None
        return _small(np.minimum(self.board >> 2, NO_RANK))

    def _board_pairs(self) -> Small:
        natural = self.own < FIRST_JOKER
        return _small((natural & (self.own >> 2 == self._board()[:, None])).any(axis=1))

    def _board_over(self) -> Small:
        board = self._board()
        return ((board > self.feature("ranks")) & (board < NO_RANK)).astype(np.uint8)


_FEATURES = {
    "own_hand": SeenRows._own_hand,
    "jokers": SeenRows._jokers,
    "own_jokers": SeenRows._own_jokers,
    "suited": SeenRows._suited,
    "own_suited": SeenRows._own_suited,
    "connected": SeenRows._connected,
    "straight_ranks": SeenRows._straight_ranks,
    "outs": SeenRows._outs,
    "points": SeenRows._points,
    "start_points": SeenRows._start_points,
    "total": SeenRows._total,
    "flush_high": SeenRows._flush_high,
    "high": lambda cards: cards._nth_high(0),
    "second_high": lambda cards: cards._nth_high(1),
    "third_high": lambda cards: cards._nth_high(2),
    "low": SeenRows._low,
    "overcards": SeenRows._overcards,
    "board": SeenRows._board,
    "board_pairs": SeenRows._board_pairs,
    "board_over": SeenRows._board_over,
}


def _small(values: NDArray[Any]) -> Small:
    return values.astype(np.uint8)


def ranks_held(cards: Small) -> NDArray[np.uint16]:
    """The different natural ranks of each row, as bits."""
    return joined_suits(suits_held(cards))


def joined_suits(suits: NDArray[np.uint16]) -> NDArray[np.uint16]:
    """The ranks of each row that some suit has, as bits."""
    held: NDArray[np.uint16] = np.bitwise_or.reduce(suits, axis=1)
    return held


def suits_held(cards: Small) -> NDArray[np.uint16]:
    """[row, suit]: the ranks held in each suit, as bits."""
    held = np.zeros(len(cards), dtype=np.uint64)
    for column in cards.T:
        held |= _CARD_BITS[column]
    suits = [held >> np.uint64(16 * suit) for suit in range(4)]
    return np.stack(suits, axis=1).astype(np.uint16)


def most_suited(cards: Small) -> Small:
    """Most cards of one suit, jokers counted in."""
    jokers = (cards >= FIRST_JOKER).sum(axis=1, dtype=np.uint8)
    return _small(np.bitwise_count(suits_held(cards)).max(axis=1) + jokers)


def _highest(ranks: NDArray[np.uint16]) -> Small:
    """The highest of a set of ranks; NO_RANK for none."""
    table = np.array([NO_RANK, *(held.bit_length() - 1 for held in range(1, 1 << RANK_COUNT))], dtype=np.uint8)
    return table[ranks]


# --- one card exchanged ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class NamedDiscards:
    """The card that each action names, for rows of cards of which one is exchanged."""

    cards: SeenRows
    _kept: list[SeenRows] = field(default_factory=list)

    @property
    def kept(self) -> list[SeenRows]:
        """The cards that are left, for each place of the discard."""
        if not self._kept:
            own, shared = self.cards.own, (self.cards.deck, self.cards.ranking, self.cards.size)
            self._kept.extend(SeenRows(*shared, np.delete(own, place, axis=1)) for place in range(own.shape[1]))
        return self._kept

    def order(self) -> NDArray[np.int64]:
        """[row, place]: the lower, the sooner a card is discarded: single cards, paired ones, jokers, each by rank.

        Of equal cards that goes whose suit has fewer cards, and then lower ones; what still is equal differs by the
        name of the suit alone.
        """
        own = self.cards.own
        joker = own >= FIRST_JOKER
        ranks = np.where(joker, RANK_COUNT, own >> 2).astype(np.int64)
        paired = ((own[:, :, None] >> 2 == own[:, None, :] >> 2).sum(axis=2) > 1) & ~joker
        suits = suits_held(own).astype(np.int64)
        of_suit = np.take_along_axis(suits, (own & 3).astype(np.intp), axis=1)
        company = np.bitwise_count(of_suit.astype(np.uint16)).astype(np.int64) << RANK_COUNT | of_suit
        order: NDArray[np.int64] = (joker * 2 + paired) << 40 | ranks << 32 | np.where(joker, 0, company)
        return order

    def places(self, action: str) -> NDArray[np.int8]:
        """[row]: the place of the card that the action names, -1 where there is none; the last place keeps all."""
        rows, cards = self.cards.own.shape
        order = self.order()
        if action == "stand pat":
            return np.full(rows, cards, dtype=np.int8)
        if action == "discard lowest":
            lowest: NDArray[np.int8] = np.argmin(order, axis=1).astype(np.int8)
            return lowest
        single = order < 1 << 40
        if action == "discard second lowest":
            second = np.argsort(order, axis=1, kind="stable")[:, 1]
            return np.where(np.take_along_axis(single, second[:, None], 1)[:, 0], second, -1).astype(np.int8)
        if action == "discard highest":
            highest = np.argmax(np.where(single, order, -1), axis=1)
            return np.where(single.any(axis=1), highest, -1).astype(np.int8)
        draws = self._draws(action)
        best = draws.max(axis=1, keepdims=True)
        place = np.argmin(np.where(draws == best, order, np.iinfo(np.int64).max), axis=1)
        return np.where(best[:, 0] > 0, place, -1).astype(np.int8)

    def _draws(self, action: str) -> Small:
        """[row, place]: how good a draw is left, 0 for none."""
        if action == "keep flush draw":
            whole = self.cards.own.shape[1] - 1
            return np.stack([_small(kept.feature("suited") == whole) for kept in self.kept], axis=1)
        straight_ranks = np.stack([kept.feature("straight_ranks") for kept in self.kept], axis=1)
        if action == "keep high straight draw":
            straight_ranks[self.cards.own >> 2 == self.cards.feature("high")[:, None]] = 0
        return straight_ranks

    def passes(self, rule: Rule, places: NDArray[np.int8]) -> Mask:
        """Where the card named exists, has one of the ranks to discard, and leaves what must be kept."""
        named = (places >= 0) & (places < self.cards.own.shape[1])
        if rule.discards == ALL_VALUES and not rule.keep:
            return places >= 0
        rows = np.arange(len(places))
        card = self.cards.own[rows, np.where(named, places, 0)]
        ranks = np.minimum(card >> 2, NO_RANK)
        passing: Mask = named & np.array([rule.discards >> rank & 1 for rank in range(NO_RANK + 1)], dtype=bool)[ranks]
        for condition in rule.keep:
            passed = np.stack([kept.passes(condition) for kept in self.kept], axis=1)
            passing &= passed[rows, np.where(named, places, 0)]
        return passing
