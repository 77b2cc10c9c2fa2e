"""Wild Six Card Poker: 54 cards, two fully wild jokers.

Order of hands: Royal Flush (natural or wild), Five of a Kind, Straight Flush, Four of a Kind, Full
House, Flush, Straight, Three of a Kind, Two Pair, One Pair, High Card.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

from analyzer.reference import one_discard
from analyzer.reference.cards import (
    ACE,
    QUEEN,
    Cards,
    Deck,
    cards_of,
    count_jokers,
    is_joker,
    rank_of,
    without,
)
from analyzer.reference.hands import (
    STRAIGHT_OR_BETTER,
    Hand,
    HandRules,
    Ranks,
    are_of_one_suit,
    five_card_hand,
    five_card_readings,
    shape_of,
    straight_place,
)
from analyzer.reference.one_discard import DiscardGame, PlayedGame, Showdowns
from analyzer.reference.paytables import highest_paying, line_of, line_or_lose, paytables

FULL_DECK = Deck(jokers=2)
RULES = HandRules(joker="wild", wheel="lowest", top_hand="royal")

QUEENS_OR_BETTER_PAYS = paytables(
    "A1 A2 A3 A4 A5 A6",
    {
        "natural-royal-flush": "500 500 500 500 500 500",
        "five-of-a-kind": "100 100 100 100 150 100",
        "wild-royal-flush": "80 80 80 80 100 80",
        "straight-flush": "50 50 50 50 50 50",
        "four-of-a-kind": "20 20 20 20 20 20",
        "full-house": "15 15 15 15 15 14",
        "flush": "10 12 11 10 9 10",
        "straight": "7 6 6 6 6 6",
        "three-of-a-kind": "3 3 3 3 3 3",
        "two-pair": "2 2 2 2 2 2",
        "pair-of-queens-or-better": "1 1 1 1 1 1",
    },
)

TAXPAYERS_FORTUNE_PRIZES = paytables(
    "T1 T2",
    {
        "six-of-a-kind": "30000 30000",
        "six-card-straight-flush": "10000 10000",
        "four-aces-and-a-pair": "5000 5000",
        "four-of-a-kind-and-a-pair": "1000 1000",
        "two-threes-of-a-kind": "500 500",
        "six-card-flush": "125 100",
        "six-card-straight": "25 30",
    },
    losing=0,
)

DRAW_BONUS_PAYS = paytables(
    "B1 B2 B3 B4",
    {
        "natural-royal-flush": "250 250 250 250",
        "five-of-a-kind": "50 60 60 50",
        "wild-royal-flush": "40 50 50 30",
        "straight-flush": "20 20 15 15",
        "four-of-a-kind": "7 6 6 6",
        "full-house": "5 5 5 5",
        "flush": "4 4 4 4",
        "straight": "3 3 3 3",
        "three-of-a-kind": "2 2 2 2",
        "two-pair": "1 1 1 1",
    },
)


# Queens Or Better: the player's original five cards


def line_with_queens(hand: Hand) -> str:
    """The line of a hand where pairs of queens, kings and aces are a line of their own."""
    if hand.type == "pair" and hand.ranks[0] >= QUEEN:
        return "pair-of-queens-or-better"
    return line_of(hand)


def queens_or_better(five: Cards) -> str:
    """The line that the original five cards win on, or "lose"."""
    return line_or_lose(line_with_queens(five_card_hand(five, RULES)), QUEENS_OR_BETTER_PAYS["A1"])


def count_queens_or_better(deck: Deck = FULL_DECK) -> Counter[str]:
    """How many of all five-card hands win on each line."""
    return Counter(queens_or_better(five) for five in combinations(cards_of(deck), 5))


# Taxpayer's Fortune: a tax on the original five cards, a prize for the six cards with the draw


def tax_in_dollars(five: Cards) -> int:
    """The tax, by the original five cards, whether or not there is a prize.

    Straight or better: 5 dollars. Two pair or three of a kind: 1 dollar. One pair or lower: nothing.
    """
    hand = five_card_hand(five, RULES)
    if hand.type in STRAIGHT_OR_BETTER:
        return 5
    if hand.type in ("two-pair", "three-of-a-kind"):
        return 1
    return 0


def is_six_card_straight(ranks: Ranks, six_straight_ace: str) -> bool:
    """Six-card straights run from A-2-3-4-5-6 to 9-T-J-Q-K-A, or, with the ace "high_only", from 2-3-4-5-6-7."""
    wheel = {"both": "lowest", "high_only": "none"}[six_straight_ace]
    return straight_place(ranks, wheel) is not None


def six_card_lines(six: Cards, six_straight_ace: str = "both") -> list[str]:
    """Every line of the Taxpayer's Fortune that six cards fill.

    Six of a kind is four of a rank and both jokers. All other lines must be natural, without a joker.
    """
    plain = tuple(card for card in six if not is_joker(card))
    ranks = tuple(rank_of(card) for card in plain)
    shape = shape_of(ranks)
    if count_jokers(six) == 2 and shape == (4,):
        return ["six-of-a-kind"]
    if count_jokers(six) > 0:
        return []
    lines = []
    is_straight = is_six_card_straight(ranks, six_straight_ace)
    if are_of_one_suit(six) and is_straight:
        lines.append("six-card-straight-flush")
    if shape == (4, 2) and ranks.count(ACE) == 4:
        lines.append("four-aces-and-a-pair")
    if shape == (4, 2):
        lines.append("four-of-a-kind-and-a-pair")
    if shape == (3, 3):
        lines.append("two-threes-of-a-kind")
    if are_of_one_suit(six):
        lines.append("six-card-flush")
    if is_straight:
        lines.append("six-card-straight")
    return lines


def taxpayers_prize(six: Cards, paytable: str = "T1", six_straight_ace: str = "both") -> str:
    """The line with the highest prize that the six cards fill, or "lose": no prize."""
    return highest_paying(six_card_lines(six, six_straight_ace), TAXPAYERS_FORTUNE_PRIZES[paytable])


def count_taxpayers_fortune(
    deck: Deck = FULL_DECK, paytable: str = "T1", six_straight_ace: str = "both"
) -> Counter[tuple[str, int]]:
    """How many deals, five cards and then a draw, give each pair of (prize, tax in dollars)."""
    counts: Counter[tuple[str, int]] = Counter()
    for five in combinations(cards_of(deck), 5):
        tax = tax_in_dollars(five)
        for draw in without(cards_of(deck), five):
            counts[taxpayers_prize((*five, draw), paytable, six_straight_ace), tax] += 1
    return counts


# Draw Bonus: the best five of the six cards


def draw_bonus(six: Cards, paytable: str = "B1") -> str:
    """The highest-paying line that some five of the six cards fill, or "lose".

    Five natural royal cards beside a joker are a natural royal.
    """
    lines = {line_of(hand) for five in combinations(six, 5) for hand in five_card_readings(five, RULES)}
    return highest_paying(lines, DRAW_BONUS_PAYS[paytable])


def count_draw_bonus(deck: Deck = FULL_DECK, paytable: str = "B1") -> Counter[str]:
    """How many of all six-card hands win on each line."""
    return Counter(draw_bonus(six, paytable) for six in combinations(cards_of(deck), 6))


# The Poker bet


def poker_game(
    deck: Deck = FULL_DECK,
    auto_win_pays: Fraction = Fraction(1),
    stand_pat: bool = False,
    player_cards: int = 5,
    dealer_cards: int = 6,
) -> DiscardGame:
    """The Poker bet.

    Five cards each. A player with a straight or better wins at once: 1 to 1, or 3 to 2 as an option.
    Otherwise he discards one card and gets another; as an option he may also stand pat. The dealer
    takes a sixth card and plays the best five of six, and needs no qualifying hand. The higher hand
    wins 1 to 1, a tie pushes.
    """
    return DiscardGame(
        deck,
        RULES,
        automatic_win_pays=lambda hand: auto_win_pays,
        showdown_win_pays=lambda hand: Fraction(1),
        stand_pat=stand_pat,
        player_cards=player_cards,
        dealer_cards=dealer_cards,
    )


def play_poker(
    deck: Deck,
    auto_win_pays: Fraction = Fraction(1),
    stand_pat: bool = False,
    player_cards: int = 5,
    dealer_cards: int = 6,
) -> PlayedGame:
    """Play the Poker bet over every deal, with the discard that wins most."""
    return one_discard.play(poker_game(deck, auto_win_pays, stand_pat, player_cards, dealer_cards))


def value_of_choice(
    five: Cards,
    discard: int | None,
    deck: Deck = FULL_DECK,
    dealer_cards: int = 6,
) -> Showdowns:
    """What comes of one choice with one hand: a discard, or None to stand pat.

    On the full deck this goes through 14 million dealer hands and takes minutes.
    """
    game = poker_game(deck, dealer_cards=dealer_cards)
    return one_discard.value_of_choice(game, five, discard)
