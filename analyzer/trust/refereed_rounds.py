"""Dealt rounds, settled by the referee: from the language of the game file, whatever the kind of wager.

The cards of each hand that the wager looks at are valued literally (analyzer/reference), once for every hand that a
renaming of suits does not tell apart; then the rows of the file settle the bets that stand after what the player did.
Nothing here uses what the engines count: they only say what the player does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import FIRST_JOKER
from analyzer.documents import JsonDict
from analyzer.errors import SelectionError
from analyzer.game.language import Cards, Rules, Test, bare_test
from analyzer.pricing.moments import paid_name, told_apart
from analyzer.pricing.played import AUTOMATIC_WIN, Dealt, Played, Way
from analyzer.pricing.results import WagerResult
from analyzer.reference.bets import bets_of, net_of, staked
from analyzer.reference.names import exchange_name, name_of, named_stages, outcome_name
from analyzer.reference.referee import settled_wager
from analyzer.reference.rounds import Ending, Round
from analyzer.reference.settled import Settled, cards_of_groups

RANKS = 13
SUITS = 4
# Cards of a flush.
FLUSH = 5
UNQUALIFIED = "unqualified"
_HELD_JOKERS = RANKS * SUITS


class HandProfiles:
    """What the hands of a wager are worth and which tests they pass, as numbers; equal for all its paytables."""

    def __init__(self, settled: Settled) -> None:
        if any(look.hand.house_way for look in settled.looks):
            raise SelectionError(f"{settled.wager.id} has hands that are set in two; these are settled elsewhere")
        self.settled = settled
        self.asks_suits = any(test.suit or test.colour for test, _ in settled.tests())
        self._numbers: list[dict[int, int]] = [{} for _ in settled.looks]
        self._told: tuple[NDArray[np.int64], NDArray[np.int64]] = np.zeros(0, np.int64), np.zeros(0, np.int64)
        self._lock = Lock()

    def of(self, place: int, look: Cards, cards: Dealt) -> NDArray[np.int64]:
        """[round] the profile of the hand at that place among those looked at."""
        held = np.concatenate([cards[group] for group in look.hand.groups], axis=1)
        keys, first, inverse = np.unique(self._keys(look, held), return_index=True, return_inverse=True)
        known = self._numbers[place]
        listed = keys.tolist()
        with self._lock:  # the referee keeps what he has seen, and minds only one at a time
            for key, row in zip(listed, first.tolist(), strict=True):
                if key not in known:
                    known[key] = self.settled.profile(place, tuple(sorted(held[row].tolist())))
        return np.array([known[key] for key in listed], dtype=np.int64)[inverse]

    def told(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """By profile: the number of the set of questions that it passes, and its place in the order of strengths.

        All that a settlement asks of the compared hands is what they pass and which of them is higher.
        """
        with self._lock:
            if len(self._told[0]) < len(self.settled.all_profiles):
                listed = list(self.settled.all_profiles)
                strengths = {profile.strength for profile in listed if profile.strength is not None}
                order = {strength: place for place, strength in enumerate(sorted(strengths))}
                passed = {kind: number for number, kind in enumerate(dict.fromkeys(one.passed for one in listed))}
                self._told = (
                    np.array([passed[profile.passed] for profile in listed], dtype=np.int64),
                    np.array([order.get(profile.strength, 0) for profile in listed], dtype=np.int64),
                )
            return self._told

    def _keys(self, look: Cards, held: NDArray[np.uint8]) -> NDArray[np.uint64]:
        """Hands that differ by a renaming of suits, or by which joker they hold, have one key."""
        wide = held.astype(np.uint64)
        natural = held < FIRST_JOKER
        bits = np.where(natural, np.uint64(1) << (wide & np.uint64(3)) * np.uint64(RANKS) + (wide >> np.uint64(2)), 0)
        every = np.bitwise_or.reduce(bits.astype(np.uint64), axis=1)
        jokers: NDArray[np.uint64] = (~natural).sum(axis=1).astype(np.uint64) << np.uint64(_HELD_JOKERS)
        if self.asks_suits:
            jokers |= every
            return jokers
        fields = (every[:, None] >> np.arange(SUITS, dtype=np.uint64) * np.uint64(RANKS)) & np.uint64((1 << RANKS) - 1)
        if held.shape[1] > FLUSH and self._is_of_ranks(look):
            return _rank_keys(held, fields)
        fields.sort(axis=1)
        for suit in range(SUITS):
            jokers |= fields[:, suit] << np.uint64(suit * RANKS)
        return jokers

    def _is_of_ranks(self, look: Cards) -> bool:
        """Whether suits matter to the best five cards of a hand only where five or more are of one suit."""
        pack = self.settled.rules.pack
        plain = not pack.wild and not pack.deck.jokers and (look.hand.best, look.hand.order) == (FLUSH, "poker")
        asked = [replace(bare_test(test), of=None) for test, _ in self.settled.questions[look]]
        return plain and all(test == _of_ranks(test) for test in asked)


def _called_otherwise(name: str) -> list[str]:
    """What draws and plays call an outcome of the language: a loss `lose`, whether the dealer qualifies before it.

    >>> _called_otherwise("bet/loss/unqualified/flush")
    ['bet/lose/unqualified/flush', 'bet/does-not-qualify/lose/flush', 'bet/does-not-qualify/flush']
    >>> _called_otherwise("bet/win")
    ['bet/win', 'bet/qualifies/win', 'bet/qualifies']
    """
    parts = ["lose" if part == "loss" else part for part in name.split("/")]
    qualifies = "does-not-qualify" if UNQUALIFIED in parts else "qualifies"
    place = next((at for at, part in enumerate(parts) if part in ("win", "tie", "lose", UNQUALIFIED)), len(parts))
    rest = [part for part in parts[place:] if part != UNQUALIFIED]
    without = [part for part in rest if part not in ("win", "tie", "lose")]
    return ["/".join(one) for one in (parts, [*parts[:place], qualifies, *rest], [*parts[:place], qualifies, *without])]


def _of_ranks(test: Test) -> Test:
    """The part of a test that a hand's type and ranks answer."""
    return Test(hands=test.hands, at_least=test.at_least, ranks=test.ranks, kicker=test.kicker)


