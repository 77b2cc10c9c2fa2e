"""A question about one hand, and the choices that answer it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from analyzer.game.model import Game, Paytable
from analyzer.run.jobs import Run


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

    def document(self) -> dict[str, Any]:
        counts = {name: str(count) for name, count in self.counts.items()}
        return {"action": self.action, "ev": str(self.ev)} | counts | dict(self.notes)
