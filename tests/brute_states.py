"""States of the last decision of a real deck by brute force: every way to deal what is hidden, settled by the referee.

Hands are valued literally by analyzer/reference, once for each class of suits, and kept in tables of all hands of the
deck; then every deal of the hidden cards is looked up in them and counted. Nothing of the engines is used. Two kinds of
tables suffice: of hands of at most five cards (dealt, turned or drawn), and of the best five of two own and a board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import chain, combinations
from math import comb
from random import Random

import numpy as np
from numpy.typing import NDArray

from analyzer.game.language import Rules, Stage
from analyzer.reference.bets import bets_of
from analyzer.reference.cards import Cards
from analyzer.reference.names import Path, exchange_name
from analyzer.reference.referee import retrace, settled_wager
from analyzer.reference.rounds import Round
from analyzer.trust.refereed_rounds import HandProfiles

FIVE = 5
BOARDS_AT_ONCE = 256
Dealt = Mapping[str, Cards]
# The profiles of the hands that a wager looks at.
Hands = tuple[int, ...]
Numbers = NDArray[np.int64]


def last_decision(rules: Rules) -> int:
    """The number of the last stage at which something is decided."""
    return max(number for number, stage in enumerate(rules.stages) if stage.choices or stage.exchange)


def sampled_states(rules: Rules, number: int, seed: str) -> Iterator[Dealt]:
    """The groups that are seen at the last decision, dealt at random."""
    random, sizes = Random(seed), {group.name: group.cards for group in rules.deal}
    seen = [group for stage in rules.stages[: last_decision(rules) + 1] for group in stage.sees]
    for _ in range(number):
        cards = random.sample(rules.pack.deck.cards, sum(sizes[group] for group in seen))
        dealt = {}
        for group in seen:
            dealt[group], cards = tuple(sorted(cards[: sizes[group]])), cards[sizes[group] :]
        yield dealt


class BruteForce:
    """The main wager of a game: what each choice of its last decision is worth."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.stage = rules, rules.stages[last_decision(rules)]
        self.profiles = HandProfiles(settled_wager(rules, rules.main.id))
        self.looks = self.profiles.settled.looks
        assert len(self.looks) == (2 if rules.main.compare else 1), "no wager here looks at more hands"
        self.sizes = {group.name: group.cards for group in rules.deal}
        self._hands: dict[int, EveryHand] = {}
        self.ends = {column.id: Ends(rules, self.profiles, column.id) for column in rules.main.paytables}

    def worth(self, dealt: Dealt, past: Sequence[str] = ()) -> dict[str, dict[str | Cards, Fraction]]:
        """By paytable: each choice by its name, or the cards that are held, and its expected net result.

        `past` are the choices before; without them, the first ones after which the round goes on.
        """
        if self.stage.exchange is not None:
            counted = self._after_holds(dealt[self.stage.exchange.taken_from])
            return {table: ends.of_holds(counted) for table, ends in self.ends.items()}
        hands = self.hidden(dealt)
        return {table: ends.of_choices(dealt, hands, past) for table, ends in self.ends.items()}

    @property
    def is_board(self) -> bool:
        """Whether the best five of more cards count."""
        return sum(self.sizes.get(group, 0) for group in self.looks[0].hand.groups) > FIVE

    def profile_of(self, cards: Cards) -> int:
        """Of a hand of the last look, as the tables have it."""
        if self.is_board:
            return self.boards.profiles_of(cards[:2], cards[2:])[-1]
        hands = self.hands(len(self.looks) - 1)
        return int(hands.profiles[hands.having(cards, ())][0])

    # --- what may come ---

    def hidden(self, dealt: Dealt) -> Counter[Hands]:
        """How many deals of the hidden cards lead to hands of these profiles."""
        if len(self.looks) == 1:
            known = self._known(0, dealt)
            rows = self.hands(0).having(known, ())
            return Counter({(profile,): n for profile, n in self.hands(0).profiles_at(rows)})
        if self.is_board:
            return self._boards(dealt)
        own, up = self._known(0, dealt), self._known(1, dealt)
        mine = self.profiles.settled.profile(0, own)
        theirs, counts = np.unique(self.hands(1).profiles[self.hands(1).having(up, own)], return_counts=True)
        return settled_alike(self.profiles, [np.full(len(theirs), mine), theirs], counts)

    def _boards(self, dealt: Dealt) -> Counter[Hands]:
        player, dealer = (look.hand.groups for look in self.looks)
        shared = [group for group in player if group in dealer]
        (own,) = (dealt[group] for group in player if group not in shared)
        turned = tuple(card for group in shared for card in dealt.get(group, ()))
        return self.boards.hands(own, turned, sum(self.sizes[group] for group in shared))

    def _known(self, place: int, dealt: Dealt) -> Cards:
        groups = self.looks[place].hand.groups
        return tuple(sorted(card for group in groups for card in dealt.get(group, ())))

    def _after_holds(self, own: Cards) -> dict[Cards, Counter[Hands]]:
        """By the cards held: how many draws lead to final hands of these profiles.

        A final hand shares with the dealt one exactly the cards that were held, so all are found in one pass.
        """
        exchange, hands = self.stage.exchange, self.hands(0)
        assert exchange is not None
        shared = hands.shared_with(own)
        listed: dict[Cards, Counter[Hands]] = {}
        for held in range(1 << len(own)):
            cards = tuple(card for place, card in enumerate(own) if held >> place & 1)
            if len(own) - len(cards) in exchange.discards:
                listed[cards] = Counter({(profile,): n for profile, n in shared[held]})
        return listed

    def hands(self, place: int) -> EveryHand:
        """Of one look, all hands of its cards, up to five."""
        if place not in self._hands:
            made = {stage.exchange.makes: stage.exchange.taken_from for stage in self.rules.stages if stage.exchange}
            cards = sum(self.sizes[made.get(group, group)] for group in self.looks[place].hand.groups)
            self._hands[place] = EveryHand(self.profiles, place, min(cards, FIVE), self.rules.pack.deck.cards)
        return self._hands[place]

    @cached_property
    def boards(self) -> Boards:
        assert all(look.hand.best == FIVE for look in self.looks)
        return Boards(self.profiles, [self.hands(0), self.hands(1)], self.rules.pack.deck.cards)


