"""The readings of the Pai Gow document: where it is silent or contradicts itself, and what else it may mean.

The first value of each is the reading that the rules take. What the others mean is said where they are used, in
`house_way` and `pai_gow`.
"""

from __future__ import annotations

from typing import NamedTuple


class Reading(NamedTuple):
    """One value for each point."""

    # What hands are worth.
    wheel: str = "lowest"  # or "second_highest": A-2-3-4-5 is just below A-K-Q-J-T
    joker: str = "bug"  # or "wild": any card
    joker_in_flush: str = "missing_rank"  # or "ace", beside the ace of the suit too
    # How the House Way sets seven cards.
    house_way_order: str = "footnote_first"  # or "chart_first": rows 5, 7 and 9 before row 3
    four_with_trips: str = "row"  # or "footnote": row 3 before row 2
    two_pair_card: str = "at_least"  # or "exact": a king or a queen itself in row 9
    joker_aces_with_straight: str = "complete_behind"  # or "trip_aces_row": two aces and the joker go to row 10
    full_house_second_pair: str = "higher"  # or "lower": the pair in front with three of a kind and two pairs
    # The base wager and Wrangler Push.
    copies: str = "hand_not_won"  # or "lose_wager": one equal hand loses the wager
    wrangler_pair: str = "front"  # or "anywhere": a pair of threes or higher in front or behind
    # Outlaw 9.
    outlaw_hand: str = "seven_cards"  # or "house_way": the five cards behind
    outlaw_applies: str = "any_hand"  # or "no_straight_or_flush": hands that hold one are not paid
    colour_lines_pairs: str = "allowed"  # or "spoil", "spoil_joker_neutral": seven different ranks
    ace_high_or_lower: str = "pays_nothing"  # or "even_money", "even_money_no_joker"
    royal_match: str = "suited"  # or "suited_natural", "any_suits", "any_suits_natural"
    nine_ten_high_ace: str = "high"  # or "low"
    joker_colour: str = "none"  # or "one_colour": the joker is red
    royal_flush_line: str = "joker_allowed"  # or "natural_only"


DEFAULT = Reading()
