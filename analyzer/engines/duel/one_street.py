"""Ante and Play with one decision: how every hand fares against all dealers, and what folding and playing are worth.

Dealers that qualify and those that do not are counted apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.engines.duel.ante_bonus import first_values
from analyzer.engines.duel.hands import Hands, hands_of
from analyzer.engines.duel.line_hands import LineHands, line_hands, question_of
from analyzer.engines.duel.showdown import Showdown
from analyzer.engines.duel.sweeps import hand_outcomes
from analyzer.engines.duel.weak import weak_hands
from analyzer.game.model import Game, Paytable
from analyzer.game.wagers.play import PlayWager
from analyzer.integers import Integers, dot, matrix_product
from analyzer.run.jobs import Run


def showdown_of(game: Game, wager: PlayWager) -> Showdown:
    """Who meets whom, with the hands that do not qualify as the weak ones."""
    weak = weak_hands(game, wager)
    return Showdown(game.deck, game.ranking, wager.player.cards, wager.dealer.cards, wager.hand_size, weak)


def net_results(wager: PlayWager, bets: int) -> tuple[int, ...]:
    """Net result of each of the six outcomes with that much bet beside the Ante."""
    stake = 1 + bets
    unqualified = (1, 1, 1) if wager.unqualified == "ante_wins" else (1, 0, -1)
    return (stake, 0, -stake, *unqualified)


def rules_of(wager: PlayWager, showdown: Showdown) -> dict[str, Any]:
    """What a count depends on, for the store."""
    deck = showdown.deck
    return {
        "deck": [deck.ranks, deck.suits, deck.jokers],
        "ranking": showdown.ranking.kernel_arguments,
        "hands": [showdown.cards, showdown.dealt, showdown.size, showdown.weak.spans, showdown.weak.own_cards],
        "community": 0 if wager.community is None else wager.community.cards,
    }


@dataclass(frozen=True)
class OneStreet:
    """All cards are dealt before the only decision: fold, or bet and play."""

    game: Game
    wager: PlayWager
    run: Run

    @cached_property
    def showdown(self) -> Showdown:
        return showdown_of(self.game, self.wager)

    @cached_property
    def hands(self) -> Hands:
        return hands_of(self.game.deck, self.wager.player.cards)

    @cached_property
    def outcomes(self) -> NDArray[np.int64]:
        """[class, outcome]."""
        arrays = self.run.store.arrays(
            "one-street",
            rules_of(self.wager, self.showdown),
            lambda: {"outcomes": hand_outcomes(self.showdown, self.hands)},
        )
        return arrays["outcomes"].astype(np.int64)

    @cached_property
    def deals_against(self) -> int:
        return int(self.outcomes[0].sum())

    @cached_property
    def rows(self) -> LineHands:
        """The hands, told apart by the bonus lines: every decision is one of a row."""
        return line_hands(self.hands, question_of(self.game, self.wager))

    @cached_property
    def play(self) -> Integers:
        """[class]: the sum of net results of playing, without a bonus."""
        return matrix_product(self.outcomes, np.array(net_results(self.wager, self.wager.bets[0]), dtype=np.int64))

    def values(self, paytable: Paytable) -> tuple[Integers, int]:
        """[row, (fold, play)] expected net results, and the unit that they are in."""
        return first_values(self.wager, paytable, self.rows, self.play, self.deals_against)

    def counts(self, weights: NDArray[np.int64]) -> list[int]:
        """The six outcomes over that many hands of each row."""
        rows = np.flatnonzero(weights)
        outcomes = self.outcomes[self.rows.classes[rows]]
        return [dot(weights[rows], outcomes[:, place]) for place in range(outcomes.shape[1])]

    @cached_property
    def hand_values(self) -> NDArray[np.uint32]:
        return self.hands.values(self.game.ranking, self.wager.hand_size)