class Ends:
    """One paytable of the main wager: what bets come to after choices."""

    def __init__(self, rules: Rules, profiles: HandProfiles, paytable: str) -> None:
        self.rules = rules
        self.settled = settled_wager(rules, rules.main.id, paytable)
        self.settled.all_profiles = profiles.settled.all_profiles
        self.round = Round(rules, [self.settled], played=True)
        self.last = last_decision(rules)
        self._nets: dict[tuple[Path, Hands], Fraction] = {}

    def of_choices(self, dealt: Dealt, hands: Counter[Hands], past: Sequence[str]) -> dict[str | Cards, Fraction]:
        """Every choice that is offered."""
        before = past or [going_on(stage) for stage in self.rules.stages[: self.last]]
        known, bets, path = retrace(self.round, dealt, before)
        values: dict[str | Cards, Fraction] = {}
        for choice in self.rules.stages[self.last].choices:
            if choice.when is not None and not self.round.passes(choice.when, known, path):
                continue
            done = (*path, (self.last, choice.name))
            lost = dict(choice.loses) if choice.then == "fold" else None
            after = {**bets, **dict(choice.bets)}
            total = Fraction(0)
            for ended, count in hands.items():
                key = done, ended
                if key not in self._nets:
                    paid = self._paid(ended, {name for _, name in done}) if lost is None else 0
                    self._nets[key] = self.round.ending_of((paid,), after, done, lost).net
                total += self._nets[key] * count
            values[choice.name] = total / hands.total()
        return values

    def of_holds(self, counted: Mapping[Cards, Counter[Hands]]) -> dict[str | Cards, Fraction]:
        exchange = self.rules.stages[self.last].exchange
        assert exchange is not None
        assert not exchange.cost
        values: dict[str | Cards, Fraction] = {}
        for held, hands in counted.items():
            done = ((self.last, exchange_name(exchange, exchange.discards[-1] - len(held))),)
            total = Fraction(0)
            for ended, count in hands.items():
                if (done, ended) not in self._nets:
                    paid = self._paid(ended, set())
                    self._nets[done, ended] = self.round.ending_of((paid,), bets_of(self.rules.main), done, None).net
                total += self._nets[done, ended] * count
            values[held] = total / hands.total()
        return values

    def _paid(self, hands: Hands, done: Iterable[str]) -> int:
        chosen = frozenset(test.chose for test, _ in self.settled.tests()) & frozenset(done)
        return self.settled.number_of(self.settled.paid(hands, chosen, automatic=False))


