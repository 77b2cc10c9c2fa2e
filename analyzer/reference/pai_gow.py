"""Pai Gow Poker with Wrangler Push and Outlaw 9 High or Better: 53 cards, the joker is a bug.

Seven cards each, set into five behind and two in front. Order of the five-card hands: Five Aces, Royal
Flush, Straight Flush, Four of a Kind, Full House, Flush, Straight, Three of a Kind, Two Pair, One
Pair, High Card. A-2-3-4-5 is the lowest straight. The House Way is in `house_way`.

A `Reading` says what is meant where the document is silent or contradicts itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from analyzer.reference.cards import (
    ACE,
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
    straight_place,
    two_card_strength,
)
from analyzer.reference.house_way import (
    Setting,
    all_settings,
    back_hand,
    back_strength,
    front_strength,
    hand_behind,
    hands_called,
    is_foul,
    ranks_of,
    set_house_way,
)
from analyzer.reference.pai_gow_readings import DEFAULT, Reading
from analyzer.reference.paytables import LOSE, Paytable, highest_paying, paytables

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
    """A set hand as it is compared: the strength in front and behind; and whether it holds a pair anywhere."""

    front: Strength
    back: Strength
    has_pair: bool = False


def holds_a_pair_of_threes(setting: Setting, reading: Reading) -> bool:
    """Two or more cards of one rank, threes or higher, in front or behind. A straight or flush holds no pair.

    The joker is an ace; a wild one pairs any card that lies with it.
    """
    parts = [setting.front]
    if back_hand(setting, reading).type not in STRAIGHTS_AND_FLUSHES:
        parts.append(setting.back)
    return any(holds_two_of_a_rank(part, reading) for part in parts)


def holds_two_of_a_rank(cards: Cards, reading: Reading) -> bool:
    plain = [rank_of(card) for card in cards if not is_joker(card)]
    if len(plain) < len(cards):
        plain += plain if reading.joker == "wild" else [ACE]
    return any(times >= 2 and rank >= THREE for rank, times in Counter(plain).items())


def strengths_of(setting: Setting, reading: Reading = DEFAULT) -> SetHand:
    """A setting as it is compared."""
    has_pair = holds_a_pair_of_threes(setting, reading)
    return SetHand(front_strength(setting, reading), back_strength(setting, reading), has_pair)


@lru_cache(maxsize=2**19)
def house_way_hand(seven: Cards, reading: Reading = DEFAULT) -> SetHand:
    """Seven cards, set by the House Way, as they are compared."""
    setting = set_house_way(seven, reading)
    return strengths_of(Setting(setting.front, setting.back), reading)


def settle_base(player: SetHand, dealer: SetHand, reading: Reading = DEFAULT) -> str:
    """Win: both hands strictly higher. Lose: neither is. Push: exactly one is. A copy goes to the dealer.

    Reading `copies = "lose_wager"`: one copy loses the whole wager.
    """
    if reading.copies == "lose_wager" and (player.front == dealer.front or player.back == dealer.back):
        return LOSE
    higher = (player.front > dealer.front) + (player.back > dealer.back)
    return {2: "win", 1: "push", 0: LOSE}[higher]


def every_pair_of_hands(deck: Deck, cards: int = 7) -> Iterator[tuple[Cards, Cards]]:
    """Every deal: seven cards to the player, seven of the others to the player-dealer."""
    for player in combinations(cards_of(deck), cards):
        for dealer in combinations(without(cards_of(deck), player), cards):
            yield player, dealer


def count_base(deck: Deck, reading: Reading = DEFAULT) -> Counter[str]:
    """How many deals the player wins, pushes and loses when both hands are set by the House Way."""
    counts: Counter[str] = Counter()
    for player, dealer in every_pair_of_hands(deck):
        own, other = house_way_hand(player, reading), house_way_hand(dealer, reading)
        counts[settle_base(own, other, reading)] += 1
    return counts


# A player who sets his hand as well as possible


class SettingResult(NamedTuple):
    """What comes of one legal setting against every hand of the player-dealer."""

    setting: Setting
    win: int
    push: int
    lose: int


def legal_settings(seven: Cards, reading: Reading = DEFAULT) -> list[Setting]:
    """Every setting of seven cards that is not foul."""
    return [setting for setting in all_settings(seven) if not is_foul(setting, reading)]


def every_dealer(seven: Cards, deck: Deck, reading: Reading = DEFAULT) -> list[SetHand]:
    """Every hand that the player-dealer can have beside the player's seven cards, set by the House Way."""
    dealers = combinations(without(cards_of(deck), seven), 7)
    return [house_way_hand(dealer, reading) for dealer in dealers]


