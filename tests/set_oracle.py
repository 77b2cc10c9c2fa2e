"""Hands set in two, literally: a house way read row by row from its data, and every deal of a small deck.

Nothing here is shared with the engine: hands are ranked by analyzer.reference, rows are read as analyzer.houseway's
words describe them, and every two hands are dealt and compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
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
from analyzer.reference.house_way import Setting, all_settings, is_foul, ranks_of, shape_of

Row = Mapping[str, Any]
STRAIGHTS = {"straight", "straight-flush", "royal-flush"}
FLUSHES = {"flush", "straight-flush", "royal-flush"}


@dataclass(frozen=True)
class LiteralSet:
    """A hand as it was set: strengths in front and behind, the row that decided, whether it is foul."""

    front: Strength
    back: Strength
    row: int
    foul: bool


@dataclass(frozen=True)
class LiteralTable:
    """A deck, an order of hands and the rows of a house way."""

    deck: Deck
    rules: HandRules
    rows: Sequence[Row]

    @cached_property
    def pack(self) -> Cards:
        return cards_of(self.deck)

    def back(self, setting: Setting) -> Strength:
        return rate_five_cards(setting.back, self.rules).strength

    @cached_property
    def hands(self) -> dict[Cards, LiteralSet | None]:
        """Every hand of seven, set by the house way; None for one that no row sets."""
        return {seven: self.set(seven) for seven in combinations(self.pack, 7)}

    def set(self, seven: Cards) -> LiteralSet | None:
        for number, row in enumerate(self.rows):
            setting = self.set_by(row, seven) if self.fits(row, seven) else None
            if setting is not None:
                front = two_card_strength(two_card_hand(setting.front))
                return LiteralSet(front, self.back(setting), number, is_foul(setting, self.rules.wheel))
        return None

    # --- one row ---

    def fits(self, row: Row, seven: Cards) -> bool:
        when = row.get("when", {})
        shapes = [when["shape"]] if isinstance(when.get("shape"), str) else when.get("shape")
        if shapes is not None and "-".join(map(str, shape_of(seven))) not in shapes:
            return False
        if not _has_cards_for(row["front"], seven):
            return False
        sets, others = _sets(seven), _others(seven)
        for key, ranks in (
            ("set", sets[:1]),
            ("second_set", sets[1:2]),
            ("other", others[:1]),
            ("second_other", others[1:2]),
        ):
            if key in when and not (ranks and ranks[0] in _ranks(when[key])):
                return False
        holds = self.holdings(seven)
        return ("has" not in when or bool(holds & set(when["has"]))) and not holds & set(when.get("lacks", []))

    def holdings(self, seven: Cards) -> set[str]:
        types = {rate_five_cards(five, self.rules).hand.type for five in combinations(seven, 5)}
        holds = {"joker"} if any(is_joker(card) for card in seven) else set()
        holds |= {"straight"} if types & STRAIGHTS else set()
        holds |= {"flush"} if types & FLUSHES else set()
        return holds | ({"straight-flush"} if types & STRAIGHTS & FLUSHES else set())

    def set_by(self, row: Row, seven: Cards) -> Setting | None:
        settings = [setting for setting in all_settings(seven) if self.leaves(row.get("behind"), setting)]
        front = row["front"]
        if front == "highest-pair":
            settings = [setting for setting in settings if len(set(ranks_of(setting.front))) == 1]
        elif front != "highest-two":
            wanted = _front_ranks(front, seven)
            # The cards are chosen first: the best that can stay behind must be enough.
            settings = [setting for setting in all_settings(seven) if ranks_of(setting.front) == wanted]
            best = max(settings, key=self.back)
            return best if self.leaves(row.get("behind"), best) else None
        order = [(two_card_strength(two_card_hand(one.front)), self.back(one)) for one in settings]
        return settings[order.index(max(order))] if settings else None

    def leaves(self, behind: str | None, setting: Setting) -> bool:
        if behind is None:
            return True
        order = types_in_order(self.rules.top_hand)
        return self.back(setting)[0] >= order.index("straight" if behind == "complete" else behind)

    # --- all deals ---

    def faulty_rows(self) -> set[int | None]:
        """Rows that set some hand foul; None among them if no row sets some hand."""
        return {None if hand is None else hand.row for hand in self.hands.values() if hand is None or hand.foul}

    def pushes(self, high_pair: str) -> Counter[str]:
        """Both sides by the house way: win, lose, and pushes with and without such a pair in either front."""
        least = (1, (RANK_NAMES.index(high_pair),))
        found: Counter[str] = Counter()
        for seven, own in self.hands.items():
            for dealer in combinations(without(self.pack, seven), 7):
                other = self.hands[dealer]
                assert own is not None
                assert other is not None
                higher = (own.front > other.front) + (own.back > other.back)
                high = max(own.front, other.front) >= least
                found[("lose", "high" if high else "push", "win")[higher]] += 1
        return found

    def best(self, pays: Fraction = Fraction(1)) -> Counter[str]:
        """The player sets every hand best for that pay of a win; of equal settings the one that wins more."""
        found: Counter[str] = Counter()
        for seven in self.hands:
            others = [self.hands[dealer] for dealer in combinations(without(self.pack, seven), 7)]
            tries = [self._against(setting, others) for setting in all_settings(seven) if self._legal(setting)]
            found += max(tries, key=lambda one: (pays * one["win"] - one["lose"], one["win"]))
        return found

    def _legal(self, setting: Setting) -> bool:
        return not is_foul(setting, self.rules.wheel)

    def _against(self, setting: Setting, others: Sequence[LiteralSet | None]) -> Counter[str]:
        front, back = two_card_strength(two_card_hand(setting.front)), self.back(setting)
        results = [(front > other.front) + (back > other.back) for other in others if other is not None]
        return Counter(("lose", "push", "win")[higher] for higher in results)


def _ranks(text: str) -> set[int]:
    """ "9-J" or "2,A" as ranks."""
    found: set[int] = set()
    for piece in text.split(","):
        low, _, high = piece.partition("-")
        found |= set(range(RANK_NAMES.index(low), RANK_NAMES.index(high or low) + 1))
    return found


def _sets(seven: Cards) -> list[int]:
    """Ranks held twice or more, the largest sets first, then the highest."""
    held = Counter(ranks_of(seven))
    return sorted((rank for rank in held if held[rank] > 1), key=lambda rank: (-held[rank], -rank))


def _others(seven: Cards) -> list[int]:
    held = Counter(ranks_of(seven))
    return sorted((rank for rank in held if held[rank] == 1), reverse=True)


def _has_cards_for(front: str, seven: Cards) -> bool:
    """A row that names no shape applies to those that always have its two cards."""
    sets, others = len(_sets(seven)), len(_others(seven))
    return {
        "pair-of-the-set": sets > 0,
        "pair-of-the-second-set": sets > 1,
        "pair-of-the-third-set": sets > 2,
        "highest-others": others > 1,
        "set-card-and-highest-other": sets > 0 and others > 0,
        "second-and-third": sets == 0,
        "highest-pair": sets > 0,
        "highest-two": True,
    }[front]


def _front_ranks(front: str, seven: Cards) -> tuple[int, ...]:
    sets, others = _sets(seven), _others(seven)
    if front.startswith("pair-of-the-"):
        place = ("pair-of-the-set", "pair-of-the-second-set", "pair-of-the-third-set").index(front)
        return (sets[place],) * 2
    if front == "set-card-and-highest-other":
        return tuple(sorted((sets[0], others[0]), reverse=True))
    return tuple(others[:2] if front == "highest-others" else others[1:3])