def going_on(stage: Stage) -> str:
    """The first choice after which another decision follows."""
    return next((choice.name for choice in stage.choices if choice.then == "next"), "")


class EveryHand:
    """All hands of so many cards of a deck, as sets of bits, each with the profile that the referee gives it."""

    def __init__(self, profiles: HandProfiles, place: int, size: int, deck: Sequence[int]) -> None:
        self.size, self.deck = size, deck
        count = comb(len(deck), size)
        every = chain.from_iterable(combinations(range(len(deck)), size))
        self.places = np.fromiter(every, dtype=np.uint8, count=count * size).reshape(count, size)
        self.bits = np.bitwise_or.reduce(np.uint64(1) << self.places.astype(np.uint64), axis=1)
        self.all_profiles = profiles.settled.all_profiles
        look = profiles.settled.looks[place]
        first, *others = look.hand.groups
        cards = {first: np.array(deck, dtype=np.uint8)[self.places]}
        none = np.zeros((count, 0), dtype=np.uint8)
        self.profiles = profiles.of(place, look, {**cards, **dict.fromkeys(others, none)})

    def _bits(self, cards: Iterable[int]) -> np.uint64:
        return np.uint64(sum(1 << self.deck.index(card) for card in cards))

    def having(self, all_of: Cards, none_of: Cards) -> NDArray[np.bool_]:
        """[hand] whether it has all of some cards and none of others."""
        known = self._bits(all_of)
        rows: NDArray[np.bool_] = (self.bits & (known | self._bits(none_of))) == known
        return rows

    def profiles_at(self, rows: NDArray[np.bool_]) -> list[tuple[int, int]]:
        """Each profile of these hands, and how many have it."""
        return numbered(np.bincount(self.profiles[rows]))

    def shared_with(self, own: Cards) -> list[list[tuple[int, int]]]:
        """By which cards of `own` a hand has, as bits: the profiles of these hands, and how many have each."""
        shared = np.zeros(len(self.bits), dtype=np.int64)
        for place, card in enumerate(own):
            shared |= (self.bits >> np.uint64(self.deck.index(card)) & np.uint64(1)).astype(np.int64) << place
        number = int(self.profiles.max()) + 1
        counts = np.bincount(shared * number + self.profiles, minlength=number << len(own))
        return [numbered(row) for row in counts.reshape(-1, number)]


def settled_alike(profiles: HandProfiles, hands: Sequence[Numbers], counts: Numbers) -> Counter[Hands]:
    """Two hands each time, and how often: one of all that pass the same questions and of which the same is higher.

    A settlement asks for nothing else, and the million deals of a state come to a handful.
    """
    passed, order = profiles.told()
    player, dealer = hands
    higher = np.sign(order[player] - order[dealer]) + 1
    keys = (passed[player] * (int(passed.max()) + 1) + passed[dealer]) * 3 + higher
    _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    totals = np.zeros(len(first), dtype=np.int64)
    np.add.at(totals, inverse.reshape(-1), counts)
    listed = zip(player[first].tolist(), dealer[first].tolist(), totals.tolist(), strict=True)
    return Counter({(mine, theirs): count for mine, theirs, count in listed})


def numbered(counts: Numbers) -> list[tuple[int, int]]:
    """What is there, and how often."""
    return [(number, int(counts[number])) for number in np.flatnonzero(counts).tolist()]


