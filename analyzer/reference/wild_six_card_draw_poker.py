"""Wild Six Card Draw Poker: 54 cards, two fully wild jokers.

The document lists no order of hands. It is read as in Wild Six Card Poker: Royal Flush, Five of a Kind,
Straight Flush, and so on.

What else the document leaves open about the base bet is a `BaseReading`.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from analyzer.reference import one_discard
from analyzer.reference.cards import Cards, Deck, cards_of, count_jokers, without
from analyzer.reference.hands import STRAIGHT_OR_BETTER, Hand, HandRules, five_card_hand
from analyzer.reference.one_discard import DiscardGame, PlayedGame, Showdowns
from analyzer.reference.paytables import LOSE, line_of, line_or_lose, paytables
from analyzer.reference.wild_six_card_poker import line_with_queens

FULL_DECK = Deck(jokers=2)
RULES = HandRules(joker="wild", wheel="lowest", top_hand="royal")

BIG_HAND_BONUS_PAYS = paytables(
    "A B C",
    {
        "natural-royal-flush": "50 50 50",
        "wild-royal-flush": "10 5 5",
        "five-of-a-kind": "5 10 10",
        "straight-flush": "3 3 3",
        "four-of-a-kind": "1 2 2",
        "full-house": "1 3/2 1",
        "flush": "1 3/2 1",
        "straight": "1 1 1",
        "three-of-a-kind": "1 1 1",
        "two-pair": "1 1 1",
        "pair": "1 1 1",
        "high-card": "1 1 1",
    },
)

JOKER_PAYS = paytables(
    "1",
    {
        "player-has-two-jokers": "30",
        "player-one-dealer-one": "10",
        "player-one-dealer-none": "1",
    },
)

QUEENS_PLUS_PAYS = paytables(
    "A B",
    {
        "natural-royal-flush": "500 500",
        "five-of-a-kind": "100 100",
        "wild-royal-flush": "50 50",
        "straight-flush": "25 25",
        "four-of-a-kind": "20 15",
        "full-house": "15 12",
        "flush": "10 10",
        "straight": "5 5",
        "three-of-a-kind": "3 3",
        "two-pair": "2 2",
        "pair-of-queens-or-better": "1 1",
    },
)


class ProgressivePrize(NamedTuple):
    """A prize of the Progressive Jackpot: a share of the meter, or an amount of dollars."""

    share_of_the_meter: Fraction
    dollars: Fraction


def meter(share: str) -> ProgressivePrize:
    """A prize that is a share of the meter."""
    return ProgressivePrize(Fraction(share), Fraction(0))


def dollars(amount: int) -> ProgressivePrize:
    """A prize in dollars."""
    return ProgressivePrize(Fraction(0), Fraction(amount))


PROGRESSIVE_PRIZES = {
    "natural-royal-flush": meter("1"),
    "natural-straight-flush": meter("1/10"),
    "natural-four-of-a-kind": dollars(500),
    "natural-full-house": dollars(100),
    "natural-flush": dollars(50),
    "five-of-a-kind": dollars(555),
    "wild-royal-flush": dollars(250),
    "wild-straight-flush": dollars(100),
    "wild-four-of-a-kind": dollars(5),
    "wild-full-house": dollars(5),
    "wild-flush": dollars(5),
    "lose": dollars(0),
}


# Joker bet: the player's original five cards and the dealer's six


def joker_bet(player: Cards, dealer: Cards) -> str:
    """Two jokers with the player; one each; one with the player only; otherwise the bet loses."""
    if count_jokers(player) == 2:
        return "player-has-two-jokers"
    if count_jokers(player) == 1 and count_jokers(dealer) == 1:
        return "player-one-dealer-one"
    if count_jokers(player) == 1:
        return "player-one-dealer-none"
    return LOSE


def count_joker_bet(deck: Deck, player_cards: int = 5, dealer_cards: int = 6) -> Counter[str]:
    """How many of all deals, to the player and then to the dealer, win on each line."""
    counts: Counter[str] = Counter()
    for player in combinations(cards_of(deck), player_cards):
        for dealer in combinations(without(cards_of(deck), player), dealer_cards):
            counts[joker_bet(player, dealer)] += 1
    return counts


# Queens Plus: the player's original five cards


def queens_plus(five: Cards) -> str:
    """The line that the original five cards win on, or "lose"."""
    return line_or_lose(line_with_queens(five_card_hand(five, RULES)), QUEENS_PLUS_PAYS["A"])


def count_queens_plus(deck: Deck = FULL_DECK) -> Counter[str]:
    """How many of all five-card hands win on each line."""
    return Counter(queens_plus(five) for five in combinations(cards_of(deck), 5))


# Progressive Jackpot: the player's original five cards


def progressive(five: Cards) -> str:
    """The line that the original five cards win on, natural and wild hands apart, or "lose"."""
    hand = five_card_hand(five, RULES)
    if hand.type == "five-of-a-kind":
        return hand.type
    line = f"natural-{hand.type}" if hand.natural else f"wild-{hand.type}"
    return line if line in PROGRESSIVE_PRIZES else LOSE


def count_progressive(deck: Deck = FULL_DECK) -> Counter[str]:
    """How many of all five-card hands win on each line."""
    return Counter(progressive(five) for five in combinations(cards_of(deck), 5))


# The base bet


class BaseReading(NamedTuple):
    """How the base bet is read, the reading that is taken first."""

    auto_win_pays: str = "paytable"  # or "even_money": a straight or better on the deal gets 1 to 1
    big_hand_bonus: str = "replaces_even_money"  # or "added_to_even_money": the line comes on top of 1 to 1
    bonus_on: str = "final_five"  # or "original_five": a win after the draw gets 1 to 1
    top_hand: str = "royal"  # or "five_of_a_kind": it beats every Royal Flush at the showdown


DEFAULT = BaseReading()

# Hands that have a dash in the printed table: no bonus.
DASHES = {"A": ("four-of-a-kind", "full-house", "flush", "straight"), "B": (), "C": ()}


def has_a_bonus(hand: Hand, paytable: str) -> bool:
    """Is there an amount in the line of the hand? The table begins with straights."""
    return hand.type in STRAIGHT_OR_BETTER and hand.type not in DASHES[paytable]


def big_hand_bonus_pays(
    hand: Hand,
    paytable: str,
    big_hand_bonus: str = "replaces_even_money",
) -> Fraction:
    """What a winning hand is paid: its line of the Big Hand Bonus, 1 to 1 below a straight."""
    line = BIG_HAND_BONUS_PAYS[paytable][line_of(hand)]
    if big_hand_bonus == "replaces_even_money":
        return line
    if big_hand_bonus == "added_to_even_money":
        return 1 + line if has_a_bonus(hand, paytable) else Fraction(1)
    raise ValueError(f"big_hand_bonus is 'replaces_even_money' or 'added_to_even_money', not {big_hand_bonus!r}")


def automatic_win_pays(hand: Hand, paytable: str, reading: BaseReading) -> Fraction:
    """What a straight or better on the original five cards is paid."""
    if reading.auto_win_pays == "paytable":
        return big_hand_bonus_pays(hand, paytable, reading.big_hand_bonus)
    if reading.auto_win_pays == "even_money":
        return Fraction(1)
    raise ValueError(f"auto_win_pays is 'paytable' or 'even_money', not {reading.auto_win_pays!r}")


def showdown_win_pays(hand: Hand, paytable: str, reading: BaseReading) -> Fraction:
    """What a hand is paid that beats the dealer's."""
    if reading.bonus_on == "final_five":
        return big_hand_bonus_pays(hand, paytable, reading.big_hand_bonus)
    if reading.bonus_on == "original_five":
        return Fraction(1)
    raise ValueError(f"bonus_on is 'final_five' or 'original_five', not {reading.bonus_on!r}")


