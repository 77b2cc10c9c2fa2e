"""Hands set in two, literally: a house way read row by row from its data, and every deal of a small deck.

Nothing here is shared with the engine: hands are ranked by analyzer.reference, rows are read as
game/house_way.py describes them, and every two hands are dealt and compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations
from typing import Any

from analyzer.reference.cards import RANK_NAMES, Cards, Deck, cards_of, is_joker, without
from analyzer.reference.hands import (
    HandRules,
    Strength,
    rate_five_cards,
    two_card_hand,
    two_card_strength,
    types_in_order,
)
from analyzer.reference.house_way import Setting, all_settings, is_foul, ranks_of

Row = Mapping[str, Any]
STRAIGHTS = {"straight", "straight-flush", "royal-flush"}
FLUSHES = {"flush", "straight-flush", "royal-flush"}


@dataclass(frozen=True)
class OneSetting:
    """Two cards in front of five: ranks in front, strengths of both, whether it is foul."""

    ranks: tuple[int, ...]
    front: Strength
    back: Strength
    foul: bool


# Whether a front of that strength is foul before a back of that strength; the reference says so once.
_FOUL: dict[tuple[Strength, Strength, HandRules], bool] = {}


@cache
def front_of(cards: Cards) -> tuple[tuple[int, ...], Strength]:
    return ranks_of(cards), two_card_strength(two_card_hand(cards))


class Seven:
    """A hand of seven cards and its 21 settings; what is asked again is kept."""

    def __init__(self, cards: Cards, rules: HandRules) -> None:
        self.cards, self.rules = cards, rules
        held = Counter(ranks_of(cards))
        # Ranks held twice or more, the largest sets first, then the highest; and the ranks held once.
        self.sets = sorted((rank for rank in held if held[rank] > 1), key=lambda rank: (-held[rank], -rank))
        self.others = sorted((rank for rank in held if held[rank] == 1), reverse=True)
        self.shape = "-".join(str(size) for size in sorted(held.values(), reverse=True))

    @cached_property
    def settings(self) -> list[OneSetting]:
        return [self._setting(setting) for setting in all_settings(self.cards)]

    def _setting(self, setting: Setting) -> OneSetting:
        back = rate_five_cards(setting.back, self.rules).strength
        ranks, front = front_of(setting.front)
        key = (front, back, self.rules)
        if key not in _FOUL:
            _FOUL[key] = is_foul(setting, self.rules.wheel)
        return OneSetting(ranks, front, back, _FOUL[key])

    @cached_property
    def holdings(self) -> set[str]:
        types = {rate_five_cards(five, self.rules).hand.type for five in combinations(self.cards, 5)}
        holds = {"joker"} if any(is_joker(card) for card in self.cards) else set()
        holds |= {"straight"} if types & STRAIGHTS else set()
        holds |= {"flush"} if types & FLUSHES else set()
        return holds | ({"straight-flush"} if types & STRAIGHTS & FLUSHES else set())

    def has_cards_for(self, front: str) -> bool:
        """A row that names no shape applies to those that always have its two cards."""
        return {
            "pair-of-the-set": len(self.sets) > 0,
            "pair-of-the-second-set": len(self.sets) > 1,
            "pair-of-the-third-set": len(self.sets) > 2,
            "highest-others": len(self.others) > 1,
            "set-card-and-highest-other": len(self.sets) > 0 and len(self.others) > 0,
            "second-and-third": len(self.sets) == 0,
            "highest-pair": len(self.sets) > 0,
            "highest-two": True,
        }[front]

    def front_ranks(self, front: str) -> tuple[int, ...]:
        if front.startswith("pair-of-the-"):
            place = ("pair-of-the-set", "pair-of-the-second-set", "pair-of-the-third-set").index(front)
            return (self.sets[place],) * 2
        if front == "set-card-and-highest-other":
            return tuple(sorted((self.sets[0], self.others[0]), reverse=True))
        return tuple(self.others[:2] if front == "highest-others" else self.others[1:3])


class Sevens:
    """Every hand of seven cards of a deck, and the hands that each can meet."""

    def __init__(self, deck: Deck, rules: HandRules) -> None:
        self.pack, self.rules = cards_of(deck), rules
        self.hands = {cards: Seven(cards, rules) for cards in combinations(self.pack, 7)}

    @cached_property
    def dealers(self) -> dict[Cards, list[Cards]]:
        return {cards: list(combinations(without(self.pack, cards), 7)) for cards in self.hands}


@dataclass(frozen=True)
class LiteralTable:
    """All hands of a deck, set by the rows of a house way."""

    sevens: Sevens
    rows: Sequence[Row]

    @cached_property
    def hands(self) -> dict[Cards, tuple[int, OneSetting] | None]:
        """The row that decides each hand and how it sets it; None for a hand that no row sets."""
        return {cards: self.setting_of(seven) for cards, seven in self.sevens.hands.items()}

    def setting_of(self, seven: Seven) -> tuple[int, OneSetting] | None:
        for number, row in enumerate(self.rows):
            setting = self.set_by(row, seven) if fits(row, seven) else None
            if setting is not None:
                return number, setting
        return None

    def set_by(self, row: Row, seven: Seven) -> OneSetting | None:
        front, settings = row["front"], seven.settings
        if front in ("highest-pair", "highest-two"):
            enough = [setting for setting in settings if self.leaves(row, setting)]
            if front == "highest-pair":
                enough = [setting for setting in enough if setting.ranks[0] == setting.ranks[1]]
            return max(enough, key=lambda one: (one.front, one.back), default=None)
        wanted = seven.front_ranks(front)
        # The ranks are chosen first: the best that can stay behind must be enough.
        best = max((setting for setting in settings if setting.ranks == wanted), key=lambda one: one.back)
        return best if self.leaves(row, best) else None

    def leaves(self, row: Row, setting: OneSetting) -> bool:
        if "behind" not in row:
            return True
        least = "straight" if row["behind"] == "complete" else row["behind"]
        return setting.back[0] >= types_in_order(self.sevens.rules.top_hand).index(least)

    def faulty_rows(self) -> set[int | None]:
        """Rows that set some hand foul; None among them if no row sets some hand."""
        return {None if hand is None else hand[0] for hand in self.hands.values() if hand is None or hand[1].foul}

    # --- all deals ---

    @cached_property
    def deals(self) -> Counter[tuple[int, Strength]]:
        """Both sides by the house way: how many of the player's hands are higher, and the higher of the fronts."""
        set_as = {cards: hand[1] for cards, hand in self.hands.items() if hand is not None}
        found: Counter[tuple[int, Strength]] = Counter()
        for cards, own in set_as.items():
            for dealer in self.sevens.dealers[cards]:
                other = set_as[dealer]
                higher = (own.front > other.front) + (own.back > other.back)
                found[higher, max(own.front, other.front)] += 1
        return found

    def pushes(self, high_pair: str) -> Counter[str]:
        """Deals won and lost, and pushes with such a pair or a higher one in either front, and without."""
        least = (1, (RANK_NAMES.index(high_pair),))
        found: Counter[str] = Counter()
        for (higher, front), count in self.deals.items():
            found[("lose", "high" if front >= least else "push", "win")[higher]] += count
        return found

    def best(self, pays: Fraction = Fraction(1)) -> Counter[str]:
        """The player sets every hand best for that pay of a win; of equal settings the one that wins more."""
        set_as = {cards: hand[1] for cards, hand in self.hands.items() if hand is not None}
        found: Counter[str] = Counter()
        for cards, seven in self.sevens.hands.items():
            others = [set_as[dealer] for dealer in self.sevens.dealers[cards]]
            tries = [against(setting, others) for setting in seven.settings if not setting.foul]
            lose, push, win = max(tries, key=lambda one: (pays.numerator * one[2] - pays.denominator * one[0], one[2]))
            found += Counter(lose=lose, push=push, win=win)
        return found


