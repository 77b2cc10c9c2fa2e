"""The House Way of Pai Gow Poker: how seven cards are set into two in front and five behind.

The twelve rows below are the rows of the chart, made into one ordered procedure: the first row that
applies to the seven cards sets them. Each row is one function that returns the setting, or None if the row
does not apply.

The joker is a "bug": an ace, or whatever card completes a straight, a flush or a straight flush. For
counting pairs, in front, and as an odd card it is an ace.

In the reading `joker = "wild"` it is any card behind, but five of a kind there are of aces only. In front it
pairs the other card. For counting it joins the rank that is held most often, of several the highest;
beside four of a kind other than aces it joins the highest other rank.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from analyzer.reference.cards import ACE, KING, NINE, QUEEN, SIX, Cards, is_joker, rank_of, without
from analyzer.reference.hands import (
    STRAIGHT_OR_BETTER,
    STRAIGHTS_AND_FLUSHES,
    Hand,
    HandRules,
    Ranks,
    Strength,
    five_card_readings,
    strength,
    two_card_strength,
)
from analyzer.reference.pai_gow_readings import DEFAULT, Reading


class Setting(NamedTuple):
    """Two cards in front, five cards behind."""

    front: Cards
    back: Cards


class HouseWay(NamedTuple):
    """How the House Way sets a hand, and the row of the chart that decided."""

    front: Cards
    back: Cards
    row: int


def hand_rules(reading: Reading = DEFAULT) -> HandRules:
    """The joker is a bug (or wild), Five Aces are above a Royal Flush, and no other five of a kind exists."""
    return HandRules(
        joker=reading.joker,
        wheel=reading.wheel,
        top_hand="five_of_a_kind",
        joker_in_flush=reading.joker_in_flush,
        five_ranks=1 << ACE,
    )


# What five cards are


def hands_called(five: Cards, reading: Reading) -> list[Hand]:
    """Every hand that five cards may be called. Four of a kind and a wild joker are four of a kind and an ace."""
    return list(five_card_readings(five, hand_rules(reading)))


@lru_cache(maxsize=2**20)
def hand_behind(five: Cards, reading: Reading) -> Hand:
    """The highest of them."""
    return max(hands_called(five, reading), key=lambda hand: strength(hand, hand_rules(reading)))


# The seven cards


def rank_with_joker_as_ace(card: int) -> int:
    """The rank of a card; the joker is an ace."""
    return ACE if is_joker(card) else rank_of(card)


def ranks_of(cards: Cards) -> Ranks:
    """The ranks of some cards from high to low; the joker is an ace."""
    return tuple(sorted((rank_with_joker_as_ace(card) for card in cards), reverse=True))


def rank_that_a_wild_joker_joins(plain: Cards) -> int:
    """The rank held most often, of several the highest; four of a kind are full, but for four aces."""
    held = Counter(rank_of(card) for card in plain)
    open_ranks = [rank for rank in held if held[rank] < 4 or rank == ACE]
    return max(open_ranks, key=lambda rank: (held[rank], rank))


def ranks_counted(seven: Cards, reading: Reading) -> Ranks:
    """The ranks of seven cards as the House Way counts pairs, threes and fours."""
    if reading.joker == "bug":
        return ranks_of(seven)
    plain = tuple(card for card in seven if not is_joker(card))
    ranks = [rank_of(card) for card in plain]
    if len(plain) < len(seven):
        ranks.append(rank_that_a_wild_joker_joins(plain))
    return tuple(sorted(ranks, reverse=True))


def shape_of(seven: Cards, reading: Reading = DEFAULT) -> tuple[int, ...]:
    """How often each rank is held, largest first: (2, 2, 1, 1, 1) is two pairs."""
    return tuple(sorted(Counter(ranks_counted(seven, reading)).values(), reverse=True))


def ranks_held(seven: Cards, times: int, reading: Reading = DEFAULT) -> list[int]:
    """The ranks that are held exactly that many times, from high to low."""
    held = Counter(ranks_counted(seven, reading))
    return sorted((rank for rank in held if held[rank] == times), reverse=True)


# Settings


def all_settings(seven: Cards) -> list[Setting]:
    """The 21 ways to put two of seven cards in front."""
    return [Setting(front, without(seven, front)) for front in combinations(seven, 2)]


def ranks_in_front(two: Cards, reading: Reading) -> Ranks:
    """The ranks of two cards in front; a wild joker pairs the other card."""
    plain = [rank_of(card) for card in two if not is_joker(card)]
    if reading.joker == "wild" and len(plain) == 1:
        return (plain[0], plain[0])
    return ranks_of(two)


def front_hand(setting: Setting, reading: Reading = DEFAULT) -> Hand:
    """The two-card hand in front."""
    high, low = ranks_in_front(setting.front, reading)
    natural = not any(is_joker(card) for card in setting.front)
    return Hand("pair", (high,), natural) if high == low else Hand("high-card", (high, low), natural)


def back_hand(setting: Setting, reading: Reading = DEFAULT) -> Hand:
    """The five-card hand behind."""
    return hand_behind(setting.back, reading)


def front_strength(setting: Setting, reading: Reading = DEFAULT) -> Strength:
    """What the front hand is compared by."""
    return two_card_strength(front_hand(setting, reading))


def back_strength(setting: Setting, reading: Reading = DEFAULT) -> Strength:
    """What the back hand is compared by."""
    return strength(back_hand(setting, reading), hand_rules(reading))


def is_complete(setting: Setting, reading: Reading) -> bool:
    """Is there a complete hand behind, a straight or better, by the joker too?"""
    return back_hand(setting, reading).type in STRAIGHT_OR_BETTER


def highest_front_then_back(settings: Iterable[Setting], reading: Reading) -> Setting | None:
    """The setting with the highest front, ties by the highest hand behind; None if there is no setting.

    Of two that are equal in both hands the one with a natural hand behind.
    """

    def order(setting: Setting) -> tuple[Strength, Strength, bool]:
        natural = back_hand(setting, reading).natural
        return front_strength(setting, reading), back_strength(setting, reading), natural

    return max(settings, key=order, default=None)


def put_in_front(seven: Cards, ranks: Ranks, reading: Reading) -> Setting | None:
    """The setting with these two ranks in front.

    Where suits leave a choice among equal ranks, the cards that make the higher hand stay behind.
    """
    wanted = tuple(sorted(ranks, reverse=True))
    settings = [setting for setting in all_settings(seven) if ranks_in_front(setting.front, reading) == wanted]
    return highest_front_then_back(settings, reading)


def is_foul(setting: Setting, reading: Reading = DEFAULT) -> bool:
    """Does the front hand outrank the back hand on the ranks that they share?

    A pair in front is foul over a lower pair, or over no pair, behind; A-A in front of A-A-x-y-z is legal.
    Two odd cards in front are foul over five odd cards whose two highest are lower.
    """
    front, back = front_hand(setting, reading), back_hand(setting, reading)
    if back.type not in ("high-card", "pair"):
        return False
    if front.type == "pair" and back.type == "pair":
        return front.ranks[0] > back.ranks[0]
    if front.type == "high-card" and back.type == "high-card":
        return front.ranks > back.ranks[:2]
    return front.type == "pair"


# The rows of the chart


def row_1_five_aces(seven: Cards, reading: Reading) -> Setting | None:
    """Five aces: a pair of aces in front."""
    if not ranks_held(seven, 5, reading):
        return None
    return put_in_front(seven, (ACE, ACE), reading)


def row_2_four_of_a_kind_and_a_pair(seven: Cards, reading: Reading) -> Setting | None:
    """Four of a kind and a pair or trips beside it: four behind, the best remaining pair in front."""
    if shape_of(seven, reading) not in ((4, 3), (4, 2, 1)):
        return None
    pair = max(ranks_held(seven, 3, reading) + ranks_held(seven, 2, reading))
    return put_in_front(seven, (pair, pair), reading)


def row_3_pair_and_complete_hand(seven: Cards, reading: Reading) -> Setting | None:
    """The footnote: always a pair in front and a complete hand behind if possible.

    Of several such settings that with the highest pair in front; ties by the highest hand behind.
    """
    with_pairs = [setting for setting in all_settings(seven) if front_hand(setting, reading).type == "pair"]
    complete = [setting for setting in with_pairs if is_complete(setting, reading)]
    return highest_front_then_back(complete, reading)


def row_4_four_of_a_kind(seven: Cards, reading: Reading) -> Setting | None:
    """Four of a kind, no other pair.

    A, K, Q: split, a pair in front and a pair behind. J, T, 9: four behind if a king or an ace can go in
    front, else split. 8, 7, 6: four behind if a queen or better can go in front, else split. 5 and
    below: four behind. With four behind the front is the two highest of the other three.
    """
    if shape_of(seven, reading) != (4, 1, 1, 1):
        return None
    four = ranks_held(seven, 4, reading)[0]
    others = ranks_held(seven, 1, reading)
    if four >= QUEEN:
        split = True
    elif four >= NINE:
        split = others[0] < KING
    elif four >= SIX:
        split = others[0] < QUEEN
    else:
        split = False
    front = (four, four) if split else (others[0], others[1])
    return put_in_front(seven, front, reading)


def row_5_full_house(seven: Cards, reading: Reading) -> Setting | None:
    """Full house, three and two and two odd cards: the pair in front, the three behind."""
    if shape_of(seven, reading) != (3, 2, 1, 1):
        return None
    pair = ranks_held(seven, 2, reading)[0]
    return put_in_front(seven, (pair, pair), reading)


def row_6_two_threes_of_a_kind(seven: Cards, reading: Reading) -> Setting | None:
    """Two threes of a kind: a pair from the higher in front."""
    if shape_of(seven, reading) != (3, 3, 1):
        return None
    higher = ranks_held(seven, 3, reading)[0]
    return put_in_front(seven, (higher, higher), reading)


def row_7_three_pairs(seven: Cards, reading: Reading) -> Setting | None:
    """Three pairs: the highest pair in front."""
    if shape_of(seven, reading) != (2, 2, 2, 1):
        return None
    highest = ranks_held(seven, 2, reading)[0]
    return put_in_front(seven, (highest, highest), reading)


def row_8_straight_or_flush(seven: Cards, reading: Reading) -> Setting | None:
    """A straight, flush or straight flush with no pair, one pair, or trips that row 3 could not serve.

    The two highest possible cards in front that leave a complete hand behind; ties by the highest
    hand behind. Reading `joker_aces_with_straight`: two aces and the joker are left to row 10.
    """
    no_pair, one_pair, trips = (1,) * 7, (2, 1, 1, 1, 1, 1), (3, 1, 1, 1, 1)
    shape = shape_of(seven, reading)
    if shape not in (no_pair, one_pair, trips):
        return None
    if (
        shape == trips
        and ranks_held(seven, 3, reading) == [ACE]
        and reading.joker_aces_with_straight == "trip_aces_row"
    ):
        return None
    if not has_straight_or_flush(seven, reading):
        return None
    complete = [setting for setting in all_settings(seven) if is_complete(setting, reading)]
    return highest_front_then_back(complete, reading)


def has_straight_or_flush(seven: Cards, reading: Reading) -> bool:
    """Do some five of the cards make a straight, a flush or a straight flush, by the joker too?"""
    return any(back_hand(setting, reading).type in STRAIGHTS_AND_FLUSHES for setting in all_settings(seven))


def row_9_two_pairs(seven: Cards, reading: Reading) -> Setting | None:
    """Two pairs, also when a straight, flush or straight flush is present.

    Big pair A, K, Q: small pair in front. J, T, 9: both behind if an ace can go in front, else small pair in
    front. 8, 7, 6: the same with a king or an ace. 5, 4, 3: the same with a queen or better. With both
    behind the front is the two highest of the other three. Reading `two_pair_card`: with a king itself,
    and a queen itself, among the other three.
    """
    if shape_of(seven, reading) != (2, 2, 1, 1, 1):
        return None
    big, small = ranks_held(seven, 2, reading)
    others = ranks_held(seven, 1, reading)
    if big >= QUEEN:
        both_behind = False
    else:
        card = ACE if big >= NINE else KING if big >= SIX else QUEEN
        both_behind = card in others if reading.two_pair_card == "exact" else others[0] >= card
    front = (others[0], others[1]) if both_behind else (small, small)
    return put_in_front(seven, front, reading)


def row_10_three_of_a_kind(seven: Cards, reading: Reading) -> Setting | None:
    """Three of a kind. Aces: one ace and the next highest card in front.

    Kings and below: the three behind, the two highest others in front.
    """
    if shape_of(seven, reading) != (3, 1, 1, 1, 1):
        return None
    three = ranks_held(seven, 3, reading)[0]
    others = ranks_held(seven, 1, reading)
    front = (ACE, others[0]) if three == ACE else (others[0], others[1])
    return put_in_front(seven, front, reading)


def row_11_one_pair(seven: Cards, reading: Reading) -> Setting | None:
    """One pair: the pair behind, the two highest others in front."""
    if shape_of(seven, reading) != (2, 1, 1, 1, 1, 1):
        return None
    others = ranks_held(seven, 1, reading)
    return put_in_front(seven, (others[0], others[1]), reading)


def row_12_no_pair(seven: Cards, reading: Reading) -> Setting | None:
    """No pair: the second and third highest in front. The joker is the highest card and stays behind."""
    if shape_of(seven, reading) != (1,) * 7:
        return None
    ranks = ranks_counted(seven, reading)
    return put_in_front(seven, (ranks[1], ranks[2]), reading)


def row_5_full_house_and_a_second_pair(seven: Cards, reading: Reading) -> Setting | None:
    """Reading `full_house_second_pair`: three of a kind and two pairs, the lower pair in front."""
    if shape_of(seven, reading) != (3, 2, 2):
        return None
    lower = ranks_held(seven, 2, reading)[1]
    return put_in_front(seven, (lower, lower), reading)


Row = Callable[[Cards, Reading], Setting | None]

ROWS: dict[int, Row] = {
    1: row_1_five_aces,
    2: row_2_four_of_a_kind_and_a_pair,
    3: row_3_pair_and_complete_hand,
    4: row_4_four_of_a_kind,
    5: row_5_full_house,
    6: row_6_two_threes_of_a_kind,
    7: row_7_three_pairs,
    8: row_8_straight_or_flush,
    9: row_9_two_pairs,
    10: row_10_three_of_a_kind,
    11: row_11_one_pair,
    12: row_12_no_pair,
}


def rows_in_order(reading: Reading) -> list[tuple[int, Row]]:
    """The rows as they are tried, with their numbers: the footnote, row 3, after row 2 and before the others.

    Readings: rows 5, 7 and 9 go before the footnote, the footnote before row 2, and a full house with a second
    pair before it.
    """
    before, after = [2], [4, 5, 6, 7, 8, 9, 10, 11, 12]
    if reading.four_with_trips == "footnote":
        before, after = [], [2, *after]
    if reading.house_way_order == "chart_first":
        before, after = [*before, 5, 7, 9], [row for row in after if row not in (5, 7, 9)]
    rows = [(row, ROWS[row]) for row in (1, *before, 3, *after)]
    if reading.full_house_second_pair == "lower":
        rows.insert(rows.index((3, ROWS[3])), (5, row_5_full_house_and_a_second_pair))
    return rows


@lru_cache(maxsize=2**19)
def set_house_way(seven: Cards, reading: Reading = DEFAULT) -> HouseWay:
    """Set seven cards by the House Way: the first row that applies decides."""
    if len(seven) != 7:
        raise ValueError(f"seven cards are needed, not {len(seven)}")
    for number, row in rows_in_order(reading):
        setting = row(seven, reading)
        if setting is not None:
            return HouseWay(setting.front, setting.back, number)
    raise AssertionError(f"no row of the House Way applies to {seven}")
