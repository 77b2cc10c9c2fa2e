"""A discard, with lines on the cards dealt and with jokers: by classes of hands.

Given the player's cards the lines are fixed, so products need only the expected result of the showdown for each class.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.deck import FIRST_JOKER
from analyzer.cards.suits import rename_suits, renaming_to
from analyzer.engines.duel.discard import DrawSolver
from analyzer.errors import CountError, SelectionError
from analyzer.game.lines import line_records
from analyzer.game.model import Game, Paytable
from analyzer.game.wagers.lines import JokersWager, LinesWager
from analyzer.kernels import lines as lines_kernel
from analyzer.pricing.draws import draw_result
from analyzer.pricing.joint import Bet, JointMoments
from analyzer.pricing.moments import to_fraction
from analyzer.run.jobs import Run
from analyzer.trust.joint.parts import Parts, asks_more_than_class, joker_net, lines_net


def by_classes(game: Game, parts: Parts, run: Run) -> JointMoments | None:
    """A discard with wagers that the player's cards decide, and with jokers of player and dealer."""
    if len(parts.draws) != 1 or len(parts.jokers) > 1:
        return None
    ((main, main_pays),) = parts.draws
    both = {main.player.name, main.dealer.name}
    if any(wager.seats != (main.player.name,) or asks_more_than_class(wager) for wager, _ in parts.lines):
        return None
    if any(not set(wager.seat_names) <= both for wager, _ in parts.jokers):
        return None
    showdown = ShowdownResults(DrawSolver(game, main, run), main_pays)
    joined: dict[str, Joined] = {main.id: showdown}
    joined |= {wager.id: LinesGiven(showdown, wager, paytable) for wager, paytable in parts.lines}
    joined |= {wager.id: JokersGiven(showdown, wager, paytable) for wager, paytable in parts.jokers}
    bets = [(wager.id, paytable.id) for wager, paytable in parts.made]
    given = [joined[wager.id] for wager, _ in parts.made]
    means = {bet: showdown.mean(one.given()) for bet, one in zip(bets, given, strict=True)}
    products: dict[tuple[Bet, Bet], Fraction] = {}
    for one, other in combinations_with_replacement(range(len(bets)), 2):
        value = _product(showdown, given[one], given[other])
        products[bets[one], bets[other]] = products[bets[other], bets[one]] = value
    return JointMoments(showdown.deals, means, products)


class Joined(Protocol):
    """A wager, given the class of the player's hand."""

    def given(self) -> list[Fraction]:
        """The expected net result of each class."""

    def square(self) -> Fraction:
        """The mean of the squared net result."""

    def with_showdown(self) -> Fraction:
        """The mean of the product with the net result of the showdown."""


def _product(showdown: ShowdownResults, one: Joined, other: Joined) -> Fraction:
    """E[one x other]. Given the player's hand, all but the showdown and the jokers are fixed."""
    if one is other:
        return one.square()
    if showdown in (one, other):
        return (other if one is showdown else one).with_showdown()
    return showdown.mean_product(one.given(), other.given())


class ShowdownResults:
    """Expected results of the showdown given the player's hand, class by class; sums over classes are exact."""

    def __init__(self, solver: DrawSolver, paytable: Paytable) -> None:
        self.solver, self.paytable = solver, paytable
        self.weights = [int(weight) for weight in solver.hands.weights]
        self.hands = sum(self.weights)
        self.deals = self.hands * solver.deals
        self.jokers = (solver.hands.class_cards >= FIRST_JOKER).sum(axis=1)
        values, self.unit = solver.choice_values(paytable)
        self.best, self.pays = solver.choices(paytable).best, solver.win_pays(paytable)
        self.at_once = solver.wins_at_once(self.best)
        self.base = [int(value) for value in np.take_along_axis(values, self.best[:, None], axis=1)[:, 0]]
        for place in np.flatnonzero(self.at_once).tolist():
            pays = solver.automatic_pays(paytable, int(solver.category_of[place]))
            self.base[place] = int(pays * self.unit * solver.deals)
            if Fraction(self.base[place], self.unit * solver.deals) != pays:
                raise CountError(f"an automatic win of {pays} has no whole number of units of 1/{self.unit}")

    def mean(self, values: Sequence[Fraction]) -> Fraction:
        """The mean over all hands of a value of each class; equal values are grouped first."""
        together: Counter[Fraction] = Counter()
        for value, weight in zip(values, self.weights, strict=True):
            together[value] += weight
        return sum((value * weight for value, weight in together.items()), Fraction(0)) / self.hands

    def mean_product(self, one: Sequence[Fraction], other: Sequence[Fraction]) -> Fraction:
        """The mean of the product of two results that each class decides."""
        return self.mean([first * second for first, second in zip(one, other, strict=True)])

    def given(self) -> list[Fraction]:
        return [Fraction(value, self.unit * self.solver.deals) for value in self.base]

    def square(self) -> Fraction:
        price = draw_result(self.solver, self.paytable).price
        return to_fraction(price.variance) + to_fraction(price.ev) ** 2

    with_showdown = square

    def without_joker(self, held: int) -> dict[int, int]:
        """By class: the sum of net results over the deals in which the last joker is not the dealer's.

        It is left in the pack (that is the same game with a joker less), or the player draws it.
        """
        solver, wager = self.solver, self.solver.wager
        game = solver.game
        less = DrawSolver(replace(game, deck=replace(game.deck, jokers=held)), wager, solver.run)
        values, unit = less.choice_values(self.paytable)
        # Hands that need the last joker may be the only ones with a pay in halves: the smaller deck has larger units.
        units, rest = divmod(self.unit, unit)
        if rest:
            raise CountError(f"pays are over {unit} on the smaller deck and over {self.unit} on the whole")
        small = {cards.tobytes(): place for place, cards in enumerate(less.hands.class_cards)}
        faced = solver.faced
        sums: dict[int, int] = {}
        for place in np.flatnonzero(self.jokers == held).tolist():
            cards = solver.hands.class_cards[place]
            there = small[cards.tobytes()]
            best = int(self.best[place])
            if self.at_once[place]:
                share = less.deals + solver.dealers
                sums[place] = self.base[place] * share // solver.deals
            elif best == wager.player.cards:
                wins, ties = int(less.counted.pat_wins[there]), int(less.counted.pat_ties[there])
                drawn = self._net(int(solver.category_of[place]), wins, ties)
                sums[place] = int(values[there, -1]) * units + drawn
            else:
                sums[place] = int(values[there, best]) * units + self._drawn(faced, cards, best, game.deck.cards[-1])
        return sums

    def _net(self, category: int, wins: int, ties: int) -> int:
        """The sum of net results against all dealers beside six known cards."""
        pays = self.pays[category] * self.unit
        return int(pays) * wins - self.unit * (self.solver.dealers - wins - ties)

    def _drawn(self, faced: NDArray[np.uint32], cards: NDArray[np.uint8], discard: int, joker: int) -> int:
        """The same for a discard whose draw is the last joker."""
        solver, deck = self.solver, self.solver.game.deck
        thrown = int(cards[discard])
        final = sorted([*(int(card) for i, card in enumerate(cards) if i != discard), joker])
        place = solver.hands.index(final)
        target = [int(card) for card in solver.hands.class_cards[place]]
        column = thrown if thrown >= FIRST_JOKER else rename_suits([thrown], renaming_to(deck, final, target))[0]
        naturals = [card for card in deck.cards if card < FIRST_JOKER]
        at = len(naturals) if column >= FIRST_JOKER else naturals.index(column)
        wins, ties = (int(count) for count in faced[place, at])
        return self._net(int(solver.category_of[place]), wins, ties)


