"""Paytable lines as kernels read them.

A line is a set of tests; the cards satisfy the line when they pass all of them. What each key of a file asks is said in
card_questions.py, and in docs/language.md, which is made from it.

The keys `hand`, `at_least`, `ranks`, `kicker`, `natural`, `suited` and `suit` are about a hand: as many of the cards as
count. Which hand depends on what the wager `uses`. With `best_ranked` it is the one that ranks highest, of equal ones a
natural one. With `pays_most` it is any: the line applies if some of the cards, each joker read as any card that it may
be, pass all of them. Five cards that are a full house are not three of a kind, but A-A-A-K-K-Q is both: A-A-A-K-Q can
be taken from it. `ranks` and `natural` are asked of `groups` too, `natural` of `whole` and `beside`, `ranks` of a whole
straight: it is the rank that it ends at (A-2-3-4-5-6 ends at the six). Where one of these is there and none of the
other tests of the hand, they are asked of nothing else. `without` asks what the cards hold, and there a full house
holds three of a kind. A wild joker may be one of the cards `beside` a royal flush, a bug may not.

The `kicker` is the lowest group of equal ranks in the hand, the smallest groups first: of four of a kind the fifth
card, of a full house the pair, of two pair the fifth card, of three of a kind and of a pair the lowest other card, of
a flush, a straight and a high card the lowest card (of the wheel the ace, as its top is the five), of five of a kind
the one rank that there is.

A joker in a `suited` hand is of the suit of the others, and no card is there twice: a pair is never suited. Where two
hands rank highest alike, `suited` and `suit` are true if one of them, a natural one if there is any, is so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Literal

from analyzer.cards.deck import RANKS, SUITS
from analyzer.cards.ranking import FIVE_CARD_TYPES, Ranking
from analyzer.game.card_tests import ALL_RANKS, RECORD, SHARED, CardTests

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Uses = Literal["best_ranked", "pays_most"]
ANY_JOKERS = 0b111
WHOLE_HANDS = ("straight", "flush", "straight-flush")
MAX_LINES = 32

# Of these types alone the kernel knows, without going through the readings, which ranks they can have (cext/made.pxd).
_SETS = frozenset({"pair", "three-of-a-kind", "full-house", "four-of-a-kind", "five-of-a-kind"})

# The record `Line` of cext/line.pxd.
_LINE_FIELDS: list[tuple[str, str] | tuple[str, str, tuple[int]]] = [
    ("floor", "u4"),
    ("hands", "u2"),
    ("ranks", "u2"),
    ("kicker", "u2"),
    ("high", "u2"),
    ("without", "u2"),
    ("without_natural", "u2"),
    ("beside", "u2"),
    ("counted", "u2", (5,)),
    ("natural", "u1"),
    ("jokers", "u1"),
    ("colour", "u1"),
    ("suited", "u1"),
    ("by_reading", "u1"),
    ("whole", "u1"),
    ("groups", "u1", (4,)),
    ("ace_low", "u1"),
    ("beside_any", "u1"),
    *((field.name, field.metadata[RECORD]) for field in SHARED if RECORD in field.metadata),
]
# What `colour` may ask for, as bits of cext/cards.pxd.
COLOURS: Mapping[str, int] = {"one": 3, "red": 1, "black": 2}


@dataclass(frozen=True)
class LineTest(CardTests):
    """The tests of one line as they are counted; the defaults test nothing."""

    hands: frozenset[str] = frozenset()
    natural: bool | None = None
    whole: str | None = None
    jokers: int = ANY_JOKERS
    floor: int = 0  # the least strength (Ranking.value_floor)
    suited: bool = False

    @property
    def tells_suits_apart(self) -> bool:
        """Whether a renaming of suits can change the answer: a suit class's representative must not be asked."""
        return bool(self.colour or self.suit)

    @property
    def asks_hand(self) -> bool:
        """Whether a hand is looked at; ranks and natural may be about groups or all the cards instead."""
        alone = not (self.groups or self.whole or self.beside)
        of_hand = self.floor or self.kicker != ALL_RANKS or self.suited or self.suit or self.hands
        return bool(of_hand) or (alone and (self.ranks != ALL_RANKS or self.natural is not None))

    @property
    def by_reading(self) -> bool:
        """Whether the kernel must go through all readings of the cards if any hand will do, not only the best."""
        told_by_rank = self.ranks != ALL_RANKS and not (self.hands and self.hands <= _SETS)
        return told_by_rank or bool(self.floor or self.kicker != ALL_RANKS or self.suited or self.suit)


# Where the file spells a key otherwise than the test does.
_SPELLED = {
    "hands": "hand",
    "floor": "at_least",
    "ace_low": "ace",
    "without_natural": "without",
    "beside_any": "beside_suits",
}


def key_of(name: str) -> str:
    """How a game file spells a field of `LineTest`.

    >>> key_of("without_natural"), key_of("kicker")
    ('without', 'kicker')
    """
    return _SPELLED.get(name, name)