def base_game(
    deck: Deck = FULL_DECK,
    paytable: str = "A",
    reading: BaseReading = DEFAULT,
    player_cards: int = 5,
    dealer_cards: int = 6,
) -> DiscardGame:
    """The base bet.

    Five cards to the player, six to the dealer. A player with a straight or better wins at once and is
    paid by the Big Hand Bonus paytable (as an option, 1 to 1). Otherwise he may discard one card and
    draw one. The dealer plays the best five of six. The higher hand wins, a tie pushes; a winner is
    paid by the paytable on his final five cards.
    """
    return DiscardGame(
        deck,
        RULES._replace(top_hand=reading.top_hand),
        automatic_win_pays=lambda hand: automatic_win_pays(hand, paytable, reading),
        showdown_win_pays=lambda hand: showdown_win_pays(hand, paytable, reading),
        stand_pat=True,
        player_cards=player_cards,
        dealer_cards=dealer_cards,
    )


def play_base(
    deck: Deck,
    paytable: str = "A",
    reading: BaseReading = DEFAULT,
    player_cards: int = 5,
    dealer_cards: int = 6,
) -> PlayedGame:
    """Play the base bet over every deal, discarding or standing pat so as to win most."""
    return one_discard.play(base_game(deck, paytable, reading, player_cards, dealer_cards))


def value_of_choice(
    five: Cards,
    discard: int | None,
    paytable: str = "A",
    deck: Deck = FULL_DECK,
    dealer_cards: int = 6,
) -> Showdowns:
    """What comes of one choice with one hand: a discard, or None to stand pat.

    On the full deck this goes through 14 million dealer hands and takes minutes.
    """
    game = base_game(deck, paytable, dealer_cards=dealer_cards)
    return one_discard.value_of_choice(game, five, discard)
