"""Three Card Poker with 6 Card Bonus: 52 cards, no joker.

Order of three-card hands: Straight Flush, Three of a Kind, Straight, Flush, Pair, High Card. A-2-3 is
the lowest straight, Q-K-A the highest.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import NamedTuple

from analyzer.reference.cards import QUEEN, Cards, Deck, cards_of, without
from analyzer.reference.hands import (
    Hand,
    HandRules,
    Strength,
    all_straights,
    five_card_readings,
    three_card_hand,
    three_card_strength,
)
from analyzer.reference.paytables import highest_paying, line_or_lose, paytables

FULL_DECK = Deck(jokers=0)
RULES = HandRules(joker="none", wheel="lowest", top_hand="royal")

ANTE_BONUS_PAYS = {"straight-flush": Fraction(4), "three-of-a-kind": Fraction(3), "straight": Fraction(1)}

PAIR_PLUS_PAYS = paytables(
    "1",
    {
        "mini-royal": "75",
        "straight-flush": "40",
        "three-of-a-kind": "30",
        "straight": "5",
        "flush": "3",
        "pair": "1",
    },
)

SIX_CARD_BONUS_PAYS = paytables(
    "1",
    {
        "royal-flush": "500",
        "straight-flush": "250",
        "four-of-a-kind": "50",
        "full-house": "25",
        "flush": "15",
        "straight": "10",
        "three-of-a-kind": "5",
    },
)


# Pair Plus: the player's three cards


def pair_plus(three: Cards, mini_royal: str = "suited") -> str:
    """The line that the player's three cards win on, or "lose".

    A-K-Q of one suit is a mini royal; "any_suits": every A-K-Q is.
    """
    hand = three_card_hand(three, RULES)
    kinds = {"suited": ("straight-flush",), "any_suits": ("straight-flush", "straight")}[mini_royal]
    if hand.type in kinds and hand.ranks == (highest_straight(),):
        return "mini-royal"
    return line_or_lose(hand.type, PAIR_PLUS_PAYS["1"])


def highest_straight() -> int:
    """The place of Q-K-A among the three-card straights."""
    return len(all_straights(3, RULES.wheel)) - 1


def count_pair_plus(deck: Deck = FULL_DECK, mini_royal: str = "suited") -> Counter[str]:
    """How many of all three-card hands win on each line."""
    return Counter(pair_plus(three, mini_royal) for three in combinations(cards_of(deck), 3))


# 6 Card Bonus: the best five of the player's three cards and the dealer's three


def six_card_bonus(six: Cards) -> str:
    """The highest-paying line that some five of the six cards fill, or "lose"."""
    lines = {hand.type for five in combinations(six, 5) for hand in five_card_readings(five, RULES)}
    return highest_paying(lines, SIX_CARD_BONUS_PAYS["1"])


def count_six_card_bonus(deck: Deck = FULL_DECK) -> Counter[str]:
    """How many of all six cards, the player's and the dealer's together, win on each line."""
    return Counter(six_card_bonus(six) for six in combinations(cards_of(deck), 6))


# Ante and Play


class Settlement(NamedTuple):
    """How a round ended, the type of the player's hand, and his net result in Antes, the Ante Bonus included.

    What happened: "fold", "dealer-does-not-qualify", "win", "push" or "lose".
    """

    what: str
    line: str
    net: Fraction


class PlayedGame(NamedTuple):
    """Ante and Play over every deal.

    outcomes: how many deals ended in each settlement.
    expected_value, average_bet: in Antes; the Ante is part of the bet.
    choices: how many of the player's hands fold and play.
    ties: for how many hands the two choices are equal.
    """

    outcomes: Counter[Settlement]
    expected_value: Fraction
    average_bet: Fraction
    choices: Counter[str]
    ties: int


def qualifies(dealer: Hand) -> bool:
    """The dealer qualifies with queen high or better."""
    return dealer.type != "high-card" or dealer.ranks[0] >= QUEEN


def ante_bonus(player: Hand) -> Fraction:
    """Paid on the Ante to a player who has not folded, whatever the dealer holds."""
    return ANTE_BONUS_PAYS.get(player.type, Fraction(0))


def showdown(own: Strength, dealer: Hand) -> str:
    """What happens to a player who has made the Play bet."""
    if not qualifies(dealer):
        return "dealer-does-not-qualify"
    other = three_card_strength(dealer)
    if own > other:
        return "win"
    if own == other:
        return "push"
    return "lose"


def settle_play(player: Hand, what: str) -> Settlement:
    """The result of a player who has made the Play bet, which is equal to the Ante.

    Dealer does not qualify: the Ante wins 1 to 1, the Play bet pushes. Dealer qualifies: the higher
    hand takes Ante and Play 1 to 1, a tie pushes both. The Ante Bonus comes on top.
    """
    bets = {"dealer-does-not-qualify": 1, "win": 2, "push": 0, "lose": -2}[what]
    return Settlement(what, player.type, bets + ante_bonus(player))


def after_fold(player: Hand, dealers: int) -> Counter[Settlement]:
    """A player who folds loses the Ante against every dealer hand."""
    return Counter({Settlement("fold", player.type, Fraction(-1)): dealers})


def after_play(three: Cards, pack: Cards) -> Counter[Settlement]:
    """A player who plays meets every dealer hand."""
    player = three_card_hand(three, RULES)
    own = three_card_strength(player)
    dealers = combinations(without(pack, three), 3)
    showdowns = Counter(showdown(own, three_card_hand(dealer, RULES)) for dealer in dealers)
    return Counter({settle_play(player, what): count for what, count in showdowns.items()})


def total_net(results: Counter[Settlement]) -> Fraction:
    """The sum of the net results of all deals."""
    return sum((count * settlement.net for settlement, count in results.items()), Fraction(0))


def play_ante(deck: Deck = FULL_DECK) -> PlayedGame:
    """Play the Ante over every deal: each hand folds or plays, whichever is better; equal ones fold."""
    pack = cards_of(deck)
    dealers = comb(len(pack) - 3, 3)
    outcomes: Counter[Settlement] = Counter()
    choices: Counter[str] = Counter()
    ties = 0
    for three in combinations(pack, 3):
        fold = after_fold(three_card_hand(three, RULES), dealers)
        play = after_play(three, pack)
        plays = total_net(play) > total_net(fold)
        outcomes.update(play if plays else fold)
        choices["play" if plays else "fold"] += 1
        ties += total_net(play) == total_net(fold)
    average_bet = 1 + Fraction(choices["play"], choices.total())
    return PlayedGame(outcomes, total_net(outcomes) / outcomes.total(), average_bet, choices, ties)


def value_of_choice(three: Cards, choice: str, deck: Deck = FULL_DECK) -> Fraction:
    """The average net result, in Antes, of "fold" or "play" with one hand."""
    if choice == "fold":
        return Fraction(-1)
    if choice == "play":
        results = after_play(three, cards_of(deck))
        return total_net(results) / results.total()
    raise ValueError(f"the choice is 'fold' or 'play', not {choice!r}")
