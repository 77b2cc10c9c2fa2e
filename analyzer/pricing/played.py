"""Wagers whose pays decide how they are played: what other commands ask of the module that prices such a kind.

A kind of wager whose best play is found anew for every paytable (`PlayedKind` in kinds/base.py) gives one object with
three answers (`PlayedWager`). With that, sensitivity and designs price it, and simulations and worked rounds play it:
they deal cards to the groups of the game file, ask the player which way he goes, and settle by the rules of the file
themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from analyzer.game.model import Game, Paytable, Wager
from analyzer.pricing.kinds.base import PlayedKind
from analyzer.pricing.kinds.registry import kind_of
from analyzer.run.jobs import Run

# Cards by the name of their group in the game file: [round, card], in the order in which they lie in the pack.
Dealt = Mapping[str, NDArray[np.uint8]]
# What was done in a round: (number of the stage in the file from 0, name of the choice). An exchange is named as the
# language names it (docs/language.md, Meaning 10): discard-3, or discard and stand-pat where one card is exchanged.
# A player who has won at once ends it with the stage and AUTOMATIC_WIN.
Way = tuple[tuple[int, str], ...]
AUTOMATIC_WIN = "automatic-win"


@dataclass(frozen=True)
class Played:
    """Dealt rounds after the player's decisions: which of the `ways` each took, and the groups that exchanges made."""

    ways: Sequence[Way]
    taken: NDArray[np.intp]
    made: Dealt = field(default_factory=dict)


class Player(Protocol):
    """A player who plays as well as a paytable can be played."""

    def play(self, dealt: Dealt) -> Played:
        """What he does in rounds with these cards, of which he looks only at what the stages show him.

        Any number of threads may ask at once. All groups of the game file are dealt, drawn cards in `dealt` are those
        that come next; the way ends where the player folds or has nothing more to decide.
        """


class PlayedWager(Protocol):
    """A wager counted once, to be priced and played under any paytable."""

    def expectation(self, paytable: Paytable) -> Fraction:
        """The expected net result of the best play."""

    def held(self, played: Paytable, paid: Paytable) -> Fraction:
        """The expected net result under `paid` of the play that is best under `played`."""

    def player(self, paytable: Paytable) -> Player:
        """A player who plays best under the paytable."""


def is_played(wager: Wager) -> bool:
    """Whether the wager is of a kind with a player of its own, whose rounds the rules of the file settle."""
    return isinstance(kind_of(wager), PlayedKind)


def has_decisions(wager: Wager) -> bool:
    """Whether it is of such a kind and leaves the player a choice: a wager beside the main one may not."""
    return is_played(wager) and wager.has_decisions


def played_wager(game: Game, wager: Wager, run: Run) -> PlayedWager:
    """The wager counted."""
    kind = kind_of(wager)
    assert isinstance(kind, PlayedKind)
    return kind.played(game, wager, run)
