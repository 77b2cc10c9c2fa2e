"""The House Way of Pai Gow Poker: how seven cards are set into two in front and five behind.

The twelve rows below are the rows of the chart, made into one ordered procedure: the first row that
applies to the seven cards sets them. Each row is one function that returns the setting, or None if the row
does not apply.

The joker is a "bug": an ace, or whatever card completes a straight, a flush or a straight flush. For
counting pairs, in front, and as an odd card it is an ace.
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
    five_card_hand,
    strength,
    two_card_hand,
    two_card_strength,
)


class Setting(NamedTuple):
    """Two cards in front, five cards behind."""

    front: Cards
    back: Cards


class HouseWay(NamedTuple):
    """How the House Way sets a hand, and the row of the chart that decided."""

    front: Cards
    back: Cards
    row: int


def hand_rules(wheel: str) -> HandRules:
    """The joker is a bug, and Five Aces are above a Royal Flush."""
    return HandRules(joker="bug", wheel=wheel, top_hand="five_of_a_kind")


# The seven cards


def rank_with_joker_as_ace(card: int) -> int:
    """The rank of a card; the joker is an ace."""
    return ACE if is_joker(card) else rank_of(card)


def ranks_of(cards: Cards) -> Ranks:
    """The ranks of some cards from high to low; the joker is an ace."""
    return tuple(sorted((rank_with_joker_as_ace(card) for card in cards), reverse=True))


def shape_of(cards: Cards) -> tuple[int, ...]:
    """How often each rank is held, largest first: (2, 2, 1, 1, 1) is two pairs."""
    return tuple(sorted(Counter(ranks_of(cards)).values(), reverse=True))


def ranks_held(cards: Cards, times: int) -> list[int]:
    """The ranks that are held exactly so many times, from high to low."""
    held = Counter(ranks_of(cards))
    return sorted((rank for rank in held if held[rank] == times), reverse=True)


# Settings


def all_settings(seven: Cards) -> list[Setting]:
    """The 21 ways to put two of seven cards in front."""
    return [Setting(front, without(seven, front)) for front in combinations(seven, 2)]


def front_hand(setting: Setting) -> Hand:
    """The two-card hand in front."""
    return two_card_hand(setting.front)


def back_hand(setting: Setting, wheel: str) -> Hand:
    """The five-card hand behind."""
    return five_card_hand(setting.back, hand_rules(wheel))


def front_strength(setting: Setting) -> Strength:
    """What the front hand is compared by."""
    return two_card_strength(front_hand(setting))


def back_strength(setting: Setting, wheel: str) -> Strength:
    """What the back hand is compared by."""
    return strength(back_hand(setting, wheel), hand_rules(wheel))


def is_complete(setting: Setting, wheel: str) -> bool:
    """Is there a complete hand behind, a straight or better, by the joker too?"""
    return back_hand(setting, wheel).type in STRAIGHT_OR_BETTER


def highest_front_then_back(settings: Iterable[Setting], wheel: str) -> Setting | None:
    """The setting with the highest front, ties by the highest hand behind; None if there is no setting."""

    def order(setting: Setting) -> tuple[Strength, Strength]:
        return front_strength(setting), back_strength(setting, wheel)

    return max(settings, key=order, default=None)


def put_in_front(seven: Cards, ranks: Ranks, wheel: str) -> Setting | None:
    """The setting with these two ranks in front.

    Where suits leave a choice among equal ranks, the cards that make the higher hand stay behind.
    """
    wanted = tuple(sorted(ranks, reverse=True))
    settings = [setting for setting in all_settings(seven) if ranks_of(setting.front) == wanted]
    return highest_front_then_back(settings, wheel)


def is_foul(setting: Setting, wheel: str) -> bool:
    """Does the front hand outrank the back hand on the ranks that they share?

    A pair in front is foul over a lower pair, or over no pair, behind; A-A in front of A-A-x-y-z is legal.
    Two odd cards in front are foul over five odd cards whose two highest are lower.
    """
    front, back = front_hand(setting), back_hand(setting, wheel)
    if back.type not in ("high-card", "pair"):
        return False
    if front.type == "pair" and back.type == "pair":
        return front.ranks[0] > back.ranks[0]
    if front.type == "high-card" and back.type == "high-card":
        return front.ranks > back.ranks[:2]
    return front.type == "pair"


# The rows of the chart


def row_1_five_aces(seven: Cards, wheel: str) -> Setting | None:
    """Five aces: a pair of aces in front."""
    if not ranks_held(seven, 5):
        return None
    return put_in_front(seven, (ACE, ACE), wheel)


def row_2_four_of_a_kind_and_a_pair(seven: Cards, wheel: str) -> Setting | None:
    """Four of a kind and a pair or trips beside it: four behind, the best remaining pair in front."""
    if shape_of(seven) not in ((4, 3), (4, 2, 1)):
        return None
    pair = max(ranks_held(seven, 3) + ranks_held(seven, 2))
    return put_in_front(seven, (pair, pair), wheel)


def row_3_pair_and_complete_hand(seven: Cards, wheel: str) -> Setting | None:
    """The footnote: always a pair in front and a complete hand behind if possible.

    Of several such settings that with the highest pair in front; ties by the highest hand behind.
    """
    with_pairs = [setting for setting in all_settings(seven) if front_hand(setting).type == "pair"]
    complete = [setting for setting in with_pairs if is_complete(setting, wheel)]
    return highest_front_then_back(complete, wheel)


def row_4_four_of_a_kind(seven: Cards, wheel: str) -> Setting | None:
    """Four of a kind, no other pair.

    A, K, Q: split, a pair in front and a pair behind. J, T, 9: four behind if a king or an ace can go in
    front, else split. 8, 7, 6: four behind if a queen or better can go in front, else split. 5 and
    below: four behind. With four behind the front is the two highest of the other three.
    """
    if shape_of(seven) != (4, 1, 1, 1):
        return None
    four = ranks_held(seven, 4)[0]
    others = ranks_held(seven, 1)
    if four >= QUEEN:
        split = True
    elif four >= NINE:
        split = others[0] < KING
    elif four >= SIX:
        split = others[0] < QUEEN
    else:
        split = False
    front = (four, four) if split else (others[0], others[1])
    return put_in_front(seven, front, wheel)


def row_5_full_house(seven: Cards, wheel: str) -> Setting | None:
    """Full house, three and two and two odd cards: the pair in front, the three behind."""
    if shape_of(seven) != (3, 2, 1, 1):
        return None
    pair = ranks_held(seven, 2)[0]
    return put_in_front(seven, (pair, pair), wheel)


def row_6_two_threes_of_a_kind(seven: Cards, wheel: str) -> Setting | None:
    """Two threes of a kind: a pair from the higher in front."""
    if shape_of(seven) != (3, 3, 1):
        return None
    higher = ranks_held(seven, 3)[0]
    return put_in_front(seven, (higher, higher), wheel)


def row_7_three_pairs(seven: Cards, wheel: str) -> Setting | None:
    """Three pairs: the highest pair in front."""
    if shape_of(seven) != (2, 2, 2, 1):
        return None
    highest = ranks_held(seven, 2)[0]
    return put_in_front(seven, (highest, highest), wheel)


def row_8_straight_or_flush(seven: Cards, wheel: str) -> Setting | None:
    """A straight, flush or straight flush with no pair, one pair, or trips that row 3 could not serve.

    The two highest possible cards in front that leave a complete hand behind; ties by the highest
    hand behind.
    """
    no_pair, one_pair, trips = (1,) * 7, (2, 1, 1, 1, 1, 1), (3, 1, 1, 1, 1)
    if shape_of(seven) not in (no_pair, one_pair, trips):
        return None
    if not has_straight_or_flush(seven, wheel):
        return None
    complete = [setting for setting in all_settings(seven) if is_complete(setting, wheel)]
    return highest_front_then_back(complete, wheel)


def has_straight_or_flush(seven: Cards, wheel: str) -> bool:
    """Do some five of the cards make a straight, a flush or a straight flush, by the joker too?"""
    return any(back_hand(setting, wheel).type in STRAIGHTS_AND_FLUSHES for setting in all_settings(seven))


def row_9_two_pairs(seven: Cards, wheel: str) -> Setting | None:
    """Two pairs, also when a straight, flush or straight flush is present.

    Big pair A, K, Q: small pair in front. J, T, 9: both behind if an ace can go in front, else small pair in
    front. 8, 7, 6: the same with a king or an ace. 5, 4, 3: the same with a queen or better. With both
    behind the front is the two highest of the other three.
    """
    if shape_of(seven) != (2, 2, 1, 1, 1):
        return None
    big, small = ranks_held(seven, 2)
    others = ranks_held(seven, 1)
    if big >= QUEEN:
        both_behind = False
    elif big >= NINE:
        both_behind = others[0] == ACE
    elif big >= SIX:
        both_behind = others[0] >= KING
    else:
        both_behind = others[0] >= QUEEN
    front = (others[0], others[1]) if both_behind else (small, small)
    return put_in_front(seven, front, wheel)


def row_10_three_of_a_kind(seven: Cards, wheel: str) -> Setting | None:
    """Three of a kind. Aces: one ace and the next highest card in front.

    Kings and below: the three behind, the two highest others in front.
    """
    if shape_of(seven) != (3, 1, 1, 1, 1):
        return None
    three = ranks_held(seven, 3)[0]
    others = ranks_held(seven, 1)
    front = (ACE, others[0]) if three == ACE else (others[0], others[1])
    return put_in_front(seven, front, wheel)


def row_11_one_pair(seven: Cards, wheel: str) -> Setting | None:
    """One pair: the pair behind, the two highest others in front."""
    if shape_of(seven) != (2, 1, 1, 1, 1, 1):
        return None
    others = ranks_held(seven, 1)
    return put_in_front(seven, (others[0], others[1]), wheel)


def row_12_no_pair(seven: Cards, wheel: str) -> Setting | None:
    """No pair: the second and third highest in front. The joker is the highest card and stays behind."""
    if shape_of(seven) != (1,) * 7:
        return None
    ranks = ranks_of(seven)
    return put_in_front(seven, (ranks[1], ranks[2]), wheel)


Row = Callable[[Cards, str], Setting | None]
Rows = tuple[int, ...]

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

FOOTNOTE_FIRST = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
CHART_FIRST = (1, 2, 5, 7, 9, 3, 4, 6, 8, 10, 11, 12)


@lru_cache(maxsize=2**19)
def set_house_way(seven: Cards, wheel: str = "lowest", order_of_rows: Rows = FOOTNOTE_FIRST) -> HouseWay:
    """Set seven cards by the House Way: the first row that applies decides.

    CHART_FIRST is the second reading of the chart, in which full house, three pairs and two pairs come
    before the footnote.
    """
    if len(seven) != 7:
        raise ValueError(f"seven cards are needed, not {len(seven)}")
    for row in order_of_rows:
        setting = ROWS[row](seven, wheel)
        if setting is not None:
            return HouseWay(setting.front, setting.back, row)
    raise AssertionError(f"no row of the House Way applies to {seven}")