def result_of_setting(setting: Setting, dealers: list[SetHand], reading: Reading = DEFAULT) -> SettingResult:
    """One setting of the player against each of these hands of the player-dealer."""
    own = strengths_of(setting, reading)
    results = Counter(settle_base(own, dealer, reading) for dealer in dealers)
    return SettingResult(setting, results["win"], results["push"], results[LOSE])


def best_setting(seven: Cards, deck: Deck, reading: Reading = DEFAULT) -> SettingResult:
    """The legal setting with the highest expected result; of equal ones that with more wins."""
    dealers = every_dealer(seven, deck, reading)
    results = [result_of_setting(setting, dealers, reading) for setting in legal_settings(seven, reading)]
    return max(results, key=lambda result: (result.win - result.lose, result.win))


def count_base_optimal(deck: Deck, reading: Reading = DEFAULT) -> Counter[str]:
    """How many deals the player wins, pushes and loses when he sets each hand as well as possible."""
    counts: Counter[str] = Counter()
    for seven in combinations(cards_of(deck), 7):
        best = best_setting(seven, deck, reading)
        counts.update({"win": best.win, "push": best.push, LOSE: best.lose})
    return counts


# Wrangler Push: both hands set by the House Way


PAIR_OF_THREES = two_card_strength(Hand("pair", (THREE,), natural=True))


def wrangler_push(player: SetHand, dealer: SetHand, reading: Reading = DEFAULT) -> str:
    """The two hands push, perhaps with a pair of threes or higher in front on either side or on both.

    A pair of twos in front is a plain push. Reading `wrangler_pair = "anywhere"`: the pair may be behind.
    """
    if settle_base(player, dealer, reading) != "push":
        return LOSE
    if reading.wrangler_pair == "anywhere":
        has_pair = player.has_pair or dealer.has_pair
    else:
        has_pair = player.front >= PAIR_OF_THREES or dealer.front >= PAIR_OF_THREES
    return "push-with-a-pair-of-threes-or-higher" if has_pair else "push"


def count_wrangler(deck: Deck, reading: Reading = DEFAULT) -> Counter[str]:
    """How many deals win on each line of the Wrangler Push."""
    counts: Counter[str] = Counter()
    for player, dealer in every_pair_of_hands(deck):
        own, other = house_way_hand(player, reading), house_way_hand(dealer, reading)
        counts[wrangler_push(own, other, reading)] += 1
    return counts


# Outlaw 9 High or Better: the player's seven cards, however they are set


def outlaw_pays(reading: Reading) -> Paytable:
    """The paytable. Reading `ace_high_or_lower`: such a hand without another line pays even money."""
    pays = dict(OUTLAW_9_PAYS["1"])
    return pays if reading.ace_high_or_lower == "pays_nothing" else {**pays, "ace-high-or-lower": Fraction(1)}


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


def is_royal_match(two: Cards, seven: Cards, reading: Reading) -> bool:
    """A king and a queen of one suit. The joker is neither, unless it is wild.

    Reading `royal_match`: the suits are free, or there is no joker among the seven cards.
    """
    if reading.royal_match.endswith("natural") and count_jokers(seven) > 0:
        return False
    plain = tuple(card for card in two if not is_joker(card))
    if len(plain) < 2 and reading.joker == "bug":
        return False
    stand_ins = combinations_with_replacement(STANDARD_CARDS, len(two) - len(plain))
    return any(is_king_and_queen(plain + cards, reading) for cards in stand_ins)


def is_king_and_queen(two: Cards, reading: Reading) -> bool:
    suits_are_free = reading.royal_match.startswith("any_suits")
    return ranks_of(two) == (KING, QUEEN) and (suits_are_free or are_of_one_suit(two))


def lines_of_five(five: Cards, hands: list[Hand], seven: Cards, reading: Reading) -> set[str]:
    """The lines that these five of the cards satisfy, read as each of these hands.

    Reading `royal_flush_line = "natural_only"`: a royal with the joker is paid as a straight flush.
    """
    lines = set()
    for hand in hands:
        if hand.type == "royal-flush" and not hand.natural and reading.royal_flush_line == "natural_only":
            lines.add("straight-flush")
        elif hand.type == "royal-flush" and is_royal_match(without(seven, five), seven, reading):
            lines |= {"royal-flush", "royal-flush-and-royal-match"}
        else:
            lines.add("five-aces" if hand.type == "five-of-a-kind" else hand.type)
    return lines


def five_card_lines(seven: Cards, reading: Reading = DEFAULT) -> set[str]:
    """The lines that some five of the seven cards fill, in every reading of the joker.

    Reading `outlaw_hand = "house_way"`: only the five cards behind count, as the hand that they are.
    """
    if reading.outlaw_hand == "house_way":
        back = set_house_way(seven, reading).back
        return lines_of_five(back, [hand_behind(back, reading)], seven, reading)
    lines = set()
    for five in combinations(seven, 5):
        lines |= lines_of_five(five, hands_called(five, reading), seven, reading)
    return lines