def parse_ranks(text: str) -> int | None:
    """Ranks as bits: single ranks and ranges, with commas between; None if it cannot be read.

    >>> [format(parse_ranks(text), "013b") for text in ("A", "Q-A", "2-4,K")]
    ['1000000000000', '1110000000000', '0100000000111']
    >>> parse_ranks("A-Q")
    """
    bits = 0
    for piece in text.upper().replace(" ", "").replace("10", "T").split(","):
        low, dash, high = piece.partition("-")
        if not dash:
            high = low
        if len(low) != 1 or len(high) != 1 or low not in RANKS or high not in RANKS:
            return None
        first, last = RANKS.index(low), RANKS.index(high)
        if first > last:
            return None
        bits |= sum(1 << rank for rank in range(first, last + 1))
    return bits


def parse_groups(text: str) -> tuple[int, ...] | None:
    """
    >>> parse_groups("4+2"), parse_groups("2+4"), parse_groups("six")
    ((4, 2), None, None)
    """
    pieces = text.replace(" ", "").split("+")
    if not 1 <= len(pieces) <= 4 or not all(len(piece) == 1 and piece in "23456" for piece in pieces):
        return None
    sizes = tuple(int(piece) for piece in pieces)
    return sizes if list(sizes) == sorted(sizes, reverse=True) else None


def hands_at_least(name: str, ranking: Ranking, size: int) -> frozenset[str]:
    """The hand of that name and all better ones."""
    types = ranking.types(size)
    return frozenset(types[types.index(name) :])


def ranking_asked(
    ranking: Ranking, tests: Sequence[LineTest], cards: int, size: int, jokers: int, *, any_hand: bool
) -> Ranking:
    """The order of hands as far as lines can tell; what they never ask is as usual, so that counts can be shared.

    The lines look at the best `size` of that many cards of a deck with jokers or, with `any_hand`, at any.
    """
    by_strength = any(test.floor for test in tests)
    # Which of two equal hands wins is not their question.
    asked = replace(ranking, natural_beats_wild="never")
    if size != 5 or (not by_strength and (any_hand or cards == size)):
        # No five cards can be read both as a royal flush and as five of a kind.
        asked = replace(asked, top_hand="royal")
    if size != 3 or (not by_strength and cards == size and not jokers):
        asked = replace(asked, three_card_order="three_card")
    if not jokers or not (any_hand or by_strength or any(_asks_flush_ranks(test) for test in tests)):
        asked = replace(asked, joker_in_flush="missing_rank")
    return asked


def _asks_flush_ranks(test: LineTest) -> bool:
    """Whether a line can ask for more of a flush than that it is one."""
    asked = test.ranks != ALL_RANKS or test.kicker != ALL_RANKS or test.suited or bool(test.suit)
    return asked and test.asks_hand and (not test.hands or "flush" in test.hands)


@cache
def _line_type() -> np.dtype[np.void]:
    """The record as a C compiler lays it out."""
    import numpy as np

    return np.dtype(_LINE_FIELDS, align=True)


def line_records(tests: Sequence[LineTest]) -> NDArray[np.void]:
    """The tests as the records that kernels read."""
    import numpy as np

    records = np.zeros(len(tests), dtype=_line_type())
    for record, test in zip(records, tests, strict=True):
        record["floor"] = test.floor
        record["hands"] = _type_bits(test.hands or (frozenset(FIVE_CARD_TYPES) if test.asks_hand else frozenset()))
        record["ranks"] = test.ranks
        record["kicker"] = test.kicker
        record["high"] = test.high
        record["without"] = _type_bits(test.without)
        record["without_natural"] = _type_bits(test.without_natural)
        record["beside"] = test.beside
        record["beside_any"] = test.beside_any
        record["ace_low"] = test.ace_low
        record["natural"] = {None: 0, True: 1, False: 2}[test.natural]
        record["jokers"] = test.jokers
        record["colour"] = COLOURS.get(test.colour, 0)
        record["suited"] = _suit_bits(test)
        record["by_reading"] = test.by_reading
        record["whole"] = 0 if test.whole is None else 1 + WHOLE_HANDS.index(test.whole)
        record["groups"][: len(test.groups)] = test.groups
        for rank, times in test.count:
            record["counted"][times] |= 1 << rank
        for field in SHARED:
            if RECORD in field.metadata:
                record[field.name] = getattr(test, field.name)
    return records


def _suit_bits(test: LineTest) -> int:
    """The suits of which all cards of the hand may be; 0 where it does not matter."""
    if test.suit:
        return 1 << SUITS.index(test.suit)
    return (1 << len(SUITS)) - 1 if test.suited else 0


def _type_bits(names: frozenset[str]) -> int:
    return sum(1 << FIVE_CARD_TYPES.index(name) for name in names)