def fits(row: Row, seven: Seven) -> bool:
    """Is every condition met that can be told before a setting is tried?"""
    when = row.get("when", {})
    shapes = [when["shape"]] if isinstance(when.get("shape"), str) else when.get("shape")
    if (shapes is not None and seven.shape not in shapes) or not seven.has_cards_for(row["front"]):
        return False
    for key, ranks in (
        ("set", seven.sets[:1]),
        ("second_set", seven.sets[1:2]),
        ("other", seven.others[:1]),
        ("second_other", seven.others[1:2]),
    ):
        if key in when and not (ranks and ranks[0] in _ranks(when[key])):
            return False
    if "has" in when and not seven.holdings & set(when["has"]):
        return False
    return "lacks" not in when or not seven.holdings & set(when["lacks"])


def against(setting: OneSetting, others: Sequence[OneSetting]) -> list[int]:
    """How often neither, one or both of the hands are higher."""
    found = [0, 0, 0]
    for other in others:
        found[(setting.front > other.front) + (setting.back > other.back)] += 1
    return found


@cache
def _ranks(text: str) -> set[int]:
    """ "9-J" or "2,A" as ranks."""
    found: set[int] = set()
    for piece in text.split(","):
        low, _, high = piece.partition("-")
        found |= set(range(RANK_NAMES.index(low), RANK_NAMES.index(high or low) + 1))
    return found