@dataclass(frozen=True, eq=False)
class LinesGiven:
    """Lines on the cards dealt: each class decides what is paid."""

    showdown: ShowdownResults
    wager: LinesWager
    paytable: Paytable

    def given(self) -> list[Fraction]:
        wager, solver = self.wager, self.showdown.solver
        sets = lines_kernel.line_sets_of_cards(
            solver.hands.class_cards,
            line_records([line.test for line in wager.lines]),
            wager.uses == "best_ranked",
            wager.hand_size,
            solver.game.ranking.kernel_arguments,
        )
        net: dict[int, Fraction] = {}
        for key in np.unique(sets).tolist():
            net[key] = lines_net(wager, self.paytable, [i for i in range(len(wager.lines)) if key >> i & 1])
        return [net[key] for key in sets.tolist()]

    def square(self) -> Fraction:
        return self.showdown.mean_product(self.given(), self.given())

    def with_showdown(self) -> Fraction:
        return self.showdown.mean_product(self.given(), self.showdown.given())


@dataclass(frozen=True, eq=False)
class JokersGiven:
    """Where the jokers are: the class has the player's, the dealer's are dealt by chance."""

    showdown: ShowdownResults
    wager: JokersWager
    paytable: Paytable

    def given(self) -> list[Fraction]:
        return self._by_held(1)

    def square(self) -> Fraction:
        return self.showdown.mean(self._by_held(2))

    def _by_held(self, power: int) -> list[Fraction]:
        held = range(self.showdown.solver.game.deck.jokers + 1)
        means = [self._mean(number, power) for number in held]
        return [means[number] for number in self.showdown.jokers]

    def _mean(self, held: int, power: int) -> Fraction:
        """Given the player's jokers, over those of the dealer."""
        deck, main = self.showdown.solver.game.deck, self.showdown.solver.wager
        others, left = deck.size - main.player.cards, deck.jokers - held
        return sum(
            (
                Fraction(comb(left, n) * comb(others - left, main.dealer.cards - n), comb(others, main.dealer.cards))
                * self._net(held, n) ** power
                for n in range(left + 1)
            ),
            Fraction(0),
        )

    def _net(self, held: int, dealt: int) -> Fraction:
        """By the jokers of the player and of the dealer; the wager need not look at both."""
        main = self.showdown.solver.wager
        where = {main.player.name: held, main.dealer.name: dealt}
        return joker_net(self.wager, self.paytable, where)

    def with_showdown(self) -> Fraction:
        """E[showdown x jokers]: where one joker is left, the showdown is split by whether the dealer has it."""
        showdown, deck = self.showdown, self.showdown.solver.game.deck
        nets = {(held, n): self._net(held, n) for held in range(deck.jokers + 1) for n in range(deck.jokers - held + 1)}
        total = Fraction(0)
        without: dict[int, int] | None = None
        for place, (held, weight) in enumerate(zip(showdown.jokers.tolist(), showdown.weights, strict=True)):
            own = {nets[held, n] for n in range(deck.jokers - held + 1)}
            if len(own) == 1:
                total += own.pop() * weight * showdown.base[place]
                continue
            if held != deck.jokers - 1:
                raise SelectionError(
                    f"{self.wager.id} with two jokers left is not computed exactly, so it is not given"
                )
            without = without if without is not None else showdown.without_joker(held)
            none = without[place]
            total += weight * (nets[held, 0] * none + nets[held, 1] * (showdown.base[place] - none))
        return total / (showdown.hands * showdown.unit * showdown.solver.deals)
