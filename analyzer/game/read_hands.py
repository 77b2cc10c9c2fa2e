"""The parts of a game file that say what is dealt and ranked: [deal], groups that exchanges make, [hands]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from analyzer.cards.deck import MAX_DECK_SIZE
from analyzer.game.hand_names import BEST_OF_ORDER
from analyzer.game.house_way import HouseWay
from analyzer.game.language import ORDER_OF_BEST, Cards, Group, Hand, Order, Pack
from analyzer.game.sections import ID_PATTERN, Section, nearest, shown

MAX_GROUPS = 12
MAX_HANDS = 24
SET_CARDS = 7
COUNTED = max(ORDER_OF_BEST)
# A group of this name would be mistaken for another seat whose cards are seen.
SEAT = "seat"
_NAMES_OF_RESULTS = ("winner", "loser")


@dataclass
class NamedCards:
    """The cards of a round by name. `made` are the groups that an exchange makes, with the groups they come from."""

    pack: Pack
    groups: dict[str, Group] = field(default_factory=dict)
    hands: dict[str, Hand] = field(default_factory=dict)
    made: dict[str, frozenset[str]] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)  # names whose fault is noted: using them is no second one

    def cards(self, groups: Sequence[str]) -> int:
        return sum(self.groups[name].cards for name in groups)

    def hand_of(self, groups: tuple[str, ...]) -> Hand:
        """Groups are a hand by themselves: the best five, or all if there are fewer."""
        best = min(COUNTED, self.cards(groups))
        return Hand("+".join(groups), groups, best, ORDER_OF_BEST[best])

    def known(self) -> str:
        return ", ".join(dict.fromkeys([*self.hands, *self.groups]))

    def read_groups(self, section: Section, key: str, names: Sequence[str]) -> tuple[str, ...]:
        """Names of groups; what is wrong with them is a fault, and then there are none."""
        for name in names:
            if name in self.broken:
                return ()
            if name not in self.groups:
                known = ", ".join(self.groups) or "none"
                section.fault(key, f"{shown(name)} is not a group{nearest(name, self.groups)}; groups: {known}")
                return ()
        if len(set(names)) < len(names):
            section.fault(key, f"{shown(list(names))} names a group twice")
            return ()
        for name in names:
            if overlap := self.made.get(name, frozenset()) & set(names):
                both = " and ".join(sorted(overlap))
                section.fault(key, f"{name} is made of cards of {both}: a card would count twice")
                return ()
        return tuple(names)

    def read_hand(self, section: Section, key: str) -> Hand | None:
        """A hand, a group, or a list of groups."""
        return self.hand_named(section, key, section.get(key))

    def hand_named(self, section: Section, key: str, value: object) -> Hand | None:
        if isinstance(value, str) and value in self.hands:
            return self.hands[value]
        names = [value] if isinstance(value, str) else value
        if not isinstance(names, list) or not names or not all(isinstance(name, str) for name in names):
            section.fault(key, f"must be a hand, a group or a list of groups, not {shown(value)}")
            return None
        if len(names) > MAX_GROUPS:
            section.fault(key, f"has {len(names)} entries, more than {MAX_GROUPS}")
            return None
        if len(names) == 1 and names[0] not in self.groups and names[0] not in self.broken:
            near = nearest(names[0], [*self.hands, *self.groups])
            section.fault(key, f"{shown(names[0])} is not a hand or a group{near}; known: {self.known()}")
            return None
        groups = self.read_groups(section, key, names)
        return self.hand_of(groups) if groups else None

    def read_cards(self, section: Section, key: str) -> Cards | None:
        """The same, or the front or back of a hand that is set in two."""
        value = section.get(key)
        name, dot, part = value.rpartition(".") if isinstance(value, str) else ("", "", "")
        if name in self.broken:
            return None
        if not dot:
            hand = self.read_hand(section, key)
            if hand is not None and hand.house_way:
                section.fault(
                    key, f"{hand.name} is set in two; say {hand.name}.front or {hand.name}.back, or its group"
                )
                return None
            return None if hand is None else Cards(hand)
        if name not in self.hands or part not in ("front", "back") or not self.hands[name].house_way:
            sets = [
                f"{hand.name}.{part}" for hand in self.hands.values() if hand.house_way for part in ("front", "back")
            ]
            known = f"; known: {', '.join(sets)}" if sets else "; no hand has a house way"
            section.fault(key, f"{shown(value)} is not a part of a hand{nearest(str(value), sets)}{known}")
            return None
        return Cards(self.hands[name], part)  # type: ignore[arg-type]  # checked above

    def check_name(self, section: Section, key: str, name: str) -> bool:
        """A name for a new group."""
        if not ID_PATTERN.fullmatch(name):
            section.fault(key, f"{shown(name)} is not an id; use lower case letters, digits and hyphens")
        elif name == SEAT or name in _NAMES_OF_RESULTS:
            section.fault(key, f"no group can be called {name!r}, which has a meaning of its own; choose another name")
        elif name in self.groups or name in self.hands:
            section.fault(key, f"{name!r} is already a group; choose another name")
        else:
            return True
        return False


def order_of(cards: Cards) -> Order:
    """The order in which the cards are ranked: of a hand set in two, two cards in front and five behind."""
    return {"front": "two-card", "back": "poker"}.get(cards.part, cards.hand.order)  # type: ignore[return-value]


def size_of(table: NamedCards, cards: Cards) -> int:
    """How many cards are looked at."""
    return {"front": 2, "back": 5}.get(cards.part) or table.cards(cards.hand.groups)


# --- [deal] ----------------------------------------------------------------------------------------------------------


def read_deal(section: Section, table: NamedCards) -> None:
    for key, _ in section.entries(MAX_GROUPS):
        cards = section.number(key, 1, MAX_DECK_SIZE)
        if table.check_name(section, key, key) and section.get(key) == cards:
            table.groups[key] = Group(key, cards)
        else:
            table.broken.add(key)
    if not section.keys:
        section.faults.note("deal", "must say how many cards each group has, such as own = 5")
    needed, held = table.cards(tuple(table.groups)), table.pack.deck.size
    if needed > held:
        section.faults.note("deal", f"needs {needed} cards, the deck has {held}")


# --- [hands] ---------------------------------------------------------------------------------------------------------


def read_hands(section: Section, table: NamedCards, house_ways: Mapping[str, HouseWay]) -> None:
    hands: dict[str, Hand] = {}
    for key, value in section.entries(MAX_HANDS):
        if isinstance(value, dict):
            hand = _read_table(Section(value, section.at(key), section.faults), key, table, house_ways)
        else:
            hand = _read_list(section, key, table)
        if hand is not None and _is_free(section, key, hand, table):
            hands[key] = hand
        elif key not in table.groups:
            table.broken.add(key)
    table.hands |= hands


def _is_free(section: Section, key: str, hand: Hand, table: NamedCards) -> bool:
    """A hand may have a group's name only where both are the same."""
    if key in _NAMES_OF_RESULTS:
        section.fault(key, f"no hand can be called {key!r}, which has a meaning of its own; choose another name")
        return False
    if key in table.groups and hand != table.hand_of((key,)):
        section.fault(key, "is the name of a group, and this hand is not that group by itself; choose another name")
        return False
    return True


