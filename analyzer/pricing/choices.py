"""A question about one hand, and the choices that answer it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from analyzer.game.model import Game, Paytable
from analyzer.run.jobs import Run

HOUSE_WAY = "house way"
NOT_LISTED = (
    "Not every setting is listed: of equal ones only one, and none but the house way's that another one dominates."
)


@dataclass(frozen=True)
class Question:
    """A hand to be played: its cards in the order written, and the community cards seen so far."""

    game: Game
    cards: tuple[int, ...]
    board: tuple[int, ...]
    paytable: Paytable
    run: Run
    # Cards of the dealer that the player sees.
    sees: tuple[int, ...] = ()
    # Where it is known: the stage of the file from 0, the cards of every group that it knows, and what was discarded.
    stage: int | None = None
    groups: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    discards: tuple[int, ...] = ()


@dataclass(frozen=True)
class HandChoice:
    """A choice: the expected net result of the whole round in initial units, and the counts behind it."""

    action: str
    ev: Fraction
    counts: Mapping[str, int] = field(default_factory=dict)
    notes: Mapping[str, Any] = field(default_factory=dict)

    @property
    def said(self) -> str:
        """The choice for people: the setting of the house way is marked."""
        return self.action + (f" ({HOUSE_WAY})" if self.notes.get("house_way") else "")

    def document(self) -> dict[str, Any]:
        counts = {name: str(count) for name, count in self.counts.items()}
        return {"action": self.action, "ev": str(self.ev)} | counts | dict(self.notes)


def setting_notes(choices: Sequence[HandChoice]) -> list[str]:
    """What is said of hands that are set: why the house way sets as it does, and that not every setting is listed."""
    ways = [choice.notes for choice in choices if "why" in choice.notes]
    reasons = [f"{HOUSE_WAY}, row {note['row']}: {note['why']}" for note in ways]
    return [*reasons, NOT_LISTED] if ways else []