class Boards:
    """The best five of two cards and a board of five: of the values of all fives that have none, one or two of the two.

    Two tables of the deck tell what three cards of a board and two others are worth, and four and one other.
    """

    def __init__(self, profiles: HandProfiles, hands: Sequence[EveryHand], deck: Sequence[int]) -> None:
        self.profiles, self.deck = profiles, deck
        values, self.profile_of = self._ordered(hands)
        places, size = hands[0].places, len(deck)
        self.five = np.full(comb(size, 5), -1, dtype=np.int16)
        self.five[colex(places)] = values
        self.three = np.full((comb(size, 3), comb(size, 2)), -1, dtype=np.int16)
        for two in combinations(range(5), 2):
            rest = [place for place in range(5) if place not in two]
            self.three[colex(places[:, rest]), colex(places[:, two])] = values
        self.four = np.full((comb(size, 4), size), -1, dtype=np.int16)
        for one in range(5):
            rest = [place for place in range(5) if place != one]
            self.four[colex(places[:, rest]), places[:, one]] = values
        pairs = np.array(list(combinations(range(size), 2)), dtype=np.uint8)
        self.pairs = pairs[np.argsort(colex(pairs))]

    @staticmethod
    def _ordered(hands: Sequence[EveryHand]) -> tuple[NDArray[np.int16], list[Numbers]]:
        """[hand] the place of its strength among all, and for each look [place] the profile of hands so strong."""
        listed = hands[0].all_profiles
        order = {strength: place for place, strength in enumerate(sorted({one.strength for one in listed}))}
        place_of = np.array([order[profile.strength] for profile in listed], dtype=np.int16)
        profile_of = []
        for look in hands:
            there = np.unique(look.profiles)
            # What is asked of a hand must follow from its strength, or the best five would not tell it.
            assert len(there) == len(order) == len(np.unique(place_of[there]))
            profiles = np.zeros(len(order), dtype=np.int64)
            profiles[place_of[there]] = there
            profile_of.append(profiles)
        return place_of[hands[0].profiles], profile_of

    def profiles_of(self, own: Cards, board: Cards) -> Hands:
        """The profiles, as each side's hand, of two cards and a board."""
        turned = np.array([sorted(self.deck.index(card) for card in board)], dtype=np.uint8)
        pair = np.array([sorted(self.deck.index(card) for card in own)], dtype=np.uint8)
        place = int(self.best(turned)[0, int(colex(pair)[0])])
        return tuple(int(profiles[place]) for profiles in self.profile_of)

    def hands(self, own: Cards, turned: Cards, size: int) -> Counter[Hands]:
        """Every board that may come of the cards turned, and every two cards of the dealer."""
        assert len(own) == 2
        assert size == FIVE
        mine = np.array(sorted(self.deck.index(card) for card in own), dtype=np.uint8)
        first = [self.deck.index(card) for card in turned]
        left = [place for place in range(len(self.deck)) if place not in (*first, *mine.tolist())]
        boards = np.array([sorted((*first, *more)) for more in combinations(left, size - len(first))], dtype=np.uint8)
        counts: Counter[Hands] = Counter()
        for part in np.array_split(boards, -(-len(boards) // BOARDS_AT_ONCE)):
            counts += self._counted(mine, part)
        return counts

    def _counted(self, own: NDArray[np.uint8], boards: NDArray[np.uint8]) -> Counter[Hands]:
        best = self.best(boards)
        taken = np.zeros((len(boards), len(self.deck)), dtype=np.bool_)
        np.put_along_axis(taken, boards.astype(np.intp), True, axis=1)
        taken[:, own] = True
        dealt = ~(taken[:, self.pairs[:, 0]] | taken[:, self.pairs[:, 1]])
        mine = best[:, int(colex(own[None])[0])]
        rows, columns = np.nonzero(dealt)
        player, dealer = self.profile_of
        both = [player[mine[rows]], dealer[best[rows, columns]]]
        return settled_alike(self.profiles, both, np.ones(len(rows), dtype=np.int64))

    def best(self, boards: NDArray[np.uint8]) -> NDArray[np.int16]:
        """[board, pair] the place of the best five; of pairs that share a card with the board it says nothing."""
        threes = np.stack([colex(boards[:, three]) for three in combinations(range(5), 3)], axis=1)
        fours = np.stack([colex(boards[:, four]) for four in combinations(range(5), 4)], axis=1)
        one = np.maximum(self.four[fours].max(axis=1), self.five[colex(boards)][:, None])
        both = np.maximum(one[:, self.pairs[:, 0]], one[:, self.pairs[:, 1]])
        best: NDArray[np.int16] = np.maximum(self.three[threes].max(axis=1), both)
        return best


def colex(places: NDArray[np.uint8]) -> Numbers:
    """[row] the number of sets of as many cards that come before it: cards ascending."""
    index = np.zeros(len(places), dtype=np.int64)
    for number in range(places.shape[1]):
        ways = np.array([comb(place, number + 1) for place in range(64)], dtype=np.int64)
        index += ways[places[:, number]]
    return index
