"""Where a test stands in a game file, and so what it may ask."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from analyzer.game.language import Cards, Hand, Looked, Result
from analyzer.game.read_hands import NamedCards

RESULTS: tuple[Result, ...] = ("win", "tie", "loss", "automatic-win")


@dataclass
class Scope:
    """Where a test stands: the cards it looks at if it does not say, and what else it may ask."""

    table: NamedCards
    default: Looked | None = None
    seen: frozenset[str] | None = None  # the groups that may be looked at; None: all of them
    unseen: str = "is not seen at this stage; seen so far"
    compared: tuple[Hand, Hand] | None = None
    no_results: Mapping[str, str] = field(default_factory=dict)  # why `on` cannot be that
    has_qualifier: bool = False
    choices: Mapping[str, str] = field(default_factory=dict)  # NAME: "" or why `chose` cannot be this one
    pays_most: bool = False
    is_broken: bool = False  # the cards or the comparison have a fault already; what depends on them is no other
    default_used: bool = False
    qualified_used: bool = False


def cards_of(looked: Looked, scope: Scope) -> Cards:
    """The cards themselves; both hands of a comparison are ranked alike, so either stands for the winner's."""
    if isinstance(looked, Cards):
        return looked
    assert scope.compared is not None
    return Cards(scope.compared[0])
