"""Dealt rounds, settled by the referee: from the language of the game file, whatever the kind of wager.

The cards of each hand that the wager looks at are valued literally (analyzer/reference), once for every hand that a
renaming of suits does not tell apart; then the rows of the file settle the bets that stand after what the player did.
Nothing here uses what the engines count: they only say what the player does.
"""

from __future__ import annotations

from collections.abc import Mapping
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import FIRST_JOKER
from analyzer.errors import SelectionError
from analyzer.game.language import Cards, Rules
from analyzer.pricing.played import Dealt, Played, Way
from analyzer.pricing.results import WagerResult
from analyzer.reference.bets import bets_of
from analyzer.reference.names import outcome_name, told_stages
from analyzer.reference.referee import settled_wager
from analyzer.reference.rounds import Ending, Round
from analyzer.reference.settled import Settled

RANKS = 13
SUITS = 4
_HELD_JOKERS = RANKS * SUITS


class HandProfiles:
    """What the hands of a wager are worth and which tests they pass, as numbers; equal for all its paytables."""

    def __init__(self, settled: Settled) -> None:
        if any(look.hand.house_way for look in settled.looks):
            raise SelectionError(f"{settled.wager.id} has hands that are set in two; these are settled elsewhere")
        self.settled = settled
        self.asks_suits = any(test.suit or test.one_colour for test, _ in settled.tests())
        self._numbers: list[dict[int, int]] = [{} for _ in settled.looks]
        self._lock = Lock()

    def of(self, place: int, look: Cards, cards: Dealt) -> NDArray[np.int64]:
        """[round] the profile of the hand at that place among those looked at."""
        held = np.concatenate([cards[group] for group in look.hand.groups], axis=1)
        keys, first, inverse = np.unique(self._keys(held), return_index=True, return_inverse=True)
        known = self._numbers[place]
        listed = keys.tolist()
        with self._lock:  # the referee keeps what he has seen, and minds only one at a time
            for key, row in zip(listed, first.tolist(), strict=True):
                if key not in known:
                    known[key] = self.settled.profile(place, tuple(sorted(held[row].tolist())))
        return np.array([known[key] for key in listed], dtype=np.int64)[inverse]

    def _keys(self, held: NDArray[np.uint8]) -> NDArray[np.uint64]:
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
        fields.sort(axis=1)
        for suit in range(SUITS):
            jokers |= fields[:, suit] << np.uint64(suit * RANKS)
        return jokers


class RefereedRounds:
    """One wager under one paytable. `endings` are all ways in which a round ended so far; a key is a place in it."""

    def __init__(self, rules: Rules, profiles: HandProfiles, paytable: str) -> None:
        self.rules, self.profiles = rules, profiles
        self.settled = settled_wager(rules, profiles.settled.wager.id, paytable)
        self.settled.all_profiles = profiles.settled.all_profiles
        self.round = Round(rules, [self.settled], played=True)
        if any(stage.automatic_win is not None for stage in rules.stages):
            raise SelectionError(f"{rules.id} has an automatic win; its rounds are settled elsewhere")
        self.endings: list[Ending] = []
        self._known: dict[tuple[Way, tuple[int, ...]], int] = {}
        self._lock = Lock()

    def keys(self, dealt: Dealt, played: Played) -> NDArray[np.uint64]:
        """[round] how it ends."""
        cards = {**dealt, **played.made}
        columns = [self.profiles.of(place, look, cards) for place, look in enumerate(self.settled.looks)]
        rows, inverse = np.unique(np.stack([played.taken, *columns], axis=1), axis=0, return_inverse=True)
        with self._lock:
            numbers = [self._number(played.ways[way], tuple(hands)) for way, *hands in rows.tolist()]
        return np.array(numbers, dtype=np.uint64)[inverse.reshape(-1)]

    def _number(self, way: Way, hands: tuple[int, ...]) -> int:
        if (way, hands) not in self._known:
            ending = self._ending(way, hands)
            if ending not in self.endings:
                self.endings.append(ending)
            self._known[way, hands] = self.endings.index(ending)
        return self._known[way, hands]

    def _ending(self, way: Way, hands: tuple[int, ...]) -> Ending:
        """What the round comes to: the bets that stand, settled by the rows of the file, or lost by a fold."""
        bets, lost = dict(bets_of(self.settled.wager)), None
        for number, name in way:
            stage = self.rules.stages[number]
            if stage.exchange is not None:
                if stage.exchange.cost:
                    raise SelectionError(f"{self.rules.id} has an exchange that costs something; it is not simulated")
                continue
            (choice,) = (choice for choice in stage.choices if choice.name == name)
            bets |= dict(choice.bets)
            lost = dict(choice.loses) if choice.then == "fold" else None
        chosen = self.round.asked_choices & {name for _, name in way}
        paid = self.settled.number_of(self.settled.paid(hands, chosen, automatic=False)) if lost is None else 0
        return self.round.ending_of((paid,), bets, way, lost)

    def names(self, ending: Ending) -> list[str]:
        """What an ending may be called: after the choices that tell it from others, or as the language calls it."""
        told = told_stages(self.rules.stages, bets_of(self.settled.wager))
        before = ending.path[:-1] if ending.name == "fold" else ending.path
        return [
            "/".join([*(name for number, name in before if number in told), ending.name]),
            outcome_name(ending.name, ending.path, told),
        ]

    def name_of(self, result: WagerResult, key: int) -> str:
        """The outcome of the analysis that an ending is: called so, and paid so; else a name that no outcome has."""
        ending = self.endings[key]
        names = self.names(ending)
        nets: Mapping[str, object] = {outcome.name: outcome.net.amount for outcome in result.outcomes}
        for name in names:
            if nets.get(name) == ending.net:
                return name
        return f"{names[0]} (paid {ending.net})"
