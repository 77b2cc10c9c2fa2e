"""The bet against the dealer in the two Wild Six Card games: five cards, one discard, one draw.

Every deal is played out, with every choice that the player has. A deal is five cards to the player,
then one card that he would draw, then the dealer's six: from n cards these are
C(n,5) x (n-5) x C(n-6,6) deals. A player who wins at once, or who stands pat, does not draw; his results
are counted as often as if he had, so that all counts are out of the same number of deals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import NamedTuple

from analyzer.reference.cards import Cards, Deck, cards_of, without
from analyzer.reference.hands import (
    STRAIGHT_OR_BETTER,
    Hand,
    HandRules,
    Strength,
    best_hand,
    best_strength,
    strength,
)
from analyzer.reference.paytables import line_of


class DiscardGame(NamedTuple):
    """What the two games differ in, and the sizes of deck and hands.

    stand_pat: may the player keep all his cards?
    automatic_win_pays: what a straight or better on the first cards is paid.
    showdown_win_pays: what a hand that beats the dealer is paid.
    """

    deck: Deck
    rules: HandRules
    automatic_win_pays: Callable[[Hand], Fraction]
    showdown_win_pays: Callable[[Hand], Fraction]
    stand_pat: bool
    player_cards: int = 5
    dealer_cards: int = 6


class Settlement(NamedTuple):
    """How a round ended, the line of the player's final hand, and his net result.

    What happened: "automatic-win", "win", "push" or "lose".
    """

    what: str
    line: str
    net: Fraction


class PlayedGame(NamedTuple):
    """A wager played over every deal.

    outcomes: how many deals ended in each settlement.
    expected_value: the average net result.
    choices: with how many of the player's hands "automatic win", "discard" and "stand pat" happened.
    ties: with how many of the player's hands several choices were equally good.
    """

    outcomes: Counter[Settlement]
    expected_value: Fraction
    choices: Counter[str]
    ties: int


# One choice with one hand


def compare(own: Strength, other: Strength) -> str:
    """The showdown as the player sees it: the higher hand wins, a tie pushes."""
    if own > other:
        return "win"
    if own == other:
        return "push"
    return "lose"


def settle(game: DiscardGame, player: Hand, what: str) -> Settlement:
    """A win is paid, a push gives the bet back, a loss costs it."""
    net = {"win": game.showdown_win_pays(player), "push": Fraction(0), "lose": Fraction(-1)}[what]
    return Settlement(what, line_of(player), net)


def meet_every_dealer(game: DiscardGame, player: Hand, others: Cards) -> Counter[Settlement]:
    """One final hand of the player against every hand that the dealer can have from the other cards."""
    own = strength(player, game.rules)
    dealers = combinations(others, game.dealer_cards)
    showdowns = Counter(compare(own, best_strength(dealer, game.rules)) for dealer in dealers)
    return Counter({settle(game, player, what): count for what, count in showdowns.items()})


def after_discard(game: DiscardGame, player: Cards, discard: int) -> Counter[Settlement]:
    """Every draw and every dealer hand after one discard. The discard does not come back into the deck."""
    results: Counter[Settlement] = Counter()
    others = without(cards_of(game.deck), player)
    kept = without(player, (discard,))
    for draw in others:
        final = best_hand(tuple(sorted((*kept, draw))), game.rules)
        results.update(meet_every_dealer(game, final, without(others, (draw,))))
    return results


def after_standing_pat(game: DiscardGame, player: Cards) -> Counter[Settlement]:
    """Every dealer hand against the original cards, counted as often as if a card had been drawn."""
    final = best_hand(player, game.rules)
    results = meet_every_dealer(game, final, without(cards_of(game.deck), player))
    scale = Fraction(deals_after_the_hand(game), results.total())
    if scale.denominator != 1:
        raise ArithmeticError(f"the scale of standing pat is {scale}, it must be a whole number")
    return Counter({settlement: count * scale.numerator for settlement, count in results.items()})


def deals_after_the_hand(game: DiscardGame) -> int:
    """The number of draws times the number of dealer hands, for one hand of the player."""
    others = len(cards_of(game.deck)) - game.player_cards
    return others * comb(others - 1, game.dealer_cards)


def total_net(results: Counter[Settlement]) -> Fraction:
    """The sum of the net results of all deals."""
    return sum((count * settlement.net for settlement, count in results.items()), Fraction(0))


# All hands, with the best choice for each


class Choice(NamedTuple):
    """A choice and what comes of it over every draw and every dealer hand."""

    name: str
    results: Counter[Settlement]


def every_choice(game: DiscardGame, player: Cards) -> list[Choice]:
    """All choices of a player who did not win at once.

    First each discard in the order of the cards, then standing pat where that is allowed.
    """
    choices = [Choice("discard", after_discard(game, player, card)) for card in player]
    if game.stand_pat:
        choices.append(Choice("stand pat", after_standing_pat(game, player)))
    return choices


def automatic_win(game: DiscardGame, player: Cards) -> Choice | None:
    """A player with a straight or better wins at once, whatever the draw and the dealer would be."""
    hand = best_hand(player, game.rules)
    if hand.type not in STRAIGHT_OR_BETTER:
        return None
    settlement = Settlement("automatic-win", line_of(hand), game.automatic_win_pays(hand))
    return Choice("automatic win", Counter({settlement: deals_after_the_hand(game)}))


def play(game: DiscardGame) -> PlayedGame:
    """Play every deal, with the best choice for every hand; of equally good choices the first."""
    outcomes: Counter[Settlement] = Counter()
    chosen: Counter[str] = Counter()
    ties = 0
    for player in combinations(cards_of(game.deck), game.player_cards):
        winner = automatic_win(game, player)
        choices = every_choice(game, player) if winner is None else [winner]
        values = [total_net(choice.results) for choice in choices]
        best = choices[values.index(max(values))]
        outcomes.update(best.results)
        chosen[best.name] += 1
        ties += values.count(max(values)) > 1
    return PlayedGame(outcomes, total_net(outcomes) / outcomes.total(), chosen, ties)


# One choice with one hand, quicker, for a real deck


class Showdowns(NamedTuple):
    """What comes of one choice: how many deals are won, pushed and lost, and the sum of their net results."""

    win: int
    push: int
    lose: int
    total_net: Fraction

    def expected_value(self) -> Fraction:
        """The average net result of a deal."""
        return self.total_net / (self.win + self.push + self.lose)


def dealer_strengths(
    game: DiscardGame,
    others: Cards,
) -> tuple[Counter[Strength], dict[int, Counter[Strength]]]:
    """How many dealer hands have each strength: of all of them, and of those that hold a certain card."""
    of_all: Counter[Strength] = Counter()
    of_holders: dict[int, Counter[Strength]] = {card: Counter() for card in others}
    for dealer in combinations(others, game.dealer_cards):
        its_strength = best_strength(dealer, game.rules)
        of_all[its_strength] += 1
        for card in dealer:
            of_holders[card][its_strength] += 1
    return of_all, of_holders


def showdowns(game: DiscardGame, player: Hand, dealers: Counter[Strength]) -> Showdowns:
    """One final hand against dealer hands that have been counted by their strength."""
    own = strength(player, game.rules)
    win = sum(count for other, count in dealers.items() if own > other)
    push = dealers[own]
    lose = dealers.total() - win - push
    return Showdowns(win, push, lose, win * game.showdown_win_pays(player) - lose)


def value_of_choice(game: DiscardGame, player: Cards, discard: int | None) -> Showdowns:
    """What comes of one choice with one hand: a discard, or None to stand pat (its counts are not scaled).

    All dealer hands are gone through once. Each draw then meets all of them but those that hold the
    drawn card.
    """
    others = without(cards_of(game.deck), player)
    of_all, of_holders = dealer_strengths(game, others)
    if discard is None:
        return showdowns(game, best_hand(player, game.rules), of_all)
    kept = without(player, (discard,))
    results = []
    for draw in others:
        final = best_hand(tuple(sorted((*kept, draw))), game.rules)
        results.append(showdowns(game, final, of_all - of_holders[draw]))
    return Showdowns(
        sum(result.win for result in results),
        sum(result.push for result in results),
        sum(result.lose for result in results),
        sum((result.total_net for result in results), Fraction(0)),
    )
