"""Hands set in two, literally: a house way read row by row from its data, and every deal of a small deck.

Nothing here is shared with the engine: hands are ranked by analyzer.reference, rows are read as
game/house_way.py describes them, and every two hands are dealt and compared. What does not depend on the house way is
kept for other files of the deck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import combinations
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from analyzer.documents import Json
from analyzer.reference.cards import RANK_NAMES, Cards, Deck, cards_of, is_joker, without
from analyzer.reference.hands import (
    HandRules,
    RatedHand,
    Strength,
    rate_five_cards,
    two_card_hand,
    two_card_strength,
    types_in_order,
)
from analyzer.reference.house_way import Setting, is_foul, ranks_of
from analyzer.reference.pai_gow_readings import Reading

Row = Json
Ints = NDArray[np.int64]
STRAIGHTS = {"straight", "straight-flush", "royal-flush"}
FLUSHES = {"flush", "straight-flush", "royal-flush"}


@dataclass(frozen=True)
class OneSetting:
    """Two cards in front of five: ranks in front, strengths of both, whether it is foul."""

    ranks: tuple[int, ...]
    front: Strength
    back: Strength
    foul: bool


class Rated:
    """What the fronts and backs of a deck are worth; the reference says of every two cards and every five once."""

    def __init__(self, pack: Cards, rules: HandRules) -> None:
        self.rules = rules
        self.fronts: dict[Cards, tuple[Cards, Strength]] = {
            two: (ranks_of(two), two_card_strength(two_card_hand(two))) for two in combinations(pack, 2)
        }
        self.backs: dict[Cards, RatedHand] = {five: rate_five_cards(five, rules) for five in combinations(pack, 5)}
        self._settings: dict[tuple[Cards, Strength], OneSetting] = {}
        self._foul: dict[tuple[Strength, Strength], bool] = {}

    def setting(self, front: Cards, back: Cards) -> OneSetting:
        behind = self.backs[back].strength
        key = front, behind
        if key not in self._settings:
            ranks, strength = self.fronts[front]
            foul = self._is_foul(strength, behind, Setting(front, back))
            self._settings[key] = OneSetting(ranks, strength, behind, foul)
        return self._settings[key]

    def _is_foul(self, front: Strength, back: Strength, setting: Setting) -> bool:
        if (front, back) not in self._foul:
            self._foul[front, back] = is_foul(setting, Reading(wheel=self.rules.wheel))
        return self._foul[front, back]


# The 21 ways to put two of seven cards in front: which two, and which five stay.
WAYS = [
    (itemgetter(*two), itemgetter(*(place for place in range(7) if place not in two)))
    for two in combinations(range(7), 2)
]


class Seven:
    """A hand of seven cards and its 21 settings; what is asked again is kept."""

    def __init__(self, cards: Cards, rated: Rated) -> None:
        self.cards, self.rated = cards, rated
        held = Counter(ranks_of(cards))
        # Ranks held twice or more, the largest sets first, then the highest; and the ranks held once.
        self.sets = sorted((rank for rank in held if held[rank] > 1), key=lambda rank: (-held[rank], -rank))
        self.others = sorted((rank for rank in held if held[rank] == 1), reverse=True)
        self.shape = "-".join(str(size) for size in sorted(held.values(), reverse=True))
        self.set_by: dict[tuple[str, str], OneSetting | None] = {}

    @cached_property
    def settings(self) -> list[OneSetting]:
        return [self.rated.setting(front(self.cards), back(self.cards)) for front, back in WAYS]

    @cached_property
    def holdings(self) -> frozenset[str]:
        types = {self.rated.backs[five].hand.type for five in combinations(self.cards, 5)}
        holds = {"joker"} if any(is_joker(card) for card in self.cards) else set()
        holds |= {"straight"} if types & STRAIGHTS else set()
        holds |= {"flush"} if types & FLUSHES else set()
        return frozenset(holds | ({"straight-flush"} if types & STRAIGHTS & FLUSHES else set()))

    @cached_property
    def view(self) -> tuple[object, ...]:
        """All that the conditions of a row look at."""
        return self.shape, tuple(self.sets), tuple(self.others), self.holdings

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
    """Every hand of seven cards of a deck, and the hands that each can meet: the same for every house way."""

    def __init__(self, deck: Deck, rules: HandRules) -> None:
        self.pack, self.rules = cards_of(deck), rules
        rated = Rated(self.pack, rules)
        self.hands = {cards: Seven(cards, rated) for cards in combinations(self.pack, 7)}
        self.fronts = sorted({front for _, front in rated.fronts.values()})
        self.backs = sorted({back.strength for back in rated.backs.values()})

    @cached_property
    def dealers(self) -> Ints:
        """A row a hand: the places of all hands of the other cards."""
        place = {cards: number for number, cards in enumerate(self.hands)}
        rows = [[place[other] for other in combinations(without(self.pack, cards), 7)] for cards in self.hands]
        return np.array(rows, dtype=np.int64)

    def places(self, settings: Sequence[OneSetting]) -> tuple[Ints, Ints]:
        """Fronts and backs as places among all fronts and all backs: they compare as the hands do."""
        front = {strength: number for number, strength in enumerate(self.fronts)}
        back = {strength: number for number, strength in enumerate(self.backs)}
        return np.array([front[one.front] for one in settings]), np.array([back[one.back] for one in settings])

    @cached_property
    def all_settings(self) -> tuple[Ints, Ints, NDArray[np.bool_]]:
        """The fronts and backs of all 21 settings of each hand, and which of them are foul."""
        every = [setting for seven in self.hands.values() for setting in seven.settings]
        fronts, backs = self.places(every)
        foul = np.array([setting.foul for setting in every])
        return fronts.reshape(-1, len(WAYS)), backs.reshape(-1, len(WAYS)), foul.reshape(-1, len(WAYS))


@lru_cache(maxsize=2)
def sevens_of(deck: Deck, rules: HandRules) -> Sevens:
    return Sevens(deck, rules)


@dataclass(frozen=True)
class LiteralTable:
    """All hands of a deck, set by the rows of a house way."""

    sevens: Sevens
    rows: Sequence[Row]

    @cached_property
    def hands(self) -> dict[Cards, tuple[int, OneSetting] | None]:
        """The row that decides each hand and how it sets it; None for a hand that no row sets."""
        of_shape: dict[str, list[tuple[int, Row]]] = {}
        fitting: dict[tuple[object, ...], list[tuple[int, Row]]] = {}
        for seven in self.sevens.hands.values():
            if seven.shape not in of_shape:
                of_shape[seven.shape] = [(place, row) for place, row in enumerate(self.rows) if has_shape(row, seven)]
            if seven.view not in fitting:
                fitting[seven.view] = [(place, row) for place, row in of_shape[seven.shape] if fits(row, seven)]
        return {cards: self.setting_of(seven, fitting[seven.view]) for cards, seven in self.sevens.hands.items()}

    def setting_of(self, seven: Seven, rows: Sequence[tuple[int, Row]]) -> tuple[int, OneSetting] | None:
        for number, row in rows:
            key = row["front"], row.get("behind", "")
            if key not in seven.set_by:
                seven.set_by[key] = self.set_by(row, seven)
            setting = seven.set_by[key]
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
    def set_as(self) -> tuple[Ints, Ints]:
        """The front and the back of each hand as the house way sets it."""
        return self.sevens.places([hand[1] for hand in self.hands.values() if hand is not None])

    @cached_property
    def deals(self) -> Counter[tuple[int, Strength]]:
        """Both sides by the house way: how many of the player's hands are higher, and the higher of the fronts."""
        (front, back), dealers = self.set_as, self.sevens.dealers
        higher = (front[:, None] > front[dealers]).astype(np.int64) + (back[:, None] > back[dealers])
        fronts = np.maximum(front[:, None], front[dealers])
        size = len(self.sevens.fronts)
        counts = np.bincount((higher * size + fronts).ravel(), minlength=3 * size).tolist()
        return Counter({(at // size, self.sevens.fronts[at % size]): count for at, count in enumerate(counts) if count})

    def pushes(self, high_pair: str) -> Counter[str]:
        """Deals won and lost, and pushes with such a pair or a higher one in either front, and without."""
        least = (1, (RANK_NAMES.index(high_pair),))
        counted: Counter[str] = Counter()
        for (higher, front), count in self.deals.items():
            counted[("lose", "high" if front >= least else "push", "win")[higher]] += count
        return counted

    def best(self) -> Counter[str]:
        """The player sets every hand best for a win that pays 1; of equal settings the one that wins more."""
        (front, back), dealers = self.set_as, self.sevens.dealers
        fronts, backs, foul = self.sevens.all_settings
        higher = (fronts[:, :, None] > front[dealers][:, None, :]).astype(np.int64)
        higher += backs[:, :, None] > back[dealers][:, None, :]
        win, lose, all_deals = (higher == 2).sum(axis=2), (higher == 0).sum(axis=2), dealers.shape[1]
        worth = np.where(foul, -2 * (all_deals + 1) ** 2, (win - lose) * (all_deals + 1) + win)
        chosen = np.argmax(worth, axis=1)[:, None]
        wins, losses = (int(np.take_along_axis(counts, chosen, axis=1).sum()) for counts in (win, lose))
        return Counter(lose=losses, push=dealers.size - wins - losses, win=wins)


def has_shape(row: Row, seven: Seven) -> bool:
    """Is the hand of a shape that the row names, if it names any?"""
    shapes = row.get("when", {}).get("shape", seven.shape)
    return seven.shape in ([shapes] if isinstance(shapes, str) else shapes)


def fits(row: Row, seven: Seven) -> bool:
    """Is every other condition met that can be known before a setting is tried?"""
    when = row.get("when", {})
    if not seven.has_cards_for(row["front"]):
        return False
    for key, ranks in (
        ("set", seven.sets[:1]),
        ("second_set", seven.sets[1:2]),
        ("other", seven.others[:1]),
        ("second_other", seven.others[1:2]),
    ):
        if key in when and not (ranks and ranks[0] in _ranks(when[key])):
            return False
    if "any_other" in when and not set(seven.others) & _ranks(when["any_other"]):
        return False
    if "has" in when and not seven.holdings & set(when["has"]):
        return False
    return "lacks" not in when or not seven.holdings & set(when["lacks"])


@cache
def _ranks(text: str) -> set[int]:
    """ "9-J" or "2,A" as ranks."""
    ranks: set[int] = set()
    for piece in text.split(","):
        low, _, high = piece.partition("-")
        ranks |= set(range(RANK_NAMES.index(low), RANK_NAMES.index(high or low) + 1))
    return ranks
