"""Questions about cards that a game file asks and an engine counts in the same form.

A new question is a field here, a key in card_questions.py (how a file says it, and what it means), a test in
cext/line.pxd, and a literal one in reference/asked.py. Reader, schema, page, model and the record that kernels read are
made from these.
"""

from __future__ import annotations

from dataclasses import Field, dataclass, fields
from typing import Any

ALL_RANKS = (1 << 13) - 1
# In the metadata of a field: the number of numpy that holds it in the record `Line` of cext/line.pxd, where it is kept
# there as it stands. Such fields are the last ones of the record, in the order in which they are here.
RECORD = "record"


@dataclass(frozen=True)
class CardTests:
    """What is left at its default is not asked. Ranks are bits."""

    ranks: int = ALL_RANKS  # of the pair, three, four or five of a kind, or the top card
    kicker: int = ALL_RANKS  # the lowest group of equal ranks
    suit: str = ""  # a letter of "cdhs"
    groups: tuple[int, ...] = ()
    high: int = ALL_RANKS
    ace_low: bool = False  # where `high` asks for the highest card
    without: frozenset[str] = frozenset()
    without_natural: frozenset[str] = frozenset()  # "natural-pair": hands that the natural cards alone do not hold
    beside: int = 0
    beside_any: bool = False  # of any suits; otherwise of one
    colour: str = ""  # "one", "red" or "black"
    count: tuple[tuple[int, int], ...] = ()  # (rank, how many of it exactly)


SHARED: tuple[Field[Any], ...] = fields(CardTests)


def shared_tests(test: CardTests) -> dict[str, Any]:
    """What a test asks in the form that both have."""
    return {field.name: getattr(test, field.name) for field in SHARED}
