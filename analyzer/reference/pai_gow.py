"""Pai Gow Poker with Wrangler Push and Outlaw 9 High or Better: 53 cards, the joker is a bug.

Seven cards each, set into five behind and two in front. Order of the five-card hands: Five Aces, Royal
Flush, Straight Flush, Four of a Kind, Full House, Flush, Straight, Three of a Kind, Two Pair, One
Pair, High Card. A-2-3-4-5 is the lowest straight, or as an option (`wheel = "second_highest"`) the
second highest. The House Way is in `house_way`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from analyzer.reference.cards import (
    BLACK_SUITS,
    KING,
    NINE,
    QUEEN,
    RED_SUITS,
    STANDARD_CARDS,
    TEN,
    THREE,
    Cards,
    Deck,
    cards_of,
    count_jokers,
    is_joker,
    rank_of,
    suit_of,
    without,
)
from analyzer.reference.hands import (
    STRAIGHTS_AND_FLUSHES,
    Hand,
    Strength,
    are_of_one_suit,
    five_card_readings,
    straight_place,
    two_card_strength,
)
from analyzer.reference.house_way import (
    FOOTNOTE_FIRST,
    Rows,
    Setting,
    all_settings,
    back_strength,
    front_strength,
    hand_rules,
    is_foul,
    ranks_of,
    set_house_way,
    shape_of,
)
from analyzer.reference.paytables import LOSE, highest_paying, paytables

FULL_DECK = Deck(jokers=1)

BASE_PAYS = paytables("1", {"win": "1", "push": "0"})

WRANGLER_PUSH_PAYS = paytables("1", {"push-with-a-pair-of-threes-or-higher": "2", "push": "1"})

OUTLAW_9_PAYS = paytables(
    "1",
    {
        "seven-card-straight-flush-no-joker": "4000",
        "royal-flush-and-royal-match": "2000",
        "seven-card-straight-flush-with-the-joker": "1000",
        "five-aces": "200",
        "royal-flush": "100",
        "straight-flush": "40",
        "four-of-a-kind": "25",
        "nine-high": "12",
        "ten-high": "10",
        "all-seven-red-or-all-seven-black": "8",
        "other-six-red-or-black-with-the-joker": "6",
        "full-house": "5",
        "flush": "4",
        "three-of-a-kind": "3",
        "straight": "2",
        "three-pairs": "1",
    },
)


# The base wager


class SetHand(NamedTuple):
    """A set hand as it is compared: the strength in front and behind."""

    front: Strength
    back: Strength


def strengths_of(setting: Setting, wheel: str) -> SetHand:
    """The two strengths of a setting."""
    return SetHand(front_strength(setting), back_strength(setting, wheel))


@lru_cache(maxsize=2**19)
def house_way_hand(seven: Cards, wheel: str = "lowest", order_of_rows: Rows = FOOTNOTE_FIRST) -> SetHand:
    """Seven cards, set by the House Way, as they are compared."""
    setting = set_house_way(seven, wheel, order_of_rows)
    return strengths_of(Setting(setting.front, setting.back), wheel)


def settle_base(player: SetHand, dealer: SetHand) -> str:
    """Win: both hands strictly higher. Lose: neither is. Push: exactly one is. A copy goes to the dealer."""
    higher = (player.front > dealer.front) + (player.back > dealer.back)
    return {2: "win", 1: "push", 0: LOSE}[higher]


def every_pair_of_hands(deck: Deck, cards: int = 7) -> Iterator[tuple[Cards, Cards]]:
    """Every deal: seven cards to the player, seven of the others to the player-dealer."""
    for player in combinations(cards_of(deck), cards):
        for dealer in combinations(without(cards_of(deck), player), cards):
            yield player, dealer


def count_base(deck: Deck, wheel: str = "lowest", order_of_rows: Rows = FOOTNOTE_FIRST) -> Counter[str]:
    """How many deals the player wins, pushes and loses when both hands are set by the House Way."""
    counts: Counter[str] = Counter()
    for player, dealer in every_pair_of_hands(deck):
        own = house_way_hand(player, wheel, order_of_rows)
        other = house_way_hand(dealer, wheel, order_of_rows)
        counts[settle_base(own, other)] += 1
    return counts


# A player who sets his hand as well as possible


class SettingResult(NamedTuple):
    """What comes of one legal setting against every hand of the player-dealer."""

    setting: Setting
    win: int
    push: int
    lose: int


def legal_settings(seven: Cards, wheel: str = "lowest") -> list[Setting]:
    """Every setting of seven cards that is not foul."""
    return [setting for setting in all_settings(seven) if not is_foul(setting, wheel)]


def every_dealer(
    seven: Cards,
    deck: Deck,
    wheel: str = "lowest",
    order_of_rows: Rows = FOOTNOTE_FIRST,
) -> list[SetHand]:
    """Every hand that the player-dealer can have beside the player's seven cards, set by the House Way."""
    dealers = combinations(without(cards_of(deck), seven), 7)
    return [house_way_hand(dealer, wheel, order_of_rows) for dealer in dealers]


def result_of_setting(setting: Setting, dealers: list[SetHand], wheel: str = "lowest") -> SettingResult:
    """One setting of the player against each of these hands of the player-dealer."""
    own = strengths_of(setting, wheel)
    results = Counter(settle_base(own, dealer) for dealer in dealers)
    return SettingResult(setting, results["win"], results["push"], results[LOSE])


def best_setting(
    seven: Cards,
    deck: Deck,
    wheel: str = "lowest",
    order_of_rows: Rows = FOOTNOTE_FIRST,
) -> SettingResult:
    """The legal setting with the highest expected result; of equal ones that with more wins."""
    dealers = every_dealer(seven, deck, wheel, order_of_rows)
    results = [result_of_setting(setting, dealers, wheel) for setting in legal_settings(seven, wheel)]
    return max(results, key=lambda result: (result.win - result.lose, result.win))


