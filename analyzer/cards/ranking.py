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
Wheel = Literal["lowest", "second_highest", "none"]
TopHand = Literal["royal", "five_of_a_kind"]
JokerInFlush = Literal["missing_rank", "ace"]
NaturalBeatsWild = Literal["never", "royal_flush", "straight_flush"]
ThreeCardOrder = Literal["three_card", "five_card", "flush_over_straight"]
# All values of each, in the order of the codes of cext/hand.pxd.
WHEELS: tuple[Wheel, ...] = ("lowest", "second_highest", "none")
TOP_HANDS: tuple[TopHand, ...] = ("royal", "five_of_a_kind")
JOKERS_IN_FLUSHES: tuple[JokerInFlush, ...] = ("missing_rank", "ace")
NATURALS_BEAT_WILD: tuple[NaturalBeatsWild, ...] = ("never", "royal_flush", "straight_flush")

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
# Three-card types from worst to best in each order.
THREE_CARD_ORDERS: Mapping[ThreeCardOrder, tuple[str, ...]] = {
    "three_card": THREE_CARD_TYPES,
    "five_card": ("high-card", "pair", "three-of-a-kind", "straight", "flush", "straight-flush"),
    "flush_over_straight": ("high-card", "pair", "straight", "flush", "three-of-a-kind", "straight-flush"),
}
# Hand types of one, two and four cards from worst to best, by the number of cards ...
_TYPES_OF_FEWER: Mapping[int, tuple[str, ...]] = {
    4: FOUR_CARD_TYPES,
    2: ("high-card", "pair"),
    1: ("high-card",),
}
# ... and the code of the worst of them in cext/hand.pxd.
_FIRST_CODE = {4: 24, 2: 32, 1: 34}
_FIRST_CODE_OF_THREE: Mapping[ThreeCardOrder, int] = {"three_card": 16, "five_card": 40, "flush_over_straight": 48}

FIVE_WILDS = "five-wilds"
# Type codes of cext/hand.pxd. Five of a kind has two: below (9) and above (11) the royal flush. Five wild cards that
# rank above everything are the highest.
_NAME_OF_CODE = dict(enumerate(FIVE_CARD_TYPES[:9])) | {
    9: "five-of-a-kind",
    10: "royal-flush",
    11: "five-of-a-kind",
    12: FIVE_WILDS,
}
_SIZE_OF_CODE = {}
for _size, _first, _types in (
    *((size, _FIRST_CODE[size], types) for size, types in _TYPES_OF_FEWER.items()),
    *((3, _FIRST_CODE_OF_THREE[order], types) for order, types in THREE_CARD_ORDERS.items()),
):
    for _code, _name in enumerate(_types, _first):
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


KernelArguments = tuple[int, int, bool, bool, int, int, int]
ALL_RANKS = (1 << 13) - 1


@dataclass(frozen=True)
class Ranking:
    """What a joker may be, where the wheel stands, which hand is the best, and what else games differ in.

    `joker_in_flush`: the highest rank that the flush lacks, or an ace whatever it holds. `natural_beats_wild`: the
    hands of which a natural one beats a wild one that is equal otherwise; straight flushes include royal ones.
    `five_ranks`: of which ranks, as bits, wild cards can make five of a kind; four of another rank stay four.
    """

    joker: Joker = "none"
    wheel: Wheel = "lowest"
    top_hand: TopHand = "royal"
    joker_in_flush: JokerInFlush = "missing_rank"
    natural_beats_wild: NaturalBeatsWild = "never"
    three_card_order: ThreeCardOrder = "three_card"
    five_ranks: int = ALL_RANKS

    @property
    def kernel_arguments(self) -> KernelArguments:
        """The one argument by which kernels take a ranking (ranking_read in cext/hand.pxd): the fields as codes."""
        return (
            ("none", "wild", "bug").index(self.joker),
            WHEELS.index(self.wheel),
            self.top_hand == "five_of_a_kind",
            self.joker_in_flush == "ace",
            NATURALS_BEAT_WILD.index(self.natural_beats_wild),
            tuple(THREE_CARD_ORDERS).index(self.three_card_order),
            self.five_ranks,
        )

    def types(self, size: int) -> tuple[str, ...]:
        """Hand types from worst to best for hands of `size` cards (1 to 5)."""
        if size == 3:
            return THREE_CARD_ORDERS[self.three_card_order]
        if size != 5:
            return _TYPES_OF_FEWER[size]
        top = (
            ("royal-flush", "five-of-a-kind")
            if self.top_hand == "five_of_a_kind"
            else ("five-of-a-kind", "royal-flush")
        )
        return FIVE_CARD_TYPES[:9] + top

    def strength_floor(self, name: str, size: int) -> int:
        """The least strength of a hand of that type.

        >>> Ranking(top_hand="five_of_a_kind").strength_floor("five-of-a-kind", 5) == 11 << 20
        True
        >>> Ranking(three_card_order="five_card").strength_floor("pair", 3) == 41 << 20
        True
        """
        if size == 3:
            code = _FIRST_CODE_OF_THREE[self.three_card_order] + self.types(3).index(name)
        elif size != 5:
            code = _FIRST_CODE[size] + self.types(size).index(name)
        elif name == "five-of-a-kind":
            code = 11 if self.top_hand == "five_of_a_kind" else 9
        else:
            code = 10 if name == "royal-flush" else FIVE_CARD_TYPES.index(name)
        return code << _TYPE_SHIFT

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


def read_value(value: int) -> HandValue:
    """
    >>> str(read_value((7 << 20 | 14 << 16 | 13 << 12) << 1))
    'four of a kind A-K (wild)'
    >>> str(read_value(12 << 21 | 1))
    'five wilds'
    """
    strength, natural, code = value >> 1, bool(value & 1), type_code(value)
    name = _NAME_OF_CODE[code]
    if name == FIVE_WILDS:
        return HandValue(name, (), natural, strength)
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