def has_straight_or_flush(seven: Cards, reading: Reading = DEFAULT) -> bool:
    """Do some five of the seven cards make a straight, a flush or a straight flush, by the joker too?"""
    fives = combinations(seven, 5)
    return any(hand.type in STRAIGHTS_AND_FLUSHES for five in fives for hand in hands_called(five, reading))


def are_singletons(seven: Cards) -> bool:
    """Seven different ranks, the joker as an ace."""
    return len(set(ranks_of(seven))) == len(seven)


def high_card_line(seven: Cards, reading: Reading = DEFAULT) -> list[str]:
    """Nine high or ten high: seven singletons, no joker, no straight or flush.

    Reading `nine_ten_high_ace = "low"`: an ace is below a two.
    """
    if count_jokers(seven) > 0 or not are_singletons(seven) or has_straight_or_flush(seven, reading):
        return []
    ranks = [rank for rank in ranks_of(seven) if rank != ACE or reading.nine_ten_high_ace == "high"]
    return {NINE: ["nine-high"], TEN: ["ten-high"]}.get(max(ranks), [])


def ace_high_line(seven: Cards, reading: Reading) -> list[str]:
    """Reading `ace_high_or_lower`: seven singletons without straight or flush, the joker as an ace or left out."""
    if (
        reading.ace_high_or_lower == "pays_nothing"
        or not are_singletons(seven)
        or has_straight_or_flush(seven, reading)
    ):
        return []
    if count_jokers(seven) > 0 and reading.ace_high_or_lower == "even_money_no_joker":
        return []
    return ["ace-high-or-lower"]


def is_one_colour(cards: Cards) -> bool:
    """Are the cards all red (diamonds, hearts) or all black (clubs, spades)?"""
    suits = {suit_of(card) for card in cards}
    return suits <= set(RED_SUITS) or suits <= set(BLACK_SUITS)


def pairs_spoil(seven: Cards, reading: Reading) -> bool:
    """Reading `colour_lines_pairs`: a pair spoils the colour lines. The joker is an ace, or pairs with nothing."""
    if reading.colour_lines_pairs == "allowed":
        return False
    plain = tuple(card for card in seven if not is_joker(card))
    cards = seven if reading.colour_lines_pairs == "spoil" else plain
    return len(set(ranks_of(cards))) < len(cards)


def colour_line(seven: Cards, reading: Reading = DEFAULT) -> list[str]:
    """All seven of one colour, or the other six beside the joker; no straight or flush.

    A pair does not spoil these lines. A straight or flush that the joker completes is one. Reading
    `joker_colour = "one_colour"`: the joker is red, and so must be the other six.
    """
    plain = tuple(card for card in seven if not is_joker(card))
    if not is_one_colour(plain) or has_straight_or_flush(seven, reading) or pairs_spoil(seven, reading):
        return []
    if count_jokers(seven) == 0:
        return ["all-seven-red-or-all-seven-black"]
    if reading.joker_colour == "one_colour" and not {suit_of(card) for card in plain} <= set(RED_SUITS):
        return []
    return ["other-six-red-or-black-with-the-joker"]


def three_pairs_line(seven: Cards, reading: Reading = DEFAULT) -> list[str]:
    """Three ranks that are each held at least twice, the joker as an ace (a wild one would make a full house)."""
    cards = seven if reading.joker == "bug" else tuple(card for card in seven if not is_joker(card))
    pairs = [rank for rank, times in Counter(ranks_of(cards)).items() if times >= 2]
    return ["three-pairs"] if len(pairs) >= 3 else []


def outlaw_9(seven: Cards, reading: Reading = DEFAULT) -> str:
    """The highest-paying line that the seven cards fill, or "lose".

    Reading `outlaw_applies = "no_straight_or_flush"`: a hand in which five cards make one has no line.
    """
    if reading.outlaw_applies == "no_straight_or_flush" and has_straight_or_flush(seven, reading):
        return "lose"
    lines = [
        *seven_card_straight_flush_line(seven),
        *five_card_lines(seven, reading),
        *high_card_line(seven, reading),
        *ace_high_line(seven, reading),
        *colour_line(seven, reading),
        *three_pairs_line(seven, reading),
    ]
    return highest_paying(lines, outlaw_pays(reading))


def count_outlaw_9(deck: Deck, reading: Reading = DEFAULT) -> Counter[str]:
    """How many of all seven-card hands win on each line."""
    return Counter(outlaw_9(seven, reading) for seven in combinations(cards_of(deck), 7))
