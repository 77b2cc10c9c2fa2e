"""An exchange without an opponent, counted once: its prices, and a player who plays it with dealt cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.class_hands import every_hand
from analyzer.engines.exchange.choose import choose_discards
from analyzer.engines.exchange.count import BestExchange
from analyzer.engines.exchange.rules import amounts_of
from analyzer.errors import SelectionError
from analyzer.game.language import Exchange
from analyzer.game.model import Game, Paytable
from analyzer.game.wagers.solo import ExchangeWager
from analyzer.integers import dot
from analyzer.kernels import colex
from analyzer.pricing.played import Dealt, Played, Way
from analyzer.pricing.solo import ONE_CARD, Events, exchange_counts
from analyzer.run.jobs import Run


class PlayedExchange:
    """`PlayedWager` of an exchange: the final hands are counted once, and every paytable is decided on them."""

    def __init__(self, game: Game, wager: ExchangeWager, _run: Run) -> None:
        self.game, self.wager = game, wager
        self.events = Events(game, wager)
        self.counted = exchange_counts(game, wager, self.events)
        self._best: dict[tuple[Fraction, ...], BestExchange] = {}

    def best(self, paytable: Paytable) -> BestExchange:
        """The best play; that of the last paytable asked for is kept."""
        nets = tuple(self.events.nets(paytable))
        if nets not in self._best:
            self._best = {nets: self.counted.best(nets)}
        return self._best[nets]

    def expectation(self, paytable: Paytable) -> Fraction:
        """From the values of the choices; outcomes are not counted."""
        counted = self.counted
        amounts = amounts_of(self.events.nets(paytable), counted.rules, counted.final.kinds)
        values = choose_discards(counted.draws, counted.rules, amounts, counted.states.hands).value
        return Fraction(dot(counted.states.weights, values), counted.deals * amounts.denominator)

    def held(self, played: Paytable, paid: Paytable) -> Fraction:
        ends = zip(self.best(played).events, self.events.nets(paid), strict=True)
        return sum((count * net for count, net in ends), Fraction(0)) / self.counted.deals

    def player(self, paytable: Paytable) -> ExchangePlayer:
        counted = self.counted
        amounts = amounts_of(self.events.nets(paytable), counted.rules, counted.final.kinds)
        hands = every_hand(counted.final.deck, counted.rules.cards).hands
        chosen = choose_discards(counted.draws, counted.rules, amounts, hands)
        return ExchangePlayer(self.wager, exchange_of(self.game), self.game.deck.cards, chosen.discards)


def exchange_of(game: Game) -> tuple[int, Exchange]:
    """The stage that exchanges, and what it exchanges."""
    stages = game.rules.stages if game.rules is not None else ()
    for number, stage in enumerate(stages):
        if stage.exchange is not None:
            return number, stage.exchange
    raise SelectionError(f"{game.id} has no exchange")


@dataclass(frozen=True, eq=False)
class ExchangePlayer:
    """`Player` of an exchange: `discards` by colex index of the hand are places in it as bits, the lowest card first.

    Every hand has its own entry: hands are not reduced to suit classes.
    """

    wager: ExchangeWager
    exchange: tuple[int, Exchange]
    cards: Sequence[int]
    discards: NDArray[np.uint8]

    @cached_property
    def ways(self) -> tuple[Way, ...]:
        return exchange_ways(self.exchange[0], self.wager.discards, self.wager.player.cards)

    @cached_property
    def _positions(self) -> NDArray[np.uint8]:
        """The position in the deck of each card."""
        positions = np.zeros(256, dtype=np.uint8)
        positions[list(self.cards)] = np.arange(len(self.cards))
        return positions

    def play(self, dealt: Dealt) -> Played:
        _, exchange = self.exchange
        hands = np.sort(dealt[exchange.taken_from], axis=1)
        discards = self.discards[colex.rank(np.ascontiguousarray(self._positions[hands]))]
        made, numbers = drawn_hands(hands, discards, dealt[exchange.draw])
        return Played(self.ways, numbers, {exchange.makes: made})


def exchange_ways(stage: int, discards: tuple[int, ...], cards: int) -> tuple[Way, ...]:
    """One way for each number of cards, permitted or not."""
    names = ("stand-pat", "discard") if discards in ONE_CARD else [f"discard-{k}" for k in range(cards + 1)]
    return tuple(((stage, name),) for name in names)


def drawn_hands(
    hands: NDArray[np.uint8], discards: NDArray[np.uint8], draw: NDArray[np.uint8]
) -> tuple[NDArray[np.uint8], NDArray[np.intp]]:
    """Hands after their discards (places as bits), and how many cards were drawn: those of the draw in order."""
    gone = (discards[:, None] >> np.arange(hands.shape[1], dtype=np.uint8) & 1).astype(np.bool_)
    # The first drawn card takes the place of the first discard, and so on.
    place = np.maximum(gone.cumsum(axis=1) - 1, 0)
    place = np.minimum(place, draw.shape[1] - 1)
    drawn = np.take_along_axis(draw, place, axis=1)
    return np.where(gone, drawn, hands), gone.sum(axis=1)
