"""Wagers on lines whose result depends on what the player does for the main wager."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.game.model import JokerLine, Line, Wager
from analyzer.game.wagers.draw import DrawWager
from analyzer.game.wagers.lines import JokersWager, LinesWager
from analyzer.game.wagers.play import PlayWager


@dataclass(frozen=True)
class SideWager(Wager):
    """A wager on lines beside the main one whose result depends on what the player does for that one.

    `lined` is the wager as it would be if the player did nothing: if he folds the main wager, he loses this one too; if
    he exchanges cards, its lines look at his cards after that. `dealt` are the cards dealt at a time, in order.
    """

    lined: LinesWager | JokersWager = LinesWager("", "", ())
    main: PlayWager | DrawWager = PlayWager("", "", ())
    dealt: tuple[int, ...] = ()

    @property
    def lines(self) -> tuple[Line, ...] | tuple[JokerLine, ...]:
        return self.lined.lines