def _read_list(section: Section, key: str, table: NamedCards) -> Hand | None:
    groups = table.read_groups(section, key, section.texts(key))
    if not section.texts(key):
        section.fault(key, 'must name its groups, such as ["own", "flop"]')
    if not groups:
        return None
    own = table.hand_of(groups)
    return Hand(key, groups, own.best, own.order)


def _read_table(section: Section, key: str, table: NamedCards, house_ways: Mapping[str, HouseWay]) -> Hand | None:
    groups = table.read_groups(section, "of", section.texts("of", required=True))
    if section.has("house_way"):
        hand = _read_set_hand(section, key, groups, table, house_ways)
    else:
        hand = _read_counted(section, key, groups, table)
    section.finish()
    return hand if groups else None


def _read_counted(section: Section, key: str, groups: tuple[str, ...], table: NamedCards) -> Hand:
    """`best` cards in the order for that many."""
    most = min(COUNTED, table.cards(groups)) or COUNTED
    best = section.number("best", 1, most, most)
    order = ORDER_OF_BEST[best]
    if section.has("order"):
        order = section.choice("order", tuple(BEST_OF_ORDER))  # type: ignore[assignment]  # a literal
    if BEST_OF_ORDER[order] != best:
        ranked = BEST_OF_ORDER[order]
        section.fault("order", f"{order} ranks {ranked} cards, and {best} count; write {ORDER_OF_BEST[best]!r}")
        order = ORDER_OF_BEST[best]
    if section.has("sets"):
        section.fault("sets", "needs house_way: only a hand that is set in two is set by somebody")
    return Hand(key, groups, best, order)


def _read_set_hand(
    section: Section, key: str, groups: tuple[str, ...], table: NamedCards, house_ways: Mapping[str, HouseWay]
) -> Hand:
    if groups and table.cards(groups) != SET_CARDS:
        section.fault("of", f"must be {SET_CARDS} cards to be set in two, not {table.cards(groups)}")
    for other in ("best", "order"):
        if section.has(other):
            section.fault(other, "cannot stand beside house_way: two cards are set in front and five behind")
    way = section.text("house_way")
    if way not in house_ways:
        known = f"; known: {', '.join(house_ways)}" if house_ways else "; the file has no [house_ways.NAME]"
        section.fault("house_way", f"{shown(way)} is not a house way{nearest(way, house_ways)}{known}")
    sets = section.choice("sets", ("house_way", "optimal"), "house_way")
    return Hand(key, groups, COUNTED, "poker", way, sets)  # type: ignore[arg-type]  # choice() returns a literal