def _rank_keys(held: NDArray[np.uint8], fields: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """How many cards there are of each rank (up to four: three bits), and the ranks of a suit that may be a flush.

    Of fewer than ten cards at most one suit has five. Few keys: the many hands of seven cards are valued by 200,000.
    """
    counts = (np.uint64(1) << np.uint64(3) * (held >> 2).astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    numbers = np.bitwise_count(fields)
    flush = np.where(numbers >= FLUSH, fields, 0).max(axis=1).astype(np.uint64)
    keys: NDArray[np.uint64] = counts | flush << np.uint64(3 * RANKS)
    return keys


class Refereed:
    """One wager under one paytable as the referee settles it; `level` is that of its meter."""

    def __init__(self, rules: Rules, wager: str, paytable: str, level: Fraction | None = None) -> None:
        self.rules = rules
        self.settled = settled_wager(rules, wager, paytable, level)
        self.round = Round(rules, [self.settled], played=True)

    def ending(self, way: Way, dealt: Mapping[str, tuple[int, ...]]) -> Ending:
        """How one round ends, from the cards of each group; hands are set in two by their house way."""
        cards: JsonDict = {group: tuple(sorted(own)) for group, own in dealt.items()}
        for hand in {look.hand for look in self.settled.looks if look.hand.house_way}:
            own, rows = cards_of_groups(hand.groups, cards), self.rules.house_ways[hand.house_way]
            cards[f"{hand.name}.set"] = self.settled.set_hands.by_house_way(own, rows)
        looked = [self.settled.cards_of(look, cards) for look in self.settled.looks]
        return self._ending(way, tuple(self.settled.profile(place, own) for place, own in enumerate(looked)))

    def _ending(self, way: Way, hands: tuple[int, ...]) -> Ending:
        """What the round comes to: the bets that stand, settled by the rows of the file, or lost by a fold."""
        automatic = bool(way) and way[-1][1] == AUTOMATIC_WIN
        done = way[:-1] if automatic else way
        bets, lost = self._bets(done)
        chosen = frozenset(test.chose for test, _ in self.settled.tests()) & {name for _, name in done}
        if not self.settled.is_main:
            paid = self.settled.number_of(self.settled.paid(hands, chosen, automatic=False))
            own = bets_of(self.settled.wager)
            net, name = net_of(self.settled, paid, own), name_of(self.settled, paid, own)
            return Ending(0, net, staked(self.settled.wager, own), name, done, is_win=False)
        paid = self.settled.number_of(self.settled.paid(hands, chosen, automatic)) if lost is None else 0
        return self.round.ending_of((paid,), bets, done, lost)

    def _bets(self, done: Way) -> tuple[dict[str, Fraction], dict[str, Fraction] | None]:
        """The bets of the main wager after this, and what a fold loses."""
        bets: dict[str, Fraction] = dict(bets_of(self.rules.main))
        lost: dict[str, Fraction] | None = None
        for number, name in done:
            stage = self.rules.stages[number]
            if stage.exchange is not None:
                exchange = stage.exchange
                (discards,) = (k for k in exchange.discards if exchange_name(exchange, k) == name)
                bets |= {bet: bets[bet] + by_number[discards] for bet, by_number in exchange.cost}
                continue
            (choice,) = (choice for choice in stage.choices if choice.name == name)
            bets |= dict(choice.bets)
            lost = dict(choice.loses) if choice.then == "fold" else None
        return bets, lost

    def names(self, ending: Ending) -> list[str]:
        """What an ending may be called: after the choices that tell it from others, or as the language calls it."""
        named = named_stages(self.rules.stages, bets_of(self.rules.main)) if self.settled.is_main else frozenset()
        before = ending.path[:-1] if ending.name == "fold" else ending.path
        names = [
            "/".join([*(name for number, name in before if number in named), ending.name]),
            outcome_name(ending.name, ending.path, named),
        ]
        return [*names, *(other for name in names for other in _called_otherwise(name))]


class RefereedRounds(Refereed):
    """Many rounds of it. `endings` are all ways in which a round ended so far; a key is a place in it."""

    def __init__(self, rules: Rules, profiles: HandProfiles, paytable: str) -> None:
        super().__init__(rules, profiles.settled.wager.id, paytable)
        self.profiles = profiles
        self.settled.all_profiles = profiles.settled.all_profiles
        self.endings: list[Ending] = []
        self._lock = Lock()

    def keys(self, dealt: Dealt, played: Played) -> NDArray[np.uint64]:
        """[round] how it ends: rounds that are settled alike together."""
        cards = {**dealt, **played.made}
        columns = [self.profiles.of(place, look, cards) for place, look in enumerate(self.settled.looks)]
        alike, first, inverse = np.unique(self._alike(played, columns), return_index=True, return_inverse=True)
        with self._lock:
            numbers = [
                self._number(played.ways[played.taken[row]], tuple(int(column[row]) for column in columns))
                for row in first.tolist()
            ]
        assert len(numbers) == len(alike)
        return np.array(numbers, dtype=np.uint64)[inverse.reshape(-1)]

    def _alike(self, played: Played, columns: Sequence[NDArray[np.int64]]) -> NDArray[np.int64]:
        """[round] equal where the same was done, the hands pass the same questions, and the same one is higher."""
        passed, order = self.profiles.told()
        parts = [played.taken.astype(np.int64), *(passed[column] for column in columns)]
        if len(self.settled.compared) == 2:
            parts.append(np.sign(order[columns[0]] - order[columns[1]]) + 1)
        together = np.zeros(len(played.taken), dtype=np.int64)
        for part in parts:
            size = int(part.max(initial=0)) + 1
            if (int(together.max(initial=0)) + 1) * size >= 1 << 62:
                together = np.unique(together, return_inverse=True)[1].reshape(-1)
            together = together * size + part
        return together

    def _number(self, way: Way, hands: tuple[int, ...]) -> int:
        ending = self._ending(way, hands)
        if ending not in self.endings:
            self.endings.append(ending)
        return self.endings.index(ending)

    def name_of(self, result: WagerResult, key: int) -> str:
        """The outcome of the analysis that an ending is: called so, and paid so; else a name that no outcome has."""
        ending = self.endings[key]
        names = self.names(ending)
        by_name = told_apart(result.outcomes)
        for name in [*names, *(paid_name(name, ending.net) for name in names)]:
            if name in by_name and by_name[name].net.amount == ending.net:
                return name
        return paid_name(names[0], ending.net)
