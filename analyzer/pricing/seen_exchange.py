"""An exchange whose player has seen cards that he should not: named, priced and played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.exchange.choose import choose_discards
from analyzer.engines.exchange.draws import Draws
from analyzer.engines.exchange.one_hand import seen_holds_of
from analyzer.engines.exchange.rules import DiscardRules, ExchangeAmounts, amounts_of
from analyzer.engines.exchange.seen import BestSeen, SeenExchange
from analyzer.engines.final_events import FinalEvents
from analyzer.game.language import Exchange
from analyzer.game.model import Game, Paytable
from analyzer.game.wagers.solo import SeenExchangeWager
from analyzer.pricing.choices import HandChoice, Question
from analyzer.pricing.hand_cards import must_see
from analyzer.pricing.played import Dealt, Played, Way
from analyzer.pricing.played_exchange import drawn_hands, exchange_of, exchange_ways
from analyzer.pricing.results import WagerResult
from analyzer.pricing.seen_cards import seen_cards
from analyzer.pricing.solo import Events, KeptSolo, SolvedSolo, exchange_result, listed_holds
from analyzer.pricing.solvers import Solvers
from analyzer.run.jobs import Run


def discards_of(game: Game, wager: SeenExchangeWager) -> DiscardRules:
    return DiscardRules(game.deck.size, wager.player.cards, wager.discards, wager.seen, wager.gone)


def final_of(game: Game, wager: SeenExchangeWager, events: Events) -> FinalEvents:
    return FinalEvents(game.deck, wager.player.cards, events.events)


def analyze_seen_exchange(
    solvers: Solvers, wager: SeenExchangeWager, paytables: Sequence[Paytable]
) -> list[WagerResult]:
    kept = KeptSolo(solvers, wager)

    def result(paytable: Paytable) -> WagerResult:
        def solve(events: Events) -> SolvedSolo:
            counted = SeenExchange(final_of(kept.game, wager, events), discards_of(kept.game, wager), solvers.run)
            return _solved(counted.best(events.nets(paytable)))

        return exchange_result(kept, wager, paytable, kept.solved(paytable, solve))

    return [result(paytable) for paytable in paytables]


def _solved(best: BestSeen) -> SolvedSolo:
    choices = {(number, ""): share for number, share in best.choices.items()}
    worth = seen_cards(best.worth.means(best.unit))
    return SolvedSolo(best.deals, best.expectation, {(): best.events}, choices, {0: best.ties}, worth)


# --- one hand, and dealt rounds --------------------------------------------------------------------------------------


def seen_exchange_choices(question: Question, wager: SeenExchangeWager) -> list[HandChoice]:
    """Every permitted hold of a hand beside the seen cards, best first."""
    must_see(wager, question.sees)
    game, events = question.game, Events(question.game, wager)
    final, nets = final_of(game, wager, events), events.nets(question.paytable)
    first, gone = question.sees[: wager.seen], question.sees[wager.seen :]
    holds = seen_holds_of(final, discards_of(game, wager), nets, question.cards, first, gone)
    return listed_holds(wager, events, question.paytable, holds)


class PlayedSeenExchange:
    """`PlayedWager` of such an exchange."""

    def __init__(self, game: Game, wager: SeenExchangeWager, run: Run) -> None:
        self.game, self.wager = game, wager
        self.events = Events(game, wager)
        self.final = final_of(game, wager, self.events)
        self.rules = discards_of(game, wager)
        self.counted = SeenExchange(self.final, self.rules, run)
        self._best: dict[tuple[Fraction, ...], BestSeen] = {}

    def best(self, paytable: Paytable) -> BestSeen:
        """The best play; that of the last paytable asked for is kept."""
        nets = tuple(self.events.nets(paytable))
        if nets not in self._best:
            self._best = {nets: self.counted.best(nets)}
        return self._best[nets]

    def expectation(self, paytable: Paytable) -> Fraction:
        return self.best(paytable).expectation

    def held(self, played: Paytable, paid: Paytable) -> Fraction:
        ends = zip(self.best(played).events, self.events.nets(paid), strict=True)
        return sum((count * net for count, net in ends), Fraction(0)) / self.counted.deals

    def player(self, paytable: Paytable) -> SeenExchangePlayer:
        amounts = amounts_of(self.events.nets(paytable), self.rules, self.final.kinds)
        return SeenExchangePlayer(self.wager, exchange_of(self.game), self.final, self.rules, amounts)


@dataclass(frozen=True, eq=False)
class SeenExchangePlayer:
    """`Player` of such an exchange: rounds with the same cards seen are decided together."""

    wager: SeenExchangeWager
    exchange: tuple[int, Exchange]
    final: FinalEvents
    rules: DiscardRules
    amounts: ExchangeAmounts

    @property
    def ways(self) -> tuple[Way, ...]:
        return exchange_ways(self.exchange[0], self.wager.discards, self.wager.player.cards)

    def play(self, dealt: Dealt) -> Played:
        _, exchange = self.exchange
        hands = np.sort(dealt[exchange.taken_from], axis=1)
        discards = self._discards(hands, self._seen(dealt))
        first = [dealt[exchange.first]] if exchange.first else []
        made, numbers = drawn_hands(hands, discards, np.concatenate([*first, dealt[exchange.draw]], axis=1))
        return Played(self.ways, numbers, {exchange.makes: made})

    def _seen(self, dealt: Dealt) -> NDArray[np.uint8]:
        """[round, card] the seen cards, those of the draw first, as positions; each group ascending."""
        seats = ([self.wager.first] if self.wager.first is not None else []) + list(self.wager.others)
        return self._positions(np.concatenate([np.sort(dealt[seat.name], axis=1) for seat in seats], axis=1))

    def _positions(self, cards: NDArray[np.uint8]) -> NDArray[np.uint8]:
        place = np.zeros(256, dtype=np.uint8)
        place[list(self.final.deck.cards)] = np.arange(self.final.deck.size)
        return place[cards]

    def _discards(self, hands: NDArray[np.uint8], seen: NDArray[np.uint8]) -> NDArray[np.uint8]:
        sets, group = np.unique(seen, axis=0, return_inverse=True)
        discards = np.zeros(len(hands), dtype=np.uint8)
        positions = self._positions(hands)
        for number, cards in enumerate(sets.tolist()):
            rounds = np.flatnonzero(group.reshape(-1) == number)
            draws = Draws(self.final, tuple(cards[: self.wager.seen]), tuple(cards[self.wager.seen :]))
            chosen = choose_discards(draws, self.rules, self.amounts, draws.places(positions[rounds]))
            discards[rounds] = chosen.discards
        return discards
