"""House ways: how a cardroom sets seven cards, as ordered rows of data; the first row that applies decides.

The cards of one rank, if there are two or more, are a set; the joker counts as an ace. The set, the second set and the
third are taken by size, then by rank; cards that belong to no set are the others. A row is

| key                 | example           | meaning                                                                   |
|---------------------|-------------------|---------------------------------------------------------------------------|
| `row`               | `4`               | its number in the room's chart, for reports; several rows may share one   |
| `name`              | `"Two pairs"`     | the row in words                                                          |
| `when.shape`        | `"2-2-1-1-1"`     | how many cards of each rank, largest first; a list means any of them      |
| `when.set`          | `"9-J"`           | rank of the set (the big pair, the four of a kind)                        |
| `when.second_set`   | `"2-6"`           | rank of the second set                                                    |
| `when.other`        | `"K-A"`           | rank of the highest other card                                            |
| `when.second_other` | `"Q"`             | rank of the second highest other card                                     |
| `when.any_other`    | `"K"`             | rank of one of the other cards, whichever                                 |
| `when.has`          | `["straight"]`    | the seven cards hold one of: straight, flush, straight-flush, joker       |
| `when.lacks`        | `["joker"]`       | they hold none of these                                                   |
| `front`             | `"highest-pair"`  | the two cards that go in front, see FRONTS                                |
| `behind`            | `"straight"`      | the least hand that must stay behind, or else the row does not apply      |
| `before`            | `3`               | the row is tried just before the rows of that number                      |

A condition that is not written is met by every hand. `behind = "complete"` is the same as "straight". Where suits, or a
joker and an ace, leave a choice among cards of equal rank, those stay behind that make the higher five-card hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer.cards.deck import RANKS
from analyzer.cards.ranking import FIVE_CARD_TYPES
from analyzer.game.lines import parse_ranks
from analyzer.game.sections import Faults, Section, nearest, shown

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# What may go in front, in the order of the words in cext/split.pxd, and the meaning of each.
FRONTS: Mapping[str, str] = {
    "pair-of-the-set": "two cards of the set",
    "pair-of-the-second-set": "two cards of the second set",
    "pair-of-the-third-set": "two cards of the third set",
    "highest-others": "the two highest cards that belong to no set",
    "set-card-and-highest-other": "one card of the set and the highest other card",
    "second-and-third": "the second and the third highest card, where no two are equal",
    "highest-pair": "the highest pair that leaves `behind`",
    "highest-two": "the two highest cards that leave `behind`, a pair before no pair",
}
# Every way in which seven cards can share ranks, with its number in cext/split.pxd (shape_of).
SHAPES: Mapping[str, int] = {
    "6-1": 9,
    "5-2": 10,
    "5-1-1": 13,
    "4-3": 2,
    "4-2-1": 14,
    "4-1-1-1": 17,
    "3-3-1": 3,
    "3-2-2": 15,
    "3-2-1-1": 18,
    "3-1-1-1-1": 21,
    "2-2-2-1": 19,
    "2-2-1-1-1": 22,
    "2-1-1-1-1-1": 25,
    "1-1-1-1-1-1-1": 28,
}
# Bits of `has` and `lacks`.
HOLDINGS: Mapping[str, int] = {"straight": 1, "flush": 2, "straight-flush": 4, "joker": 8}
COMPLETE = "complete"
BEHINDS = (COMPLETE, *FIVE_CARD_TYPES[1:9])
# The columns of a compiled row: the record `Row` of cext/split.pxd.
ROW_COLUMNS = ("shapes", "set", "second_set", "other", "second_other", "any_other", "has", "lacks", "behind", "front")
MAX_ROWS = 250

_ANY_RANK = (1 << 14) - 1  # bit 13 stands for "there is no such card"
_RANK_KEYS = ("set", "second_set", "other", "second_other", "any_other")
MAX_ROW_NUMBER = 999
_TYPE_SHIFT = 20


@dataclass(frozen=True)
class HouseWayRow:
    """One row. Ranks are bits; bit 13 is set in a condition that a hand without such a card also meets."""

    number: int
    name: str
    front: str
    behind: str = ""
    shapes: tuple[str, ...] = tuple(SHAPES)
    set: int = _ANY_RANK
    second_set: int = _ANY_RANK
    other: int = _ANY_RANK
    second_other: int = _ANY_RANK
    any_other: int = _ANY_RANK
    has: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    before: int = 0  # the number of the rows that it goes before; 0: it stays where it is written

    @property
    def record(self) -> tuple[int, ...]:
        """The row as kernels read it, in the order of ROW_COLUMNS."""
        return (
            sum(1 << SHAPES[shape] for shape in self.shapes),
            *(getattr(self, key) for key in _RANK_KEYS),
            sum(HOLDINGS[word] for word in self.has),
            sum(HOLDINGS[word] for word in self.lacks),
            least_strength(self.behind),
            tuple(FRONTS).index(self.front),
        )

    def why(self) -> str:
        """The conditions in words.

        >>> HouseWayRow(9, "Two pairs", "highest-others", shapes=("2-2-1-1-1",), set=0b111 << 7, other=1 << 12).why()
        'shape 2-2-1-1-1, set 9-J, other A'
        """
        conditions = [f"shape {' or '.join(self.shapes)}"] if len(self.shapes) < len(SHAPES) else []
        for key in _RANK_KEYS:
            if getattr(self, key) != _ANY_RANK:
                conditions.append(f"{key.replace('_', ' ')} {ranks_text(getattr(self, key))}")
        conditions += [f"has {' or '.join(self.has)}"] if self.has else []
        conditions += [f"lacks {' and '.join(self.lacks)}"] if self.lacks else []
        conditions += [f"{self.behind} or better behind"] if self.behind else []
        return ", ".join(conditions) or "any hand"


@dataclass(frozen=True)
class HouseWay:
    """Rows in the order in which they are tried."""

    name: str
    source: str
    rows: tuple[HouseWayRow, ...]

    def compiled(self) -> NDArray[np.uint32]:
        """One row each, in the columns ROW_COLUMNS."""
        import numpy as np

        return np.array([row.record for row in self.rows], dtype=np.uint32).reshape(len(self.rows), len(ROW_COLUMNS))


NO_HOUSE_WAY = HouseWay("", "", ())


def ranks_text(ranks: int) -> str:
    """Ranks as a file writes them.

    >>> ranks_text(0b1110000000000), ranks_text(0b1000000000101)
    ('Q-A', '2,4,A')
    """
    pieces: list[str] = []
    rank = 0
    while rank < len(RANKS):
        last = rank
        while ranks >> last & 1:
            last += 1
        if last > rank:
            pieces += [RANKS[rank]] if last == rank + 1 else [f"{RANKS[rank]}-{RANKS[last - 1]}"]
        rank = last + 1
    return ",".join(pieces)


def least_strength(behind: str) -> int:
    """The lowest strength of that hand (cext/hand.pxd); 0 for no condition.

    >>> least_strength("complete") == least_strength("straight") == 4 << 20, least_strength("")
    (True, 0)
    """
    if not behind:
        return 0
    return FIVE_CARD_TYPES.index("straight" if behind == COMPLETE else behind) << _TYPE_SHIFT


def parse_house_way(data: object, place: str = "house_way") -> tuple[HouseWay | None, list[str]]:
    """A house way from TOML data, or None and every fault: where it is, what is wrong, what would be right.

    >>> way, faults = parse_house_way({"name": "Ours", "rows": [{"row": 1, "name": "All", "front": "highest"}]})
    >>> way is None, faults[0].split(";")[0]
    (True, "house_way.rows[1].front: 'highest' is not known (did you mean 'highest-two'?)")
    """
    faults = Faults()
    way = read_house_way(Section(data, place, faults))
    return (None if faults else way), list(faults)


def read_house_way(section: Section) -> HouseWay:
    """The same from a section of a file; faults go where the section keeps them."""
    name = section.text("name", required=True)
    source = section.text("source")
    rows = arranged(read_rows(section), section)
    section.finish()
    return HouseWay(name, source, rows)


def read_rows(section: Section) -> tuple[HouseWayRow, ...]:
    rows = tuple(_read_row(row) for row in section.sections("rows", required=True))
    if section.has("rows") and not 1 <= len(rows) <= MAX_ROWS:
        section.fault("rows", f"must be 1 to {MAX_ROWS} rows, not {len(rows)}")
    return rows


def arranged(rows: Sequence[HouseWayRow], section: Section) -> tuple[HouseWayRow, ...]:
    """The rows in the order in which they are tried: those with `before` each just before the rows it names.

    Several that go before the same rows keep their order; a row may go before one that is moved itself.
    """
    order = [row for row in rows if not row.before]
    waiting = [row for row in rows if row.before]
    while ready := [row for row in waiting if any(row.before == other.number for other in order)]:
        order.insert(next(place for place, row in enumerate(order) if row.number == ready[0].before), ready[0])
        waiting.remove(ready[0])
    for row in waiting:
        place = f"rows[{rows.index(row) + 1}].before"
        if any(row.before == other.number for other in rows):
            section.fault(place, f"row {row.number} and row {row.before} would have to go before each other")
        else:
            section.fault(place, f"there is no row {row.before}; rows: {listed(rows)}")
    return (*order, *waiting)


def listed(rows: Iterable[HouseWayRow]) -> str:
    """The numbers of the rows, each once."""
    return ", ".join(str(number) for number in sorted({row.number for row in rows}))


def _read_row(section: Section) -> HouseWayRow:
    number = section.integer("row", 1, MAX_ROW_NUMBER)
    name = section.text("name", required=True)
    front = section.choice("front", tuple(FRONTS))
    behind = section.one_of("behind", section.text("behind", COMPLETE), BEHINDS) if section.has("behind") else ""
    if front == "highest-two" and not behind:
        section.fault("behind", "is missing; highest-two needs the least hand that stays behind, such as 'complete'")
    when = section.section("when")
    shapes = _read_shapes(when, front)
    ranks = {key: _read_ranks(when, key) for key in _RANK_KEYS}
    has, lacks = (_read_holdings(when, key) for key in ("has", "lacks"))
    before = section.integer("before", 1, MAX_ROW_NUMBER) if section.has("before") else 0
    when.finish()
    section.finish()
    return HouseWayRow(number, name, front, behind, shapes, **ranks, has=has, lacks=lacks, before=before)


def _read_shapes(when: Section, front: str) -> tuple[str, ...]:
    """The shapes named, or all that have the two cards; a shape that has not is a fault."""
    named = when.texts("shape")
    known = []
    for shape in named:
        if shape not in SHAPES:
            when.fault("shape", f"{shown(shape)} is not known{nearest(shape, SHAPES)}; one of {', '.join(SHAPES)}")
        elif not has_front(shape, front):
            when.fault("shape", f"{shape} has no {front}: {FRONTS[front].split(' that leave')[0]}")
        else:
            known.append(shape)
    return tuple(known) if named else tuple(shape for shape in SHAPES if has_front(shape, front))


def has_front(shape: str, front: str) -> bool:
    """Does every hand of that shape have the two cards?

    >>> has_front("3-2-1-1", "pair-of-the-second-set"), has_front("3-3-1", "highest-others")
    (True, False)
    """
    sizes = [int(size) for size in shape.split("-")]
    sets = sum(size > 1 for size in sizes)
    others = len(sizes) - sets
    return {
        "pair-of-the-set": sets >= 1,
        "pair-of-the-second-set": sets >= 2,
        "pair-of-the-third-set": sets >= 3,
        "highest-others": others >= 2,
        "set-card-and-highest-other": sets >= 1 and others >= 1,
        "second-and-third": sets == 0,
        "highest-pair": sets >= 1,
        "highest-two": True,
    }[front]


def _read_ranks(when: Section, key: str) -> int:
    text = when.text(key)
    if not when.has(key):
        return _ANY_RANK
    ranks = parse_ranks(text)
    if not ranks:
        when.fault(key, f'{shown(text)} is not a set of ranks; write them low to high, such as "9-J" or "2,A"')
        return _ANY_RANK
    return ranks


def _read_holdings(when: Section, key: str) -> tuple[str, ...]:
    return tuple(when.one_of(key, word, tuple(HOLDINGS)) for word in when.texts(key))