def count_base_optimal(
    deck: Deck,
    wheel: str = "lowest",
    order_of_rows: Rows = FOOTNOTE_FIRST,
) -> Counter[str]:
    """How many deals the player wins, pushes and loses when he sets each hand as well as possible."""
    counts: Counter[str] = Counter()
    for seven in combinations(cards_of(deck), 7):
        best = best_setting(seven, deck, wheel, order_of_rows)
        counts.update({"win": best.win, "push": best.push, LOSE: best.lose})
    return counts


# Wrangler Push: both hands set by the House Way


PAIR_OF_THREES = two_card_strength(Hand("pair", (THREE,), natural=True))


def wrangler_push(player: SetHand, dealer: SetHand) -> str:
    """The two hands push, perhaps with a pair of threes or higher in front on either side or on both.

    A pair of twos in front is a plain push.
    """
    if settle_base(player, dealer) != "push":
        return LOSE
    if player.front >= PAIR_OF_THREES or dealer.front >= PAIR_OF_THREES:
        return "push-with-a-pair-of-threes-or-higher"
    return "push"


def count_wrangler(deck: Deck, wheel: str = "lowest", order_of_rows: Rows = FOOTNOTE_FIRST) -> Counter[str]:
    """How many deals win on each line of the Wrangler Push."""
    counts: Counter[str] = Counter()
    for player, dealer in every_pair_of_hands(deck):
        own = house_way_hand(player, wheel, order_of_rows)
        other = house_way_hand(dealer, wheel, order_of_rows)
        counts[wrangler_push(own, other)] += 1
    return counts


# Outlaw 9 High or Better: the player's seven cards, however they are set


def is_seven_card_straight_flush(cards: Cards) -> bool:
    """Seven cards without a joker, of one suit and in sequence, from A-2-3-4-5-6-7 to 8-9-T-J-Q-K-A."""
    ranks = tuple(rank_of(card) for card in cards)
    return are_of_one_suit(cards) and straight_place(ranks, "lowest") is not None


def seven_card_straight_flush_line(seven: Cards) -> list[str]:
    """A seven-card straight flush, without the joker or with the joker as whatever card completes it."""
    plain = tuple(card for card in seven if not is_joker(card))
    if count_jokers(seven) == 0:
        return ["seven-card-straight-flush-no-joker"] if is_seven_card_straight_flush(seven) else []
    if any(is_seven_card_straight_flush((*plain, card)) for card in STANDARD_CARDS):
        return ["seven-card-straight-flush-with-the-joker"]
    return []


def is_royal_match(two: Cards) -> bool:
    """A king and a queen of one suit, no joker."""
    return not any(is_joker(card) for card in two) and ranks_of(two) == (KING, QUEEN) and are_of_one_suit(two)


def five_card_lines(seven: Cards) -> set[str]:
    """The lines that some five of the seven cards fill, in every reading of the joker."""
    lines = set()
    for five in combinations(seven, 5):
        for hand in five_card_readings(five, hand_rules("lowest")):
            lines.add("five-aces" if hand.type == "five-of-a-kind" else hand.type)
            if hand.type == "royal-flush" and is_royal_match(without(seven, five)):
                lines.add("royal-flush-and-royal-match")
    return lines


def has_straight_or_flush(seven: Cards) -> bool:
    """Do some five of the seven cards make a straight, a flush or a straight flush, by the joker too?"""
    return any(line in STRAIGHTS_AND_FLUSHES for line in five_card_lines(seven))


def high_card_line(seven: Cards) -> list[str]:
    """Nine high or ten high: seven singletons, no joker, no straight or flush."""
    if count_jokers(seven) > 0 or shape_of(seven) != (1,) * 7 or has_straight_or_flush(seven):
        return []
    return {NINE: ["nine-high"], TEN: ["ten-high"]}.get(max(ranks_of(seven)), [])


def is_one_colour(cards: Cards) -> bool:
    """Are the cards all red (diamonds, hearts) or all black (clubs, spades)?"""
    suits = {suit_of(card) for card in cards}
    return suits <= set(RED_SUITS) or suits <= set(BLACK_SUITS)


def colour_line(seven: Cards) -> list[str]:
    """All seven of one colour, or the other six beside the joker; no straight or flush.

    A pair does not spoil these lines. A straight or flush that the joker completes is one.
    """
    plain = tuple(card for card in seven if not is_joker(card))
    if not is_one_colour(plain) or has_straight_or_flush(seven):
        return []
    if count_jokers(seven) == 0:
        return ["all-seven-red-or-all-seven-black"]
    return ["other-six-red-or-black-with-the-joker"]


def three_pairs_line(seven: Cards) -> list[str]:
    """Three ranks that are each held at least twice, the joker as an ace."""
    pairs = [times for times in shape_of(seven) if times >= 2]
    return ["three-pairs"] if len(pairs) >= 3 else []


def outlaw_9(seven: Cards) -> str:
    """The highest-paying line that the seven cards fill, or "lose"."""
    lines = [
        *seven_card_straight_flush_line(seven),
        *five_card_lines(seven),
        *high_card_line(seven),
        *colour_line(seven),
        *three_pairs_line(seven),
    ]
    return highest_paying(lines, OUTLAW_9_PAYS["1"])


def count_outlaw_9(deck: Deck) -> Counter[str]:
    """How many of all seven-card hands win on each line."""
    return Counter(outlaw_9(seven) for seven in combinations(cards_of(deck), 7))
