"""Seven cards set in two in front and five behind: by the rows of a house way, or in every legal way.

analyzer/game/house_way.py says what a row means. The first row that applies decides. A bug counts as an ace. A wild
card pairs the other card in front; counted in sets it joins the rank that is held most often, of several the highest,
if one more of that rank makes a hand that exists. Where cards of equal rank leave a choice, those stay behind that make
the higher hand; where that leaves a choice too, wild cards go in front.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from analyzer.game.house_way import HouseWay, HouseWayRow
from analyzer.game.language import Pack
from analyzer.reference.asked import Asked, has_rank
from analyzer.reference.cards import ACE, Cards, rank_of, without
from analyzer.reference.hands import Ranks
from analyzer.reference.ranked import Ranked, Strength, is_wild

PAIRS = ("pair-of-the-set", "pair-of-the-second-set", "pair-of-the-third-set")
# The bit of a row's ranks that says: or there is no such card.
NONE = 13


class Setting(NamedTuple):
    """A front and a back, what each is compared by, and the ranks in front as a house way counts them."""

    front: Cards
    back: Cards
    front_strength: Strength
    back_strength: Strength
    front_ranks: Ranks


class SetHands:
    """How hands of one pack are set."""

    def __init__(self, pack: Pack) -> None:
        self.pack, self.two, self.five = pack, Ranked(pack, 2), Ranked(pack, 5)
        self._set: dict[tuple[str, Cards], tuple[int, Setting]] = {}

    def plain_ranks(self, cards: Cards) -> list[int]:
        return [rank_of(card) for card in cards if not is_wild(card, self.pack)]

    def ranks(self, cards: Cards) -> Ranks:
        """The ranks of seven cards as a house way counts them."""
        ranks = self.plain_ranks(cards)
        for _ in range(len(cards) - len(ranks)):
            ranks.append(ACE if self.pack.wild.is_bug else self.joined(Counter(ranks)))
        return tuple(sorted(ranks, reverse=True))

    def joined(self, held: Counter[int]) -> int:
        """The rank that a wild card joins: not a fifth where there is no such five of a kind, nor a seventh."""
        most = {rank: 6 if has_rank(self.pack.five_ranks, rank) else 4 for rank in held}
        open_ranks = [rank for rank in held if held[rank] < most[rank]]
        return max(open_ranks, key=lambda rank: (held[rank], rank), default=ACE)

    def ranks_in_front(self, two: Cards) -> Ranks:
        ranks = self.plain_ranks(two)
        alone = ranks[0] if ranks and not self.pack.wild.is_bug else ACE
        return tuple(sorted(ranks + [alone] * (2 - len(ranks)), reverse=True))

    def settings(self, cards: Cards) -> list[Setting]:
        """All ways to put two of the cards in front."""
        pairs = [(front, without(cards, front)) for front in combinations(cards, 2)]
        return [
            Setting(front, back, self.two.top(front)[0], self.five.top(back)[0], self.ranks_in_front(front))
            for front, back in pairs
        ]

    def wilds_in_front(self, setting: Setting) -> int:
        return sum(is_wild(card, self.pack) for card in setting.front)

    def legal(self, cards: Cards) -> list[Setting]:
        """Those whose front does not outrank the back on the ranks that they share."""
        return [setting for setting in self.settings(cards) if not is_foul(setting)]

    def by_house_way(self, cards: Cards, way: HouseWay) -> Setting:
        """The setting of the first row that applies."""
        return self.row_and_setting(cards, way)[1]

    def row_and_setting(self, cards: Cards, way: HouseWay) -> tuple[int, Setting]:
        """The same with the place of that row, from 0."""
        if (way.name, cards) not in self._set:
            self._set[way.name, cards] = self.first_row(Seven(cards, self), way)
        return self._set[way.name, cards]

    def equals(self, cards: Cards, setting: Setting) -> list[Setting]:
        """All settings of the same cards that are worth as much in front and behind, with as many wild cards there."""

        def worth(one: Setting) -> tuple[Strength, Strength, int]:
            return one.front_strength, one.back_strength, self.wilds_in_front(one)

        return [one for one in self.settings(cards) if worth(one) == worth(setting)]

    def first_row(self, hand: Seven, way: HouseWay) -> tuple[int, Setting]:
        for place, row in enumerate(way.rows):
            setting = hand.set_by(row) if hand.meets(row) else None
            if setting is not None:
                return place, setting
        raise ValueError(f"no row of the house way {way.name!r} sets {hand.cards}")


def is_foul(setting: Setting) -> bool:
    """A pair over a lower pair or over no pair, or two odd cards over two lower ones. A-A over A-A-x-y-z is legal."""
    kind, ranks = setting.back_strength
    above_one_pair = 2
    return kind < above_one_pair and setting.front_strength > (kind, ranks[: 2 - kind])


class Seven:
    """Seven cards and what the conditions of a row ask of them."""

    def __init__(self, cards: Cards, table: SetHands) -> None:
        self.cards, self.table = cards, table
        held = Counter(table.ranks(cards))
        self.shape = "-".join(str(times) for times in sorted(held.values(), reverse=True))
        # The largest sets first, then the highest; and the ranks held once.
        self.sets = sorted((rank for rank in held if held[rank] > 1), key=lambda rank: (-held[rank], -rank))
        self.others = sorted((rank for rank in held if held[rank] == 1), reverse=True)

    @cached_property
    def settings(self) -> list[Setting]:
        return self.table.settings(self.cards)

    @cached_property
    def holdings(self) -> set[str]:
        asked = Asked(self.cards, self.table.five, pays_most=True)
        hands = {kind for kind in ("straight", "flush", "straight-flush") if asked.holds(kind)}
        return hands | ({"joker"} if asked.wilds else set())

    def meets(self, row: HouseWayRow) -> bool:
        """Every condition but that on what stays behind."""
        ranks = [(row.set, self.sets[:1]), (row.second_set, self.sets[1:2])]
        ranks += [(row.other, self.others[:1]), (row.second_other, self.others[1:2])]
        return (
            self.shape in row.shapes
            and all(has_rank(allowed, rank[0] if rank else NONE) for allowed, rank in ranks)
            and any(has_rank(row.any_other, rank) for rank in self.others or [NONE])
            and (not row.has or bool(self.holdings & set(row.has)))
            and not self.holdings & set(row.lacks)
        )

    def set_by(self, row: HouseWayRow) -> Setting | None:
        """The two cards that the row puts in front, if what it wants stays behind."""
        if row.front in ("highest-pair", "highest-two"):
            enough = [setting for setting in self.settings if self.leaves(setting, row.behind)]
            if row.front == "highest-pair":
                enough = [setting for setting in enough if len(set(setting.front_ranks)) == 1]
            return max(enough, key=self.order, default=None)
        wanted = self.front_ranks(row.front)
        same = [setting for setting in self.settings if setting.front_ranks == wanted]
        best = max(same, key=self.order, default=None)
        return best if best is not None and self.leaves(best, row.behind) else None

    def order(self, setting: Setting) -> tuple[Strength, Strength, int]:
        """The highest front, then the highest back, then a natural one."""
        return setting.front_strength, setting.back_strength, self.table.wilds_in_front(setting)

    def front_ranks(self, front: str) -> Ranks:
        if front in PAIRS:
            return tuple(self.sets[PAIRS.index(front) :][:1] * 2)
        if front == "set-card-and-highest-other":
            return tuple(sorted(self.sets[:1] + self.others[:1], reverse=True))
        return tuple(self.others[:2] if front == "highest-others" else self.others[1:3])

    def leaves(self, setting: Setting, behind: str) -> bool:
        types = self.table.five.ranking.types
        least = types.index("straight" if behind == "complete" else behind) if behind else 0
        return setting.back_strength[0] >= least
