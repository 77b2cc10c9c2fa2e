"""A ranked list of holds for a wager of exchange: learned from its exact values, and evaluated on every hand."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import RANKS, card_name, hand_name
from analyzer.csv_text import csv_text
from analyzer.documents import JsonDict
from analyzer.engines.exchange.rules import amounts_of
from analyzer.errors import SelectionError, TooLargeError
from analyzer.files import write_text
from analyzer.game.model import Game, Paytable
from analyzer.game.wagers.solo import ExchangeWager
from analyzer.integers import MAX_VALUE
from analyzer.kernels import colex
from analyzer.pricing.played_exchange import PlayedExchange
from analyzer.run.jobs import Run
from analyzer.strategy.holds.looks import HAND, NO_LOOK, HeldKind, Holds, Look, look_of, shortened
from analyzer.strategy.holds.order import (
    Items,
    at_most,
    by_average,
    decided,
    improved,
    losses,
    without_idle,
)
from analyzer.strategy.holds.words import words_of_all

SCHEMA = "exactodds/hold-list/1"
ALL = (1 << HAND) - 1
BLOCK = 1 << 14


class HeldHands:
    """Every hand of an exchange under one paytable: what each hold is worth, and how it looks."""

    def __init__(self, game: Game, wager: ExchangeWager, paytable: Paytable, run: Run) -> None:
        self.game, self.wager, self.paytable = game, wager, paytable
        self.counted = PlayedExchange(game, wager, run)
        self.rules, self.final = self.counted.counted.rules, self.counted.counted.final
        self.states = self.counted.counted.states
        if self.rules.cards != HAND:
            raise SelectionError(f"{wager.id}: lists of holds are for hands of {HAND} cards")

    @cached_property
    def deals(self) -> int:
        return self.counted.counted.deals

    @cached_property
    def _amounts(self) -> tuple[list[NDArray[np.int64]], int]:
        """By number discarded: what each event is worth over all deals; and the denominator."""
        amounts = amounts_of(self.counted.events.nets(self.paytable), self.rules, self.final.kinds)
        if amounts.largest * self.deals >= MAX_VALUE:
            raise TooLargeError(f"{self.wager.id}: pays with such denominators are too large for a list of holds")
        scaled = [
            np.array(amounts.of(number), dtype=np.int64)
            * (self.rules.factor(number) if number in self.rules.numbers else 0)
            for number in range(HAND + 1)
        ]
        return scaled, amounts.denominator

    @property
    def denominator(self) -> int:
        return self._amounts[1]

    @cached_property
    def values(self) -> NDArray[np.int64]:
        """[hand, held]: a sum over all deals; of holds that are not permitted the lowest number."""
        values = np.full((len(self.states), ALL + 1), np.iinfo(np.int64).min, dtype=np.int64)
        for start in range(0, len(self.states), BLOCK):
            ends = self.counted.counted.counts(self.states.hands[start : start + BLOCK])
            for discards in self.rules.permitted:
                scaled = self._amounts[0][discards.bit_count()]
                values[start : start + BLOCK, ALL ^ discards] = ends[:, discards] @ scaled
        return values

    @cached_property
    def lines(self) -> NDArray[np.int64]:
        """[hand] the line that pays the five cards as they are; -1 for none, or for less than the stake."""
        paid = np.array(self.counted.events.paid(self.paytable), dtype=np.int64)
        events = self.final.events[colex.rank(self.states.hands).astype(np.int64)]
        return paid[events]

    @cached_property
    def high(self) -> int:
        """The ranks whose pairs pay while those of others do not: bits."""
        deck, wild = self.game.deck, set(self.game.wild_ranks)
        place = {card: position for position, card in enumerate(deck.cards)}
        ranks = [rank for rank in deck.ranks if rank not in wild]
        paid = np.array(self.counted.events.paid(self.paytable))
        high = 0
        for rank in ranks:
            hand = plain_pair(rank, ranks, deck.suits)
            if hand is not None:
                index = colex.rank(np.array([sorted(place[card] for card in hand)], dtype=np.uint8))
                high |= (int(paid[self.final.events[int(index[0])]]) >= 0) << rank
        return 0 if high == sum(1 << rank for rank in ranks) else high

    @cached_property
    def codes(self) -> NDArray[np.int64]:
        """[hand, held] looks; the hold that every hand falls back to keeps the highest cards that must be kept."""
        holds = Holds(self.game.deck, self.game.wild_ranks, self.states.hands, self.high, self.lines)
        codes = np.full(self.values.shape, NO_LOOK, dtype=np.int64)
        for discards in self.rules.permitted:
            held = ALL ^ discards
            codes[:, held] = holds.codes(held, is_rest=bool(held) and held == self._rest)
        return codes

    @property
    def _rest(self) -> int:
        kept = HAND - self.rules.numbers[-1]
        return ALL ^ ((1 << HAND - kept) - 1)


def plain_pair(rank: int, ranks: list[int], suits: tuple[int, ...]) -> list[int] | None:
    """A pair of that rank and three cards that make nothing more of it."""
    others = [other for other in ranks if other != rank]
    if len(others) < 3 or len(suits) < 2:
        return None
    kickers = (others[0], others[len(others) // 2], others[-1])
    return [rank * 4 + suits[0], rank * 4 + suits[1], *(other * 4 + suits[n % 2] for n, other in enumerate(kickers))]


@dataclass(frozen=True, eq=False)
class HoldList:
    """A list: the looks in order, and what becomes of every hand that follows it."""

    hands: HeldHands
    looks: tuple[Look, ...]
    items: Items
    order: tuple[int, ...]
    is_short: bool

    @cached_property
    def first(self) -> NDArray[np.intp]:
        return decided(self.items, list(self.order))

    @cached_property
    def losses(self) -> NDArray[np.int64]:
        return losses(self.items, self.first)

    @property
    def unit(self) -> int:
        return self.hands.deals * self.hands.denominator

    @cached_property
    def cost(self) -> Fraction:
        """How much less than the best play the list is worth, exactly."""
        return Fraction(int(self.losses.sum()), self.unit)

    @cached_property
    def best_ev(self) -> Fraction:
        return Fraction(int((self.items.best * self.items.weights).sum()), self.unit)

    @cached_property
    def steps(self) -> list[list[int]]:
        """The items; all five cards kept, by lines that follow one another, are one step."""
        pat = _pat(self.looks)
        groups = groupby(self.order, key=lambda item: -1 if item in pat else item)
        return [list(group) for _, group in groups]

    def document(self) -> JsonDict:
        wager, total = self.hands.wager, int(self.items.weights.sum())
        names = [line.name for line in wager.lines]
        settings = {
            "some_high": bool(self.hands.high),
            "some_wild": bool(self.hands.game.wild_ranks or self.hands.game.deck.jokers),
        }
        rows = []
        for step in self.steps:
            own = np.isin(self.first, step)
            weight = int(self.items.weights[own].sum())
            taken = self.items.values[self.first[own], np.flatnonzero(own)]
            worth = int((taken * self.items.weights[own]).sum())
            share = Fraction(weight, total)
            looks = [self.looks[item] for item in step]
            rows.append(
                {
                    "hold": words_of_all(looks, names, is_short=self.is_short, **settings),
                    "decides": str(share),
                    "average": str(Fraction(worth, self.unit) / share) if weight else None,
                    "cost": str(Fraction(int(self.losses[own].sum()), self.unit)),
                }
            )
        return {
            "schema": SCHEMA,
            "game": self.hands.game.id,
            "options": dict(self.hands.game.chosen),
            "wager": wager.id,
            "paytable": self.hands.paytable.id,
            "high_cards": _ranks_text(self.hands.high),
            "items": rows,
            "ev": str(self.best_ev - self.cost),
            "best_ev": str(self.best_ev),
            "cost": str(self.cost),
        }


def _ranks_text(ranks: int) -> str:
    return ",".join(RANKS[rank] for rank in range(len(RANKS)) if ranks >> rank & 1)


def hold_list(hands: HeldHands, number: int | None = None) -> HoldList:
    """The full list in all detail, or the cheapest one found of at most that many items."""
    if number is None:
        return _listed(hands, None, is_short=False)
    short = _listed(hands, number, is_short=True)
    if len(short.steps) < number:
        full = _listed(hands, number, is_short=False)
        return min((short, full), key=lambda one: one.cost)
    return short


def _listed(hands: HeldHands, number: int | None, *, is_short: bool) -> HoldList:
    looks, items = _items(hands, is_short=is_short)
    order = improved(items, by_average(items, list(range(len(looks)))))
    order = without_idle(items, order)
    if number is not None:
        order = at_most(items, order, number, _pat(looks))
    return HoldList(hands, looks, items, tuple(order), is_short)


def _pat(looks: tuple[Look, ...]) -> frozenset[int]:
    """All five cards kept: such items are said together."""
    return frozenset(place for place, look in enumerate(looks) if look.kind is HeldKind.PAT)


def _items(hands: HeldHands, *, is_short: bool) -> tuple[tuple[Look, ...], Items]:
    """Looks that are the best hold of some hand, and the one that all hands have, which is the last."""
    fine = hands.codes
    known = [code for code in np.unique(fine).tolist() if code != NO_LOOK]
    named = {code: shortened(look_of(code)) if is_short else look_of(code) for code in known}
    best = hands.values.max(axis=1)
    at_best = np.unique(fine[hands.values == best[:, None]]).tolist()
    last = {named[code] for code in known if named[code].kind in (HeldKind.NOTHING, HeldKind.REST)}
    wanted = {named[code] for code in at_best if code != NO_LOOK} - last
    looks = (*sorted(wanted), *last)
    values = np.empty((len(looks), len(fine)), dtype=np.int64)
    has = np.zeros((len(looks), len(fine)), dtype=np.bool_)
    place_of = np.full(len(known) + 1, len(looks), dtype=np.int16)  # the last for holds without a look
    for number, code in enumerate(known):
        place_of[number] = looks.index(named[code]) if named[code] in looks else len(looks)
    places = place_of[np.where(fine == NO_LOOK, len(known), np.searchsorted(known, fine))]
    for place in range(len(looks)):
        own = places == place
        has[place] = own.any(axis=1)
        # Of several holds that look so, the one with the lowest cards: the smallest set of places.
        held = own.argmax(axis=1)
        values[place] = hands.values[np.arange(len(fine)), held]
    return looks, Items(values, has, hands.states.weights, best)


def export_holds(hands: HeldHands, path: Path) -> None:
    """The complete table: every hand of the game by suit class, its best hold, and what that is worth."""
    best = hands.values.argmax(axis=1)
    cards = np.array(hands.game.deck.cards)[hands.states.hands]
    unit = hands.rules.deals * hands.denominator
    rows: list[tuple[object, ...]] = [("hand", "hands", "hold", "expected_result")]
    for row, held in enumerate(best.tolist()):
        kept = " ".join(card_name(int(card)) for place, card in enumerate(cards[row]) if held >> place & 1)
        value = Fraction(int(hands.values[row, held]), unit)
        rows.append((hand_name(cards[row].tolist()), int(hands.states.weights[row]), kept, value))
    write_text(path, csv_text(rows))
