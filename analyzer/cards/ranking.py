"""Which hand beats which: the rules that differ between games, and how to read a kernel's value back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, overload

from analyzer.cards.deck import RANKS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Joker = Literal["none", "wild", "bug"]
Wheel = Literal["lowest", "second_highest"]
TopHand = Literal["royal", "five_of_a_kind"]

FIVE_CARD_TYPES = (
    "high-card",
    "pair",
    "two-pair",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "straight-flush",
    "royal-flush",
    "five-of-a-kind",
)
FOUR_CARD_TYPES = (
    "high-card",
    "pair",
    "two-pair",
    "straight",
    "flush",
    "three-of-a-kind",
    "straight-flush",
    "four-of-a-kind",
)
THREE_CARD_TYPES = ("high-card", "pair", "flush", "straight", "three-of-a-kind", "straight-flush")
# Hand types of fewer than five cards from worst to best, by the number of cards ...
_TYPES_OF_FEWER: Mapping[int, tuple[str, ...]] = {
    4: FOUR_CARD_TYPES,
    3: THREE_CARD_TYPES,
    2: ("high-card", "pair"),
    1: ("high-card",),
}
# ... and the code of the worst of them in cext/hand.pxd.
_FIRST_CODE = {4: 24, 3: 16, 2: 32, 1: 34}

# Type codes of cext/hand.pxd. Five of a kind has two: below (9) and above (11) the royal flush.
_NAME_OF_CODE = dict(enumerate(FIVE_CARD_TYPES[:9])) | {
    9: "five-of-a-kind",
    10: "royal-flush",
    11: "five-of-a-kind",
}
_SIZE_OF_CODE = {}
for _size, _types in _TYPES_OF_FEWER.items():
    for _code, _name in enumerate(_types, _FIRST_CODE[_size]):
        _NAME_OF_CODE[_code], _SIZE_OF_CODE[_code] = _name, _size
_STRAIGHTS = frozenset({"straight", "straight-flush", "royal-flush"})
ACE = 12
_ACE_HIGH, _SECOND_HIGHEST_WHEEL = 15, 14
# How many cards a set has: its rank is said once, the other cards one by one.
_CARDS_OF_SETS: Mapping[str, tuple[int, ...]] = {
    "pair": (2,),
    "two-pair": (2, 2),
    "three-of-a-kind": (3,),
    "full-house": (3, 2),
    "four-of-a-kind": (4,),
    "five-of-a-kind": (5,),
}
# Where the type code and the first rank of a strength start.
_TYPE_SHIFT, _TOP_RANK_SHIFT = 20, 16


@dataclass(frozen=True)
class Ranking:
    """What a joker may be, where the wheel stands, and which hand is the best."""

    joker: Joker = "none"
    wheel: Wheel = "lowest"
    top_hand: TopHand = "royal"

    @property
    def kernel_arguments(self) -> tuple[int, bool, bool]:
        """The one argument by which kernels take a ranking (ranking_read in cext/hand.pxd).

        It is (joker kind, wheel is second highest, five of a kind beats a royal flush).
        """
        kind = ("none", "wild", "bug").index(self.joker)
        return kind, self.wheel == "second_highest", self.top_hand == "five_of_a_kind"

    def types(self, size: int) -> tuple[str, ...]:
        """Hand types from worst to best for hands of `size` cards (1 to 5)."""
        if size != 5:
            return _TYPES_OF_FEWER[size]
        top = (
            ("royal-flush", "five-of-a-kind")
            if self.top_hand == "five_of_a_kind"
            else ("five-of-a-kind", "royal-flush")
        )
        return FIVE_CARD_TYPES[:9] + top

    def strength_floor(self, name: str, size: int) -> int:
        """The least strength of a hand of that type: the two best types of five cards stand where this order has them.

        >>> Ranking(top_hand="five_of_a_kind").strength_floor("five-of-a-kind", 5) == 11 << 20
        True
        """
        if size != 5 or name in FIVE_CARD_TYPES[:9]:
            return strength_floor(name, size)
        five = 11 if self.top_hand == "five_of_a_kind" else 9
        return (10 if name == "royal-flush" else five) << _TYPE_SHIFT

    def value_floor(self, name: str, ranks: Sequence[int], size: int) -> int:
        """The least strength of a hand of that type and these ranks (0..12), high first, as far as they are said.

        The rank of a straight is its top card; the wheel's is the five (of four cards the four, of three the three).

        >>> hex(Ranking().value_floor("pair", [3], 5)), hex(Ranking().value_floor("high-card", [12, 11], 2))
        ('0x150000', '0x20ed000')
        >>> [hex(Ranking(wheel=wheel).value_floor("straight", [3], 5)) for wheel in ("lowest", "second_highest")]
        ['0x450000', '0x4e0000']
        """
        if len(ranks) > ranks_said(name, size):
            raise ValueError(f"{name} of {size} cards has {ranks_said(name, size)} ranks, not {len(ranks)}")
        strength = self.strength_floor(name, size)
        if name in _STRAIGHTS:
            return strength | (self._top_of_straight(ranks[0], size) << _TOP_RANK_SHIFT if ranks else 0)
        for place, rank in enumerate(ranks):
            strength |= (rank + 2) << (_TOP_RANK_SHIFT - 4 * place)
        return strength

    def _top_of_straight(self, rank: int, size: int) -> int:
        """How a strength writes the top card of a straight."""
        if rank == ACE:
            return _ACE_HIGH
        is_second_highest = rank + 2 == size and self.wheel == "second_highest"
        return _SECOND_HIGHEST_WHEEL if is_second_highest else rank + 2


@dataclass(frozen=True)
class HandValue:
    """A value read back.

    `ranks` are 0..12 in the order in which they compare; a straight has its top only, so the wheel's is the five.
    """

    type: str
    ranks: tuple[int, ...]
    natural: bool
    strength: int

    def __str__(self) -> str:
        ranks = "-".join(RANKS[rank] for rank in self.ranks)
        return f"{self.type.replace('-', ' ')} {ranks}".strip() + ("" if self.natural else " (wild)")


@overload
def type_code(value: int) -> int: ...
@overload
def type_code(value: NDArray[np.uint32]) -> NDArray[np.uint32]: ...
def type_code(value: Any) -> Any:
    """The type code of a value, or of each of many: its strength without the ranks.

    >>> type_code((7 << 20 | 14 << 16 | 13 << 12) << 1)
    7
    """
    return value >> (_TYPE_SHIFT + 1)


def type_of_code(code: int) -> str:
    """The name of a type code."""
    return _NAME_OF_CODE[code]


def type_of_value(value: int) -> str:
    """The name of a value's type.

    >>> type_of_value((7 << 20 | 14 << 16 | 13 << 12) << 1)
    'four-of-a-kind'
    """
    return _NAME_OF_CODE[type_code(value)]


def ranks_said(name: str, size: int) -> int:
    """How many ranks tell a hand of that type and size from others of its type.

    >>> [ranks_said(name, 5) for name in ("pair", "two-pair", "straight", "flush", "royal-flush")]
    [4, 3, 1, 5, 0]
    """
    if name in _STRAIGHTS:
        return 0 if name == "royal-flush" else 1
    sets = _CARDS_OF_SETS.get(name, ())
    return size - sum(sets) + len(sets)


def strength_floor(name: str, size: int, rank: int | None = None) -> int:
    """The least strength of a hand of that type, with that rank on top if one is given.

    Only for types that stand at the same place in every game; Ranking.strength_floor knows the others.

    >>> strength_floor("pair", 5) == 1 << 20, strength_floor("pair", 5, rank=3) == 1 << 20 | 5 << 16
    (True, True)
    """
    if size == 5 and name not in FIVE_CARD_TYPES[:9]:
        raise ValueError(f"where {name} stands depends on the game; ask its Ranking")
    code = FIVE_CARD_TYPES.index(name) if size == 5 else _FIRST_CODE[size] + _TYPES_OF_FEWER[size].index(name)
    return code << _TYPE_SHIFT | (0 if rank is None else (rank + 2) << _TOP_RANK_SHIFT)


def read_value(value: int) -> HandValue:
    """
    >>> str(read_value((7 << 20 | 14 << 16 | 13 << 12) << 1))
    'four of a kind A-K (wild)'
    """
    strength, natural, code = value >> 1, bool(value & 1), type_code(value)
    name = _NAME_OF_CODE[code]
    nibbles = [(strength >> shift) & 15 for shift in (16, 12, 8, 4, 0)]
    ranks = tuple(nibble - 2 for nibble in nibbles if nibble)
    if name in _STRAIGHTS:
        ranks = (_straight_top(nibbles[0], _SIZE_OF_CODE.get(code, 5)),)
    return HandValue(name, ranks, natural, strength)


def _straight_top(nibble: int, size: int) -> int:
    """Rank of a straight's top card; the wheel's is its five (of four cards its four, of three its three)."""
    if nibble == _ACE_HIGH:
        return 12
    return (size if nibble == _SECOND_HIGHEST_WHEEL else nibble) - 2
